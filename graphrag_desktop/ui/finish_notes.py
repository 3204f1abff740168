"""Telling an analyst who looks elsewhere that a run or an answer is there: in the taskbar, and as the system's own message."""

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.ui.window_parts import WindowParts

_SHOWN_MILLISECONDS = 10_000


class FinishNotes(QObject):
    """Says nothing while the window is in front: there the window itself says it.

    Where the system takes messages an icon stands in its tray while one is shown, and no longer.
    """

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._tray: QSystemTrayIcon | None = None
        self._away = QTimer(self, singleShot=True, interval=_SHOWN_MILLISECONDS)
        self._away.timeout.connect(self._take_away)
        session = parts.session
        session.index_finished.connect(self._index_finished)
        session.index_failed.connect(lambda reason, _: self.tell(self.tr("Indexing broke off"), reason))
        session.answer_finished.connect(lambda _: self.tell(self.tr("The answer is there"), self._project_name()))

    def tell(self, title: str, words: str) -> None:
        """Tell it, unless the window is in front."""
        window = self._parts.window
        if window.isActiveWindow() or not window.isVisible():
            return
        QApplication.alert(window)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            if self._tray is None:
                self._tray = QSystemTrayIcon(QApplication.windowIcon(), self)
                self._tray.messageClicked.connect(self._come_forward)
            self._tray.show()
            self._tray.showMessage(title, words, QApplication.windowIcon(), _SHOWN_MILLISECONDS)
            self._away.start()

    def _index_finished(self, summary: RunSummary) -> None:
        self.tell(*end_words(summary, self._project_name()))

    def _project_name(self) -> str:
        path = self._parts.session.project_path
        return "" if path is None else path.stem

    def _come_forward(self) -> None:
        window = self._parts.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.raise_()
        window.activateWindow()

    def _take_away(self) -> None:
        if self._tray is not None:
            self._tray.hide()


def end_words(summary: RunSummary, project: str) -> tuple[str, str]:
    """What is told of a run that is over: a title, and a line below it."""
    if summary.pause:
        return _tr("Paused at the cap"), summary.pause
    if summary.trial:
        return _tr("Trial made"), project
    return _tr("Index up to date") if summary.is_complete else _tr("Index has gaps"), project


def _tr(text: str) -> str:
    return QCoreApplication.translate("FinishNotes", text)
