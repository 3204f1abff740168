"""Between the answer in sight and the model that checks it: the estimate, the work in the background, what it found."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.domain.events import Event, StatementChecked
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.answers import kept_answer
from graphrag_desktop.project import Project
from graphrag_desktop.query.answer_checking import check_answer, estimate_check
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import ASK


class CheckLinks(QObject):
    """Connects the question pane with the open project; one answer is checked at a time."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.desk)
        self._parts, self._panel = parts, parts.desk.ask
        self._task: Task | None = None
        bar = self._panel.check
        bar.estimate_wanted.connect(self._estimate)
        bar.check_wanted.connect(self._check)
        bar.stop_wanted.connect(self.stop)
        parts.session.project_changed.connect(self._forget)
        parts.session.project_closed.connect(self._forget)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What it carries out, by the names of the commands."""
        return {"check_answer": self.check_what_is_seen}

    def check_what_is_seen(self) -> None:
        """Offer to check the answer in sight."""
        if self._panel.answer is not None:
            self._parts.desk.show(ASK)
            self._panel.check.want(self._panel.answer.id)

    def stop(self) -> None:
        """End the check; what is finished of it is kept."""
        if self._task is not None:
            self._task.cancel()

    def _estimate(self, answer: str) -> None:
        task = self._parts.session.read(_estimate, answer)
        if task is not None:
            task.result.connect(lambda estimate: self._panel.check.show_estimate(answer, estimate))
            task.failed.connect(lambda error: self._panel.check.show_failure(error_words(error)))

    def _check(self, answer: str) -> None:
        task = self._parts.session.read(_check, answer)
        if task is None:
            return
        self._task = task
        self._panel.check.begin(answer)
        task.progressed.connect(lambda happened: self._went_on(task, happened))
        task.failed.connect(lambda error: self._broke(task, error))
        task.result.connect(lambda found: self._ended(task, found))
        task.finished.connect(lambda: self._stopped(task, answer))

    def _went_on(self, task: Task, happened: Event) -> None:
        if self._task is task and isinstance(happened, StatementChecked):
            self._panel.check.show_progress(happened.done, happened.statements)

    def _ended(self, task: Task, found: Answer) -> None:
        if self._task is task:
            self._panel.check.end()
            self._panel.show_check(found)

    def _broke(self, task: Task, error: Exception) -> None:
        if self._task is task:
            self._panel.check.show_failure(error_words(error))

    def _stopped(self, task: Task, answer: str) -> None:
        """It is over, however it ended; of one that was stopped only what it kept is told."""
        if self._task is not task:
            return
        self._task = None
        if task.is_cancelled:
            self._panel.check.end()
            read = self._parts.session.read(_kept, answer)
            if read is not None:
                read.result.connect(self._panel.show_check)

    def _forget(self) -> None:
        self._task = None
        self._panel.check.end()


def _estimate(project: Project, answer: str, control: RunControl) -> object:
    return estimate_check(project, answer, control)


def _check(project: Project, answer: str, control: RunControl) -> Answer:
    return check_answer(project, answer, control)


def _kept(project: Project, answer: str, control: RunControl) -> Answer:
    control.checkpoint()
    return kept_answer(project, answer)
