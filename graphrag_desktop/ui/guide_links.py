"""F1: which page of the guide speaks of where the analyst is, and the window that shows it."""

from collections.abc import Mapping

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from graphrag_desktop.ui.guide_pages import FIRST_PAGE
from graphrag_desktop.ui.guide_window import GuideWindow
from graphrag_desktop.ui.window_pages import WindowPages
from graphrag_desktop.ui.window_parts import WindowParts

SUBJECTS: Mapping[str, tuple[str, str]] = {
    "WelcomePanel": ("first-steps", ""),
    "PlanPanel": ("indexing", "the-plan"),
    "ActivityPanel": ("indexing", "while-it-runs"),
    "DocumentPanel": ("indexing", "what-became-of-each-file"),
    "CommunityPanel": ("exploring", "the-tree-of-communities"),
    "EntityPanel": ("exploring", "the-table-of-entities"),
    "MapPanel": ("exploring", "the-map"),
    "ReportPanel": ("exploring", "the-report"),
    "AskPanel": ("asking", ""),
    "SourcePanel": ("sources", ""),
    "PreferencesWindow": ("settings", ""),
    "OptionsWindow": ("settings", "all-settings"),
    "ShortcutsWindow": ("keys", ""),
}
"""Page and heading by the name of the panel or window that has the keyboard."""


class GuideLinks(QObject):
    """Makes the guide when it is first wanted; it stays where the reader left it unless another panel asks."""

    def __init__(self, parts: WindowParts, pages: WindowPages) -> None:
        super().__init__(parts.window)
        self._parts, self._pages = parts, pages
        self._guide: GuideWindow | None = None

    def open(self) -> None:
        """Show the guide, at the page on the panel that has the keyboard, or on what fills the window."""
        name, anchor = subject_of(QApplication.focusWidget())
        if name == FIRST_PAGE:
            name, anchor = subject_of(self._pages.currentWidget())
        if self._guide is None:
            self._guide = GuideWindow(self._parts.window, self._parts.theme)
        self._guide.present()  # first: where a heading stands is known once it has its size
        if name != FIRST_PAGE:
            self._guide.open_page(name, anchor)


def subject_of(widget: QWidget | None) -> tuple[str, str]:
    """The page and heading on the panel that a widget is a part of; the first page where there is none."""
    while widget is not None:
        subject = SUBJECTS.get(type(widget).__name__)
        if subject is not None:
            return subject
        widget = widget.parentWidget()
    return FIRST_PAGE, ""
