"""All entities as a table: the map's equal for the keyboard, and for who wants to sort."""

from collections import Counter
from collections.abc import Collection, Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QMenu, QVBoxLayout, QWidget

from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.ui.controls import ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.filter_field import FilterField
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import Sheet, named, row_of
from graphrag_desktop.ui.record_table import RECORD_ROLE, Column, RecordTable, RecordView
from graphrag_desktop.ui.theme import ActiveTheme


class EntityPanel(QWidget):
    """Lists entities; `entity_chosen` tells the number of the one that was picked."""

    entity_chosen = Signal(int)
    entity_opened = Signal(int)  # by a double click or Enter: its report is wanted
    folder_wanted = Signal()
    edit_wanted = Signal(int)  # its title, type, names are to be changed, or it is to be merged or deleted

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._chosen: int | None = None
        self._words: tuple[str, ...] = ()
        self._among: Collection[int] | None = None
        self._build()

    def show_entities(self, entities: Sequence[Entity]) -> None:
        """Show the entities of a project, as they come until a header is clicked."""
        self._table.show_records(entities)
        self._offer_types(entities)
        self._restore()
        self._say_count()
        if entities:
            self._page.show_content()
        else:
            self._say_empty()

    def narrow_to(self, numbers: Collection[int] | None) -> None:
        """Show no entities but these, or all again."""
        if numbers != self._among:
            self._among = numbers
            self._narrow()

    def choose(self, number: int | None) -> None:
        """Mark an entity without telling anyone."""
        self._chosen = number
        self._restore()

    def take_focus(self) -> None:
        """Put the keyboard on the table."""
        self._view.setFocus()

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._field = FilterField(self._theme, self.tr("Filter entities"))
        self._field.words_changed.connect(self._words_changed)
        self._field.left_downwards.connect(self.take_focus)
        self._types = QComboBox()
        self._types.setAccessibleName(self.tr("Type of entity"))
        self._types.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._types.setMinimumContentsLength(8)
        self._types.activated.connect(lambda _: self._narrow())
        tools = row_of(self._field, self._types, spacing=4)
        tools.setContentsMargins(8, 8, 8, 6)
        tools.setStretch(0, 3)
        tools.setStretch(1, 2)
        self._table = RecordTable(self._columns(), _spoken, self)
        self._view = named(RecordView(self._theme), "entityTable", self.tr("Entities"))
        self._view.show_table(self._table)
        self._table.modelReset.connect(self._restore)
        self._view.record_chosen.connect(self._record_chosen)
        self._view.record_opened.connect(lambda entity: self.entity_opened.emit(entity.number))
        self._view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._view.customContextMenuRequested.connect(self._menu_wanted)
        self._count = ShortWords(self._theme, role="caption", tone="3")
        foot = QFrame()
        foot.setProperty("surface", "foot")
        line = QVBoxLayout(foot)
        line.setContentsMargins(12, 6, 10, 7)
        line.addWidget(self._count)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addLayout(tools)
        inner.addWidget(self._view, 1)
        inner.addWidget(foot)
        self._page = StatefulPage(self._theme, content)
        sheet.column.addWidget(self._page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self._say_empty()

    def _columns(self) -> tuple[Column[Entity], ...]:
        return (
            Column(self.tr("Entity"), lambda each: each.title, lambda each: each.id),
            Column(self.tr("Likely type"), lambda each: each.type, lambda each: each.type, 104, least=340),
            Column(
                self.tr("Mentions"), lambda each: figure(each.count), lambda each: each.count, 84, 440, is_number=True
            ),
            Column(
                self.tr("Documents"),
                lambda each: figure(each.documents),
                lambda each: each.documents,
                92,
                540,
                is_number=True,
            ),
            Column(self.tr("Degree"), lambda each: figure(each.degree), lambda each: each.degree, 72, is_number=True),
        )

    def _say_empty(self) -> None:
        words = self.tr("Index a folder, and every name and concept found in it is listed here.")
        emptiness = Emptiness("circle-dot", self.tr("No entities yet"), words, self.tr("Open a folder"), "folder-open")
        self._page.show_empty(emptiness, self.folder_wanted.emit)

    def _offer_types(self, entities: Sequence[Entity]) -> None:
        chosen = self._types.currentData()
        self._types.clear()
        self._types.addItem(self.tr("All types"), None)
        for kind, count in Counter(each.type for each in entities).most_common():
            self._types.addItem(f"{kind} · {figure(count)}", kind)
        self._types.setCurrentIndex(max(0, self._types.findData(chosen)))
        self._narrow()

    @Slot(str)
    def _words_changed(self, text: str) -> None:
        self._words = tuple(entity_id(text).split())
        self._narrow()

    def _narrow(self) -> None:
        words, kind, among = self._words, self._types.currentData(), self._among
        if not words and kind is None and among is None:
            self._table.set_filter(None)
        else:
            self._table.set_filter(
                lambda each: (
                    (kind is None or each.type == kind)
                    and (among is None or each.number in among)
                    and _holds(each, words)
                )
            )
        self._say_count()

    def _say_count(self) -> None:
        shown, every = len(self._table.rows), len(self._table.records)
        if shown == every:
            self._count.setText(counted(every, "1 entity", "{n} entities"))
        else:
            self._count.setText(self.tr("{n} of {all} entities").format(n=figure(shown), all=figure(every)))

    @Slot()
    def _restore(self) -> None:
        chosen = self._chosen
        self._view.choose_row(-1 if chosen is None else self._table.row_where(lambda each: each.number == chosen))

    def _menu_wanted(self, place: QPoint) -> None:
        index = self._view.indexAt(place)
        entity = index.data(RECORD_ROLE) if index.isValid() else None
        if isinstance(entity, Entity):
            menu = QMenu(self._view)
            edit = menu.addAction(self.tr("Edit, merge, split or delete…"))
            edit.triggered.connect(lambda: self.edit_wanted.emit(entity.number))
            menu.popup(self._view.viewport().mapToGlobal(place))

    def _record_chosen(self, entity: Entity) -> None:
        self._chosen = entity.number
        self.entity_chosen.emit(entity.number)


def _holds(entity: Entity, words: tuple[str, ...]) -> bool:
    names = entity.id if not entity.aliases else f"{entity.id} {entity_id(' '.join(entity.aliases))}"
    return all(word in names for word in words)


def _spoken(entity: Entity) -> str:
    return ", ".join(
        (
            entity.title,
            entity.type,
            counted(entity.count, "1 mention", "{n} mentions"),
            counted(entity.documents, "1 document", "{n} documents"),
            counted(entity.degree, "1 relationship", "{n} relationships"),
        )
    )
