"""JSON as servers and models write it: looked into without surprises, and read even where it is damaged."""

import contextlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias, cast

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"

_OPENING = re.compile(r"[{\[]")
_BRACKET_OR_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]', re.DOTALL)
_MOST_OPENINGS = 20  # further ones are prose
_MOST_FAILURES = 1_000  # brackets that begin no value; a text with more of them is no reply
_BEYOND = 2**63  # whole numbers of a database end before it
_SURROGATE = re.compile("[\ud800-\udfff]")


def member(value: Json, *path: str | int) -> Json:
    """What lies at a path of names and positions; None where there is nothing."""
    for step in path:
        if isinstance(step, str):
            value = value.get(step) if isinstance(value, Mapping) else None
        else:
            is_there = isinstance(value, Sequence) and not isinstance(value, str) and -len(value) <= step < len(value)
            value = cast(Sequence[Json], value)[step] if is_there else None
    return value


def text_at(value: Json, *path: str | int) -> str:
    """The text at a path; empty where there is none."""
    found = member(value, *path)
    return found if isinstance(found, str) else ""


def whole_at(value: Json, *path: str | int) -> int | None:
    """The whole number at a path, None where there is none, or none that can be kept."""
    found = member(value, *path)
    if not isinstance(found, int) or isinstance(found, bool):
        return None
    return found if abs(found) < _BEYOND else None


def items_at(value: Json, *path: str | int) -> Sequence[Json]:
    """The list at a path; empty where there is none."""
    found = member(value, *path)
    return found if isinstance(found, Sequence) and not isinstance(found, str) else ()


def parse_json(text: str) -> Json:
    """The JSON text; raises `ValueError`. Control characters in strings pass, `NaN` and infinities become null."""
    try:
        return cast(Json, json.loads(text, strict=False, parse_constant=lambda _: None))
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def find_json(text: str) -> Json:
    """The JSON object or list in what a model wrote: in a fence or prose, followed by junk, damaged, or as Python has it.

    The largest sound value is taken, unless it is only a part of a larger one that is damaged: then that is mended.
    Raises `ValueError` where the text holds nothing of the kind.
    """
    sound = max(_sound_values(text), key=lambda found: found.end - found.start, default=None)
    first = _OPENING.search(text)
    start = _encloser(text, sound.start) if sound else first and first.start()
    if start is not None:
        with contextlib.suppress(ValueError):
            return _mended(text[start:])
    if sound is None:
        raise ValueError("there is no JSON in it")
    return sound.value


def without_surrogates(text: str) -> str:
    """The text with halves of characters replaced, so that it can be kept."""
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def finite(value: Json) -> float | None:
    """The number that a model may have written as `6`, `"6"` or `"6/10"`; None for anything else."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return float(value) if abs(value) < _BEYOND and math.isfinite(value) else None
    if isinstance(value, str) and (match := _NUMBER.fullmatch(value.strip())):
        return float(match[1].replace(",", "."))
    return None


_NUMBER = re.compile(r"(-?\d+(?:[.,]\d+)?)\s*(?:/\s*\d+(?:\.\d+)?|%|points?|out of \d+)?\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Sound:
    value: Json
    start: int
    end: int


def _sound_values(text: str) -> list[_Sound]:
    """The values that stand in the text as valid JSON, none within another."""
    decoder = json.JSONDecoder(strict=False, parse_constant=lambda _: None)
    found: list[_Sound] = []
    position = failures = 0
    while failures < _MOST_FAILURES and (match := _OPENING.search(text, position)):
        try:
            value, position = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            position = match.end()
            failures += 1
            continue
        if value:
            found.append(_Sound(value, match.start(), position))
    return found


def _encloser(text: str, inner: int) -> int | None:
    """Where a bracket opens that is still open at `inner`: so early that what follows is a damaged value."""
    openings = (match.start() for match in _OPENING.finditer(text, 0, inner))
    return next((each for each in islice(openings, _MOST_OPENINGS) if _is_open(text, each, inner)), None)


def _is_open(text: str, start: int, end: int) -> bool:
    depth = 0
    for match in _BRACKET_OR_STRING.finditer(text, start, end):
        sign = match[0]
        depth += 1 if sign in "{[" else -1 if sign in "}]" else 0
        if depth == 0 and sign in "}]":
            return False
    return depth > 0


def _mended(text: str) -> Json:
    import json_repair

    try:
        found = cast(Json, json_repair.loads(text))
    except (ValueError, RecursionError) as error:
        raise ValueError("the JSON in it is damaged") from error
    if isinstance(found, (Mapping, list)) and found:
        return found
    raise ValueError("the JSON in it is damaged")
