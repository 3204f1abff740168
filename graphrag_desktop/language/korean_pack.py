"""Korean by kiwipiepy, where the extra `ko` is installed: runs of noun morphemes. It takes 510 MB, so in a worker only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from graphrag_desktop.language.korean_endings import is_stop, label_of
from graphrag_desktop.language.lexicon_ko import GENERIC, ROLES, SURNAMES

if TYPE_CHECKING:
    from kiwipiepy import Kiwi, Token

Found = tuple[int, int, str]
"""Where words that may name something begin and end in their sentence, and their label."""

_NOUNS = frozenset({"NNG", "NNP", "SL", "SH", "XPN", "XSN", "XR"})
_NEVER_ALONE = frozenset({"XPN", "XSN", "XR"})
_MAKES_ADJECTIVE = "XSA"
_LEAST_SYLLABLES = 2  # of a word that names something by itself
_ADJECTIVAL = "적"  # "-al", as in political: it makes a modifier of a noun


@dataclass(frozen=True, slots=True)
class _Run:
    """Noun morphemes with nothing between them, and whether one of them is a proper noun."""

    start: int
    end: int
    text: str
    is_proper: bool
    is_closed: bool


def find_korean_by_kiwi(body: str) -> Iterator[Found]:
    """Names, nouns and pairs of nouns of a sentence."""
    before: list[_Run] = []
    for run in _runs(body, _kiwi().tokenize(body)):
        near = before if before and body[before[-1].end : run.start] == " " else []
        yield from _found(run, near)
        before = [] if run.is_closed else [*near[-1:], run]


@cache
def _kiwi() -> "Kiwi":
    from kiwipiepy import Kiwi

    return Kiwi(num_workers=1)


def _runs(body: str, tokens: Sequence["Token"]) -> Iterator[_Run]:
    """The runs in order; `is_closed` where a particle follows, so that the next word does not belong to it."""
    group: list[Token] = []
    for token in [*tokens, None]:
        if token is not None and token.tag in _NOUNS and (not group or token.start == group[-1].end):
            group.append(token)
            continue
        if group and not (token is not None and token.tag.startswith(_MAKES_ADJECTIVE)):
            is_closed = token is not None and token.start == group[-1].end
            if run := _run(body, group, is_closed=is_closed):
                yield run
        group = [token] if token is not None and token.tag in _NOUNS else []


def _run(body: str, group: Sequence["Token"], *, is_closed: bool) -> _Run | None:
    if group[-1].form == _ADJECTIVAL or (len(group) == 1 and group[0].tag in _NEVER_ALONE):
        return None
    start, end = group[0].start, group[-1].end
    text = body[start:end]
    if is_stop(text) or body[:start][-1:].isdecimal():
        return None
    return _Run(start, end, text, any(token.tag in {"NNP", "SL"} for token in group), is_closed)


def _found(run: _Run, before: Sequence[_Run]) -> Iterator[Found]:
    last = before[-1] if before else None
    is_person = last is not None and run.text in ROLES and last.is_proper and not label_of(last.text)
    if last is not None and is_person:
        first = before[0] if len(before) == 2 and before[0].is_proper and len(last.text) < 3 else last
        yield first.start, last.end, "PERSON"
    if last is not None and run.text in GENERIC:
        yield last.start, run.end, "ORG"
    elif len(run.text) >= _LEAST_SYLLABLES:
        label = label_of(run.text) or _proper_label(run)
        yield run.start, run.end, label
        if last is not None and not (label or is_person or label_of(last.text)):
            yield last.start, run.end, ""


def _proper_label(run: _Run) -> str:
    if not run.is_proper:
        return ""
    return "PERSON" if len(run.text) == 3 and run.text[0] in SURNAMES else "NAME"
