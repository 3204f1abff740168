"""Sentences that say different things."""

import numpy as np

from graphrag_desktop.language.selection import SPREAD_IN_REPORTS, choose_diverse
from tests.news import indexed_news


def test_that_the_best_is_first_and_nothing_is_chosen_twice() -> None:
    text = indexed_news()[0].measures.text
    rows = np.arange(10, 30)
    salience = np.linspace(0.5, 1, 20).astype(np.float32)
    chosen = choose_diverse(text, rows, salience, 8, SPREAD_IN_REPORTS).tolist()

    assert chosen[0] == 29
    assert len(chosen) == len(set(chosen)) <= 8
    assert set(chosen) <= set(rows.tolist())


def test_that_the_same_words_are_not_chosen_again() -> None:
    text = indexed_news()[0].measures.text
    rows = np.array([3, 3, 20])

    assert choose_diverse(text, rows, np.ones(3, np.float32), 3, SPREAD_IN_REPORTS).tolist() == [3, 20]


def test_that_nothing_is_chosen_of_nothing() -> None:
    text = indexed_news()[0].measures.text

    assert choose_diverse(text, np.zeros(0, np.int64), np.zeros(0, np.float32), 3, 0.3).tolist() == []
    assert choose_diverse(text, np.array([1, 2]), np.zeros(2, np.float32), 3, 0.3).tolist() == []
