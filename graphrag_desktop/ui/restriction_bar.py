"""What the next question is restricted to: a chip for each kind of thing above the question, to be taken away again."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from graphrag_desktop.domain.restriction import EVERYTHING, Restriction, SelectedKind
from graphrag_desktop.ui.controls import Button, ShortWords
from graphrag_desktop.ui.panels import Words, named
from graphrag_desktop.ui.restriction_words import kind_words, names_of, time_words
from graphrag_desktop.ui.theme import ActiveTheme

_WIDEST = 190  # of a chip; the tooltip has all of its words


class RestrictionBar(QFrame):
    """Shows a restriction; `restriction_changed` tells one that the analyst made smaller. Hidden while there is none."""

    restriction_changed = Signal(object)
    shown = Signal()  # or hidden

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._restriction = EVERYTHING
        self._chips: list[Button] = []
        named(self, "restrictionBar", self.tr("What the question is restricted to"))
        self._of = ShortWords(theme, self.tr("Asked of"), role="caption", tone="2")
        self._facts = Words(theme, role="caption", tone="3")
        self._is_compact = False
        self._row = QHBoxLayout()
        self._row.setSpacing(4)
        self._row.addWidget(self._of)
        self._row.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(2)
        self._column.addLayout(self._row)
        self._column.addWidget(self._facts)
        self.set_compact(is_compact=False)
        self.hide()

    @property
    def restriction(self) -> Restriction:
        """What the next question is asked of."""
        return self._restriction

    @property
    def chips(self) -> tuple[Button, ...]:
        """A button for each kind of thing; it takes that away."""
        return tuple(self._chips)

    def show_restriction(self, restriction: Restriction) -> None:
        """Show another one without telling anyone."""
        had_focus = any(each.hasFocus() for each in self._chips)
        self._restriction = restriction
        for chip in self._chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = [
            *(self._chip(kind) for kind in SelectedKind if restriction.of(kind)),
            *([self._time_chip()] if time_words(restriction) else []),
        ]
        for place, chip in enumerate(self._chips, start=1):
            self._row.insertWidget(place, chip)
        self.tell("")
        self.setVisible(not restriction.is_empty)
        self.shown.emit()
        if had_focus and self._chips:
            self._chips[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_compact(self, *, is_compact: bool) -> None:
        """Have chips alone, for beside the question, or a line of their own above it."""
        self._is_compact = is_compact
        self._of.setVisible(not is_compact)
        self._facts.setVisible(not is_compact and bool(self._facts.text()))
        self._column.setContentsMargins(*((0, 0, 0, 0) if is_compact else (14, 8, 14, 0)))

    def tell(self, words: str, *, is_trouble: bool = False) -> None:
        """Say how much lies inside, or that nothing does."""
        self._facts.setProperty("tone", "danger" if is_trouble else "3")
        self._facts.style().unpolish(self._facts)
        self._facts.style().polish(self._facts)
        self._facts.setText(words)
        self._facts.setVisible(bool(words) and not self._is_compact)
        self.setToolTip(words)

    def _chip(self, kind: SelectedKind) -> Button:
        left = self._restriction
        words = kind_words(left, kind)
        without = Restriction(tuple(each for each in left.selected if each.kind is not kind), left.since, left.until)
        return self._made(words, names_of(left, kind), without)

    def _time_chip(self) -> Button:
        words = time_words(self._restriction)
        return self._made(words, words, Restriction(self._restriction.selected))

    def _made(self, words: str, every: str, without: Restriction) -> Button:
        tip = self.tr("{what} – press to take it away").format(what=every)
        chip = Button(self._theme, words, icon="x", tip=tip)
        room = self._theme.theme.pixels(_WIDEST)
        chip.setText(f" {QFontMetricsF(chip.font()).elidedText(words, Qt.TextElideMode.ElideMiddle, room)}")
        chip.setAccessibleName(self.tr("Asked of {what}: take it away").format(what=words))
        chip.clicked.connect(lambda: self._take_away(without))
        return chip

    def _take_away(self, left: Restriction) -> None:
        self.show_restriction(left)
        self.restriction_changed.emit(left)
