"""The navigator: all communities as a tree, with a filter."""

from PySide6.QtCore import QItemSelection, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from graphrag_desktop.explore.hierarchy import HierarchyView
from graphrag_desktop.ui.colours import community_colours
from graphrag_desktop.ui.community_model import COLOUR_ROLE, COUNT_ROLE, NUMBER_ROLE, CommunityFilter, CommunityModel
from graphrag_desktop.ui.panels import Sheet, Words, named
from graphrag_desktop.ui.theme import ActiveTheme

_ROW_HEIGHT = 28
_DOT = 10


class CommunityPanel(QWidget):
    """Shows the hierarchy; `community_chosen` tells the number of the one that was picked."""

    community_chosen = Signal(int)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._view: HierarchyView | None = None
        self._is_following = False
        self._build()
        theme.theme_changed.connect(self._colour)

    def show_hierarchy(self, view: HierarchyView) -> None:
        """Show the communities of a project; what was open and chosen stays where it still exists."""
        chosen, opened = self._chosen(), self._opened()
        self._view = view
        self._is_following = True
        self._model.show_hierarchy(view)
        self._colour()
        for number in opened:
            self._tree.expand(self._filter.mapFromSource(self._model.index_of(number)))
        self._is_following = False
        if chosen is not None:
            self.choose(chosen)
        self._foot.setText(self._summary(view))

    def choose(self, number: int) -> None:
        """Mark a community without telling anyone."""
        index = self._filter.mapFromSource(self._model.index_of(number))
        if not index.isValid():
            return
        self._is_following = True
        self._tree.setCurrentIndex(index)
        self._tree.scrollTo(index)
        self._is_following = False

    def take_focus(self) -> None:
        """Put the keyboard on the tree."""
        self._tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        sheet = Sheet(margin=8)
        self._words = QLineEdit(placeholderText=self.tr("Filter communities"), clearButtonEnabled=True)
        self._words.setAccessibleName(self.tr("Filter communities"))
        self._model = CommunityModel(self)
        self._filter = CommunityFilter(self)
        self._filter.setSourceModel(self._model)
        tree = QTreeView(headerHidden=True, uniformRowHeights=True, indentation=14)
        self._tree = named(tree, "communityTree", self.tr("Communities"))
        self._tree.setModel(self._filter)
        self._tree.setItemDelegate(_CommunityDelegate(self._theme, self))
        self._tree.selectionModel().selectionChanged.connect(self._selection_changed)
        self._foot = Words(self._theme, role="caption", tone="3", wraps=False)
        self._words.textChanged.connect(self._words_changed)
        for widget in (self._words, self._tree, self._foot):
            sheet.column.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)

    def _words_changed(self, text: str) -> None:
        self._filter.setFilterFixedString(text)
        if text:
            self._tree.expandAll()

    def _selection_changed(self, selected: QItemSelection) -> None:
        indexes = selected.indexes()
        number = indexes[0].data(NUMBER_ROLE) if indexes else None
        if number is not None and not self._is_following:
            self.community_chosen.emit(number)

    def _colour(self) -> None:
        if self._view is None:
            return
        rows = self._view.rows
        self._model.set_colours(
            community_colours(
                {number: row.parent for number, row in rows.items() if not row.is_unconnected},
                {number: row.entities for number, row in rows.items()},
                self._theme.theme.appearance,
            )
        )

    def _chosen(self) -> int | None:
        number = self._tree.currentIndex().data(NUMBER_ROLE)
        return None if number is None else int(number)

    def _opened(self) -> list[int]:
        rows = self._view.rows if self._view else {}
        return [n for n in rows if self._tree.isExpanded(self._filter.mapFromSource(self._model.index_of(n)))]

    def _summary(self, view: HierarchyView) -> str:
        roots = len(view.at(0)) - len(view.unconnected(0)) if view.levels else 0
        return self.tr("%n overview communities", "", roots).replace("%n", f"{roots:,}")


class _CommunityDelegate(QStyledItemDelegate):
    """A row: the community's colour as a dot, its title, how many entities it has."""

    def __init__(self, theme: ActiveTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Qt's: every row is as high."""
        return QSize(super().sizeHint(option, index).width(), self._theme.theme.pixels(_ROW_HEIGHT))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Qt's: draw one row."""
        theme = self._theme.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area: QRect = option.rect
        state = option.state
        ground = (
            "selection"
            if state & QStyle.StateFlag.State_Selected
            else "hover"
            if state & QStyle.StateFlag.State_MouseOver
            else ""
        )
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection" if ground == "selection" else "hover"))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 5, 5)
        left = area.left() + 4
        colour = index.data(COLOUR_ROLE)
        if colour is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(*colour))
            painter.drawRoundedRect(left, area.center().y() - _DOT // 2, _DOT, _DOT, 3, 3)
        left += _DOT + 8
        self._write(painter, index, area.adjusted(left - area.left(), 0, -6, 0))
        painter.restore()

    def _write(self, painter: QPainter, index: QModelIndex | QPersistentModelIndex, area: QRect) -> None:
        theme = self._theme.theme
        count = f"{index.data(COUNT_ROLE) or 0:,}"
        painter.setFont(theme.font("caption", tabular=True))
        painter.setPen(theme.colour("text3"))
        width = painter.fontMetrics().horizontalAdvance(count)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        painter.setFont(theme.font("body", 400 if index.parent().isValid() else 600))
        painter.setPen(theme.colour("text"))
        room = area.adjusted(0, 0, -width - 8, 0)
        title = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)
