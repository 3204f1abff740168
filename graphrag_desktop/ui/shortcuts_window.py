"""All commands with their keys, to be looked up and changed, and the keys of the map."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHeaderView, QKeySequenceEdit, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from graphrag_desktop.ui.action_set import ActionSet, menu_words, words_of
from graphrag_desktop.ui.actions import COMMANDS, Command
from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.dialogs import SideWindow
from graphrag_desktop.ui.panels import Sheet, Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme

_SIZE = (600, 640)
_COMMAND_ROLE = int(Qt.ItemDataRole.UserRole)
_KEYS_COLUMN, _KEYS_WIDTH, _ROW = 1, 190, 26


class ShortcutsWindow(SideWindow):
    """A filter, the list, and a field for the keys of the command that is chosen; a conflict is said before it is made."""

    def __init__(self, parent: QWidget, theme: ActiveTheme, actions: ActionSet) -> None:
        super().__init__(parent, theme, "shortcutsWindow", self.tr("Keyboard shortcuts"))
        self._actions = actions
        self._build()
        self._fill()
        self._chosen_changed()
        self.resize(*_SIZE)
        actions.changed.connect(self._show_keys)

    def _build(self) -> None:
        sheet = Sheet(margin=14, spacing=10)
        self._filter = QLineEdit(placeholderText=self.tr("Filter commands"), clearButtonEnabled=True)
        self._filter.setAccessibleName(self.tr("Filter commands"))
        self._filter.textChanged.connect(self._filter_changed)
        self._list = named(QTreeWidget(), "shortcutList", self.tr("Commands and their keys"))
        self._list.setColumnCount(2)
        self._list.setHeaderLabels([self.tr("Command"), self.tr("Keys")])
        self._list.header().setStretchLastSection(False)
        self._list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._list.header().resizeSection(_KEYS_COLUMN, self.theme.theme.pixels(_KEYS_WIDTH))
        self._list.setUniformRowHeights(True)
        self._list.currentItemChanged.connect(self._chosen_changed)
        self._edit = QKeySequenceEdit()
        self._edit.setClearButtonEnabled(True)
        self._edit.setMaximumSequenceLength(1)
        self._edit.setAccessibleName(self.tr("New keys"))
        self._edit.keySequenceChanged.connect(self._keys_typed)
        self._change = Button(self.theme, self.tr("Change"), kind="primary")
        self._usual = Button(self.theme, self.tr("Usual keys"))
        self._change.clicked.connect(self._change_clicked)
        self._usual.clicked.connect(self._usual_clicked)
        self._words = Words(self.theme, role="small", tone="2")
        for widget in (self._filter, self._list, self._words):
            sheet.column.addWidget(widget)
        row = row_of(self._edit, self._change, self._usual)
        row.setStretch(0, 1)
        sheet.column.addLayout(row)
        self.column.addWidget(sheet)

    def _fill(self) -> None:
        groups: dict[str, QTreeWidgetItem] = {}
        for command in COMMANDS:
            menu = menu_words(command)
            if menu not in groups:
                groups[menu] = self._group(menu)
            item = QTreeWidgetItem(groups[menu], [words_of(command), ""])
            item.setData(0, _COMMAND_ROLE, command)
        on_map = self._group(self.tr("While the map has the keyboard"))
        for action in self._actions.on_map.values():
            keys = (each.toString(QKeySequence.SequenceFormat.NativeText) for each in action.shortcuts())
            QTreeWidgetItem(on_map, [action.text(), "  ".join(keys)])
        QTreeWidgetItem(on_map, [self.tr("Search"), "/"])
        for item in (*self._groups(), *self._items()):
            item.setSizeHint(0, QSize(0, self.theme.theme.pixels(_ROW)))
        self._list.expandAll()
        self._show_keys()

    def _group(self, words: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self._list, [words])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setFont(0, self.theme.theme.font("body", 600))
        return item

    def _groups(self) -> list[QTreeWidgetItem]:
        return [group for place in range(self._list.topLevelItemCount()) if (group := self._list.topLevelItem(place))]

    def _items(self) -> list[QTreeWidgetItem]:
        return [item for group in self._groups() for item in _children(group)]

    def _show_keys(self) -> None:
        for item in self._items():
            command = item.data(0, _COMMAND_ROLE)
            if isinstance(command, Command):
                keys = QKeySequence.listToString(
                    self._actions[command.name].shortcuts(), QKeySequence.SequenceFormat.NativeText
                )
                item.setText(_KEYS_COLUMN, keys.replace("; ", ", "))

    @property
    def _chosen(self) -> Command | None:
        item = self._list.currentItem()
        command = None if item is None else item.data(0, _COMMAND_ROLE)
        return command if isinstance(command, Command) else None

    def _filter_changed(self, text: str) -> None:
        for item in self._items():
            shown = f"{item.text(0)} {item.text(_KEYS_COLUMN)}".casefold()
            item.setHidden(text.casefold() not in shown)
        for group in self._groups():
            group.setHidden(all(each.isHidden() for each in _children(group)))

    def _chosen_changed(self) -> None:
        command = self._chosen
        for widget in (self._edit, self._change):
            widget.setEnabled(command is not None)
        self._edit.clear()
        self._describe()

    def _keys_typed(self) -> None:
        self._describe()

    def _describe(self) -> None:
        """Say what pressing the button would do, so that no key is taken away unseen."""
        command, keys = self._chosen, self._edit.keySequence()
        self._usual.setEnabled(command is not None and not self._actions.has_usual_keys(command))
        if command is None:
            self._words.setText(self.tr("Choose a command to give it other keys."))
            return
        conflict = None if keys.isEmpty() else self._actions.conflict(command, keys)
        written = keys.toString(QKeySequence.SequenceFormat.NativeText)
        if keys.isEmpty():
            self._words.setText(
                self.tr("Type new keys for “{command}”; without any it has none.").format(command=words_of(command))
            )
        elif conflict is not None:
            self._words.setText(
                self.tr("{keys} is taken by “{command}”, which would have no such keys any more.").format(
                    keys=written, command=words_of(conflict.command)
                )
            )
        else:
            self._words.setText(self.tr("{keys} is free.").format(keys=written))

    def _change_clicked(self) -> None:
        if self._chosen is not None:
            self._actions.set_keys(self._chosen, self._edit.keySequence())
            self._chosen_changed()

    def _usual_clicked(self) -> None:
        if self._chosen is not None:
            self._actions.usual_keys(self._chosen)
            self._chosen_changed()


def _children(group: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [child for place in range(group.childCount()) if (child := group.child(place))]
