"""What an index run is doing: its stages with counts, what was skipped, and how to pause or stop it."""

import time

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QListWidget, QProgressBar, QPushButton, QVBoxLayout, QWidget

from graphrag_desktop.domain.events import Event, Stage, StageAdvanced, StageFinished, StageStarted, Warned
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.ui.panels import MessageBar, Sheet, Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme

_MOST_WARNINGS = 500


class ActivityPanel(QWidget):
    """Follows one run at a time by its events; `pause_wanted` and `stop_wanted` tell what the analyst presses."""

    pause_wanted = Signal(bool)
    stop_wanted = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._totals: dict[Stage, int] = {}
        self._rows: dict[Stage, tuple[QProgressBar, Words]] = {}
        self._warnings = 0
        self._started = 0.0
        named(self, "activityPanel", self.tr("Activity"))
        self._build()

    def begin(self, folder: str) -> None:
        """A run starts."""
        self._started = time.monotonic()
        self._totals.clear()
        self._warnings = 0
        self._list.clear()
        self._bar.hide()
        self._title.setText(self.tr("Indexing {folder}").format(folder=folder))
        self._note.setText(self.tr("You can browse and ask what is there already. Whatever is finished is kept."))
        for bar, words in self._rows.values():
            bar.setRange(0, 1)
            bar.setValue(0)
            bar.setProperty("tone", "")
            _polish(bar)
            words.setText(self.tr("waits"))
        self._set_running(is_running=True)

    def follow(self, happened: Event) -> None:
        """Show one event of the run."""
        if isinstance(happened, StageStarted):
            self._totals[happened.stage] = happened.total
            bar, words = self._rows[happened.stage]
            bar.setRange(0, happened.total)  # 0 to 0 is Qt's “it takes as long as it takes”
            words.setText(self.tr("working"))
        elif isinstance(happened, StageAdvanced):
            total = self._totals.get(happened.stage, 0)
            bar, words = self._rows[happened.stage]
            if total:
                bar.setValue(happened.done)
                words.setText(f"{happened.done:,} of {total:,}")
        elif isinstance(happened, StageFinished):
            self._stage_finished(happened)
        elif isinstance(happened, Warned):
            self._warn(f"{happened.item}: {happened.reason}")

    def end(self, summary: RunSummary) -> None:
        """The run is over and said what it did."""
        counts = summary.counts
        self._title.setText(self.tr("Index up to date") if summary.is_complete else self.tr("Index has gaps"))
        self._note.setText(
            self.tr(
                "{documents:,} documents, {entities:,} entities, {relationships:,} relationships, {communities:,} communities in {seconds:.1f} s."
            ).format(
                documents=counts.documents,
                entities=counts.entities,
                relationships=counts.relationships,
                communities=counts.communities,
                seconds=summary.seconds,
            )
        )
        for failure in summary.failures:
            self._warn(f"{failure.item}: {failure.reason}")
        if summary.failures:
            self._bar.tell(
                self.tr("{count} could not be read or written. Index again to try only those.").format(
                    count=len(summary.failures)
                ),
                "warn",
            )
        self._set_running(is_running=False)

    def stopped(self) -> None:
        """The run was stopped on request."""
        self._title.setText(self.tr("Stopped"))
        self._note.setText(self.tr("All that was finished is kept. Index again to go on from here."))
        self._set_running(is_running=False)

    def failed(self, reason: str, hint: str) -> None:
        """The run broke off."""
        self._title.setText(self.tr("Indexing broke off"))
        self._note.setText(self.tr("All that was finished is kept. Index again to go on from here."))
        self._bar.tell(f"{reason} {hint}".strip())
        self._set_running(is_running=False)

    def paused(self, *, is_paused: bool) -> None:
        """Show whether the run waits."""
        self._pause.setText(self.tr("Resume") if is_paused else self.tr("Pause"))
        self._pause.setChecked(is_paused)
        if is_paused:
            self._note.setText(self.tr("Paused. What is being read is finished and kept; nothing new is begun."))
        elif self._pause.isEnabled():
            self._note.setText(self.tr("You can browse and ask what is there already. Whatever is finished is kept."))

    def _build(self) -> None:
        sheet = Sheet(margin=14)
        self._title = Words(self._theme, self.tr("No index run yet"), role="title", weight=600)
        self._note = Words(
            self._theme,
            self.tr("Open a folder of documents; each stage of the work is shown here."),
            role="small",
            tone="2",
        )
        self._bar = MessageBar(self._theme)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(2, 110)
        for row, stage in enumerate(Stage):
            bar = QProgressBar(textVisible=False, maximum=1)
            bar.setAccessibleName(stage.value)
            words = Words(self._theme, "", role="caption", tone="3", wraps=False)
            words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(Words(self._theme, stage.value[0].upper() + stage.value[1:], role="small"), row, 0)
            grid.addWidget(bar, row, 1)
            grid.addWidget(words, row, 2)
            self._rows[stage] = (bar, words)
        self._list = named(QListWidget(), "warningList", self.tr("Skipped and failed"))
        self._list.setWordWrap(True)
        self._list.hide()
        self._pause = named(QPushButton(self.tr("Pause")), "pauseButton")
        self._pause.setCheckable(True)
        self._pause.setToolTip(self.tr("Finish what is being read, then wait. Everything stays as it is."))
        self._pause.clicked.connect(self.pause_wanted)
        self._stop = named(QPushButton(self.tr("Stop, keep results")), "cancelButton")
        self._stop.setToolTip(
            self.tr("End the run now. All that is finished is kept; indexing again goes on from there.")
        )
        self._stop.clicked.connect(self.stop_wanted)
        for widget in (self._title, self._note, self._bar):
            sheet.column.addWidget(widget)
        sheet.column.addLayout(grid)
        sheet.column.addWidget(self._list, 1)
        sheet.column.addLayout(row_of(self._pause, self._stop))
        sheet.column.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self._set_running(is_running=False)

    def _stage_finished(self, happened: StageFinished) -> None:
        bar, words = self._rows[happened.stage]
        total = self._totals.get(happened.stage, 0)
        bar.setRange(0, 1)
        bar.setValue(1)
        bar.setProperty("tone", "ok")
        _polish(bar)
        if happened.reused:
            words.setText(self.tr("kept from before"))
        else:
            words.setText(f"{total:,}" if total else self.tr("done"))

    def _warn(self, text: str) -> None:
        self._warnings += 1
        self._list.show()
        if self._warnings <= _MOST_WARNINGS:
            self._list.addItem(text)
        elif self._warnings == _MOST_WARNINGS + 1:
            self._list.addItem(self.tr("… and more; “graphrag-desktop info” lists them all."))

    def _set_running(self, *, is_running: bool) -> None:
        self._pause.setEnabled(is_running)
        self._stop.setEnabled(is_running)
        self._pause.setChecked(False)
        self._pause.setText(self.tr("Pause"))
        if not is_running:
            for bar, words in self._rows.values():
                if bar.maximum() == 0:
                    bar.setRange(0, 1)
                    words.setText("")


def _polish(widget: QWidget) -> None:
    widget.style().unpolish(widget)
    widget.style().polish(widget)
