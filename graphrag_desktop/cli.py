"""Every command of the program; what is heavy is imported by the command that needs it."""

import contextlib
import itertools
import re
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from graphrag_desktop import cli_answers as answers
from graphrag_desktop import cli_asking, cli_care, cli_compare, cli_entities, cli_plan, cli_removal, cli_window
from graphrag_desktop import cli_checks as checks
from graphrag_desktop import cli_results as results
from graphrag_desktop.assets import SAMPLE_QUESTION
from graphrag_desktop.cli_output import (
    INCOMPLETE,
    INTERRUPTED,
    MISUSED,
    UNSOUND,
    prepare_streams,
    say,
    show,
    show_text,
    told,
)
from graphrag_desktop.cli_progress import finish
from graphrag_desktop.cli_words import AsJson, ProjectPath, read_path
from graphrag_desktop.cli_work import (
    Order,
    demonstrated,
    find_problems_of,
    indexed,
    read_passwords,
)
from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.errors import GraphRagError, InvalidSetting, MissingLibrary
from graphrag_desktop.domain.model_choice import EngineWords, choose_models
from graphrag_desktop.domain.settings import Settings, SettingValue, parse_setting
from graphrag_desktop.ui.shown import Page, Shown
from graphrag_desktop.ui.workspaces import PanelName, Workspace

_NAME = "graphrag-desktop"
_SAFE_MODE, _PORTABLE = "--safe-mode", "--portable"
_LEADING = (_SAFE_MODE, _PORTABLE)  # before anything else

_app = typer.Typer(
    rich_markup_mode=None,  # with it, help takes three times as long
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="A folder or a project alone, or nothing, opens the window. A path with a command's name: ./demo",
)
_LEVEL_WORDS = "From 0, the overview; beyond the deepest means the deepest."
_Level = Annotated[int | None, typer.Option(min=0, metavar="N", help=_LEVEL_WORDS)]


def run(words: Sequence[str]) -> int:
    """Carry out a command line: a command, or a path or nothing for the window; returns or exits with the status."""
    prepare_streams()
    leading = list(itertools.takewhile(_LEADING.__contains__, words))
    words = words[len(leading) :]
    is_safe = _SAFE_MODE in leading
    if _PORTABLE in leading:
        cli_window.keep_all_beside()
    first = words[0] if words else ""
    if is_safe and first.startswith("-"):
        return _misused(f"After {_SAFE_MODE} comes a folder, a project or nothing.")
    if words and not first:
        return _misused("An empty word is no folder and no project.")
    if first.startswith("-") or first in {command.name for command in _app.registered_commands}:
        with told():
            _app(list(words), prog_name=_NAME)
    from graphrag_desktop.storage.project_file import is_there

    if first and not is_there(Path(first)):
        return _misused(f"“{first}” is no command, and there is no such file or folder.")
    if len(words) > 1:
        return _misused(f"The window opens on one folder or project: “{words[1]}” is one word too many.")
    with told():
        return cli_window.open_window(Path(first) if first else None, is_safe=is_safe)
    return 0


@_app.callback(invoke_without_command=True)
def _program(
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
    safe_mode: Annotated[  # read before the commands are; stands here to be found by --help
        bool, typer.Option(_SAFE_MODE, help="Open the window as it comes: nothing remembered is used or changed.")
    ] = False,
    portable: Annotated[
        bool, typer.Option(_PORTABLE, help="Keep projects, settings and log in a folder beside the program.")
    ] = False,
) -> None:
    """Turn a folder of documents into a map that can be read and questioned."""
    if version:
        from importlib import metadata

        try:
            show_text(f"GraphRAG Desktop {metadata.version(_NAME)}")
        except metadata.PackageNotFoundError:
            show_text("GraphRAG Desktop, not installed")
        raise typer.Exit


