"""Between the question pane and the open project: which way is suggested, what came before an answer, what could follow,
and the questions that are asked again and again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.conversation import TurnHead
from graphrag_desktop.domain.errors import InputError, error_words
from graphrag_desktop.domain.routing import Suggestion
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.standing import AskedAgain
from graphrag_desktop.explore.answers import kept_answer
from graphrag_desktop.explore.comparison import Comparison, compare_answers
from graphrag_desktop.project import Project
from graphrag_desktop.query.conversation import turn_heads
from graphrag_desktop.query.next_questions import next_questions
from graphrag_desktop.query.routing import suggest
from graphrag_desktop.query.standing import ask_all_again, keep_asking, standing_questions, stop_asking
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.library import Library
from graphrag_desktop.ui.panels import Offer
from graphrag_desktop.ui.project_links import ProjectLinks
from graphrag_desktop.ui.restricting_links import RestrictingLinks
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import ASK, Workspace


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What came before an answer and what could follow it."""

    answer: str
    turns: tuple[TurnHead, ...]
    following: tuple[str, ...]


class TalkLinks(QObject):
    """Connects conversation, routing and standing questions; one round of standing questions goes on at a time."""

    def __init__(self, parts: WindowParts, library: Library, links: ProjectLinks) -> None:
        super().__init__(parts.desk)
        self._parts, self._panel, self._library, self._links = parts, parts.desk.ask, library, links
        self._round: Task | None = None
        panel = self._panel
        self.restricting = RestrictingLinks(parts)
        panel.head.composer.auto.suggestion_wanted.connect(self._suggest)
        panel.talk.follow_wanted.connect(lambda question: self._go_on(question, is_instead=False))
        panel.talk.instead_wanted.connect(lambda question: self._go_on(question, is_instead=True))
        panel.answer_shown.connect(self._answer_shown)
        panel.history.standing_wanted.connect(self._keep)
        panel.history.all_again_wanted.connect(self.ask_standing_again)
        panel.history.changes_wanted.connect(self._show_changes)
        parts.session.project_changed.connect(self._forget)
        parts.session.project_closed.connect(self._forget)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What it carries out, by the names of the commands."""
        own = {"follow_up": self.write_follow_up, "ask_standing": self.ask_standing_again}
        return {**own, **self.restricting.commands()}

    def write_follow_up(self) -> None:
        """Put the keyboard into the field for a follow-up, where there is an answer to go on from."""
        desk = self._parts.desk
        desk.choose(Workspace.ASK)
        desk.show(ASK)
        if self._panel.answer is None:
            self._panel.take_focus()
        else:
            self._panel.talk.take_focus()

    def ask_standing_again(self) -> None:
        """Ask the standing questions that are due, and show what has changed."""
        desk = self._parts.desk
        if self._round is not None or self._parts.session.is_asking:
            return
        task = self._parts.session.read(_ask_all)
        if task is None:
            return
        self._round = task
        desk.choose(Workspace.ASK)
        desk.show(ASK)
        self._panel.turn_to_history()
        self._panel.history.tell(self.tr("Asking the standing questions again"), Offer(self.tr("Stop"), task.cancel))
        task.result.connect(lambda asked: self._asked_again(task, asked))
        task.failed.connect(lambda error: self._round_failed(task, error))
        task.finished.connect(lambda: self._round_ended(task))

    def _suggest(self, question: str) -> None:
        self._read(_suggestion, question, told=self._panel.head.composer.auto.show)

    def _go_on(self, question: str, *, is_instead: bool) -> None:
        answer = self._panel.talk.answer
        if answer is not None:
            order = self._panel.head.order(question)
            follows, instead_of = ("", answer.id) if is_instead else (answer.id, "")
            self._links.ask_order(replace(order, follows=follows, instead_of=instead_of))

    def _answer_shown(self, answer: Answer | None) -> None:
        if answer is not None:
            self._read(_surroundings, answer, told=self._surroundings_read)

    def _surroundings_read(self, found: Surroundings) -> None:
        self._panel.talk.show_conversation(found.answer, found.turns, found.following)

    def _keep(self, answer: str, is_kept: bool) -> None:  # noqa: FBT001 - Qt's
        self._read(_keep, answer, is_kept, told=lambda _: self._library.load_history(), trouble=self._tell_trouble)

    def _show_changes(self, answer: str) -> None:
        self._read(_changes, answer, told=self._panel.show_comparison, trouble=self._tell_trouble)

    def _asked_again(self, task: Task, asked: tuple[AskedAgain, ...]) -> None:
        if self._round is not task:
            return
        fresh = [each for each in asked if each.is_new]
        changed = [each for each in fresh if each.before is not None and _differs(each.before, each.answer)]
        self._library.load_history()
        if not asked:
            self._panel.history.tell(self.tr("No standing question is kept: keep one by its menu in this list."))
            return
        if not fresh:
            words = self.tr("Nothing was indexed since the standing questions were answered: none was asked.")
            self._panel.history.tell(words)
            return
        said = counted(len(fresh), "1 question asked again", "{n} questions asked again")
        found = counted(len(changed), "1 has another answer", "{n} have another answer")
        offer = None
        if changed:
            first = changed[0].answer.id
            offer = Offer(self.tr("Show what changed"), lambda: self._show_changes(first))
        self._panel.history.tell(f"{said}: {found}.", offer)

    def _round_failed(self, task: Task, error: Exception) -> None:
        if self._round is task:
            self._tell_trouble(error_words(error))

    def _round_ended(self, task: Task) -> None:
        if self._round is task:
            self._round = None
            if task.is_cancelled:
                self._library.load_history()
                self._panel.history.tell(self.tr("Stopped. What was answered is kept."))

    def _tell_trouble(self, words: str) -> None:
        self._panel.history.tell(words, is_trouble=True)

    def _read(
        self,
        function: Callable[..., object],
        *arguments: object,
        told: Callable[..., object],
        trouble: Callable[[str], object] | None = None,
    ) -> None:
        task = self._parts.session.read(function, *arguments)
        if task is not None:
            task.result.connect(told)
            if trouble is not None:
                task.failed.connect(lambda error: trouble(error_words(error)))

    def _forget(self) -> None:
        if self._round is not None:
            self._round.cancel()
        self._round = None


def _suggestion(project: Project, question: str, control: RunControl) -> Suggestion:
    control.checkpoint()
    return suggest(project, question)


def _surroundings(project: Project, answer: Answer, control: RunControl) -> Surroundings:
    control.checkpoint()
    with project.database.reading():
        following = () if answer.is_stopped else next_questions(project, answer, control)
        return Surroundings(answer.id, turn_heads(project, answer), following)


def _keep(project: Project, answer: str, is_kept: bool, control: RunControl) -> None:  # noqa: FBT001 - as it is told
    control.checkpoint()
    if is_kept:
        keep_asking(project, kept_answer(project, answer))
    else:
        stop_asking(project, answer)


def _ask_all(project: Project, control: RunControl) -> tuple[AskedAgain, ...]:
    return tuple(ask_all_again(project, control))


def _changes(project: Project, answer: str, control: RunControl) -> Comparison:
    control.checkpoint()
    standing = next((each for each in standing_questions(project) if each.latest == answer), None)
    if standing is None or not standing.before:
        raise InputError("This question was asked once: there is no answer before.", "Ask it again after a change.")
    return compare_answers(kept_answer(project, standing.before), kept_answer(project, answer))


def _differs(before: Answer, answer: Answer) -> bool:
    found = compare_answers(before, answer)
    return any(found.only)
