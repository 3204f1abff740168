"""How figures are written."""

import pytest
from PySide6.QtCore import QLocale

from graphrag_desktop.ui.figures import figure, short_figure


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0"), (940, "940"), (999, "999"), (1_000, "1.0k"), (7_149, "7.1k"), (9_949, "9.9k"), (9_960, "10k"),
     (86_400, "86k"), (999_400, "999k"), (999_600, "1.0M"), (1_286_000, "1.3M"), (12_600_000, "13M")],
)  # fmt: skip
def test_that_figures_are_short(count: int, words: str) -> None:
    assert short_figure(count) == words


def test_that_digits_are_grouped_as_the_analyst_is_used_to() -> None:
    before = QLocale()
    for locale, words in ((QLocale.c(), "12,345"), (QLocale("de_DE"), "12.345")):
        QLocale.setDefault(locale)
        assert figure(12_345) == words
    QLocale.setDefault(before)
