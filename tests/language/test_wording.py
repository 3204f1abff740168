"""How literally sentences say a question."""

import pytest

from graphrag_desktop.language.questions import read_question
from graphrag_desktop.language.wording import standing_factor, telling_factor, wording_factor
from tests.news import indexed_news


def _factor(question: str, text: str) -> float:
    asked = read_question(indexed_news()[0].measures, question)
    return wording_factor(asked, text) * telling_factor(asked, text)


def test_that_the_very_words_count_more_than_the_same_stem() -> None:
    question = "What is said about the painting?"

    assert _factor(question, "Two paintings were stolen.") > _factor(question, "A painful pain was felt.")


def test_that_forms_of_one_word_are_the_word() -> None:
    question = "What compensation was paid?"

    assert _factor(question, "They compensated the fishermen.") == pytest.approx(
        _factor(question, "Compensation came.")
    )


@pytest.mark.parametrize(
    ("question", "answering", "other"),
    [
        (
            "Why was the cable late?",
            "The cable was late because copper was scarce.",
            "The cable was late and copper scarce.",
        ),
        ("How many turbines stand there?", "Twelve turbines stand there.", "Turbines stand there."),
        ("What should be done about the cable?", "The board should order a cable.", "The board ordered a cable."),
    ],
)
def test_that_what_is_asked_for_counts(question: str, answering: str, other: str) -> None:
    assert _factor(question, answering) > _factor(question, other)


def test_that_a_sentence_which_says_where_to_read_is_worth_less() -> None:
    asked = read_question(indexed_news()[0].measures, "What is said about the ferry?")

    assert telling_factor(asked, "The ferry is treated in the accompanying report.") < telling_factor(
        asked, "The ferry was late."
    )


def test_that_a_sentence_that_points_back_or_is_spoiled_is_worth_less() -> None:
    whole = "Narrowtide Energy will not apply for a permit."

    assert standing_factor(whole) == 1
    assert standing_factor(f"Before that, {whole}") < 1
    assert standing_factor("We must remember that a strong America¡Xan America is essential.") < 1


def test_that_a_sentence_which_announces_a_figure_counts_less() -> None:
    asked = read_question(indexed_news()[0].measures, "What is said about the ferry?")

    assert telling_factor(asked, "The first figure shows the cost of the ferry.") < telling_factor(
        asked, "The ferry cost 4 million crowns."
    )