@_app.command("index")
def _index(  # noqa: PLR0913  # one parameter an option
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of documents.", parser=read_path)],
    *,
    project: Annotated[
        Path | None,
        typer.Option(
            "--project",
            "-p",
            metavar="PROJECT",
            help="Where the project lies; else in your documents folder.",
            parser=read_path,
        ),
    ] = None,
    engine: Annotated[
        str | None, typer.Option(metavar="ENGINE", help="Who reads and writes: builtin or model; else as before.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Where the model's server is, as http://127.0.0.1:11434/v1.")
    ] = None,
    model: Annotated[str | None, typer.Option(metavar="NAME", help="The model that reads and writes.")] = None,
    embedding_model: Annotated[str | None, typer.Option(metavar="NAME", help="The model that makes vectors.")] = None,
    assignments: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting to change; may be repeated.")
    ] = None,
    password_file: Annotated[
        Path | None,
        typer.Option(
            "--password-file",
            metavar="FILE",
            help="Passwords for encrypted files, one a line; kept nowhere.",
            parser=read_path,
        ),
    ] = None,
    cluster: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A Dask cluster that reads, as tcp://10.0.0.5:8786.")
    ] = "",
    rebuild: Annotated[bool, typer.Option("--rebuild-communities", help="Find all communities anew.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make or bring up to date the project of a folder."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.project import default_path

        words = EngineWords(engine, base_url, model, embedding_model)
        changes = dict(parse_setting(each) for each in assignments or ())
        path = project or default_path(folder)
        if dry_run:
            _plan(folder, path, words, changes, as_json=as_json)
            return
        order = Order(words, changes, read_passwords(password_file), rebuild, cluster)
        result = finish(lambda control: indexed(folder, path, order, control))
        show(results.index_object(result), results.index_text(result), as_json=as_json)
        if not result.summary.is_complete:
            raise SystemExit(INCOMPLETE)


cli_asking.add_to(_app)


@_app.command("check-answer")
def _check_answer(
    project: ProjectPath,
    *,
    answer: Annotated[str, typer.Option(metavar="ID", help="A kept answer; without it the one given last.")] = "",
    sensitive: Annotated[
        bool, typer.Option("--sensitive", help="Take the first layer that does not say it for the last.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what it would take.")] = False,
    as_json: AsJson = False,
) -> None:
    """Have the project's model check an answer, statement by statement down to the documents."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.domain.answer_checks import PATIENT, SENSITIVE, Verdict

        patience = SENSITIVE if sensitive else PATIENT
        if dry_run:
            estimate = checks.estimated(project, answer, patience)
            show(checks.estimate_object(estimate), checks.estimate_text(estimate), as_json=as_json)
            return
        found = finish(lambda control: checks.checked(project, answer, patience, control))
        if found.check is not None:
            show(checks.check_object(found, found.check), checks.check_text(found, found.check), as_json=as_json)
            if found.check.is_stopped:
                raise SystemExit(INTERRUPTED)
            if any(each.verdict is Verdict.UNCHECKED and not each.trail for each in found.check.statements):
                raise SystemExit(INCOMPLETE)


@_app.command("communities")
def _communities(project: ProjectPath, *, level: _Level = None, as_json: AsJson = False) -> None:
    """List the communities, of one level or all of them."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.explore.hierarchy import hierarchy_view
        from graphrag_desktop.project import open_project

        with open_project(project, for_writing=False) as opened:
            view = hierarchy_view(opened)
        rows = results.tree_order(view) if level is None else view.at(level)
        show(results.communities_object(rows), results.communities_text(rows, is_tree=level is None), as_json=as_json)


@_app.command("report")
def _report(
    project: ProjectPath,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of a community.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Print the report of a community."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.explore.reports import report_view
        from graphrag_desktop.project import open_project

        with open_project(project, for_writing=False) as opened:
            report = report_view(opened, number)
        show(results.report_object(report), results.report_text(report), as_json=as_json)


@_app.command("info")
def _info(project: ProjectPath, *, as_json: AsJson = False) -> None:
    """Say what a project holds, document by document."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.explore.project_info import project_info
        from graphrag_desktop.project import open_project
        from graphrag_desktop.query.levels import estimate_levels, table_of_conditions

        with open_project(project, for_writing=False) as opened:
            held = (project_info(opened), estimate_levels(opened), table_of_conditions(opened))
        show(results.info_object(*held), results.info_text(*held), as_json=as_json)


@_app.command("case")
def _case(
    project: ProjectPath,
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write it there, as .docx, .html or .md.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List what is kept in the case file, or write it with numbered sources."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.explore.case_file import case_items, write_case
        from graphrag_desktop.project import open_project

        with open_project(project, for_writing=False) as opened:
            items = case_items(opened)
            if output is not None:
                write_case(opened, output)
        show(answers.case_object(items), answers.case_text(items), as_json=as_json)


@_app.command("check")
def _check(project: ProjectPath, *, as_json: AsJson = False) -> None:
    """Check that a project is sound: exit status 3 where it is not."""
    with told(as_json=as_json, project=project):
        problems = find_problems_of(project)
        show(results.problems_object(problems), results.problems_text(problems), as_json=as_json)
        if problems:
            raise SystemExit(UNSOUND)


@_app.command("demo")
def _demo() -> None:
    """Index the bundled sample, ask it a question, and show it."""
    with told():
        place = Path(tempfile.mkdtemp(prefix="graphrag-desktop-demo-"))
        project = place / "sample.graphrag"
        say(f"Indexing a case about a fictional harbour into {project}")
        result, answer = finish(lambda control: demonstrated(project, control))
        show_text(f"{results.index_text(result)}\n\n{SAMPLE_QUESTION}\n\n{answers.answer_text(answer)}\n")
        status = _show_demo(project, place / "sample.png")
    raise SystemExit(status)


@_app.command("screenshot")
def _screenshot(  # noqa: PLR0913  # one parameter an option
    project: ProjectPath,
    *,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="PICTURE.png", help="Where to save the picture.", parser=read_path)
    ],
    level: _Level = None,
    theme: Annotated[Literal["light", "dark"], typer.Option(help="Light or dark.")] = "light",
    size: Annotated[str, typer.Option(metavar="WIDTHxHEIGHT", help="In pixels.")] = "1600x1000",
    community: Annotated[int | None, typer.Option(metavar="NUMBER", help="The number of a community to open.")] = None,
    question: Annotated[str | None, typer.Option(metavar="TEXT", help="A question to ask.")] = None,
    mode: Annotated[Mode, typer.Option(help="How the question is answered.")] = Mode.GLOBAL,
    entity: Annotated[int | None, typer.Option(metavar="NUMBER", help="The number of an entity to choose.")] = None,
    document: Annotated[
        str | None, typer.Option(metavar="TEXT", help="A document to open; a part of its name is enough.")
    ] = None,
    workspace: Annotated[Workspace | None, typer.Option(help="How the panels lie.")] = None,
    panel: Annotated[PanelName | None, typer.Option(help="The panel to bring to the front.")] = None,
    page: Annotated[Page | None, typer.Option(help="Another page, the palette, or a window beside this one.")] = None,
    typed: Annotated[str, typer.Option(metavar="TEXT", help="What is typed in the palette.")] = "",
) -> None:
    """Save a picture of the window on a project, or on a folder that could be indexed; needs no display."""
    with told(project=project):
        chosen = Shown(level, theme, _parse_size(size), community, question, entity, document)
        cli_window.save_picture(
            project, out, replace(chosen, workspace=workspace, panel=panel, page=page, typed=typed, mode=mode)
        )
        say(f"Saved {out}")


cli_care.add_commands(_app)
cli_compare.add_commands(_app)
cli_entities.add_commands(_app)
cli_removal.add_commands(_app)


def _plan(folder: Path, path: Path, words: EngineWords, changes: dict[str, SettingValue], *, as_json: bool) -> None:
    from graphrag_desktop.pipeline.forecast import estimate_run
    from graphrag_desktop.pipeline.plan import plan_index
    from graphrag_desktop.project import open_project
    from graphrag_desktop.storage.project_file import is_there

    with contextlib.ExitStack() as stack:
        opened = stack.enter_context(open_project(path, for_writing=False)) if is_there(path) else None
        settings = (Settings() if opened is None else opened.settings).changed(changes)
        models = choose_models(words, None if opened is None else opened.models)
        plan = plan_index(folder, opened, settings=settings)
        forecast = None if models is None else estimate_run(plan.planned, settings, models, opened)
    show(cli_plan.plan_object(plan, forecast), cli_plan.plan_text(plan, forecast, path), as_json=as_json)


def _show_demo(project: Path, picture: Path) -> int:
    """Open the window where somebody can see it, else save a picture of it and say where."""
    if cli_window.is_window_seen():
        try:
            cli_window.require_window()
        except MissingLibrary as error:
            say(f"{error.message}\n{error.hint}")
        except GraphRagError as error:
            say(error.message)
        else:
            return cli_window.open_window(project)
    cli_window.save_picture(project, picture, Shown())
    show_text(f"Picture of the window: {picture}")
    return 0


def _parse_size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,5})[x×](\d{2,5})", text.strip().lower())
    if match is None:
        raise InvalidSetting(f"“{text}” is no size.", "Write --size 1600x1000.")
    return int(match[1]), int(match[2])


def _misused(words: str) -> int:
    say(f"{words}\n“{_NAME} --help” lists the commands.")
    return MISUSED
