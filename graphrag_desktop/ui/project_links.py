"""What the panels tell each other: every choice goes through the navigation, every reading through the session."""

from PySide6.QtCore import QObject

from graphrag_desktop.domain.answers import Citation, Mode
from graphrag_desktop.domain.asking import QuestionOrder
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.ui.desk import Desk
from graphrag_desktop.ui.model_words import asking_words
from graphrag_desktop.ui.navigation import Navigation
from graphrag_desktop.ui.palette_entries import Entry, Kind
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.removal_links import RemovalLinks
from graphrag_desktop.ui.session import Session
from graphrag_desktop.ui.workspaces import ACTIVITY, ASK, REPORT, SOURCE, Workspace


class ProjectLinks(QObject):
    """Connects the panels of a desk with the open project."""

    def __init__(self, desk: Desk, session: Session, navigation: Navigation) -> None:
        super().__init__(desk)
        self._desk, self._session, self._navigation = desk, session, navigation
        self.removal = RemovalLinks(desk, session, navigation)
        self._connect_choices()
        self._connect_navigation()
        self._connect_index()
        self._connect_reading()

    def write_question(self) -> None:
        """Put the keyboard into the question."""
        self._desk.show(ASK)
        self._desk.ask.take_focus()

    def show_history(self) -> None:
        """Show what was asked before, where there is room for it."""
        self._desk.choose(Workspace.ASK)
        self._desk.show(ASK)
        self._desk.ask.turn_to_history()

    def ask(self, question: str, level: int, mode: Mode = Mode.GLOBAL, budget: int = 0) -> None:
        """Ask, where an answer has room; tree and map go to its level, whose reports get the scores."""
        restriction = self._desk.ask.head.restriction
        self.ask_order(QuestionOrder(question, mode, level, restriction, budget=budget))

    def ask_order(self, order: QuestionOrder) -> None:
        """The same for a question as it is ordered."""
        if self._session.is_asking:
            return
        level = order.level
        if order.mode is not None and order.mode.has_level and level is not None and level != self._navigation.level:
            self._navigation.go_to_level(level)
        self._desk.choose(Workspace.ASK)
        self._desk.show(ASK)
        self._desk.ask.begin()
        self._session.ask_order(order)

    def open_entry(self, entry: Entry) -> None:
        """Go to what the palette found."""
        if entry.kind is Kind.COMMUNITY:
            self._navigation.go_to_community(int(entry.key))
        elif entry.kind is Kind.ENTITY:
            self._navigation.go_to_entity(int(entry.key))
        elif entry.kind is Kind.DOCUMENT:
            self._navigation.go_to_document(entry.key)
        elif entry.passage is not None:
            self._passages_found((entry.passage,))

    def _connect_choices(self) -> None:
        desk, go = self._desk, self._navigation
        desk.communities.community_chosen.connect(go.go_to_community)
        desk.map.community_chosen.connect(go.go_to_community)
        desk.map.community_opened.connect(self._community_opened)
        desk.map.entity_chosen.connect(go.go_to_entity)
        desk.map.level_chosen.connect(go.go_to_level)
        desk.map.choice_cleared.connect(go.clear)
        desk.report.community_wanted.connect(go.go_to_community)
        desk.report.entity_wanted.connect(go.go_to_entity)
        desk.report.citation_wanted.connect(self._citation_wanted)
        desk.ask.community_wanted.connect(go.go_to_community)
        desk.ask.citation_wanted.connect(self._citation_wanted)
        desk.ask.report_wanted.connect(self._report_wanted)
        desk.ask.question_asked.connect(self.ask)
        desk.ask.budget_wanted.connect(self.ask)
        desk.ask.stop_wanted.connect(self._session.stop_question)

    def _connect_navigation(self) -> None:
        desk, go = self._desk, self._navigation
        go.leaving.connect(lambda: go.note_view(desk.map.bounds))
        go.view_wanted.connect(desk.map.look_at)
        go.level_changed.connect(desk.map.set_level)
        go.level_changed.connect(desk.ask.set_level)
        go.community_changed.connect(self._community_changed)
        go.entity_changed.connect(self._entity_changed)
        go.cleared.connect(desk.map.clear_choice)

    def _connect_index(self) -> None:
        session, activity = self._session, self._desk.activity
        activity.pause_wanted.connect(lambda is_held: session.hold_index(is_held=is_held))
        activity.stop_wanted.connect(session.stop_index)
        session.index_started.connect(self._index_started)
        session.index_progressed.connect(activity.follow)
        session.index_finished.connect(self._index_finished)
        session.index_stopped.connect(activity.stopped)
        session.index_failed.connect(activity.failed)
        for ended in (session.index_finished, session.index_stopped, session.index_failed):
            ended.connect(lambda *_: self._desk.documents.expect(""))
        session.index_paused.connect(lambda is_paused: activity.paused(is_paused=is_paused))

    def _connect_reading(self) -> None:
        session, desk = self._session, self._desk
        session.view_loaded.connect(self._view_loaded)
        session.report_loaded.connect(desk.report.show_report)
        session.reading_failed.connect(desk.report.show_failure)
        session.trail_loaded.connect(self._passages_found)
        session.answer_progressed.connect(desk.ask.follow)
        session.answer_finished.connect(desk.ask.show_answer)
        session.answer_stopped.connect(desk.ask.stopped)
        session.answer_failed.connect(desk.ask.failed)

    def _community_changed(self, number: int) -> None:
        self._desk.communities.choose(number)
        self._desk.map.mark_community(number)
        self._session.load_report(number)
        self._desk.show(REPORT)

    def _report_wanted(self, number: int) -> None:
        self._navigation.go_to_community(number)
        self._desk.show(REPORT)

    def _community_opened(self, number: int) -> None:
        self._navigation.drill(number)
        self._desk.map.open_community(number)

    def _entity_changed(self, number: int) -> None:
        self._desk.map.mark_entity(number)

    def _citation_wanted(self, citation: Citation) -> None:
        self._passages_found(citation.evidence)

    def _passages_found(self, passages: object) -> None:
        self._desk.source.show_passages(passages)  # type: ignore[arg-type]  # a signal carries objects
        self._desk.show(SOURCE)

    def _view_loaded(self, view: ProjectView) -> None:
        self._desk.communities.show_hierarchy(view.hierarchy)
        self._desk.map.show_project(view.arrangement, view.estimates)
        self._desk.ask.show_hierarchy(view.hierarchy)
        self._desk.ask.show_levels(view.estimates, asking_words(view.models, view.ceiling))
        self._desk.ask.show_modes(view.modes)
        self._navigation.show_hierarchy(view.hierarchy)

    def _index_started(self, folder: str) -> None:
        self._desk.activity.begin(folder)
        self._desk.documents.expect(folder)
        self._desk.choose(Workspace.INDEX)
        self._desk.show(ACTIVITY)

    def _index_finished(self, summary: RunSummary) -> None:
        self._desk.activity.end(summary)
