"""What happened when, as far as the documents date it: sentences that name a date with its year, and claims that have dates."""

from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.domain.claims import Claim
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId, EntityId, Span
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.dates import Day, WrittenDate, placed_dates
from graphrag_desktop.project import Project
from graphrag_desktop.storage import claims, dated
from graphrag_desktop.storage.dated import FiguredSentence, Grouped
from graphrag_desktop.storage.evidence import EvidenceReader

_EVERY = 2_000  # sentences between two looks at whether to go on
_MOST_BARS = 320  # in one chart: more cannot be told apart
_MOST_COARSE = 0.3  # of all records in sight
_LAST_DECEMBER = 12


class Step(StrEnum):
    """What one bar of a chart stands for."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    DECADE = "decade"


@dataclass(frozen=True, slots=True)
class DatedRecord:
    """A sentence or a claim with a date: `start` and `end` as written, 0 where no month or day is named.

    `first` and `last` are the earliest and the latest day it can mean, as ordinals (`datetime.date`), both included;
    `is_period` is a claim that lasted from one to the other. `number` is that of the sentence or the claim.
    """

    kind: Kind
    number: int
    start: Day
    end: Day
    first: int
    last: int
    is_period: bool
    words: str
    evidence: Evidence
    entities: tuple[int, ...]
    communities: tuple[int, ...]

    def lies_in(self, first: int, last: int) -> bool:
        """Whether it is known to lie between two days; a period, whether it touches them."""
        if self.is_period:
            return self.first <= last and first <= self.last
        return first <= self.first and self.last <= last


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """A chart: the first day of each bar and the day after its last, and how many sentences and claims it holds.

    `coarse` counts records in sight whose date is too coarse for one bar, such as a year alone in a chart of months.
    """

    step: Step
    edges: NDArray[np.int64]
    sentences: NDArray[np.int64]
    claims: NDArray[np.int64]
    coarse: int

    @property
    def count(self) -> int:
        """How many bars there are."""
        return len(self.sentences)

    @property
    def total(self) -> int:
        """How many records are in sight."""
        return int(self.sentences.sum() + self.claims.sum()) + self.coarse


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a range of time leaves: records, and the numbers and documents of what they name and where they stand."""

    records: tuple[DatedRecord, ...]
    entities: frozenset[int]
    communities: frozenset[int]
    documents: frozenset[DocumentId]


@dataclass(frozen=True)
class Timeline:
    """All dated records of a project, the earliest first. `undated_claims` have no date that can be read."""

    records: tuple[DatedRecord, ...]
    undated_claims: int = 0

    @cached_property
    def span(self) -> tuple[int, int] | None:
        """The first and the last day of all; None where nothing is dated."""
        if not self.records:
            return None
        return min(each.first for each in self.records), max(each.last for each in self.records)

    def narrowed(self, first: int, last: int) -> Narrowing:
        """What lies between two days."""
        found = tuple(each for each in self.records if each.lies_in(first, last))
        return Narrowing(
            found,
            frozenset(number for each in found for number in each.entities),
            frozenset(number for each in found for number in each.communities),
            frozenset(each.evidence.document for each in found),
        )

    def bars(self, first: int, last: int, step: Step | None = None) -> Bars:
        """The records between two days by day, month, year or decade.

        Unless it is said, by the finest step with a readable number of bars for which few dates are too coarse.
        """
        if step is None:
            fine = list(Step)[list(Step).index(step_for(first, last)) :]
            tried = (self.bars(first, last, each) for each in fine)
            return next(each for each in tried if each.step is Step.DECADE or each.coarse <= _MOST_COARSE * each.total)
        edges = np.array(list(_edges(first, last, step)), np.int64)
        starts, ends, is_claim = self._arrays
        seen = (starts <= last) & (ends >= first)
        place = np.searchsorted(edges, starts, side="right") - 1
        inside = seen & (place >= 0) & (place < len(edges) - 1)
        fits = inside.copy()
        fits[inside] = ends[inside] < edges[place[inside] + 1]
        counted = fits | (inside & self._periods)
        counts = [
            np.bincount(place[counted & (is_claim == wanted)], minlength=len(edges) - 1) for wanted in (False, True)
        ]
        return Bars(step, edges, counts[0], counts[1], int((inside & ~counted).sum()))

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
        return (
            np.array([each.first for each in self.records], np.int64),
            np.array([each.last for each in self.records], np.int64),
            np.array([each.kind is Kind.CLAIM for each in self.records], np.bool_),
        )

    @cached_property
    def _periods(self) -> NDArray[np.bool_]:
        return np.array([each.is_period for each in self.records], np.bool_)


