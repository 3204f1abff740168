"""Answers without a model: parts and whole answers out of sentences of the documents, each with its citation."""

import re
from dataclasses import replace

import pytest

from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.citations import parse_citations, split_statements
from graphrag_desktop.domain.contexts import Context, ContextItem, EvidenceSentence, Kind
from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.events import AnswerGrew, Event
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.builtin_choice import value_of
from graphrag_desktop.engines.builtin_quotes import CUT, trimmed
from graphrag_desktop.language.homes import share_sentences
from graphrag_desktop.language.questions import read_question
from graphrag_desktop.language.relevance import helpful_evidence, sentence_relevance
from graphrag_desktop.language.words import search_terms
from tests.engines.test_builtin_reports import evidence
from tests.news import indexed_news

_COMMUNITIES = {
    11: ("Wind farm", ("wind farm", "nordlys energy", "export cable", "copper shortage", "norsk kabel", "turbine")),
    12: ("Ferry", ("ferry", "ferry crew", "ferry strike", "coast ferries", "trade union", "shorter shift")),
    13: ("Museum", ("painting", "gallery", "johan dahl", "national maritime museum")),
}


def _items(question: str) -> tuple[ContextItem, ...]:
    """The communities as reports with their relevance and evidence, as a question hands them over."""
    import numpy as np

    measures = indexed_news()[0].measures
    asked = read_question(measures, question)
    relevance = sentence_relevance(measures, asked)
    homes = share_sentences(measures, [[EntityId(each) for each in names] for _, names in _COMMUNITIES.values()])
    items = []
    for (number, (title, _)), home in zip(_COMMUNITIES.items(), homes, strict=True):
        helpful, rows = (
            (0.8, np.array(home[:6])) if asked.is_overview else helpful_evidence(measures, relevance, np.array(home))
        )
        told = tuple(
            replace(evidence()[row], report=number, relevance=float(relevance[row]) or 0.5) for row in rows.tolist()
        )
        items.append(ContextItem(Kind.REPORT, number, title, title, 10, relevance=helpful, sentences=told))
    return tuple(items)


def _part(question: str, items: tuple[ContextItem, ...] | None = None) -> Part:
    context = Context(_items(question) if items is None else items, 0)
    return indexed_news()[0].answer_part(question, context, RunControl())


def _kept(*parts: Part) -> Context:
    items = [
        ContextItem(Kind.PART, at, f"Part {at}", each.text, 1, relevance=each.score / 100, sentences=each.sentences)
        for at, each in enumerate(parts, start=1)
        if each.score
    ]
    return Context(tuple(items), 0)


def _answer(question: str) -> str:
    return indexed_news()[0].answer(question, _kept(_part(question)), RunControl())


def _lines(text: str) -> list[str]:
    items = [line.removeprefix("- ").partition(" [Data:")[0] for line in text.splitlines() if line.startswith("- ")]
    return [re.sub(r" \([^()]*\)$", "", item) for item in items]  # without the name of its document


def _is_verbatim(line: str, sentences: list[EvidenceSentence]) -> bool:
    pieces = [piece.strip() for piece in line.split(CUT) if piece.strip()]
    return any(all(piece in " ".join(each.text.split()) for piece in pieces) for each in sentences)


STRIKE = "What is said about the ferry strike?"


def test_that_a_part_quotes_the_most_helpful_report() -> None:
    part = _part(STRIKE)
    scores = dict(part.report_scores)

    assert part.score == max(scores.values()) == scores[12] > 30
    assert set(scores) == {11, 12, 13}
    assert all(_is_verbatim(line, evidence()) for line in _lines(part.text))
    assert {each.report for each in part.sentences} == {12}
    assert {(each.report_title, each.report_score) for each in part.sentences} == {("Ferry", scores[12])}


def test_that_every_line_of_a_part_cites_its_report_and_source() -> None:
    part = _part(STRIKE)
    for line, sentence in zip(part.text.splitlines(), part.sentences, strict=True):
        [group] = parse_citations(line)
        assert [(ref.kind, ref.ids) for ref in group.refs] == [
            (Kind.REPORT, (sentence.report,)),
            (Kind.SOURCE, (sentence.source,)),
        ]


def test_that_few_sentences_of_a_report_make_a_part() -> None:
    everything = replace(_items(STRIKE)[1], sentences=tuple(replace(each, relevance=0.9) for each in evidence()))

    assert 1 <= len(_part(STRIKE, (everything,)).sentences) <= 16


def test_that_a_part_to_which_nothing_speaks_scores_nothing() -> None:
    part = _part("What is said about cryptocurrency?")

    assert (part.text, part.score, part.sentences) == ("", 0, ())
    assert dict(part.report_scores) == {11: 0, 12: 0, 13: 0}


def test_that_a_single_entity_can_speak_too() -> None:
    sentence = replace(next(each for each in evidence() if "reward" in each.text), relevance=0.8)
    single = ContextItem(Kind.ENTITY, 5, "Anna Berg", "", 1, EntityId("anna berg"), 0.7, (sentence,))
    part = _part("Who offered a reward?", (single,))

    assert part.score == 70
    assert part.report_scores == ()
    assert parse_citations(part.text)[0].refs[0].kind is Kind.SOURCE


def test_that_an_answer_is_verbatim_and_every_statement_is_cited() -> None:
    for question in (STRIKE, "What risks does the export cable face?", "What happened to the paintings?"):
        text = _answer(question)

        assert _lines(text)
        assert all(_is_verbatim(line, evidence()) for line in _lines(text))
        assert all(statement.groups for statement in split_statements(text))


