"""What the project itself knows to a question: how helpful each record of a level is, and its evidence, best first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from graphrag_desktop.domain.contexts import ContextItem, EvidenceSentence, Kind
from graphrag_desktop.domain.reports import CommunityReport
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.questions import Question, read_question
from graphrag_desktop.language.relevance import helpful_evidence, sentence_relevance
from graphrag_desktop.language.vectors import Floats, Ints
from graphrag_desktop.language.wording import wording_factor
from graphrag_desktop.language.words import search_terms
from graphrag_desktop.project import Project
from graphrag_desktop.query.index_memory import IndexMemory
from graphrag_desktop.query.levels import LevelReader, LevelReading, Record
from graphrag_desktop.storage import communities, graph
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.evidence import quoted_sentences
from graphrag_desktop.storage.search import sentences_with_all

_WORDED = 300  # sentences whose words are looked at: far more than an answer may quote
_MOST_SENTENCES = 15  # of one record: an answer quotes at most five of a report
_FEW = 15  # sentences with every word of a question: of more, relevance alone tells which matter
_STATED = 0.7
_LEAST_QUALITY = 0.15  # no boilerplate, no copy, no scrap of a sentence
LEAST_HELPFUL = 0.3
"""Of the best record: below, what was found is only in passing, and nothing here answers."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The records of a level as they are handed to an engine; `missing` are the question's words found nowhere."""

    items: Mapping[Record, ContextItem]
    missing: tuple[str, ...]


def retrieve(
    project: Project, question: str, memory: IndexMemory, reader: LevelReader, reading: LevelReading
) -> Retrieved:
    """All records of the level, each with its relevance to the question and the sentences that give it.

    Relevance is None where the project keeps no numbers to tell it by: then the engine alone judges.
    """
    database = project.database
    reports = communities.reports_of(database, reading.reports)
    items = {(Kind.REPORT, number): _report_item(each) for number, each in reports.items()}
    items |= {(each.kind, each.number): each for each in reader.singles.values()}
    if not project.arrays.is_measured:
        return Retrieved(items, ())
    asked = read_question(project.arrays.measures, question)
    if asked.is_overview:
        found = {record: _by_rating(each) for record, each in _of_reports(reports)}
    else:
        found = _by_relevance(project, asked, memory, reader, reading)
    told = graph.evidence_sentences(database, (number for each in found.values() for number, _ in each.sentences))
    missing = never_mentioned(database, asked)
    return Retrieved({record: with_evidence(item, found.get(record), told) for record, item in items.items()}, missing)


@dataclass(frozen=True, slots=True)
class Helpful:
    """How helpful a record is, and the numbers of its best sentences with their relevance."""

    relevance: float
    sentences: tuple[tuple[int, float], ...] = ()


def _report_item(report: CommunityReport) -> ContextItem:
    return ContextItem(Kind.REPORT, report.number, report.title, report.text, report.tokens)


def _of_reports(reports: Mapping[int, CommunityReport]) -> Iterable[tuple[Record, CommunityReport]]:
    return (((Kind.REPORT, number), each) for number, each in reports.items())


def _by_rating(report: CommunityReport) -> Helpful:
    """For a question about everything: what is rated highest, with the sentences that its report quotes."""
    return Helpful(report.rating / 10, tuple((number, 1.0) for number in quoted_sentences(report)[:_MOST_SENTENCES]))


def _by_relevance(
    project: Project, question: Question, memory: IndexMemory, reader: LevelReader, reading: LevelReading
) -> dict[Record, Helpful]:
    measures = project.arrays.measures
    relevance = relevance_to(project, question)
    if not relevance.any():
        return {}
    found: dict[Record, Helpful] = {}
    rows_of = _rows_of_reports(measures, memory, reading.level)
    for number in reading.reports:
        found[Kind.REPORT, number] = helpful(measures, relevance, rows_of.get(number, _NO_ROWS))
    for single in reader.singles.values():
        entity = measures.entities.rows([single.entity] if single.entity else ())
        rows = measures.entities.mentions.column(int(entity[0]))[0] if len(entity) else _NO_ROWS
        found[single.kind, single.number] = helpful(measures, relevance, rows)
    best = max((each.relevance for each in found.values()), default=0.0)
    return found if best >= LEAST_HELPFUL else {}


def relevance_to(project: Project, question: Question) -> Floats:
    """The relevance of every sentence, 0 to 1; zeros where nothing answers."""
    measures = project.arrays.measures
    return _worded(project.database, measures, question, _with_stated(project.database, measures, question))


def never_mentioned(database: Database, question: Question) -> tuple[str, ...]:
    """The words of a question that are found nowhere."""
    return tuple(word for word in question.missing if not sentences_with_all(database, search_terms(word), 1))


def _with_stated(database: Database, measures: CollectionMeasures, question: Question) -> Floats:
    """The relevance of every sentence; the few that say every word of the question are never passed over.

    Measured on sentences asked for by three of their rarest words: 284 of 288 are found, 280 without this.
    """
    relevance = sentence_relevance(measures, question)
    terms = [term for word in question.words for term in search_terms(word.word)]
    stated = sentences_with_all(database, terms, _FEW + 1) if len(question.words) > 1 else ()
    if 0 < len(stated) <= _FEW:
        rows = measures.rows(stated)
        rows = rows[measures.text.quality[rows] >= _LEAST_QUALITY]
        relevance[rows] = np.maximum(relevance[rows], _STATED)
    return relevance


def _worded(database: Database, measures: CollectionMeasures, question: Question, relevance: Floats) -> Floats:
    """The relevance of the best sentences once their words were looked at; the others are none."""
    rows = np.argsort(-relevance, kind="stable")[:_WORDED]
    rows = rows[relevance[rows] > 0]
    told = graph.evidence_sentences(database, measures.numbers[rows].tolist())
    found = np.zeros_like(relevance)
    for row in rows.tolist():
        sentence = told.get(int(measures.numbers[row]))
        if sentence is not None:
            found[row] = relevance[row] * wording_factor(question, sentence.text)
    return np.minimum(found, 1)


_NO_ROWS: Ints = np.zeros(0, np.int64)


def helpful(measures: CollectionMeasures, relevance: Floats, rows: Ints) -> Helpful:
    """How helpful the sentences in `rows` are together, and the best of them."""
    share, best = helpful_evidence(measures, relevance, rows)
    shown = best[:_MOST_SENTENCES]
    return Helpful(share, tuple(zip(measures.numbers[shown].tolist(), relevance[shown].tolist(), strict=True)))


def _rows_of_reports(measures: CollectionMeasures, memory: IndexMemory, level: int) -> dict[int, Ints]:
    """For each community of the level the rows of its sentences."""
    row_of = np.zeros(int(measures.numbers.max(initial=0)) + 1, np.int64)
    row_of[measures.numbers] = np.arange(len(measures.numbers))
    return {number: row_of[sentences] for number, sentences in memory.sentences_of(level).items()}


def with_evidence(item: ContextItem, found: Helpful | None, told: Mapping[int, EvidenceSentence]) -> ContextItem:
    """The record with its relevance and its best sentences, as `told`; without any, its relevance is 0."""
    if found is None:
        return replace(item, relevance=0.0)
    report = item.number if item.kind is Kind.REPORT else None
    sentences: Sequence[EvidenceSentence] = [
        replace(told[number], report=report, relevance=relevance)
        for number, relevance in found.sentences
        if number in told
    ]
    return replace(item, relevance=found.relevance, sentences=tuple(sentences))
