"""JSON and JSON lines: every value beside the path that leads to it, one line for each record."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.pipeline.decoding import decode, decode_in
from graphrag_desktop.pipeline.formats.format_text import FormatText, is_blank, laid_out

_Value: TypeAlias = "Mapping[str, _Value] | Sequence[_Value] | str | bool | None"

_LONG = 200  # characters; a longer value is a text, and has a line to itself
_SHOWN = 3  # of the lines that are no JSON


def read(content: bytes, codec: str = "") -> FormatText:
    """The values of a JSON file, numbers as they are written; raises `UnreadableDocument` where it is none.

    A file that is one JSON value a line is read as such.
    """
    decoded = decode_in(content, codec) if codec else decode(content)
    try:
        return FormatText(_told(_parsed(decoded.text)), decoded.codec)
    except json.JSONDecodeError as error:
        if "\n" not in decoded.text.strip():
            raise _refused(error) from error
        found = _read_lines(decoded.text, decoded.codec)
        if found is None:
            raise _refused(error) from error
        return found
    except RecursionError as error:
        raise UnreadableDocument("The JSON is nested too deeply.", "Ask where the file comes from.") from error


def read_lines(content: bytes, codec: str = "") -> FormatText:
    """The values of a file that has one JSON value a line; lines that are none are named."""
    decoded = decode_in(content, codec) if codec else decode(content)
    found = _read_lines(decoded.text, decoded.codec)
    if found is None:
        raise UnreadableDocument("No line of the file is JSON.", "Give it its right ending.")
    return found


def _read_lines(text: str, codec: str) -> FormatText | None:
    """None where no line, or only a smaller part of them, is JSON."""
    told: list[str] = []
    wrong: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if is_blank(line):
            continue
        try:
            told.append("\n".join(_lines(_parsed(line), f"Line {number}")))
        except (json.JSONDecodeError, RecursionError):
            wrong.append(number)
    if len(wrong) >= max(1, len(told)):
        return None
    body = laid_out("\n".join(part for part in told if part))
    if not wrong:
        return FormatText(body, codec)
    shown = ", ".join(map(str, wrong[:_SHOWN])) + (f" and {len(wrong) - _SHOWN:,} more" if len(wrong) > _SHOWN else "")
    lines = "Line" if len(wrong) == 1 else "Lines"
    return FormatText(body, codec, state=DocumentState.PARTLY_READ, reason=f"{lines} {shown}: no JSON, left unread.")


def _refused(error: json.JSONDecodeError) -> UnreadableDocument:
    return UnreadableDocument(
        f"The file is no JSON: {error.msg} in line {error.lineno}.", "Save it anew from where it was made."
    )


def _parsed(text: str) -> _Value:
    value: _Value = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    return value


def _told(value: _Value) -> str:
    return laid_out("\n".join(_lines(value, "")))


def _lines(value: _Value, path: str) -> Iterator[str]:
    """A line for the short values of each object, one for each long text, then those of the objects inside."""
    if isinstance(value, Mapping):
        yield from _record_lines(value, path)
    elif isinstance(value, str | bool) or value is None:
        if (words := _words(value)) and not is_blank(words):
            yield f"{path}: {words}" if path else words
    else:
        yield from _list_lines(value, path)


def _record_lines(record: Mapping[str, _Value], path: str) -> Iterator[str]:
    short: list[str] = []
    others: list[tuple[str, _Value]] = []
    for name, value in record.items():
        words = _words(value)
        if words is None or len(words) > _LONG or "\n" in words:
            others.append((name, value))
        elif not is_blank(words):
            short.append(f"{name}: {words}")
    if short:
        told = "; ".join(short)
        yield f"{path}: {told}" if path else told
    for name, value in others:
        yield from _lines(value, f"{path}.{name}" if path else name)


def _list_lines(values: Sequence[_Value], path: str) -> Iterator[str]:
    words = [_words(value) for value in values]
    if all(each is not None and len(each) <= _LONG for each in words):
        told = ", ".join(each for each in words if each and not is_blank(each))
        if told:
            yield f"{path}: {told}" if path else told
        return
    for number, value in enumerate(values, start=1):
        yield from _lines(value, f"{path}[{number}]")


def _words(value: _Value) -> str | None:
    """A simple value in words, empty for null, None for objects and lists."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else None
