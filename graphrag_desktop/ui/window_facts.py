"""What the window says of itself: its title, its status line, and which commands make sense at the moment."""

from PySide6.QtCore import QObject

from graphrag_desktop.ui.action_set import ActionSet
from graphrag_desktop.ui.actions import Needs
from graphrag_desktop.ui.counted import counted, unread_words
from graphrag_desktop.ui.edits import Edits
from graphrag_desktop.ui.figures import figure, short_figure
from graphrag_desktop.ui.level_words import level_name
from graphrag_desktop.ui.model_health import ModelHealth
from graphrag_desktop.ui.model_words import money, reader_words
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.status_line import Fact, StatusLine
from graphrag_desktop.ui.window_parts import WindowParts

PROGRAM = "GraphRAG Desktop"


class WindowFacts(QObject):
    """Follows session, navigation and theme, and keeps title, status line and commands true."""

    def __init__(self, parts: WindowParts, commands: ActionSet, status: StatusLine, edits: Edits) -> None:
        super().__init__(parts.window)
        self._window, self._theme, self._commands = parts.window, parts.theme, commands
        self._session, self._navigation, self._status = parts.session, parts.navigation, status
        self._edits, self._progress = edits, ""
        self._canvas, self._compare = parts.desk.map.canvas, parts.desk.compare
        session, navigation = parts.session, parts.navigation
        self._is_paused = False
        self._health = ModelHealth(session)
        for signal in (
            session.view_loaded,
            session.project_closed,
            session.index_started,
            session.index_finished,
            session.index_stopped,
            session.index_failed,
            session.asking_changed,
            parts.desk.compare.busy_changed,
            navigation.moved,
            parts.theme.theme_changed,
            edits.changed,
            self._health.changed,
        ):
            signal.connect(self.tell)
        session.index_paused.connect(self._paused)
        self._canvas.choice_changed.connect(lambda: self._status.show_fact("choice", Fact(self._choice_words())))
        parts.desk.activity.progressed.connect(self._progressed)
        self.tell()

    def tell(self, *_: object) -> None:
        """Say all of it anew."""
        self._name_window()
        self._tell_status()
        self._commands.set_given(self._given())
        self._commands.name("undo", self._edits.undo_words)
        self._commands.name("redo", self._edits.redo_words)

    def _progressed(self, words: str) -> None:
        self._progress = words
        self._name_window()
        self._status.show_fact("index", self._index_fact(self._session.view))

    def _paused(self, is_paused: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._is_paused = is_paused
        self._commands.check("pause_index", is_on=is_paused)
        self.tell()

    def _name_window(self) -> None:
        view, path = self._session.view, self._session.project_path
        share = self._progress.partition(" · ")[0]  # the taskbar shows the title
        before = f"{share} – " if self._session.is_indexing and share else ""
        self._window.setWindowTitle(f"{before}{view.name}[*] – {PROGRAM}" if view else f"{before}{PROGRAM}[*]")
        self._window.setWindowFilePath("" if path is None else str(path))
        self._window.setWindowModified(self._session.is_indexing)  # not all of it is kept yet

    def _tell_status(self) -> None:
        view = self._session.view
        self._status.show_fact("index", self._index_fact(view))
        if view is None:
            for name in ("documents", "engine", "spent", "level", "choice"):
                self._status.show_fact(name, Fact())
        else:
            documents = counted(view.counts.documents, self.tr("1 document"), self.tr("{n} documents"))
            self._status.show_fact("documents", Fact(documents))
            self._status.show_fact("engine", self._engine_fact(view))
            self._status.show_fact(
                "spent", Fact(self._spent_words(view), tip=self.tr("Until now, runs and questions."))
            )
            self._status.show_fact("level", Fact(self._level_words(view)))
            self._status.show_fact("choice", Fact(self._choice_words()))
        self._status.show_fact("scale", Fact(self.tr("{share} %").format(share=figure(round(self._scale * 100)))))

    @property
    def _scale(self) -> float:
        return self._theme.theme.scale

    def _index_fact(self, view: ProjectView | None) -> Fact:
        if self._session.is_indexing:
            words = self.tr("Paused") if self._is_paused else self.tr("Indexing")
            words = f"{words}, {self._progress}" if self._progress else words
            return Fact(words, "warn" if self._is_paused else "accent")
        if view is None:
            return Fact(self.tr("No project open"))
        warnings = (
            (bool(view.read_only_reason), self.tr("Read only"), view.read_only_reason),
            (view.was_broken_off, self.tr("Index broken off"), self.tr("Index again to go on from what is finished.")),
            (view.is_empty, self.tr("Not indexed yet"), ""),
            (bool(view.failures), self.tr("Index has gaps"), self.tr("Index again to try what failed.")),
        )
        found = next(((words, tip) for holds, words, tip in warnings if holds), None)
        if found is not None:
            return Fact(found[0], "warn", found[1])
        words, unread = self.tr("Index up to date"), unread_words(view.unread)
        return Fact(f"{words}, {unread}" if unread else words, "ok", self.tr("Documents says why.") if unread else "")

    def _engine_fact(self, view: ProjectView) -> Fact:
        if view.models is None:
            return Fact(reader_words(None), "ok")
        return Fact(reader_words(view.models), self._health.dot, self._health.words)

    def _spent_words(self, view: ProjectView) -> str:
        if not view.tokens:
            return ""
        tokens = self.tr("{n} tokens").format(n=short_figure(view.tokens))
        return (
            tokens
            if view.money is None
            else self.tr("{tokens}, cost {money}").format(tokens=tokens, money=money(view.money))
        )

    def _level_words(self, view: ProjectView) -> str:
        levels = len(view.estimates)
        if self._navigation.level >= levels:
            return ""
        count = view.estimates[self._navigation.level].communities
        name = level_name(self._navigation.level, levels)
        return f"{name}, {counted(count, self.tr('1 community'), self.tr('{n} communities'))}"

    def _choice_words(self) -> str:
        """What is chosen, on the map the entities, else the one place the analyst went to."""
        chosen = len(self._canvas.chosen_entities)
        if chosen:
            return counted(chosen, self.tr("1 entity selected"), self.tr("{n} entities selected"))
        if self._navigation.place.entity is not None:
            return self.tr("1 entity selected")
        return "" if self._navigation.community is None else self.tr("1 community selected")

    def _given(self) -> set[Needs]:
        session, go = self._session, self._navigation
        has_folder = session.view is not None and bool(session.view.folder)
        holds = {
            Needs.PROJECT: session.project_path is not None,
            Needs.FOLDER: has_folder and session.is_changeable and not session.is_indexing,
            Needs.LEVELS: go.hierarchy is not None and go.hierarchy.deepest > 0,
            Needs.COMMUNITY: go.community is not None and go.community.parent is not None,
            Needs.RUN: session.is_indexing,
            Needs.QUESTION: session.is_asking or self._compare.is_busy,
            Needs.UNDO: self._edits.can_undo,
            Needs.REDO: self._edits.can_redo,
            Needs.PAST: go.has_past,
            Needs.FUTURE: go.has_future,
        }
        return {need for need, is_met in holds.items() if is_met}
