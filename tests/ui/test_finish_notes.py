"""What is told to an analyst who looks elsewhere."""

import pytest
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

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
