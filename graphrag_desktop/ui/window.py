"""The window: its head row, its pages, its desk with the panels, its status line, and the session behind them."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QVBoxLayout, QWidget

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.project import default_path
from graphrag_desktop.ui.action_set import ActionSet
from graphrag_desktop.ui.actions import FILE, GRAPH, VIEW
from graphrag_desktop.ui.appearance import AppearanceKeeper
from graphrag_desktop.ui.breadcrumb_links import BreadcrumbLinks
from graphrag_desktop.ui.case_links import CaseLinks
from graphrag_desktop.ui.check_links import CheckLinks
from graphrag_desktop.ui.compare_links import CompareLinks
from graphrag_desktop.ui.context_links import ContextLinks
from graphrag_desktop.ui.desk import Desk
from graphrag_desktop.ui.disagreement_links import DisagreementLinks
from graphrag_desktop.ui.editing import copy_from_focus, select_all_in_focus
from graphrag_desktop.ui.edits import AnswerEdits, Edits
from graphrag_desktop.ui.file_links import FileLinks
from graphrag_desktop.ui.finish_notes import FinishNotes
from graphrag_desktop.ui.geometry import recall_geometry, remember_geometry
from graphrag_desktop.ui.guide_links import GuideLinks
from graphrag_desktop.ui.head_row import HeadRow
from graphrag_desktop.ui.library_links import LibraryLinks
from graphrag_desktop.ui.map_links import MapLinks
from graphrag_desktop.ui.memory import Memory
from graphrag_desktop.ui.merge_links import MergeLinks
from graphrag_desktop.ui.missing_fonts import tell_missing_fonts
from graphrag_desktop.ui.navigation import Navigation
from graphrag_desktop.ui.notices import Notice, NoticeStrip
from graphrag_desktop.ui.panels import Offer
from graphrag_desktop.ui.plan_links import PlanLinks
from graphrag_desktop.ui.project_files import ProjectFiles
from graphrag_desktop.ui.project_links import ProjectLinks
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.run_signs import RunSigns
from graphrag_desktop.ui.sample_links import SampleLinks
from graphrag_desktop.ui.session import Session
from graphrag_desktop.ui.side_windows import SideWindows
from graphrag_desktop.ui.status_line import StatusLine
from graphrag_desktop.ui.talk_links import TalkLinks
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.timeline_links import TimelineLinks
from graphrag_desktop.ui.welcome_links import connect_files, connect_models
from graphrag_desktop.ui.window_facts import WindowFacts
from graphrag_desktop.ui.window_pages import WindowPages
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import ACTIVITY, Workspace

_SCALE_STEP = 0.1
_OF_THE_PROJECT = ("fonts", "read only", "opening", "settings", "copy", "run")  # matters of notices
_MOST_PASSED = 200  # widgets that take the keyboard, more than all panels have
_LOOK_AROUND_MILLISECONDS = 800
_REMEMBER_MILLISECONDS = 2 * 60 * 1_000


class MainWindow(QMainWindow):
    """Everything an analyst sees of one project; close it and all work stops, with what is finished kept.

    Without a `memory` it starts as it comes and remembers nothing.
    """

    def __init__(self, theme: ActiveTheme, memory: Memory | None = None) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self._theme = theme
        self._memory = memory or Memory.forgetful()
        self.appearance = AppearanceKeeper(theme, self._memory, self)
        self.session = Session(self)
        self.navigation = Navigation(self)
        self.desk = Desk(self, theme, self._memory)
        self.notices = NoticeStrip(theme)
        parts = WindowParts(
            self, theme, self.appearance, self._memory, self.session, self.navigation, self.desk, self.notices
        )
        self.links = ProjectLinks(self.desk, self.session, self.navigation)
        self.reading = LibraryLinks(self.desk, self.session, self.navigation)
        self.sample = SampleLinks(parts, self.reading)
        self.map = MapLinks(parts)
        BreadcrumbLinks(self.desk, self.session, self.navigation, self.reading.library)
        self.pages = WindowPages(theme, self.desk)
        self.files = ProjectFiles(parts)
        self.tools = SideWindows(parts)
        self.plan = PlanLinks(parts, self.pages.plan, self.reading.library, self.tools.models)
        self.file_links = FileLinks(parts, self.pages.plan, self.plan)
        self.guide = GuideLinks(parts, self.pages)
        self.edits = Edits(self)
        self.edits.follow(self.desk.map.canvas.history)
        AnswerEdits(self.edits, self.reading.library)
        self.case = CaseLinks(parts, self.reading.library, self.edits)
        self.checks = CheckLinks(parts)
        self.talk = TalkLinks(parts, self.reading.library, self.links)
        self.compare = CompareLinks(parts, self.pages, self.reading.library)
        self.context = ContextLinks(parts)
        self.time = TimelineLinks(parts)
        self.disagreements = DisagreementLinks(parts)
        self.merging = MergeLinks(parts, self.reading.library, self.edits)
        self.commands = ActionSet(self, theme, self._memory, _carried_out(self))
        self._build()
        FinishNotes(parts)
        RunSigns(parts)
        self.facts = WindowFacts(parts, self.commands, self._status, self.edits)
        self._connect()
        self._recall()
        self._look_around = _soon(self, _LOOK_AROUND_MILLISECONDS, self._look_around_now)
        self._desk_later = _soon(self, 0, self._show_desk)
        self._remember_often = _often(self, _REMEMBER_MILLISECONDS, self.remember)

    def open_path(self, path: Path) -> None:
        """Open a project, or show what indexing a folder would mean; the sample is indexed without asking."""
        self.pages.welcome.clear_failure()
        if path == resource("sample"):
            self.sample.open(default_path(path))
        elif path.is_dir():
            self.plan.look_at(path, default_path(path))
        else:
            self.session.open_project(path)

    def start_safely(self) -> None:
        """Say that nothing remembered is used, and let nothing move."""
        self.appearance.set_still(is_still=True)
        words = self.tr("Safe mode: the window starts as it comes, and remembers nothing of this session.")
        self.notices.tell(Notice(words, matter="safe mode"))

    def start_clean(self) -> None:
        """Look as it comes, and forget how it looked."""
        self.appearance.set_back()
        self.desk.forget()

    def ask(self, question: str, level: int, mode: Mode = Mode.GLOBAL) -> None:
        """Ask and show the answer."""
        self.navigation.go_to_level(level)
        self.desk.ask.set_question(question, mode)
        self.links.ask(question, self.navigation.level, mode)

    def index_again(self) -> None:
        """Bring the project up to date with its folder."""
        if self.session.folder is not None and self.session.project_path is not None:
            self.session.index_folder(self.session.folder, self.session.project_path)

    def remember(self) -> None:
        """Keep for the next start how the window looks."""
        remember_geometry(self, self._memory)
        self.desk.remember()
        self._memory.write()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: stop all work first; nothing finished is lost."""
        self.remember()
        self.hide()
        self.session.close()
        super().closeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the first page names the model servers of this machine, once it is painted."""
        super().showEvent(event)
        if not event.spontaneous() and self.pages.currentWidget() is self.pages.welcome:
            self._look_around.start()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().resizeEvent(event)
        self.desk.follow_width(event.size().width())

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001, N802 - Qt's
        """Qt calls this on Tab: what lies behind another panel is passed over."""
        is_moved = super().focusNextPrevChild(next)
        for _ in range(_MOST_PASSED):
            if not (is_moved and self.desk.docks.covers(QApplication.focusWidget())):
                break
            is_moved = super().focusNextPrevChild(next)
        return is_moved

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: files are held over the window."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: they were let go."""
        local = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if local:
            event.acceptProposedAction()
            self.open_path(local[0])

    def _build(self) -> None:
        self.setAcceptDrops(True)
        self.setContentsMargins(6, 0, 6, 0)
        self._head = HeadRow(self._theme, self.commands)
        self.setMenuWidget(self._head)
        self.tools.take(self.commands, self._head)
        self.commands["show_guide"].setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)  # beside the window too
        _add_menus(self)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notices)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(middle)
        self._status = StatusLine(self._theme)
        self.setStatusBar(self._status)
        self.pages.changed.connect(
            lambda: self._head.show_workspaces(is_shown=self.pages.is_desk or self.pages.is_compare)
        )
        self.pages.show_welcome()

    def _connect(self) -> None:
        welcome, session, files, plan = self.pages.welcome, self.session, self.files, self.plan
        connect_files(welcome, files)
        connect_models(welcome, self.tools)
        files.path_wanted.connect(self.open_path)
        plan.plan_wanted.connect(self.pages.show_plan)
        plan.left.connect(self._leave_plan)
        plan.failed.connect(self._opening_failed)
        plan.preferences_wanted.connect(self.tools.show_project_settings)
        plan.models_wanted.connect(self.tools.show_models)
        for panel in (self.desk.communities, self.desk.entities, self.desk.documents, self.desk.activity):
            panel.folder_wanted.connect(files.choose_folder)
        self.tools.path_wanted.connect(lambda path: self.open_path(Path(path)))
        self.tools.clean_start_wanted.connect(self.start_clean)
        self.desk.ask.undo_wanted.connect(self.edits.undo)
        self.tools.palette.wanted.connect(self.links.open_entry)
        self.desk.map.search_wanted.connect(self.tools.open_palette)
        session.project_changed.connect(self._project_changed)
        session.view_loaded.connect(self._view_loaded)
        session.opening_failed.connect(self._opening_failed)
        session.index_started.connect(self._index_started)
        session.index_failed.connect(lambda *words: None if session.project_path else self._opening_failed(*words))
        session.project_closed.connect(self._project_closed)
        self.desk.workspace_changed.connect(lambda name: self.commands.check(f"workspace_{name}"))
        self._theme.theme_changed.connect(self._check_appearance)
        self.appearance.motion_changed.connect(lambda moves: self.desk.map.set_animated(is_animated=moves))

    def _recall(self) -> None:
        recall_geometry(self, self._memory)
        self.appearance.recall()
        self.desk.recall()
        self._check_appearance()
        self.files.tell_recent()
        if self._memory.trouble:
            self.notices.tell(Notice(self._memory.trouble, matter="memory"))

    def _check_appearance(self) -> None:
        name = {Choice.LIGHT: "show_light", Choice.DARK: "show_dark"}.get(self._theme.choice, "follow_system")
        self.commands.check(name)

    def _leave_plan(self) -> None:
        if self.session.project_path is None:
            self.pages.show_welcome()
        else:
            self.pages.show_desk()

    def _look_around_now(self) -> None:
        if self.pages.currentWidget() is self.pages.welcome:
            self.tools.models.look_around()

    def _index_started(self) -> None:
        self.desk.activity.forecast = self.plan.take_forecast()
        self.notices.withdraw("run")
        self.pages.show_desk()

    def _project_changed(self) -> None:
        for matter in _OF_THE_PROJECT:
            self.notices.withdraw(matter)
        self.navigation.forget()
        self.edits.forget()
        self.desk.map.forget_view()

    def _view_loaded(self, view: ProjectView) -> None:
        if not self.pages.keeps_desk_away:
            tell_missing_fonts(self.notices, view)
            self._desk_later.start()  # laying out the panels takes as long as filling them
        if view.read_only_reason:
            self.notices.tell(Notice(view.read_only_reason, matter="read only"))
        elif view.was_broken_off and not self.session.is_indexing:
            words = self.tr("The last index run was broken off. All that was finished is kept.")
            self.notices.tell(Notice(words, offer=Offer(self.tr("Go on"), self.index_again), matter="run"))

    def _show_desk(self) -> None:
        if self.session.view is not None and not self.pages.is_desk:
            self.pages.show_desk()
            self.desk.communities.take_focus()

    def _opening_failed(self, reason: str, hint: str) -> None:
        if self.session.project_path is None:
            self.pages.show_welcome()
            self.pages.welcome.show_failure(reason, hint)
        else:
            self.notices.tell(Notice(f"{reason} {hint}".strip(), "danger", matter="opening"))

    def _project_closed(self) -> None:
        self._project_changed()
        self.pages.show_welcome()


