"""A project that is open, with the work going on in it: it is closed only once nothing uses it any more."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import Project
from graphrag_desktop.ui.tasks import Task, TaskRunner


class OpenProject(QObject):
    """Runs functions on a project; after `retire` it starts none, and closes the project when the last has ended."""

    closed = Signal()

    def __init__(self, project: Project, runner: TaskRunner, parent: QObject) -> None:
        super().__init__(parent)
        self.project = project
        self._runner = runner
        self._tasks: set[Task] = set()
        self._is_retired = False

    @property
    def path(self) -> Path:
        """Its file."""
        return self.project.path

    def start(self, function: Callable[..., object], *arguments: object) -> Task:
        """Run `function(project, *arguments, control)` on a worker thread."""
        task = self._runner.start(function, self.project, *arguments, parent=self)
        self._tasks.add(task)
        task.finished.connect(lambda: self._ended(task))
        return task

    def retire(self) -> None:
        """Stop all that goes on in it, then close it; what is finished is kept."""
        self._is_retired = True
        for task in self._tasks:
            task.cancel()
        self._close_if_idle()

    def close_now(self) -> None:
        """Close it; the runner has been shut down, so nothing uses it."""
        self.project.close()

    def _ended(self, task: Task) -> None:
        self._tasks.discard(task)
        if self._is_retired:
            self._close_if_idle()

    def _close_if_idle(self) -> None:
        if not self._tasks:
            closing = self._runner.start(_close, self.project, parent=self)
            closing.finished.connect(self._closed)

    def _closed(self) -> None:
        self.closed.emit()
        self.deleteLater()


class ClosingProjects:
    """Projects that were open and are not closed yet, because something still goes on in them."""

    def __init__(self) -> None:
        self._closing: set[OpenProject] = set()

    def add(self, project: OpenProject) -> None:
        """Have a project closed as soon as that can be."""
        self._closing.add(project)
        project.closed.connect(lambda: self._closing.discard(project))
        project.retire()

    def once_closed(self, path: Path, go_on: Callable[[], None]) -> None:
        """Go on when no earlier opening of the same file holds it any more: it would be found in use."""
        for each in self._closing:
            if each.path.resolve() == path.resolve():
                each.closed.connect(go_on)
                return
        go_on()

    def close_now(self) -> None:
        """Close them; the runner has been shut down, so nothing uses them."""
        for each in self._closing:
            each.close_now()
        self._closing.clear()


def _close(project: Project, _: RunControl) -> None:
    """Tidies up the file, which takes a while; so not in the window's thread."""
    project.close()
