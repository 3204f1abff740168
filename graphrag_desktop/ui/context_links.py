"""Between the table of contexts and the open project: what would be sent, what was sent, and where its records lead."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal, Slot

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.asking import QuestionOrder
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.domain.events import ContextChosen, Event
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.inspection import Inspection, inspect_answer, inspect_considered
from graphrag_desktop.explore.trail import record_trail
from graphrag_desktop.project import Project
from graphrag_desktop.query.orders import planned
from graphrag_desktop.ui.context_sheet import ContextSheet
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import ASK, REPORT, SOURCE, Workspace

_PLACE = 2  # among the tabs of the question pane: behind the reports that were read


class ContextLinks(QObject):
    """Reads contexts in the background, one reading at a time; what is near on the map is drawn there."""

    inspected = Signal()

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.desk)
        self._parts, self._ask = parts, parts.desk.ask
        self.sheet = ContextSheet(parts.theme)
        parts.desk.ask.tabs.add(self.sheet, self.tr("Context"), _PLACE)
        self._task: Task | None = None
        sheet = self.sheet
        sheet.preview_wanted.connect(self.preview)
        sheet.wanted.connect(self._read_answer)
        sheet.record_wanted.connect(self._open)
        sheet.map_wanted.connect(lambda _: self._draw())
        self._ask.answer_shown.connect(self._answer_shown)
        parts.session.answer_progressed.connect(self._went_on)
        parts.desk.workspace_changed.connect(lambda _: self._draw())
        parts.session.project_changed.connect(self._forget)
        parts.session.project_closed.connect(self._forget)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What it carries out, by the names of the commands."""
        return {"show_context": self.show}

    def show(self) -> None:
        """Show what would be sent for the question that stands in the field."""
        desk = self._parts.desk
        desk.choose(Workspace.ASK)
        desk.show(ASK)
        self.turn_to()
        self.preview()

    def turn_to(self) -> None:
        """Show the table in place of the answer."""
        self._ask.tabs.turn_to(self.sheet)

    def preview(self) -> None:
        """Look up what would be sent; nothing is asked but for vectors that are missing."""
        question = self._ask.head.composer.question
        if not question:
            self.sheet.show_failure(self.tr("No question is written. Write one into the field above."))
            return
        self._begin(self._parts.session.read(_considered, self._ask.head.order(question)))

    def _read_answer(self) -> None:
        answer = self._ask.answer
        if answer is not None:
            self._begin(self._parts.session.read(_inspected, answer))

    def _begin(self, task: Task | None) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = task
        if task is not None:
            self.sheet.expect()
            task.result.connect(lambda found: self._found(task, found))
            task.failed.connect(lambda error: self._broke(task, error))

    def _found(self, task: Task, inspection: Inspection) -> None:
        if self._task is task:
            self._task = None
            self._show(inspection)

    def _broke(self, task: Task, error: Exception) -> None:
        if self._task is task:
            self._task = None
            self.sheet.show_failure(error_words(error))
            self.inspected.emit()

    def _show(self, inspection: Inspection) -> None:
        self.sheet.show_inspection(inspection)
        self._draw()
        self.inspected.emit()

    @Slot(object)
    def _answer_shown(self, answer: Answer | None) -> None:
        """Another answer is open: what was looked up before is of another question; where it lies on the map is told at once."""
        self.sheet.expect_answer(has_answer=answer is not None)
        self._draw()
        if answer is not None and self._task is None and answer.mode.draws_subgraph:
            self._read_answer()

    @Slot(object)
    def _went_on(self, happened: Event) -> None:
        if isinstance(happened, ContextChosen):
            self._show(inspect_considered(self._ask.head.composer.question, [happened.considered], is_sent=True))

    def _draw(self) -> None:
        """On the map what was retrieved, while questions are asked."""
        inspection = self.sheet.inspection
        is_wanted = self._parts.desk.workspace is Workspace.ASK and self.sheet.is_map_wanted
        subgraph = inspection.subgraph if is_wanted and inspection is not None else None
        self._parts.desk.map.show_subgraph(subgraph)

    @Slot(object, int)
    def _open(self, kind: Kind, number: int) -> None:
        """A community or an entity is gone to; of other records the words are read."""
        desk, go = self._parts.desk, self._parts.navigation
        if kind is Kind.REPORT:
            go.go_to_community(number)
            desk.show(REPORT)
        elif kind is Kind.ENTITY:
            go.go_to_entity(number)
        elif kind is not Kind.PART:
            task = self._parts.session.read(_words_of, kind, number)
            if task is not None:
                task.result.connect(self._show_words)
                task.failed.connect(self._words_failed)

    @Slot(object)
    def _show_words(self, passages: tuple[Evidence, ...]) -> None:
        self._parts.desk.source.show_passages(passages)
        self._parts.desk.show(SOURCE)

    @Slot(object)
    def _words_failed(self, error: Exception) -> None:
        self._parts.notices.tell(Notice(error_words(error), tone="danger", matter="context"))

    def _forget(self) -> None:
        self._task = None
        self.sheet.expect_answer(has_answer=False)
        self._draw()


def _considered(project: Project, order: QuestionOrder, control: RunControl) -> Inspection:
    """A follow-up as it is typed: only asking puts it into words of its own."""
    return inspect_considered(order.question, planned(project, order, control).contexts(order.question, control))


def _inspected(project: Project, answer: Answer, control: RunControl) -> Inspection:
    control.checkpoint()
    return inspect_answer(project, answer)


def _words_of(project: Project, kind: Kind, number: int, control: RunControl) -> tuple[Evidence, ...]:
    control.checkpoint()
    return record_trail(project, kind, number)
