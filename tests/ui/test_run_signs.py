"""What the system hears of a run: stay awake while it goes on, and how far it is."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.ui.run_signs import RunSigns, show_progress
from graphrag_desktop.ui.wakefulness import system_wakefulness
from graphrag_desktop.ui.window import MainWindow
from graphrag_desktop.ui.window_parts import WindowParts

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="as on Linux")
HAS_BUS = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="needs dbus-daemon")
_LISTENER = """
import sys
from PySide6.QtCore import QCoreApplication, QObject, Slot, ClassInfo
from PySide6.QtDBus import QDBusConnection

@ClassInfo({"D-Bus Interface": "org.freedesktop.ScreenSaver"})
class ScreenSaver(QObject):
    @Slot(str, str, result=int)
    def Inhibit(self, program, reason):
        print("inhibited by", program, "for", reason, flush=True)
        return 1

application = QCoreApplication([])
bus, saver = QDBusConnection.sessionBus(), ScreenSaver()
assert bus.registerObject("/org/freedesktop/ScreenSaver", saver, QDBusConnection.RegisterOption.ExportAllSlots)
assert bus.registerService("org.freedesktop.ScreenSaver")
print("ready", flush=True)
application.exec()
"""

_ASKING = """
from PySide6.QtCore import QCoreApplication
from graphrag_desktop.ui.run_signs import show_progress
from graphrag_desktop.ui.wakefulness import OnLinux
application = QCoreApplication([])
awake = OnLinux()
awake.hold("documents are being indexed")
awake.release()
show_progress(0.5)
"""


class Recorded:
    """Wakefulness that remembers what was asked."""

    def __init__(self) -> None:
        self.is_held = False
        self.reasons: list[str] = []

    def hold(self, reason: str) -> None:
        self.is_held = True
        self.reasons.append(reason)

    def release(self) -> None:
        self.is_held = False


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[str]:
    """The address of a session bus of this test alone."""
    words = ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:dir={tmp_path}"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().strip()
        daemon.terminate()


def _signs(window: MainWindow, awake: Recorded) -> RunSigns:
    parts = WindowParts(
        window,
        window.appearance.theme,
        window.appearance,
        window._memory,
        window.session,
        window.navigation,
        window.desk,
        window.notices,
    )
    return RunSigns(parts, awake)


def test_that_the_system_stays_awake_while_a_run_goes_on_and_sleeps_while_it_is_paused(window: MainWindow) -> None:
    awake = Recorded()
    _signs(window, awake)
    session = window.session
    session.index_started.emit("a folder")
    assert awake.is_held and awake.reasons[-1]
    window.session.index_paused.emit(True)  # noqa: FBT003 - a signal's argument
    assert not awake.is_held, "a run that waits for a person keeps nothing awake"
    window.session.index_paused.emit(False)  # noqa: FBT003 - a signal's argument
    assert awake.is_held
    session.index_stopped.emit()
    assert not awake.is_held


@pytest.mark.parametrize("end", ["index_failed", "project_closed"])
def test_that_however_a_run_ends_the_system_may_sleep(window: MainWindow, end: str) -> None:
    awake = Recorded()
    _signs(window, awake)
    window.session.index_started.emit("a folder")
    getattr(window.session, end).emit(*(("reason", "hint") if end == "index_failed" else ()))
    assert not awake.is_held


def test_that_a_system_that_cannot_be_asked_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all")
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere/at/all")
    awake = system_wakefulness()
    awake.hold("a run")
    awake.hold("a run")
    awake.release()
    awake.release()
    show_progress(0.5)
    show_progress(None)


@ON_LINUX
@HAS_BUS
def test_that_the_desktop_is_asked_by_the_session_s_bus(bus: str) -> None:
    surroundings = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": bus, "DBUS_SYSTEM_BUS_ADDRESS": bus}
    with subprocess.Popen(
        [sys.executable, "-c", _LISTENER], stdout=subprocess.PIPE, text=True, env=surroundings
    ) as listener:
        try:
            assert listener.stdout is not None
            assert listener.stdout.readline() == "ready\n"
            subprocess.run([sys.executable, "-c", _ASKING], env=surroundings, check=True, timeout=60)
            assert listener.stdout.readline() == "inhibited by GraphRAG Desktop for documents are being indexed\n"
        finally:
            listener.kill()
