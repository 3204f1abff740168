"""Ctrl-C in the terminal, and a polite end from the system, close the window as its own button would."""

import contextlib
import signal
import socket
from types import FrameType

from PySide6.QtCore import QMetaObject, QObject, QSocketNotifier, Qt
from PySide6.QtWidgets import QApplication

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Interrupts(QObject):
    """While it lives, a signal quits the application.

    Python hears of signals only between its own steps, and while the window waits there are none: so the system also
    writes to a socket, which Qt watches.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._reads, self._writes = socket.socketpair()
        for each in (self._reads, self._writes):
            each.settimeout(0)
        self._before = {each: signal.signal(each, self._asked_to_end) for each in _SIGNALS}
        self._wakeup = signal.set_wakeup_fd(self._writes.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._reads.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)

    def stop(self) -> None:
        """Leave signals to whoever had them before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._wakeup)
        for each, handler in self._before.items():
            signal.signal(each, handler)
        for each in (self._reads, self._writes):
            each.close()

    def _woken(self) -> None:
        """Python runs the handler of the signal before or right after this."""
        with contextlib.suppress(BlockingIOError):
            self._reads.recv(64)

    def _asked_to_end(self, number: int, frame: FrameType | None) -> None:
        """Not at once: this may come in the middle of anything, with a lock held that closing needs."""
        QMetaObject.invokeMethod(self._application, "quit", Qt.ConnectionType.QueuedConnection)
