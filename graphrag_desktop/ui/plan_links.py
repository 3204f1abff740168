"""From a folder to an index run: look at it, show the plan and what it takes, let all of it be chosen, try, start."""

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from graphrag_desktop.domain.estimates import RunForecast
from graphrag_desktop.domain.model_checks import ModelSpeed
from graphrag_desktop.domain.model_choice import ModelChoice
from graphrag_desktop.domain.passwords import NO_PASSWORDS
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.chosen_codecs import chosen_codecs, codec_for, with_codec
from graphrag_desktop.pipeline.forecast import estimate_run
from graphrag_desktop.pipeline.plan import IndexPlan
from graphrag_desktop.project import open_project
from graphrag_desktop.ui.dialogs import SideWindow
from graphrag_desktop.ui.file_choices import FileChoices
from graphrag_desktop.ui.index_order import IndexOrder, Reader
from graphrag_desktop.ui.library import Library, PlanRead
from graphrag_desktop.ui.model_links import ModelLinks
from graphrag_desktop.ui.plan_facts import TRIAL
from graphrag_desktop.ui.plan_panel import PlanPanel
from graphrag_desktop.ui.preferences_window import ProjectPage
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.window_parts import WindowParts

_OPTIONS_SIZE = (640, 620)
_SETTLE_MILLISECONDS = 150  # after the last change of a price


class PlanLinks(QObject):
    """Connects the plan with what looks at folders and with what indexes them; tells which page is wanted."""

    plan_wanted = Signal()
    left = Signal()  # the plan was given up
    failed = Signal(str, str)  # a folder that cannot be indexed: what is wrong, what to do
    preferences_wanted = Signal()  # the settings of the open project
    models_wanted = Signal()  # the page where models are chosen

    def __init__(self, parts: WindowParts, plan: PlanPanel, library: Library, models: ModelLinks) -> None:
        super().__init__(parts.window)
        self._parts, self._plan, self._library, self._models = parts, plan, library, models
        self._files = FileChoices(parts.window, parts.memory)
        self._folder = self._project = Path()
        self._read: PlanRead | None = None
        self._offered: ModelChoice | None = None  # the models of new projects, as the plan knows them
        self._options: OptionsWindow | None = None
        self.passwords = NO_PASSWORDS  # for the run that is planned, tried on files that ask for one
        self._estimate: Task | None = None
        self._forecast: RunForecast | None = None  # of the plan in sight
        self._ordered: RunForecast | None = None  # of the run that it became
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MILLISECONDS)
        self._settle.timeout.connect(self._reckon)
        plan.start_wanted.connect(lambda *_: self._start(0))
        plan.trial_wanted.connect(lambda *_: self._start(TRIAL))
        plan.cancel_wanted.connect(self.left)
        plan.place_wanted.connect(self._place_wanted)
        plan.options_wanted.connect(self._options_wanted)
        plan.terms.models_wanted.connect(self.models_wanted)
        plan.terms.changed.connect(self._settle.start)
        models.chosen.connect(self._models_chosen)
        activity = parts.desk.activity
        activity.plan_wanted.connect(self.look_at_project)
        activity.terms_wanted.connect(self.look_at_project)
        library.plan_loaded.connect(self._plan_loaded)
        library.plan_failed.connect(self._plan_failed)

    def look_at(self, folder: Path, project: Path) -> None:
        """Look at a folder that would be indexed into a project, and show what that would mean."""
        self._folder, self._project, self._read, self._forecast = folder, project, None, None
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
        return codec_for(path, chosen_codecs(self._plan.terms.settings.codecs))

    def choose_codec(self, path: str, codec: str) -> None:
        """Have a file read in a codec when the run starts; an empty one has it guessed."""
        self._options_chosen(
            self._plan.terms.settings.changed({"codecs": with_codec(self._plan.terms.settings.codecs, path, codec)})
        )

    def look_at_project(self) -> None:
        """Look at the folder of the open project again: what is left to do, what it takes, where it pauses."""
        session = self._parts.session
        if session.folder is not None and session.project_path is not None:
            self.look_at(session.folder, session.project_path)

    def take_forecast(self) -> RunForecast | None:
        """What was expected of the run that begins from the plan in sight; once."""
        taken, self._ordered = self._ordered, None
        return taken

    def _plan_loaded(self, read: PlanRead) -> None:
        self._read = read
        offered = read.models if read.is_begun and read.models is not None else self._models.usual
        is_chosen = read.models is not None if read.is_begun else offered is not None
        self._offered = self._models.usual
        self._plan.terms.show_models(offered, is_chosen=is_chosen)
        self._plan.show_plan(read.plan, read.settings)
        self._reckon()

    def _models_chosen(self) -> None:
        """Models were chosen on their page while the plan is in sight: they are what is wanted; or a speed is known now."""
        if self._read is None:
            return
        if self._models.usual != self._offered:
            self._offered = self._models.usual
            self._plan.terms.show_models(self._offered, is_chosen=self._offered is not None)
            self._plan.show_plan(self._read.plan, self._plan.terms.settings)
        self._reckon()

    def _reckon(self) -> None:
        terms = self._plan.terms
        if self._read is None or terms.models is None:
            self._forecast = None
            return
        models, begun = terms.models, self._project if self._read.is_begun else None
        speed = self._models.speed_of(models.extraction)
        task = self._parts.session.start(_estimate, self._read.plan, terms.settings, models, begun, speed)
        self._estimate = task
        task.result.connect(lambda found: self._reckoned(task, found))

    def _reckoned(self, task: Task, forecast: RunForecast) -> None:
        if task is self._estimate:
            self._forecast = forecast
            self._plan.terms.show_forecast(forecast)

    def _plan_failed(self, reason: str, hint: str) -> None:
        self.left.emit()
        self.failed.emit(reason, hint)

    def _start(self, trial: int) -> None:
        terms = self._plan.terms
        self._ordered = None if trial else self._forecast
        given, self.passwords = self.passwords, NO_PASSWORDS
        order = IndexOrder(terms.settings, Reader(terms.models), trial, given)
        self._parts.session.index_folder(self._folder, self._project, order)

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
        chosen = self._plan.terms.settings
        self._options.page.show_settings(chosen, head.format(project=self._project.stem), is_changeable=True)
        self._options.present()

    def _options_chosen(self, settings: Settings) -> None:
        if self._options is not None:
            self._options.hide()
        if self._read is not None:
            self._plan.show_plan(self._read.plan, settings)
            self._reckon()


class OptionsWindow(SideWindow):
    """All settings of a project that is not made yet."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window, parts.theme, "optionsWindow", self.tr("Options"))
        self.page = ProjectPage(parts.theme)
        self.column.addWidget(self.page)
        self.resize(*_OPTIONS_SIZE)


def _estimate(
    plan: IndexPlan,
    settings: Settings,
    models: ModelChoice,
    path: Path | None,
    speed: ModelSpeed | None,
    control: RunControl,
) -> RunForecast:
    control.checkpoint()
    if path is None:
        return estimate_run(plan.planned, settings, models, speed=speed)
    with open_project(path, for_writing=False) as project:
        return estimate_run(plan.planned, settings, models, project, speed)
