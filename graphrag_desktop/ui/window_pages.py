"""The pages of the middle of the window: welcome, the plan of an index run, ways of asking compared, and the desk."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from graphrag_desktop.ui.desk import Desk, focus_into
from graphrag_desktop.ui.plan_panel import PlanPanel
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.welcome_panel import WelcomePanel


class WindowPages(QStackedWidget):
    """One page at a time; the panels lie around the desk only."""

    changed = Signal()

    def __init__(self, theme: ActiveTheme, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.welcome = WelcomePanel(theme)
        self.plan = PlanPanel(theme)
        for page in (self.welcome, self.plan, desk.page, desk.compare):
            self.addWidget(page)

    @property
    def is_desk(self) -> bool:
        """Whether the desk is to be seen."""
        return self.currentWidget() is self._desk.page

    @property
    def is_compare(self) -> bool:
        """Whether ways of asking are being compared."""
        return self.currentWidget() is self._desk.compare

    @property
    def keeps_desk_away(self) -> bool:
        """Whether what is to be seen stays, though a project was read."""
        return self.currentWidget() in {self.plan, self._desk.compare, self._desk.page}

    @property
    def is_idle(self) -> bool:
        """Whether nothing is open, and nothing planned."""
        return self.currentWidget() is self.welcome

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the first key that is pressed opens the sample."""
        super().showEvent(event)
        if self.currentWidget() is self.welcome:
            focus_into(self.welcome)

    def show_welcome(self) -> None:
        """Offer the ways in."""
        self._show(self.welcome)
        focus_into(self.welcome)

    def show_plan(self) -> None:
        """Show what an index run would do."""
        self._show(self.plan)

    def show_compare(self) -> None:
        """Show one question asked in several ways, in the room of map and panels."""
        self._show(self._desk.compare)

    def show_desk(self) -> None:
        """Show the open project."""
        self._show(self._desk.page)

    def _show(self, page: QWidget) -> None:
        for each in (
            self.welcome,
            self.plan,
            self._desk.page,
            self._desk.compare,
        ):  # a page that is not to be seen asks for no room
            policy = QSizePolicy.Policy.Preferred if each is page else QSizePolicy.Policy.Ignored
            each.setSizePolicy(policy, policy)
        if page is not self._desk.page:  # first, else page and panels together would widen the window
            self._desk.put_away()
        self.setCurrentWidget(page)
        if self.is_desk:
            self._desk.bring_out()
        self.changed.emit()
