"""The tabs of the question pane: one page in sight, by the name that stands above it."""

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QTabBar, QWidget

from graphrag_desktop.ui.controls import IconButton
from graphrag_desktop.ui.theme import ActiveTheme


class AskTabs(QFrame):
    """The bar of tabs; `pages` shows the page of the one that is chosen."""

    def __init__(self, theme: ActiveTheme, spoken: str) -> None:
        super().__init__()
        self._theme = theme
        self.pages = QStackedWidget()
        self.setProperty("surface", "bar")
        self._tabs = QTabBar(drawBase=False, expanding=False, usesScrollButtons=False)
        self._tabs.setProperty("inner", "true")
        self._tabs.setAccessibleName(spoken)
        self._tabs.currentChanged.connect(self.pages.setCurrentIndex)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 0, 8, 0)
        self._row.addWidget(self._tabs)
        self._row.addStretch(1)
        theme.theme_changed.connect(self._dress)
        self._dress()

    def add(self, page: QWidget, words: str, place: int = -1) -> None:
        """One more tab, behind the others or in a place among them."""
        self.pages.insertWidget(place, page)
        self._tabs.setTabToolTip(self._tabs.insertTab(place, words), words)

    def add_tool(self, icon: str, words: str, do: Callable[[], object]) -> None:
        """A button at the end of the bar."""
        button = IconButton(self._theme, icon, words)
        button.clicked.connect(lambda _=False: do())
        self._row.addWidget(button)

    def turn_to(self, page: QWidget) -> None:
        """Show a page, and its tab if that was hidden."""
        place = self.pages.indexOf(page)
        if not self._tabs.isTabVisible(place):
            self._tabs.setTabVisible(place, True)  # noqa: FBT003 - Qt's
            self._tabs.updateGeometry()
        self._tabs.setCurrentIndex(place)

    def hide_tab(self, page: QWidget) -> None:
        """Leave a page out until it is turned to."""
        self._tabs.setTabVisible(self.pages.indexOf(page), False)  # noqa: FBT003

    def set_words(self, page: QWidget, words: str) -> None:
        """What stands on the tab of a page."""
        place = self.pages.indexOf(page)
        self._tabs.setTabText(place, words)
        self._tabs.setTabToolTip(place, words)

    @Slot()
    def _dress(self) -> None:
        self._tabs.setFont(self._theme.theme.font("small", 500))
