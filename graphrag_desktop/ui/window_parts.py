"""What everything in one window shares."""

from dataclasses import dataclass

from PySide6.QtWidgets import QMainWindow

from graphrag_desktop.ui.appearance import AppearanceKeeper
from graphrag_desktop.ui.desk import Desk
from graphrag_desktop.ui.memory import Memory
from graphrag_desktop.ui.navigation import Navigation
from graphrag_desktop.ui.notices import NoticeStrip
from graphrag_desktop.ui.session import Session
from graphrag_desktop.ui.theme import ActiveTheme


@dataclass(frozen=True, slots=True, eq=False)
class WindowParts:
    """The window with its looks, what it remembers, the open project, where the analyst is, and what is on the desk."""

    window: QMainWindow
    theme: ActiveTheme
    appearance: AppearanceKeeper
    memory: Memory
    session: Session
    navigation: Navigation
    desk: Desk
    notices: NoticeStrip
