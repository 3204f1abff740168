"""The palette: one field that finds every command, community, entity, document and sentence, and runs or opens it."""

from collections import deque

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGraphicsDropShadowEffect,
    QLineEdit,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.hierarchy import HierarchyView
from graphrag_desktop.explore.search import Found, search
from graphrag_desktop.project import Project
from graphrag_desktop.ui.action_set import ActionSet
from graphrag_desktop.ui.colours import Appearance
from graphrag_desktop.ui.memory import Memory
from graphrag_desktop.ui.palette_entries import (
    ON_MAP,
    Entry,
    Kind,
    command_entries,
    found_entries,
    kind_words,
    recent_first,
)
from graphrag_desktop.ui.palette_list import EntryList
from graphrag_desktop.ui.panels import Words, named
from graphrag_desktop.ui.session import Session
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.theme import ActiveTheme

_WIDTH, _HEIGHT, _FIELD = 640, 440, 34
_TYPING_MILLISECONDS = 120
_MOST_RECENT, _OF_EACH_KIND = 8, 6
_PASSING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)  # the keyboard comes back
_RECENT = "palette/commands"  # in the memory
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}


class CommandPalette(QFrame):
    """Lies over the window while it is open; Enter takes the chosen entry, Esc gives the keyboard back.

    Commands are run here; `wanted` tells every other entry that was taken.
    """

    wanted = Signal(object)  # an Entry

    def __init__(
        self, window: QMainWindow, theme: ActiveTheme, actions: ActionSet, session: Session, memory: Memory
    ) -> None:
        super().__init__(window)
        self._theme, self._actions, self._session, self._memory = theme, actions, session, memory
        self._recent: deque[Entry] = deque(maxlen=_MOST_RECENT)
        self._found: tuple[Entry, ...] = ()
        self._search: Task | None = None
        self._before: QWidget | None = None
        self._middle = QPoint()
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MILLISECONDS)
        self._typing.timeout.connect(self._search_project)
        self._build()
        session.project_closed.connect(self._forget_project)

    @property
    def is_searching(self) -> bool:
        """Whether more may be found for what was typed."""
        return self._typing.isActive() or self._search is not None

    @property
    def words(self) -> str:
        """What it says where nothing was found."""
        return self._nothing.text()

    def open_at(self, place: QPoint, text: str = "") -> None:
        """Open with its upper middle at a point of the window; what was typed last time is gone."""
        self._before = QApplication.focusWidget()
        self._middle = place
        self._found = ()
        self._field.setText(text)
        if text:
            self._text_edited()
        else:
            self._show_entries()
        self.show()
        self.raise_()
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_again(self) -> None:
        """Close, and give the keyboard back to who had it."""
        if self.isVisible():
            self._stop_search()
            self.hide()
            if self._before is not None and self._before.isVisible():
                self._before.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Qt calls this: keys that choose rather than type, and the field losing the keyboard."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key_pressed(Qt.Key(event.key()))
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in _PASSING:
            self._stop_search()
            self.hide()
        return super().eventFilter(watched, event)

    def _build(self) -> None:
        self.setObjectName("commandPalette")
        self.setProperty("surface", "raised")
        self._field = named(QLineEdit(), "paletteEdit", self.tr("Search or run anything"))
        self._field.setPlaceholderText(self.tr("Search commands, communities, entities, documents"))
        self._field.installEventFilter(self)
        self._field.textEdited.connect(self._text_edited)
        self._list = EntryList(self._theme)
        self._list.clicked.connect(lambda _: self._take())
        self._nothing = Words(self._theme, role="small", tone="3")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        for widget in (self._field, self._list, self._nothing):
            column.addWidget(widget)
        self.hide()
        self._dress()
        self._theme.theme_changed.connect(self._dress)

    def _dress(self) -> None:
        theme = self._theme.theme
        self._field.setFont(theme.font("read"))
        self._field.setFixedHeight(theme.pixels(_FIELD))
        shadow = QGraphicsDropShadowEffect(self, blurRadius=28, yOffset=8, xOffset=0)
        colour = theme.colour("shadow")
        colour.setAlphaF(0.6 if theme.appearance is Appearance.DARK else 0.14)
        shadow.setColor(colour)
        self.setGraphicsEffect(shadow)

    def _key_pressed(self, key: Qt.Key) -> bool:
        if key in _STEPS:
            self._list.step(_STEPS[key])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._take()
        elif key == Qt.Key.Key_Escape:
            self.close_again()
        elif key not in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:  # there is nowhere else to go in here
            return False
        return True

    def _text_edited(self) -> None:
        self._stop_search()
        self._typing.start()
        self._show_entries()

    def _search_project(self) -> None:
        view = self._session.view
        text = self._field.text().strip()
        if not text or view is None:
            self._found = ()
            self._show_entries()
            return
        self._search = self._session.read(_search, text, view.hierarchy)
        if self._search is not None:
            self._search.result.connect(self._search_ended)
            self._search.failed.connect(self._search_failed)

    def _search_ended(self, found: Found) -> None:
        self._search = None
        self._found = found_entries(found)
        self._show_entries()

    def _search_failed(self, error: Exception) -> None:
        self._search, self._found = None, ()
        self._show_entries()
        self._nothing.setText(self.tr("The project could not be searched: {reason}").format(reason=error))
        self._nothing.show()

    def _stop_search(self) -> None:
        self._typing.stop()
        if self._search is not None:
            self._search.cancel()
            self._search = None

    def _show_entries(self) -> None:
        text = self._field.text().strip()
        commands = command_entries(self._actions, text)
        recent = self._recent_entries(commands)
        entries = recent_first((*commands, *(self._found if text else ())), recent)
        groups = [(self.tr("Recent"), ())] if text else [(self.tr("Recent"), recent)]
        others = [each for each in entries if text or each not in recent]
        listed = [(kind_words(kind), [each for each in others if each.kind is kind]) for kind in Kind]
        self._list.show_entries([*groups, *listed])
        is_empty = not entries
        self._nothing.setText(
            "" if self.is_searching else self.tr("Nothing here has that name, and no document says it.")
        )
        self._nothing.setVisible(is_empty)
        self._list.setVisible(not is_empty)
        self._place()

    def _recent_entries(self, commands: tuple[Entry, ...]) -> tuple[Entry, ...]:
        by_name = {each.key: each for each in commands}
        kept = [by_name[name] for name in self._memory.names(_RECENT) if name in by_name]
        fresh = [each for each in self._recent if each.kind is not Kind.COMMAND]
        return (*fresh, *kept)[:_MOST_RECENT]

    def _take(self) -> None:
        entry = self._list.chosen
        if entry is None:
            return
        self.close_again()
        if entry in self._recent:
            self._recent.remove(entry)
        self._recent.appendleft(entry)
        if entry.kind is Kind.COMMAND:
            names = [entry.key, *(name for name in self._memory.names(_RECENT) if name != entry.key)]
            self._memory.keep_names(_RECENT, names[:_MOST_RECENT])
            self._run(entry.key)
        else:
            self.wanted.emit(entry)

    def _run(self, name: str) -> None:
        on_map = self._actions.on_map.get(name.removeprefix(ON_MAP)) if name.startswith(ON_MAP) else None
        (on_map or self._actions[name]).trigger()

    def _forget_project(self) -> None:
        self._recent.clear()
        self._found = ()

    def _place(self) -> None:
        theme, window = self._theme.theme, self.window()
        width = min(theme.pixels(_WIDTH), window.width() - 16)
        rows = min(self._list.height_of_all(), theme.pixels(_HEIGHT), window.height() - 160)
        self._list.setFixedHeight(max(rows, 1))
        self.setFixedWidth(width)
        self.adjustSize()
        left = min(max(8, self._middle.x() - width // 2), window.width() - width - 8)
        self.move(left, self._middle.y())


def _search(project: Project, text: str, hierarchy: HierarchyView, control: RunControl) -> Found:
    control.checkpoint()
    return search(project, text, hierarchy, _OF_EACH_KIND)
