"""An entity to be edited: its title, its type, another to merge it with, what is to be split from it, or deleting it."""

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QCompleter, QLineEdit, QVBoxLayout, QWidget

from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.explore.duplicate_pairs import EditableEntity
from graphrag_desktop.ui.controls import Button, ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.dialogs import SideWindow
from graphrag_desktop.ui.panels import MessageBar, Offer, Tone, Words, named, row_of
from graphrag_desktop.ui.scroll_area import ScrollArea
from graphrag_desktop.ui.theme import ActiveTheme

_SIZE = (560, 620)
_KIND, _VALUE = "part_kind", "part_value"  # properties of a box
_NAME, _DOCUMENT = "name", "document"


class EntityEditWindow(SideWindow):
    """Tells what is wanted of the entity it shows; nothing is changed by typing alone."""

    rename_wanted = Signal(int, str)
    retype_wanted = Signal(int, str)
    merge_wanted = Signal(int, int)
    split_wanted = Signal(int, str, object, object)  # the new title, names, ids of documents
    delete_wanted = Signal(int)

    def __init__(self, parent: QWidget, theme: ActiveTheme) -> None:
        super().__init__(parent, theme, "entityEditWindow", "")
        self._shown: EditableEntity | None = None
        self._numbers: dict[str, int] = {}
        self._parts: list[QCheckBox] = []
        self._part_column = QVBoxLayout()
        self._new_title = QLineEdit()
        self._build()
        self.resize(*_SIZE)

    @property
    def entity(self) -> Entity | None:
        """The entity that is being edited."""
        return None if self._shown is None else self._shown.entity

    def show_entity(self, shown: EditableEntity, entities: Sequence[Entity]) -> None:
        """Edit another entity, or the same as it is now; `entities` are those it could be merged with."""
        self._shown, entity = shown, shown.entity
        self.setWindowTitle(self.tr("Edit “{title}”").format(title=entity.title))
        facts = (entity.type, counted(entity.count, "1 mention", "{n} mentions"))
        self._head.setText(f"{entity.title} · {' · '.join(facts)}")
        self._title.setText(entity.title)
        self._types.clear()
        self._types.addItems(sorted({each.type for each in entities} | {entity.type}))
        self._types.setCurrentText(entity.type)
        others = {f"{each.title} ({each.number})": each.number for each in entities if each.number != entity.number}
        self._numbers = others
        self._names.setStringList(list(others))
        self._other.clear()
        self._new_title.clear()
        for box in self._parts:
            self._part_column.removeWidget(box)
            box.deleteLater()
        self._parts.clear()
        for name in entity.aliases:
            self._add(self.tr("Name: {name}").format(name=name), _NAME, name)
        for identity, path in shown.documents if len(shown.documents) > 1 else ():
            self._add(self.tr("In {path}").format(path=path), _DOCUMENT, identity)
        self._tick()

    def tell(self, words: str, tone: Tone = "ok", offer: Offer | None = None) -> None:
        """Say what was done, what it would take, or why it was not done."""
        self._bar.tell(words, tone, offer=offer)

    def _build(self) -> None:
        self._head = ShortWords(self.theme, role="title", weight=600)
        self._bar = MessageBar(self.theme)
        self._title = named(QLineEdit(), "entityTitle", self.tr("Title"))
        self._types = named(QComboBox(editable=True), "entityType", self.tr("Type"))
        self._other = named(QLineEdit(), "mergeOther", self.tr("Another entity"))
        self._names = QStringListModel(self)
        completer = QCompleter(self._names, self._other)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._other.setCompleter(completer)
        self._other.setPlaceholderText(self.tr("Part of its name"))
        inner = QWidget()
        inner.setProperty("surface", "page")
        inner.setLayout(self._part_column)
        self._part_column.setContentsMargins(2, 2, 2, 2)
        self._part_column.setSpacing(6)
        self._part_column.addStretch(1)
        listed = named(ScrollArea(inner), "splitParts", self.tr("Names and documents to split off"))
        named(self._new_title, "splitTitle", self.tr("Title of the new entity"))
        self._new_title.setPlaceholderText(self.tr("Title of the new entity"))
        self._split = self._button(self.tr("Split off"), self._split_clicked)
        delete = Button(self.theme, self.tr("Delete the entity"), icon="trash-2", kind="danger")
        delete.clicked.connect(self._delete_clicked)
        self.column.addWidget(self._head)
        self.column.addWidget(self._bar)
        self._section(self.tr("Title"), self._title, self._button(self.tr("Rename"), self._rename_clicked))
        self._section(self.tr("Type"), self._types, self._button(self.tr("Change"), self._retype_clicked))
        self._section(self.tr("Merge with"), self._other, self._button(self.tr("Merge"), self._merge_clicked))
        self.column.addWidget(
            Words(self.theme, self.tr("Split off what belongs to another entity"), role="small", weight=500)
        )
        self.column.addWidget(listed, 1)
        row = row_of(self._new_title, self._split)
        row.setStretch(0, 1)
        self.column.addLayout(row)
        note = Words(
            self.theme, self.tr("No document is changed, and every edit can be undone."), role="caption", tone="3"
        )
        last = row_of(note, delete)
        last.setStretch(0, 1)
        self.column.addLayout(last)

    def _section(self, words: str, field: QWidget, button: Button) -> None:
        self.column.addWidget(Words(self.theme, words, role="small", weight=500))
        row = row_of(field, button)
        row.setStretch(0, 1)
        self.column.addLayout(row)

    def _button(self, words: str, clicked: object) -> Button:
        button = Button(self.theme, words)
        button.setAutoDefault(False)
        button.clicked.connect(clicked)
        return button

    def _add(self, words: str, kind: str, value: str) -> None:
        box = QCheckBox(words.replace("&", "&&"))
        box.setProperty(_KIND, kind)
        box.setProperty(_VALUE, value)
        box.setToolTip(words)
        box.toggled.connect(self._tick)
        self._part_column.insertWidget(len(self._parts), box)
        self._parts.append(box)

    def _ticked(self, kind: str) -> tuple[str, ...]:
        return tuple(
            str(each.property(_VALUE)) for each in self._parts if each.isChecked() and each.property(_KIND) == kind
        )

    @Slot()
    def _tick(self, *_: object) -> None:
        names, documents = self._ticked(_NAME), self._ticked(_DOCUMENT)
        self._split.setEnabled(bool(names or documents))
        if names and not self._new_title.text():
            self._new_title.setText(names[0])

    @Slot()
    def _rename_clicked(self) -> None:
        if self._shown is not None:
            self.rename_wanted.emit(self._shown.entity.number, self._title.text())

    @Slot()
    def _retype_clicked(self) -> None:
        if self._shown is not None:
            self.retype_wanted.emit(self._shown.entity.number, self._types.currentText())

    @Slot()
    def _merge_clicked(self) -> None:
        number = self._numbers.get(self._other.text())
        if self._shown is None:
            return
        if number is None:
            self.tell(self.tr("Choose one of the entities that the field offers."), "warn")
            self._other.setFocus()
            return
        self.merge_wanted.emit(self._shown.entity.number, number)

    @Slot()
    def _split_clicked(self) -> None:
        if self._shown is not None:
            names, documents = self._ticked(_NAME), self._ticked(_DOCUMENT)
            self.split_wanted.emit(self._shown.entity.number, self._new_title.text(), names, documents)

    @Slot()
    def _delete_clicked(self) -> None:
        if self._shown is not None:
            self.delete_wanted.emit(self._shown.entity.number)
