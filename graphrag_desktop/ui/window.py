"""The window: its panels, what each tells the others, and the session behind them."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QCloseEvent
from PySide6.QtWidgets import QFileDialog, QLabel, QMainWindow, QMenu, QSplitter, QStackedWidget, QTabWidget

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.project import SUFFIX, default_path
from graphrag_desktop.ui.actions import COMMANDS
from graphrag_desktop.ui.activity_panel import ActivityPanel
from graphrag_desktop.ui.ask_panel import AskPanel
from graphrag_desktop.ui.community_panel import CommunityPanel
from graphrag_desktop.ui.map_panel import MapPanel
from graphrag_desktop.ui.navigation import Navigation
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.report_panel import ReportPanel
from graphrag_desktop.ui.session import Session
from graphrag_desktop.ui.source_panel import SourcePanel
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.welcome_panel import WelcomePanel

_NAVIGATOR, _MAP, _READING = 270, 560, 450
_SCALE_STEP = 0.1


class MainWindow(QMainWindow):
    """Everything an analyst sees of one project; close it and all work stops, with what is finished kept."""

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self._theme = theme
        self.session = Session(self)
        self.navigation = Navigation(self)
        self._is_paused = False
        self._build()
        self._build_menus()
        self._connect_panels()
        self._connect_session()
        self._name_window("")
        self.resize(1280, 800)

    def open_path(self, path: Path) -> None:
        """Open a project, or index a folder."""
        self._welcome.clear_failure()
        self.navigation.forget()
        self._map.forget_view()
        if path.is_dir():
            self.session.index_folder(path, default_path(path))
        else:
            self.session.open_project(path)

    def ask(self, question: str, level: int) -> None:
        """Ask at a level and show the answer."""
        self.navigation.go_to_level(level)
        self._ask.set_question(question)
        self._question_asked(question, self.navigation.level)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: stop all work first; nothing finished is lost."""
        self.hide()
        self.session.close()
        super().closeEvent(event)

    def _build(self) -> None:
        self._welcome = WelcomePanel(self._theme)
        self._communities = CommunityPanel(self._theme)
        self._map = MapPanel(self._theme)
        self._report = ReportPanel(self._theme)
        self._source = SourcePanel(self._theme)
        self._ask = AskPanel(self._theme)
        self._activity = ActivityPanel(self._theme)
        self._reading = QTabWidget(documentMode=True)
        for panel, name in (
            (self._report, self.tr("Report")),
            (self._ask, self.tr("Ask")),
            (self._source, self.tr("Source")),
            (self._activity, self.tr("Activity")),
        ):
            self._reading.addTab(panel, name)
        self._desk = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False, handleWidth=6)
        for widget, width in ((self._communities, _NAVIGATOR), (self._map, _MAP), (self._reading, _READING)):
            self._desk.addWidget(widget)
            widget.setMinimumWidth(min(width, 240))
        self._desk.setSizes([_NAVIGATOR, _MAP, _READING])
        self._desk.setStretchFactor(1, 1)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._welcome)
        self._pages.addWidget(self._desk)
        self._pages.setContentsMargins(6, 6, 6, 0)
        self.setCentralWidget(self._pages)
        self._state = QLabel()
        self._where = QLabel()
        self.statusBar().setContentsMargins(8, 0, 8, 0)
        self.statusBar().addWidget(self._state, 1)
        self.statusBar().addPermanentWidget(self._where)

    def _build_menus(self) -> None:
        carried_out = self._commands()
        menus: dict[str, QMenu] = {}
        for command in COMMANDS:
            menu = menus.get(command.menu) or self.menuBar().addMenu(self.tr(command.menu))
            menus[command.menu] = menu
            action = QAction(self.tr(command.words), self)
            action.setObjectName(command.name)
            if command.shortcut is not None:
                action.setShortcut(command.shortcut)
            action.triggered.connect(lambda _=False, name=command.name: carried_out[name]())
            menu.addAction(action)

    def _commands(self) -> Mapping[str, Callable[[], object]]:
        theme = self._theme
        return {
            "open_folder": self._folder_wanted,
            "open_project": self._project_wanted,
            "open_sample": self._sample_wanted,
            "index_again": self._index_again,
            "close_window": self.close,
            "show_light": lambda: theme.choose(Choice.LIGHT),
            "show_dark": lambda: theme.choose(Choice.DARK),
            "follow_system": lambda: theme.choose(Choice.SYSTEM),
            "make_larger": lambda: theme.set_scale(theme.theme.scale + _SCALE_STEP),
            "make_smaller": lambda: theme.set_scale(theme.theme.scale - _SCALE_STEP),
            "fit_map": self._map.fit,
            "go_coarser": self.navigation.coarser,
            "go_finer": self.navigation.finer,
            "go_up": self.navigation.up,
            "write_question": self._write_question,
            "stop_question": self.session.stop_question,
            "pause_index": lambda: self.session.hold_index(is_held=not self._is_paused),
            "stop_index": self.session.stop_index,
        }

    def _connect_panels(self) -> None:
        self._welcome.folder_wanted.connect(self._folder_wanted)
        self._welcome.project_wanted.connect(self._project_wanted)
        self._welcome.sample_wanted.connect(self._sample_wanted)
        self._welcome.path_dropped.connect(lambda path: self.open_path(Path(path)))
        go = self.navigation
        self._communities.community_chosen.connect(go.go_to_community)
        self._map.community_chosen.connect(go.go_to_community)
        self._map.community_opened.connect(self._community_opened)
        self._map.entity_chosen.connect(self._entity_wanted)
        self._map.level_chosen.connect(go.go_to_level)
        self._report.community_wanted.connect(go.go_to_community)
        self._report.entity_wanted.connect(self._entity_wanted)
        self._report.citation_wanted.connect(self._citation_wanted)
        self._ask.community_wanted.connect(go.go_to_community)
        self._ask.citation_wanted.connect(self._citation_wanted)
        self._ask.question_asked.connect(self._question_asked)
        self._ask.stop_wanted.connect(self.session.stop_question)
        self._source.passage_wanted.connect(self.session.load_passage)
        self._activity.pause_wanted.connect(lambda is_held: self.session.hold_index(is_held=is_held))
        self._activity.stop_wanted.connect(self.session.stop_index)
        go.level_changed.connect(self._level_changed)
        go.community_changed.connect(self._community_changed)

    def _connect_session(self) -> None:
        session = self.session
        session.view_loaded.connect(self._view_loaded)
        session.opening_failed.connect(self._opening_failed)
        session.index_started.connect(self._index_started)
        session.index_progressed.connect(self._activity.follow)
        session.index_finished.connect(self._index_finished)
        session.index_stopped.connect(self._activity.stopped)
        session.index_failed.connect(self._index_failed)
        session.index_paused.connect(self._index_paused)
        session.report_loaded.connect(self._report.show_report)
        session.reading_failed.connect(self._report.show_failure)
        session.passage_loaded.connect(self._source.show_text)
        session.trail_loaded.connect(self._passages_found)
        session.answer_progressed.connect(self._ask.follow)
        session.answer_finished.connect(self._ask.show_answer)
        session.answer_stopped.connect(self._ask.stopped)
        session.answer_failed.connect(self._ask.failed)

    def _folder_wanted(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Folder of documents"))
        if folder:
            self.open_path(Path(folder))

    def _project_wanted(self) -> None:
        kinds = f"{self.tr('GraphRAG Desktop projects')} (*{SUFFIX})"
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Project"), "", kinds)
        if name:
            self.open_path(Path(name))

    def _sample_wanted(self) -> None:
        self.open_path(resource("sample"))

    def _index_again(self) -> None:
        if self.session.folder is not None and self.session.project_path is not None:
            self.session.index_folder(self.session.folder, self.session.project_path)

    def _write_question(self) -> None:
        self._reading.setCurrentWidget(self._ask)
        self._ask.take_focus()

    def _question_asked(self, question: str, level: int) -> None:
        self._reading.setCurrentWidget(self._ask)
        self._ask.begin()
        self.session.ask(question, level)

    def _level_changed(self, level: int) -> None:
        self._map.set_level(level)
        self._ask.set_level(level)
        self._say_where()

    def _community_changed(self, number: int) -> None:
        self._communities.choose(number)
        self._map.mark_community(number)
        self.session.load_report(number)
        if self._reading.currentWidget() is not self._ask:
            self._reading.setCurrentWidget(self._report)

    def _community_opened(self, number: int) -> None:
        self.navigation.drill(number)
        self._map.open_community(number)

    def _entity_wanted(self, number: int) -> None:
        self._map.mark_entity(number)
        self.session.load_entity(number)

    def _citation_wanted(self, citation: Citation) -> None:
        self._passages_found(citation.evidence)

    def _passages_found(self, passages: object) -> None:
        self._source.show_passages(passages)  # type: ignore[arg-type]  # a signal carries objects
        self._reading.setCurrentWidget(self._source)

    def _view_loaded(self, view: ProjectView) -> None:
        if self._pages.currentWidget() is not self._desk:
            self._pages.setCurrentWidget(self._desk)
            self._communities.take_focus()
        self._name_window(view.name)
        self._communities.show_hierarchy(view.hierarchy)
        self._map.show_project(view.picture, view.estimates)
        self._ask.show_levels(view.estimates)
        self.navigation.show_hierarchy(view.hierarchy)
        counts = view.counts
        self._state.setText(
            view.read_only_reason
            or self.tr("{documents:,} documents · {entities:,} entities · {relationships:,} relationships").format(
                documents=counts.documents, entities=counts.entities, relationships=counts.relationships
            )
        )

    def _opening_failed(self, reason: str, hint: str) -> None:
        self._pages.setCurrentWidget(self._welcome)
        self._welcome.show_failure(reason, hint)

    def _index_started(self, folder: str) -> None:
        self._pages.setCurrentWidget(self._desk)
        self._activity.begin(folder)
        self._reading.setCurrentWidget(self._activity)

    def _index_finished(self, summary: RunSummary) -> None:
        self._activity.end(summary)

    def _index_failed(self, reason: str, hint: str) -> None:
        self._activity.failed(reason, hint)
        if self.session.project_path is None:
            self._opening_failed(reason, hint)

    def _index_paused(self, is_paused: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._is_paused = is_paused
        self._activity.paused(is_paused=is_paused)

    def _say_where(self) -> None:
        self._where.setText(self.tr("Level C{level}").format(level=self.navigation.level))

    def _name_window(self, project: str) -> None:
        self.setWindowTitle(f"{project} – GraphRAG Desktop" if project else "GraphRAG Desktop")
