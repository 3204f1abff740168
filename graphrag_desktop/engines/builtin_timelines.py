"""How something went over time: sentences by the days they speak of, else by their documents in the order of their names."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import TypeVar

import numpy as np

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.engines.builtin_sections import Section
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.dates import Day, first_day, year_in
from graphrag_desktop.language.relevance import sentence_value
from graphrag_desktop.language.selection import SPREAD_IN_REPORTS, choose_diverse
from graphrag_desktop.language.templates import Templates

_Thing = TypeVar("_Thing")

_POINTS = 12
_STRETCHES = 6  # of documents, or of years
_FEWEST_DATED = 5


def in_order(
    sentences: Sequence[EvidenceSentence], measures: CollectionMeasures, texts: Templates
) -> Iterator[Section]:
    """At most twelve sentences in sections of time, the earliest first.

    Where documents bear years in their names, those are the time. Else it is the days that the sentences themselves
    speak of, where enough of them do, and the order of the documents where not.
    """
    dated = {each.number: day for each in sentences if (day := first_day(each.text))}
    if len(dated) < _FEWEST_DATED or all(year_in(PurePosixPath(each.path).name) for each in sentences):
        return _by_document(sentences, measures, texts)
    return _by_day([each for each in sentences if each.number in dated], dated, measures, texts)


def diverse(
    sentences: Sequence[EvidenceSentence], wanted: int, spread: float, measures: CollectionMeasures
) -> list[EvidenceSentence]:
    """At most `wanted` of the sentences, the most telling of those that say different things."""
    rows = measures.rows(each.number for each in sentences)
    by_row = dict(zip(rows.tolist(), sentences, strict=True))
    values = sentence_value(np.array([each.relevance for each in sentences], np.float32), measures.text.quality[rows])
    return [by_row[row] for row in choose_diverse(measures.text, rows, values, wanted, spread).tolist()]


def _by_day(
    sentences: Sequence[EvidenceSentence], days: dict[int, Day], measures: CollectionMeasures, texts: Templates
) -> Iterator[Section]:
    chosen = diverse(sentences, _POINTS, SPREAD_IN_REPORTS, measures)
    ordered = sorted(chosen, key=lambda each: (days[each.number], each.number))
    years = sorted({days[each.number][0] for each in ordered})
    for stretch in _stretches(years):
        told = tuple(each for each in ordered if days[each.number][0] in stretch)
        first, last = str(stretch[0]), str(stretch[-1])
        yield Section(first if first == last else texts.span.format(first=first, last=last), told)


def _by_document(
    sentences: Sequence[EvidenceSentence], measures: CollectionMeasures, texts: Templates
) -> Iterator[Section]:
    """The best sentences of each stretch of documents, in the order of their paths, which is that of their names."""
    documents = sorted({_place(each)[:2] for each in sentences})
    stretches = list(_stretches(documents))
    for number, stretch in enumerate(stretches, start=1):
        here = [each for each in sentences if _place(each)[:2] in stretch]
        best = diverse(here, max(1, _POINTS // len(stretches)), SPREAD_IN_REPORTS, measures)
        yield Section(_stretch_label(stretch, number, texts), tuple(sorted(best, key=_place)))


def _stretches(ordered: Sequence[_Thing]) -> Iterable[Sequence[_Thing]]:
    """At most six runs of about the same length."""
    size = max(1, -(-len(ordered) // _STRETCHES))
    return (ordered[start : start + size] for start in range(0, len(ordered), size))


def _stretch_label(stretch: Sequence[tuple[str, str]], number: int, texts: Templates) -> str:
    ends = [*dict.fromkeys(name for path, _ in (stretch[0], stretch[-1]) if (name := PurePosixPath(path).stem))]
    if len(ends) > 1:
        return texts.span.format(first=ends[0], last=ends[1])
    return ends[0] if ends else texts.stretch.format(number=number)


def _place(sentence: EvidenceSentence) -> tuple[str, str, int]:
    return sentence.path, sentence.document, sentence.span.start
