"""Every command of the map once: its words and its keys; menus, the keyboard and the palette are made from these rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QKeyCombination, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

Needs = str
"""What must be chosen for a command to do anything: "" nothing, "entities", "two", "any" (or a key of its own)."""


@dataclass(frozen=True, slots=True)
class MapCommand:
    """A row: the key stands first in `keys`, others do the same. What is in no menu has no `group`."""

    name: str
    words: str
    keys: tuple[str, ...]
    group: str = ""
    needs: Needs = ""


MAP_COMMANDS = (
    MapCommand("open_chosen", "Open the community", ("Return", "Enter"), "choice", "any"),
    MapCommand("show_neighbours", "Neighbours, one step further", ("N",), "choice", "entities"),
    MapCommand("expand", "Bring hidden neighbours back", ("E",), "choice", "entities"),
    MapCommand("hide", "Hide", ("H",), "choice", "entities"),
    MapCommand("pin", "Pin or unpin", ("P",), "choice", "entities"),
    MapCommand("next_relationship", "Sentences of a relationship", ("R",), "choice", "entities"),
    MapCommand("find_paths", "Paths between the two", ("W",), "choice", "two"),
    MapCommand("clear", "Clear the choice", ("Escape",), "choice", "any"),
    MapCommand("edit", "Edit the entity…", ("T",), "edit", "entities"),
    MapCommand("merge", "Merge the two", ("J",), "edit", "two"),
    MapCommand("next_entity", "Choose the next entity in view", (".",), "choosing"),
    MapCommand("previous_entity", "Choose the one before", (",",), "choosing"),
    MapCommand("add_next_entity", "Add the next entity in view", ("Shift+.", ">", ":"), "choosing"),
    MapCommand("choose_all", "Choose all in view", ("A",), "choosing"),
    MapCommand("marquee", "Choose by a marquee", ("M",), "choosing"),
    MapCommand("lasso", "Choose by a lasso", ("L",), "choosing"),
    MapCommand("show_hidden", "Show what was hidden by hand", ("Shift+H",), "view", "hidden"),
    MapCommand("hide_hubs", "Hide or show hubs", ("B",), "view"),
    MapCommand("colour", "Colour by community or by kind", ("C",), "view"),
    MapCommand("minimap", "Show or hide the small map", ("O",), "view"),
    MapCommand("settle", "Stop or follow the settling map", ("Space",), "view"),
    MapCommand("fit", "Whole map", ("F",), "view"),
    MapCommand("nearer", "Zoom in", ("+", "=")),
    MapCommand("further", "Zoom out", ("-", "_")),
    MapCommand("left", "Move left", ("Left",)),
    MapCommand("right", "Move right", ("Right",)),
    MapCommand("up", "Move up", ("Up",)),
    MapCommand("down", "Move down", ("Down",)),
    *(MapCommand(f"level_{level}", f"Level C{level}", (str(level + 1),)) for level in range(9)),
    MapCommand("undo", "Undo", ("Ctrl+Z",), "history", "undo"),
    MapCommand("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "history", "redo"),
    MapCommand("copy_picture", "Copy the picture", ("Ctrl+C",), "out"),
    MapCommand("save_picture", "Save the picture…", ("X",), "out"),
)


class MapCommands(QObject):
    """The commands as actions of a widget, carried out by functions of the same name."""

    def __init__(self, widget: QWidget, carried_out: Mapping[str, Callable[[], object]]) -> None:
        super().__init__(widget)
        self.actions: dict[str, QAction] = {}
        self._keys: dict[str, QAction] = {}
        for command in MAP_COMMANDS:
            action = QAction(_tr(command.words), widget)
            action.setObjectName(f"map_{command.name}")
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _=False, act=carried_out[command.name]: act())
            self.actions[command.name] = action
            self._keys.update((QKeySequence(key).toString(), action) for key in command.keys)

    def enable(self, holds: Mapping[Needs, bool]) -> None:
        """Allow what can be done now."""
        for command in MAP_COMMANDS:
            self.actions[command.name].setEnabled(not command.needs or holds.get(command.needs, False))

    def press(self, event: QKeyEvent) -> bool:
        """Carry out the command of a key, if it has one and can be done now."""
        action = self.action_of(event)
        if action is not None:
            action.trigger()
        return action is not None

    def action_of(self, event: QKeyEvent) -> QAction | None:
        """The command of a key that can be done now."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        tried = [QKeySequence(QKeyCombination(modifiers, Qt.Key(event.key()))).toString()]
        if modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
            tried.append(QKeySequence(event.key()).toString())  # a sign that needs Shift on some keyboards
        found = (self._keys.get(keys) for keys in tried)
        return next((action for action in found if action is not None and action.isEnabled()), None)

    def fill(self, menu: QMenu) -> None:
        """Put all commands that have a place in menus into one, in their groups."""
        group = ""
        for command in MAP_COMMANDS:
            if not command.group:
                continue
            if group and command.group != group:
                menu.addSeparator()
            group = command.group
            menu.addAction(self.actions[command.name])


def _tr(text: str) -> str:
    return QCoreApplication.translate("GraphCanvas", text)
