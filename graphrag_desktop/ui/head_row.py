"""The uppermost row of the window: menus, the field that finds everything, the workspaces, appearance and preferences."""

import sys

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenuBar, QPushButton, QSizePolicy, QToolButton, QWidget

from graphrag_desktop.ui.action_set import ActionSet
from graphrag_desktop.ui.colours import Appearance
from graphrag_desktop.ui.panels import Words
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.workspaces import Workspace

_HEIGHT = 40
_SEARCH_WIDTH, _LEAST_SEARCH = 320, 120
_AROUND = 44  # between and around the icon, the words and the keys of the field


class HeadRow(QWidget):
    """Goes into the place of the menu bar; on macOS the menus are at the top of the screen instead."""

    def __init__(self, theme: ActiveTheme, actions: ActionSet) -> None:
        super().__init__()
        self._theme, self._actions = theme, actions
        self.menu_bar = QMenuBar()
        self.menu_bar.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        actions.fill(self.menu_bar)
        self.search = SearchButton(theme)
        self.search.clicked.connect(actions["search_anything"].trigger)
        self._spaces = Segments(theme, actions, [f"workspace_{each.value}" for each in Workspace])
        self._appearance = self._icon_button()
        self._preferences = self._icon_button()
        self._appearance.clicked.connect(self._appearance_clicked)
        self._preferences.clicked.connect(actions["preferences"].trigger)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.setSpacing(4)
        if sys.platform != "darwin":
            row.addWidget(self.menu_bar)
        row.addStretch(1)
        row.addWidget(self.search, 4)
        row.addStretch(1)
        for widget in (self._spaces, self._appearance, self._preferences):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self._dress()
        theme.theme_changed.connect(self._dress)
        actions.changed.connect(self._describe)

    def show_workspaces(self, *, is_shown: bool) -> None:
        """There is nothing to switch between while no project is open."""
        self._spaces.setVisible(is_shown)

    def _icon_button(self) -> QToolButton:
        button = QToolButton()
        button.setProperty("only", "true")
        return button

    def _appearance_clicked(self) -> None:
        is_dark = self._theme.theme.appearance is Appearance.DARK
        self._actions["show_light" if is_dark else "show_dark"].trigger()

    def _dress(self) -> None:
        theme = self._theme.theme
        self.setFixedHeight(theme.pixels(_HEIGHT))
        self.menu_bar.setFont(theme.font("small", 500))
        is_dark = theme.appearance is Appearance.DARK
        side = max(24, theme.pixels(28))
        for button, icon in ((self._appearance, "sun" if is_dark else "moon"), (self._preferences, "settings")):
            button.setIcon(self._theme.icons.icon(icon))
            button.setIconSize(QSize(theme.pixels(16), theme.pixels(16)))
            button.setFixedSize(side, side)
        self._describe()

    def _describe(self) -> None:
        is_dark = self._theme.theme.appearance is Appearance.DARK
        preferences, keys = self.tr("Preferences"), self._actions.keys_of("preferences")
        self._appearance.setAccessibleName(self.tr("Light appearance") if is_dark else self.tr("Dark appearance"))
        self._appearance.setToolTip(self._appearance.accessibleName())
        self._preferences.setAccessibleName(preferences)
        self._preferences.setToolTip(f"{preferences}  {keys}".strip())
        self.search.show_keys(self._actions.keys_of("search_anything"))


class SearchButton(QPushButton):
    """Looks like a field; pressing it, or beginning to type, opens the palette."""

    typed = Signal(str)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("look", "search")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Search or run anything"))
        self._keys = Words(theme, role="caption", tone="3")
        self._keys.setWordWrap(False)
        self._keys.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.addStretch(1)
        row.addWidget(self._keys)
        self._dress()
        theme.theme_changed.connect(self._dress)

    def show_keys(self, keys: str) -> None:
        """Say which keys open it."""
        self._keys.setText(keys)
        self._shorten()
        self.setToolTip(f"{self.accessibleName()}  {keys}".strip())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this: its words may be cut."""
        return QSize(self._theme.theme.pixels(_LEAST_SEARCH), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this."""
        return QSize(self._theme.theme.pixels(_SEARCH_WIDTH), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().resizeEvent(event)
        self._shorten()

    def _dress(self) -> None:
        theme = self._theme.theme
        self.setMaximumWidth(theme.pixels(_SEARCH_WIDTH))
        self.setFont(theme.font("small"))
        self.setIcon(self._theme.icons.icon("search", "text3", theme.pixels(16)))
        self.setIconSize(QSize(theme.pixels(16), theme.pixels(16)))
        self._shorten()

    def _shorten(self) -> None:
        """Leave room for the keys."""
        room = self.width() - self._keys.sizeHint().width() - self.iconSize().width() - _AROUND
        self.setText(self.fontMetrics().elidedText(f" {self.accessibleName()}", Qt.TextElideMode.ElideRight, room))


class Segments(QFrame):
    """Alternatives side by side, of which one is chosen: the buttons of some actions."""

    def __init__(self, theme: ActiveTheme, actions: ActionSet, names: list[str]) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("surface", "segments")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Workspace"))
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        self._buttons: list[QToolButton] = []
        for name in names:
            button = QToolButton()
            button.setDefaultAction(actions[name])
            button.setAccessibleName(actions[name].iconText())
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
            self._buttons.append(button)
        self._dress()
        theme.theme_changed.connect(self._dress)

    def _dress(self) -> None:
        for button in self._buttons:
            button.setFont(self._theme.theme.font("small", 500))
