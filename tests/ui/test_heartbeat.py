"""The window's own thread goes on while a folder is indexed: a timer in it beats, and between two beats it does little.

Counted in processor time of that thread, which a busy machine stretches far less than the time on the clock. What is
bearable is 50 ms on the machine that the targets are meant for; the bound leaves room for slow ones.
"""

import shutil
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from graphrag_desktop.assets import resource
from graphrag_desktop.ui.window import MainWindow

_BEAT_MILLISECONDS = 10
_LONGEST_SECONDS = 0.4
_LETTERS = ("03-oyster-growers-letter.txt", "05-courier-land-deals.md", "06-savings-bank-memo.txt")


class Heartbeat(QObject):
    """Beats as long as it lives, and knows what the thread worked at most between two beats."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.beats = 0
        self.longest = 0.0
        self._last = time.thread_time()
        self._timer = QTimer(self, interval=_BEAT_MILLISECONDS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.thread_time()
        self.beats += 1
        self.longest = max(self.longest, now - self._last)
        self._last = now


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    folder = tmp_path / "letters"
    folder.mkdir()
    for name in _LETTERS:
        shutil.copy(resource("sample") / name, folder)
    return folder


def test_that_the_window_answers_while_a_folder_is_indexed(
    qtbot: QtBot, window: MainWindow, letters: Path, tmp_path: Path
) -> None:
    heartbeat = Heartbeat(window)
    beats_within: list[int] = []
    window.session.index_progressed.connect(lambda _: beats_within.append(heartbeat.beats))
    with qtbot.waitSignal(window.session.index_finished, timeout=180_000):
        window.session.index_folder(letters, tmp_path / "letters.graphrag")
    assert len(set(beats_within)) >= 5, "it beats between what is told of the run"
    with qtbot.waitSignal(window.session.view_loaded, timeout=60_000):  # and while what was found comes into view
        pass
    qtbot.waitUntil(lambda: window.desk.map.canvas.is_at_rest, timeout=60_000)
    assert heartbeat.longest < _LONGEST_SECONDS


def test_that_a_handler_that_works_too_long_is_noticed(qtbot: QtBot, window: MainWindow) -> None:
    heartbeat = Heartbeat(window)
    qtbot.waitUntil(lambda: heartbeat.beats > 0)

    def work_too_long() -> None:
        until = time.thread_time() + _LONGEST_SECONDS
        while time.thread_time() < until:
            pass

    QTimer.singleShot(0, window, work_too_long)
    qtbot.waitUntil(lambda: heartbeat.longest >= _LONGEST_SECONDS, timeout=20_000)
