"""Which statements follow the first ones in a large collection: those of times, or documents, that are not told of yet."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.engines.builtin_choice import (
    FIRST,
    by_value,
    centrality,
    is_alike,
    is_broadly_told,
    value_of,
    worth_beside,
)
from graphrag_desktop.language.aspects import is_answered_by
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.dates import placed_dates, year_in
from graphrag_desktop.language.questions import Question
from graphrag_desktop.language.words import search_terms

_MOST = 8  # statements of an answer that is widened
_LEADERS, _LEAST = 3, 0.75  # of the value of the best ones: about what an answer may tell at all
_FACTS = frozenset({"amount", "time"})
_LONG = 20  # years; documents of fewer are told apart by themselves
_POINTS = re.compile(
    r"^[^,;:.]*\b(?:they|them|he|him|she|it)\b", re.IGNORECASE
)  # at somebody, before it named anybody else


def with_other_times(
    question: Question, told: list[EvidenceSentence], found: Sequence[EvidenceSentence], measures: CollectionMeasures
) -> list[EvidenceSentence]:
    """Those told, and up to eight in all the best of `found` that are from a time not told of, the most telling first.

    Unchanged in a small collection, for one amount or day, for a time that the question names, and where fewer than five are told. A time is
    the year in a document's name; where few are named so, every document is its own.
    """
    is_fact = bool(placed_dates(question.text)) or (question.aspect is not None and question.aspect.name in _FACTS)
    if is_fact or len(told) < FIRST or not is_broadly_told(told, measures):
        return told
    years = [year for each in found if (year := _year(each))]
    is_dated = 2 * len(years) > len(found) and max(years) - min(years) >= _LONG
    apart = (max(years) - min(years)) / (2 * _MOST) if is_dated else 0.0
    central = dict(zip((each.number for each in found), centrality(found, measures).tolist(), strict=True))
    chosen, left = list(told), _others(question, told, found)
    while len(chosen) < _MOST:
        left = [each for each in left if not is_alike(each, chosen, measures)]
        new = [each for each in left if _is_of_another_time(each, chosen, apart)]
        if not new:
            break
        worth = {each.number: worth_beside(each, chosen, central[each.number], measures) for each in new}
        chosen.append(max(new, key=lambda each: (worth[each.number], -each.number)))
    return by_value(chosen)


def _others(
    question: Question, told: Sequence[EvidenceSentence], found: Sequence[EvidenceSentence]
) -> list[EvidenceSentence]:
    """Those not told that answer, stand alone, are no worse than any that may be told, and name what most of those told do.

    Where a question asks only about its subjects, and nothing of them, each of them is enough.
    """
    best = by_value(told)[:_LEADERS]
    least = _LEAST * sum(map(value_of, best)) / len(best)
    topics = [terms for each in question.words if each.is_topic and (terms := frozenset(search_terms(each.word)))]
    common = [terms for terms in topics if 2 * sum(_holds(each, terms) for each in told) > len(told)]
    needed = common if question.aspect is not None else []
    return [
        each
        for each in by_value(found)
        if each not in told
        and value_of(each) >= least
        and not _POINTS.search(each.text)
        and is_answered_by(question.aspect, each.text)
        and any(_holds(each, terms) for terms in topics)
        and all(_holds(each, terms) for terms in needed)
    ]


def _holds(sentence: EvidenceSentence, terms: frozenset[str]) -> bool:
    return terms <= frozenset(search_terms(sentence.text))


def _is_of_another_time(sentence: EvidenceSentence, chosen: Sequence[EvidenceSentence], apart: float) -> bool:
    """Whether it is at least `apart` years from all that are chosen; of another document where that is 0."""
    if not apart:
        return all(each.document != sentence.document for each in chosen)
    year = _year(sentence)
    return bool(year) and all(abs(year - other) >= apart for each in chosen if (other := _year(each)))


def _year(sentence: EvidenceSentence) -> int:
    return year_in(PurePosixPath(sentence.path).name)
