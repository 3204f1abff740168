"""From a folder to an index run: look at it, show the plan, let place and settings be chosen, start."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from graphrag_desktop.domain.passwords import NO_PASSWORDS
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.chosen_codecs import chosen_codecs, codec_for, with_codec
from graphrag_desktop.pipeline.plan import IndexPlan
from graphrag_desktop.ui.dialogs import SideWindow
from graphrag_desktop.ui.file_choices import FileChoices
from graphrag_desktop.ui.library import Library
from graphrag_desktop.ui.plan_panel import PlanPanel
from graphrag_desktop.ui.preferences_window import ProjectPage
from graphrag_desktop.ui.window_parts import WindowParts

_OPTIONS_SIZE = (640, 620)


class PlanLinks(QObject):
    """Connects the plan with what looks at folders and with what indexes them; tells which page is wanted."""

    plan_wanted = Signal()
    left = Signal()  # the plan was given up
    failed = Signal(str, str)  # a folder that cannot be indexed: what is wrong, what to do
    preferences_wanted = Signal()  # the settings of the open project

    def __init__(self, parts: WindowParts, plan: PlanPanel, library: Library) -> None:
        super().__init__(parts.window)
        self._parts, self._plan, self._library = parts, plan, library
        self._files = FileChoices(parts.window, parts.memory)
        self._folder = self._project = Path()
        self._read: IndexPlan | None = None
        self._kept, self._chosen = Settings(), Settings()
        self._options: OptionsWindow | None = None
        self.passwords = NO_PASSWORDS  # for the run that is planned, tried on files that ask for one
        plan.start_wanted.connect(self._start)
        plan.cancel_wanted.connect(self.left)
        plan.place_wanted.connect(self._place_wanted)
        plan.options_wanted.connect(self._options_wanted)
        library.plan_loaded.connect(self._plan_loaded)
        library.plan_failed.connect(self._plan_failed)

    def look_at(self, folder: Path, project: Path) -> None:
        """Look at a folder that would be indexed into a project, and show what that would mean."""
        self._folder, self._project, self._read = folder, project, None
        self.passwords = NO_PASSWORDS
        self._plan.expect(folder, project)
        self._plan.show_passwords(0)
        self._library.load_plan(folder, project)
        self.plan_wanted.emit()

    def look_again(self) -> None:
        """Look at the same folder anew: its project has other settings now."""
        self.look_at(self._folder, self._project)

    @property
    def is_for_open_project(self) -> bool:
        """Whether the plan is for the project that is open: settings are kept in it at once."""
        return self._parts.session.project_path == self._project

    def codec_of(self, path: str) -> str:
        """The codec chosen for a file of the folder; empty where it is to be guessed."""
        return codec_for(path, chosen_codecs(self._chosen.codecs))

    def choose_codec(self, path: str, codec: str) -> None:
        """Have a file read in a codec when the run starts; an empty one has it guessed."""
        self._options_chosen(self._chosen.changed({"codecs": with_codec(self._chosen.codecs, path, codec)}))

    def _plan_loaded(self, plan: IndexPlan, settings: Settings) -> None:
        self._read = plan
        self._kept = self._chosen = settings
        self._plan.show_plan(plan, settings)

    def _plan_failed(self, reason: str, hint: str) -> None:
        self.left.emit()
        self.failed.emit(reason, hint)

    def _start(self, folder: str, project: str) -> None:
        changed = None if self._chosen == self._kept else self._chosen
        given, self.passwords = self.passwords, NO_PASSWORDS
        self._parts.session.index_folder(Path(folder), Path(project), changed, given)

    def _place_wanted(self, present: str) -> None:
        place = self._files.new_project(Path(present))
        if place is not None:
            self.look_at(self._folder, place)

    def _options_wanted(self) -> None:
        if self.is_for_open_project:
            self.preferences_wanted.emit()
            return
        if self._options is None:
            self._options = OptionsWindow(self._parts)
            self._options.page.settings_chosen.connect(self._options_chosen)
        head = self.tr("Settings for {project}. They are kept in the project when the run starts.")
        self._options.page.show_settings(self._chosen, head.format(project=self._project.stem), is_changeable=True)
        self._options.present()

    def _options_chosen(self, settings: Settings) -> None:
        self._chosen = settings
        if self._options is not None:
            self._options.hide()
        if self._read is not None:
            self._plan.show_plan(self._read, settings)


class OptionsWindow(SideWindow):
    """All settings of a project that is not made yet."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window, parts.theme, "optionsWindow", self.tr("Options"))
        self.page = ProjectPage(parts.theme)
        self.column.addWidget(self.page)
        self.resize(*_OPTIONS_SIZE)
