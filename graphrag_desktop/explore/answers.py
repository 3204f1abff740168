"""The answers kept in a project: listed, searched, read again, taken out and put back."""

from dataclasses import dataclass

from graphrag_desktop.domain.answers import Answer, AnswerHead
from graphrag_desktop.domain.asking import Considered
from graphrag_desktop.domain.contexts import ContextItem
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.project import Project
from graphrag_desktop.storage import answers


@dataclass(frozen=True, slots=True)
class ForgottenAnswer:
    """An answer that was taken out, with what was sent and considered for it: all that is needed to put it back."""

    answer: Answer
    sent: tuple[tuple[int, ContextItem], ...]
    considered: tuple[Considered, ...] = ()


def answer_history(project: Project, text: str = "") -> tuple[AnswerHead, ...]:
    """The kept answers that hold every word of `text` in question or answer, the latest first."""
    return answers.answer_heads(project.database, entity_id(text).split())


def kept_answer(project: Project, identity: str) -> Answer:
    """One kept answer; raises `InputError` where it is gone."""
    found = answers.answer(project.database, identity)
    if found is None:
        raise InputError("That answer is no longer in the project.", "Ask the question again.")
    return found


def forget_answer(project: Project, identity: str) -> ForgottenAnswer:
    """Take an answer out of the project; raises `InputError` where it is gone."""
    found = answers.forget_answer(project.database, identity)
    if found is None:
        raise InputError("That answer is no longer in the project.", "There is nothing to delete.")
    return ForgottenAnswer(*found)


def restore_answer(project: Project, forgotten: ForgottenAnswer) -> None:
    """Put an answer back that was taken out."""
    answers.keep_answer(project.database, forgotten.answer, forgotten.sent, forgotten.considered)
