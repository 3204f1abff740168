"""Projects as files: opening one, a folder or the sample, those opened lately, saving a copy."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.errors import GraphRagError, InputError
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.saved_files import save_whole
from graphrag_desktop.project import Project, default_path
from graphrag_desktop.ui.care_links import CareLinks
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.file_choices import FileChoices
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.panels import Offer
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.recent_projects import RecentProject, RecentProjects
from graphrag_desktop.ui.window_parts import WindowParts

_TAKEN_OFF = "{n} projects were taken off the list; their files stay."


class ProjectFiles(QObject):
    """Asks for files and tells what is wanted; keeps the list of projects opened lately."""

    path_wanted = Signal(object)  # a Path to be opened
    recent_changed = Signal(object)  # a tuple of RecentProject

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._choices = FileChoices(parts.window, parts.memory)
        self._recent = RecentProjects(parts.memory)
        self._care = CareLinks(parts, self._choices)
        self._care.path_wanted.connect(self.path_wanted)
        self._last: tuple[Path, int] | None = None
        parts.session.view_loaded.connect(self._view_loaded)
        parts.desk.ask.save_wanted.connect(self._save_text)
        parts.desk.compare.save_wanted.connect(self._save_comparison)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What it carries out, by the names of the commands."""
        return {
            "open_folder": self.choose_folder,
            "open_project": self.choose_project,
            "open_sample": self.open_sample,
            "save_copy": self._save_copy,
            "close_project": self._parts.session.close_project,
            **self._care.commands(),
        }

    def choose_folder(self) -> None:
        """Ask for a folder of documents."""
        self._want(self._choices.folder())

    def choose_project(self) -> None:
        """Ask for a project."""
        self._want(self._choices.project())

    def open_sample(self) -> None:
        """The collection that comes with the program."""
        self._want(resource("sample"))

    def open_recent(self, path: str) -> None:
        """Open a project of the list."""
        self._want(Path(path))

    def forget_recent(self, path: str) -> None:
        """Take a project off the list; its file stays."""
        self._forget([Path(path)])

    def clear_recent(self) -> None:
        """Take all projects off the list."""
        self._forget([each.path for each in self._recent.all()])

    def find_made(self) -> None:
        """Put projects on the list that were made elsewhere since: on the command line, say."""
        self._recent.find_made(default_path(Path.home()).parent)
        self.tell_recent()

    def tell_recent(self) -> None:
        """Tell the list as it is now."""
        self.recent_changed.emit(self._recent.all())

    def recent_menu(self, words: str) -> QMenu:
        """A menu of the projects opened lately, made anew each time it is opened."""
        menu = QMenu(words, self._parts.window)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(lambda: self._fill_recent(menu))
        return menu

    def _fill_recent(self, menu: QMenu) -> None:
        menu.clear()
        projects = self._recent.all()
        for each in projects:
            self._add_recent(menu, each)
        if not projects:
            menu.addAction(self.tr("None yet")).setEnabled(False)
            return
        menu.addSeparator()
        off = menu.addMenu(self.tr("Take off the list"))
        for each in projects:
            action = off.addAction(each.name.replace("&", "&&"))
            action.triggered.connect(lambda _=False, path=each.path: self._forget([path]))
        if any(each.is_missing for each in projects):
            menu.addAction(self.tr("Take those that are gone off the list")).triggered.connect(self._forget_missing)
        menu.addAction(self.tr("Clear the list")).triggered.connect(self.clear_recent)

    def _forget_missing(self) -> None:
        self._forget([each.path for each in self._recent.all() if each.is_missing])

    def _forget(self, paths: Sequence[Path]) -> None:
        before = self._recent.all()
        for path in paths:
            self._recent.forget(path)
        self.tell_recent()
        words = counted(len(paths), "1 project was taken off the list; its file stays.", _TAKEN_OFF)
        offer = Offer(self.tr("Put back"), lambda: self._put_back(before))
        self._parts.notices.tell(Notice(words, "ok", offer, matter="recent"))

    def _put_back(self, projects: Sequence[RecentProject]) -> None:
        self._recent.put_back(projects)
        self._parts.notices.withdraw("recent")
        self.tell_recent()

    def _add_recent(self, menu: QMenu, project: RecentProject) -> None:
        words = self.tr("{name} (file not found)") if project.is_missing else "{name}"
        action = menu.addAction(words.format(name=project.name).replace("&", "&&"))
        action.setToolTip(str(project.path))
        action.setEnabled(not project.is_missing)
        action.triggered.connect(lambda: self._want(project.path))

    def _want(self, path: Path | None) -> None:
        if path is not None:
            self.path_wanted.emit(path)

    def _view_loaded(self, view: ProjectView) -> None:
        fresh = (view.path, view.counts.documents)
        if fresh != self._last:
            self._last = fresh
            self._recent.add(*fresh)
            self.tell_recent()

    def _save_copy(self) -> None:
        project = self._parts.session.project_path
        copy = None if project is None else self._choices.copy_of(project)
        if copy is not None:
            self.save_copy_at(copy)

    def save_copy_at(self, copy: Path) -> None:
        """Save a copy of the open project; the window tells how it went."""
        task = self._parts.session.read(_copy, copy)
        if task is not None:
            task.result.connect(lambda _: self._copy_saved(copy))
            task.failed.connect(self._copy_failed)

    def _save_text(self, text: str, name: str) -> None:
        path = self._choices.text_file(name)
        if path is not None:
            self.save_text_at(path, text)

    def _save_comparison(self, texts: Mapping[str, str], name: str) -> None:
        path = self._choices.comparison_file(name)
        if path is not None:
            self.save_text_at(path, texts.get(path.suffix.lower(), texts[".md"]))

    def save_text_at(self, path: Path, text: str) -> None:
        """Save a text; say where it lies, or why it could not be saved."""
        try:
            save_whole(path, text.encode("utf-8", "replace"))
        except InputError as error:
            self._parts.notices.tell(Notice(error.words, "danger", matter="copy"))
        else:
            words = self.tr("Saved at {path}.").format(path=path)
            self._parts.notices.tell(Notice(words, "ok", matter="copy"))

    def _copy_saved(self, copy: Path) -> None:
        offer = Offer(self.tr("Open it"), lambda: self._want(copy))
        words = self.tr("A copy was saved at {path}.").format(path=copy)
        self._parts.notices.tell(Notice(words, "ok", offer, matter="copy"))

    def _copy_failed(self, error: Exception) -> None:
        hint = error.hint if isinstance(error, GraphRagError) else ""
        offer = Offer(self.tr("Choose another place"), self._save_copy)
        self._parts.notices.tell(Notice(f"{error} {hint}".strip(), "danger", offer, matter="copy"))


def _copy(project: Project, path: Path, control: RunControl) -> None:
    control.checkpoint()
    project.save_copy(path)
