"""What the windows beside the main one have in common: they stay open beside it, and Esc closes them."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from graphrag_desktop.ui.scroll_area import ScrollArea
from graphrag_desktop.ui.theme import ActiveTheme

_MARGIN = 14


class SideWindow(QDialog):
    """A window of its own that waits for nothing and stops nothing; shown again it is as it was left."""

    def __init__(self, parent: QWidget, theme: ActiveTheme, name: str, title: str) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setObjectName(name)
        self.setWindowTitle(title)
        self.setModal(False)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        self.column.setSpacing(10)

    def present(self) -> None:
        """Show it in front, with the keyboard."""
        room = self.screen().availableGeometry().size()
        self.resize(QSize(min(self.width(), room.width()), min(self.height(), room.height())))
        self.show()
        self.raise_()
        self.activateWindow()


def pages(*named_pages: tuple[str, QWidget]) -> QTabWidget:
    """Pages under tabs."""
    tabs = QTabWidget(documentMode=True)
    tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    tabs.tabBar().setDrawBase(False)
    for name, page in named_pages:
        tabs.addTab(page, name)
    return tabs


def scrolled(content: QWidget) -> QScrollArea:
    """Content that may be higher than its window."""
    content.setProperty("surface", "page")
    return ScrollArea(content)
