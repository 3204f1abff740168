"""Lists whose rows have two lines: what it is, and below it, quieter, where it is from."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from graphrag_desktop.ui.theme import ActiveTheme

_ROW = 46

Index = QModelIndex | QPersistentModelIndex


class TwoLines(NamedTuple):
    """What a row says."""

    title: str
    facts: str


class TwoLineView(QListView):
    """The list itself; Delete is told."""

    delete_pressed = Signal()

    def __init__(self) -> None:
        super().__init__(uniformItemSizes=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)


class TwoLineDelegate(QStyledItemDelegate):
    """Paints rows; `said` gives the two lines of one."""

    def __init__(self, active: ActiveTheme, parent: QListView, said: Callable[[Index], TwoLines]) -> None:
        super().__init__(parent)
        self._active, self._said = active, said

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """Qt calls this."""
        return QSize(100, self._active.theme.pixels(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Qt calls this."""
        theme = self._active.theme
        title, facts = self._said(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect).adjusted(0, 1, 0, -1)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection" if is_chosen else "hover"))
            painter.drawRoundedRect(box, 5, 5)
        inner = box.adjusted(10, 4, -10, -4)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text"))
        top = QRectF(inner.left(), inner.top(), inner.width(), theme.pixels(20))
        line = " ".join(title.split())
        shown = QFontMetricsF(painter.font()).elidedText(line, Qt.TextElideMode.ElideRight, top.width())
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.setFont(theme.font("caption", tabular=True))
        painter.setPen(theme.colour("text3"))
        below = QRectF(inner.left(), top.bottom(), inner.width(), theme.pixels(16))
        shown = QFontMetricsF(painter.font()).elidedText(facts, Qt.TextElideMode.ElideRight, below.width())
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.restore()
