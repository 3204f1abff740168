"""The card of a citation: the record it names and the words it reaches, shown while the cursor or the keyboard rests on it."""

import html
import re
from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QGraphicsDropShadowEffect, QLabel, QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.explore.records import Passage, RecordView
from graphrag_desktop.ui.citation_states import CitationState, changed_words, citation_state
from graphrag_desktop.ui.cited_text import CITATION
from graphrag_desktop.ui.controls import Glyph, ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.inline_objects import kind_icon, kind_words, state_inks
from graphrag_desktop.ui.panels import Words, row_of
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.theme import ActiveTheme

_WIDTH = 330
_GAP, _EDGE = 6, 8
_MOST_QUOTED = 420  # characters: a card is a glance, the source is one key away
_STATE_ICONS = {
    CitationState.QUOTED: "circle-check",
    CitationState.RECORD: "circle-check",
    CitationState.CLOSE: "triangle-alert",
    CitationState.OUTSIDE: "unlink",
    CitationState.UNKNOWN: "circle-help",
}


class CitationCard(QFrame):
    """Floats over the window beside a citation; takes no focus and no clicks of its own."""

    def __init__(self, active: ActiveTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self._active, self._host = active, parent
        self.setProperty("surface", "raised")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        self._build()

    def show_citation(self, citation: Citation, record: RecordView | None) -> None:
        """Say what is known of it; `record` comes a moment later and has what stands around the words."""
        state = citation_state(citation)
        passages: Sequence[Passage] = () if record is None else record.passages
        first = citation.evidence[0] if citation.evidence else None
        name = kind_words(citation.kind, citation.number)
        title = "" if record is None else record.title
        self._icon.show_icon("file-text" if first else kind_icon(citation.kind), "text2")
        self._name.setText(first.path if first else title or name)
        self._page.setText("" if first is None or first.page is None else self.tr("page {n}").format(n=first.page))
        self._quote.setVisible(first is not None)
        if first is not None:
            self._quote.setText(self._quoted(citation, first, passages[0] if passages else None))
        more = len(citation.evidence) - 1
        self._more.setVisible(more > 0)
        self._more.setText(counted(more, "and 1 more passage", "and {n} more passages"))
        self._say_state(state, f"{name}: {title}" if title and first else name)
        self._foot.setVisible(first is not None)
        self._dress()

    def place_beside(self, anchor: QRect) -> None:
        """Stand below something in the parent's coordinates; above where there is no room."""
        parent = self._host
        self.setFixedWidth(min(self._active.theme.pixels(_WIDTH), parent.width() - 2 * _EDGE))
        self._column.activate()
        height = self.heightForWidth(self.width()) if self.hasHeightForWidth() else self.sizeHint().height()
        self.resize(self.width(), height)
        x = min(max(_EDGE, anchor.left() - 12), parent.width() - self.width() - _EDGE)
        below = anchor.bottom() + _GAP
        fits = below + height <= parent.height() - _EDGE
        self.move(x, below if fits else max(_EDGE, anchor.top() - _GAP - height))
        self.raise_()
        self.show()

    def _build(self) -> None:
        active = self._active
        self._icon = Glyph(active, "file-text", "text2", 14)
        self._name = ShortWords(active, role="small", weight=600, elide=Qt.TextElideMode.ElideMiddle)
        self._page = Words(active, role="caption", tone="3", wraps=False)
        self._page.setSizePolicy(self._icon.sizePolicy())
        head = row_of(self._icon, self._name, self._page)
        head.setStretch(1, 1)
        self._quote = QLabel(wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self._more = Words(active, role="caption", tone="3")
        self._state_icon = Glyph(active, "circle-check", "ok", 14)
        self._state = Words(active, role="caption", weight=500)
        state = row_of(self._state_icon, self._state, spacing=6)
        state.setStretch(1, 1)
        self._foot = Words(active, self.tr("Enter opens the source"), role="caption", tone="3")
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(7)
        column.addLayout(head)
        column.addWidget(self._quote)
        column.addWidget(self._more)
        column.addLayout(state)
        column.addWidget(self._foot)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(28)
        shadow.setOffset(0, 8)
        self.setGraphicsEffect(shadow)

    def _say_state(self, state: CitationState, record: str) -> None:
        words = {
            CitationState.QUOTED: self.tr("{record} – quote found word for word"),
            CitationState.RECORD: self.tr("{record} – these words are what it rests on"),
            CitationState.CLOSE: self.tr("{record} – close; words that differ are underlined"),
            CitationState.OUTSIDE: self.tr("{record} – in the index, but not among what this answer was given"),
            CitationState.UNKNOWN: self.tr("{record} – no such record"),
        }[state]
        ink = state_inks(state)[0]
        self._state_icon.show_icon(_STATE_ICONS[state], ink)
        self._state.setText(words.format(record=record))
        self._state.setProperty("tone", ink)
        self._state.style().unpolish(self._state)
        self._state.style().polish(self._state)

    def _quoted(self, citation: Citation, first: Evidence, passage: Passage | None) -> str:
        theme = self._active.theme
        quote = first.quote if len(first.quote) <= _MOST_QUOTED else f"{first.quote[:_MOST_QUOTED]}…"
        marked = html.escape(quote)
        if citation_state(citation) is CitationState.CLOSE:
            marked = _underlined(marked, changed_words(citation, quote))
        marked = f"<span style='background-color:{theme.hex('mark')}'>{marked}</span>"
        if passage is None or len(quote) == _MOST_QUOTED + 1:
            return marked.replace("\n", "<br>")
        before = ("… " if passage.is_cut_before else "") + html.escape(passage.before)
        after = html.escape(passage.after) + (" …" if passage.is_cut_after else "")
        return f"{before}{marked}{after}".replace("\n", "<br>")

    def _dress(self) -> None:
        theme = self._active.theme
        self._quote.setFont(theme.font("body", serif=True))
        effect = self.graphicsEffect()
        if isinstance(effect, QGraphicsDropShadowEffect):
            colour = theme.colour("shadow")
            colour.setAlphaF(0.6 if theme.appearance == "dark" else 0.14)
            effect.setColor(colour)


class CitationGuide(QObject):
    """Between a text and its citations: shows their cards, tells which is followed and whose record is wanted."""

    citation_followed = Signal(object)  # a Citation that leads somewhere
    record_wanted = Signal(object)  # a Citation

    def __init__(self, active: ActiveTheme, prose: Prose) -> None:
        super().__init__(prose)
        self._active, self._prose = active, prose
        self._citations: Sequence[Citation] = ()
        self._card: CitationCard | None = None
        self._shown: Citation | None = None
        self._anchor = QRect()
        prose.link_rested.connect(self._rested)
        prose.link_left.connect(self.hide_card)
        prose.link_followed.connect(self._followed)

    @property
    def card(self) -> CitationCard | None:
        """The card, while one is shown."""
        return self._card if self._card is not None and self._card.isVisible() else None

    def set_citations(self, citations: Sequence[Citation]) -> None:
        """Those of the text that is shown now, in their order."""
        self._citations = citations
        self.hide_card()

    @Slot(object)
    def show_record(self, record: RecordView) -> None:
        """Complete the card, if it is still that citation's."""
        if self._card is not None and self._card.isVisible() and record.citation is self._shown:
            self._card.show_citation(record.citation, record)
            self._card.place_beside(self._anchor)

    @Slot()
    def hide_card(self) -> None:
        """Take the card away."""
        self._shown = None
        if self._card is not None:
            self._card.hide()

    def _citation(self, href: str) -> Citation | None:
        found = re.fullmatch(rf"{CITATION}:(\d+)", href)
        place = int(found[1]) if found else -1
        return self._citations[place] if 0 <= place < len(self._citations) else None

    @Slot(str, QRect)
    def _rested(self, href: str, place: QRect) -> None:
        citation = self._citation(href)
        if citation is None or not self._prose.isVisible():
            return
        window = self._prose.window()
        if self._card is None or self._card.parentWidget() is not window:
            self._card = CitationCard(self._active, window)
        self._shown = citation
        corner = self._prose.viewport().mapTo(window, QPoint(place.left(), place.top()))
        self._anchor = QRect(corner, place.size())
        self._card.show_citation(citation, None)
        self._card.place_beside(self._anchor)
        self.record_wanted.emit(citation)

    @Slot(str)
    def _followed(self, href: str) -> None:
        citation = self._citation(href)
        if citation is not None and citation_state(citation) is not CitationState.UNKNOWN:
            self.citation_followed.emit(citation)


def _underlined(escaped: str, words: frozenset[str]) -> str:
    return re.sub(r"\w+", lambda found: f"<u>{found[0]}</u>" if found[0].casefold() in words else found[0], escaped)
