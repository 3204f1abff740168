"""What is compared and at what price: the question, what all ways take together, the ceiling, Compare or Stop all."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from graphrag_desktop.domain.restriction import EVERYTHING, Restriction
from graphrag_desktop.ui.composing import Entering
from graphrag_desktop.ui.controls import Button, ShortWords
from graphrag_desktop.ui.number_box import NumberBox
from graphrag_desktop.ui.panels import Words, named, row_of
from graphrag_desktop.ui.restriction_words import restriction_words
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.way_offers import WayOffer, together_words

_FIELD = 58


class CompareComposer(QWidget):
    """`compare_wanted` tells that the question is to be asked."""

    compare_wanted = Signal()
    stop_wanted = Signal()
    more_wanted = Signal()
    left = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._offers: Sequence[WayOffer] = ()
        self._is_busy = False
        self._can_ask = False
        self._takes = ""
        self.restriction = EVERYTHING
        self._build()
        theme.theme_changed.connect(self._dress)
        self._dress()

    @property
    def question(self) -> str:
        """The words in the field."""
        return self._question.toPlainText().strip()

    @property
    def ceiling(self) -> float | None:
        """The most that all may cost together; None for no end."""
        return self._ceiling.number

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What takes the keyboard, in order."""
        return self._question, self._compare, self._stop, self._back, self._ceiling, self._more

    def set_question(self, text: str) -> None:
        """Put words into the field."""
        self._question.setPlainText(text)

    def take_focus(self) -> None:
        """Put the cursor into the question."""
        self._question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._question.selectAll()

    def show_state(self, chosen: Sequence[WayOffer], reader: str, *, is_busy: bool, has_more: bool) -> None:
        """Say what the chosen ways take together, and what can be done now."""
        self._offers, self._is_busy = chosen, is_busy
        ways = [each.way for each in chosen]
        is_double = len(set(ways)) < len(ways)
        if not chosen:
            self._takes = self.tr("There is nothing to ask yet: index a folder first.")
        elif is_double:
            self._takes = self.tr("One way is chosen twice: choose another.")
        else:
            self._takes = together_words(chosen, reader)
        self._say_cost()
        self._can_ask = bool(chosen) and not is_double
        has_price = any(each.estimate.money is not None for each in chosen)
        for widget in (self._ceiling, self._ceiling_words):
            widget.setVisible(has_price)
        self._ceiling.setEnabled(not is_busy)
        self._more.setEnabled(has_more and not is_busy)
        self._compare.setVisible(not is_busy)
        self._stop.setVisible(is_busy)
        self._offer()

    def show_restriction(self, restriction: Restriction) -> None:
        """What the question is asked of; it is chosen in the pane of questions, and stays while an answer is written."""
        if not self._is_busy:
            self.restriction = restriction
            self._say_cost()

    def _build(self) -> None:
        field = QPlainTextEdit(placeholderText=self.tr("Ask the same in several ways"), tabChangesFocus=True)
        self._question = named(field, "compareQuestion", self.tr("Question to compare"))
        Entering(self._question).entered.connect(self._compare_clicked)
        self._question.textChanged.connect(self._offer)
        self._compare = named(
            Button(self._theme, self.tr("Compare"), icon="columns-3", kind="primary"), "compareButton"
        )
        self._compare.clicked.connect(self._compare_clicked)
        tip = self.tr("Stop all that is still being answered. What is written stays, and is kept.")
        self._stop = named(Button(self._theme, self.tr("Stop all"), icon="circle-stop", tip=tip), "compareStopAll")
        self._stop.clicked.connect(self.stop_wanted)
        tip = self.tr("Back to map and panels; what is being answered goes on")
        self._back = Button(self._theme, self.tr("Back"), icon="arrow-left", kind="quiet", tip=tip)
        self._back.clicked.connect(self.left)
        self._cost = ShortWords(self._theme, role="caption", tone="2")
        self._ceiling_words = Words(self._theme, self.tr("Ceiling"), role="small", tone="2", wraps=False)
        self._ceiling_words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._ceiling = NumberBox(0.0, 1_000_000.0, decimals=4, unknown=self.tr("no end"))
        named(self._ceiling, "compareCeiling", self.tr("The most that all of them may cost together"))
        self._ceiling.setToolTip(self.tr("A call that would take all of them together beyond it is not made."))
        self._ceiling.show_number(None)
        self._more = Button(self._theme, self.tr("Another way"), icon="plus", kind="quiet")
        named(self._more, "compareMore").clicked.connect(self.more_wanted)
        line = row_of(self._question, self._compare, self._stop)
        line.setStretch(0, 1)
        for button in (self._compare, self._stop):
            line.setAlignment(button, Qt.AlignmentFlag.AlignBottom)
        tools = row_of(self._back, self._cost, self._ceiling_words, self._ceiling, self._more)
        tools.setStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 8)
        column.setSpacing(8)
        column.addLayout(line)
        column.addLayout(tools)

    def _say_cost(self) -> None:
        only = "" if self.restriction.is_empty else f"{restriction_words(self.restriction)} · "
        self._cost.setText(f"{only}{self._takes}")

    @Slot()
    def _offer(self) -> None:
        self._compare.setEnabled(self._can_ask and bool(self.question))

    @Slot()
    def _compare_clicked(self) -> None:
        if self._compare.isEnabled() and not self._is_busy:
            self.compare_wanted.emit()

    @Slot()
    def _dress(self) -> None:
        theme = self._theme.theme
        self._question.setFont(theme.font("read"))
        self._question.setFixedHeight(theme.pixels(_FIELD))
        self._ceiling.setFixedWidth(theme.pixels(112))
        for button in (self._compare, self._stop):
            button.setMinimumHeight(theme.pixels(34))
