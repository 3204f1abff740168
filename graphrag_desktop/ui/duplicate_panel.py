"""The workbench of suggested duplicates: a list of pairs, the two side by side, and what becomes of them by one key each."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from graphrag_desktop.explore.duplicate_pairs import PairView, SideView
from graphrag_desktop.explore.duplicates import Suggestion
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.ui.citation_card import CitationGuide
from graphrag_desktop.ui.controls import Button, ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.duplicate_text import reason_words, side_blocks, side_citations
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import MessageBar, Offer, Sheet, Tone, named, row_of
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.report_text import ENTITY
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.two_line_list import (
    RECORD_ROLE,
    Index,
    RowModel,
    Spoken,
    TwoLineDelegate,
    TwoLines,
    TwoLineView,
)

_MEASURE = 300
_PADDING = 12
_LIST_SHARE, _PAIR_SHARE = 2, 5


class DuplicatePanel(QWidget):
    """Lists pairs that may be one entity; what is decided is a signal, whoever carries it out takes the pair away."""

    wanted = Signal()  # it is to be seen, and there is nothing to show yet
    pair_chosen = Signal(object)  # a Suggestion, whose sides are to be shown
    merge_wanted = Signal(object)
    apart_wanted = Signal(object)
    entity_wanted = Signal(int)
    citation_wanted = Signal(object)
    record_wanted = Signal(object)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._is_known = False
        self._decided = 0
        self._build()
        self.show_nothing()

    @property
    def pair(self) -> Suggestion | None:
        """The pair that is chosen."""
        chosen = self._list.currentIndex().data(RECORD_ROLE)
        return chosen if isinstance(chosen, Suggestion) else None

    @property
    def pairs(self) -> Sequence[Suggestion]:
        """Those that are not decided yet."""
        return self._model.records

    def show_suggestions(self, found: Sequence[Suggestion]) -> None:
        """Show what was found; the first is chosen."""
        self._is_known, self._decided = True, 0
        self._fill(found, 0)

    def show_nothing(self) -> None:
        """Say what goes here."""
        self._is_known = False
        self._model.show_records(())
        words = self.tr(
            "Entities that may be one and the same under two names are listed here, to be merged or told apart."
        )
        self._page.show_empty(Emptiness("columns-3", self.tr("Nothing compared yet"), words))

    def expect(self) -> None:
        """It is being looked for."""
        self._page.expect()

    def show_failure(self, reason: str) -> None:
        """It could not be looked for."""
        self._page.show_failure(self.tr("The comparison failed"), reason, self.tr("Try again"), self.wanted.emit)

    def show_pair(self, view: PairView) -> None:
        """Show the two sides, where that pair is still the one chosen."""
        pair = self.pair
        if pair is None or {pair.one.number, pair.other.number} != {
            view.one.view.entity.number,
            view.other.view.entity.number,
        }:
            return
        for side, shown in zip(self._sides, (view.one, view.other), strict=True):
            side.show_side(shown, view.shared)

    def show_record(self, record: RecordView) -> None:
        """Complete the card of a citation."""
        for side in self._sides:
            side.guide.show_record(record)

    def tell(self, words: str, tone: Tone = "ok", offer: Offer | None = None) -> None:
        """Say what was done, what it would take, or why it was not done."""
        self._bar.tell(words, tone, offer=offer)

    def take_away(self, numbers: tuple[int, int], *, is_merged: bool) -> None:
        """A pair is decided: it goes, and with it what else there is of an entity that is merged."""
        place = self._list.currentIndex().row()
        gone = max(numbers) if is_merged else 0
        left = [
            each
            for each in self._model.records
            if {each.one.number, each.other.number} != set(numbers) and gone not in {each.one.number, each.other.number}
        ]
        if len(left) < len(self._model.records):
            self._decided += 1
            self._fill(left, place)

    def merge(self) -> None:
        """Have the pair merged."""
        if self.pair is not None:
            self.merge_wanted.emit(self.pair)

    def tell_apart(self) -> None:
        """Say that the two are not the same."""
        if self.pair is not None:
            self.apart_wanted.emit(self.pair)

    def decide_later(self) -> None:
        """Put the pair behind all others."""
        pair, place = self.pair, self._list.currentIndex().row()
        if pair is not None:
            others = [each for each in self._model.records if each is not pair]
            self._fill([*others, pair], place)

    def take_focus(self) -> None:
        """Put the keyboard on the list."""
        self._list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().showEvent(event)
        if not self._is_known:
            self.wanted.emit()

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._bar = MessageBar(self._theme)
        self._list = named(_PairList(), "duplicateList", self.tr("Pairs that may be one entity"))
        self._model: RowModel[Suggestion] = RowModel(_spoken, self)
        self._list.setModel(self._model)
        self._list.setItemDelegate(TwoLineDelegate(self._theme, self._list, _lines))
        self._list.selectionModel().currentChanged.connect(self._current_changed)
        self._list.merge_pressed.connect(self.merge)
        self._list.apart_pressed.connect(self.tell_apart)
        self._list.later_pressed.connect(self.decide_later)
        self._sides = (_Side(self._theme, self.tr("The older entity")), _Side(self._theme, self.tr("The other entity")))
        sides = QWidget()
        row = QHBoxLayout(sides)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for side in self._sides:
            row.addWidget(side, 1)
            side.guide.citation_followed.connect(self.citation_wanted)
            side.guide.record_wanted.connect(self.record_wanted)
            side.entity_wanted.connect(self.entity_wanted)
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._list)
        self._split.addWidget(sides)
        self._split.setStretchFactor(0, _LIST_SHARE)
        self._split.setStretchFactor(1, _PAIR_SHARE)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(6, 6, 6, 6)
        inner.setSpacing(4)
        inner.addWidget(self._split, 1)
        inner.addLayout(self._foot())
        self._page = StatefulPage(self._theme, content)
        sheet.column.addWidget(self._bar)
        sheet.column.addWidget(self._page, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)

    def _foot(self) -> QHBoxLayout:
        merge = Button(self._theme, self.tr("Merge"), kind="primary", tip=self.tr("Make one entity of the two (M)"))
        apart = Button(self._theme, self.tr("Not the same"), tip=self.tr("Never suggest the two again (N)"))
        later = Button(self._theme, self.tr("Later"), kind="quiet", tip=self.tr("Put the pair behind all others (L)"))
        merge.clicked.connect(self.merge)
        apart.clicked.connect(self.tell_apart)
        later.clicked.connect(self.decide_later)
        self._count = ShortWords(self._theme, role="caption", tone="3")
        foot = row_of(merge, apart, later, self._count, spacing=6)
        foot.setStretch(3, 1)
        foot.setContentsMargins(4, 2, 4, 2)
        return foot

    def _fill(self, pairs: Sequence[Suggestion], place: int) -> None:
        self._model.show_records(pairs)
        if not pairs:
            words = self.tr("No two entities are left that look like one.")
            title = self.tr("All decided") if self._decided else self.tr("No duplicates found")
            self._page.show_empty(Emptiness("circle-check", title, words))
            return
        self._page.show_content()
        count = counted(len(pairs), "1 pair", "{n} pairs")
        done = self.tr(" · {n} decided").format(n=figure(self._decided)) if self._decided else ""
        self._count.setText(f"{count}{done}")
        self._list.setCurrentIndex(self._model.index(min(max(place, 0), len(pairs) - 1)))

    @Slot(QModelIndex, QModelIndex)
    def _current_changed(self, current: QModelIndex, _: QModelIndex) -> None:
        pair = current.data(RECORD_ROLE)
        if isinstance(pair, Suggestion):
            for side in self._sides:
                side.clear()
            self.pair_chosen.emit(pair)


class _PairList(TwoLineView):
    """The list, in which one key decides."""

    merge_pressed = Signal()
    apart_pressed = Signal()
    later_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        told = {
            Qt.Key.Key_M: self.merge_pressed,
            Qt.Key.Key_Return: self.merge_pressed,
            Qt.Key.Key_Enter: self.merge_pressed,
            Qt.Key.Key_N: self.apart_pressed,
            Qt.Key.Key_L: self.later_pressed,
        }.get(Qt.Key(event.key()))
        if told is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            told.emit()
        else:
            super().keyPressEvent(event)


class _Side(QWidget):
    """One of the two."""

    entity_wanted = Signal(int)

    def __init__(self, theme: ActiveTheme, spoken: str) -> None:
        super().__init__()
        self._text = Prose(theme, _MEASURE, padding=_PADDING)
        self._text.setAccessibleName(spoken)
        self._text.link_followed.connect(self._link_followed)
        self.guide = CitationGuide(theme, self._text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._text)

    def show_side(self, side: SideView, shared: frozenset[int]) -> None:
        """Show it, from its top."""
        self.guide.set_citations(side_citations(side))
        self._text.show_blocks(side_blocks(side, shared))

    def clear(self) -> None:
        """Another is being read."""
        self.guide.set_citations(())
        self._text.show_blocks(())

    @Slot(str)
    def _link_followed(self, href: str) -> None:
        scheme, _, number = href.partition(":")
        if scheme == ENTITY:
            self.entity_wanted.emit(int(number))


def _lines(index: Index) -> TwoLines:
    pair = index.data(RECORD_ROLE)
    return TwoLines(_titles(pair), _facts(pair))


def _spoken(pair: Suggestion) -> Spoken:
    words = f"{_titles(pair)}. {_facts(pair)}"
    return Spoken(_titles(pair), words, words)


def _titles(pair: Suggestion) -> str:
    return f"{pair.one.title} – {pair.other.title}"


def _facts(pair: Suggestion) -> str:
    score = _tr("{n} of 100").format(n=figure(round(100 * pair.score)))
    return f"{score} · {reason_words(pair.evidence)}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Duplicates", text)
