"""The navigator: all communities as a tree, sorted and filtered, with the scores of the answer that is open."""

from collections.abc import Callable, Collection, Mapping

from PySide6.QtCore import QItemSelection, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal, Slot
from PySide6.QtGui import QActionGroup, QPainter, QPalette
from PySide6.QtWidgets import QFrame, QMenu, QStyleOptionViewItem, QTreeView, QVBoxLayout, QWidget

from graphrag_desktop.explore.hierarchy import HierarchyView
from graphrag_desktop.ui.answer_heat import AnswerHeat
from graphrag_desktop.ui.colours import Rgb, community_colours
from graphrag_desktop.ui.community_delegate import CommunityDelegate
from graphrag_desktop.ui.community_model import NUMBER_ROLE, CommunityModel, CommunityOrder
from graphrag_desktop.ui.controls import IconButton, ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.filter_field import FilterField
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import Sheet, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme

_INDENTATION = 18


class CommunityPanel(QWidget):
    """Shows the hierarchy; `community_chosen` tells the number of the one that was picked."""

    community_chosen = Signal(int)
    community_opened = Signal(int)  # by a double click or Enter: its communities are wanted
    colours_changed = Signal(object)  # the colour of each community, by number
    folder_wanted = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._view: HierarchyView | None = None
        self._chosen: int | None = None
        self._among: Collection[int] | None = None
        self._is_following = False
        self._build()
        theme.theme_changed.connect(self._theme_changed)

    @property
    def colours(self) -> Mapping[int, Rgb]:
        """The colour of each community, by number."""
        return self._colours

    def show_hierarchy(self, view: HierarchyView) -> None:
        """Show the communities of a project; what was open and chosen stays where it still exists."""
        opened = self._opened()
        self._view = view
        self._rebuild(lambda: self._model.show_hierarchy(view), opened)
        self._colour()
        self._foot.setText(self._summary())
        if view.levels:
            self._page.show_content()
        else:
            self._say_empty()

    def choose(self, number: int) -> None:
        """Mark a community without telling anyone."""
        self._chosen = number
        index = self._model.index_of(number)
        if index.isValid():
            self._is_following = True
            self._tree.setCurrentIndex(index)
            self._tree.scrollTo(index)
            self._is_following = False

    def narrow_to(self, numbers: Collection[int] | None) -> None:
        """Show no communities but these and those around them, or all again."""
        if numbers != self._among:
            self._among = numbers
            opened = self._opened()
            self._rebuild(lambda: self._model.set_among(numbers), opened)
            self._foot.setText(self._summary())

    def show_heat(self, heat: AnswerHeat | None) -> None:
        """Show the scores of an answer in place of the sizes, or sizes again."""
        self._delegate.has_heat = heat is not None
        self._model.set_heat(heat)
        self._foot.setText(self._summary())
        if heat is not None:
            self._open_used(heat)

    def take_focus(self) -> None:
        """Put the keyboard on the tree."""
        self._tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._colours: Mapping[int, Rgb] = {}
        self._words = FilterField(self._theme, self.tr("Filter communities"))
        self._words.words_changed.connect(self._words_changed)
        self._words.left_downwards.connect(self.take_focus)
        self._menu_button = IconButton(self._theme, "ellipsis", self.tr("Sort and fold"))
        self._menu_button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self._menu_button.setMenu(self._menu())
        tools = row_of(self._words, self._menu_button, spacing=4)
        tools.setContentsMargins(8, 8, 6, 6)
        self._model = CommunityModel(self)
        self._tree = named(CommunityTree(), "communityTree", self.tr("Communities"))
        self._tree.setModel(self._model)
        self._delegate = CommunityDelegate(self._theme, self._tree)
        self._tree.setItemDelegate(self._delegate)
        self._tree.selectionModel().selectionChanged.connect(self._selection_changed)
        self._tree.activated.connect(self._row_activated)
        self._foot = ShortWords(self._theme, role="caption", tone="3")
        foot = QFrame()
        foot.setProperty("surface", "foot")
        line = QVBoxLayout(foot)
        line.setContentsMargins(12, 6, 10, 7)
        line.addWidget(self._foot)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addLayout(tools)
        inner.addWidget(self._tree, 1)
        inner.addWidget(foot)
        self._page = StatefulPage(self._theme, content)
        sheet.column.addWidget(self._page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self._say_empty()

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(self)
        words = {
            CommunityOrder.SIZE: self.tr("Sort by size"),
            CommunityOrder.RATING: self.tr("Sort by rating"),
            CommunityOrder.NAME: self.tr("Sort by name"),
        }
        for order in CommunityOrder:
            action = menu.addAction(words[order])
            action.triggered.connect(lambda _=False, order=order: self._order_chosen(order))
            action.setCheckable(True)
            action.setChecked(order is CommunityOrder.SIZE)
            group.addAction(action)
        menu.addSeparator()
        menu.addAction(self.tr("Unfold all")).triggered.connect(lambda _: self._tree.expandAll())
        menu.addAction(self.tr("Fold all")).triggered.connect(lambda _: self._tree.collapseAll())
        return menu

    def _say_empty(self) -> None:
        words = self.tr("Index a folder, and its communities appear here, the largest first.")
        emptiness = Emptiness(
            "list-tree", self.tr("No communities yet"), words, self.tr("Open a folder"), "folder-open"
        )
        self._page.show_empty(emptiness, self.folder_wanted.emit)

    def _order_chosen(self, order: CommunityOrder) -> None:
        self._rebuild(lambda: self._model.set_order(order), self._opened())

    @Slot(str)
    def _words_changed(self, text: str) -> None:
        opened = self._opened()
        self._rebuild(lambda: self._model.set_filter(text), opened)
        if text.strip():
            self._tree.expandAll()
        self._foot.setText(self._summary())

    def _rebuild(self, change: Callable[[], object], opened: list[int]) -> None:
        """Have the model change as a whole, and put back what was open and chosen."""
        self._is_following = True
        change()
        for number in opened:
            self._tree.expand(self._model.index_of(number))
        self._is_following = False
        if self._chosen is not None:
            self.choose(self._chosen)

    @Slot(QItemSelection)
    def _selection_changed(self, selected: QItemSelection) -> None:
        indexes = selected.indexes()
        number = indexes[0].data(NUMBER_ROLE) if indexes else None
        if number is not None and not self._is_following:
            self._chosen = number
            self.community_chosen.emit(number)

    @Slot(QModelIndex)
    def _row_activated(self, index: QModelIndex) -> None:
        number = index.data(NUMBER_ROLE)
        if number is not None:
            self.community_opened.emit(number)
        if self._model.hasChildren(index):
            self._tree.expand(index)

    def _theme_changed(self) -> None:
        self._colour()
        self._tree.doItemsLayout()

    def _colour(self) -> None:
        if self._view is None:
            return
        rows = self._view.rows
        self._colours = community_colours(
            {number: row.parent for number, row in rows.items() if not row.is_unconnected},
            {number: row.entities for number, row in rows.items()},
            self._theme.theme.appearance,
        )
        self._model.set_colours(self._colours)
        self.colours_changed.emit(self._colours)

    def _open_used(self, heat: AnswerHeat) -> None:
        """Unfold what the answer uses down to the level that was asked."""
        rows = {} if self._view is None else self._view.rows
        for number in heat.used:
            if number in rows and rows[number].children and rows[rows[number].children[0]].level <= heat.level:
                self._tree.expand(self._model.index_of(number))

    def _opened(self) -> list[int]:
        rows = self._view.rows if self._view else {}
        return [
            number
            for number, row in rows.items()
            if row.children and self._tree.isExpanded(self._model.index_of(number))
        ]

    def _summary(self) -> str:
        view, heat = self._view, self._model.heat
        if view is None or not view.levels:
            return ""
        if heat is not None:
            words = [
                self.tr("{read} of {all} reports read").format(
                    read=figure(heat.read), all=figure(heat.read + heat.failed)
                )
            ]
            words += [self.tr("{n} failed").format(n=figure(heat.failed))] if heat.failed else []
            return f"{', '.join(words)} · {self.tr('{n} in the answer').format(n=figure(heat.cited))}"
        if self._among is not None:
            left = sum(
                not row.is_unconnected
                for row in (view.rows[number] for number in self._model.matches if number in view.rows)
            )
            every = sum(not row.is_unconnected for row in view.rows.values())
            return self.tr("{n} of {all} communities").format(n=figure(left), all=figure(every))
        roots = [row for row in view.at(0) if not row.is_unconnected]
        entities = sum(row.entities for row in view.at(0))
        overview = counted(len(roots), "1 overview community", "{n} overview communities")
        return f"{overview} · {counted(entities, '1 entity', '{n} entities')}"


class CommunityTree(QTreeView):
    """A tree whose rows are drawn as a whole, chevron included."""

    def __init__(self) -> None:
        super().__init__(headerHidden=True, uniformRowHeights=True, indentation=_INDENTATION)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(False)

    def drawRow(  # noqa: N802 - Qt's name
        self, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Qt calls this: the style has no ground of its own to paint beside the row's."""
        own = QStyleOptionViewItem(options)
        for role in (QPalette.ColorRole.Highlight, QPalette.ColorRole.AlternateBase):
            own.palette.setColor(role, Qt.GlobalColor.transparent)
        super().drawRow(painter, own, index)

    def drawBranches(  # noqa: N802 - Qt's name
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Qt calls this: the row has its chevron already."""