def _add_menus(window: MainWindow) -> None:
    """Those whose rows are made as they are needed."""
    commands, desk = window.commands, window.desk
    recent = window.files.recent_menu(window.tr("Open &recent"))
    commands.menu(FILE).insertMenu(commands["open_sample"], recent)
    panels = QMenu(window.tr("&Panels"), window)
    for name in desk.docks.names:
        panels.addAction(desk.docks.toggle(name))
    commands.menu(VIEW).insertMenu(commands["reset_layout"], panels)
    on_map = desk.map.canvas.menu()
    on_map.setTitle(window.tr("&On the map"))
    commands.menu(GRAPH).addSeparator()
    commands.menu(GRAPH).addMenu(on_map)
    commands.add_map(desk.map.canvas.keyboard.actions)
    commands.add_menus(desk.choice_menus)
    for panel in (desk.case, desk.ask):
        commands.tell_keys_on(panel)
    window.talk.restricting.offer(commands["ask_about_selection"])


def _soon(window: QMainWindow, milliseconds: int, work: Callable[[], None]) -> QTimer:
    """A timer that does some work once, each time it is started; it ends with the window."""
    timer = QTimer(window, singleShot=True, interval=milliseconds)
    timer.timeout.connect(work)
    return timer


def _often(window: QMainWindow, milliseconds: int, work: Callable[[], None]) -> QTimer:
    """A timer that does some work again and again; it ends with the window."""
    timer = QTimer(window, interval=milliseconds)
    timer.timeout.connect(work)
    timer.start()
    return timer


