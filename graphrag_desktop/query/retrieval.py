"""What the project itself knows to a question: how helpful each record of a level is, and its evidence, best first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from graphrag_desktop.domain.contexts import ContextItem, EvidenceSentence, Kind
from graphrag_desktop.domain.reports import CommunityReport
from graphrag_desktop.language.antecedents import is_cut
from graphrag_desktop.language.aspects import is_answered_by
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.lexicon_aspects import CONTRADICTION
from graphrag_desktop.language.questions import Question, read_question
from graphrag_desktop.language.relevance import (
    helpful_evidence,
    least_quotable,
    relevance_together,
    says_all,
    sentence_relevance,
)
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.standing import standing_alone
from graphrag_desktop.language.vectors import TINY, Floats, Ints
from graphrag_desktop.language.wording import telling_factor, wording_factor
from graphrag_desktop.language.words import search_terms
from graphrag_desktop.project import Project
from graphrag_desktop.query.antecedents import with_antecedents
from graphrag_desktop.query.contrasts import contrasting_relevance
from graphrag_desktop.query.courses import event_relevance
from graphrag_desktop.query.index_memory import IndexMemory
from graphrag_desktop.query.levels import LevelReader, LevelReading, Record
from graphrag_desktop.query.second_hop import second_hop
from graphrag_desktop.storage import communities, graph
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.evidence import quoted_sentences
from graphrag_desktop.storage.search import sentences_with_all

_WORDED = 300  # sentences whose words are looked at: far more than an answer may quote
_MOST_SENTENCES = 30  # of one record: an answer chooses among them
_FEW = 15  # sentences with every word of a question: of more, relevance alone tells which matter
_STATED = 0.7
_MOST_INSTEAD = 5  # sentences that stand for a report of which nothing quoted lies inside of a restriction
_LEAST_QUALITY = 0.15  # no boilerplate, no copy, no scrap of a sentence
_CANNOT_STAND = 0.4  # what a sentence counts that speaks of what only another one names
_ANSWERING = 0.9  # what a sentence counts at least that says all that is asked
_UNNAMED = 0.2  # of its relevance loses a sentence without any name
_POINTING = 0.15  # of its relevance loses at most a sentence that may point at another
_LARGE = 2_000  # sentences
_PLACE_UNNAMED = 0.3  # and one without a place, where places are asked for
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
    told: Mapping[int, EvidenceSentence] = {}
    events, sentences = _events(project, asked)
    if sentences:
        told, found = sentences, _by_relevance(project, events, memory, reader, reading)
    elif asked.is_overview:
        found = {record: by_rating(each, project, memory) for record, each in _of_reports(reports)}
        told = graph.evidence_sentences(database, (number for each in found.values() for number, _ in each.sentences))
    else:
        relevance, told = relevance_to(project, asked)
        found = _by_relevance(project, relevance, memory, reader, reading)
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


def _events(project: Project, question: Question) -> tuple[Floats, Mapping[int, EvidenceSentence]]:
    """What happened, for a question about how everything went."""
    if question.is_overview and question.is_timeline:
        found, told = event_relevance(project.database, project.arrays.measures, question.text)
        inside = _only_inside(project, found)
        return (inside, told) if inside.any() or not found.any() else (np.zeros(0, np.float32), {})
    return np.zeros(0, np.float32), {}


def by_rating(report: CommunityReport, project: Project, memory: IndexMemory) -> Helpful:
    """For a question about everything: what is rated highest, with the sentences that its report quotes.

    Where the question is restricted, those of them that lie inside; where none does, others that speak of the same.
    """
    quoted, scope = quoted_sentences(report), project.scope
    if scope is not None:
        quoted = tuple(each for each in quoted if each in scope.sentences)
        if not quoted:
            below = memory.sentences_below(report.number).tolist()
            quoted = tuple(each for each in below if each in scope.sentences)[:_MOST_INSTEAD]
    return Helpful(
        report.rating / 10 if quoted or scope is None else 0.0, tuple((n, 1.0) for n in quoted[:_MOST_SENTENCES])
    )


def _by_relevance(
    project: Project, relevance: Floats, memory: IndexMemory, reader: LevelReader, reading: LevelReading
) -> dict[Record, Helpful]:
    measures = project.arrays.measures
    if not relevance.any():
        return {}
    found: dict[Record, Helpful] = {}
    rows_of, least = _rows_of_reports(measures, memory, reading.level), least_quotable(relevance)
    for number in reading.reports:
        rows = rows_of.get(number)
        if rows is None:  # a deeper one that was chosen
            rows = measures.rows(memory.sentences_below(number).tolist())
        found[Kind.REPORT, number] = helpful(measures, relevance, rows, least)
    for single in reader.singles.values():
        entity = measures.entities.rows([single.entity] if single.entity else ())
        rows = measures.entities.mentions.column(int(entity[0]))[0] if len(entity) else _NO_ROWS
        found[single.kind, single.number] = helpful(measures, relevance, rows, least)
    best = max((each.relevance for each in found.values()), default=0.0)
    return found if best >= LEAST_HELPFUL else {}


def relevance_to(project: Project, question: Question) -> tuple[Floats, Mapping[int, EvidenceSentence]]:
    """The relevance of every sentence, 0 to 1, and those that have any, by number; zeros where nothing answers."""
    relevance, told = _worded(project, question)
    return _only_inside(project, relevance), told


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


def _only_inside(project: Project, relevance: Floats) -> Floats:
    """Without that of sentences that lie outside, where a question is restricted."""
    scope = project.scope
    if scope is None or not len(relevance):
        return relevance
    inside = np.isin(project.arrays.measures.numbers, np.fromiter(scope.sentences, np.int64))
    return np.where(inside, relevance, np.float32(0))


def _worded(project: Project, question: Question) -> tuple[Floats, Mapping[int, EvidenceSentence]]:
    """The relevance of the best sentences once their words were looked at, and those sentences; the others are none."""
    database, measures = project.database, project.arrays.measures
    own = _only_inside(project, _with_stated(database, measures, question))
    relevance = relevance_together(measures, question, own)
    if question.aspect is not None and question.aspect.name == CONTRADICTION:
        contrasting, sentences = contrasting_relevance(database, measures, relevance)
        if sentences:
            return contrasting, sentences
    rows = np.argsort(-relevance, kind="stable")[:_WORDED]
    rows = rows[relevance[rows] > 0]
    told = graph.evidence_sentences(database, measures.numbers[rows].tolist())
    alone = with_antecedents(database, measures, told)
    is_answer, is_broad = says_all(own), _has_many_answers(measures, question)
    found, plain = np.zeros_like(relevance), 0.0
    for row in rows.tolist():
        number = int(measures.numbers[row])
        if number in told:
            worded = wording_factor(question, told[number].text)
            plain = max(plain, float(own[row]) * worded)
            sentence = alone.get(number, told[number])
            stands = 1.0 if number in alone else _CANNOT_STAND
            if is_broad and sentence.span == told[number].span:
                stands *= 1 - _POINTING * (1 - standing_alone(sentence.text))
            telling = telling_factor(question, sentence.text) * stands
            if question.aspect is not None:
                telling *= _named(measures, question, sentence)
            found[row] = (
                relevance[row]
                * worded
                * (max(telling, _ANSWERING) if is_answer[row] and _may_be_answer(question, sentence.text) else telling)
            )
    found = second_hop(measures, question, found, {**told, **alone})
    # how much here answers at all is told by the sentences' own words, and which of them do by everything else
    return found * min(1.0, plain) / max(float(found.max(initial=0.0)), TINY), {**told, **alone}


def _has_many_answers(measures: CollectionMeasures, question: Question) -> bool:
    """Whether much is said of what is asked, so that it can be chosen which of it reads best: no fact, no small collection."""
    is_fact = question.types or (question.aspect is not None and question.aspect.name in {"amount", "time"})
    return measures.text.sentence_count >= _LARGE and not is_fact and not is_cjk(question.text)


def _may_be_answer(question: Question, text: str) -> bool:
    """Whether a sentence that says every word may be the very answer: it says what is asked, and denies it not."""
    aspect = question.aspect
    return not is_cut(text) and (aspect is None or not aspect.is_loose or is_answered_by(aspect, text))


def _named(measures: CollectionMeasures, question: Question, sentence: EvidenceSentence) -> float:
    """More for a sentence that says who or where: what was done by nobody tells little, and less where a place is asked for."""
    entities = measures.entities
    kinds = {entities.types[row] for row in entities.rows(sentence.entities).tolist()}
    if "place" in question.types and "place" not in kinds:
        return 1 - _PLACE_UNNAMED
    return 1.0 if kinds & _NAMES else 1 - _UNNAMED


_NAMES = frozenset({"person", "organization", "place", "group"})
_NO_ROWS: Ints = np.zeros(0, np.int64)


def helpful(measures: CollectionMeasures, relevance: Floats, rows: Ints, least: float | None = None) -> Helpful:
    """How helpful the sentences in `rows` are together, and the best of them; `least` is the `least_quotable` of them all."""
    share, best = helpful_evidence(measures, relevance, rows, least)
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
