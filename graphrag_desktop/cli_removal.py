"""The commands that take documents out of a project and let them in again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from graphrag_desktop import cli_changes as changes
from graphrag_desktop.cli_output import INCOMPLETE, show, told
from graphrag_desktop.cli_progress import finish
from graphrag_desktop.cli_words import AsJson, ProjectPath, as_text, counted
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.run_control import RunControl

_Documents = Annotated[
    list[str], typer.Argument(metavar="DOCUMENT...", help="Documents by path, as info lists them, or by id.")
]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")]


def add_commands(app: typer.Typer) -> None:
    """Have the program know these commands."""
    app.command("remove")(_remove)
    app.command("erase")(_erase)
    app.command("take-back")(_take_back)


def _remove(project: ProjectPath, names: _Documents, *, dry_run: _DryRun = False, as_json: AsJson = False) -> None:
    """Take documents out with all that rests on them alone; they stay out."""
    _take_out(project, names, is_erased=False, dry_run=dry_run, as_json=as_json)


def _erase(project: ProjectPath, names: _Documents, *, dry_run: _DryRun = False, as_json: AsJson = False) -> None:
    """Remove documents so that no word that only they have is left."""
    _take_out(project, names, is_erased=True, dry_run=dry_run, as_json=as_json)


def _take_back(project: ProjectPath, names: _Documents, *, as_json: AsJson = False) -> None:
    """Let removed documents in again; the next index reads them."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.pipeline.taking_back import take_back
        from graphrag_desktop.project import open_project

        with open_project(project) as opened:
            count = take_back(opened, [as_text(each) for each in names])
        text = f"Let in again: {counted(count, 'document')}. Index the folder to read {'it' if count == 1 else 'them'}."
        show({"documents": count}, text, as_json=as_json)


def _take_out(project: Path, names: Sequence[str], *, is_erased: bool, dry_run: bool, as_json: bool) -> None:
    with told(as_json=as_json, project=project):
        from graphrag_desktop.pipeline import removal
        from graphrag_desktop.project import open_project

        wanted = [as_text(each) for each in names]
        with open_project(project, for_writing=not dry_run) as opened:
            ids = removal.find_documents(opened, wanted)
            if dry_run:
                plan = removal.plan_removal(opened, ids)
                show(changes.plan_object(plan), changes.plan_text(plan), as_json=as_json)
                return
            if opened.read_only_reason:
                raise InputError(opened.read_only_reason, "Close the other window or program first.")
            work = removal.erase_documents if is_erased else removal.remove_documents

            def carry_out(control: RunControl) -> removal.RemovalResult:
                return work(opened, ids, control)

            result = finish(carry_out)
        show(changes.removal_object(result), changes.removal_text(result, is_erased=is_erased), as_json=as_json)
        if not result.run.is_complete:
            raise SystemExit(INCOMPLETE)
