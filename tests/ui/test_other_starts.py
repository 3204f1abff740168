"""A second start of the program: it hands over, or opens a window of its own; there is never a second writer."""

import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from graphrag_desktop.project import PORTABLE
from graphrag_desktop.ui.other_starts import OtherStarts

_SECOND = """
import sys
import tempfile
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from graphrag_desktop.ui.other_starts import hand_over
application = QCoreApplication([])
print(hand_over(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
"""


class First:
    """A window that answers, and what it was asked."""

    def __init__(self) -> None:
        self.is_idle = False
        self.wanted: list[Path] = []
        self.window = QMainWindow()
        self.starts = OtherStarts(self.window, lambda: self.is_idle)
        self.starts.path_wanted.connect(self.wanted.append)


@pytest.fixture
def first(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[First]:
    """Names of sockets of its own, so that no program of whoever runs the tests is asked."""
    monkeypatch.setenv(PORTABLE, str(tmp_path))
    made = First()
    qtbot.addWidget(made.window)
    yield made
    made.starts.close()


def second(qtbot: QtBot, *words: str) -> bool:
    """Start again, in another process; whether it was taken."""
    with subprocess.Popen([sys.executable, "-c", _SECOND, *words], stdout=subprocess.PIPE, text=True) as process:
        qtbot.waitUntil(lambda: process.poll() is not None, timeout=60_000)
        said, _ = process.communicate()
    return said.strip() == "True"


def test_that_a_start_without_a_path_brings_the_first_window_forward(first: First, qtbot: QtBot) -> None:
    first.window.hide()
    assert second(qtbot)
    assert first.window.isVisible()
    assert first.wanted == []


def test_that_a_project_that_is_open_is_not_opened_twice(first: First, qtbot: QtBot, tmp_path: Path) -> None:
    project = tmp_path / "case.graphrag"
    first.starts.note_project(project)
    assert second(qtbot, str(project))
    assert first.wanted == [], "it is open already"
    assert not second(qtbot, str(tmp_path / "other.graphrag")), "a window that is busy keeps what it has"
    first.starts.note_project(None)
    assert not second(qtbot, str(project))


def test_that_a_window_with_nothing_open_takes_any_path(first: First, qtbot: QtBot, tmp_path: Path) -> None:
    first.is_idle = True
    project = tmp_path / "case.graphrag"
    assert second(qtbot, str(project))
    assert first.wanted == [project]


def test_that_nobody_is_waited_for_once_the_first_is_gone(first: First, qtbot: QtBot, tmp_path: Path) -> None:
    first.starts.close()
    assert not second(qtbot)
    again = OtherStarts(first.window, lambda: True)
    assert second(qtbot), "whoever comes next answers"
    again.close()


def test_that_what_makes_no_sense_is_answered_with_silence(first: First, qtbot: QtBot) -> None:
    from PySide6.QtNetwork import QLocalSocket

    socket = QLocalSocket()
    socket.connectToServer(first.starts._for_user.serverName())
    assert socket.waitForConnected(3_000)
    socket.write(b'{"path": 7}\n')
    qtbot.waitUntil(lambda: socket.state() is QLocalSocket.LocalSocketState.UnconnectedState)
    assert first.wanted == [] and not bytes(socket.readAll().data())


@pytest.mark.skipif(sys.platform == "win32", reason="a named pipe, that Windows keeps for the user alone")
def test_that_it_answers_in_the_folder_that_is_the_users_own(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PORTABLE, str(tmp_path))
    own = Path(tempfile.mkdtemp(prefix="gr"))  # short, and nobody else's
    try:
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(own))
        made = First()
        qtbot.addWidget(made.window)
        assert [each.name.startswith("graphrag-desktop-") for each in own.iterdir()] == [True]
        assert second(qtbot)
        made.starts.close()
        own.chmod(0o777)
        open_to_all = First()
        qtbot.addWidget(open_to_all.window)
        assert list(own.iterdir()) == [], "others could have put a socket there"
        open_to_all.starts.close()
    finally:
        shutil.rmtree(own)


@pytest.mark.skipif(sys.platform == "win32", reason="sends to a socket of Unix")
@pytest.mark.parametrize(
    "message",
    [b"[]\n", b"{}\n", b"[" * 60_000 + b"\n", b'{"path": "a\\u0000b", "token": ""}\n'],
    ids=["list", "nothing", "deep", "nul"],
)
def test_that_a_message_that_is_none_changes_nothing(first: First, qtbot: QtBot, message: bytes) -> None:
    first.starts.note_project(Path("case.graphrag").absolute())
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(first.starts._for_user.fullServerName())
        line.sendall(message)
        line.settimeout(0)
        qtbot.waitUntil(lambda: _has_ended(line))
    assert first.wanted == []
    assert second(qtbot), "it still answers"


def _has_ended(line: socket.socket) -> bool:
    try:
        return line.recv(100) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
