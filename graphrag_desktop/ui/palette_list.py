"""The list of the palette: entries under headings, as rows with an icon, a note and the keys."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from graphrag_desktop.ui.palette_entries import Entry, Kind
from graphrag_desktop.ui.theme import ActiveTheme

Index = QModelIndex | QPersistentModelIndex

_ICONS = {
    Kind.COMMAND: "chevron-right",
    Kind.COMMUNITY: "list-tree",
    Kind.ENTITY: "circle-dot",
    Kind.DOCUMENT: "file-text",
    Kind.PASSAGE: "quote",
}
_ENTRY_ROLE = int(Qt.ItemDataRole.UserRole)
_ROW, _HEADING = 30, 26
_SIDE, _GAP, _ICON = 10, 10, 16
_NOTE_SHARE = 0.4  # of a row, at most


class EntryModel(QAbstractListModel):
    """Rows that are entries, or headings (texts) that cannot be chosen."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[Entry | str] = []

    def show_entries(self, groups: Sequence[tuple[str, Sequence[Entry]]]) -> None:
        """Show groups under their headings; empty ones are left out."""
        self.beginResetModel()
        self._rows = []
        for heading, entries in groups:
            if entries:
                self._rows += [heading, *entries]
        self.endResetModel()

    def entry(self, row: int) -> Entry | None:
        """The entry at a row; None for a heading."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, Entry) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's signature
        """Qt asks for this."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Qt asks for this."""
        row = self._rows[index.row()]
        if role == _ENTRY_ROLE:
            return row
        if role == int(Qt.ItemDataRole.DisplayRole):
            return row if isinstance(row, str) else row.title
        if role == int(Qt.ItemDataRole.AccessibleTextRole) and isinstance(row, Entry):
            return ", ".join(each for each in (row.title, row.note, row.keys) if each)
        if role == int(Qt.ItemDataRole.ToolTipRole) and isinstance(row, Entry):
            return row.title
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Qt asks for this: headings are not to be chosen."""
        is_entry = isinstance(self._rows[index.row()], Entry) if index.isValid() else False
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable if is_entry else Qt.ItemFlag.NoItemFlags


class EntryList(QListView):
    """Keyboard and mouse choose a row; the field above keeps the focus."""

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self.entries = EntryModel(self)
        self.setModel(self.entries)
        self.setItemDelegate(_EntryDelegate(theme, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("What was found"))

    @property
    def chosen(self) -> Entry | None:
        """The entry that Enter would take."""
        return self.entries.entry(self.currentIndex().row())

    def show_entries(self, groups: Sequence[tuple[str, Sequence[Entry]]]) -> None:
        """Show groups of entries; the same entry stays chosen if it is still there, else the first is."""
        before = self.chosen
        self.entries.show_entries(groups)
        rows = [row for row in range(self.entries.rowCount()) if self.entries.entry(row) is not None]
        same = [row for row in rows if before is not None and self._is_same(row, before)]
        for row in (same or rows)[:1]:
            self.setCurrentIndex(self.entries.index(row, 0))

    def scrollTo(  # noqa: N802 - Qt's name
        self, index: Index, hint: QListView.ScrollHint = QListView.ScrollHint.EnsureVisible
    ) -> None:
        """Qt calls this: with the first entry its heading is to be seen."""
        is_first = index.isValid() and all(self.entries.entry(row) is None for row in range(index.row()))
        super().scrollTo(self.entries.index(0, 0) if is_first else index, hint)

    def step(self, step: int) -> None:
        """Choose the entry so many rows on; past the end it goes on from the start."""
        rows = [row for row in range(self.entries.rowCount()) if self.entries.entry(row) is not None]
        if rows:
            at = rows.index(self.currentIndex().row()) if self.chosen else -1
            beyond = (at + step) % len(rows) if abs(step) == 1 else min(max(at + step, 0), len(rows) - 1)
            self.setCurrentIndex(self.entries.index(rows[beyond], 0))

    def height_of_all(self) -> int:
        """How high it is with all its rows in sight."""
        rows = range(self.entries.rowCount())
        return sum(self._theme.theme.pixels(_ROW if self.entries.entry(row) else _HEADING) for row in rows)

    def _is_same(self, row: int, entry: Entry) -> bool:
        found = self.entries.entry(row)
        return found is not None and found.identity == entry.identity


class _EntryDelegate(QStyledItemDelegate):
    def __init__(self, theme: ActiveTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        is_entry = isinstance(index.data(_ENTRY_ROLE), Entry)
        return QSize(0, self._theme.theme.pixels(_ROW if is_entry else _HEADING))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(_ENTRY_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Entry):
            self._paint_entry(painter, option, row)
        else:
            theme = self._theme.theme
            painter.setFont(theme.font("caption", 500))
            painter.setPen(theme.colour("text3"))
            area = option.rect.adjusted(theme.pixels(_SIDE), theme.pixels(4), -_SIDE, 0)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, str(row))
        painter.restore()

    def _paint_entry(self, painter: QPainter, option: QStyleOptionViewItem, entry: Entry) -> None:
        theme, area = self._theme.theme, QRect(option.rect)
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection" if is_chosen else "hover"))
            painter.drawRoundedRect(area, 5, 5)
        side, icon = theme.pixels(_SIDE), theme.pixels(_ICON)
        pixmap = self._theme.icons.pixmap(_ICONS[entry.kind], "text3", icon)
        painter.drawPixmap(area.left() + side, area.center().y() - icon // 2 + 1, pixmap)
        room = area.adjusted(side + icon + _GAP, 0, -side, 0)
        for words in (entry.keys, entry.note):
            room.setRight(room.right() - self._paint_at_right(painter, room, words))
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text"))
        self._write(painter, room, entry.title, Qt.AlignmentFlag.AlignLeft)

    def _paint_at_right(self, painter: QPainter, room: QRect, words: str) -> int:
        if not words:
            return 0
        theme = self._theme.theme
        painter.setFont(theme.font("caption", tabular=True))
        painter.setPen(theme.colour("text3"))
        width = min(painter.fontMetrics().horizontalAdvance(words) + 2, round(room.width() * _NOTE_SHARE))
        part = QRect(room.right() - width + 1, room.top(), width, room.height())
        self._write(painter, part, words, Qt.AlignmentFlag.AlignRight)
        return width + theme.pixels(_GAP)

    def _write(self, painter: QPainter, room: QRect, words: str, side: Qt.AlignmentFlag) -> None:
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | side, shown)
