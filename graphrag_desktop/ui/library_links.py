"""What is read for the panels beside the map: lists, an entity, a document, the cards of citations, the colours of it all."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from graphrag_desktop.assets import SAMPLE_QUESTION, resource
from graphrag_desktop.domain.answers import Answer, AnswerHead, Mode
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.explore.answers import ForgottenAnswer
from graphrag_desktop.explore.documents import FileRow
from graphrag_desktop.explore.reports import ReportView
from graphrag_desktop.ui.answer_heat import answer_heat
from graphrag_desktop.ui.counted import counted, unread_words
from graphrag_desktop.ui.desk import Desk
from graphrag_desktop.ui.library import EntityCard, Library
from graphrag_desktop.ui.navigation import Navigation
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.report_text import report_citations
from graphrag_desktop.ui.session import Session
from graphrag_desktop.ui.workspaces import REPORT, SOURCE, Workspace


class LibraryLinks(QObject):
    """Connects the panels of a desk with the library of the open project."""

    def __init__(self, desk: Desk, session: Session, navigation: Navigation) -> None:
        super().__init__(desk)
        self._desk, self._session, self._navigation = desk, session, navigation
        self.library = Library(session)
        self._shown_project: Path | None = None
        self._asks_sample = False  # once it is known that the project is the sample's
        self._wants_latest = False  # of the kept answers, to be shown
        self._wants_stopped = False  # the same, if it is what was stopped just now
        self._asked_since = ""  # when the question that is being answered was sent, or the last one was
        self._connect_choices()
        self._connect_readings()

    def _connect_choices(self) -> None:
        desk, go, library = self._desk, self._navigation, self.library
        desk.communities.community_opened.connect(self._community_opened)
        desk.communities.colours_changed.connect(desk.report.set_colours)
        desk.entities.entity_chosen.connect(go.go_to_entity)
        desk.entities.entity_opened.connect(lambda _: desk.report.take_focus())
        desk.documents.file_chosen.connect(self._file_chosen)
        desk.source.entity_wanted.connect(go.go_to_entity)
        desk.source.passage_wanted.connect(self._passage_wanted)
        desk.report.passages_wanted.connect(self._session.load_entity)
        desk.report.record_wanted.connect(library.load_record)
        desk.report.write_wanted.connect(self._index_again)
        desk.source.index_wanted.connect(self._index_again)
        desk.activity.retry_wanted.connect(self._index_again)
        desk.ask.record_wanted.connect(library.load_record)
        desk.ask.search_wanted.connect(library.load_history)
        desk.ask.answer_wanted.connect(library.load_answer)
        desk.ask.compare_wanted.connect(library.compare)
        desk.ask.delete_wanted.connect(library.forget_answer)
        desk.ask.answer_shown.connect(self._answer_shown)
        desk.ask.scores_wanted.connect(lambda _: self._show_heat())
        desk.workspace_changed.connect(lambda _: self._show_heat())
        go.entity_changed.connect(self._entity_changed)
        go.document_changed.connect(self._document_changed)

    def _connect_readings(self) -> None:
        desk, library, session = self._desk, self.library, self._session
        session.view_loaded.connect(self._view_loaded)
        session.project_closed.connect(self._project_closed)
        session.report_loaded.connect(self._report_loaded)
        library.tables_loaded.connect(self._tables_loaded)
        library.entity_loaded.connect(self._entity_loaded)
        library.source_loaded.connect(desk.source.show_source)
        desk.source.page_wanted.connect(library.draw_page)
        library.page_drawn.connect(desk.source.show_picture)
        library.page_failed.connect(desk.source.show_text_instead)
        library.record_loaded.connect(desk.report.show_record)
        library.record_loaded.connect(desk.ask.show_record)
        library.history_loaded.connect(self._history_loaded)
        library.answer_loaded.connect(desk.ask.show_answer)
        desk.ask.age.age_wanted.connect(library.load_age)
        library.age_loaded.connect(desk.ask.age.show_age)
        library.compared.connect(desk.ask.show_comparison)
        library.answer_forgotten.connect(self._answer_forgotten)
        session.answer_finished.connect(lambda _: library.load_history())
        session.asking_changed.connect(self._asking_changed)
        session.answer_stopped.connect(self._answer_stopped)
        session.index_finished.connect(lambda _: self.answer_sample())
        library.failed.connect(desk.report.show_failure)

    def _community_opened(self, number: int) -> None:
        self._navigation.drill(number)
        self._desk.map.open_community(number)

    @Slot(object)
    def _file_chosen(self, row: FileRow) -> None:
        if row.document is not None and row.document.has_text:
            self._navigation.go_to_document(row.document.id)
        else:
            self._desk.source.show_file(row)
            self._desk.show(SOURCE)

    @Slot(object)
    def _passage_wanted(self, passage: Evidence) -> None:
        self._desk.source.expect()
        self.library.load_document(passage.document, passage)

    def _entity_changed(self, number: int) -> None:
        self._desk.entities.choose(number)
        self._desk.report.expect()
        self.library.load_entity(number, self._navigation.hierarchy)
        self._desk.show(REPORT)

    def _document_changed(self, identity: str) -> None:
        self._desk.documents.choose(DocumentId(identity))
        self._desk.source.expect()
        self.library.load_document(DocumentId(identity))
        self._desk.show(SOURCE)

    @Slot(object)
    def _entity_loaded(self, card: EntityCard) -> None:
        if card.view.entity.number == self._navigation.place.entity:
            self._desk.report.show_entity(card)

    @Slot(object)
    def _report_loaded(self, view: ReportView) -> None:
        self._desk.source.set_cited(tuple(each for citation in report_citations(view) for each in citation.evidence))

    @Slot(object)
    def _view_loaded(self, view: ProjectView) -> None:
        self._desk.ask.set_version(view.index_version)
        self.library.load_tables()
        if self._shown_project != view.path:
            self._shown_project, self._wants_latest = view.path, True
            self._clear()
            self._show_idle(view)
        self.library.load_history()

    def _show_idle(self, view: ProjectView) -> None:
        if self._session.is_indexing:  # a new project is read while its first run goes on
            return
        if view.is_empty:
            self._desk.activity.show_nothing()
            return
        documents = counted(view.counts.documents, "1 document", "{n} documents")
        entities = counted(view.counts.entities, "1 entity", "{n} entities")
        facts = filter(None, (documents, unread_words(view.unread), entities, view.folder))
        self._desk.activity.show_idle(" · ".join(facts), view.gaps)

    @Slot(object, object)
    def _tables_loaded(self, entities: object, files: object) -> None:
        self._desk.entities.show_entities(entities)  # type: ignore[arg-type]  # a signal carries objects
        self._desk.documents.show_files(files)  # type: ignore[arg-type]

    @Slot(object)
    def _history_loaded(self, heads: Sequence[AnswerHead]) -> None:
        self._desk.ask.show_history(heads)
        is_wanted = self._wants_latest or (self._wants_stopped and bool(heads) and self._is_stopped(heads[0]))
        if is_wanted and heads and self._desk.ask.answer is None and not self._session.is_asking:
            self.library.load_answer(heads[0].id)
        self._wants_latest = self._wants_stopped = False
        if self._asks_sample and self._session.view is not None:  # else it is read just now, and the history after it
            self._asks_sample = False
            is_sample = self._session.folder == resource("sample").resolve()
            if is_sample and not heads and not self._session.is_asking:
                self._desk.ask.set_question(SAMPLE_QUESTION)
                self._desk.ask.question_asked.emit(SAMPLE_QUESTION, 0, Mode.GLOBAL)

    def answer_sample(self) -> None:
        """Ask the sample's question where that is what is open; once anything was asked it is left alone."""
        self._asks_sample = True
        self.library.load_history()

    def _answer_stopped(self) -> None:
        """What was written of it is kept as an answer of its own, marked as stopped; where nothing was, no other is shown."""
        self._wants_stopped = True
        self.library.load_history()

    @Slot()
    def _asking_changed(self) -> None:
        if self._session.is_asking:
            self._asked_since = datetime.now(UTC).isoformat(timespec="milliseconds")

    def _is_stopped(self, head: AnswerHead) -> bool:
        """Whether it is of the last question, which may have been put into other words than were typed."""
        return not head.is_whole and head.asked_at >= self._asked_since

    @Slot(object)
    def _answer_forgotten(self, _: ForgottenAnswer) -> None:
        self._desk.ask.tell_deleted()
        self.library.load_history()

    @Slot(object)
    def _answer_shown(self, answer: Answer | None) -> None:
        cited = () if answer is None else tuple(each for citation in answer.citations for each in citation.evidence)
        self._desk.source.set_cited(cited)
        self._show_heat()

    def _show_heat(self) -> None:
        """The scores of the answer in sight, in the tree and on the map."""
        answer, hierarchy = self._desk.ask.answer, self._navigation.hierarchy
        is_wanted = self._desk.workspace is Workspace.ASK and self._desk.ask.shows_scores
        is_there = is_wanted and answer is not None and hierarchy is not None
        heat = (
            answer_heat(answer, hierarchy.rows) if is_there and answer and answer.mode.has_level and hierarchy else None
        )
        self._desk.communities.show_heat(heat)
        self._desk.map.show_heat(heat)

    def _project_closed(self) -> None:
        self._shown_project = None
        self._desk.ask.show_levels(())
        self._clear()

    def _clear(self) -> None:
        self._desk.ask.show_nothing()
        self._desk.entities.show_entities(())
        self._desk.documents.show_files(())
        self._desk.report.show_nothing()
        self._desk.source.show_nothing()
        if not self._session.is_indexing:
            self._desk.activity.show_nothing()

    def _index_again(self) -> None:
        if self._session.folder is not None and self._session.project_path is not None:
            self._session.index_folder(self._session.folder, self._session.project_path)