def test_that_an_answer_opens_with_what_it_rests_on() -> None:
    opening, *lines = _answer(STRIKE).splitlines()
    quoted = [line for line in lines if line.startswith("- ")]

    assert opening.startswith(f"This rests on {len(quoted)} sentences of ")
    assert opening.endswith(":")
    assert "2021-strike" in opening


def test_that_every_statement_says_which_document_it_is_from() -> None:
    sentence = replace(evidence()[0], path="folder/2021-strike.txt", relevance=0.9, report=12, report_score=80)
    text = indexed_news()[0].answer(STRIKE, _kept(Part("", 80, ((12, 80),), (sentence,))), RunControl())

    assert f"- {sentence.text} (2021-strike) [Data: Reports (12); Sources ({sentence.source})]" in text.splitlines()


def test_that_an_answer_ends_where_side_remarks_begin() -> None:
    """The most telling first, few, and each near the best."""
    part = _part(STRIKE)
    told = [value_of(each) for line in _lines(_answer(STRIKE)) for each in part.sentences if each.text == line]

    assert told == sorted(told, reverse=True)
    assert len(told) <= 7
    assert min(told) > 0.5 * max(told)


def test_that_what_answers_only_in_part_is_left_out_beside_what_answers() -> None:
    question = "Why was the ferry late?"
    texts = [
        "The ferry was late because the crew was on strike.",
        "The ferry was late on account of the storm at Bergen harbour.",
        "Owing to a broken engine the ferry of Monday was late by two hours.",
        "The ferry was late on the day of the fair.",
    ]
    rows = [each for each in evidence() if each.quality > 0.5][: len(texts)]
    told = tuple(
        replace(each, text=text, relevance=0.9, quality=1.0, report=12, report_score=80)
        for each, text in zip(rows, texts, strict=True)
    )
    text = indexed_news()[0].answer(question, _kept(Part("", 80, ((12, 80),), told)), RunControl())

    assert set(_lines(text)) == set(texts[:3])


def test_that_little_evidence_is_said_to_be_little() -> None:
    sentence = replace(
        evidence()[0], text="The ferry sails on Sunday.", relevance=0.5, quality=1.0, report=12, report_score=50
    )
    part = Part("", 50, ((12, 50),), (sentence,))

    assert (
        indexed_news()[0]
        .answer("Why was the ferry late?", _kept(part), RunControl())
        .startswith("The documents say little on this; the nearest statements are from ")
    )


def test_that_an_answer_cites_only_what_its_parts_cite() -> None:
    part = _part(STRIKE)
    text = indexed_news()[0].answer(STRIKE, _kept(part), RunControl())

    def cited(words: str) -> set[tuple[Kind, int]]:
        return {(ref.kind, number) for group in parse_citations(words) for ref in group.refs for number in ref.ids}

    assert cited(text) <= cited(part.text)


def test_that_the_pieces_make_the_answer() -> None:
    grown: list[str] = []

    def listen(event: Event) -> None:
        if isinstance(event, AnswerGrew):
            grown.append(event.text)

    text = indexed_news()[0].answer(STRIKE, _kept(_part(STRIKE)), RunControl(listen))

    assert "".join(grown) == text
    assert len(grown) > 2


def test_that_a_stop_ends_an_answer_between_two_pieces() -> None:
    control = RunControl()
    grown: list[str] = []

    def stop(event: Event) -> None:
        if isinstance(event, AnswerGrew):
            grown.append(event.text)
            control.cancel()

    control.emit = stop
    with pytest.raises(Cancelled):
        indexed_news()[0].answer(STRIKE, _kept(_part(STRIKE)), control)
    assert len(grown) == 1


def test_that_nothing_answers_an_empty_context() -> None:
    engine = indexed_news()[0]

    assert engine.answer("What about wages?", Context((), 0), RunControl()) == "Nothing here answers that."
    assert engine.answer("cryptocurrency", Context((), 0), RunControl()) == (
        "Nothing here answers that. The documents never mention “cryptocurrency”."
    )


def test_that_an_overview_goes_by_reports() -> None:
    text = _answer("What are the main themes?")

    assert [line for line in text.splitlines() if line.startswith("### ")] == [
        "### Wind farm",
        "### Ferry",
        "### Museum",
    ]
    assert len(_lines(text)) == 6


def test_that_a_course_of_time_is_told_in_the_order_of_documents() -> None:
    text = _answer("How did the wind farm change over time?")
    headings = [line for line in text.splitlines() if line.startswith("### ")]

    assert len(headings) > 1
    assert headings == sorted(headings)
    assert headings[0] == "### 2019-wind"


def test_that_a_missing_word_is_named_in_the_answer() -> None:
    assert "the documents never mention “helicopters”" in _answer("What about helicopters and the ferry strike?")


def test_that_no_sentence_and_no_heading_stands_twice_in_an_answer() -> None:
    for question in (STRIKE, "What risks does the export cable face?", "How did the wind farm change over time?"):
        lines = [line for line in _answer(question).splitlines() if line.startswith(("- ", "### "))]

        assert len(lines) == len(set(lines))


def test_that_a_long_sentence_is_cut_to_the_clauses_that_meet_the_question() -> None:
    clauses = "; ".join(
        f"clause number {at} speaks of plain things and of nothing in particular today" for at in range(12)
    )
    text = f"{clauses}; but the copper shortage of the harbour delayed the export cable of the island."
    sentence = replace(evidence()[0], text=text)
    cut = trimmed(sentence, frozenset(search_terms("copper shortage")))

    assert "copper shortage" in cut
    assert cut.startswith(CUT)
    assert len(cut.split()) < 90
    assert _is_verbatim(cut, [sentence])
