"""Panels as docks around the middle of the window: tabs on the desk, a header where one lies alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QMainWindow,
    QTabBar,
    QTabWidget,
    QToolButton,
    QWidget,
)

from graphrag_desktop.ui.panels import Words
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.workspaces import Group, Layout

STATE_VERSION = 2
"""Raised when docks are renamed or taken away: what was saved before is not restored then."""

_HEADER = 30
_LEAST = (160, 90)
_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """A panel with the name it is saved under and the words on its tab."""

    name: str
    title: str
    widget: QWidget


class Docks(QObject):
    """The docks of a window. Closing one hides it; it comes back through its action, or when it is asked for."""

    arranged = Signal()  # which docks are to be seen, or where, has changed

    def __init__(self, window: QMainWindow, theme: ActiveTheme, panels: Sequence[Panel]) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme
        window.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks
            | QMainWindow.DockOption.AllowNestedDocks
            | QMainWindow.DockOption.GroupedDragging
        )
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        self._unsized: Layout | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._dress)
        self._docks: Mapping[str, QDockWidget] = {panel.name: self._dock(panel) for panel in panels}
        self.hide_all()
        window.installEventFilter(self)
        theme.theme_changed.connect(self._soon.start)

    @property
    def names(self) -> tuple[str, ...]:
        """All panels, in the order of the menu."""
        return tuple(self._docks)

    def dock(self, name: str) -> QDockWidget:
        """The dock of a panel."""
        return self._docks[name]

    def toggle(self, name: str) -> QAction:
        """The action that shows or hides a panel."""
        return self._docks[name].toggleViewAction()

    def arrange(self, layout: Layout) -> None:
        """Lay out all docks anew; what the layout does not name is hidden, and would appear at the right."""
        for dock in self._docks.values():
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        is_mirrored = self._window.layoutDirection() == Qt.LayoutDirection.RightToLeft  # Qt leaves docks where they are
        self._place(layout.left, _RIGHT if is_mirrored else _LEFT)
        self._place(layout.right, _LEFT if is_mirrored else _RIGHT, layout.under)
        if layout.bottom is not None:
            self._place(layout.bottom, _BOTTOM)
        for name, dock in self._docks.items():
            if name not in layout.panels:
                self._window.tabifyDockWidget(self._docks[layout.right.panels[0]], dock)
                dock.hide()
        for group in (layout.left, layout.right, layout.under, layout.bottom):
            if group is not None:
                self._docks[group.panels[0]].raise_()
        self._resize(layout)
        self._unsized = layout
        self._soon.start()

    def hide_all(self) -> None:
        """Have only the middle of the window."""
        for dock in self._docks.values():
            dock.hide()

    def show(self, name: str) -> None:
        """Bring a panel to the front, wherever it is."""
        dock = self._docks[name]
        dock.show()
        dock.raise_()
        self._soon.start()

    def widen(self, name: str, width: int) -> None:
        """Give a panel at a side so much room, in pixels at 100 %, where it has less."""
        dock, wanted = self._docks[name], self._theme.theme.pixels(width)
        if dock.width() < wanted and not dock.isFloating():
            self._window.resizeDocks([dock], [wanted], Qt.Orientation.Horizontal)

    def is_shown(self, name: str) -> bool:
        """Whether a panel is in front of those it shares its place with."""
        return not self._docks[name].visibleRegion().isEmpty()

    def covers(self, widget: QWidget | None) -> bool:
        """Whether a widget lies in a panel that is behind another: Qt takes it for visible all the same."""
        return any(
            dock.isAncestorOf(widget) and dock.visibleRegion().isEmpty()
            for dock in self._docks.values()
            if widget is not None and not dock.isFloating()
        )

    def structure(self) -> tuple[tuple[str, ...], ...]:
        """Which docks are to be seen, where, and with which others; sizes do not count."""
        return tuple(
            (
                name,
                str(self._window.dockWidgetArea(dock).name),
                "hidden" if dock.isHidden() else "floating" if dock.isFloating() else "docked",
                *sorted(each.objectName() for each in self._window.tabifiedDockWidgets(dock) if not each.isHidden()),
            )
            for name, dock in self._docks.items()
        )

    def state(self) -> QByteArray:
        """Where all docks are, for `restore`."""
        return self._window.saveState(STATE_VERSION)

    def restore(self, state: QByteArray) -> bool:
        """Put all docks where they were; False where that cannot be."""
        is_restored = self._window.restoreState(state, STATE_VERSION)
        self._soon.start()
        return is_restored

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Qt calls this: Qt makes the bars of tabs by itself, as docks come to lie on top of each other."""
        if event.type() is QEvent.Type.ChildPolished:
            self._soon.start()
        return super().eventFilter(watched, event)

    def _dock(self, panel: Panel) -> QDockWidget:
        dock = QDockWidget(panel.title, self._window)
        dock.setObjectName(f"{panel.name}Dock")
        panel.widget.setMinimumSize(*_LEAST)  # what it holds is scrolled or shortened; the window must not grow with it
        dock.setWidget(panel.widget)
        dock.setTitleBarWidget(DockHeader(self._theme, dock))
        for signal in (dock.visibilityChanged, dock.topLevelChanged, dock.dockLocationChanged):
            signal.connect(self._soon.start)
        self._window.addDockWidget(_RIGHT, dock)
        return dock

    def _resize(self, layout: Layout) -> None:
        for groups, way in (
            ((layout.left, layout.right), Qt.Orientation.Horizontal),
            ((layout.under, layout.bottom), Qt.Orientation.Vertical),
        ):
            meant = [group for group in groups if group is not None]
            docks = [self._docks[group.panels[0]] for group in meant]
            self._window.resizeDocks(docks, [self._theme.theme.pixels(group.size) for group in meant], way)

    def _place(self, group: Group, area: Qt.DockWidgetArea, under: Group | None = None) -> None:
        first = self._docks[group.panels[0]]
        self._window.addDockWidget(area, first)
        first.show()
        if under is not None:  # split first: once there are tabs, Qt would add another tab instead
            below = self._docks[under.panels[0]]
            self._window.splitDockWidget(first, below, Qt.Orientation.Vertical)
            below.show()
            self._stack(below, under)
        self._stack(first, group)

    def _stack(self, first: QDockWidget, group: Group) -> None:
        for name in group.panels[1:]:
            self._window.tabifyDockWidget(first, self._docks[name])
            self._docks[name].show()

    def _dress(self) -> None:
        """Headers only where there is no tab, and tabs in the type of the program."""
        if self._unsized is not None:  # once more: before there were tabs and headers, Qt had other sizes in mind
            layout, self._unsized = self._unsized, None
            self._resize(layout)
        for dock in self._docks.values():
            beside = [each for each in self._window.tabifiedDockWidgets(dock) if not each.isHidden()]
            header = dock.titleBarWidget()
            if isinstance(header, DockHeader):
                header.set_shown(is_shown=dock.isFloating() or not beside)
        for bar in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            self._dress_bar(bar)
        self.arranged.emit()

    def _dress_bar(self, bar: QTabBar) -> None:
        font = self._theme.theme.font("small", 500)
        if bar.font() != font:
            bar.setFont(font)
        bar.setExpanding(False)
        bar.setDrawBase(False)
        bar.setDocumentMode(True)
        bar.setUsesScrollButtons(False)
        bar.setElideMode(Qt.TextElideMode.ElideRight)
        bar.setAccessibleName(self.tr("Panels"))
        for place in range(bar.count()):
            bar.setTabToolTip(place, bar.tabText(place))


