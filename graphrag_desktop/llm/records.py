"""Lists of delimited tuples, as GraphRAG has models write them, read however a model wrote them.

`("entity"<|>NAME<|>TYPE<|>DESCRIPTION)##("relationship"<|>...)<|COMPLETE|>` is the form asked for (GraphRAG, Edge et al.,
3.1.2). Models number the records, fence them, forget quotes, brackets or `##`, and put `##` where it is none.
"""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Record:
    """The parts of one record, without quotes and control characters; `is_whole` is false where it broke off."""

    parts: tuple[str, ...]
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Records:
    """What a reply holds. `is_complete` where it says so itself; `stray` is what stands outside of all records."""

    records: tuple[Record, ...]
    is_complete: bool
    stray: str = ""


def read_records(text: str, kinds: Sequence[str] = ()) -> Records:
    """Every record of a reply, in order; nothing is left out because of its form.

    `kinds` are the words that may begin a record without bracket and quotes. A reply glued to another one, with or
    without anything in between, loses nothing at the seam.
    """
    plain = text.replace(_CUT, "").replace(_END, "")
    marked = _COMPLETE.sub(_END, _DELIMITER.sub(_CUT, plain))
    starts = [match.end("lead") for match in _starts(marked, kinds)]
    ends = [*starts[1:], len(marked)] if starts else []
    bodies = [marked[start:end] for start, end in zip(starts, ends, strict=True)]
    records = [_record(body, is_last=at == len(bodies) - 1) for at, body in enumerate(bodies)]
    stray = marked[: starts[0]] if starts else marked
    return Records(tuple(records), _END in marked, _LEADING.sub("", stray.replace(_END, "")).strip())


def shown_record(record: Record) -> str:
    """The record in one line, to be shown to a person."""
    return f"({' | '.join(record.parts)})"


_CUT, _END = "\ue000", "\ue001"  # of the private use area; white space to no pattern
_DELIMITER = re.compile(r"\s*(?:<\s*\|+\s*>|＜\s*[|｜]\s*＞|<｜>|<\|\s*\|>|\|#\|)\s*")
_COMPLETE = re.compile(r"\s*<?\s*\|?\s*<\|?\s*/?COMPLETED?\s*\|?>|<\|?\s*END\s*\|?>|<\|COMPLETE\b", re.IGNORECASE)
_CONTROLS = re.compile(r"(?:\x1b\[[0-9;]*[A-Za-z]|[\x00-\x1f\x7f-\x9f])+")  # a terminal's colours as a whole
_LEADING = re.compile(r"^[\s#*`-]+|(?:[\s#*`•-]|\d{1,3}[.)]\s*$)+$")
_QUOTES = "\"'“”„‟‘’‚«»「」『』`"
_TRAILING = re.compile(r"(?:\s|##|```\w*|\*\*|\n\s*(?:[-*•]|\d{1,3}[.)])\s*$|\ue001)+$")
_CLOSING = re.compile(r"\)(?=\s*(?:##|\n|$|\ue001|```|,\s*$|\.\s*$))")


def _starts(marked: str, kinds: Sequence[str]) -> Iterator[re.Match[str]]:
    """Where records begin: after a break, an optional list mark, a bracket or a kind, and before the first delimiter."""
    return _beginning(tuple(kinds)).finditer(marked)


@cache
def _beginning(kinds: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(re.escape(each) for each in sorted(kinds, key=len, reverse=True))
    quoted = rf"[{_QUOTES}]\s*[^\ue000\ue001\n{_QUOTES}]{{1,80}}\s*[{_QUOTES}]"
    balanced = r"(?:[^()\ue000\ue001\n]|\([^()\ue000\ue001\n]*\)){1,200}"
    beginnings = [rf"[\[(（]\s*(?:{quoted}|{balanced}?)\s*(?=\ue000)", rf"{quoted}(?=\ue000)"]
    if words:
        beginnings.append(rf"[{_QUOTES}]?\s*(?:{words})\s*[{_QUOTES}]?\s*(?=\ue000)")
    return re.compile(
        rf"(?:\A|(?<=[\n\ue001)`])|(?<=##))(?P<lead>[ \t\r\n]*(?:(?:[-*•]|\d{{1,3}}[.)])[ \t]*)?(?:\*\*)?)"
        rf"(?:{'|'.join(beginnings)})",
        re.IGNORECASE,
    )


def _record(body: str, *, is_last: bool) -> Record:
    """One record out of the text from its beginning to that of the next."""
    is_ended = _END in body or not is_last
    body = body.partition(_END)[0]
    inner, is_closed = _inside(body)
    parts = tuple(_clean(part) for part in inner.split(_CUT))
    return Record(parts, is_closed or is_ended or "##" in body[-6:])


def _inside(body: str) -> tuple[str, bool]:
    """The text between the record's brackets, and whether it has a closing one; prose behind that is no part of it."""
    trimmed = _TRAILING.sub("", body)
    if trimmed[:1] in "[(（":
        trimmed = trimmed[1:]
    last_cut = trimmed.rfind(_CUT)
    for match in _CLOSING.finditer(trimmed, max(0, last_cut)):
        opened, closed = trimmed.count("(", 0, match.start()), trimmed.count(")", 0, match.start())
        if opened <= closed and (opened == closed or not _CLOSING.search(trimmed, match.end())):
            return trimmed[: match.start()], True
    if trimmed.endswith(("]", "）")):
        return trimmed[:-1], True
    return trimmed.partition("\n\n")[0] if "\n\n" in trimmed[last_cut:] else trimmed, False


def _clean(part: str) -> str:
    """A part as it was meant: entities of HTML resolved, quotes around it and control characters gone."""
    text = _CONTROLS.sub(" ", html.unescape(part)).strip()
    while len(text) >= 2 and text[0] in _QUOTES and text[-1] in _QUOTES:
        text = text[1:-1].strip()
    if text and text[0] in _QUOTES and text.count(text[0]) == 1:
        text = text[1:].strip()
    return " ".join(text.split())
