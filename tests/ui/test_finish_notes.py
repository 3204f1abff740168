"""What is told to an analyst who looks elsewhere."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.index import PAUSED, Failure, IndexCounts, RunSummary
from graphrag_desktop.ui.finish_notes import end_words
from graphrag_desktop.ui.window import MainWindow

_LONG = 60_000


def test_that_the_taskbar_tells_of_an_answer_when_another_window_is_in_front(
    qtbot: QtBot, opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[QWidget] = []
    monkeypatch.setattr(QApplication, "alert", lambda window, *_: told.append(window))
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not opened.isActiveWindow())
    with qtbot.waitSignal(opened.session.answer_finished, timeout=_LONG):
        opened.ask("Who discharges waste water?", 0)
    assert told == [opened]


def test_that_nothing_is_told_while_the_window_is_in_front(
    qtbot: QtBot, opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[QWidget] = []
    monkeypatch.setattr(QApplication, "alert", lambda window, *_: told.append(window))
    opened.activateWindow()
    qtbot.waitUntil(opened.isActiveWindow)
    with qtbot.waitSignal(opened.session.answer_finished, timeout=_LONG):
        opened.ask("Who discharges waste water?", 0)
    assert told == []
    assert opened.findChildren(QSystemTrayIcon) == []


def test_that_a_run_that_paused_at_its_cap_is_told_as_such() -> None:
    reason = f"{PAUSED}: the cap is reached."
    counts = IndexCounts(1, 1, 1, 1, 1, 0, 1, 1)
    paused = RunSummary("p.graphrag", "by hand", counts, (), (Failure("reports", "C0", reason),), 1, 0, 1.0)
    whole = RunSummary("p.graphrag", "by hand", counts, (), (), 1, 0, 1.0)
    assert end_words(paused, "p") == ("Paused at the cap", reason)
    assert end_words(whole, "p") == ("Index up to date", "p")
    assert end_words(replace(whole, trial=5), "p")[0] == "Trial made"
