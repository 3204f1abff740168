"""The commands that ask: `ask`, with all that a question can be given, and `standing`, for those asked again and again."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphrag_desktop import cli_answers as answers
from graphrag_desktop.cli_output import INCOMPLETE, INTERRUPTED, show, told
from graphrag_desktop.cli_progress import finish
from graphrag_desktop.cli_words import AsJson, ProjectPath, as_text
from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.asking import Considered, QuestionEstimate, QuestionOrder
from graphrag_desktop.domain.errors import InvalidSetting
from graphrag_desktop.domain.restriction import RestrictionWords
from graphrag_desktop.domain.run_control import RunControl

if TYPE_CHECKING:  # heavier than a command that asks for help may wait for
    from graphrag_desktop.project import Project

AUTO = "auto"
_LAST = "last"
_MODES = "|".join([*(each.value for each in Mode), AUTO])


def add_to(app: typer.Typer) -> None:
    """Have a program understand these commands."""
    app.command("ask")(_ask)
    app.command("standing")(_standing)


def read_mode(word: str) -> str:
    """A way of asking, or `auto`."""
    if word not in {AUTO, *(each.value for each in Mode)}:
        raise typer.BadParameter(f"“{word}” is none of {_MODES}.")
    return word


def read_level(word: str) -> str:
    """A level, or `auto`."""
    if word != AUTO and not word.isdecimal():
        raise typer.BadParameter(f"“{word}” is no level: a number from 0, or {AUTO}.")
    return word


@dataclass(frozen=True, slots=True)
class Wanted:
    """A question as the command line has it; an empty `mode` or `level` is that of what it follows, else the usual one."""

    question: str
    mode: str
    level: str
    only: RestrictionWords
    follows: str
    instead_of: str


def _ask(  # noqa: PLR0913  # one parameter an option
    project: ProjectPath,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What to ask of the whole collection.")],
    *,
    mode: Annotated[
        str | None,
        typer.Option(metavar=_MODES, parser=read_mode, help="How it is answered; auto: as its words suggest."),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            parser=read_level,
            help="For global, from 0, the overview; beyond the deepest means that; or auto.",
        ),
    ] = None,
    only_document: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="Only these documents; a part of the name is enough.")
    ] = None,
    only_entity: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only what speaks of these entities, by name or number.")
    ] = None,
    only_community: Annotated[
        list[int] | None, typer.Option(metavar="NUMBER", help="Only what speaks of these communities.")
    ] = None,
    only_type: Annotated[
        list[str] | None, typer.Option(metavar="TYPE", help="Only what speaks of entities of these types.")
    ] = None,
    since: Annotated[str, typer.Option(metavar="DATE", help="Only what is dated then or later: 2021, 2021-03.")] = "",
    until: Annotated[str, typer.Option(metavar="DATE", help="Only what is dated then or before.")] = "",
    follow: Annotated[
        str, typer.Option(metavar="ANSWER", help="Go on from a kept answer, by its id; “last” is the latest.")
    ] = "",
    instead_of: Annotated[
        str, typer.Option(metavar="ANSWER", help="Ask in place of the question of that answer: a branch beside it.")
    ] = "",
    keep: Annotated[bool, typer.Option("--keep", help="Keep it as a standing question.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what it would take and which records would be sent.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Answer a question, each sentence with what it rests on."""
    with told(as_json=as_json, project=project):
        lists = (tuple(map(as_text, each or ())) for each in (only_document, only_entity, only_type))
        documents, entities, types = lists
        only = RestrictionWords(documents, entities, tuple(only_community or ()), types, since, until)
        wanted = Wanted(as_text(question), mode or "", level or "", only, follow, instead_of)
        if dry_run:
            planned = finish(lambda control: _considered(project, wanted, control))
            show(answers.question_object(*planned), answers.question_text(*planned), as_json=as_json)
            return
        answer, following = finish(lambda control: _answered(project, wanted, control, is_kept=keep))
        result = answers.answer_object(answer, following), answers.answer_text(answer, following)
        show(*result, as_json=as_json)
        if answer.is_stopped:
            raise SystemExit(INTERRUPTED)
        if answer.failure or any(part.failure for part in answer.parts):
            raise SystemExit(INCOMPLETE)


