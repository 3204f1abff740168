"""Map without a model: what one batch of reports says to a question, in sentences of the sources."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import PurePosixPath

import numpy as np

from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.contexts import Context, ContextItem, EvidenceSentence, Kind
from graphrag_desktop.engines.builtin_quotes import cited, trimmed
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.dates import first_day, year_in
from graphrag_desktop.language.questions import read_question
from graphrag_desktop.language.relevance import sentence_value, told_quality
from graphrag_desktop.language.selection import SPREAD_IN_ANSWERS, choose_diverse
from graphrag_desktop.language.words import search_terms

LEAST_HELPFUL = 30
"""A report below this names words of the question and says nothing to it (measured)."""

NEAR_BEST = 0.6
"""Reports below this share of the best score are mentioned nowhere."""

OF_A_THEME = 2
"""Sentences of each report, for a question about everything."""

_PER_REPORT, _PER_PART = 10, 24  # sentences
_PER_REPORT_IN_TIME = 12  # a question about a course of time needs sentences of many documents
_CONSIDERED = 3  # times as many are looked at, so that those chosen differ


def answer_builtin_part(question: str, context: Context, measures: CollectionMeasures) -> Part:
    """The most telling sentences of the records near the best one of the batch; its score is that one's.

    The items come with their relevance, the share of 100 that is their score, and with their evidence, best first:
    reports, and entities that belong to no community with a report.
    """
    asked = read_question(measures, question)
    scores = [item_score(item) for item in context.items]
    reports = zip(context.items, scores, strict=True)
    report_scores = tuple((item.number, score) for item, score in reports if item.kind is Kind.REPORT)
    best = max(scores, default=0)
    least = 1 if asked.is_overview else max(LEAST_HELPFUL, NEAR_BEST * best)
    limit = _PER_REPORT_IN_TIME if asked.is_timeline else OF_A_THEME if asked.is_overview else _PER_REPORT
    is_in_order = asked.is_overview and not asked.is_timeline
    sentences: dict[int, EvidenceSentence] = {}
    for position in sorted(range(len(scores)), key=lambda each: -scores[each]):
        if scores[position] >= least:
            for sentence in _chosen(
                context.items[position], scores[position], limit, measures, is_in_order=is_in_order
            ):
                sentences.setdefault(sentence.number, sentence)
    ranked = list(sentences.values()) if is_in_order else by_value(sentences.values())
    if asked.is_overview and asked.is_timeline:
        ranked.sort(key=_has_no_day)
    kept = tuple(ranked[:_PER_PART])
    wanted = frozenset(search_terms(question))
    text = "\n".join(statement(each, wanted) for each in kept)
    return Part(text, best if kept else 0, report_scores, kept)


def item_score(item: ContextItem) -> int:
    """The score of a record, 0 to 100."""
    return int(np.clip(round(100 * (item.relevance or 0.0)), 0, 100))


def statement(sentence: EvidenceSentence, wanted: frozenset[str]) -> str:
    """One line of an answer: the sentence, cut where it is long, with its report and its text unit."""
    refs = [(Kind.SOURCE, sentence.source)]
    if sentence.report is not None:
        refs.insert(0, (Kind.REPORT, sentence.report))
    return f"- {cited(trimmed(sentence, wanted), refs)}"


def _has_no_day(sentence: EvidenceSentence) -> bool:
    """Whether a sentence has no place in a course of events; a document named after a year gives it one."""
    return first_day(sentence.text) is None and not year_in(PurePosixPath(sentence.path).name)


def by_value(sentences: Iterable[EvidenceSentence]) -> list[EvidenceSentence]:
    """The most telling first: relevant, and good to quote."""
    return sorted(
        sentences, key=lambda each: (-each.relevance * told_quality(each.relevance, each.quality), each.number)
    )


def _chosen(
    item: ContextItem, score: int, limit: int, measures: CollectionMeasures, *, is_in_order: bool
) -> Iterator[EvidenceSentence]:
    """At most `limit` of a record's sentences that say different things, marked with the report if it is one.

    With `is_in_order` they are the first ones: those that open a report.
    """
    known = (each for each in item.sentences if each.number in measures.row_of_number)  # a new index may have fewer
    considered = list(islice(known, _CONSIDERED * limit))
    rows = measures.rows(each.number for each in considered)
    values = sentence_value(np.array([each.relevance for each in considered], np.float32), measures.text.quality[rows])
    by_row = dict(zip(rows.tolist(), considered, strict=True))
    spread = choose_diverse(measures.text, rows, values, limit, SPREAD_IN_ANSWERS)
    for row in (rows[:limit] if is_in_order else spread).tolist():
        report = item.number if item.kind is Kind.REPORT else None
        title = "" if item.kind is Kind.SOURCE else item.title  # sections are named by what is told, not by where
        yield replace(by_row[row], report=report, report_title=title, report_score=score)