def _toggle_full_screen(window: QMainWindow) -> None:
    """Fill the screen, or do not any more."""
    if window.isFullScreen():
        window.showNormal()
    else:
        window.showFullScreen()


def _carried_out(window: MainWindow) -> Mapping[str, Callable[[], object]]:
    """What each command does, by its name."""
    looks, desk, go, theme = window.appearance, window.desk, window.navigation, window.appearance.theme
    spaces = {f"workspace_{each.value}": lambda each=each: desk.choose(each) for each in Workspace}
    return {
        **spaces,
        **window.files.commands(),
        **window.tools.commands(),
        **window.case.commands(),
        **window.checks.commands(),
        **window.compare.commands(),
        **window.context.commands(),
        **window.talk.commands(),
        **window.merging.commands(),
        "quit": window.close,
        "undo": window.edits.undo,
        "redo": window.edits.redo,
        "copy": copy_from_focus,
        "select_all": select_all_in_focus,
        "find": desk.find_in_list,
        "reset_layout": desk.reset,
        "make_larger": lambda: looks.set_scale(theme.theme.scale + _SCALE_STEP),
        "make_smaller": lambda: looks.set_scale(theme.theme.scale - _SCALE_STEP),
        "make_usual": lambda: looks.set_scale(1.0),
        "follow_system": lambda: looks.choose(Choice.SYSTEM),
        "show_light": lambda: looks.choose(Choice.LIGHT),
        "show_dark": lambda: looks.choose(Choice.DARK),
        "go_back": go.back,
        "go_forward": go.forward,
        "go_up": go.up,
        "go_coarser": go.coarser,
        "go_finer": go.finer,
        "fit_map": desk.map.fit,
        "show_map": desk.map.take_focus,
        "write_question": window.links.write_question,
        "show_history": window.links.show_history,
        "index_again": window.index_again,
        "rebuild_communities": window.links.removal.rebuild,
        "pause_index": lambda: window.session.hold_index(is_held=window.commands["pause_index"].isChecked()),
        "stop_index": window.session.stop_index,
        "show_activity": lambda: desk.show(ACTIVITY),
        "show_timeline": window.time.show,
        "show_disagreements": window.disagreements.show,
        "next_panel": desk.focus_next,
        "last_panel": lambda: desk.focus_next(is_backward=True),
        "full_screen": lambda: _toggle_full_screen(window),
        "minimise": window.showMinimized,
        "show_guide": window.guide.open,
    }
