"""What opens over or beside the window: the palette, preferences, shortcuts, about, the log folder, and reports of bugs."""

from collections.abc import Callable, Mapping
from dataclasses import fields

from PySide6.QtCore import QObject, QPoint, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from graphrag_desktop.domain.model_checks import FoundServer
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings, setting_words
from graphrag_desktop.project import Project
from graphrag_desktop.ui.about_window import AboutWindow
from graphrag_desktop.ui.action_set import ActionSet
from graphrag_desktop.ui.command_palette import CommandPalette
from graphrag_desktop.ui.crash_watch import Crash
from graphrag_desktop.ui.dialogs import SideWindow
from graphrag_desktop.ui.head_row import HeadRow
from graphrag_desktop.ui.logs import log_folder
from graphrag_desktop.ui.model_links import ModelLinks
from graphrag_desktop.ui.model_page_links import ModelPageLinks
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.panels import Offer
from graphrag_desktop.ui.preferences_window import PreferencesWindow
from graphrag_desktop.ui.prompt_links import PromptLinks
from graphrag_desktop.ui.recovery_window import RecoveryWindow
from graphrag_desktop.ui.settings_form import STALE, stale_words
from graphrag_desktop.ui.shortcuts_window import ShortcutsWindow
from graphrag_desktop.ui.window_parts import WindowParts


class SideWindows(QObject):
    """Makes each of them when it is first wanted."""

    path_wanted = Signal(str)  # a project to be opened again
    clean_start_wanted = Signal()

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._about: AboutWindow | None = None
        self._preferences: PreferencesWindow | None = None
        self._shortcuts: ShortcutsWindow | None = None
        self._kept = Settings()
        self.models = ModelLinks(parts)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What it carries out, by the names of the commands."""
        return {
            "search_anything": self.open_palette,
            "preferences": self.show_preferences,
            "choose_models": self.show_models,
            "edit_prompts": self.show_prompts,
            "show_shortcuts": self._show_shortcuts,
            "open_logs": self._open_logs,
            "about": self._show_about,
        }

    def take(self, actions: ActionSet, head: HeadRow) -> None:
        """Say where the commands and the field of the palette are; before anything else is called."""
        parts = self._parts
        self._actions, self._head = actions, head
        self.palette = CommandPalette(parts.window, parts.theme, actions, parts.session, parts.memory)
        parts.desk.docks.arranged.connect(self.palette.raise_)  # a panel that comes to the front would cover it

    def beside(self) -> list[SideWindow]:
        """The windows that were made so far."""
        return self._parts.window.findChildren(SideWindow)

    def open_palette(self, text: str = "") -> None:
        """Open the palette over its field, with something typed already."""
        search = self._head.search
        self.palette.open_at(search.mapTo(self._parts.window, QPoint(search.width() // 2, 0)), text)

    def show_preferences(self) -> None:
        """Show the preferences, with the settings of the project as they are kept."""
        if self._preferences is None:
            self._preferences = PreferencesWindow(self._parts.window, self._parts.appearance)
            self._preferences.settings_chosen.connect(self._settings_chosen)
            self._parts.session.view_loaded.connect(self._read_settings)
            self._parts.session.project_closed.connect(self._preferences.project.show_nothing)
            ModelPageLinks(self._parts, self.models, self._preferences.models)
            PromptLinks(self._parts, self._preferences.prompts).settings_changed.connect(self._read_settings)
        self._read_settings()
        self._preferences.present()

    def show_project_settings(self) -> None:
        """Show the preferences at the settings of the project."""
        self.show_preferences()
        if self._preferences is not None:
            self._preferences.present_project()

    def show_models(self) -> None:
        """Show the preferences at the models."""
        self.show_preferences()
        if self._preferences is not None:
            self._preferences.present_models()

    def show_prompts(self) -> None:
        """Show the preferences at the prompts."""
        self.show_preferences()
        if self._preferences is not None:
            self._preferences.present_prompts()

    def use_server(self, server: FoundServer) -> None:
        """Show the preferences at the models, with a server that was found chosen and tested."""
        self.show_models()
        if self._preferences is not None:
            self._preferences.models.use_and_test(server)

    def recover(self, crash: Crash, *, is_asked: bool) -> None:
        """After a crash: offer the last project again, unless something else was asked for."""
        if is_asked:
            words = self.tr("GraphRAG Desktop ended unexpectedly last time. What was finished is kept.")
            offer = Offer(self.tr("Copy the report"), lambda: QApplication.clipboard().setText(crash.report))
            self._parts.notices.tell(Notice(words, "warn", offer, crash.report, matter="crash"))
            return
        window = RecoveryWindow(self._parts.window, self._parts.theme, crash)
        window.reopen_wanted.connect(self.path_wanted)
        window.clean_start_wanted.connect(self.clean_start_wanted)
        window.present()

    def tell_bug(self, kind: str, report: str) -> None:
        """Say that something went wrong which nobody expected."""
        words = self.tr("Something went wrong in the program ({kind}). What is finished is kept; the rest goes on.")
        offer = Offer(self.tr("Copy the report"), lambda: QApplication.clipboard().setText(report))
        self._parts.notices.tell(Notice(words.format(kind=kind), "danger", offer, report, matter="bug"))

    def _show_shortcuts(self) -> None:
        if self._shortcuts is None:
            self._shortcuts = ShortcutsWindow(self._parts.window, self._parts.theme, self._actions)
        self._shortcuts.present()

    def _show_about(self) -> None:
        if self._about is None:
            self._about = AboutWindow(self._parts.window, self._parts.theme)
        self._about.present()

    def _open_logs(self) -> None:
        folder = log_folder()
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            words = self.tr("No program here opens folders. The log lies in {path}.")
            self._parts.notices.tell(Notice(words.format(path=folder), matter="log"))

    def _read_settings(self) -> None:
        task = self._parts.session.read(_settings_of)
        if task is not None:
            task.result.connect(self._settings_read)

    def _settings_read(self, settings: Settings) -> None:
        self._kept = settings
        view = self._parts.session.view
        if self._preferences is not None and view is not None:
            head = view.read_only_reason or self.tr("Settings of {project}. They are kept in the project.").format(
                project=view.name
            )
            self._preferences.project.show_settings(settings, head, is_changeable=self._parts.session.is_changeable)

    def _settings_chosen(self, settings: Settings) -> None:
        task = self._parts.session.read(_keep_settings, settings)
        if task is not None:
            stale = most_stale(self._kept, settings)
            task.result.connect(lambda _: self._settings_kept(stale))
            task.failed.connect(lambda error: self._parts.notices.tell(Notice(str(error), "danger", matter="settings")))

    def _settings_kept(self, stale: str) -> None:
        self._read_settings()
        words = self.tr("The settings are kept.") + f" {stale_words(stale)}"
        is_for_next_run = stale in STALE[: STALE.index("answers")]
        offer = Offer(self.tr("Index again"), self._actions["index_again"].trigger) if is_for_next_run else None
        self._parts.notices.tell(Notice(words, "ok", offer, matter="settings"))


def most_stale(before: Settings, after: Settings) -> str:
    """What comes first of all that the changes between two settings make stale."""
    changed = [each.name for each in fields(Settings) if getattr(before, each.name) != getattr(after, each.name)]
    return min((setting_words(name).stale for name in changed), key=STALE.index, default="nothing")


def _settings_of(project: Project, control: RunControl) -> Settings:
    control.checkpoint()
    return project.settings


def _keep_settings(project: Project, settings: Settings, control: RunControl) -> None:
    control.checkpoint()
    project.keep_settings(settings)
