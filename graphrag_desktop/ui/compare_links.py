"""Between the page that compares ways of asking and the open project: each way a task of its own, under one ceiling."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from graphrag_desktop.domain.answers import Answer, Citation
from graphrag_desktop.domain.ceilings import Ceiling
from graphrag_desktop.domain.errors import Cancelled, error_words
from graphrag_desktop.domain.restriction import Restriction
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.comparison_tables import ComparedWays, compare_ways
from graphrag_desktop.project import Project
from graphrag_desktop.query.comparing import Way, ask_way, ceiling_of
from graphrag_desktop.query.restricting import restricted
from graphrag_desktop.ui.library import Library
from graphrag_desktop.ui.model_words import reader_words
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.window_pages import WindowPages
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import ASK, Workspace

_Terms = tuple[Ceiling | None, Restriction]
"""The most that all may cost together, and what they are asked of."""


class CompareLinks(QObject):
    """Asks in several ways at once. A way that is stopped still gives what it has: it is stopped from within."""

    compared = Signal()

    def __init__(self, parts: WindowParts, pages: WindowPages, library: Library) -> None:
        super().__init__(parts.desk)
        self._parts, self._pages, self._library = parts, pages, library
        self._panel = parts.desk.compare
        self._tasks: dict[int, Task] = {}
        self._stops: list[RunControl] = []
        self._question = ""
        self._ways: tuple[Way, ...] = ()
        self._answers: dict[int, Answer] = {}
        self._failures: dict[int, str] = {}
        panel, session = self._panel, parts.session
        panel.asked.connect(self._ask)
        panel.stop_wanted.connect(self._stop)
        panel.left.connect(pages.show_desk)
        parts.desk.ask.tabs.add_tool("columns-3", self.tr("Compare ways of asking"), self.show)
        panel.citation_wanted.connect(self._citation_wanted)
        panel.record_wanted.connect(library.load_record)
        library.record_loaded.connect(panel.show_record)
        session.view_loaded.connect(self._view_loaded)
        session.project_changed.connect(self._forget)
        session.project_closed.connect(self._forget)
        parts.desk.workspace_changed.connect(lambda _: self._leave())

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What it carries out, by the names of the commands."""
        return {"compare_ways": self.show, "stop_question": self.stop_what_goes_on}

    def show(self) -> None:
        """Show the page, with the question that stands in the pane of questions."""
        head = self._parts.desk.ask.head
        self._panel.set_question(head.composer.question)
        self._panel.composer.show_restriction(head.restriction)
        self._parts.desk.choose(Workspace.ASK)
        self._pages.show_compare()
        self._panel.take_focus()

    def stop_what_goes_on(self) -> None:
        """Stop the ways that are being compared, else the one question that is being answered."""
        if self._panel.is_busy and self._pages.is_compare:
            self._panel.stop_all()
        else:
            self._parts.session.stop_question()

    def ask(self, question: str, ways: Sequence[Way], most: float | None = None) -> None:
        """Ask in these ways."""
        self._ask(question, tuple(ways), most)

    @Slot(str, object, object)
    def _ask(self, question: str, ways: tuple[Way, ...], most: float | None) -> None:
        if self._panel.is_busy:
            return
        self._question, self._ways = question, ways
        self._answers, self._failures = {}, {}
        self._stops = [RunControl() for _ in ways]
        self._panel.begin()
        preparing = self._parts.session.read(_ceiling, most)
        if preparing is not None:
            preparing.result.connect(lambda ceiling: self._start(ceiling[0]))

    def _start(self, ceiling: Ceiling | None) -> None:
        for place, way in enumerate(self._ways):
            terms = ceiling, self._panel.composer.restriction
            task = self._parts.session.read(_ask_way, self._question, way, terms, self._stops[place])
            if task is not None:
                self._follow(place, task)

    def _follow(self, place: int, task: Task) -> None:
        self._tasks[place] = task

        def told(tell: Callable[[object], None]) -> Callable[[object], None]:
            return lambda happened: tell(happened) if self._tasks.get(place) is task else None

        task.progressed.connect(told(lambda happened: self._panel.follow(place, happened)))  # type: ignore[arg-type]
        task.result.connect(told(lambda answer: self._answered(place, answer)))  # type: ignore[arg-type]
        task.failed.connect(told(lambda error: self._failed(place, error)))  # type: ignore[arg-type]

    def _answered(self, place: int, answer: Answer) -> None:
        self._answers[place] = answer
        self._panel.show_answer(place, answer)
        self._ended()

    def _failed(self, place: int, error: Exception) -> None:
        is_stopped = isinstance(error, _Stopped)
        words = self.tr("Stopped before anything was written.") if is_stopped else error_words(error)
        self._failures[place] = words
        self._panel.show_failure(place, words)
        self._ended()

    def _ended(self) -> None:
        if len(self._answers) + len(self._failures) < len(self._ways):
            return
        self._library.load_history()
        names = [each.name for each in self._ways]
        answers = {names[place]: self._answers[place] for place in sorted(self._answers)}
        failures = {names[place]: self._failures[place] for place in sorted(self._failures)}
        task = self._parts.session.read(_compare, self._question, answers, failures) if answers else None
        if task is None:
            self.compared.emit()
            return
        ways = self._ways
        task.result.connect(lambda found: self._show_comparison(ways, found))
        task.failed.connect(lambda error: self._panel.show_trouble(error_words(error)))

    def _show_comparison(self, ways: tuple[Way, ...], found: ComparedWays) -> None:
        if ways == self._ways and not self._panel.is_busy:
            self._panel.show_comparison(found)
            self.compared.emit()

    @Slot(int)
    def _stop(self, place: int) -> None:
        if place < len(self._stops):
            self._stops[place].cancel()

    @Slot(object)
    def _citation_wanted(self, citation: Citation) -> None:
        """The words are read on the desk; the page stays as it is for whoever comes back."""
        self._pages.show_desk()
        self._parts.desk.choose(Workspace.ASK)
        self._parts.desk.show(ASK)
        self._parts.desk.ask.citation_wanted.emit(citation)

    def _view_loaded(self, view: ProjectView) -> None:
        reader = "" if view.models is None else reader_words(view.models)
        self._panel.show_offers(view.estimates, view.modes, reader)

    def _leave(self) -> None:
        if self._pages.is_compare:
            self._pages.show_desk()

    def _forget(self) -> None:
        for each in self._stops:
            each.cancel()
        self._tasks, self._stops, self._ways = {}, [], ()
        self._panel.show_nothing()


class _Stopped(Exception):
    """A way was stopped before it had anything; `Cancelled` would not be told."""


def _ceiling(project: Project, most: float | None, control: RunControl) -> tuple[Ceiling | None]:
    control.checkpoint()
    return (ceiling_of(project, most),)


def _ask_way(project: Project, question: str, way: Way, terms: _Terms, stop: RunControl, control: RunControl) -> Answer:
    """Under a control of its own, so that a stop ends the question and not the task that tells of it."""
    own = RunControl(control.emit)
    forget = [stop.on_cancel(own.cancel), control.on_cancel(own.cancel)]
    try:
        ceiling, restriction = terms
        return ask_way(restricted(project, restriction), question, way, ceiling, own)
    except Cancelled as error:
        control.checkpoint()
        raise _Stopped from error
    finally:
        for each in forget:
            each()


def _compare(
    project: Project, question: str, answers: Mapping[str, Answer], failures: Mapping[str, str], control: RunControl
) -> ComparedWays:
    control.checkpoint()
    return compare_ways(project, question, answers, failures)
