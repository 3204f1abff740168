"""Asking the system not to fall asleep by itself while a run goes on; where it cannot be asked, it sleeps as always."""

import ctypes
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCall

_PROGRAM = "GraphRAG Desktop"
_ES_CONTINUOUS, _ES_SYSTEM_REQUIRED = 0x80000000, 0x00000001  # of Windows
_SESSION_SERVICES = (  # service and interface, path; both keep a desktop from suspending when nobody touches it
    ("org.freedesktop.PowerManagement.Inhibit", "org.freedesktop.PowerManagement", "/org/freedesktop/PowerManagement/Inhibit"),
    ("org.freedesktop.ScreenSaver", "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
)  # fmt: skip


class Wakefulness(Protocol):
    """Holds the system awake between `hold` and `release`; each may be called twice, and neither ever fails."""

    def hold(self, reason: str) -> None:
        """Do not fall asleep from now on."""

    def release(self) -> None:
        """Sleep as always."""


def system_wakefulness() -> Wakefulness:
    """As this system is asked."""
    if sys.platform == "darwin":
        return _OnMac()
    return _OnWindows() if sys.platform == "win32" else OnLinux()


class OnLinux:
    """By D-Bus: the log-in manager, and the desktop of the session.

    A connection of its own to each bus: when it is closed, or the process is gone, everything asked is taken back by
    the system. What a person does (closing the lid, choosing to suspend) is not prevented.
    """

    def __init__(self) -> None:
        self._connections: list[str] = []
        self._answers: list[QDBusPendingCall] = []  # the manager's holds a file; while that is open it is asked

    def hold(self, reason: str) -> None:
        """Ask."""
        if self._connections:
            return
        from PySide6.QtDBus import QDBusConnection

        system = self._connect(QDBusConnection.BusType.SystemBus)
        if system is not None:
            call = _call("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
            call.setArguments(["idle", _PROGRAM, reason, "block"])
            self._answers.append(system.asyncCall(call))
        session = self._connect(QDBusConnection.BusType.SessionBus)
        if session is not None:
            for interface, service, path in _SESSION_SERVICES:
                call = _call(service, path, interface)
                call.setArguments([_PROGRAM, reason])
                call.setAutoStartService(False)
                session.send(call)

    def release(self) -> None:
        """Take it back."""
        from PySide6.QtDBus import QDBusConnection

        self._answers.clear()
        for name in self._connections:
            QDBusConnection.disconnectFromBus(name)
        self._connections.clear()

    def _connect(self, bus: "QDBusConnection.BusType") -> "QDBusConnection | None":
        from PySide6.QtDBus import QDBusConnection

        name = f"graphrag-desktop-awake-{bus.name}-{os.getpid()}"
        connection = QDBusConnection.connectToBus(bus, name)
        if not connection.isConnected():
            QDBusConnection.disconnectFromBus(name)
            return None
        self._connections.append(name)
        return connection


def _call(service: str, path: str, interface: str) -> "QDBusMessage":
    from PySide6.QtDBus import QDBusMessage

    return QDBusMessage.createMethodCall(service, path, interface, "Inhibit")


class _OnMac:
    """By the system's own program, which ends with this one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def hold(self, reason: str) -> None:
        """Ask."""
        if self._process is None:
            try:
                self._process = subprocess.Popen(["/usr/bin/caffeinate", "-i", "-w", str(os.getpid())])  # noqa: S603 - our own words
            except OSError:
                self._process = None

    def release(self) -> None:
        """Take it back."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None


class _OnWindows:
    """By the state of the window's thread."""

    def hold(self, reason: str) -> None:
        """Ask."""
        _set_state(_ES_CONTINUOUS | _ES_SYSTEM_REQUIRED)

    def release(self) -> None:
        """Take it back."""
        _set_state(_ES_CONTINUOUS)


def _set_state(flags: int) -> None:
    library = getattr(ctypes, "windll", None)
    if library is not None:
        library.kernel32.SetThreadExecutionState(ctypes.c_uint(flags))
