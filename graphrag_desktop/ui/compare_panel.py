"""One question in several ways at once: columns that are written side by side under one ceiling, and what they share."""

import re
from collections.abc import Mapping

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Answer, LevelEstimate, Mode
from graphrag_desktop.domain.asking import QuestionEstimate
from graphrag_desktop.domain.events import Event
from graphrag_desktop.explore.comparison_tables import ComparedWays, comparison_csv, comparison_markdown
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.query.comparing import FEWEST_WAYS, MOST_WAYS
from graphrag_desktop.ui.ask_tabs import AskTabs
from graphrag_desktop.ui.compare_column import CompareColumn
from graphrag_desktop.ui.compare_composer import CompareComposer
from graphrag_desktop.ui.comparison_sheet import ComparisonSheet
from graphrag_desktop.ui.controls import IconButton
from graphrag_desktop.ui.difference_words import difference_words
from graphrag_desktop.ui.panels import MessageBar, Sheet, named, tab_through
from graphrag_desktop.ui.scroll_area import ScrollArea
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.way_offers import WayOffer, way_offers

_LEAST_COLUMN = 380  # pixels: less is no line to read; more columns than fit are scrolled to
_GROW_MILLISECONDS = 100  # laying out all that came so far is not done for every word


class ComparePanel(QWidget):
    """Asks in two to four ways; `asked` tells the question, the ways, and the ceiling or None."""

    asked = Signal(str, object, object)
    stop_wanted = Signal(int)  # the place of a column
    left = Signal()
    citation_wanted = Signal(object)
    record_wanted = Signal(object)
    save_wanted = Signal(object, str)  # the text for each ending, and a name for the file
    busy_changed = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._offers: tuple[WayOffer, ...] = ()
        self._reader = ""
        self._compared: ComparedWays | None = None
        self._columns: list[CompareColumn] = []
        self._grow = QTimer(self, interval=_GROW_MILLISECONDS)
        self._grow.timeout.connect(self._let_grow)
        self._build()

    @property
    def columns(self) -> tuple[CompareColumn, ...]:
        """One for each way, from the left."""
        return tuple(self._columns)

    @property
    def is_busy(self) -> bool:
        """Whether any way is still being answered."""
        return any(each.is_busy for each in self._columns)

    @property
    def compared(self) -> ComparedWays | None:
        """What came of it, once all have ended."""
        return self._compared

    def show_offers(
        self, levels: tuple[LevelEstimate, ...], modes: Mapping[Mode, QuestionEstimate], reader: str = ""
    ) -> None:
        """The ways there are and what each takes; those chosen stay chosen as far as they are still there."""
        self._offers, self._reader = way_offers(levels, modes), reader
        while len(self._columns) < min(FEWEST_WAYS, len(self._offers)):
            self._add_column()
        for column in self._columns:
            if column.answer is None and not column.is_busy and column.offer is not None:
                column.show_offers(self._offers, column.offer.way)
        self._tell()

    def set_question(self, text: str) -> None:
        """Put words into the field, unless its own are being answered."""
        if not self.is_busy and text.strip():
            self.composer.set_question(text)

    def take_focus(self) -> None:
        """Put the cursor into the question."""
        self.composer.take_focus()

    def compare(self) -> None:
        """Ask the question in the ways that are chosen."""
        self._compare_wanted()

    def begin(self) -> None:
        """All ways are being asked."""
        self._compared = None
        self._foot.hide()
        self._bar.hide()
        self._tabs.turn_to(self._scroll)
        self._tabs.hide_tab(self._sheet)
        for column in self._columns:
            column.begin()
        self._grow.start()
        self._tell()
        self.busy_changed.emit()

    def follow(self, place: int, happened: Event) -> None:
        """Show one event of a way."""
        self._columns[place].follow(happened)

    def show_answer(self, place: int, answer: Answer) -> None:
        """One way has ended."""
        self._columns[place].show_answer(answer)
        self._ended()

    def show_failure(self, place: int, words: str) -> None:
        """One way has ended without an answer."""
        self._columns[place].show_failure(words)
        self._ended()

    def show_comparison(self, compared: ComparedWays) -> None:
        """All have ended: what they share and where they differ."""
        self._compared = compared
        answered = [each for each in self._columns if each.answer is not None]
        names = tuple(each.offer.short for each in answered if each.offer is not None)
        if len(answered) > 1:
            self._tabs.turn_to(self._sheet)  # first: a text that is laid out unseen is not seen from its beginning
            self._sheet.show_comparison(compared.comparison, names)
            self._tabs.turn_to(self._scroll)
        for place, column in enumerate(answered):
            column.show_difference(difference_words(compared, place))
        self._foot.show()

    def show_trouble(self, words: str) -> None:
        """The answers are there, and could not be compared."""
        self._bar.tell(words)

    def show_record(self, record: RecordView) -> None:
        """Complete the card of a citation."""
        for column in self._columns:
            column.show_record(record)
        self._sheet.show_record(record)

    def show_nothing(self) -> None:
        """Another project comes."""
        self._grow.stop()
        self._compared, self._offers = None, ()
        for column in self.columns:
            self._drop(column)
        self.composer.set_question("")
        self._foot.hide()
        self._bar.hide()
        self._tabs.hide_tab(self._sheet)
        self._tell()
        self.busy_changed.emit()

    def stop_all(self) -> None:
        """End every way that is still being answered."""
        for place, column in enumerate(self._columns):
            if column.is_busy:
                self.stop_wanted.emit(place)

    def _build(self) -> None:
        self.composer = CompareComposer(self._theme)
        self.composer.compare_wanted.connect(self._compare_wanted)
        self.composer.stop_wanted.connect(self.stop_all)
        self.composer.more_wanted.connect(self._add_column)
        self.composer.left.connect(self.left)
        self._bar = MessageBar(self._theme)
        strip = QWidget()
        self._row = QHBoxLayout(strip)
        self._row.setContentsMargins(14, 12, 14, 12)
        self._row.setSpacing(10)
        self._scroll = named(ScrollArea(strip, shows_through=True, is_sideways=True), "compareColumns")
        self._sheet = ComparisonSheet(self._theme)
        self._sheet.citation_wanted.connect(self.citation_wanted)
        self._sheet.record_wanted.connect(self.record_wanted)
        self._tabs = AskTabs(self._theme, self.tr("Answers, and what they share"))
        self._tabs.add(self._scroll, self.tr("Answers"))
        self._tabs.add(self._sheet, self.tr("What they share"))
        self._tabs.hide_tab(self._sheet)  # until there is something
        sheet = Sheet(margin=1, spacing=0)
        for widget in (self.composer, self._bar, self._tabs):
            sheet.column.addWidget(widget)
        sheet.column.addWidget(self._tabs.pages, 1)
        sheet.column.addWidget(self._build_foot())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.addWidget(sheet)
        self._theme.theme_changed.connect(self._fit)
        self._tell()

    def _build_foot(self) -> QFrame:
        copy = IconButton(self._theme, "copy", self.tr("Copy"), shows_words=True)
        copy.say(self.tr("Copy"), self.tr("Copy table, statements and answers as Markdown"))
        copy.clicked.connect(self._copy_clicked)
        save = named(IconButton(self._theme, "download", self.tr("Save"), shows_words=True), "compareSave")
        save.say(self.tr("Save"), self.tr("Save all of it as Markdown, or the table as CSV"))
        save.clicked.connect(self._save_clicked)
        self._foot = QFrame()
        self._foot.setProperty("surface", "foot")
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(10, 4, 10, 4)
        row.setSpacing(2)
        for widget in (copy, save):
            row.addWidget(widget)
        row.addStretch(1)
        self._foot.hide()
        return self._foot

    @Slot()
    def _add_column(self) -> None:
        taken = [each.offer.way for each in self._columns if each.offer is not None]
        fresh = next((each.way for each in self._offers if each.way not in taken), None)
        if fresh is None or len(self._columns) >= MOST_WAYS:
            return
        column = CompareColumn(self._theme, len(self._columns) + 1)
        column.show_offers(self._offers, fresh)
        column.way_changed.connect(self._tell)
        column.stop_wanted.connect(lambda: self.stop_wanted.emit(self._columns.index(column)))
        column.remove_wanted.connect(lambda: self._removed(column))
        column.citation_wanted.connect(self.citation_wanted)
        column.record_wanted.connect(self.record_wanted)
        self._columns.append(column)
        self._row.addWidget(column, 1)
        self._fit()
        self._tell()

    def _removed(self, column: CompareColumn) -> None:
        self._drop(column)
        self._tell()

    def _drop(self, column: CompareColumn) -> None:
        self._columns.remove(column)
        self._row.removeWidget(column)
        column.hide()
        column.deleteLater()

    def _tell(self) -> None:
        """Say what can be done now, and what it would cost."""
        chosen = [each.offer for each in self._columns if each.offer is not None]
        has_more = len(self._columns) < min(MOST_WAYS, len(self._offers))
        self.composer.show_state(chosen, self._reader, is_busy=self.is_busy, has_more=has_more)
        for column in self._columns:
            column.allow_removal(is_allowed=len(self._columns) > FEWEST_WAYS)
        tab_through(*self.composer.controls, *(each for column in self._columns for each in column.head))

    def _fit(self) -> None:
        """Columns keep a width at which they can be read."""
        for column in self._columns:
            column.setMinimumWidth(self._theme.theme.pixels(_LEAST_COLUMN))

    def _ended(self) -> None:
        if not self.is_busy:
            self._grow.stop()
        self._tell()
        self.busy_changed.emit()

    @Slot()
    def _let_grow(self) -> None:
        for column in self._columns:
            column.draw_grown()

    @Slot()
    def _compare_wanted(self) -> None:
        ways = tuple(each.offer.way for each in self._columns if each.offer is not None)
        self.asked.emit(self.composer.question, ways, self.composer.ceiling)

    @Slot()
    def _copy_clicked(self) -> None:
        if self._compared is not None:
            QGuiApplication.clipboard().setText(comparison_markdown(self._compared))

    @Slot()
    def _save_clicked(self) -> None:
        if self._compared is not None:
            texts = {".md": comparison_markdown(self._compared), ".csv": comparison_csv(self._compared)}
            name = re.sub(r"[^\w \-]+", "", self._compared.question).strip()[:60] or self.tr("Comparison")
            self.save_wanted.emit(texts, name)
