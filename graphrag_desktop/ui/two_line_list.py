"""Lists whose rows have two lines: what it is, and below it, quieter, where it is from."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from graphrag_desktop.ui.theme import ActiveTheme

Record = TypeVar("Record")

_ROW = 46
RECORD_ROLE = int(Qt.ItemDataRole.UserRole)
_SPOKEN_ROLES = tuple(
    int(each) for each in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
)

Index = QModelIndex | QPersistentModelIndex


class TwoLines(NamedTuple):
    """What a row says."""

    title: str
    facts: str


class Spoken(NamedTuple):
    """What a row is called: in the list, on its tooltip, and by assistive technology."""

    text: str
    tooltip: str
    aloud: str


class RowModel(QAbstractListModel, Generic[Record]):
    """Records in rows; `RECORD_ROLE` gives the record itself."""

    def __init__(self, spoken: Callable[[Record], Spoken], parent: QObject) -> None:
        super().__init__(parent)
        self._spoken = spoken
        self._records: Sequence[Record] = ()

    @property
    def records(self) -> Sequence[Record]:
        """All of them, in their order."""
        return self._records

    def show_records(self, records: Sequence[Record]) -> None:
        """Show others."""
        self.beginResetModel()
        self._records = records
        self.endResetModel()

    def index_where(self, holds: Callable[[Record], bool]) -> QModelIndex:
        """The first row of which something is true; none where there is none."""
        place = next((at for at, record in enumerate(self._records) if holds(record)), -1)
        return self.index(place) if place >= 0 else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """Qt's."""
        return 0 if parent.isValid() else len(self._records)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Qt's."""
        record = self._records[index.row()]
        if role == RECORD_ROLE:
            return record
        if role not in _SPOKEN_ROLES:
            return None
        return self._spoken(record)[_SPOKEN_ROLES.index(role)]


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