class DockHeader(QWidget):
    """The name of a panel that lies alone, with ways to let it float and to hide it; nothing where there is a tab."""

    def __init__(self, theme: ActiveTheme, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._theme = theme
        self._name = Words(theme, dock.windowTitle(), role="small", weight=500, wraps=False)
        self._buttons = [
            self._button("external-link", self.tr("Let it float, or put it back")),
            self._button("x", self.tr("Hide the panel")),
        ]
        self._buttons[0][1].clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self._buttons[1][1].clicked.connect(dock.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 2, 2)
        row.setSpacing(2)
        row.addWidget(self._name, 1)
        for _, button in self._buttons:
            row.addWidget(button)
        self.set_shown(is_shown=False)
        self._dress()
        theme.theme_changed.connect(self._dress)

    def set_shown(self, *, is_shown: bool) -> None:
        """Show it, or take no room."""
        height = self._theme.theme.pixels(_HEADER) if is_shown else 0
        if height == self.height() == self.maximumHeight():
            return
        for widget in (self._name, *(button for _, button in self._buttons)):
            widget.setVisible(is_shown)
        self.setFixedHeight(height)
        dock = self.parentWidget()
        layout = None if dock is None else dock.layout()
        if layout is not None:  # Qt goes on with the height of before, and the panel would lie over its own name
            layout.invalidate()
            layout.activate()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this: the name may be shortened."""
        return QSize(0, self.minimumHeight())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this, and puts the panel so far below."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def _button(self, icon: str, name: str) -> tuple[str, QToolButton]:
        button = QToolButton(self)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setProperty("only", "true")
        button.setFixedSize(28, 26)
        return icon, button

    def _dress(self) -> None:
        for icon, button in self._buttons:
            button.setIcon(self._theme.icons.icon(icon))
