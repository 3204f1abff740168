"""Looking into single files, choosing their encoding, giving passwords: from the plan and from the list of documents."""

from pathlib import Path

from PySide6.QtCore import QObject

from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.documents import FileRow
from graphrag_desktop.pipeline.chosen_codecs import chosen_codecs, codec_for, with_codec
from graphrag_desktop.pipeline.preview import FilePreview, preview_file
from graphrag_desktop.project import Project
from graphrag_desktop.ui.index_order import IndexOrder
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.panels import Offer
from graphrag_desktop.ui.passwords_window import PasswordsWindow
from graphrag_desktop.ui.plan_links import PlanLinks
from graphrag_desktop.ui.plan_panel import PlanPanel
from graphrag_desktop.ui.preview_window import PreviewWindow
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.window_parts import WindowParts


class FileLinks(QObject):
    """Opens the two windows about files, and carries out what is chosen in them where it was asked for."""

    def __init__(self, parts: WindowParts, plan: PlanPanel, plan_links: PlanLinks) -> None:
        super().__init__(parts.window)
        self._parts, self._plan, self._plan_links = parts, plan, plan_links
        self._is_for_plan = False
        self._latest: Task | None = None
        self._preview: PreviewWindow | None = None
        self._passwords: PasswordsWindow | None = None
        plan.preview_wanted.connect(self._look_into_planned)
        plan.passwords_wanted.connect(lambda: self._ask_passwords(is_for_plan=True))
        documents = parts.desk.documents
        documents.preview_wanted.connect(self._look_into)
        documents.passwords_wanted.connect(lambda: self._ask_passwords(is_for_plan=False))
        parts.session.view_loaded.connect(self._view_loaded)
        parts.session.project_closed.connect(self._project_closed)

    def _view_loaded(self, view: ProjectView) -> None:
        self._parts.desk.documents.show_packs(view.packs)

    def _project_closed(self) -> None:
        if self._preview is not None and not self._is_for_plan:
            self._preview.hide()

    def _look_into_planned(self, path: str) -> None:
        self._is_for_plan = True
        self._read_anew(path, self._plan_links.codec_of(path), is_first=True)

    def _look_into(self, row: FileRow) -> None:
        self._is_for_plan = False
        task = self._parts.session.read(_codec_of, row.path)
        if task is not None:
            task.result.connect(lambda codec: self._read_anew(row.path, codec, is_first=True))
            task.failed.connect(self._broke)

    def _read_anew(self, path: str, codec: str, *, is_first: bool) -> None:
        session, window = self._parts.session, self._preview_window()
        folder = self._plan.folder if self._is_for_plan else session.folder
        if folder is None:
            return
        if is_first:
            window.expect(path, codec)
            window.present()
        if self._is_for_plan:
            task: Task | None = session.start(_preview_planned, folder, path, codec, self._plan_links.passwords)
        else:
            task = session.read(_preview, folder, path, codec)
        if task is not None:
            self._latest = task
            task.result.connect(lambda preview: self._previewed(task, preview))
            task.failed.connect(self._broke)

    def _preview_window(self) -> PreviewWindow:
        if self._preview is None:
            self._preview = PreviewWindow(self._parts.window, self._parts.theme)
            self._preview.codec_tried.connect(lambda path, codec: self._read_anew(path, codec, is_first=False))
            self._preview.codec_chosen.connect(self._codec_chosen)
            self._preview.password_wanted.connect(lambda: self._ask_passwords(is_for_plan=self._is_for_plan))
        return self._preview

    def _previewed(self, task: Task, preview: FilePreview) -> None:
        if self._latest is task:
            self._preview_window().show_preview(preview)

    def _broke(self, error: Exception) -> None:
        self._preview_window().show_failure(error_words(error))

    def _codec_chosen(self, path: str, codec: str) -> None:
        if self._is_for_plan and not self._plan_links.is_for_open_project:
            self._plan_links.choose_codec(path, codec)
            return
        task = self._parts.session.read(_keep_codec, path, codec)
        if task is not None:
            task.result.connect(lambda _: self._codec_kept(path))
            task.failed.connect(self._broke)

    def _codec_kept(self, path: str) -> None:
        if self._is_for_plan:
            self._plan_links.look_again()
            return
        words = self.tr("{path} will be read in that encoding when the folder is indexed again.").format(path=path)
        offer = Offer(self.tr("Index again"), lambda: self._index_again(Passwords()))
        self._parts.notices.tell(Notice(words, "ok", offer, matter="settings"))

    def _ask_passwords(self, *, is_for_plan: bool) -> None:
        if self._passwords is None:
            self._passwords = PasswordsWindow(self._parts.window, self._parts.theme)
            self._passwords.passwords_given.connect(self._passwords_given)
        self._is_for_plan = is_for_plan
        self._passwords.ask()

    def _passwords_given(self, passwords: Passwords) -> None:
        if not self._is_for_plan:
            self._index_again(passwords)
            return
        self._plan_links.passwords = passwords
        self._plan.show_passwords(len(passwords.words))
        if self._preview is not None and self._preview.isVisible():
            self._look_into_planned(self._preview.path)

    def _index_again(self, passwords: Passwords) -> None:
        folder, path = self._parts.session.folder, self._parts.session.project_path
        if folder is not None and path is not None:
            self._parts.session.index_folder(folder, path, IndexOrder(passwords=passwords))


def _codec_of(project: Project, path: str, control: RunControl) -> str:
    control.checkpoint()
    return codec_for(path, chosen_codecs(project.settings.codecs))


def _preview(project: Project, folder: Path, path: str, codec: str, control: RunControl) -> FilePreview:
    return preview_file(folder, path, codec, control, project.passwords)


def _preview_planned(folder: Path, path: str, codec: str, passwords: Passwords, control: RunControl) -> FilePreview:
    return preview_file(folder, path, codec, control, passwords)


def _keep_codec(project: Project, path: str, codec: str, control: RunControl) -> None:
    control.checkpoint()
    settings = project.settings
    project.keep_settings(settings.changed({"codecs": with_codec(settings.codecs, path, codec)}))
