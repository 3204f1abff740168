"""Looking after a project file from the window: checked, repaired, made smaller; never in the window's own thread."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from graphrag_desktop.domain.errors import ProjectInUse, error_words
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.repairs import Repair, problems_of, repair_project
from graphrag_desktop.project import Project
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.file_choices import FileChoices
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.panels import Offer
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.window_parts import WindowParts

_MATTER = "care"
_LOOKS, _PAUSE_SECONDS = 50, 0.2  # how often a project that is being closed is looked at again


class CareLinks(QObject):
    """Carries out the commands about the file of a project, and says what came of each."""

    path_wanted = Signal(object)  # a Path to be opened again

    def __init__(self, parts: WindowParts, choices: FileChoices) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._choices = choices

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What it carries out, by the names of the commands."""
        return {
            "check_project": self.check,
            "repair_project": self.choose_repair,
            "compact_project": self.compact,
        }

    def check(self) -> None:
        """Look whether all that the open project says holds together."""
        task = self._parts.session.read(_check)
        if task is not None:
            self._say(self.tr("The project is being checked…"))
            self._follow(task, self._checked)

    def choose_repair(self) -> None:
        """Repair the open project, or one that is chosen."""
        path = self._parts.session.project_path or self._choices.project()
        if path is not None:
            self.repair(path)

    def repair(self, path: Path) -> None:
        """Repair a project, and open it again."""
        if self._parts.session.project_path == path:
            self._parts.session.close_project()
        self._say(self.tr("{name} is being repaired…").format(name=path.name))
        self._follow(self._parts.session.start(_repair, path), lambda repair: self._repaired(path, repair))

    def compact(self) -> None:
        """Make the file of the open project as small as what it holds allows."""
        task = self._parts.session.read(_compact)
        if task is not None:
            self._say(self.tr("The file is being made smaller…"))
            self._follow(task, self._compacted)

    def _follow(self, task: Task, done: Callable[..., None]) -> None:
        task.result.connect(done)
        task.failed.connect(self._failed)

    def _checked(self, problems: tuple[str, ...]) -> None:
        if not problems:
            self._say(self.tr("The project is sound: all that it says holds together."), is_good=True)
            return
        path = self._parts.session.project_path
        words = counted(len(problems), "1 thing is wrong with the project.", "{n} things are wrong with the project.")
        offer = None if path is None else Offer(self.tr("Repair"), lambda: self.repair(path))
        self._parts.notices.tell(Notice(words, "danger", offer, "\n".join(problems), matter=_MATTER))

    def _repaired(self, path: Path, repair: Repair) -> None:
        if not repair.problems:
            self._say(self.tr("{name} is sound; nothing had to be repaired.").format(name=path.name), is_good=True)
        else:
            name = "" if repair.damaged is None else repair.damaged.name
            words = self.tr("{name} was repaired. The damaged file is kept as {damaged}.")
            if repair.failures:
                words = self.tr(
                    "{name} was repaired as far as what is kept allows; index it again for the rest. The damaged file is"
                    " kept as {damaged}."
                )
            details = [*repair.problems, *(f"{each.item}: {each.reason}" for each in repair.failures)]
            notice = Notice(
                words.format(name=path.name, damaged=name),
                "warn" if repair.failures else "ok",
                details="\n".join(details),
                matter=_MATTER,
            )
            self._parts.notices.tell(notice)
        self.path_wanted.emit(path)

    def _compacted(self, sizes: tuple[int, int]) -> None:
        before, after = sizes
        words = self.tr("The file has {after} MB; before it had {before} MB.")
        self._say(words.format(after=f"{after / 1e6:,.1f}", before=f"{before / 1e6:,.1f}"), is_good=True)

    def _failed(self, error: Exception) -> None:
        self._parts.notices.tell(Notice(error_words(error), "danger", matter=_MATTER))

    def _say(self, words: str, *, is_good: bool = False) -> None:
        self._parts.notices.tell(Notice(words, "ok" if is_good else "warn", matter=_MATTER))


def _check(project: Project, control: RunControl) -> tuple[str, ...]:
    control.checkpoint()
    return problems_of(project.path)


def _compact(project: Project, control: RunControl) -> tuple[int, int]:
    control.checkpoint()
    return project.compact()


def _repair(path: Path, control: RunControl) -> Repair:
    """Wait for the window to have closed it, though not for another program."""
    for _ in range(_LOOKS):
        try:
            return repair_project(path, control)
        except ProjectInUse:
            control.wait(_PAUSE_SECONDS)
    return repair_project(path, control)
