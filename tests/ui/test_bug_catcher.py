"""Errors nobody expected are told once, in the thread of the window."""

import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.bug_catcher import BugCatcher


@pytest.fixture
def catcher(qapp: QApplication) -> Iterator[BugCatcher]:
    catcher = BugCatcher()
    catcher.start()
    yield catcher
    catcher.stop()


def broken() -> ValueError:
    try:
        raise ValueError("api_key=sk-abcdefghijklmnop1234 is wrong")
    except ValueError as error:
        return error


def test_that_an_error_nobody_expected_is_told_once_with_a_report(qtbot: QtBot, catcher: BugCatcher) -> None:
    error, told = broken(), []
    catcher.caught.connect(lambda *words: told.append(words))
    for _ in range(3):
        sys.excepthook(ValueError, error, error.__traceback__)
    ((kind, report),) = told
    assert kind == "ValueError"
    assert "in broken" in report and "Qt: " in report
    assert "sk-abcdefghijklmnop1234" not in report


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_an_error_in_a_thread_is_told_in_the_thread_of_the_window(qtbot: QtBot, catcher: BugCatcher) -> None:
    threads: list[threading.Thread] = []
    catcher.caught.connect(lambda *_: threads.append(threading.current_thread()))
    with qtbot.waitSignal(catcher.caught):
        threading.Thread(target=lambda: 1 // 0).start()
    qtbot.waitUntil(lambda: bool(threads))
    assert threads == [threading.main_thread()]


def test_that_python_has_its_own_last_resort_back_at_the_end(qapp: QApplication) -> None:
    before = (sys.excepthook, threading.excepthook)
    catcher = BugCatcher()
    catcher.start()
    assert sys.excepthook != before[0]
    catcher.stop()
    assert (sys.excepthook, threading.excepthook) == before