def _standing(
    project: ProjectPath,
    *,
    again: Annotated[
        bool, typer.Option("--again", help="Ask those again whose documents have changed, and say what did.")
    ] = False,
    with_all: Annotated[bool, typer.Option("--all", help="With --again: the others as well.")] = False,
    forget: Annotated[str, typer.Option(metavar="ID", help="Keep this one no longer; its answers stay.")] = "",
    as_json: AsJson = False,
) -> None:
    """List the standing questions, or ask them again and say what has changed."""
    with told(as_json=as_json, project=project):
        rows = finish(lambda control: _standing_rows(project, control, again=again, with_all=with_all, forget=forget))
        show(answers.standing_object(rows), answers.standing_text(rows, was_asked=again), as_json=as_json)


def _answered(path: Path, wanted: Wanted, control: RunControl, *, is_kept: bool) -> tuple[Answer, tuple[str, ...]]:
    from graphrag_desktop.project import open_project
    from graphrag_desktop.query.next_questions import next_questions
    from graphrag_desktop.query.orders import answer_order
    from graphrag_desktop.query.standing import keep_asking

    with open_project(path) as project:
        answer = answer_order(project, _order(project, wanted), control)
        if is_kept:
            keep_asking(project, answer)
        return answer, () if answer.is_stopped else next_questions(project, answer, control)


def _considered(path: Path, wanted: Wanted, control: RunControl) -> tuple[QuestionEstimate, tuple[Considered, ...]]:
    """What a question would take and which records would be sent; vectors that are missing are made for it."""
    from graphrag_desktop.project import open_project
    from graphrag_desktop.query.orders import planned

    with open_project(path) as project:
        order = _order(project, wanted)
        search = planned(project, order, control)
        return search.estimate(order.question), search.contexts(order.question, control)


def _order(project: "Project", wanted: Wanted) -> QuestionOrder:
    """What is wanted, its names looked up; a follow-up is asked as the answer before it was, unless it is said otherwise."""
    from graphrag_desktop.explore.answers import kept_answer
    from graphrag_desktop.query.restriction_words import looked_up
    from graphrag_desktop.storage.answers import latest_answer

    if wanted.follows and wanted.instead_of:
        raise InvalidSetting("--follow and --instead-of cannot both be given.", "Go on from an answer, or replace one.")
    ids = [wanted.follows, wanted.instead_of]
    if _LAST in ids:
        latest = latest_answer(project.database)
        if latest is None:
            raise InvalidSetting("There is no answer yet to go on from.", "Ask a question first.")
        ids = [latest.id if each == _LAST else each for each in ids]
    before = kept_answer(project, ids[0] or ids[1]) if any(ids) else None
    order = QuestionOrder(wanted.question, follows=ids[0], instead_of=ids[1])
    if before is not None:
        order = replace(order, mode=before.mode, level=before.level, restriction=before.restriction)
    if wanted.mode:
        order = replace(order, mode=None if wanted.mode == AUTO else Mode(wanted.mode))
        order = replace(order, level=None if order.mode is None else order.level)
    if wanted.level:
        order = replace(order, level=None if wanted.level == AUTO else int(wanted.level))
    restriction = looked_up(project, wanted.only)
    return order if restriction.is_empty else replace(order, restriction=restriction)


def _standing_rows(
    path: Path, control: RunControl, *, again: bool, with_all: bool, forget: str
) -> tuple[answers.StandingRow, ...]:
    from graphrag_desktop.explore.comparison import compare_answers
    from graphrag_desktop.project import open_project
    from graphrag_desktop.query import standing

    with open_project(path, for_writing=again or bool(forget)) as project:
        if forget:
            if all(forget not in {each.id, each.latest} for each in standing.standing_questions(project)):
                raise InvalidSetting(f"No standing question has the id “{forget}”.", "“standing” lists them.")
            standing.stop_asking(project, forget)
        if again:
            return tuple(
                answers.StandingRow(
                    each.standing,
                    is_due=False,
                    is_new=each.is_new,
                    change=compare_answers(each.before, each.answer) if each.is_new and each.before else None,
                )
                for each in standing.ask_all_again(project, control, with_all=with_all)
            )
        listed = standing.standing_questions(project)
        return tuple(answers.StandingRow(each, is_due=standing.is_due(project, each)) for each in listed)
