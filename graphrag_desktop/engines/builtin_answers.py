"""Reduce without a model: one answer out of the kept parts, every line a sentence of the sources with its citation."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from graphrag_desktop.domain.contexts import Context, EvidenceSentence, Kind
from graphrag_desktop.engines.builtin_choice import (
    FOUND_WEAK,
    by_value,
    listed_alike,
    near_best,
    spoken_of,
    spread_over_years,
    told_apart,
    value_of,
    without_overlaps,
    without_weakest,
)
from graphrag_desktop.engines.builtin_contrasts import contrasting_sections
from graphrag_desktop.engines.builtin_overviews import overview_sections
from graphrag_desktop.engines.builtin_parts import LEAST_HELPFUL, NEAR_BEST
from graphrag_desktop.engines.builtin_periods import with_other_times
from graphrag_desktop.engines.builtin_quotes import document_name, statement
from graphrag_desktop.engines.builtin_sections import Section
from graphrag_desktop.engines.builtin_timelines import in_order
from graphrag_desktop.engines.builtin_titles import capitalised
from graphrag_desktop.language.aspects import is_answered_by, is_of_aspect
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.lexicon_aspects import CONTRADICTION
from graphrag_desktop.language.questions import Question, read_question
from graphrag_desktop.language.templates import Templates, templates_for
from graphrag_desktop.language.words import search_terms

_POINTS, _IN_TIME = 7, 12
_FULL, _NOT_TOO_FAR, _FAR = (
    3,
    0.33,
    0.5,
)  # statements that answer fully: beside so many, those that do in part are left out
_ENOUGH = 5  # so many are looked for further down where the answer need not name the subject
_THINGS = 2  # that a question names: each is to be spoken of
_NAMED_DOCUMENTS = 3  # in the opening line
_LEADS = 0.2  # of the sentences: such documents are named where there are many


def builtin_answer(question: str, context: Context, measures: CollectionMeasures) -> Iterator[str]:
    """The answer line by line; joined, the pieces are its text.

    The items are the kept parts, most helpful first. The most telling statements come first, few and near the best one;
    questions about a course of time are told in order, those about contradictions in pairs, those about everything by
    the reports that stand out.
    """
    asked = read_question(measures, question)
    texts = templates_for(question)
    sentences = _sentences_of(context, measures, from_all=asked.is_overview or _asks_for_contrasts(asked))
    if not sentences:
        missing = f" {capitalised(_never_mentioned(asked, texts))}{texts.stop}" if asked.missing else ""
        yield f"{texts.nothing_here}{missing}"
        return
    for position, line in enumerate(_lines(asked, sentences, measures, texts)):
        yield f"\n{line}" if position else line


def _sentences_of(context: Context, measures: CollectionMeasures, *, from_all: bool) -> list[EvidenceSentence]:
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
    least = 1 if from_all else max(LEAST_HELPFUL, NEAR_BEST * best)
    return [each for each in found.values() if each.report_score >= least]


def _lines(
    question: Question, sentences: Sequence[EvidenceSentence], measures: CollectionMeasures, texts: Templates
) -> Iterator[str]:
    pairs = list(contrasting_sections(sentences, measures, texts)) if _asks_for_contrasts(question) else []
    sections = pairs or list(_sections(question, sentences, measures, texts))
    if pairs:
        yield f"{texts.counted(texts.seem_to_differ, len(pairs))}{texts.colon}"
    elif question.is_overview and not question.is_timeline:
        yield texts.stands_out
    else:
        yield _opening(question, texts, [each for section in sections for each in section.sentences])
    wanted = frozenset(search_terms(question.text))
    for section in sections:
        yield f"\n### {section.label}" if section.label else ""
        for sentence in section.sentences:
            yield statement(sentence, wanted)


def _asks_for_contrasts(question: Question) -> bool:
    return question.aspect is not None and question.aspect.name == CONTRADICTION


def _sections(
    question: Question, sentences: Sequence[EvidenceSentence], measures: CollectionMeasures, texts: Templates
) -> Iterator[Section]:
    """The statements that are told, in their order, under a label where they have one."""
    if question.is_timeline:
        near = sentences if question.is_overview else spoken_of(sentences)
        yield from in_order(spread_over_years(without_overlaps(by_value(near)), _IN_TIME), measures, texts)
        return
    if question.is_overview:
        yield from overview_sections(sentences, measures, texts)
        return
    near, answering = near_best(sentences), list[EvidenceSentence]()
    if question.aspect is not None:
        answering = [each for each in by_value(sentences) if is_answered_by(question.aspect, each.text)]
        near = _full_first(near, answering, _ENOUGH if question.aspect.is_loose else _FULL)
        if listed := listed_alike(near, answering):
            yield Section("", tuple(listed))
            return
    told = without_weakest(told_apart(near, _POINTS, measures), measures)
    told = with_other_times(question, told, sentences, measures)
    yield Section("", tuple(_with_each_named(question, told, answering)))


def _with_each_named(
    question: Question, chosen: list[EvidenceSentence], answering: Sequence[EvidenceSentence]
) -> list[EvidenceSentence]:
    """Those chosen; where none names a thing that the question names beside others, the best that does and answers fully."""
    topics = [terms for each in question.words if each.is_topic and (terms := frozenset(search_terms(each.word)))]
    aspect = question.aspect
    topics = [terms for terms in topics if aspect is None or not any(is_of_aspect(aspect, each) for each in terms)]
    least = _FAR * max((value_of(each) for each in chosen), default=0.0)
    for terms in topics if len(topics) >= _THINGS and aspect is not None and aspect.is_loose else ():
        if any(terms <= frozenset(search_terms(each.text)) for each in chosen):
            continue
        naming = (each for each in answering if terms <= frozenset(search_terms(each.text)) and value_of(each) >= least)
        if found := next(naming, None):
            chosen = [*chosen[: max(_POINTS, len(chosen)) - 1], found]
    return by_value(chosen)


def _full_first(
    near: list[EvidenceSentence], answering: Sequence[EvidenceSentence], wanted: int
) -> list[EvidenceSentence]:
    """Those that answer fully, where they are enough; where they are few, the next ones too that do and are not too far off."""
    best = max((value_of(each) for each in near), default=0.0)
    full = [each for each in near if each in answering]
    if len(full) < wanted:
        full += [
            each
            for place, each in enumerate(answering[:_POINTS])
            if each not in full and value_of(each) >= (_NOT_TOO_FAR if place < _FULL else _FAR) * best
        ]
    return full if len(full) >= _FULL else [*full, *(each for each in near if each not in full)]


def _opening(question: Question, texts: Templates, shown: Sequence[EvidenceSentence]) -> str:
    """What the answer rests on, or that it is little; a line that introduces, and states nothing of the documents."""
    documents = Counter(each.path or each.document for each in shown)
    named = _most_of_all(documents, len(shown), texts)
    is_weak = all(value_of(each) < FOUND_WEAK for each in shown)
    if is_weak or not any(is_answered_by(question.aspect, each.text) for each in shown):
        said = texts.says_little.format(documents=named)
    else:
        said = texts.rests_on[0 if len(shown) == 1 else 1].format(count=len(shown), documents=named)
    parts = [said, _never_mentioned(question, texts)] if question.missing else [said]
    return f"{texts.semicolon.join(parts)}{texts.colon}"


def _most_of_all(documents: Mapping[str, int], sentences: int, texts: Templates) -> str:
    """The documents by name where they are few, else how many and which of them say most."""
    names = [_named(path, texts) for path, _ in sorted(documents.items(), key=lambda each: (-each[1], each[0]))]
    if len(names) <= _NAMED_DOCUMENTS:
        return texts.listed(names)
    most = [path for path, count in sorted(documents.items()) if count >= max(2, _LEADS * sentences)]
    counted = texts.counted(texts.documents, len(names))
    if not most or len(most) > _NAMED_DOCUMENTS:
        return counted
    return texts.leading.format(documents=counted, names=texts.listed([_named(path, texts) for path in most]))


def _named(path: str, texts: Templates) -> str:
    return document_name(path) if "." in path or "/" in path else texts.document


def _never_mentioned(question: Question, texts: Templates) -> str:
    return texts.never_mentioned.format(words=texts.quoted(question.missing))
