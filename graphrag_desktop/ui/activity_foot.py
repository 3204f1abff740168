"""How to pause or stop a run, and what each of the two keeps."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QVBoxLayout

from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.panels import Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme


class ActivityFoot(QFrame):
    """Pause and Stop, each with what is kept; there only while something runs."""

    pause_wanted = Signal(bool)
    stop_wanted = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self.setProperty("surface", "foot")
        tip = self.tr("Finish what is being read, then wait. Everything stays as it is.")
        self._pause = named(Button(theme, self.tr("Pause"), icon="pause", tip=tip), "pauseButton")
        self._pause.setCheckable(True)
        self._pause.clicked.connect(self.pause_wanted)
        tip = self.tr("End the run now. All that is finished is kept; indexing again goes on from there.")
        self._stop = named(Button(theme, self.tr("Stop, keep results"), icon="circle-stop", tip=tip), "cancelButton")
        self._stop.clicked.connect(self.stop_wanted)
        keeps = self.tr(
            "Pause keeps all and waits. Stop keeps all that is finished; indexing again goes on from there."
        )
        self._row = row_of(self._pause, self._stop)
        self._row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 10, 14, 10)
        column.setSpacing(8)
        column.addLayout(self._row)
        column.addWidget(Words(theme, keeps, role="caption", tone="3"))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # overrides Qt's
        """One below the other where they do not stand side by side."""
        super().resizeEvent(event)
        wide = self._pause.sizeHint().width() + self._row.spacing() + self._stop.sizeHint().width()
        ways, margins = QBoxLayout.Direction, self.contentsMargins()
        room = self.width() - 32 - margins.left() - margins.right()
        self._row.setDirection(ways.LeftToRight if wide <= room else ways.TopToBottom)

    def show_paused(self, *, is_paused: bool) -> None:
        """Offer to go on, or to pause."""
        self._pause.setChecked(is_paused)
        self._pause.say(self.tr("Resume") if is_paused else self.tr("Pause"), "play" if is_paused else "pause")

    def set_running(self, *, is_running: bool) -> None:
        """A run goes on, or does not any more."""
        self._pause.setEnabled(is_running)
        self._stop.setEnabled(is_running)
        self.setVisible(is_running)
        self.show_paused(is_paused=False)
