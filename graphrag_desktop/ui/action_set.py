"""The commands of the window as Qt's actions: in menus, with the keys the analyst chose, on only where they make sense."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QToolButton, QWidget

from graphrag_desktop.ui.actions import COMMANDS, MENUS, SWITCH, Command, Needs, command_keys
from graphrag_desktop.ui.memory import Memory
from graphrag_desktop.ui.theme import ActiveTheme

_SHORTCUTS = "shortcuts"  # the group in the memory


@dataclass(frozen=True, slots=True)
class Conflict:
    """Keys that already mean something else."""

    keys: QKeySequence
    command: Command


@dataclass(frozen=True, slots=True)
class ChoiceMenu:
    """What can be done with what is chosen in a panel: `fill` is called each time it is opened."""

    name: str
    menu: str
    words: str
    fill: Callable[[QMenu], object]


class ActionSet(QObject):
    """One action a command; `carried_out` maps the name of each to what it does.

    `changed` tells that keys, or what is on, have changed; `keys_changed` that keys have.
    """

    changed = Signal()
    keys_changed = Signal()

    def __init__(
        self, window: QMainWindow, theme: ActiveTheme, memory: Memory, carried_out: Mapping[str, Callable[[], object]]
    ) -> None:
        super().__init__(window)
        self._theme, self._memory = theme, memory
        self._actions: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._on_map: dict[str, QAction] = {}
        for command in COMMANDS:
            action = self._made(command)
            action.triggered.connect(lambda _=False, do=carried_out[command.name]: do())
            window.addAction(action)
        self.set_given(frozenset())
        self._dress()
        theme.theme_changed.connect(self._dress)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    @property
    def on_map(self) -> Mapping[str, QAction]:
        """The commands of the map, which have keys of their own while it has the keyboard."""
        return self._on_map

    def add_map(self, actions: Mapping[str, QAction]) -> None:
        """Take the commands of the map in, to be found by the palette and in the list of keys."""
        self._on_map.update(actions)

    def name(self, name: str, deed: str) -> None:
        """Say which deed Undo or Redo would act on."""
        words = _tr(next(each.words for each in COMMANDS if each.name == name))
        self._actions[name].setText(f"{words} {deed}".rstrip())

    def menu(self, name: str) -> QMenu:
        """One of the menus, once they were filled."""
        return self._menus[name]

    def fill(self, bar: QMenuBar) -> None:
        """Put all commands into the menus of a menu bar."""
        for name in MENUS:
            self._menus[name] = bar.addMenu(_tr(name))
            self._menus[name].setToolTipsVisible(True)
        for command in COMMANDS:
            if command.is_first:
                self._menus[command.menu].addSeparator()
            self._menus[command.menu].addAction(self._actions[command.name])

    def add_menus(self, menus: Sequence["ChoiceMenu"]) -> None:
        """Put what can be done with the choice of a panel into the menus too: nothing stands in its own menu alone."""
        for each in menus:
            self._menus[each.menu].addSeparator()
            submenu = self._menus[each.menu].addMenu(each.words)
            submenu.setObjectName(each.name)
            submenu.aboutToShow.connect(lambda fill=each.fill, submenu=submenu: fill(submenu))

    def set_given(self, given: Collection[Needs]) -> None:
        """Have those commands on whose needs are met; what is off says why."""
        for command in COMMANDS:
            is_met = command.needs is None or command.needs in given
            action = self._actions[command.name]
            action.setEnabled(is_met)
            action.setToolTip(words_of(command) if is_met or command.needs is None else _reason(command.needs))
        self.changed.emit()

    def check(self, name: str, *, is_on: bool = True) -> None:
        """Show a choice as made without carrying it out."""
        self._actions[name].setChecked(is_on)

    def keys_of(self, name: str) -> str:
        """The first key of a command as it is written on this system; empty if it has none."""
        return self._actions[name].shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    def tell_keys_on(self, whole: QWidget) -> None:
        """Have the icons that stand for a command say its keys, now and whenever they change."""
        named = {words_of(each): each.name for each in COMMANDS}
        icons = [
            (each, named[each.accessibleName()])
            for each in whole.findChildren(QToolButton)
            if not each.text() and each.accessibleName() in named
        ]

        def tell() -> None:
            for each, name in icons:
                each.setToolTip(f"{each.accessibleName()}  {self.keys_of(name)}".rstrip())

        tell()
        self.keys_changed.connect(tell)

    def conflict(self, command: Command, keys: QKeySequence) -> Conflict | None:
        """Which other command has these keys."""
        for other in COMMANDS:
            if other is not command and keys in self._actions[other.name].shortcuts():
                return Conflict(keys, other)
        return None

    def set_keys(self, command: Command, keys: QKeySequence) -> None:
        """Give a command another key; an empty one takes it away. Whoever had it loses it."""
        conflict = None if keys.isEmpty() else self.conflict(command, keys)
        if conflict is not None:
            self._give(conflict.command, [each for each in self._shortcuts(conflict.command) if each != keys])
        self._give(command, [] if keys.isEmpty() else [keys])
        self.changed.emit()
        self.keys_changed.emit()

    def usual_keys(self, command: Command) -> None:
        """Give a command the keys back that it came with, unless another has them by now."""
        self._memory.forget(f"{_SHORTCUTS}/{command.name}")
        usual = [each for each in command_keys(command) if self.conflict(command, each) is None]
        self._actions[command.name].setShortcuts(usual)
        self.changed.emit()
        self.keys_changed.emit()

    def has_usual_keys(self, command: Command) -> bool:
        """Whether the analyst never chose another key for it."""
        return self._shortcuts(command) == list(command_keys(command))

    def _made(self, command: Command) -> QAction:
        action = QAction(_tr(command.words), self)
        action.setObjectName(command.name)
        action.setMenuRole(command.role)
        action.setShortcuts(self._remembered_keys(command))
        if command.among:
            action.setCheckable(True)
        if command.among and command.among != SWITCH:
            group = self._groups.setdefault(command.among, QActionGroup(self))
            group.addAction(action)
        self._actions[command.name] = action
        return action

    def _remembered_keys(self, command: Command) -> list[QKeySequence]:
        kept = self._memory.text(f"{_SHORTCUTS}/{command.name}", "usual")
        if kept == "usual":
            return list(command_keys(command))
        return [each for each in QKeySequence.listFromString(kept) if each.toString()]

    def _give(self, command: Command, keys: list[QKeySequence]) -> None:
        self._actions[command.name].setShortcuts(keys)
        self._memory.keep(f"{_SHORTCUTS}/{command.name}", QKeySequence.listToString(keys))

    def _shortcuts(self, command: Command) -> list[QKeySequence]:
        return list(self._actions[command.name].shortcuts())

    def _dress(self) -> None:
        for command in COMMANDS:
            if command.icon:
                self._actions[command.name].setIcon(self._theme.icons.icon(command.icon))


def words_of(command: Command) -> str:
    """What a command is called outside a menu: without the mark of its access key, and without the dots."""
    return _tr(command.words).replace("&", "").rstrip("…")


def menu_words(command: Command) -> str:
    """The menu a command stands in."""
    return _tr(command.menu).replace("&", "")


def _reason(need: Needs) -> str:
    return {
        Needs.PROJECT: _tr("Open a project first."),
        Needs.FOLDER: _tr("There is no folder to read, a run is going on, or the project can only be read."),
        Needs.LEVELS: _tr("There are levels once the communities have been found."),
        Needs.COMMUNITY: _tr("No community with one above it is chosen."),
        Needs.RUN: _tr("No index run is going on."),
        Needs.QUESTION: _tr("No question is being answered."),
        Needs.UNDO: _tr("There is nothing to take back."),
        Needs.REDO: _tr("There is nothing to do again."),
        Needs.PAST: _tr("There is no earlier view."),
        Needs.FUTURE: _tr("There is no later view."),
    }[need]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Actions", text)
