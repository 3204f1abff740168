"""What the window has open, and the work it has running: the bridge from panels to the program below.

Everything that takes time runs on worker threads through `TaskRunner`; what it gives comes back as signals in the
window's thread. One index run and one question at a time; the question never waits for the run.
"""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, SignalInstance

from graphrag_desktop.domain.errors import GraphRagError, NothingToRead
from graphrag_desktop.domain.events import Event, IndexChanged
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.documents import source_view
from graphrag_desktop.explore.hierarchy import HierarchyView
from graphrag_desktop.explore.reports import ReportView, report_view
from graphrag_desktop.explore.trail import entity_trail
from graphrag_desktop.pipeline.run import build_index, discard_if_empty, start_project
from graphrag_desktop.project import Project, open_project
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.ui.project_view import ProjectView, load_view
from graphrag_desktop.ui.tasks import Task, TaskRunner


class Session(QObject):
    """The open project and what is being done with it."""

    view_loaded = Signal(object)  # a ProjectView
    opening_failed = Signal(str, str)  # what is wrong, what to do
    index_started = Signal(str)  # the folder
    index_progressed = Signal(object)  # an Event
    index_finished = Signal(object)  # a RunSummary
    index_stopped = Signal()
    index_failed = Signal(str, str)
    index_paused = Signal(bool)
    report_loaded = Signal(object)  # a ReportView
    passage_loaded = Signal(object, str)  # an Evidence and its document's text
    trail_loaded = Signal(object)  # a tuple of Evidence
    answer_progressed = Signal(object)  # an Event
    answer_finished = Signal(object)  # an Answer
    answer_stopped = Signal()
    answer_failed = Signal(str, str)
    reading_failed = Signal(str)  # something to be shown could not be read

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = TaskRunner(self)
        self._project: Project | None = None
        self._hierarchy: HierarchyView | None = None
        self._index: Task | None = None
        self._question: Task | None = None
        self._wanted_report = 0

    @property
    def project_path(self) -> Path | None:
        """The file of the open project."""
        return None if self._project is None else self._project.path

    @property
    def folder(self) -> Path | None:
        """The folder that the open project was made from."""
        return None if self._project is None else self._project.folder

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
        task = self._runner.start(_open, path, parent=self)
        task.result.connect(self._project_opened)
        task.failed.connect(self._opening_failed)

    def index_folder(self, folder: Path, path: Path) -> None:
        """Index a folder into the project at `path`, made if there is none."""
        if self.is_indexing:
            return
        if self._project is not None and self._project.path.resolve() == path.resolve():
            self._start_index(folder)
            return
        task = self._runner.start(_start, path, folder, parent=self)
        task.result.connect(lambda project: self._project_started(project, folder))
        task.failed.connect(self._opening_failed)

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
        if self._project is None:
            return
        self._wanted_report = number
        task = self._runner.start(_read_report, self._project, number, self._hierarchy, parent=self)
        task.result.connect(self._report_read)
        task.failed.connect(self._reading_broke)

    def load_passage(self, passage: Evidence) -> None:
        """Read the text of a passage's document."""
        if self._project is not None:
            task = self._runner.start(_read_text, self._project, passage, parent=self)
            task.result.connect(lambda text: self.passage_loaded.emit(passage, text))
            task.failed.connect(self._reading_broke)

    def load_entity(self, number: int) -> None:
        """Read the sentences that name an entity."""
        if self._project is not None:
            task = self._runner.start(_read_trail, self._project, number, parent=self)
            task.result.connect(self.trail_loaded)
            task.failed.connect(self._reading_broke)

    def ask(self, question: str, level: int) -> None:
        """Ask at a level."""
        if self._project is None or self.is_asking:
            return
        task = self._runner.start(ask_global, self._project, question, level, parent=self)
        self._question = task
        task.progressed.connect(self.answer_progressed)
        task.result.connect(self.answer_finished)
        task.failed.connect(lambda error: self._tell(self.answer_failed, error))
        task.finished.connect(self._question_ended)

    def stop_question(self) -> None:
        """Stop asking; what is written stays."""
        if self._question is not None:
            self._question.cancel()

    def close(self) -> None:
        """Stop everything, wait for it, and close the project: it is one file again."""
        self._runner.shut_down()
        if self._project is not None:
            self._project.close()
            self._project = None

    def _project_opened(self, project: Project) -> None:
        self._take(project)
        self._load_view()

    def _project_started(self, project: Project, folder: Path) -> None:
        self._take(project)
        self._load_view()
        self._start_index(folder)

    def _take(self, project: Project) -> None:
        before, self._project = self._project, project
        self._hierarchy = None
        if before is not None:
            before.close()

    def _load_view(self) -> None:
        if self._project is not None:
            task = self._runner.start(load_view, self._project, parent=self)
            task.result.connect(self._view_read)
            task.failed.connect(self._reading_broke)

    def _view_read(self, view: ProjectView) -> None:
        self._hierarchy = view.hierarchy
        self.view_loaded.emit(view)

    def _start_index(self, folder: Path) -> None:
        if self._project is None:
            return
        task = self._runner.start(build_index, self._project, folder, parent=self)
        self._index = task
        task.progressed.connect(self._index_went_on)
        task.result.connect(self._index_done)
        task.failed.connect(self._index_broke)
        task.finished.connect(self._index_ended)
        self.index_started.emit(str(folder))

    def _index_went_on(self, happened: Event) -> None:
        self.index_progressed.emit(happened)
        if isinstance(happened, IndexChanged):
            self._load_view()

    def _index_done(self, summary: RunSummary) -> None:
        self.index_finished.emit(summary)
        self._load_view()

    def _index_broke(self, error: Exception) -> None:
        self._tell(self.index_failed, error)
        if isinstance(error, NothingToRead) and self._project is not None:
            project, self._project = self._project, None
            discard_if_empty(project)

    def _index_ended(self) -> None:
        was_stopped = self._index is not None and self._index.is_cancelled
        self._index = None
        if was_stopped:
            self.index_stopped.emit()

    def _report_read(self, view: ReportView) -> None:
        if view.row.number == self._wanted_report:
            self.report_loaded.emit(view)

    def _question_ended(self) -> None:
        was_stopped = self._question is not None and self._question.is_cancelled
        self._question = None
        if was_stopped:
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
    return open_project(path, with_window=True)


def _start(path: Path, folder: Path, control: RunControl) -> Project:
    control.checkpoint()
    return start_project(path, folder, with_window=True)


def _read_report(project: Project, number: int, hierarchy: HierarchyView | None, control: RunControl) -> ReportView:
    control.checkpoint()
    return report_view(project, number, hierarchy)


def _read_text(project: Project, passage: Evidence, control: RunControl) -> str:
    control.checkpoint()
    return source_view(project, passage.document).text


def _read_trail(project: Project, number: int, control: RunControl) -> tuple[Evidence, ...]:
    control.checkpoint()
    return entity_trail(project, number)
