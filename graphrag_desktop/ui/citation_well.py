"""How many citations of an answer there are of each grade, in a strip above it."""

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QHBoxLayout

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.ui.answer_markdown import state_words
from graphrag_desktop.ui.citation_states import CitationState, count_states
from graphrag_desktop.ui.controls import Glyph
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.inline_objects import state_inks
from graphrag_desktop.ui.panels import Words
from graphrag_desktop.ui.theme import ActiveTheme

_ICONS = {
    CitationState.QUOTED: "circle-check",
    CitationState.RECORD: "file-text",
    CitationState.CLOSE: "triangle-alert",
    CitationState.OUTSIDE: "unlink",
    CitationState.UNKNOWN: "circle-help",
}


class CitationWell(QFrame):
    """Shows the grades that there are."""

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self.setProperty("surface", "well")
        self.setAccessibleName(self.tr("Citations by state"))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 10, 5)
        row.setSpacing(5)
        self._counts: dict[CitationState, tuple[Glyph, Words]] = {}
        for state in CitationState:
            ink = state_inks(state)[0]
            pair = (
                Glyph(theme, _ICONS[state], ink, 14),
                Words(theme, role="caption", tone=ink, weight=500, wraps=False),
            )
            pair[1].setSizePolicy(pair[0].sizePolicy())
            self._counts[state] = pair
            row.addWidget(pair[0])
            row.addWidget(pair[1])
            row.addSpacing(8)
        row.addStretch(1)

    def count(self, citations: Sequence[Citation]) -> None:
        """Count these."""
        counts = count_states(citations)
        for state, (icon, words) in self._counts.items():
            icon.setVisible(counts[state] > 0)
            words.setVisible(counts[state] > 0)
            words.setText(f"{figure(counts[state])} {state_words(state)}")
