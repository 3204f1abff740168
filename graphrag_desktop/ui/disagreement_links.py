"""The panel of disagreements and the project behind it: compared when it is seen first, in the background."""

from PySide6.QtCore import QObject, Signal, Slot

from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.explore.disagreements import Disagreements, disagreements
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import DISAGREEMENTS, SOURCE


class DisagreementLinks(QObject):
    """Compares the claims and sentences of the open project for the panel of a desk."""

    loaded = Signal()

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.desk)
        self._parts = parts
        self._panel = parts.desk.disagreements
        self._task: Task | None = None
        self._panel.wanted.connect(self._load)
        self._panel.passage_wanted.connect(self._show_passage)
        parts.session.view_loaded.connect(lambda _: self._view_loaded())
        parts.session.project_changed.connect(self._forget)
        parts.session.project_closed.connect(self._forget)

    def show(self) -> None:
        """Bring the panel to the front, with the keyboard."""
        self._parts.desk.show(DISAGREEMENTS)
        self._panel.take_focus()

    @Slot()
    def _load(self) -> None:
        task = None if self._task is not None else self._parts.session.read(disagreements)
        if task is None:
            return
        self._task = task
        self._panel.expect()
        task.result.connect(lambda found: self._loaded(task, found))
        task.failed.connect(lambda error: self._failed(task, error))

    def _loaded(self, task: Task, found: Disagreements) -> None:
        if self._task is task:
            self._task = None
            self._panel.show_disagreements(found)
            self.loaded.emit()

    def _failed(self, task: Task, error: Exception) -> None:
        if self._task is task:
            self._task = None
            self._panel.show_failure(error_words(error))

    def _view_loaded(self) -> None:
        self._forget()
        if self._parts.desk.is_shown(DISAGREEMENTS):
            self._load()

    def _forget(self) -> None:
        self._task = None
        self._panel.show_nothing()

    @Slot(object)
    def _show_passage(self, passage: Evidence) -> None:
        self._parts.desk.source.show_passages((passage,))
        self._parts.desk.show(SOURCE)
