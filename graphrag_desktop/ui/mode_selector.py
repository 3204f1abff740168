"""The list of ways of asking, above them the choice to leave it to the program."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.ui.mode_words import mode_name, mode_reason
from graphrag_desktop.ui.panels import named

AUTO = "auto"
"""In place of a way of asking: the one that is suggested."""


class ModeSelector(QComboBox):
    """Offers ways of asking; that at a level is chosen first."""

    def __init__(self) -> None:
        super().__init__()
        named(self, "modeSelector", self.tr("How to answer"))
        self.offer([Mode.GLOBAL])

    @property
    def is_auto(self) -> bool:
        """Whether it is left to the program."""
        return bool(self.currentData() == AUTO)

    @property
    def mode(self) -> Mode:
        """The way of asking that is chosen; the usual one where it is left to the program."""
        return Mode.GLOBAL if self.is_auto else Mode(self.currentData())

    def offer(self, modes: Iterable[Mode]) -> None:
        """Offer these; the one chosen stays if it is still there."""
        chosen = self.currentData()
        self.clear()
        self.addItem(self.tr("Auto"), AUTO)
        tip = self.tr("As the words of the question suggest; which way that is, and why, is said before it is asked.")
        self.setItemData(0, tip, Qt.ItemDataRole.ToolTipRole)
        for mode in modes:
            self.addItem(mode_name(mode), mode)
            self.setItemData(self.count() - 1, mode_reason(mode), Qt.ItemDataRole.ToolTipRole)
        self.choose(chosen)

    def choose(self, chosen: object) -> None:
        """Choose a way of asking or `AUTO`; one that is not offered leaves it at levels."""
        place = self.findData(chosen)
        self.setCurrentIndex(place if place >= 0 else self.findData(Mode.GLOBAL))
