"""What leaves this machine with a choice of models: a sign and one sentence."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QWidget

from graphrag_desktop.domain.model_checks import Destination
from graphrag_desktop.ui.controls import Glyph
from graphrag_desktop.ui.model_words import leaving_words
from graphrag_desktop.ui.panels import Words
from graphrag_desktop.ui.theme import ActiveTheme


class ModelLeaving(QWidget):
    """A shield where nothing does, a globe where something does, neither while nobody can tell."""

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._words = Words(theme, role="small", tone="2")
        self._sign = Glyph(theme, "shield-check", "ok", 16)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._sign)
        row.addWidget(self._words, 1)

    def show_places(self, found: Sequence[Destination] | None) -> None:
        """Say where text goes, and what of it; None while that is not known."""
        self._words.setText(self.tr("Not known yet.") if found is None else leaving_words(tuple(found)))
        if found is None:
            self._sign.show_icon("info", "text3")
        elif all(each.is_here for each in found):
            self._sign.show_icon("shield-check", "ok")
        else:
            self._sign.show_icon("globe", "warn")
