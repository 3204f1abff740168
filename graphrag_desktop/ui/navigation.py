"""Where the analyst is: one level and one community, shared by tree, map, report and question."""

from PySide6.QtCore import QObject, Signal

from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView


class Navigation(QObject):
    """The one selection of the window; whoever changes it, everyone hears of it once."""

    level_changed = Signal(int)
    community_changed = Signal(int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._hierarchy: HierarchyView | None = None
        self._level = 0
        self._community: int | None = None

    @property
    def hierarchy(self) -> HierarchyView | None:
        """The communities there are to go to."""
        return self._hierarchy

    @property
    def level(self) -> int:
        """The level shown."""
        return self._level

    @property
    def community(self) -> CommunityRow | None:
        """The community chosen, None where there is none."""
        return None if self._hierarchy is None or self._community is None else self._hierarchy.rows.get(self._community)

    def show_hierarchy(self, hierarchy: HierarchyView) -> None:
        """Another hierarchy: level and community stay where they still exist."""
        self._hierarchy = hierarchy
        if self._community not in hierarchy.rows:
            self._community = None
        self.go_to_level(self._level)

    def forget(self) -> None:
        """Another project comes."""
        self._hierarchy, self._community, self._level = None, None, 0

    def go_to_level(self, level: int) -> None:
        """Show a level; beyond the deepest means the deepest."""
        deepest = -1 if self._hierarchy is None else self._hierarchy.deepest
        self._level = max(0, min(level, deepest))
        self.level_changed.emit(self._level)

    def go_to_community(self, number: int) -> None:
        """Choose a community; a level on which it does not stand yet gives way to its own."""
        if self._hierarchy is None or number not in self._hierarchy.rows:
            return
        self._community = number
        row = self._hierarchy.rows[number]
        if row.level > self._level or self._is_split_here(row):
            self.go_to_level(row.level)
        self.community_changed.emit(number)

    def drill(self, number: int) -> None:
        """Choose a community and show the level at which it splits, if it does."""
        self.go_to_community(number)
        row = self.community
        if row is not None and row.children and self._hierarchy is not None:
            self.go_to_level(self._hierarchy.rows[row.children[0]].level)

    def coarser(self) -> None:
        """One level towards the overview."""
        self.go_to_level(self._level - 1)

    def finer(self) -> None:
        """One level towards the detail."""
        self.go_to_level(self._level + 1)

    def up(self) -> None:
        """To the community that holds the one chosen."""
        row = self.community
        if row is not None and row.parent is not None:
            self.go_to_community(row.parent)

    def _is_split_here(self, row: CommunityRow) -> bool:
        if self._hierarchy is None or not row.children:
            return False
        return self._hierarchy.rows[row.children[0]].level <= self._level
