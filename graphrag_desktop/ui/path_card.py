"""The ways between two entities, over the map: shortest and strongest, each step with the sentence that bears it out."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.explore.paths import Hop, Way, Ways
from graphrag_desktop.ui.controls import IconButton
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.panels import Words
from graphrag_desktop.ui.scroll_area import ScrollArea
from graphrag_desktop.ui.theme import ActiveTheme

_WIDTH, _MOST_HEIGHT, _INDENT = 330, 420, 10
_LONGEST_QUOTE = 220


class PathCard(QFrame):
    """Shows one of two ways; `way_chosen` tells which is to be seen on the map, `passage_wanted` a sentence to be read."""

    way_chosen = Signal(object)
    passage_wanted = Signal(object)
    closed = Signal()

    def __init__(self, theme: ActiveTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("pathCard")
        self.setProperty("surface", "raised")
        self._theme = theme
        self._ways: tuple[Way | None, ...] = ()
        self._title = Words(theme, role="body", weight=600)
        self._note = Words(theme, role="caption", tone="2")
        close = IconButton(theme, "x", self.tr("Close"))
        close.clicked.connect(self._close)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self._choices = QButtonGroup(self)
        segments = QFrame()
        segments.setProperty("surface", "segments")
        inside = QHBoxLayout(segments)
        inside.setContentsMargins(2, 2, 2, 2)
        inside.setSpacing(2)
        for place in (0, 1):
            button = QToolButton()
            button.setCheckable(True)
            self._choices.addButton(button, place)
            inside.addWidget(button)
        row = QHBoxLayout()
        row.addWidget(segments)
        row.addStretch(1)
        self._choices.idClicked.connect(self._show)
        self._steps = QVBoxLayout()
        self._steps.setSpacing(6)
        self._inner = inner = QWidget()
        inner.setLayout(self._steps)
        self._scroll = ScrollArea(inner, shows_through=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 10, 12)
        column.setSpacing(8)
        for part in (head, row):
            column.addLayout(part)
        column.addWidget(self._note)
        column.addWidget(self._scroll, 1)
        self.hide()

    @property
    def way(self) -> Way | None:
        """The way that is shown."""
        place = self._choices.checkedId()
        return self._ways[place] if 0 <= place < len(self._ways) else None

    def show_ways(self, ways: Ways, ends: tuple[str, str]) -> None:
        """Show the ways between two entities of these titles, the strongest first."""
        self._ways = (ways.strongest, ways.shortest)
        self._title.setText(" – ".join(ends))
        for place, words in ((0, self.tr("Strongest")), (1, self.tr("Shortest"))):
            way = self._ways[place]
            steps = "" if way is None else f" · {len(way.hops)}"
            self._choices.button(place).setText(words + steps)
            self._choices.button(place).setEnabled(way is not None)
        self._choices.button(0).setChecked(True)
        self._show(0)
        self.show()

    def _show(self, place: int) -> None:
        while (taken := self._steps.takeAt(0)) is not None:
            if (widget := taken.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        way = self._ways[place]
        self._scroll.setVisible(way is not None)
        if way is None:
            self._note.setText(self.tr("No relationships lead from one to the other."))
        else:
            self._note.setText(
                self.tr(
                    "Holds with a likelihood of {share} %, if each document is taken as the toss of a coin."
                ).format(share=round(way.likelihood * 100))
            )
            self._steps.addWidget(Words(self._theme, way.title, weight=500))
            for hop in way.hops:
                self._steps.addWidget(self._step(hop))
            self._steps.addStretch(1)
            self.way_chosen.emit(way)
        self._fit()

    def _step(self, hop: Hop) -> QWidget:
        """The sentence, in how many documents, and where it leads."""
        step = QWidget()
        column = QVBoxLayout(step)
        column.setContentsMargins(_INDENT, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(Words(self._theme, self._documents(hop), role="caption", tone="3"))
        if hop.evidence is not None:
            column.addWidget(self._quote(hop.evidence))
        column.addWidget(Words(self._theme, hop.title, weight=500))
        return step

    def _documents(self, hop: Hop) -> str:
        if not hop.documents:
            return self.tr("found by a model, in no single sentence")
        return counted(hop.documents, self.tr("in a single document"), "in {n} documents")

    def _quote(self, evidence: Evidence) -> "QuoteButton":
        words = " ".join(evidence.quote.split())
        short = words if len(words) <= _LONGEST_QUOTE else words[:_LONGEST_QUOTE].rpartition(" ")[0] + " …"
        quote = QuoteButton(self._theme, short, evidence.path)
        quote.clicked.connect(lambda: self.passage_wanted.emit(evidence))
        return quote

    def _fit(self) -> None:
        self._inner.setFixedWidth(_WIDTH - 36)
        wanted = self._inner.sizeHint().height() if self.way is not None else 0
        self._scroll.setFixedHeight(min(wanted, _MOST_HEIGHT))
        self.setFixedWidth(_WIDTH)
        self.adjustSize()

    def _close(self) -> None:
        self.hide()
        self.closed.emit()


class QuoteButton(QPushButton):
    """Words of a document that open it there."""

    def __init__(self, theme: ActiveTheme, words: str, path: str) -> None:
        super().__init__()
        self.setProperty("kind", "quiet")
        self.setToolTip(path)
        self.setAccessibleName(f"{words} ({path})")
        label = Words(theme, words, role="small")
        label.setFont(theme.theme.font("small", serif=True))
        label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        label.setFixedWidth(_WIDTH - 2 * _INDENT - 46)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(6, 4, 6, 4)
        self._column.addWidget(label)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this: as high as the words."""
        return self._column.sizeHint()
