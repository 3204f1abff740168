"""The lowest row of the window: how the index is, who reads and writes, which level, what is chosen, which size."""

from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStatusBar, QWidget

from graphrag_desktop.ui.controls import ShortWords
from graphrag_desktop.ui.theme import ActiveTheme, Token

_DOT = 8


@dataclass(frozen=True, slots=True)
class Fact:
    """Some words, and the colour of the dot before them where it has a state; `tip` says more."""

    words: str = ""
    dot: Token | None = None
    tip: str = ""


class StatusLine(QStatusBar):
    """Facts by name; those without words take no room. What is at the right is about the view."""

    _LEFT = ("index", "documents", "engine", "spent")
    _RIGHT = ("level", "choice", "scale")

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setContentsMargins(4, 0, 4, 0)
        self._cells = {name: _Cell(theme) for name in (*self._LEFT, *self._RIGHT)}
        for name in self._LEFT:
            self.addWidget(self._cells[name])
        for name in self._RIGHT:
            self.addPermanentWidget(self._cells[name])

    def show_fact(self, name: str, fact: Fact) -> None:
        """Show one of: index, documents, engine, spent, level, choice, scale."""
        self._cells[name].show_fact(fact)

    def words(self, name: str) -> str:
        """What is shown."""
        return self._cells[name].words


class _Cell(QWidget):
    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._dot = _Dot(theme)
        self._words = ShortWords(theme, role="caption", tone="2")
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 2, 10, 3)
        row.setSpacing(6)
        row.addWidget(self._dot)
        row.addWidget(self._words)
        self.hide()

    @property
    def words(self) -> str:
        return self._words.text()

    def show_fact(self, fact: Fact) -> None:
        self._words.setText(fact.words)
        self._dot.show_state(fact.dot)
        self.setToolTip(fact.tip)
        self.setVisible(bool(fact.words))


class _Dot(QWidget):
    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._token: Token | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_state(self, token: Token | None) -> None:
        self._token = token
        self.setVisible(token is not None)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(self._theme.theme.pixels(_DOT), self._theme.theme.pixels(_DOT))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        if self._token is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self._theme.theme.colour(self._token))
            painter.setBrush(self._theme.theme.colour(self._token))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 2, 2)
