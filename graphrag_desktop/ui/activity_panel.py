"""What an index run is doing: stages with counts, rate and time left, what failed and why, and how to pause or stop."""

import time
from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from graphrag_desktop.domain.events import Event, Stage, StageAdvanced, StageFinished, StageStarted, Warned
from graphrag_desktop.domain.index import Failure, RunSummary
from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.counted import counted, duration, time_range
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import MessageBar, Offer, Sheet, Words, named, row_of
from graphrag_desktop.ui.run_estimate import RunEstimate
from graphrag_desktop.ui.stage_row import StageRow, stage_name
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.warning_list import WarningList

_TELL_MILLISECONDS = 100  # events come faster than anyone reads


class ActivityPanel(QWidget):
    """Follows one run at a time by its events; `pause_wanted` and `stop_wanted` tell what the analyst presses."""

    pause_wanted = Signal(bool)
    stop_wanted = Signal()
    retry_wanted = Signal()
    folder_wanted = Signal()
    progressed = Signal(str)  # how far the run is, in a few words; empty once it is over

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._estimate = RunEstimate(0.0)
        self._done: dict[Stage, int] = {}
        self._is_running = False
        self._tell = QTimer(self, singleShot=True, interval=_TELL_MILLISECONDS)
        self._tell.timeout.connect(self._told)
        named(self, "activityPanel", self.tr("Activity"))
        self._build()

    def begin(self, folder: str) -> None:
        """A run starts."""
        self._estimate = RunEstimate(time.monotonic())
        self._done.clear()
        self._list.forget()
        self._bar.hide()
        self._title.setText(self.tr("Indexing {folder}").format(folder=folder))
        for row in self._rows.values():
            row.wait()
        self._set_running(is_running=True)
        self._say_running()
        self._show_stages(is_shown=True)
        self._page.show_content()

    def follow(self, happened: Event) -> None:
        """Take in one event of the run; shown some times a second."""
        now = time.monotonic()
        self._estimate.follow(happened, now)
        match happened:
            case StageStarted(stage, total):
                self._rows[stage].begin(total)
            case StageAdvanced(stage, done):
                self._done[stage] = done
            case StageFinished(stage, reused):
                self._done.pop(stage, None)
                self._rows[stage].end(is_reused=reused)
            case Warned():
                self._list.warn(f"{happened.item}: {happened.reason}")
            case _:
                return
        if not self._tell.isActive():
            self._tell.start()

    def end(self, summary: RunSummary) -> None:
        """The run is over and said what it did."""
        self._finish(self.tr("Index up to date") if summary.is_complete else self.tr("Index has gaps"))
        counts = summary.counts
        words = ", ".join(
            (
                counted(counts.documents, "1 document", "{n} documents"),
                counted(counts.entities, "1 entity", "{n} entities"),
                counted(counts.relationships, "1 relationship", "{n} relationships"),
                counted(counts.communities, "1 community", "{n} communities"),
            )
        )
        self._note.setText(self.tr("{all} in {time}.").format(all=words, time=duration(summary.seconds)))
        self._show_gaps(summary.failures)

    def stopped(self) -> None:
        """The run was stopped on request."""
        self._finish(self.tr("Stopped"))
        self._note.setText("")
        words = self.tr("All that was finished is kept. Index again to go on from here.")
        self._bar.tell(words, "warn", offer=Offer(self.tr("Go on"), self.retry_wanted.emit))

    def failed(self, reason: str, hint: str) -> None:
        """The run broke off."""
        self._finish(self.tr("Indexing broke off"))
        self._note.setText(self.tr("All that was finished is kept. Index again to go on from here."))
        self._bar.tell(f"{reason} {hint}".strip(), offer=Offer(self.tr("Try again"), self.retry_wanted.emit))

    def paused(self, *, is_paused: bool) -> None:
        """Show whether the run waits."""
        if not self._is_running:
            return
        if is_paused:
            self._estimate.hold(time.monotonic())
        else:
            self._estimate.resume(time.monotonic())
        self._pause.setChecked(is_paused)
        self._pause.say(self.tr("Resume") if is_paused else self.tr("Pause"), "play" if is_paused else "pause")
        if is_paused:
            self._note.setText(self.tr("Paused. What is being read is finished and kept; nothing new is begun."))
        else:
            self._say_running()

    def show_idle(self, summary: str, gaps: Sequence[Failure]) -> None:
        """No run goes on in the project that is open: say what its last one left."""
        if self._is_running:
            return
        self._title.setText(self.tr("Index has gaps") if gaps else self.tr("Index up to date"))
        self._note.setText(summary)
        self._show_stages(is_shown=False)  # they are those of a run, perhaps of another project
        self._list.forget()
        self._bar.hide()
        self._show_gaps(gaps)
        self._page.show_content()

    def show_nothing(self) -> None:
        """No project is open, or nothing was indexed into it."""
        self._set_running(is_running=False)
        words = self.tr("Open a folder of documents; each step of the work is shown here, and can be paused.")
        emptiness = Emptiness("loader-circle", self.tr("No index run yet"), words, self.tr("Open a folder"), "folder")
        self._page.show_empty(emptiness, self.folder_wanted.emit)

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._title = Words(self._theme, role="title", weight=600)
        self._left = Words(self._theme, role="heading", weight=600)
        self._note = Words(self._theme, role="small", tone="2")
        self._bar = MessageBar(self._theme)
        self._rows = {stage: StageRow(self._theme, stage) for stage in Stage}
        self._list = WarningList(self._theme)
        content = QWidget()
        content.setProperty("surface", "page")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(18, 14, 18, 10)
        inner.setSpacing(12)
        for widget in (self._title, self._left, self._note, self._bar, *self._rows.values(), self._list):
            inner.addWidget(widget)
        inner.addStretch(1)
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(content)
        for ground in (content, area.viewport()):  # the sheet shows through
            ground.setAutoFillBackground(False)
        self._page = StatefulPage(self._theme, area)
        sheet.column.addWidget(self._page, 1)
        sheet.column.addWidget(self._build_foot())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self.show_nothing()

    def _build_foot(self) -> QFrame:
        self._foot = QFrame()
        self._foot.setProperty("surface", "foot")
        tip = self.tr("Finish what is being read, then wait. Everything stays as it is.")
        self._pause = named(Button(self._theme, self.tr("Pause"), icon="pause", tip=tip), "pauseButton")
        self._pause.setCheckable(True)
        self._pause.clicked.connect(self.pause_wanted)
        tip = self.tr("End the run now. All that is finished is kept; indexing again goes on from there.")
        self._stop = named(
            Button(self._theme, self.tr("Stop, keep results"), icon="circle-stop", tip=tip), "cancelButton"
        )
        self._stop.clicked.connect(self.stop_wanted)
        self._keeps = Words(
            self._theme,
            self.tr("Pause keeps all and waits. Stop keeps all that is finished; indexing again goes on from there."),
            role="caption",
            tone="3",
        )
        row = row_of(self._pause, self._stop)
        row.addStretch(1)
        column = QVBoxLayout(self._foot)
        column.setContentsMargins(18, 10, 14, 10)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self._keeps)
        return self._foot

    def _finish(self, title: str) -> None:
        self._is_running = False
        self._told()
        self._title.setText(title)
        for row in self._rows.values():
            row.stop()
        self._set_running(is_running=False)
        self.progressed.emit("")

    @Slot()
    def _told(self) -> None:
        """Show what events of the last moments said."""
        self._tell.stop()
        now = time.monotonic()
        for stage, done in self._done.items():
            self._rows[stage].advance(done, self._rate_words(stage, now))
        if self._is_running:
            left = self._estimate.left(now)
            self._left.setVisible(left is not None)
            self._left.setText(
                "" if left is None else self.tr("{time} left").format(time=time_range(left.low, left.high))
            )
            share = self.tr("{n} %").format(n=figure(int(self._estimate.progress * 100)))
            self.progressed.emit(share if left is None else f"{share} · {self._left.text()}")

    def _rate_words(self, stage: Stage, now: float) -> str:
        rate = self._estimate.rate(stage, now)
        if not rate:
            return ""
        if rate >= 1:
            return self.tr("{n} a second").format(n=figure(round(rate)))
        return self.tr("{n} a minute").format(n=figure(max(1, round(rate * 60))))

    def _say_running(self) -> None:
        self._note.setText(self.tr("You can browse and ask what is there already. Whatever is finished is kept."))

    def _show_stages(self, *, is_shown: bool) -> None:
        for row in self._rows.values():
            row.setVisible(is_shown)

    def _show_gaps(self, gaps: Sequence[Failure]) -> None:
        if not gaps:
            return
        self._list.forget()
        for gap in gaps:
            self._list.warn(f"{gap.item}: {gap.reason} ({_stage_words(gap.stage)})")
        words = counted(len(gaps), "1 piece could not be read or written.", "{n} pieces could not be read or written.")
        self._bar.tell(words, "warn", offer=Offer(self.tr("Try those again"), self.retry_wanted.emit))

    def _set_running(self, *, is_running: bool) -> None:
        self._is_running = is_running
        self._pause.setEnabled(is_running)
        self._stop.setEnabled(is_running)
        self._foot.setVisible(is_running)
        self._left.setVisible(False)
        self._pause.setChecked(False)
        self._pause.say(self.tr("Pause"), "pause")


def _stage_words(stage: str) -> str:
    known = {each.value: each for each in Stage}
    return stage_name(known[stage]) if stage in known else stage
