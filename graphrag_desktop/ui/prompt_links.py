"""The page of prompts and the open project: what is kept there, what that makes stale, and proposals of its model."""

from PySide6.QtCore import QObject, Signal

from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_prompt_views import PromptView, prompt_views
from graphrag_desktop.engines.model_proposals import Proposal
from graphrag_desktop.pipeline.proposals import propose_types
from graphrag_desktop.project import Project
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.prompts_page import PromptsPage
from graphrag_desktop.ui.settings_form import stale_words
from graphrag_desktop.ui.window_parts import WindowParts


class PromptLinks(QObject):
    """Serves one page from when it is made; `settings_changed` tells that a proposal changed the settings."""

    settings_changed = Signal()

    def __init__(self, parts: WindowParts, page: PromptsPage) -> None:
        super().__init__(page)
        self._parts, self._page = parts, page
        page.prompt_chosen.connect(self._keep)
        page.proposal_wanted.connect(self._propose)
        page.proposal_chosen.connect(self._take_over)
        parts.session.project_changed.connect(self.show_prompts)
        parts.session.view_loaded.connect(self._view_loaded)
        parts.session.project_closed.connect(page.show_nothing)
        self._shown: object = None
        self.show_prompts()

    def show_prompts(self) -> None:
        """Show the prompts of the open project."""
        task = self._parts.session.read(_views_of)
        if task is None:
            self._page.show_nothing()
        else:
            task.result.connect(self._views_read)

    def _view_loaded(self, _: object) -> None:
        """Once a project can be shown it has a name."""
        if self._shown != self._parts.session.project_path:
            self.show_prompts()

    def _views_read(self, views: tuple[PromptView, ...]) -> None:
        view = self._parts.session.view
        if view is not None:
            self._shown = self._parts.session.project_path
            words = self.tr("Prompts of {project}; only models are asked them.").format(project=view.name)
            is_changeable = self._parts.session.is_changeable
            self._page.show_prompts(views, view.read_only_reason or words, is_changeable=is_changeable)

    def _keep(self, name: str, text: str | None) -> None:
        task = self._parts.session.read(_keep_prompt, name, text)
        if task is not None:
            task.result.connect(lambda views: self._kept(name, views))
            task.failed.connect(lambda error: self._tell(error_words(error)))

    def _kept(self, name: str, views: tuple[PromptView, ...]) -> None:
        self._views_read(views)
        stale = next(each.stale for each in views if each.name == name)
        self._tell(f"{self.tr('The prompt is kept.')} {stale_words(stale)}", is_good=True)

    def _propose(self) -> None:
        task = self._parts.session.read(propose_types)
        if task is not None:
            self._page.proposal.expect()
            task.result.connect(self._page.proposal.show_proposal)
            task.failed.connect(lambda error: self._page.proposal.show_trouble(error_words(error)))

    def _take_over(self, proposal: Proposal) -> None:
        task = self._parts.session.read(_take_over, proposal)
        if task is not None:
            task.result.connect(self._taken_over)
            task.failed.connect(lambda error: self._tell(error_words(error)))

    def _taken_over(self, views: tuple[PromptView, ...]) -> None:
        self._views_read(views)
        self._page.proposal.forget()
        self.settings_changed.emit()
        self._tell(f"{self.tr('Types and examples are kept.')} {stale_words('extraction')}", is_good=True)

    def _tell(self, words: str, *, is_good: bool = False) -> None:
        self._parts.notices.tell(Notice(words, "ok" if is_good else "danger", matter="prompts"))


def _views_of(project: Project, control: RunControl) -> tuple[PromptView, ...]:
    control.checkpoint()
    return prompt_views(project.prompts)


def _keep_prompt(project: Project, name: str, text: str | None, control: RunControl) -> tuple[PromptView, ...]:
    control.checkpoint()
    project.keep_prompt(name, text)
    return prompt_views(project.prompts)


def _take_over(project: Project, proposal: Proposal, control: RunControl) -> tuple[PromptView, ...]:
    control.checkpoint()
    project.keep_settings(project.settings.changed({"entity_types": ", ".join(proposal.entity_types)}))
    if proposal.examples:
        project.keep_prompt("extract_examples", proposal.examples)
    return prompt_views(project.prompts)
