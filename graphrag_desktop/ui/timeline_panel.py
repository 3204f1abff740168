"""The timeline: how much is dated when, a stretch of it to be brushed, and the dated records themselves."""

from PySide6.QtCore import (
    QModelIndex,
    QPoint,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QCursor, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QToolTip, QVBoxLayout, QWidget

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.timeline import DatedRecord, Narrowing, Timeline
from graphrag_desktop.ui.controls import IconButton, ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import Sheet, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.timeline_chart import Range, TimelineChart
from graphrag_desktop.ui.timeline_words import bars_words, date_words, range_words
from graphrag_desktop.ui.two_line_list import (
    RECORD_ROLE,
    Index,
    RowModel,
    Spoken,
    TwoLineDelegate,
    TwoLines,
    TwoLineView,
)

_BESIDE = 620  # pixels of width from which the records stand beside the chart
_CHART_SHARE, _LIST_SHARE = 5_500, 4_500  # more than any screen: Qt takes them as shares
_MOST_TOLD = 3  # records in the tooltip of a bar
_LONGEST = 140  # characters of each


class TimelinePanel(QWidget):
    """Shows a timeline; `range_chosen` tells the stretch that is brushed (None: all), `passage_wanted` words to be read."""

    range_chosen = Signal(object)
    passage_wanted = Signal(object)
    wanted = Signal()  # it is to be seen, and there is nothing to show yet

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._timeline: Timeline | None = None
        self._seen: Range | None = None  # what the chart shows of the whole
        self._build()

    @property
    def range(self) -> Range | None:
        """The stretch that is brushed."""
        return self._chart.brushed

    def show_timeline(self, timeline: Timeline) -> None:
        """Show what is dated in a project."""
        self._timeline, self._seen = timeline, timeline.span
        if timeline.span is None:
            words = self.tr("No sentence names a date with its year, and no claim has a date that can be read.")
            self._page.show_empty(Emptiness("columns-3", self.tr("Nothing is dated"), words))
            return
        self._page.show_content()
        self._draw()

    def show_nothing(self) -> None:
        """Say what goes here."""
        self._timeline, self._seen = None, None
        self._chart.show_bars(None)
        self._chart.show_range(None)
        words = self.tr(
            "Dates that the documents name appear here. Brush a stretch of time, and map and lists show only that."
        )
        self._page.show_empty(Emptiness("columns-3", self.tr("No timeline yet"), words))

    def show_range(self, stretch: Range | None, narrowing: Narrowing | None = None) -> None:
        """Mark a stretch without telling anyone, and list what lies in it."""
        self._chart.show_range(stretch)
        self._clear.setEnabled(stretch is not None)
        self._closer.setEnabled(stretch is not None and stretch != self._seen)
        records = () if self._timeline is None else self._timeline.records
        shown = records if narrowing is None or stretch is None else narrowing.records
        self._model.show_records(shown)
        count = counted(len(shown), "1 record", "{n} records")
        self._count.setText(count if stretch is None else f"{range_words(*stretch)}: {count}")

    def expect(self) -> None:
        """It is being read."""
        self._page.expect()

    def show_failure(self, reason: str) -> None:
        """It could not be read."""
        self._page.show_failure(
            self.tr("The timeline could not be read"), reason, self.tr("Try again"), self.wanted.emit
        )

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().showEvent(event)
        if self._timeline is None:
            self.wanted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the records stand beside the chart where there is room, else below it."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= self._theme.theme.pixels(_BESIDE)
        self._split.setOrientation(Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical)

    def take_focus(self) -> None:
        """Put the keyboard on the chart."""
        self._chart.setFocus()

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._facts = ShortWords(self._theme, role="caption", tone="2")
        self._closer = IconButton(self._theme, "zoom-in", self.tr("Show the brushed stretch alone"))
        self._whole = IconButton(self._theme, "maximize", self.tr("Show the whole time"))
        self._clear = IconButton(self._theme, "x", self.tr("Give up the stretch"))
        self._closer.clicked.connect(self._closer_clicked)
        self._whole.clicked.connect(self._whole_clicked)
        self._chart = TimelineChart(self._theme)
        self._clear.clicked.connect(self._chart.give_up)
        self._chart.range_brushed.connect(self.range_chosen)
        self._chart.bar_rested.connect(self._bar_rested)
        self._chart.closer_wanted.connect(self._wheel_turned)
        head = row_of(self._facts, self._closer, self._whole, self._clear, spacing=2)
        head.setStretch(0, 1)
        head.setContentsMargins(14, 2, 6, 0)
        self._model = RowModel(_spoken, self)
        self._list = named(TwoLineView(), "timelineList", self.tr("Dated records"))
        self._list.setModel(self._model)
        self._list.setItemDelegate(TwoLineDelegate(self._theme, self._list, self._said))
        self._list.clicked.connect(self._row_opened)
        self._list.activated.connect(self._row_opened)
        self._count = ShortWords(self._theme, role="caption", tone="3")
        right = QWidget()
        beside = QVBoxLayout(right)
        beside.setContentsMargins(6, 2, 6, 4)
        beside.setSpacing(2)
        beside.addWidget(self._count)
        beside.addWidget(self._list, 1)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.addWidget(self._chart)
        self._split.addWidget(right)
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 2)
        self._split.setChildrenCollapsible(False)
        self._split.setSizes([_CHART_SHARE, _LIST_SHARE])
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addLayout(head)
        inner.addWidget(self._split, 1)
        self._page = StatefulPage(self._theme, content)
        sheet.column.addWidget(self._page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self.show_nothing()

    def _draw(self) -> None:
        if self._timeline is None or self._seen is None:
            return
        bars = self._timeline.bars(*self._seen)
        self._chart.show_bars(bars)
        self._facts.setText(bars_words(bars, self._timeline.undated_claims))
        self._whole.setEnabled(self._seen != self._timeline.span)
        stretch = self._chart.brushed
        self.show_range(stretch, None if stretch is None else self._timeline.narrowed(*stretch))

    def _look_at(self, seen: Range | None) -> None:
        self._seen = seen
        self._draw()

    @Slot()
    def _closer_clicked(self) -> None:
        if self._chart.brushed is not None:
            self._look_at(self._chart.brushed)

    @Slot()
    def _whole_clicked(self) -> None:
        if self._timeline is not None:
            self._look_at(self._timeline.span)

    @Slot(int)
    def _wheel_turned(self, way: int) -> None:
        if way > 0:
            self._closer_clicked()
        else:
            self._whole_clicked()

    @Slot(int)
    def _bar_rested(self, place: int) -> None:
        """Say what a bar holds: how much, and the first few of it."""
        bars, timeline = self._chart.bars, self._timeline
        if place < 0 or bars is None or timeline is None or not (bars.sentences[place] + bars.claims[place]):
            QToolTip.hideText()
            return
        first, last = self._chart.stretch(place, place)
        held = [each for each in timeline.records if first <= each.first and each.last <= last]
        lines = [f"{range_words(first, last)}: {counted(len(held), '1 record', '{n} records')}"]
        lines += [f"{date_words(each.start)}: {_short(each.words)}" for each in held[:_MOST_TOLD]]
        QToolTip.showText(QCursor.pos() + QPoint(8, 8), "\n".join(lines), self._chart)

    def _said(self, index: Index) -> TwoLines:
        record: DatedRecord = index.data(RECORD_ROLE)
        return TwoLines(record.words, _facts(record))

    @Slot(QModelIndex)
    def _row_opened(self, index: QModelIndex) -> None:
        record = index.data(RECORD_ROLE)
        if isinstance(record, DatedRecord):
            self.passage_wanted.emit(record.evidence)


def _spoken(record: DatedRecord) -> Spoken:
    facts = _facts(record)
    return Spoken(record.words, f"{record.words}\n{facts}", f"{facts}: {record.words}")


def _facts(record: DatedRecord) -> str:
    when = date_words(record.start)
    if record.is_period:
        when = f"{when} – {date_words(record.end)}"
    page = "" if record.evidence.page is None else f" · {record.evidence.page}"
    kind = "" if record.kind is not Kind.CLAIM else f" · {record.kind.value} {record.number}"
    return f"{when} · {record.evidence.path}{page}{kind}"


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
