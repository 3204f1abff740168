"""What all panels are built from: sheets, rows, headings and messages, dressed by the style sheet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from graphrag_desktop.ui.secrets import without_secrets
from graphrag_desktop.ui.theme import ActiveTheme, Role

AnyWidget = TypeVar("AnyWidget", bound=QWidget)
Tone = Literal["danger", "warn", "ok"]

_TONE_ICONS: Mapping[Tone, str] = {"danger": "circle-alert", "warn": "triangle-alert", "ok": "circle-check"}
_DETAILS_HEIGHT = 96
_NARROW = 340


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


@dataclass(frozen=True, slots=True)
class Offer:
    """What a message offers to do about what it says."""

    words: str
    accept: Callable[[], object]


class MessageBar(QFrame):
    """One sentence in the panel concerned, with what to do; never a box that must be clicked away.

    `dismissed` tells that the analyst took it away, or took up its offer.
    """

    dismissed = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self.hide()
        self._theme = theme
        self._tone: Tone = "danger"
        self._offer: Offer | None = None
        self.setProperty("surface", "message")
        self._build()
        theme.theme_changed.connect(self._dress)

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    @property
    def details(self) -> str:
        """What it says to whoever wants to know more; secrets are taken out."""
        return self._details.toPlainText()

    def tell(self, text: str, tone: Tone = "danger", *, offer: Offer | None = None, details: str = "") -> None:
        """Show a sentence, with one thing to do about it and what can be copied into a letter."""
        self._tone, self._offer = tone, offer
        self._text.setText(text)
        self.setAccessibleName(text)
        self._act.setText("" if offer is None else offer.words)
        self._act.setVisible(offer is not None)
        self._details.setPlainText(without_secrets(details))
        self._more.setVisible(bool(details))
        self._more.setChecked(False)
        self._dress()
        self.show()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 6, 6)
        column.setSpacing(6)
        self._icon = QLabel()
        self._text = Words(self._theme, role="small")
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._act = QPushButton()
        self._more = QPushButton(self.tr("Details"))
        self._more.setCheckable(True)
        self._close = QToolButton()
        self._close.setToolTip(self.tr("Dismiss"))
        self._close.setAccessibleName(self.tr("Dismiss"))
        self._close.setProperty("only", "true")
        self._close.setFixedSize(28, 28)
        self._details = QPlainTextEdit(readOnly=True, tabChangesFocus=True)
        self._details.setAccessibleName(self.tr("Details"))
        self._details.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._details.setFixedHeight(_DETAILS_HEIGHT)
        self._details.hide()
        for button in (self._act, self._more):
            button.setProperty("kind", "quiet")
        self._act.clicked.connect(self._act_clicked)
        self._more.toggled.connect(self._details.setVisible)
        self._close.clicked.connect(self._dismiss_clicked)
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setSpacing(4)
        self._body.addWidget(self._text, 1)
        offers = row_of(self._act, self._more)
        offers.addStretch(1)
        self._body.addLayout(offers)
        row = row_of(self._icon)
        row.addLayout(self._body, 1)
        row.addWidget(self._close)
        column.addLayout(row)
        column.addWidget(self._details)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # overrides Qt's
        """Where there is little room what can be done stands below what is said."""
        super().resizeEvent(event)
        is_narrow = self.width() < self._theme.theme.pixels(_NARROW)
        ways = QBoxLayout.Direction
        self._body.setDirection(ways.TopToBottom if is_narrow else ways.LeftToRight)

    def _act_clicked(self) -> None:
        offer = self._offer
        self._dismiss_clicked()
        if offer is not None:
            offer.accept()

    def _dismiss_clicked(self) -> None:
        self.hide()
        self.dismissed.emit()

    def _dress(self) -> None:
        icons = self._theme.icons
        self.setProperty("tone", self._tone)
        self._icon.setPixmap(icons.pixmap(_TONE_ICONS[self._tone], self._tone, 16))
        self._close.setIcon(icons.icon("x", self._tone))
        for widget in (self, self._text):
            widget.style().unpolish(widget)
            widget.style().polish(widget)


def named(widget: AnyWidget, name: str, spoken: str = "") -> AnyWidget:
    """The widget with the name that automation knows, and the one that assistive technology speaks."""
    widget.setObjectName(name)
    if spoken:
        widget.setAccessibleName(spoken)
    return widget


def tab_through(*widgets: QWidget) -> None:
    """Have Tab go through widgets one after another; those made later would come after all others of the window."""
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)


def row_of(*widgets: QWidget, spacing: int = 8) -> QHBoxLayout:
    """Widgets side by side."""
    row = QHBoxLayout()
    row.setSpacing(spacing)
    for widget in widgets:
        row.addWidget(widget)
    return row
