"""Reduce without a model: one answer out of the kept parts, every line a sentence of the sources with its citation."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

import numpy as np

from graphrag_desktop.domain.citations import MOST_IDS
from graphrag_desktop.domain.contexts import Context, EvidenceSentence, Kind
from graphrag_desktop.engines.builtin_parts import LEAST_HELPFUL, NEAR_BEST, by_value, statement
from graphrag_desktop.engines.builtin_quotes import cited
from graphrag_desktop.engines.builtin_sections import group_sections
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.questions import Question, read_question
from graphrag_desktop.language.relevance import sentence_value
from graphrag_desktop.language.selection import SPREAD_IN_ANSWERS, SPREAD_IN_REPORTS, choose_diverse
from graphrag_desktop.language.words import search_terms

_POINTS = 12
_CONSIDERED = 3  # times as many sentences are ranked, since some reports give more than their share
_FEW_REPORTS = 5
_PER_REPORT_OF_FEW, _PER_REPORT = 5, 3
_STRETCHES = 6  # of documents, for a question about a course of time
_NAMES_LISTED = 6
_OVERVIEW_REPORTS = 8
_TITLES_SHOWN = 3


def builtin_answer(question: str, context: Context, measures: CollectionMeasures) -> Iterator[str]:
    """The answer line by line; joined, the pieces are its text.

    The items are the kept parts, most helpful first. Reports near the best speak, few sentences each; questions for
    names list names first, questions about a course of time go through the documents in order.
    """
    asked = read_question(measures, question)
    sentences = _sentences_of(context, measures, is_overview=asked.is_overview)
    if not sentences:
        yield f"Nothing here answers that.{_never_mentioned(' The collection never mentions {}.', asked)}"
        return
    lines = _overview(sentences) if asked.is_overview else _points(asked, sentences, measures)
    for position, line in enumerate(lines):
        yield f"\n{line}" if position else line


def _sentences_of(context: Context, measures: CollectionMeasures, *, is_overview: bool) -> list[EvidenceSentence]:
    """The sentences of the parts whose reports are near the best, each once, through its most helpful report."""
    found: dict[int, EvidenceSentence] = {}
    for item in context.items:
        for sentence in item.sentences if item.kind is Kind.PART else ():
            score = sentence.report_score or round(100 * (item.relevance or 0.0))
            before = found.get(sentence.number)
            is_known = sentence.number in measures.row_of_number  # the index may be another since the parts were made
            if is_known and (before is None or score > before.report_score):
                found[sentence.number] = replace(sentence, report_score=score)
    best = max((each.report_score for each in found.values()), default=0)
    least = 1 if is_overview else max(LEAST_HELPFUL, NEAR_BEST * best)
    return [each for each in found.values() if each.report_score >= least]


def _overview(sentences: Sequence[EvidenceSentence]) -> Iterator[str]:
    """A question about everything: the reports that stand out, each with its best sentence."""
    first: dict[int | None, EvidenceSentence] = {}
    for sentence in sorted(sentences, key=lambda each: -each.report_score):
        first.setdefault(sentence.report, sentence)
    yield "What stands out here, the largest themes first:"
    for sentence in list(first.values())[:_OVERVIEW_REPORTS]:
        yield f"\n### {sentence.report_title or 'A theme without a title'}"
        yield statement(sentence, frozenset())


def _points(question: Question, sentences: Sequence[EvidenceSentence], measures: CollectionMeasures) -> Iterator[str]:
    yield _opening(question, sentences)
    yield from _names(question, sentences, measures)
    wanted = frozenset(search_terms(question.text))
    if question.is_timeline:
        yield from _in_order(sentences, wanted, measures)
        return
    for section in group_sections(_chosen(sentences, measures), question, measures):
        documents = len({each.document for each in section.sentences})
        yield f"\n### {section.label} ({documents} document{'s' if documents > 1 else ''})"
        for sentence in section.sentences:
            yield statement(sentence, wanted)


def _opening(question: Question, sentences: Sequence[EvidenceSentence]) -> str:
    """How many reports speak to the question, and which most of all."""
    reports = {each.report: each for each in sorted(sentences, key=lambda each: each.report_score)}
    reports.pop(None, None)  # what belongs to no report
    ranked = sorted(reports.values(), key=lambda each: (-each.report_score, each.report or 0))
    named = [f"“{each.report_title}” ({each.report_score} of 100)" for each in ranked if each.report_title]
    if not ranked:
        text = "No report speaks to this, only mentions outside of all themes"
    else:
        text = f"{len(ranked)} reports speak to this" if len(ranked) > 1 else "One report speaks to this"
    if named:
        text += f", most of all {_listed(named[:_TITLES_SHOWN])}" if len(ranked) > 1 else f", {named[0]}"
    text += _never_mentioned("; the collection never mentions {}", question)
    return cited(f"{text}.", [(Kind.REPORT, each.report) for each in ranked if each.report is not None])


def _never_mentioned(words: str, question: Question) -> str:
    return words.format(_listed([f"“{word}”" for word in question.missing])) if question.missing else ""


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _names(question: Question, sentences: Sequence[EvidenceSentence], measures: CollectionMeasures) -> Iterator[str]:
    """For each type asked for, the entities that these sentences name most, the more relevant ones counting more."""
    entities = measures.entities
    naming: dict[int, list[EvidenceSentence]] = {}
    for sentence in sentences:
        for row in entities.rows(sentence.entities).tolist():
            naming.setdefault(row, []).append(sentence)
    lines: list[str] = []
    for kind in question.types:
        rows = [row for row in naming if entities.types[row] == kind and not entities.is_hub[row]]
        rows.sort(key=lambda row: (-sum(each.relevance for each in naming[row]), row))
        if shown := rows[:_NAMES_LISTED]:
            listed = ", ".join(f"{entities.titles[row]} ({len(naming[row])})" for row in shown)
            sources = dict.fromkeys(each.source for row in shown for each in naming[row][:1])
            lines.append(f"- {cited(f'{kind}: {listed}', [(Kind.SOURCE, each) for each in [*sources][:MOST_IDS]])}")
    if lines:
        yield "\n### Named most in what follows (types are likely, not certain)"
        yield from lines


def _chosen(sentences: Sequence[EvidenceSentence], measures: CollectionMeasures) -> list[EvidenceSentence]:
    """At most twelve sentences, few of one report, the most telling first."""
    reports = len({each.report for each in sentences})
    limit = _PER_REPORT_OF_FEW if reports <= _FEW_REPORTS else _PER_REPORT
    taken: Counter[int | None] = Counter()
    chosen: list[EvidenceSentence] = []
    for sentence in _diverse(sentences, _CONSIDERED * _POINTS, SPREAD_IN_ANSWERS, measures):
        if taken[sentence.report] < limit and len(chosen) < _POINTS:
            taken[sentence.report] += 1
            chosen.append(sentence)
    return by_value(chosen)


def _in_order(
    sentences: Sequence[EvidenceSentence], wanted: frozenset[str], measures: CollectionMeasures
) -> Iterator[str]:
    """The best sentences of each stretch of documents, in the order of their paths, which is that of their names."""
    documents = sorted({_place(each)[:2] for each in sentences})
    size = -(-len(documents) // _STRETCHES)
    stretches = [documents[start : start + size] for start in range(0, len(documents), size)]
    for number, stretch in enumerate(stretches, start=1):
        here = [each for each in sentences if _place(each)[:2] in stretch]
        best = _diverse(here, max(1, _POINTS // len(stretches)), SPREAD_IN_REPORTS, measures)
        ends = dict.fromkeys(PurePosixPath(path).stem for path, _ in (stretch[0], stretch[-1]))
        yield f"\n### {' to '.join(ends) or f'Documents, part {number}'}"
        for sentence in sorted(best, key=_place):
            yield statement(sentence, wanted)


def _place(sentence: EvidenceSentence) -> tuple[str, str, int]:
    return sentence.path, sentence.document, sentence.span.start


def _diverse(
    sentences: Sequence[EvidenceSentence], wanted: int, spread: float, measures: CollectionMeasures
) -> list[EvidenceSentence]:
    rows = measures.rows(each.number for each in sentences)
    by_row = dict(zip(rows.tolist(), sentences, strict=True))
    values = sentence_value(np.array([each.relevance for each in sentences], np.float32), measures.text.quality[rows])
    return [by_row[row] for row in choose_diverse(measures.text, rows, values, wanted, spread).tolist()]
