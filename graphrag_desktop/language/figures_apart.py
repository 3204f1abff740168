"""A sentence without its figures, and the figures alone: by these one sees that two sentences say the same but for one figure."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.dates import WrittenDate, written_dates
from graphrag_desktop.language.number_values import WrittenNumber, written_numbers
from graphrag_desktop.language.words import search_terms

_FEWEST_TERMS = 5  # with fewer a sentence may be about anything
_ALIKE = 0.8  # of the terms of two sentences (Dice), their figures left out
_MOST_CELLS = 2  # of a row of a table: rows are alike by what they are
_SENTENCE_END = re.compile(r"[.!?…。！？][\"”’)\]』」]*$")
_MOST_PARTNERS = 4
_MOST_BESIDE = 400  # sentences that share a term: with more it tells nothing


@dataclass(frozen=True, slots=True)
class Figured:
    """A sentence taken apart: the terms that are no figures, its figures in order (numbers and dates), and where they stand."""

    terms: frozenset[str]
    figures: tuple[WrittenNumber | WrittenDate, ...]

    @property
    def dates(self) -> tuple[WrittenDate, ...]:
        """Those figures that are dates."""
        return tuple(each for each in self.figures if isinstance(each, WrittenDate))


@dataclass(frozen=True, slots=True)
class OneFigureApart:
    """Two sentences, by their places, that say the same but for the figure at these spans."""

    one: int
    other: int
    one_span: Span
    other_span: Span
    is_date: bool


def take_apart(text: str) -> Figured | None:
    """The parts of a sentence that can be compared.

    None for one with too few words or no figure, and for what is no sentence: a row of a table, a line of a list, a
    heading.
    """
    if not _SENTENCE_END.search(text.rstrip()):
        return None
    if text.count(" | ") >= _MOST_CELLS or (text.count("; ") >= _MOST_CELLS and text.count(": ") >= _MOST_CELLS):
        return None
    dates = written_dates(text)
    numbers = [each for each in written_numbers(text) if not any(each.span.overlaps(date.span) for date in dates)]
    both: list[WrittenNumber | WrittenDate] = [*dates, *numbers]
    figures = sorted(both, key=lambda each: each.span.start)
    if not figures:
        return None
    rest = list(text)
    for each in figures:
        rest[each.span.start : each.span.end] = " " * (each.span.end - each.span.start)
    terms = frozenset(term for term in search_terms("".join(rest)) if not term[0].isdigit())
    return Figured(terms, tuple(figures)) if len(terms) >= _FEWEST_TERMS else None


def one_figure_apart(sentences: Sequence[Figured | None]) -> Iterator[OneFigureApart]:
    """Pairs of sentences whose words are nearly the same and of whose figures all agree but one.

    Where only a date differs and another figure is the same, that is two points of a series, and no pair; so is a pair
    in which the dates differ as well as the number. What differs from many others in one figure is a form that was
    filled in again and again, and no pair either.
    """
    pairs = list(_pairs(sentences))
    partners = Counter(place for pair in pairs for place in (pair.one, pair.other))
    yield from (pair for pair in pairs if max(partners[pair.one], partners[pair.other]) <= _MOST_PARTNERS)


def _pairs(sentences: Sequence[Figured | None]) -> Iterator[OneFigureApart]:
    for one, other in _candidates(sentences):
        first, second = sentences[one], sentences[other]
        if first is None or second is None or len(first.figures) != len(second.figures):
            continue
        apart = [
            (mine, theirs)
            for mine, theirs in zip(first.figures, second.figures, strict=True)
            if not _agree(mine, theirs)
        ]
        if len(apart) != 1 or not _alike(first, second):
            continue
        mine, theirs = apart[0]
        is_date = isinstance(mine, WrittenDate)
        if is_date != isinstance(theirs, WrittenDate) or (is_date and len(first.dates) != len(first.figures)):
            continue
        yield OneFigureApart(one, other, mine.span, theirs.span, is_date)


def _agree(one: WrittenNumber | WrittenDate, other: WrittenNumber | WrittenDate) -> bool:
    if isinstance(one, WrittenDate) and isinstance(other, WrittenDate):
        return one.agrees_with(other) or other.agrees_with(one)
    if isinstance(one, WrittenNumber) and isinstance(other, WrittenNumber):
        return (one.value, one.is_percentage) == (other.value, other.is_percentage)
    return False


def _alike(one: Figured, other: Figured) -> bool:
    return 2 * len(one.terms & other.terms) >= _ALIKE * (len(one.terms) + len(other.terms))


def _candidates(sentences: Sequence[Figured | None]) -> Iterator[tuple[int, int]]:
    """Pairs that share one of their rarest terms: alike ones always do, as so many of their terms are the same."""
    counts = Counter(term for each in sentences if each is not None for term in each.terms)
    beside: dict[str, list[int]] = {}
    for place, each in enumerate(sentences):
        if each is None:
            continue
        rarest = sorted(each.terms, key=lambda term: (counts[term], term))
        seen: set[int] = set()
        for term in rarest[: len(rarest) // 3 + 1]:  # Dice of 0.8 leaves at most a third of the larger set apart
            found = beside.setdefault(term, [])
            if len(found) < _MOST_BESIDE:
                seen.update(found)
                found.append(place)
        yield from ((before, place) for before in sorted(seen))
