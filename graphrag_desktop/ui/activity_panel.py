"""What an index run is doing: stages with counts, rate and time left, what failed and why, and how to pause or stop."""

import time
from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from graphrag_desktop.domain.estimates import RunForecast
from graphrag_desktop.domain.events import (
    Event,
    ModelAsked,
    RunBegan,
    Stage,
    StageAdvanced,
    StageFinished,
    StageStarted,
    WaitingForServer,
    Warned,
)
from graphrag_desktop.domain.index import PAUSED, Failure, RunSummary
from graphrag_desktop.ui.activity_foot import ActivityFoot
from graphrag_desktop.ui.change_list import ChangeList
from graphrag_desktop.ui.counted import counted, duration, time_range
from graphrag_desktop.ui.failure_list import FailureList
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import MessageBar, Offer, Sheet, Words, named
from graphrag_desktop.ui.run_cost import RunCost
from graphrag_desktop.ui.run_estimate import RunEstimate
from graphrag_desktop.ui.scroll_area import ScrollArea
from graphrag_desktop.ui.stage_row import StageRow
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.warning_list import WarningList

_TELL_MILLISECONDS = 100  # events come faster than anyone reads


class ActivityPanel(QWidget):
    """Follows one run at a time by its events; `pause_wanted` and `stop_wanted` tell what the analyst presses."""

    pause_wanted = Signal(bool)
    stop_wanted = Signal()
    retry_wanted = Signal()
    folder_wanted = Signal()
    plan_wanted = Signal()  # the plan of the folder that was tried
    terms_wanted = Signal()  # a cap was reached: prices and caps are to be seen
    progressed = Signal(str)  # how far the run is, in a few words; empty once it is over

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._estimate = RunEstimate(0.0)
        self._done: dict[Stage, int] = {}
        self._skipped: list[str] = []  # files that were not read, in words
        self._is_running = False
        self.forecast: RunForecast | None = None  # what was expected of the run
        self._tell = QTimer(self, singleShot=True, interval=_TELL_MILLISECONDS)
        self._tell.timeout.connect(self._told)
        named(self, "activityPanel", self.tr("Activity"))
        self._build()

    @property
    def progress(self) -> float:
        """How far the run is, 0 to 1."""
        return self._estimate.progress

    def begin(self, folder: str, forecast: RunForecast | None = None) -> None:
        """A run starts, of which so much is expected."""
        self.forecast = forecast
        self._cost.begin()
        self._failures.show_failures(())
        self._estimate = RunEstimate(time.monotonic())
        self._done.clear()
        self._skipped.clear()
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
        self._cost.follow(happened)
        match happened:
            case StageStarted(stage, total):
                self._rows[stage].begin(total)
            case StageAdvanced(stage, done):
                self._done[stage] = done
            case StageFinished(stage, reused):
                self._done.pop(stage, None)
                self._rows[stage].end(is_reused=reused)
            case Warned():
                words = f"{happened.item}: {happened.reason}"
                if happened.stage is Stage.DOCUMENTS:
                    self._skipped.append(words)
                self._list.warn(words)
            case ModelAsked() | RunBegan() | WaitingForServer():
                pass
            case _:
                return
        if not self._tell.isActive():
            self._tell.start()

    def end(self, summary: RunSummary) -> None:
        """The run is over and said what it did."""
        cost = self._cost.end(summary.usage, self.forecast)
        self._finish(self._end_title(summary))
        counts = summary.counts
        words = ", ".join(
            (
                counted(counts.documents, "1 document", "{n} documents"),
                counted(counts.entities, "1 entity", "{n} entities"),
                counted(counts.relationships, "1 relationship", "{n} relationships"),
                counted(counts.communities, "1 community", "{n} communities"),
            )
        )
        told = self.tr("{all} in {time}.").format(all=words, time=duration(summary.seconds))
        self._note.setText(f"{told} {cost}".strip())
        self._show_gaps(summary.failures)
        if summary.pause:
            self._bar.tell(summary.pause, "warn", offer=Offer(self.tr("Change the cap"), self.terms_wanted.emit))
        elif summary.trial:
            words = self.tr("A trial on {n} documents. The plan says now what the whole folder takes.")
            offer = Offer(self.tr("See the plan"), self.plan_wanted.emit)
            self._bar.tell(words.format(n=figure(summary.trial)), "ok", offer=offer)

    def _end_title(self, summary: RunSummary) -> str:
        if summary.pause:
            return self.tr("Paused at the cap")
        if summary.trial:
            return self.tr("Trial made")
        return self.tr("Index up to date") if summary.is_complete else self.tr("Index has gaps")

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
        self._foot.show_paused(is_paused=is_paused)
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
        self._cost.begin()
        self._failures.show_failures(())
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
        self._cost = RunCost(self._theme)
        self._failures = FailureList(self._theme)
        self._bar = MessageBar(self._theme)
        self._rows = {stage: StageRow(self._theme, stage) for stage in Stage}
        self._list = WarningList(self._theme)
        self.changes = ChangeList(self._theme)
        self._foot = ActivityFoot(self._theme)
        self._foot.pause_wanted.connect(self.pause_wanted)
        self._foot.stop_wanted.connect(self.stop_wanted)
        content = QWidget()
        content.setProperty("surface", "page")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(18, 14, 18, 10)
        inner.setSpacing(12)
        parts = (self._title, self._left, self._note, self._cost, self._bar, self._failures)
        for widget in (*parts, self.changes, *self._rows.values(), self._list):
            inner.addWidget(widget)
        inner.addStretch(1)
        area = ScrollArea(content, shows_through=True)
        self._page = StatefulPage(self._theme, area)
        sheet.column.addWidget(self._page, 1)
        sheet.column.addWidget(self._foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self.show_nothing()

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
        self._cost.tell(self._estimate.elapsed(now))
        if self._is_running:
            left = self._estimate.left(now)
            self._left.setVisible(left is not None)
            self._left.setText(
                "" if left is None else self.tr("{time} left").format(time=time_range(left.low, left.high))
            )
            share = self.tr("{n} %").format(n=figure(int(self._estimate.progress * 100)))
            words = (share, "" if left is None else self._left.text(), self._cost.short_text)
            self.progressed.emit(" · ".join(each for each in words if each))

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
        for words in self._skipped:
            self._list.warn(words)
        failed = [each for each in gaps if not each.reason.startswith(PAUSED)]
        self._failures.show_failures(failed)
        if not failed:
            return
        words = counted(
            len(failed), "1 piece could not be read or written.", "{n} pieces could not be read or written."
        )
        self._bar.tell(words, "warn", offer=Offer(self.tr("Try those again"), self.retry_wanted.emit))

    def _set_running(self, *, is_running: bool) -> None:
        self._is_running = is_running
        self._foot.set_running(is_running=is_running)
        self._left.setVisible(False)
