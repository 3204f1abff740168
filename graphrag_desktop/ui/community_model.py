"""The communities of a project as a tree that a view can show, without an item for each."""

from collections.abc import Mapping

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel, Qt

from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView

Index = QModelIndex | QPersistentModelIndex

NUMBER_ROLE = int(Qt.ItemDataRole.UserRole)
COLOUR_ROLE = NUMBER_ROLE + 1
COUNT_ROLE = NUMBER_ROLE + 2

_FOLD = 2**31  # stands for all unconnected entities; no community has so high a number


class CommunityModel(QAbstractItemModel):
    """Root communities and their children, largest first; unconnected entities are folded into one last row."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: Mapping[int, CommunityRow] = {}
        self._children: dict[int, list[int]] = {}
        self._places: dict[int, int] = {}
        self._colours: Mapping[int, tuple[int, int, int]] = {}
        self._unconnected = 0

    def show_hierarchy(self, view: HierarchyView) -> None:
        """Show another hierarchy in place of this one."""
        self.beginResetModel()
        self._rows = view.rows
        roots = [row.number for row in view.at(0) if not row.is_unconnected] if view.levels else []
        self._unconnected = len(view.unconnected(0)) if view.levels else 0
        self._children = {0: roots}
        self._children.update({number: list(row.children) for number, row in view.rows.items() if row.children})
        self._places = {child: place for children in self._children.values() for place, child in enumerate(children)}
        self.endResetModel()

    def set_colours(self, colours: Mapping[int, tuple[int, int, int]]) -> None:
        """The colour of each community's dot."""
        self._colours = colours
        self.layoutChanged.emit()

    def index_of(self, number: int) -> QModelIndex:
        """Where a community stands; invalid for one that is not in the tree."""
        return self.createIndex(self._places[number], 0, number) if number in self._places else QModelIndex()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's signature
        """Qt's: the index of a row below `parent`."""
        siblings = self._children.get(self._number(parent), [])
        if column != 0 or not 0 <= row < len(siblings):
            is_fold = not parent.isValid() and row == len(siblings) and self._unconnected and column == 0
            return self.createIndex(row, 0, _FOLD) if is_fold else QModelIndex()
        return self.createIndex(row, 0, siblings[row])

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        """Qt's: the index of the community that holds `child`."""
        number = self._number(child)
        above = self._rows[number].parent if number in self._rows else None
        return QModelIndex() if above is None else self.index_of(above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        """Qt's: how many rows stand below `parent`."""
        own = len(self._children.get(self._number(parent), []))
        return own if parent.isValid() else own + bool(self._unconnected)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        """Qt's: one column."""
        return 1

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Qt's: what a row shows."""
        number = self._number(index)
        if number == _FOLD:
            return {
                int(Qt.ItemDataRole.DisplayRole): self.tr("Unconnected"),
                COUNT_ROLE: self._unconnected,
                int(Qt.ItemDataRole.ToolTipRole): self.tr("Entities without any relationship; they have no report."),
            }.get(role)
        row = self._rows.get(number)
        if row is None:
            return None
        if role in {int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.ToolTipRole)}:
            return row.title
        if role == int(Qt.ItemDataRole.AccessibleTextRole):
            return self.tr("{title}, level C{level}, {count} entities").format(
                title=row.title, level=row.level, count=row.entities
            )
        return {NUMBER_ROLE: number, COLOUR_ROLE: self._colours.get(number), COUNT_ROLE: row.entities}.get(role)

    def _number(self, index: Index) -> int:
        return int(index.internalId()) if index.isValid() else 0


class CommunityFilter(QSortFilterProxyModel):
    """Keeps the communities whose title holds some words, and those on the way to them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setRecursiveFilteringEnabled(True)
        self.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
