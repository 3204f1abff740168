"""A window comes back where it was, on a screen that is there."""

import pytest
from PySide6.QtWidgets import QApplication, QMainWindow
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.geometry import recall_geometry, remember_geometry
from graphrag_desktop.ui.memory import Memory


@pytest.fixture
def memory(qapp: QApplication) -> Memory:
    return Memory.forgetful()


@pytest.fixture
def frame(qtbot: QtBot) -> QMainWindow:
    frame = QMainWindow()
    qtbot.addWidget(frame)
    return frame


def room() -> tuple[int, int]:
    size = QApplication.primaryScreen().availableGeometry().size()
    return size.width(), size.height()


def test_that_a_window_comes_back_where_it_was(frame: QMainWindow, memory: Memory, qtbot: QtBot) -> None:
    frame.setGeometry(10, 20, 700, 500)
    remember_geometry(frame, memory)
    other = QMainWindow()
    qtbot.addWidget(other)
    recall_geometry(other, memory)
    assert other.geometry().getRect() == (10, 20, 700, 500)


@pytest.mark.parametrize("place", ["9000 9000 700 500", "-690 50 700 500", "10 -5000 700 500"])
def test_that_a_window_is_not_restored_onto_a_screen_that_is_gone(
    frame: QMainWindow, memory: Memory, place: str
) -> None:
    memory.keep("window/place", place)
    recall_geometry(frame, memory)
    shown = QApplication.primaryScreen().availableGeometry()
    assert shown.contains(frame.geometry().topLeft())


def test_that_a_window_is_no_larger_than_its_screen(frame: QMainWindow, memory: Memory) -> None:
    memory.keep("window/place", "0 0 9000 8000")
    recall_geometry(frame, memory)
    assert (frame.width(), frame.height()) == room()


@pytest.mark.parametrize("place", ["", "a b c d", "1 2 3", "0 0 20 20", "0 0 -700 500"])
def test_that_a_place_that_makes_no_sense_gives_the_usual_size(frame: QMainWindow, memory: Memory, place: str) -> None:
    memory.keep("window/place", place)
    recall_geometry(frame, memory)
    assert (frame.width(), frame.height()) == (min(1280, room()[0]), min(800, room()[1]))


def test_that_a_maximised_window_comes_back_maximised(frame: QMainWindow, memory: Memory, qtbot: QtBot) -> None:
    frame.setGeometry(5, 5, 720, 480)
    frame.showMaximized()
    remember_geometry(frame, memory)
    other = QMainWindow()
    qtbot.addWidget(other)
    recall_geometry(other, memory)
    assert other.isMaximized()
