"""Map without a model: what one batch of reports says to a question, in sentences of the sources."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import PurePosixPath

import numpy as np

from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.contexts import Context, ContextItem, EvidenceSentence, Kind
from graphrag_desktop.engines.builtin_choice import by_value
from graphrag_desktop.engines.builtin_quotes import statement
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.dates import first_day, year_in
from graphrag_desktop.language.lexicon_aspects import CONTRADICTION, RIGHT
from graphrag_desktop.language.questions import read_question
from graphrag_desktop.language.relevance import sentence_value
from graphrag_desktop.language.selection import SPREAD_IN_ANSWERS, choose_diverse
from graphrag_desktop.language.words import search_terms

LEAST_HELPFUL = 30
"""A report below this names words of the question and says nothing to it (measured)."""

NEAR_BEST = 0.5
"""Reports below this share of the best score are mentioned nowhere."""

OF_A_THEME = 8
"""Sentences of each report that are looked at, for a question about everything."""

_PER_REPORT, _PER_PART = 16, 40  # sentences
_OF_ALL = 2  # times as many for a question about everything, of which few of each report are told
_PER_REPORT_IN_TIME = (
    24  # a question about a course of time needs sentences of many documents, one about rights all of a list
)
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
    is_paired = asked.aspect is not None and asked.aspect.name == CONTRADICTION  # what is alike in a pair is all needed
    least = 1 if asked.is_overview or is_paired else max(LEAST_HELPFUL, NEAR_BEST * best)
    is_long = asked.is_timeline or (asked.aspect is not None and asked.aspect.name == RIGHT)
    limit = _PER_REPORT_IN_TIME if is_long else OF_A_THEME if asked.is_overview else _PER_REPORT
    is_in_order = is_paired or (asked.is_overview and not asked.is_timeline)
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
    kept = tuple(ranked[: _PER_PART * (_OF_ALL if is_in_order else 1)])
    wanted = frozenset(search_terms(question))
    text = "\n".join(statement(each, wanted) for each in kept)
    return Part(text, best if kept else 0, report_scores, kept)


def item_score(item: ContextItem) -> int:
    """The score of a record, 0 to 100."""
    return int(np.clip(round(100 * (item.relevance or 0.0)), 0, 100))


def _has_no_day(sentence: EvidenceSentence) -> bool:
    """Whether a sentence has no place in a course of events; a document named after a year gives it one."""
    return first_day(sentence.text) is None and not year_in(PurePosixPath(sentence.path).name)


def _chosen(
    item: ContextItem, score: int, limit: int, measures: CollectionMeasures, *, is_in_order: bool
) -> Iterator[EvidenceSentence]:
    """At most `limit` of a record's sentences that say different things, marked with the report if it is one.

    With `is_in_order` they are the first ones: those that open a report.
    """
    known = (each for each in item.sentences if each.number in measures.row_of_number)  # a new index may have fewer
    considered = list(islice(known, _CONSIDERED * limit))
    rows = measures.rows(each.number for each in considered)
    values = sentence_value(
        np.array([each.relevance for each in considered], np.float32),
        np.array([each.quality for each in considered], np.float32),
    )
    by_row = dict(zip(rows.tolist(), considered, strict=True))
    spread = choose_diverse(measures.text, rows, values, limit, SPREAD_IN_ANSWERS)
    for row in (rows[:limit] if is_in_order else spread).tolist():
        report = item.number if item.kind is Kind.REPORT else None
        title = "" if item.kind is Kind.SOURCE else item.title  # sections are named by what is told, not by where
        yield replace(by_row[row], report=report, report_title=title, report_score=score)
