"""Parts of the activity: how to pause or stop a run, and the list of what was skipped or failed while it went on."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget

from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.panels import Words, named
from graphrag_desktop.ui.theme import ActiveTheme

_MOST_WARNINGS = 500


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
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 10, 14, 10)
        row.setSpacing(8)
        row.addWidget(self._pause)
        row.addWidget(self._stop)
        row.addWidget(Words(theme, keeps, role="caption", tone="3"), 1)

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


class WarningList(QListWidget):
    """What was skipped or failed, in words; not there while there is nothing."""

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._warnings = 0
        named(self, "warningList", self.tr("Skipped and failed"))
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        theme.theme_changed.connect(self._dress)
        self._dress()

    def add(self, text: str) -> None:
        """One more; beyond some they are only counted."""
        self._warnings += 1
        self.show()
        if self._warnings <= _MOST_WARNINGS:
            self.addItem(text)
        elif self._warnings == _MOST_WARNINGS + 1:
            self.addItem(self.tr("… and more; “graphrag-desktop info” lists them all."))
        self._fit()

    def forget(self) -> None:
        """There is nothing."""
        self._warnings = 0
        self.clear()
        self.hide()

    def _fit(self) -> None:
        shown = min(self.count(), 6)
        self.setFixedHeight(self._theme.theme.pixels(8 + 34 * max(1, shown)))

    def _dress(self) -> None:
        self.setFont(self._theme.theme.font("small"))
        self._fit()
