"""Reduce without a model: one answer out of the kept parts, every line a sentence of the sources with its citation."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from graphrag_desktop.domain.citations import MOST_IDS
from graphrag_desktop.domain.contexts import Context, EvidenceSentence, Kind
from graphrag_desktop.engines.builtin_parts import LEAST_HELPFUL, NEAR_BEST, OF_A_THEME, by_value, statement
from graphrag_desktop.engines.builtin_quotes import cited
from graphrag_desktop.engines.builtin_sections import FURTHER, group_sections
from graphrag_desktop.engines.builtin_timelines import diverse, in_order
from graphrag_desktop.engines.builtin_titles import capitalised
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.questions import Question, read_question
from graphrag_desktop.language.relevance import told_quality
from graphrag_desktop.language.selection import SPREAD_IN_ANSWERS
from graphrag_desktop.language.templates import Templates, templates_for
from graphrag_desktop.language.words import search_terms

_POINTS = 12
_CONSIDERED = 3  # times as many sentences are ranked, since some reports give more than their share
_PER_REPORT = {1: 12, 2: 8, 3: 5, 4: 5, 5: 5}  # sentences of each, by the number of reports that speak
_PER_REPORT_OF_MANY = 3
_NAMES_LISTED = 6
_OVERVIEW_REPORTS = 8
_TITLES_SHOWN, _NAMED_DOCUMENTS = 2, 3  # in the opening line
_LEADS = 0.2  # of the sentences: such documents are named where there are many
_LEADERS, _NEAR_LEADERS = 5, 0.65  # what counts as near the best five


def builtin_answer(question: str, context: Context, measures: CollectionMeasures) -> Iterator[str]:
    """The answer line by line; joined, the pieces are its text.

    The items are the kept parts, most helpful first. Reports near the best speak, few sentences each; questions for
    names list names first, questions about a course of time go through the documents in order.
    """
    asked = read_question(measures, question)
    texts = templates_for(question)
    sentences = _sentences_of(context, measures, is_overview=asked.is_overview)
    if not sentences:
        missing = f" {capitalised(_never_mentioned(asked, texts))}{texts.stop}" if asked.missing else ""
        yield f"{texts.nothing_here}{missing}"
        return
    is_themes = asked.is_overview and not asked.is_timeline
    lines = _overview(sentences, texts) if is_themes else _points(asked, sentences, measures, context.cited)
    for position, line in enumerate(lines):
        yield f"\n{line}" if position else line.lstrip()


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


def _overview(sentences: Sequence[EvidenceSentence], texts: Templates) -> Iterator[str]:
    """A question about everything: the reports that stand out, each with the sentences that open it."""
    told: dict[int | None, list[EvidenceSentence]] = {}
    for sentence in sorted(sentences, key=lambda each: -each.report_score):
        told.setdefault(sentence.report, []).append(sentence)
    yield texts.stands_out
    for own in list(told.values())[:_OVERVIEW_REPORTS]:
        yield f"\n### {own[0].report_title or texts.untitled}"
        for sentence in own[:OF_A_THEME]:
            yield statement(sentence, frozenset())


def _points(
    question: Question, sentences: Sequence[EvidenceSentence], measures: CollectionMeasures, read: Kind
) -> Iterator[str]:
    texts = templates_for(question.text)
    sections = (
        list(in_order(_worth_telling(sentences), measures, texts))
        if question.is_timeline
        else group_sections(_chosen(sentences, measures), question, measures)
    )
    shown = [each for section in sections for each in section.sentences]
    if read is Kind.REPORT or any(each.report is not None for each in shown):
        yield _opening(question, texts, shown)
    elif question.missing:  # the text units themselves were read, and each line cites its own
        yield f"{capitalised(_never_mentioned(question, texts))}{texts.stop}"
    yield from _names(question, sentences, measures, texts)
    wanted = frozenset(search_terms(question.text))
    for section in sections:
        documents = len({each.document for each in section.sentences})
        counted = "" if question.is_timeline else f" ({texts.counted(texts.documents, documents)})"
        yield f"\n### {texts.further if section.label == FURTHER else section.label}{counted}"
        for sentence in section.sentences:
            yield statement(sentence, wanted)


def _opening(question: Question, texts: Templates, shown: Sequence[EvidenceSentence]) -> str:
    """What the answer rests on: how many sentences, of which documents, through which reports."""
    documents = Counter(each.path or each.document for each in shown)
    reports = Counter(each.report for each in shown if each.report is not None)
    titles = {each.report: each.report_title for each in shown}
    best = {each.report: -each.report_score for each in shown}
    ranked = sorted(reports, key=lambda each: (-reports[each], best[each], each))
    rests_on = texts.rests_on[0 if len(shown) == 1 else 1]
    parts = [rests_on.format(count=len(shown), documents=_most_of_all(documents, len(shown), texts))]
    named = [titles[each] for each in ranked if titles[each]][:_TITLES_SHOWN]
    if not ranked:
        parts.append(texts.no_report)
    elif named:
        others = len(ranked) - len(named)
        more = [texts.counted(texts.other_reports, others)] if others > 0 else []
        parts.append(texts.belongs_to.format(reports=texts.listed([*map(texts.quotes.format, named), *more])))
    if question.missing:
        parts.append(_never_mentioned(question, texts))
    return cited(f"{texts.semicolon.join(parts)}{texts.stop}", [(Kind.REPORT, each) for each in ranked])


def _most_of_all(documents: Mapping[str, int], sentences: int, texts: Templates) -> str:
    """The documents by name where they are few, else how many and which of them say most."""
    names = [_document_name(path, texts) for path, _ in sorted(documents.items(), key=lambda each: (-each[1], each[0]))]
    if len(names) <= _NAMED_DOCUMENTS:
        return texts.listed(names)
    most = [path for path, count in sorted(documents.items()) if count >= max(2, _LEADS * sentences)]
    counted = texts.counted(texts.documents, len(names))
    if not most:
        return counted
    return texts.leading.format(documents=counted, names=texts.listed([_document_name(path, texts) for path in most]))


def _document_name(path: str, texts: Templates) -> str:
    return PurePosixPath(path).stem if "." in path or "/" in path else texts.document


def _never_mentioned(question: Question, texts: Templates) -> str:
    return texts.never_mentioned.format(words=texts.quoted(question.missing))


def _names(
    question: Question, sentences: Sequence[EvidenceSentence], measures: CollectionMeasures, texts: Templates
) -> Iterator[str]:
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
            lines.append(
                f"- {cited(f'{texts.types.get(kind, kind)}: {listed}', [(Kind.SOURCE, each) for each in [*sources][:MOST_IDS]])}"
            )
    if lines:
        yield f"\n### {texts.named_most}"
        yield from lines


def _chosen(sentences: Sequence[EvidenceSentence], measures: CollectionMeasures) -> list[EvidenceSentence]:
    """At most twelve sentences, few of one report, the most telling first."""
    told = _worth_telling(sentences)
    reports = len({each.report for each in told})
    limit = _PER_REPORT.get(reports, _PER_REPORT_OF_MANY)
    taken: Counter[int | None] = Counter()
    chosen: list[EvidenceSentence] = []
    for sentence in diverse(told, _CONSIDERED * _POINTS, SPREAD_IN_ANSWERS, measures):
        if taken[sentence.report] < limit and len(chosen) < _POINTS:
            taken[sentence.report] += 1
            chosen.append(sentence)
    return by_value(chosen)


def _worth_telling(sentences: Sequence[EvidenceSentence]) -> list[EvidenceSentence]:
    """Those that are not far below the best: an answer ends where side remarks begin."""
    values = {each.number: each.relevance * told_quality(each.relevance, each.quality) for each in sentences}
    best = sorted(values.values())[-_LEADERS:]
    least = _NEAR_LEADERS * sum(best) / max(1, len(best))
    return [each for each in sentences if values[each.number] >= least]
