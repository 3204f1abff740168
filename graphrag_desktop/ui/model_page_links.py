"""The page of models and what it asks for: lists and tests of models, keys, and the choice to be kept.

Whatever asks a server or a keychain runs on a worker thread; the page hears of it when it is there.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject

from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.domain.events import Event, ModelLooked
from graphrag_desktop.domain.model_checks import ModelSpeed
from graphrag_desktop.domain.model_choice import ModelChoice
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.engines.model_servers import hold_key, keep_key, key_state, list_models, try_models
from graphrag_desktop.project import Project
from graphrag_desktop.ui.model_links import ModelLinks
from graphrag_desktop.ui.models_page import ModelsPage
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.window_parts import WindowParts


class ModelPageLinks(QObject):
    """Serves one page from when it is made: with the models of the open project, or with those of new ones."""

    def __init__(self, parts: WindowParts, models: ModelLinks, page: ModelsPage) -> None:
        super().__init__(page)
        self._parts, self._models, self._page = parts, models, page
        self._settings = Settings()
        self._test: Task | None = None
        self._key_tasks: dict[str, Task] = {}  # the latest that was asked about the key of each server
        self._list_tasks: dict[str, Task] = {}  # and about its models
        page.search_wanted.connect(models.look_around)
        page.list_wanted.connect(self._list)
        page.test_wanted.connect(self._try)
        page.models_chosen.connect(self._keep)
        page.key_given.connect(self._keep_key)
        page.keys_wanted.connect(self._show_keys)
        page.local_only_chosen.connect(lambda is_on: models.set_local_only(is_on=is_on))
        page.set_local_only(is_on=parts.session.reach.is_local_only)
        models.servers_expected.connect(page.expect_servers)
        models.servers_found.connect(page.show_servers)
        parts.session.view_loaded.connect(self.show_choice)
        parts.session.project_closed.connect(self.show_choice)
        if models.servers is None:
            models.look_around()
        else:
            page.show_servers(models.servers)
        self.show_choice()

    def show_choice(self, *_: object) -> None:
        """Show the models of the open project, or those of new ones; not over what is just being changed."""
        task = None if self._page.is_changed else self._parts.session.read(_models_of)
        if task is not None:
            task.result.connect(self._choice_read)
            task.failed.connect(lambda error: self._tell(error_words(error)))
        elif self._parts.session.project_path is None:
            self._settings = Settings()
            head = self.tr("For new projects. No project is open.")
            self._page.show_choice(self._models.usual, head, is_changeable=True)

    def _choice_read(self, found: tuple[ModelChoice | None, Settings]) -> None:
        choice, self._settings = found
        view = self._parts.session.view
        if view is not None and not self._page.is_changed:
            words = self.tr("For {project}, and for new projects from then on.").format(project=view.name)
            is_changeable = self._parts.session.is_changeable
            self._page.show_choice(choice, view.read_only_reason or words, is_changeable=is_changeable)

    def _list(self, choice: ModelChoice, address: str) -> None:
        place = next((each for each in choice.places if each.base_url == address), None)
        if place is not None:
            task = self._list_tasks[address] = self._parts.session.start(list_models, choice, place)
            _await(self._list_tasks, address, task, self._page.show_models, self._page.show_trouble)

    def _try(self, choice: ModelChoice) -> None:
        if self._test is not None:
            return
        self._page.begin_test()
        self._test = self._parts.session.start(try_models, choice, self._settings)
        self._test.progressed.connect(self._tried)
        self._test.result.connect(lambda speeds: self._tested(choice, speeds))
        self._test.failed.connect(lambda error: self._page.end_test(error_words(error)))
        self._test.finished.connect(self._test_ended)

    def _tried(self, happened: Event) -> None:
        if isinstance(happened, ModelLooked):
            self._page.add_check(happened.check)

    def _tested(self, choice: ModelChoice, speeds: Sequence[ModelSpeed]) -> None:
        self._page.end_test()
        if speeds:  # the first is that of the model that reads
            self._models.note_speed(choice.extraction, speeds[0])

    def _test_ended(self) -> None:
        self._test = None

    def _keep(self, choice: ModelChoice | None) -> None:
        """Keep it for the open project, and for new ones."""
        self._models.remember(choice)
        task = self._parts.session.read(_keep_models, choice) if self._parts.session.is_changeable else None
        if task is None:
            self._page.forget_changes()
            self.show_choice()
            self._models.chosen.emit()
            return
        task.result.connect(lambda _: self._kept())
        task.failed.connect(lambda error: self._tell(error_words(error)))

    def _kept(self) -> None:
        self._page.forget_changes()
        self.show_choice()
        self._models.chosen.emit()
        words = self.tr("The models are kept, for this project and for new ones. Index again to have them read.")
        self._parts.notices.tell(Notice(words, "ok", matter="models"))

    def _tell(self, words: str) -> None:
        self._parts.notices.tell(Notice(words, "danger", matter="models"))

    def _show_keys(self, addresses: Sequence[str]) -> None:
        for address in addresses:
            reads = self._page.first_address
            self._await_key(self._parts.session.start(key_state, address, reads or address), address)

    def _keep_key(self, address: str, key: str, lasts: bool) -> None:  # noqa: FBT001 - a signal's argument
        task = self._parts.session.start(keep_key if lasts or not key else hold_key, address, key)
        self._await_key(task, address)
        task.result.connect(lambda _: self._key_changed(address))

    def _await_key(self, task: Task, address: str) -> None:
        self._key_tasks[address] = task
        _await(self._key_tasks, address, task, self._page.keys.show_state, self._page.keys.show_trouble)

    def _key_changed(self, address: str) -> None:
        """Whoever asks from now on looks for the key anew; and the server's list may be open now."""
        self._parts.session.reach.forget_engine()
        choice = self._page.choice
        if choice is not None:
            self._list(choice, address)


def _await(
    latest: Mapping[str, Task],
    address: str,
    task: Task,
    show: Callable[[str, Any], object],
    show_trouble: Callable[[str, str], object],
) -> None:
    """Show what comes of a task about a server, unless the same was asked about it anew meanwhile."""

    def tell(do: Callable[[str, Any], object], what: object) -> None:
        if latest.get(address) is task:
            do(address, what)

    task.result.connect(lambda found: tell(show, found))
    task.failed.connect(lambda error: tell(show_trouble, error_words(error)))


def _models_of(project: Project, control: RunControl) -> tuple[ModelChoice | None, Settings]:
    control.checkpoint()
    return project.models, project.settings


def _keep_models(project: Project, choice: ModelChoice | None, control: RunControl) -> None:
    control.checkpoint()
    project.keep_models(choice)
