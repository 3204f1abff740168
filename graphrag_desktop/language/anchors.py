"""Anchors of a statement: the numbers, dates, quotations and names in it that its evidence must have too.

They are found, not understood: a statement with all its anchors is anchored, which is less than true.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from graphrag_desktop.domain.identity import Span, entity_id
from graphrag_desktop.language.dates import WrittenDate, written_dates
from graphrag_desktop.language.loose_quotes import locate_loosely
from graphrag_desktop.language.number_values import WrittenNumber, written_numbers


class AnchorKind(StrEnum):
    """What can be looked for in evidence without understanding it."""

    NUMBER = "number"
    PERCENTAGE = "percentage"
    DATE = "date"
    QUOTATION = "quotation"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Anchor:
    """Something in a statement that its evidence must have too: `span` counts from the statement's start."""

    kind: AnchorKind
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class AnchorCheck:
    """The anchors of one statement that the evidence has, and those that it lacks."""

    found: tuple[Anchor, ...]
    missing: tuple[Anchor, ...]


Names = Sequence[Sequence[str]]
"""What is known by several names: each under all of its names."""


def check_anchors(statement: str, evidence: Iterable[str], names: Names = ()) -> AnchorCheck:
    """Which anchors of a statement occur in the texts that it cites; `names` are those to look for, with their aliases.

    A number is found under any way of writing it, a date where the evidence says at least as much, a quotation word for
    word or nearly so, a name under any of its names.
    """
    heard = _Heard(tuple(evidence))
    found: list[Anchor] = []
    missing: list[Anchor] = []
    for anchor, is_there in _anchors(statement, names, heard):
        (found if is_there else missing).append(anchor)
    return AnchorCheck(tuple(found), tuple(missing))


_QUOTED = re.compile(r"“([^“”\n]{2,})”|\"([^\"\n]{2,})\"|«([^«»\n]{2,})»|「([^「」\n]{2,})」|『([^『』\n]{2,})』")
_NAME_WORD = r"[A-ZÀ-ÖØ-ÞΑ-ΩА-Я][\w’'-]*"
_LINK = r"(?:(?:of|de|du|des|der|von|van|di|da)(?:\s+(?:the|la|le|der|den))?|al|la|le|&)"
_CAPITALISED = re.compile(rf"\b{_NAME_WORD}(?:\s+(?:{_LINK}\s+)?{_NAME_WORD})+")
_CAPITAL = re.compile(rf"\b{_NAME_WORD}")
_POSSESSIVE = re.compile(r"[’']s?$")
_LATIN = re.compile(r"[A-Za-zÀ-ɏͰ-ӿ]")
_OPENING_WORDS = """the a an this that these those in on at by for from with as to of and but or if when while after before
    since although because however moreover both each all some many most several its his her their our it he she they we"""
_FIRST_WORDS = frozenset(_OPENING_WORDS.split())


class _Heard:
    """The evidence, in the forms in which anchors are looked for."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.dates = tuple(chain.from_iterable(map(written_dates, texts)))
        numbers = tuple(chain.from_iterable(map(written_numbers, texts)))
        self.numbers = {each.value for each in numbers}
        self.percentages = {each.value for each in numbers if each.is_percentage}
        self._words = tuple(f" {_plain(each)} " for each in texts)

    def has_date(self, date: WrittenDate) -> bool:
        return any(date.agrees_with(each) for each in self.dates) or (
            date.month is None and date.day is None and date.year in self.numbers
        )

    def has_number(self, number: WrittenNumber) -> bool:
        if number.is_percentage:
            return number.value in self.percentages
        years = {each.year for each in self.dates} | {each.day for each in self.dates}
        return number.value in self.numbers or number.value in years

    def has_quotation(self, words: str) -> bool:
        return any(locate_loosely(text, words) is not None for text in self.texts)

    def has_name(self, names: Iterable[str]) -> bool:
        """Whether any text has one of the names."""
        return any(_is_in(each, words) for each in names for words in self._words)

    def has_all(self, parts: Sequence[str]) -> bool:
        """Whether one text has every part of a name: where it stands as “the Board” and “Lune” apart, it is there."""
        return any(all(_is_in(each, words) for each in parts) for words in self._words)


def _anchors(statement: str, names: Names, heard: _Heard) -> Iterator[tuple[Anchor, bool]]:
    """Every anchor with whether it was heard, in the order of the statement; what is quoted is looked for as a whole."""
    taken: list[Span] = []
    found: list[tuple[Anchor, bool]] = []

    def take(kind: AnchorKind, span: Span, *, is_there: bool) -> None:
        if not any(span.overlaps(each) for each in taken):
            taken.append(span)
            found.append((Anchor(kind, statement[span.start : span.end], span), is_there))

    for match in _QUOTED.finditer(statement):
        words = next(filter(None, match.groups()))
        take(AnchorKind.QUOTATION, Span(*match.span()), is_there=heard.has_quotation(words))
    for date in written_dates(statement):
        take(AnchorKind.DATE, date.span, is_there=heard.has_date(date))
    for number in written_numbers(statement):
        kind = AnchorKind.PERCENTAGE if number.is_percentage else AnchorKind.NUMBER
        take(kind, number.span, is_there=heard.has_number(number))
    for known in names:
        for span in _places(statement, known):
            take(AnchorKind.NAME, span, is_there=heard.has_name(known))
    for span in _capitalised(statement):
        take(AnchorKind.NAME, span, is_there=heard.has_all(_CAPITAL.findall(statement, span.start, span.end)))
    return iter(sorted(found, key=lambda each: each[0].span))


def _places(statement: str, names: Iterable[str]) -> Iterator[Span]:
    """Where one of the names stands in the statement, the longest first; a name in Latin letters as whole words."""
    folded = statement.casefold()
    if len(folded) != len(statement):
        folded = statement
    for name in sorted(names, key=len, reverse=True):
        start = folded.find(name.casefold())
        while start >= 0:
            end = start + len(name)
            is_whole = not _LATIN.search(name) or not (
                folded[start - 1 : start].isalnum() or folded[end : end + 1].isalnum()
            )
            if is_whole:
                yield Span(start, end)
            start = folded.find(name.casefold(), end)


def _capitalised(statement: str) -> Iterator[Span]:
    """Runs of two or more capitalised words, without a common word that only opens the sentence."""
    for match in _CAPITALISED.finditer(statement):
        start = match.start()
        first, _, rest = match[0].partition(" ")
        if first.casefold() in _FIRST_WORDS:
            start += len(first) + 1
            if not re.search(r"\s", rest.strip()):
                continue
        yield Span(start, match.end())


def _plain(text: str) -> str:
    """The form of ids, words apart by single spaces, without marks of possession."""
    return " ".join(_POSSESSIVE.sub("", word) for word in re.findall(r"[\w’'&.-]+", entity_id(text)))


def _is_in(name: str, words: str) -> bool:
    plain = _plain(name)
    if not plain:
        return False
    return f" {plain} " in words.replace(". ", " ") or f" {plain} " in words if _LATIN.search(plain) else plain in words
