"""What a panel shows of the open project where that takes a while: read in the background, one reading at a time."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.ui.session import Session
from graphrag_desktop.ui.tasks import Task


class PanelReading(QObject):
    """Runs `work(project, control)`; what comes of a reading that was given up meanwhile is not told."""

    began = Signal()
    done = Signal(object)  # what was read
    failed = Signal(str)  # why not

    def __init__(self, session: Session, work: Callable[..., object], parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._work = work
        self._task: Task | None = None

    def begin(self) -> None:
        """Read, unless that is being done already or no project is open."""
        task = None if self._task is not None else self._session.read(self._work)
        if task is None:
            return
        self._task = task
        self.began.emit()
        task.result.connect(lambda found: self._ended(task, lambda: self.done.emit(found)))
        task.failed.connect(lambda error: self._ended(task, lambda: self.failed.emit(error_words(error))))

    def give_up(self) -> None:
        """Another project, or another index."""
        self._task = None

    def _ended(self, task: Task, tell: Callable[[], None]) -> None:
        if self._task is task:
            self._task = None
            tell()
