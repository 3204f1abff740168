"""What all panels are built from: sheets, rows, headings and messages, dressed by the style sheet."""

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from graphrag_desktop.ui.theme import ActiveTheme, Role

AnyWidget = TypeVar("AnyWidget", bound=QWidget)


class Sheet(QFrame):
    """A white sheet on the desk, with a column for what lies on it."""

    def __init__(self, margin: int = 12, spacing: int = 8) -> None:
        super().__init__()
        self.setProperty("surface", "sheet")
        self.column = QVBoxLayout(self)
        self.column.setSpacing(spacing)
        self.column.setContentsMargins(margin, margin, margin, margin)


class Words(QLabel):
    """A label of one role that follows the interface scale; wraps unless told otherwise."""

    def __init__(
        self,
        theme: ActiveTheme,
        text: str = "",
        *,
        role: Role = "body",
        tone: str = "",
        weight: int = 400,
        wraps: bool = True,
    ) -> None:
        super().__init__(text)
        self._theme, self._role, self._weight = theme, role, weight
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wraps)
        if tone:
            self.setProperty("tone", tone)
        if not wraps:
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._dress()
        theme.theme_changed.connect(self._dress)

    def _dress(self) -> None:
        self.setFont(self._theme.theme.font(self._role, self._weight, tabular=True))


class MessageBar(QFrame):
    """One sentence in the panel concerned, with what to do; never a box that must be clicked away."""

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self.hide()
        self.setProperty("surface", "message")
        row = QHBoxLayout(self)
        row.setSpacing(8)
        row.setContentsMargins(10, 8, 8, 8)
        self._text = Words(theme)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close = QPushButton(self.tr("Dismiss"))
        self._close.setProperty("kind", "quiet")
        self._close.clicked.connect(self.hide)
        row.addWidget(self._text, 1)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def tell(self, text: str, tone: str = "danger") -> None:
        """Show a sentence; `tone` is danger, warn or ok."""
        self.setProperty("tone", tone)
        self.style().unpolish(self)
        self.style().polish(self)
        self._text.setText(text)
        self._text.style().unpolish(self._text)
        self._text.style().polish(self._text)
        self.show()


def named(widget: AnyWidget, name: str, spoken: str = "") -> AnyWidget:
    """The widget with the name that automation knows, and the one that assistive technology speaks."""
    widget.setObjectName(name)
    if spoken:
        widget.setAccessibleName(spoken)
    return widget


def row_of(*widgets: QWidget, spacing: int = 8) -> QHBoxLayout:
    """Widgets side by side."""
    row = QHBoxLayout()
    row.setSpacing(spacing)
    for widget in widgets:
        row.addWidget(widget)
    return row
