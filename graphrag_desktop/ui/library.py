"""What panels read of the open project besides its map: entities, documents, kept answers, hover cards, plans.

Each reading runs on a worker thread; what it gives comes as a signal. Of readings of one kind only the latest is told.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal, SignalInstance

from graphrag_desktop.domain.answers import Answer, AnswerHead, Citation
from graphrag_desktop.domain.documents import Document
from graphrag_desktop.domain.errors import GraphRagError, error_words
from graphrag_desktop.domain.graph import Entity, Evidence
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.model_choice import ModelChoice
from graphrag_desktop.domain.page_pictures import PagePicture
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.explore.answer_age import AnswerAge, answer_age
from graphrag_desktop.explore.answers import ForgottenAnswer, answer_history, forget_answer, kept_answer, restore_answer
from graphrag_desktop.explore.comparison import Comparison, compare_with
from graphrag_desktop.explore.documents import FileRow, SourceView, files_view, source_of_passage, source_view
from graphrag_desktop.explore.entities import EntityView, entity_rows, entity_view
from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView
from graphrag_desktop.explore.originals import Original, original_of
from graphrag_desktop.explore.page_pictures import PagePictures, WantedPage
from graphrag_desktop.explore.records import RecordView, record_view
from graphrag_desktop.pipeline.plan import IndexPlan, plan_index
from graphrag_desktop.project import Project, open_project
from graphrag_desktop.ui.session import Session
from graphrag_desktop.ui.tasks import Task


@dataclass(frozen=True, slots=True)
class EntityCard:
    """An entity to be read, with the communities it lies in, the coarsest first."""

    view: EntityView
    communities: tuple[CommunityRow, ...]


@dataclass(frozen=True, slots=True)
class SourcePage:
    """A document to be read, where its file is now, and the passage that is wanted (None: from its top).

    `entities` are the titles of the entities that it names, by number.
    """

    source: SourceView
    original: Original
    passage: Evidence | None
    entities: dict[int, str]

    @property
    def document(self) -> Document:
        """The document."""
        return self.source.document


@dataclass(frozen=True, slots=True)
class PlanRead:
    """A plan, and the settings and models that the project has; a project that is not begun yet has none of its own."""

    plan: IndexPlan
    settings: Settings
    models: ModelChoice | None
    is_begun: bool


class Library(QObject):
    """Reads for the panels of one window."""

    tables_loaded = Signal(object, object)  # all entities, all files of the folder
    entity_loaded = Signal(object)  # an EntityCard
    source_loaded = Signal(object)  # a SourcePage
    record_loaded = Signal(object)  # a RecordView
    page_drawn = Signal(object, object)  # a WantedPage, its PagePicture
    page_failed = Signal(str)  # why a page cannot be drawn
    history_loaded = Signal(object)  # heads of kept answers, the latest first
    answer_loaded = Signal(object)  # an Answer
    age_loaded = Signal(object)  # an AnswerAge
    compared = Signal(object)  # a Comparison
    answer_forgotten = Signal(object)  # a ForgottenAnswer
    plan_loaded = Signal(object)  # a PlanRead
    plan_failed = Signal(str, str)  # what is wrong, what to do
    failed = Signal(str, str)  # something could not be read

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._latest: dict[str, Task] = {}
        self._drawing = PagePictures()
        session.project_closed.connect(self._drawing.rest)
        self.destroyed.connect(self._drawing.rest)

    def load_tables(self) -> None:
        """Read all entities and files."""
        self._read("tables", _read_tables, told=lambda read: self.tables_loaded.emit(*read))

    def load_entity(self, number: int, hierarchy: HierarchyView | None) -> None:
        """Read an entity and all that surrounds it."""
        self._read("entity", _read_entity, number, hierarchy, told=self.entity_loaded.emit)

    def load_document(self, identity: DocumentId, passage: Evidence | None = None) -> None:
        """Read a document, to be shown from its top or at a passage."""
        self._read("source", _read_source, identity, passage, told=self.source_loaded.emit)

    def draw_page(self, wanted: WantedPage) -> None:
        """Draw a page of a document."""
        task = self._session.read(_draw_page, self._drawing, wanted)
        if task is None:
            return
        self._latest["page"] = task
        task.result.connect(
            lambda picture: self._told("page", task, lambda drawn: self.page_drawn.emit(wanted, drawn), picture)
        )
        task.failed.connect(lambda error: self._told("page", task, self.page_failed.emit, error_words(error)))

    def load_record(self, citation: Citation) -> None:
        """Read what a citation names and reaches."""
        self._read("record", _read_record, citation, told=self.record_loaded.emit)

    def load_history(self, words: str = "") -> None:
        """Read the heads of all kept answers that hold some words."""
        self._read("history", _read_history, words, told=self.history_loaded.emit)

    def load_answer(self, identity: str) -> None:
        """Read a kept answer."""
        self._read("answer", _read_answer, identity, told=self.answer_loaded.emit)

    def load_age(self, answer: Answer) -> None:
        """Read what became of the records that an answer cites."""
        self._read("age", _read_age, answer, told=self.age_loaded.emit)

    def compare(self, answer: Answer, identity: str) -> None:
        """Compare an answer with a kept one."""
        self._read("comparison", _compare, answer, identity, told=self.compared.emit)

    def forget_answer(self, identity: str) -> None:
        """Take an answer out of the project."""
        self._read("forget", _forget_answer, identity, told=self.answer_forgotten.emit)

    def restore_answer(self, forgotten: ForgottenAnswer) -> None:
        """Put an answer back; the history is told anew."""
        self._read("restore", _restore_answer, forgotten, told=lambda _: self.load_history())

    def load_plan(self, folder: Path, project: Path) -> None:
        """Look at a folder, and at the project that it would be indexed into, before anything is done."""
        task = self._session.start(_plan, folder, project)
        self._latest["plan"] = task
        task.result.connect(lambda plan: self._told("plan", task, self.plan_loaded.emit, plan))
        task.failed.connect(lambda error: self._broke("plan", task, self.plan_failed, error))

    def _read(
        self, kind: str, function: Callable[..., object], *arguments: object, told: Callable[..., object]
    ) -> None:
        task = self._session.read(function, *arguments)
        if task is None:
            return
        self._latest[kind] = task
        task.result.connect(lambda result: self._told(kind, task, told, result))
        task.failed.connect(lambda error: self._broke(kind, task, self.failed, error))

    def _told(self, kind: str, task: Task, told: Callable[..., object], result: object) -> None:
        if self._latest.get(kind) is task:
            told(result)

    def _broke(self, kind: str, task: Task, signal: SignalInstance, error: Exception) -> None:
        if self._latest.get(kind) is task:
            reason, hint = (error.message, error.hint) if isinstance(error, GraphRagError) else (str(error), "")
            signal.emit(reason, hint)


def _read_tables(project: Project, control: RunControl) -> tuple[tuple[Entity, ...], tuple[FileRow, ...]]:
    with project.database.reading():
        entities = entity_rows(project)
        control.checkpoint()
        return entities, files_view(project)


def _read_entity(project: Project, number: int, hierarchy: HierarchyView | None, control: RunControl) -> EntityCard:
    control.checkpoint()
    view = entity_view(project, number)
    rows = {} if hierarchy is None else hierarchy.rows
    return EntityCard(view, tuple(rows[each] for each in view.communities if each in rows))


def _read_source(project: Project, identity: DocumentId, passage: Evidence | None, control: RunControl) -> SourcePage:
    control.checkpoint()
    with project.database.reading():
        source = source_view(project, identity) if passage is None else source_of_passage(project, passage)
        named = {number for number, _ in source.mentions}
        titles = {each.number: each.title for each in entity_rows(project) if each.number in named}
    return SourcePage(source, original_of(project, source.document), passage, titles)


def _draw_page(project: Project, drawing: PagePictures, wanted: WantedPage, control: RunControl) -> PagePicture:
    control.checkpoint()
    return drawing.draw(project, wanted)


def _read_record(project: Project, citation: Citation, control: RunControl) -> RecordView:
    control.checkpoint()
    return record_view(project, citation)


def _read_history(project: Project, words: str, control: RunControl) -> tuple[AnswerHead, ...]:
    control.checkpoint()
    return answer_history(project, words)


def _read_answer(project: Project, identity: str, control: RunControl) -> Answer:
    control.checkpoint()
    return kept_answer(project, identity)


def _read_age(project: Project, answer: Answer, control: RunControl) -> AnswerAge:
    control.checkpoint()
    return answer_age(project, answer)


def _compare(project: Project, answer: Answer, identity: str, control: RunControl) -> Comparison:
    control.checkpoint()
    return compare_with(project, answer, identity)


def _forget_answer(project: Project, identity: str, control: RunControl) -> ForgottenAnswer:
    control.checkpoint()
    return forget_answer(project, identity)


def _restore_answer(project: Project, forgotten: ForgottenAnswer, control: RunControl) -> None:
    control.checkpoint()
    restore_answer(project, forgotten)


def _plan(folder: Path, path: Path, control: RunControl) -> PlanRead:
    """The project is looked at through a door of its own: the one that is open may be another."""
    if not path.exists():
        return PlanRead(plan_index(folder, None, control), Settings(), None, is_begun=False)
    with open_project(path, for_writing=False) as project:
        return PlanRead(plan_index(folder, project, control), project.settings, project.models, is_begun=True)
