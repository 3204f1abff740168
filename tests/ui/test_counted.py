"""Numbers with their nouns, moments and lengths of time."""

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication

from graphrag_desktop.ui.counted import counted, duration, moment, time_range

_GAP = "\N{NO-BREAK SPACE}"


class ThreeForms(QTranslator):
    """A language with a form of its own for two."""

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        return {1: "{n} one", 2: "{n} pair"}.get(n, "{n} many") if source == "{n} things" else ""


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 things"), (1, "1 thing"), (2, "2 things"), (1_500, "1,500 things")]
)
def test_that_one_thing_is_not_many(qapp: QApplication, count: int, words: str) -> None:
    assert counted(count, "1 thing", "{n} things") == words


def test_that_a_language_brings_its_own_plural_forms(qapp: QApplication) -> None:
    translator = ThreeForms()
    QCoreApplication.installTranslator(translator)
    try:
        assert [counted(n, "1 thing", "{n} things") for n in (1, 2, 5)] == ["1 one", "2 pair", "5 many"]
    finally:
        QCoreApplication.removeTranslator(translator)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.83, "0.8 s"), (4, "4 s"), (38.4, "38 s"), (240, "4 min"), (5_939, "99 min"), (8_000, "2 h 13 min")],
)
def test_that_a_length_of_time_has_few_figures(qapp: QApplication, seconds: float, words: str) -> None:
    assert duration(seconds).replace(_GAP, " ") == words


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (660, 960, "11–16 min"),
        (40, 70, "40–70 s"),
        (90, 130, "90 s–2 min"),
        (60, 60.2, "60 s"),
        (5_000, 8_000, "83 min–2 h 13 min"),
    ],
)
def test_that_a_spread_names_its_unit_once(qapp: QApplication, low: float, high: float, words: str) -> None:
    assert time_range(low, high).replace(_GAP, " ") == words


def test_that_a_moment_of_another_year_has_its_year(qapp: QApplication) -> None:
    assert moment("2001-05-12T10:00:00.123+00:00") == "12 May 2001"
    assert moment("2001-05-12T10:00:00+00:00") == "12 May 2001"


def test_that_what_is_no_moment_stays_as_it_is(qapp: QApplication) -> None:
    assert moment("yesterday") == "yesterday"
