"""Tables of records: sorted and filtered as a whole in Python, so that 20,000 rows answer at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QItemSelection, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from graphrag_desktop.ui.theme import ActiveTheme

Record = TypeVar("Record")
Index = QModelIndex | QPersistentModelIndex
RECORD_ROLE = int(Qt.ItemDataRole.UserRole)

_TEXT, _ALIGNMENT = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.TextAlignmentRole)
_TOOLTIP, _SPOKEN = int(Qt.ItemDataRole.ToolTipRole), int(Qt.ItemDataRole.AccessibleTextRole)
_ROLES = frozenset({_TEXT, _ALIGNMENT, _TOOLTIP, _SPOKEN, RECORD_ROLE})

_ALIGNED = {
    is_number: int(
        (Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter
    )
    for is_number in (False, True)
}
_ROW = 30
_HEADER = 30


@dataclass(frozen=True, slots=True)
class Column(Generic[Record]):
    """A column: what a record shows there, and what it is sorted by.

    Where the table is narrower than `least` pixels (at 100 %) it is hidden; a width of 0 takes what is left.
    """

    title: str
    text: Callable[[Record], str]
    key: Callable[[Record], float | str]
    width: int = 0
    least: int = 0
    is_number: bool = False


class RecordTable(QAbstractTableModel, Generic[Record]):
    """Records in rows. `spoken` is what assistive technology says of one, and its tooltip."""

    def __init__(
        self, columns: Sequence[Column[Record]], spoken: Callable[[Record], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.columns = columns
        self._spoken = spoken
        self._records: Sequence[Record] = ()
        self._rows: list[Record] = []
        self._keeps: Callable[[Record], bool] | None = None
        self._column, self._is_descending = 0, False
        self._is_sorted = False

    @property
    def records(self) -> Sequence[Record]:
        """All of them, the filtered out included."""
        return self._records

    @property
    def rows(self) -> Sequence[Record]:
        """Those shown, in their order."""
        return self._rows

    def show_records(self, records: Sequence[Record]) -> None:
        """Show other records, filtered and sorted as these; unsorted they stay in the order given."""
        self._records = records
        self._arrange()

    def set_filter(self, keeps: Callable[[Record], bool] | None) -> None:
        """Leave the records of which `keeps` is true."""
        self._keeps = keeps
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Qt's: a header was clicked."""
        self._is_sorted = column >= 0
        self._column, self._is_descending = max(column, 0), order is Qt.SortOrder.DescendingOrder
        self._arrange()

    def row_where(self, holds: Callable[[Record], bool]) -> int:
        """The first row shown of which something is true; -1 where there is none."""
        return next((place for place, record in enumerate(self._rows) if holds(record)), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """Qt's."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        """Qt's."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Qt's: what a cell shows. For each cell that is painted Qt asks for many roles; few have an answer."""
        if role not in _ROLES or not index.isValid():
            return None
        record, column = self._rows[index.row()], self.columns[index.column()]
        if role == _TEXT:
            return column.text(record)
        if role == _ALIGNMENT:
            return _ALIGNED[column.is_number]
        if role == RECORD_ROLE:
            return record
        if role == _TOOLTIP or index.column() == 0:
            return self._spoken(record)
        return f"{column.title}: {column.text(record)}"

    def headerData(  # noqa: N802 - Qt's
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> object:
        """Qt's: the titles of the columns."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        if role == int(Qt.ItemDataRole.DisplayRole):
            return self.columns[section].title
        if role == int(Qt.ItemDataRole.TextAlignmentRole):
            return _ALIGNED[self.columns[section].is_number]
        return None

    def _arrange(self) -> None:
        self.beginResetModel()
        keeps = self._keeps
        self._rows = list(self._records) if keeps is None else [each for each in self._records if keeps(each)]
        if self._is_sorted:
            self._rows.sort(key=self.columns[self._column].key, reverse=self._is_descending)
        self.endResetModel()


class RecordView(QTableView):
    """A table whose columns come and go with its width; `record_chosen` tells the record of the row that was picked."""

    record_chosen = Signal(object)
    record_opened = Signal(object)  # by a double click or Enter

    def __init__(self, active: ActiveTheme) -> None:
        super().__init__()
        self._active = active
        self._is_following = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)  # Tab leaves the table, arrows move in it
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(24)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.activated.connect(lambda index: self.record_opened.emit(index.data(RECORD_ROLE)))
        active.theme_changed.connect(self._dress)

    def show_table(self, table: RecordTable[Record]) -> None:
        """Show a table; its columns are as wide as it says."""
        self.setModel(table)
        self.selectionModel().selectionChanged.connect(self._selection_changed)
        self.setSortingEnabled(True)
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._dress()

    def choose_row(self, row: int) -> None:
        """Mark a row without telling anyone; -1 marks none."""
        self._is_following = True
        if row < 0:
            self.clearSelection()
        else:
            self.selectRow(row)
            self.scrollTo(self.model().index(row, 0))
        self._is_following = False

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().resizeEvent(event)
        self.fit_columns()

    def fit_columns(self) -> None:
        """Show the columns that there is room for."""
        table = self.model()
        if not isinstance(table, RecordTable):
            return
        scale = self._active.theme.pixels
        header = self.horizontalHeader()
        for place, column in enumerate(table.columns):
            self.setColumnHidden(place, self.width() < scale(column.least))
            if column.width:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Interactive)
                self.setColumnWidth(place, scale(column.width))
            else:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)

    def _dress(self) -> None:
        theme = self._active.theme
        self.setFont(theme.font("body", tabular=True))
        self.verticalHeader().setDefaultSectionSize(theme.pixels(_ROW))
        header = self.horizontalHeader()
        header.setFont(theme.font("caption", 500))
        header.setFixedHeight(theme.pixels(_HEADER))
        self.fit_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the first row that an arrow reaches is the one that has the keyboard."""
        current = self.currentIndex()
        if event.key() == Qt.Key.Key_Down and current.isValid() and not self.selectionModel().hasSelection():
            self.selectRow(current.row())
        else:
            super().keyPressEvent(event)

    def _selection_changed(self, selected: QItemSelection) -> None:
        """A row was picked; Qt makes a row the current one also where a table merely gets the keyboard."""
        indexes = selected.indexes()
        if indexes and not self._is_following:
            self.record_chosen.emit(indexes[0].data(RECORD_ROLE))
