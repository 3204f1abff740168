"""How much sentences say to a question."""

import numpy as np

from graphrag_desktop.language.questions import read_question
from graphrag_desktop.language.relevance import helpful_evidence, sentence_relevance
from graphrag_desktop.language.vectors import Floats
from tests.news import TEXTS, indexed_news, parsed


def _relevance(question: str) -> Floats:
    measures = indexed_news()[0].measures
    return sentence_relevance(measures, read_question(measures, question))


def _best(question: str, count: int) -> list[str]:
    texts = {parsed(path, text).document.id: text for path, text in TEXTS.items()}
    relevance = _relevance(question)
    found = [
        indexed_news()[1].sentences[row] for row in np.argsort(-relevance, kind="stable")[:count] if relevance[row]
    ]
    return [texts[each.document][each.span.start : each.span.end] for each in found]


def test_that_the_best_sentences_speak_of_what_is_asked() -> None:
    assert all("strike" in each for each in _best("What is said about the ferry strike?", 3))
    assert any("stolen" in each for each in _best("Which paintings were stolen?", 2))
    assert any("compensation" in each for each in _best("What compensation did the fishermen get?", 2))


def test_that_relevance_lies_between_nothing_and_one() -> None:
    relevance = _relevance("What delayed the export cable?")

    assert relevance.min() >= 0
    assert 0.4 < relevance.max() <= 1


def test_that_nothing_is_relevant_where_nothing_covers_the_question() -> None:
    assert not _relevance("What is said about cryptocurrency?").any()
    assert not _relevance("quantum computing laboratories").any()


def test_that_evidence_comes_best_first_and_makes_a_report_helpful() -> None:
    measures = indexed_news()[0].measures
    relevance = _relevance("What is said about the ferry strike?")
    everywhere = np.arange(len(relevance))
    helpful, rows = helpful_evidence(measures, relevance, everywhere)
    value = relevance[rows] * (0.2 + 0.8 * measures.text.quality[rows])

    assert 0.3 < helpful <= 1
    assert value.tolist() == sorted(value.tolist(), reverse=True)
    assert helpful_evidence(measures, relevance, everywhere[relevance == 0])[0] == 0


def test_that_a_question_is_not_answered_by_one_of_its_words_in_another_sense() -> None:
    for question in (
        "What is the recipe for cod?",
        "Which orchestra played in the gallery?",
        "How do penguins raise their young on the ice?",
    ):
        assert not _relevance(question).any(), question


def test_that_what_is_missing_beside_something_else_does_not_silence_the_answer() -> None:
    assert _relevance("What about helicopters and the ferry strike?").any()


def test_that_questions_in_general_words_are_answered() -> None:
    for question in ("What are the main disputes about the wind farm?", "What happened to the paintings?"):
        assert _relevance(question).any(), question


def test_that_who_is_asked_for_brings_sentences_that_name_someone() -> None:
    assert "Solheim" in _best("Who called the copper shortage a risk for the wind farm?", 1)[0]
