"""What the window has open, and the work it has running: the bridge from panels to the program below.

Everything that takes time runs on worker threads through `TaskRunner`; what it gives comes back as signals in the
window's thread. One index run and one question at a time; the question never waits for the run.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, SignalInstance

from graphrag_desktop.domain.asking import QuestionOrder
from graphrag_desktop.domain.errors import GraphRagError, NothingToRead
from graphrag_desktop.domain.events import Event, IndexChanged, RunBegan
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.hierarchy import HierarchyView
from graphrag_desktop.explore.reports import ReportView, report_view
from graphrag_desktop.explore.trail import entity_trail
from graphrag_desktop.pipeline.run import discard_if_empty, start_project
from graphrag_desktop.project import Project, open_project
from graphrag_desktop.query.orders import answer_order
from graphrag_desktop.ui.index_order import IndexOrder, carry_out
from graphrag_desktop.ui.model_reach import ModelReach
from graphrag_desktop.ui.open_project import ClosingProjects, OpenProject
from graphrag_desktop.ui.project_view import ProjectView, load_view
from graphrag_desktop.ui.tasks import Task, TaskRunner


class Session(QObject):
    """The open project and what is being done with it."""

    view_loaded = Signal(object)  # a ProjectView
    opening_failed = Signal(str, str)  # what is wrong, what to do
    project_changed = Signal()  # another project is open now
    project_closed = Signal()
    index_started = Signal(str)  # the folder
    index_progressed = Signal(object)  # an Event
    index_finished = Signal(object)  # a RunSummary
    index_stopped = Signal()
    index_failed = Signal(str, str)
    index_paused = Signal(bool)
    report_loaded = Signal(object)  # a ReportView
    trail_loaded = Signal(object)  # a tuple of Evidence
    asking_changed = Signal()  # a question is being answered, or is not any more
    answer_progressed = Signal(object)  # an Event
    answer_finished = Signal(object)  # an Answer
    answer_stopped = Signal()
    answer_failed = Signal(str, str)
    reading_failed = Signal(str)  # something to be shown could not be read

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = TaskRunner(self)
        self._open: OpenProject | None = None
        self._closing = ClosingProjects()
        self._view: ProjectView | None = None
        self._index: Task | None = None
        self._question: Task | None = None
        self._wanted_report = 0
        self.reach = ModelReach()

    @property
    def project_path(self) -> Path | None:
        """The file of the open project."""
        return None if self._open is None else self._open.path

    @property
    def folder(self) -> Path | None:
        """The folder that the open project was made from."""
        return None if self._open is None else self._open.project.folder

    @property
    def view(self) -> ProjectView | None:
        """The open project as it was read last."""
        return self._view

    @property
    def is_changeable(self) -> bool:
        """Whether a project is open and may be written."""
        return self._open is not None and not self._open.project.read_only_reason

    @property
    def is_indexing(self) -> bool:
        """Whether a run is going on."""
        return self._index is not None

    @property
    def is_asking(self) -> bool:
        """Whether a question is being answered."""
        return self._question is not None

    def open_project(self, path: Path) -> None:
        """Open a project in place of the one before."""
        if self.project_path == path:
            self._load_view()
            return
        self._closing.once_closed(path, lambda: self._begin_opening(path))

    def index_folder(self, folder: Path, path: Path, order: IndexOrder | None = None) -> None:
        """Index a folder into the project at `path`, made if there is none, as it was done before or as is ordered."""
        wanted = order or IndexOrder()
        if self._open is not None and self._open.path.resolve() == path.resolve():
            if not self.is_indexing:
                self._start_index(folder, wanted)
            return
        self._closing.once_closed(path, lambda: self._begin_project(path, folder, wanted))

    def close_project(self) -> None:
        """Close the project; what goes on in it is stopped, and what is finished is kept."""
        if self._open is not None:
            self._retire()
            self.project_closed.emit()

    def hold_index(self, *, is_held: bool) -> None:
        """Pause the run, or let it go on."""
        if self._index is not None:
            if is_held:
                self._index.hold()
            else:
                self._index.resume()
            self.index_paused.emit(is_held)

    def stop_index(self) -> None:
        """End the run; all that is finished is kept."""
        if self._index is not None:
            self._index.cancel()

    def load_report(self, number: int) -> None:
        """Read a community's report; only the one asked for last is told."""
        if self._open is not None:
            self._wanted_report = number
            task = self._open.start(_read_report, number, None if self._view is None else self._view.hierarchy)
            task.result.connect(self._report_read)
            task.failed.connect(self._reading_broke)

    def load_entity(self, number: int) -> None:
        """Read the sentences that name an entity."""
        if self._open is not None:
            task = self._open.start(_read_trail, number)
            task.result.connect(self.trail_loaded)
            task.failed.connect(self._reading_broke)

    def ask_order(self, order: QuestionOrder) -> None:
        """Ask a question as it is ordered."""
        if self._open is None or self.is_asking:
            return
        task = self._open.start(answer_order, order)
        self._question = task
        task.progressed.connect(self.answer_progressed)
        task.result.connect(self.answer_finished)
        task.failed.connect(lambda error: self._tell(self.answer_failed, error))
        task.finished.connect(lambda: self._question_ended(task))
        self.asking_changed.emit()

    def stop_question(self) -> None:
        """Stop asking; what is written stays."""
        if self._question is not None:
            self._question.cancel()

    def read(self, function: Callable[..., object], *arguments: object) -> Task | None:
        """Run `function(project, *arguments, control)` in the background; None while no project is open."""
        return None if self._open is None else self._open.start(function, *arguments)

    def start(self, function: Callable[..., object], *arguments: object) -> Task:
        """Run `function(*arguments, control)` in the background; no project is needed."""
        return self._runner.start(function, *arguments, parent=self)

    def close(self) -> None:
        """Stop everything, wait for it, and close the project: it is one file again."""
        self._runner.shut_down()
        self._closing.close_now()
        if self._open is not None:
            self._open.close_now()
            self._open = None

    def _begin_opening(self, path: Path) -> None:
        task = self._runner.start(_open, path, parent=self)
        task.result.connect(self._project_opened)
        task.failed.connect(self._opening_failed)

    def _begin_project(self, path: Path, folder: Path, order: IndexOrder) -> None:
        task = self._runner.start(_start, path, folder, parent=self)
        task.result.connect(lambda project: self._project_started(project, folder, order))
        task.failed.connect(self._opening_failed)

    def _project_opened(self, project: Project) -> None:
        self._take(project)
        self._load_view()

    def _project_started(self, project: Project, folder: Path, order: IndexOrder) -> None:
        self._take(project)
        self._load_view()
        self._start_index(folder, order)

    def _take(self, project: Project) -> None:
        self._retire()
        self.reach.follow(project)
        self._open = OpenProject(project, self._runner, self)
        self.project_changed.emit()

    def _retire(self) -> None:
        before, self._open, self._view = self._open, None, None
        self.reach.follow(None)
        if before is not None:
            self._closing.add(before)

    def _load_view(self) -> None:
        if self._open is not None:
            task = self._open.start(load_view)
            task.result.connect(self._view_read)
            task.failed.connect(self._view_broke)

    def _view_read(self, view: ProjectView) -> None:
        self._view = view
        self.view_loaded.emit(view)

    def _view_broke(self, error: Exception) -> None:
        """A project of which nothing can be shown is not open."""
        if self._view is None:
            self._retire()
            self._tell(self.opening_failed, error)
        else:
            self._reading_broke(error)

    def _start_index(self, folder: Path, order: IndexOrder) -> None:
        if self._open is None:
            return
        task = self._open.start(carry_out, folder, order)
        self._index = task
        task.progressed.connect(self._index_went_on)
        task.result.connect(self._index_done)
        task.failed.connect(self._index_broke)
        task.finished.connect(lambda: self._index_ended(task))
        self.index_started.emit(str(folder))

    def _index_went_on(self, happened: Event) -> None:
        self.index_progressed.emit(happened)
        if isinstance(happened, IndexChanged | RunBegan):  # there is something new to show, or another reads now
            self._load_view()

    def _index_done(self, summary: RunSummary) -> None:
        self.index_finished.emit(summary)
        self._load_view()

    def _index_broke(self, error: Exception) -> None:
        self._tell(self.index_failed, error)
        if isinstance(error, NothingToRead) and self._open is not None:
            before, self._open, self._view = self._open, None, None
            discard_if_empty(before.project)

    def _index_ended(self, task: Task) -> None:
        if self._index is task:  # else another project was opened, with a run of its own
            self._index = None
            if task.is_cancelled:
                self.index_stopped.emit()

    def _report_read(self, view: ReportView) -> None:
        if view.row.number == self._wanted_report:
            self.report_loaded.emit(view)

    def _question_ended(self, task: Task) -> None:
        if self._question is task:
            self._question = None
            self.asking_changed.emit()
            if task.is_cancelled:
                self.answer_stopped.emit()

    def _opening_failed(self, error: Exception) -> None:
        self._tell(self.opening_failed, error)

    def _reading_broke(self, error: Exception) -> None:
        self.reading_failed.emit(_words(error)[0])

    def _tell(self, signal: SignalInstance, error: Exception) -> None:
        reason, hint = _words(error)
        signal.emit(reason, hint)


def _words(error: Exception) -> tuple[str, str]:
    if isinstance(error, GraphRagError):
        return error.message, error.hint
    return (
        f"Something went wrong in the program ({type(error).__name__}: {error}).",
        "Try again; if it stays, report it.",
    )


def _open(path: Path, control: RunControl) -> Project:
    control.checkpoint()
    return _unless_stopped(open_project(path, with_window=True), control)


def _start(path: Path, folder: Path, control: RunControl) -> Project:
    control.checkpoint()
    return _unless_stopped(start_project(path, folder, with_window=True), control)


def _unless_stopped(project: Project, control: RunControl) -> Project:
    """The project, closed again where nobody waits for it any more."""
    try:
        control.checkpoint()
    except BaseException:
        project.close()
        raise
    return project


def _read_report(project: Project, number: int, hierarchy: HierarchyView | None, control: RunControl) -> ReportView:
    control.checkpoint()
    return report_view(project, number, hierarchy)


def _read_trail(project: Project, number: int, control: RunControl) -> tuple[Evidence, ...]:
    control.checkpoint()
    return entity_trail(project, number)
