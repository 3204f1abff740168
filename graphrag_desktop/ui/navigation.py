"""Where the analyst is: one level and one choice, shared by tree, map, report, lists and question; and the ways back."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView
from graphrag_desktop.ui.view_history import Bounds, Place, ViewHistory


class Navigation(QObject):
    """The one selection of the window; whoever changes it, everyone hears of it once.

    `leaving` comes before a move: whoever knows what is seen of the map calls `note_view`. `view_wanted` asks to see a
    part of it again (None: all of it). `moved` comes last.
    """

    leaving = Signal()
    level_changed = Signal(int)
    community_changed = Signal(int)
    entity_changed = Signal(int)
    document_changed = Signal(str)
    cleared = Signal()
    view_wanted = Signal(object)
    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._hierarchy: HierarchyView | None = None
        self._place = Place()
        self._history = ViewHistory()

    @property
    def hierarchy(self) -> HierarchyView | None:
        """The communities there are to go to."""
        return self._hierarchy

    @property
    def level(self) -> int:
        """The level shown."""
        return self._place.level

    @property
    def place(self) -> Place:
        """Level and choice together."""
        return self._place

    @property
    def community(self) -> CommunityRow | None:
        """The community chosen, None where there is none."""
        number = self._place.community
        return None if self._hierarchy is None or number is None else self._hierarchy.rows.get(number)

    @property
    def has_past(self) -> bool:
        """Whether there is a view to go back to."""
        return self._history.has_past

    @property
    def has_future(self) -> bool:
        """Whether there is a view to go forward to."""
        return self._history.has_future

    def show_hierarchy(self, hierarchy: HierarchyView) -> None:
        """Another hierarchy: level and choice stay where they still exist."""
        self._hierarchy = hierarchy
        community = self._place.community if self._place.community in hierarchy.rows else None
        self._place = replace(self._place, level=self._allowed(self.level), community=community)
        self.level_changed.emit(self.level)
        if not self._history.places:
            self._history.visit(self._place)
        self.moved.emit()

    def forget(self) -> None:
        """Another project comes."""
        self._hierarchy, self._place = None, Place()
        self._history.forget()
        self.moved.emit()

    def go_to_level(self, level: int) -> None:
        """Show a level, with the same choice; beyond the deepest means the deepest."""
        self.leaving.emit()
        self._set_level(level)
        self._history.visit(self._place)
        self.moved.emit()

    def go_to_community(self, number: int) -> None:
        """Choose a community; a level on which it does not stand yet gives way to its own."""
        if self._hierarchy is None or number not in self._hierarchy.rows:
            return
        row = self._hierarchy.rows[number]
        is_out_of_place = row.level > self.level or self._is_split_here(row)
        self._go(Place(row.level if is_out_of_place else self.level, number))

    def go_to_entity(self, number: int) -> None:
        """Choose an entity; the community chosen stays, as what it was found in."""
        self._go(Place(self.level, self._place.community, entity=number))

    def go_to_document(self, identity: str) -> None:
        """Choose a document."""
        self._go(Place(self.level, self._place.community, document=identity))

    def drill(self, number: int) -> None:
        """Choose a community and show the level at which it splits, if it does."""
        row = None if self._hierarchy is None else self._hierarchy.rows.get(number)
        if row is None or self._hierarchy is None:
            return
        level = self._hierarchy.rows[row.children[0]].level if row.children else max(row.level, self.level)
        self._go(Place(level, number))

    def coarser(self) -> None:
        """One level towards the overview."""
        self.go_to_level(self.level - 1)

    def finer(self) -> None:
        """One level towards the detail."""
        self.go_to_level(self.level + 1)

    def up(self) -> None:
        """To the community that holds the one chosen."""
        row = self.community
        if row is not None and row.parent is not None:
            self.go_to_community(row.parent)

    def clear(self) -> None:
        """Choose nothing."""
        self._go(Place(self.level))

    def back(self) -> None:
        """To the view before, with what was seen of the map."""
        self.leaving.emit()
        self._return_to(self._history.back())

    def forward(self) -> None:
        """To the view after."""
        self.leaving.emit()
        self._return_to(self._history.forward())

    def note_view(self, bounds: Bounds | None) -> None:
        """What is seen of the map now; None if all of it."""
        self._history.leave(bounds)

    def _go(self, place: Place) -> None:
        self.leaving.emit()
        self._history.visit(place)
        self._show(place)
        self.moved.emit()

    def _return_to(self, place: Place | None) -> None:
        if place is not None:
            self._show(place)
            self.view_wanted.emit(place.bounds)
            self.moved.emit()

    def _show(self, place: Place) -> None:
        """Tell what is chosen now; of several things the innermost."""
        self._set_level(place.level)
        self._place = replace(place, level=self.level, bounds=None)
        if place.entity is not None:
            self.entity_changed.emit(place.entity)
        elif place.document is not None:
            self.document_changed.emit(place.document)
        elif self.community is not None:
            self.community_changed.emit(self.community.number)
        else:
            self.cleared.emit()

    def _set_level(self, level: int) -> None:
        allowed = self._allowed(level)
        if allowed != self.level:
            self._place = replace(self._place, level=allowed)
            self.level_changed.emit(allowed)

    def _allowed(self, level: int) -> int:
        return max(0, min(level, -1 if self._hierarchy is None else self._hierarchy.deepest))

    def _is_split_here(self, row: CommunityRow) -> bool:
        if self._hierarchy is None or not row.children:
            return False
        return self._hierarchy.rows[row.children[0]].level <= self.level
