"""Standing questions: kept with their answer, and asked again once the index is another one."""

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.asking import QuestionOrder
from graphrag_desktop.domain.errors import ProjectReadOnly
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.standing import AskedAgain, StandingQuestion
from graphrag_desktop.project import Project
from graphrag_desktop.query.orders import answer_order
from graphrag_desktop.storage import answers, journal, standing


def standing_questions(project: Project) -> tuple[StandingQuestion, ...]:
    """Those of a project, the one kept first before the others."""
    return standing.standing_questions(project.database)


def keep_asking(project: Project, answer: Answer) -> StandingQuestion:
    """Keep the question of an answer to be asked again; one that is kept already stays as it is."""
    if project.read_only_reason:
        raise ProjectReadOnly(project.read_only_reason, "Save a copy, and keep the question there.")
    for each in standing_questions(project):
        if answer.id == each.latest or _is_same(each, answer):
            return each
    kept = StandingQuestion(
        uuid.uuid4().hex,
        answer.question,
        answer.mode,
        answer.level,
        answer.restriction,
        datetime.now(UTC).isoformat(timespec="milliseconds"),
        answer.id,
    )
    standing.keep_standing(project.database, kept)
    return kept


def stop_asking(project: Project, answer: str) -> None:
    """Keep the question whose latest answer this is no longer, or the one with this id; its answers stay."""
    for each in standing_questions(project):
        if answer in {each.latest, each.id}:
            standing.forget_standing(project.database, each.id)


def is_due(project: Project, asked: StandingQuestion) -> bool:
    """Whether the index has changed since a standing question was answered last, or that answer is gone."""
    latest = answers.answer(project.database, asked.latest)
    return latest is None or latest.index_version != journal.index_version(project.database)


def ask_all_again(project: Project, control: RunControl, *, with_all: bool = False) -> Iterator[AskedAgain]:
    """Ask those that are due, `with_all` the others too; each comes as soon as it is answered.

    Stopped between two, or while one is answered, what was answered is kept.
    """
    for each in standing_questions(project):
        control.checkpoint()
        latest = answers.answer(project.database, each.latest)
        if latest is not None and not with_all and not is_due(project, each):
            yield AskedAgain(each, answers.answer(project.database, each.before), latest, is_new=False)
            continue
        order = QuestionOrder(each.question, each.mode, each.level, each.restriction)
        answer = answer_order(project, order, control)
        moved = StandingQuestion(
            each.id,
            each.question,
            each.mode,
            each.level,
            each.restriction,
            each.kept_at,
            answer.id,
            "" if latest is None else latest.id,
        )
        if not answer.is_stopped:
            standing.keep_standing(project.database, moved)
        yield AskedAgain(moved, latest, answer, is_new=True)


def _is_same(one: StandingQuestion, answer: Answer) -> bool:
    return (one.question, one.mode, one.level, one.restriction) == (
        answer.question,
        answer.mode,
        answer.level,
        answer.restriction,
    )
