"""The commands that look after a project file: repair it, make it smaller, back it up."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphrag_desktop.cli_output import INCOMPLETE, Json, show, told
from graphrag_desktop.cli_progress import finish
from graphrag_desktop.cli_words import counted, read_path

if TYPE_CHECKING:
    from graphrag_desktop.pipeline.repairs import Repair

_ProjectPath = Annotated[Path, typer.Argument(metavar="PROJECT", help="A project file.", parser=read_path)]
_AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def add_commands(program: typer.Typer) -> None:
    """Add them to the program's."""
    program.command("repair")(_repair)
    program.command("compact")(_compact)
    program.command("backup")(_backup)


def _repair(project: _ProjectPath, *, as_json: _AsJson = False) -> None:
    """Repair a damaged project out of what can be read of it; no model is asked, and the damaged file is kept."""
    with told(as_json=as_json):
        from graphrag_desktop.pipeline.repairs import repair_project

        repair = finish(lambda control: repair_project(project, control))
        show(_repair_object(project, repair), _repair_text(project, repair), as_json=as_json)
        if repair.failures:
            raise SystemExit(INCOMPLETE)


def _compact(project: _ProjectPath, *, as_json: _AsJson = False) -> None:
    """Make a project file as small as what it holds allows."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.project import open_project

        with open_project(project) as opened:
            before, after = opened.compact()
        text = f"{project}: {_megabytes(before)} before, {_megabytes(after)} now"
        show({"project": str(project), "bytes_before": before, "bytes_after": after}, text, as_json=as_json)


def _backup(
    project: _ProjectPath,
    target: Annotated[
        Path, typer.Argument(metavar="TARGET", help="A file, or a folder that is there.", parser=read_path)
    ],
    *,
    as_json: _AsJson = False,
) -> None:
    """Copy a project as it is now, though it be in use; an earlier backup at the same place is replaced."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.project import SUFFIX, open_project

        moment = datetime.now().astimezone().strftime("%Y-%m-%d %H-%M-%S")
        place = target / f"{project.stem} {moment}{SUFFIX}" if target.is_dir() else target
        with open_project(project, for_writing=False) as opened:
            opened.save_copy(place)
        size = place.stat().st_size
        show({"project": str(project), "backup": str(place), "bytes": size}, f"Saved {place}", as_json=as_json)


def _repair_object(project: Path, repair: "Repair") -> Json:
    return {
        "project": str(project),
        "problems": list(repair.problems),
        "damaged": None if repair.damaged is None else str(repair.damaged),
        "lost": dict(repair.lost),
        "rebuilt": repair.is_rebuilt,
        "failures": [{"stage": each.stage, "item": each.item, "reason": each.reason} for each in repair.failures],
    }


def _repair_text(project: Path, repair: "Repair") -> str:
    if not repair.problems:
        return f"{project} is sound; nothing had to be repaired."
    lines = [f"{project} was repaired.", "", "What was wrong:", *(f"  {each}" for each in repair.problems)]
    if repair.lost:
        lines += ["", "Could not be read:"]
        lines += [f"  {table}: {counted(count, 'place')}" for table, count in sorted(repair.lost.items())]
    if repair.is_rebuilt:
        lines += ["", "The index was made anew of what is kept; no model was asked."]
    if repair.failures:
        lines += ["", "Still missing; index the folder again to have it made:"]
        lines += [f"  {each.item}: {each.reason}" for each in repair.failures]
    return "\n".join([*lines, "", f"The damaged file is kept as {repair.damaged}"])


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
