"""Sentences that cannot be read alone."""

import pytest

from graphrag_desktop.language.antecedents import is_cut, leans


@pytest.mark.parametrize(
    "text",
    [
        "It was sold in March.",
        "They had known of it for years.",
        "This money came from the bank.",
        "The clerk says the opposite.",
        "The price of that republic was too high.",
        "A person who worked there says the opposite.",
        "Such measures were never taken.",
        "However, the board refused.",
        "Thousands of their children were born in the town.",
        "I am glad to state that this measure has been carried out.",
        "In the schools the teaching should be practical.",
        "The number of schools established among them has grown.",
        "In May she left the bank.",
        "The bank paid for those plots.",
        "그러나 그해 겨울은 따뜻했다.",
        "此人后来去了上海。",
        "これは問題である。",
    ],
)
def test_that_what_points_at_another_sentence_leans(text: str) -> None:
    assert leans(text)


@pytest.mark.parametrize(
    "text",
    [
        "It is necessary to build a second bridge.",
        "Anna Berg said that she had sold it.",
        "The board of the bank refused twice.",
        "The firm sold land in May and that land was flooded in June.",
        "This year the harvest was good.",
        "In May 2016 Anna Berg left the bank, and she never came back.",
        "There is no such thing as a free harbour, said the mayor.",
        "국회는 법률을 제정한다.",
    ],
)
def test_that_what_names_its_things_stands_alone(text: str) -> None:
    assert not leans(text)


def test_that_a_list_which_does_not_follow_is_cut() -> None:
    assert is_cut("The board decided the following:")
    assert not is_cut("Decision: the contract is awarded.")
