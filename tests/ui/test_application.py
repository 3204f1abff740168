"""The program as it is started: what it leaves, how it ends, what it says after it ended badly."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="signals and folders as on Linux")
STARTED = "the window is there"
PROGRAM = f"""
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from graphrag_desktop.ui import application

class Seen(application.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        QTimer.singleShot(0, lambda: print({STARTED!r}, self.notices.texts, flush=True))

application.MainWindow = Seen
path = Path(sys.argv[1]) if sys.argv[1] != "-" else None
sys.exit(application.open_window(path, is_safe="safe" in sys.argv))
"""


@contextmanager
def started(home: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A program in a home of its own, and the first it says; killed at the end where it still runs."""
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_STATE_HOME": str(home / "state"),
    }
    program = [sys.executable, "-c", PROGRAM, *(words or ("-",))]
    with subprocess.Popen(
        program, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            assert STARTED in first
            yield process, first
        finally:
            if process.poll() is None:
                process.kill()


def marks(home: Path) -> list[str]:
    return [each.name for each in home.rglob("running-*.json")]


@ON_LINUX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_that_a_signal_closes_the_window_as_its_own_button_would(tmp_path: Path, number: signal.Signals) -> None:
    with started(tmp_path) as (process, _):
        assert marks(tmp_path)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in errors and "propagateSizeHints" not in errors
    assert marks(tmp_path) == []
    assert list(tmp_path.rglob("GraphRAG Desktop.ini")), "how the window looked was not kept"


@ON_LINUX
def test_that_a_crash_is_said_at_the_next_start(tmp_path: Path, mill_project: Path) -> None:
    with started(tmp_path) as (process, _):
        process.kill()
    assert marks(tmp_path)
    with started(tmp_path, str(mill_project)) as (process, words):
        assert "ended unexpectedly last time" in words
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 0


@ON_LINUX
def test_that_safe_mode_uses_and_changes_nothing_remembered(tmp_path: Path) -> None:
    settings = tmp_path / "config" / "GraphRAG Desktop" / "GraphRAG Desktop.ini"
    settings.parent.mkdir(parents=True)
    content = "[General]\nversion=1\n[appearance]\nscale=1.6\n"
    settings.write_text(content, encoding="utf-8")
    with started(tmp_path, "-", "safe") as (process, words):
        assert "Safe mode" in words
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert settings.read_text(encoding="utf-8") == content
