"""The head of the question pane: what the next question is restricted to, its words, the way it is asked and what that takes."""

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import LevelEstimate, Mode
from graphrag_desktop.domain.asking import QuestionEstimate, QuestionOrder
from graphrag_desktop.domain.restriction import Restriction
from graphrag_desktop.ui.question_composer import QuestionComposer
from graphrag_desktop.ui.restriction_bar import RestrictionBar
from graphrag_desktop.ui.theme import ActiveTheme


class AskHead(QWidget):
    """The composer below what restricts it; `restriction_changed` tells another restriction, whoever made it."""

    restriction_changed = Signal(object)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self.bar = RestrictionBar(theme)
        self.composer = QuestionComposer(theme, self.bar)
        self.bar.shown.connect(self.composer.update_state)
        self.bar.restriction_changed.connect(self.restriction_changed)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.bar)
        self._column.addWidget(self.composer)

    @property
    def restriction(self) -> Restriction:
        """What the next question is asked of."""
        return self.bar.restriction

    def order(self, question: str) -> QuestionOrder:
        """A question asked in the way that is chosen, of what it is restricted to."""
        if self.composer.is_auto:
            return QuestionOrder(question, None, None, self.restriction)
        return QuestionOrder(question, self.composer.mode, self.composer.level, self.restriction)

    def show_costs(self, levels: tuple[LevelEstimate, ...], modes: Mapping[Mode, QuestionEstimate]) -> None:
        """What the next question takes, where that is not what any question takes."""
        self.composer.show_levels(levels)
        self.composer.show_modes(modes)

    @Slot(object)
    def restrict(self, restriction: Restriction) -> None:
        """Have the next question asked of this alone."""
        if restriction != self.restriction:
            self.bar.show_restriction(restriction)
            self.restriction_changed.emit(restriction)

    def set_compact(self, *, is_compact: bool) -> None:
        """Take two lines: what restricts the question then stands beside the levels."""
        self.bar.set_compact(is_compact=is_compact)
        if not is_compact and self._column.indexOf(self.bar) < 0:
            self._column.insertWidget(0, self.bar)
        self.composer.set_compact(is_compact=is_compact)