def timeline(project: Project, control: RunControl) -> Timeline:
    """Read all that is dated. Nothing is kept: for a million tokens it takes about a second."""
    with project.database.reading():
        reader = EvidenceReader(project.database)
        found = list(_sentences(project, reader, control))
        every = claims.claims(project.database)
        of_claims = list(_claims(project, every, reader))
    records = sorted([*found, *of_claims], key=lambda each: (each.first, each.last, each.kind, each.number))
    return Timeline(tuple(records), len(every) - len(of_claims))


def step_for(first: int, last: int) -> Step:
    """The finest step with which a span of days has few enough bars."""
    days = last - first + 1
    for step, length in ((Step.DAY, 4.0), (Step.MONTH, 30.4), (Step.YEAR, 365.25)):  # days only for weeks
        if days / length <= (_MOST_BARS if step is not Step.DAY else 16):
            return step
    return Step.DECADE


def first_ordinal(day: Day) -> int:
    """The earliest day that a date can mean."""
    year, month, number = day
    return _ordinal(year, month or 1, number or 1)


def last_ordinal(day: Day) -> int:
    """The latest."""
    year, month, number = day
    return _ordinal(year, month or _LAST_DECEMBER, number or 31)


def _ordinal(year: int, month: int, day: int) -> int:
    """A day that no calendar has becomes the last of its month."""
    return date(year, month, min(day, monthrange(year, month)[1])).toordinal()


def _sentences(project: Project, reader: EvidenceReader, control: RunControl) -> Iterator[DatedRecord]:
    found: list[tuple[FiguredSentence, Day]] = []
    for place, sentence in enumerate(dated.figured_sentences(project.database)):
        if place % _EVERY == 0:
            control.checkpoint()
        found += [(sentence, day) for day in dict.fromkeys(_day(each) for each in placed_dates(sentence.text))]
    numbers = dict.fromkeys(sentence.number for sentence, _ in found)
    named, homes = dated.entities_in(project.database, numbers), dated.homes_of(project.database, numbers)
    deepest = dated.deepest_communities(project.database)
    for sentence, day in found:
        entities = named.get(sentence.number, ())
        yield DatedRecord(
            Kind.SOURCE,
            sentence.number,
            day,
            day,
            first_ordinal(day),
            last_ordinal(day),
            is_period=False,
            words=sentence.text,
            evidence=reader.evidence(sentence.document, sentence.span),
            entities=entities,
            communities=_communities(sentence.number, entities, homes, deepest),
        )


def _communities(sentence: int, entities: Sequence[int], homes: Grouped, deepest: Mapping[int, int]) -> tuple[int, ...]:
    """Those that the sentence speaks of; where that was not looked at, those of what it names."""
    return homes.get(sentence) or tuple(dict.fromkeys(deepest[each] for each in entities if each in deepest))


def _claims(project: Project, every: Sequence[Claim], reader: EvidenceReader) -> Iterator[DatedRecord]:
    numbers, deepest = dated.entity_numbers(project.database), dated.deepest_communities(project.database)
    for claim in every:
        days = _days_of(claim)
        if days is None:
            continue
        ends: list[EntityId] = [claim.subject, *([claim.object] if claim.object is not None else [])]
        entities = tuple(dict.fromkeys(numbers[each] for each in ends if each in numbers))
        shown = reader.record(Kind.CLAIM, claim.number) or (reader.evidence(claim.document, Span(0, 0)),)
        yield DatedRecord(
            Kind.CLAIM,
            claim.number,
            days[0],
            days[1],
            first_ordinal(days[0]),
            last_ordinal(days[1]),
            is_period=days[0] != days[1],
            words=claim.description,
            evidence=shown[0],
            entities=entities,
            communities=tuple(dict.fromkeys(deepest[each] for each in entities if each in deepest)),
        )


def _days_of(claim: Claim) -> tuple[Day, Day] | None:
    """When a claim began and ended, the earlier first; one date alone is both. None where none can be read."""
    read = [_day(each[0]) for text in (claim.start_date, claim.end_date) if text and (each := placed_dates(text))]
    if not read:
        return None
    read.sort(key=first_ordinal)
    return read[0], read[-1]


def _day(written: WrittenDate) -> Day:
    """What a date says; of one in figures alone the year, as its day and month may be either way round."""
    if written.is_ambiguous:
        return written.year or 0, 0, 0
    return written.year or 0, written.month or 0, (written.day or 0) if written.month else 0


def _edges(first: int, last: int, step: Step) -> Iterator[int]:
    """The first days of the bars that cover a span, and the day after the last bar."""
    if step is Step.DAY:
        yield from range(first, last + 2)
        return
    start, end = date.fromordinal(first), date.fromordinal(last)
    months = {Step.MONTH: 1, Step.YEAR: 12, Step.DECADE: 120}[step]
    at = (start.year * 12 + start.month - 1) // months * months
    while at <= end.year * 12 + end.month - 1:
        yield date(at // 12, at % 12 + 1, 1).toordinal()
        at += months
    yield date(at // 12, at % 12 + 1, 1).toordinal()
