"""The communities of a project as a tree that a view can show, without an item for each."""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView
from graphrag_desktop.ui.answer_heat import AnswerHeat
from graphrag_desktop.ui.colours import Rgb
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.use_words import use_words

Index = QModelIndex | QPersistentModelIndex

NUMBER_ROLE = int(Qt.ItemDataRole.UserRole)
COLOUR_ROLE = NUMBER_ROLE + 1
COUNT_ROLE = NUMBER_ROLE + 2
SCORE_ROLE = NUMBER_ROLE + 3  # of the answer that is open; None where the report was not read
USE_ROLE = NUMBER_ROLE + 4  # what became of its report for that answer; None where it was not read

_FOLD = 2**31 - 1  # stands for all unconnected entities; no community has so high a number


class CommunityOrder(StrEnum):
    """By what siblings are sorted."""

    SIZE = "size"
    RATING = "rating"
    NAME = "name"


class CommunityModel(QAbstractItemModel):
    """Root communities and those in them; the unconnected entities are folded into one last row.

    A filter leaves the communities whose title has all its words and that are among those named, and those on the way
    to them.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._view = HierarchyView({}, ())
        self._order = CommunityOrder.SIZE
        self._words: tuple[str, ...] = ()
        self._among: Collection[int] | None = None
        self._folded: dict[int, str] = {}  # titles as they are searched
        self._singles: list[int] = []
        self._children: dict[int, list[int]] = {}
        self._places: dict[int, int] = {}
        self._colours: Mapping[int, Rgb] = {}
        self._heat: AnswerHeat | None = None

    @property
    def heat(self) -> AnswerHeat | None:
        """The heat of the answer that is open."""
        return self._heat

    @property
    def matches(self) -> Collection[int]:
        """The communities shown, on the way ones included."""
        return self._places

    def show_hierarchy(self, view: HierarchyView) -> None:
        """Show another hierarchy in place of this one."""
        self._view = view
        self._folded = {number: entity_id(row.title) for number, row in view.rows.items()}
        self._singles = [row.number for row in view.unconnected(0)] if view.levels else []
        self._arrange()

    def set_order(self, order: CommunityOrder) -> None:
        """Sort siblings by something else."""
        self._order = order
        self._arrange()

    def set_filter(self, text: str) -> None:
        """Leave what has all these words; everything where there are none."""
        self._words = tuple(entity_id(text).split())
        self._arrange()

    def set_among(self, numbers: Collection[int] | None) -> None:
        """Leave these communities and those around them, or all again."""
        self._among = numbers
        self._arrange()

    def set_colours(self, colours: Mapping[int, Rgb]) -> None:
        """The colour of each community's dot."""
        self._colours = colours
        self._tell_all()

    def set_heat(self, heat: AnswerHeat | None) -> None:
        """The heat of an answer, or none."""
        self._heat = heat
        self._tell_all()

    def index_of(self, number: int) -> QModelIndex:
        """Where a community stands; invalid for one that is not in the tree."""
        return self.createIndex(self._places[number], 0, number) if number in self._places else QModelIndex()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's signature
        """Qt's: the index of a row below `parent`."""
        siblings = self._children.get(self._number(parent), [])
        return self.createIndex(row, 0, siblings[row]) if column == 0 and 0 <= row < len(siblings) else QModelIndex()

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        """Qt's: the index of what holds `child`."""
        number = self._number(child)
        row = self._view.rows.get(number)
        if row is None:
            return QModelIndex()
        above = _FOLD if row.is_unconnected else row.parent
        return QModelIndex() if above is None else self.index_of(above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        """Qt's: how many rows stand below `parent`."""
        return len(self._children.get(self._number(parent), ()))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        """Qt's: one column."""
        return 1

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Qt's: what a row shows."""
        number = self._number(index)
        if number == _FOLD:
            return self._fold_data(role)
        row = self._view.rows.get(number)
        if row is None:
            return None
        shown: object = None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                shown = row.title
            case Qt.ItemDataRole.ToolTipRole:
                shown = row.title if self._heat is None else f"{row.title} ({use_words(self._heat.uses.get(number))})"
            case Qt.ItemDataRole.AccessibleTextRole:
                shown = self._spoken(row)
            case _ if role == NUMBER_ROLE:
                shown = number
            case _ if role == COLOUR_ROLE:
                shown = self._colours.get(number)
            case _ if role == COUNT_ROLE:
                shown = 0 if row.is_unconnected else row.entities
            case _ if role == SCORE_ROLE:
                shown = None if self._heat is None else self._heat.scores.get(number)
            case _ if role == USE_ROLE:
                shown = None if self._heat is None else self._heat.uses.get(number)
        return shown

    def _fold_data(self, role: int) -> object:
        if role == int(Qt.ItemDataRole.DisplayRole):
            return self.tr("Unconnected")
        if role == int(Qt.ItemDataRole.ToolTipRole):
            return self.tr("Entities without any relationship; their descriptions stand for reports.")
        return len(self._singles) if role == COUNT_ROLE else None

    def _spoken(self, row: CommunityRow) -> str:
        words = [row.title, f"C{row.level}", counted(row.entities, "1 entity", "{n} entities")]
        if self._heat is not None:
            score = self._heat.scores.get(row.number)
            words += [] if score is None else [self.tr("score {n} of 100").format(n=score)]
            words.append(use_words(self._heat.uses.get(row.number)))
        return ", ".join(words)

    def _arrange(self) -> None:
        self.beginResetModel()
        rows = self._view.rows
        shown = self._shown()
        key = self._sort_key()
        roots = [row.number for row in self._view.at(0) if not row.is_unconnected and row.number in shown]
        self._children = {0: sorted(roots, key=key)}
        for number in shown:
            below = [child for child in rows[number].children if child in shown]
            if below:
                self._children[number] = sorted(below, key=key)
        singles = [number for number in self._singles if self._holds(number)]
        if singles:
            self._children[0].append(_FOLD)
            self._children[_FOLD] = sorted(singles, key=lambda number: self._folded[number])
        self._places = {child: place for children in self._children.values() for place, child in enumerate(children)}
        self.endResetModel()

    def _shown(self) -> Collection[int]:
        rows = self._view.rows
        if not self._words and self._among is None:
            return [number for number, row in rows.items() if not row.is_unconnected]
        shown: set[int] = set()
        for number, row in rows.items():
            if not row.is_unconnected and number not in shown and self._holds(number):
                above: int | None = number
                while above is not None and above not in shown:
                    shown.add(above)
                    above = rows[above].parent
        return shown

    def _holds(self, number: int) -> bool:
        if self._among is not None and number not in self._among:
            return False
        title = self._folded[number]
        return all(word in title for word in self._words)

    def _sort_key(self) -> Callable[[int], tuple[float | str, int]]:
        rows, folded = self._view.rows, self._folded
        match self._order:
            case CommunityOrder.SIZE:
                return lambda number: (-rows[number].entities, number)
            case CommunityOrder.RATING:
                return lambda number: (-rows[number].rating, number)
            case CommunityOrder.NAME:
                return lambda number: (folded[number], number)

    def _tell_all(self) -> None:
        """Every row looks different; where it stands did not change."""
        self.layoutChanged.emit()

    def _number(self, index: Index) -> int:
        return int(index.internalId()) if index.isValid() else 0
