"""What the system is told of a run that goes on: stay awake, and how far it is, in the taskbar."""

import sys

from PySide6.QtCore import QObject, Slot

from graphrag_desktop.ui.wakefulness import Wakefulness, system_wakefulness
from graphrag_desktop.ui.window_parts import WindowParts

_LAUNCHER = "com.canonical.Unity.LauncherEntry"  # understood by the taskbars of KDE, Ubuntu and others
_APPLICATION = "application://graphrag-desktop.desktop"


class RunSigns(QObject):
    """Follows the runs of a window. A run that is paused does not keep the system awake."""

    def __init__(self, parts: WindowParts, wakefulness: Wakefulness | None = None) -> None:
        super().__init__(parts.window)
        self._awake = wakefulness or system_wakefulness()
        self._activity = parts.desk.activity
        session = parts.session
        session.index_started.connect(self._begun)
        session.index_paused.connect(self._paused)
        session.project_closed.connect(self._ended)
        for ended in (session.index_finished, session.index_stopped, session.index_failed):
            ended.connect(self._ended)
        self._activity.progressed.connect(self._progressed)

    @Slot()
    def _begun(self, *_: object) -> None:
        self._awake.hold(self.tr("Documents are being indexed"))

    @Slot(bool)
    def _paused(self, is_paused: bool) -> None:  # noqa: FBT001 - a signal's argument
        if is_paused:
            self._awake.release()
        else:
            self._begun()

    @Slot()
    def _ended(self, *_: object) -> None:
        self._awake.release()
        show_progress(None)

    @Slot(str)
    def _progressed(self, words: str) -> None:
        show_progress(self._activity.progress if words else None)


def show_progress(share: float | None) -> None:
    """Show on the program's icon in the taskbar how far a run is, 0 to 1; None takes it away. Elsewhere than on Linux
    the title of the window says it alone."""
    if sys.platform != "linux":
        return
    from PySide6.QtDBus import QDBusConnection, QDBusMessage

    session = QDBusConnection.sessionBus()
    if session.isConnected():
        told = QDBusMessage.createSignal("/com/canonical/unity/launcherentry/1", _LAUNCHER, "Update")
        told.setArguments([_APPLICATION, {"progress": float(share or 0.0), "progress-visible": share is not None}])
        session.send(told)
