"""The first page: what the program does, and the ways in."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from graphrag_desktop.ui.panels import MessageBar, Sheet, Words, named
from graphrag_desktop.ui.theme import ActiveTheme

_WIDTH = 520


class WelcomePanel(QWidget):
    """Offers to open a folder, a project or the sample; a folder or project may also be dropped on it."""

    folder_wanted = Signal()
    project_wanted = Signal()
    sample_wanted = Signal()
    path_dropped = Signal(str)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self._theme = theme
        self._build()

    def show_failure(self, reason: str, hint: str) -> None:
        """Say why something could not be opened."""
        self._bar.tell(f"{reason} {hint}".strip())

    def clear_failure(self) -> None:
        """Take the message away."""
        self._bar.hide()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Qt's: a file or folder is held over the page."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Qt's: it was let go."""
        local = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if local:
            self.path_dropped.emit(str(Path(local[0])))

    def _build(self) -> None:
        sheet = Sheet(margin=32, spacing=12)
        sheet.setFixedWidth(_WIDTH)
        open_folder = named(QPushButton(self.tr("Open a folder of documents…")), "indexButton")
        open_folder.setProperty("kind", "primary")
        open_project = QPushButton(self.tr("Open a project…"))
        open_sample = QPushButton(self.tr("Open the sample"))
        self._bar = MessageBar(self._theme)
        for widget in (
            Words(self._theme, self.tr("Read a whole folder at once"), role="hero", weight=600),
            Words(
                self._theme,
                self.tr(
                    "A folder of text becomes a map of names and topics, a report on each community of them, and answers"
                    " in which every sentence leads back to the words in your documents."
                ),
                role="read",
                tone="2",
            ),
            Words(
                self._theme,
                self.tr("Nothing leaves this computer: the built-in engine needs no key and no network."),
                role="small",
                tone="3",
            ),
            self._bar,
            open_folder,
            open_project,
            open_sample,
            Words(self._theme, self.tr("Or drop a folder or a project here."), role="caption", tone="3"),
        ):
            sheet.column.addWidget(widget)
        open_folder.clicked.connect(self.folder_wanted)
        open_project.clicked.connect(self.project_wanted)
        open_sample.clicked.connect(self.sample_wanted)
        column = QVBoxLayout(self)
        column.addWidget(sheet, 0, Qt.AlignmentFlag.AlignCenter)
