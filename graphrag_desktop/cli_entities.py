"""The commands on entities: listing them and what may be a duplicate, and every edit of them, with its price before it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphrag_desktop.cli_edits import (
    duplicates_object,
    duplicates_text,
    edits_object,
    edits_text,
    entities_object,
    entities_text,
    made_object,
    made_text,
    price_object,
    price_text,
)
from graphrag_desktop.cli_output import show, told
from graphrag_desktop.cli_progress import finish
from graphrag_desktop.cli_words import as_text, read_path
from graphrag_desktop.domain.run_control import RunControl

if TYPE_CHECKING:
    from graphrag_desktop.domain.entity_edits import EntityEdit
    from graphrag_desktop.project import Project

_ProjectPath = Annotated[Path, typer.Argument(metavar="PROJECT", help="A project file.", parser=read_path)]
_Number = Annotated[int, typer.Argument(metavar="NUMBER", help="The number of an entity.")]
_Other = Annotated[int, typer.Argument(metavar="OTHER", help="The number of another one.")]
_AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what it would ask of a model.")]


def add_commands(app: typer.Typer) -> None:
    """Have the program know them."""
    for name, command in _COMMANDS.items():
        app.command(name)(command)


def _entities(
    project: _ProjectPath,
    *,
    duplicates: Annotated[
        bool, typer.Option("--duplicates", help="List the pairs that may be one entity, the likeliest first.")
    ] = False,
    as_json: _AsJson = False,
) -> None:
    """List the entities, or what may be a duplicate among them."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.explore.duplicates import find_duplicates
        from graphrag_desktop.explore.entities import entity_rows
        from graphrag_desktop.project import open_project

        with open_project(project, for_writing=False) as opened:
            if duplicates:
                found = find_duplicates(opened, RunControl())
                show(duplicates_object(found), duplicates_text(found), as_json=as_json)
                return
            rows = entity_rows(opened)
        show(entities_object(rows), entities_text(rows), as_json=as_json)


def _merge(
    project: _ProjectPath, number: _Number, other: _Other, *, dry_run: _DryRun = False, as_json: _AsJson = False
) -> None:
    """Make one entity of two: the older keeps its number, the other becomes one of its names."""
    from graphrag_desktop.pipeline.edit_orders import merge_order

    _edit(project, lambda opened: merge_order(opened, number, other), is_dry=dry_run, as_json=as_json)


def _split(  # noqa: PLR0913  # one parameter an option
    project: _ProjectPath,
    number: _Number,
    *,
    names: Annotated[
        list[str] | None, typer.Option("--name", metavar="NAME", help="One of its names to go; may be repeated.")
    ] = None,
    documents: Annotated[
        list[str] | None,
        typer.Option(
            "--document", metavar="TEXT", help="A document whose mentions go: a part of its path; may be repeated."
        ),
    ] = None,
    title: Annotated[str, typer.Option(metavar="TITLE", help="What the new entity is called; else the name.")] = "",
    dry_run: _DryRun = False,
    as_json: _AsJson = False,
) -> None:
    """Split names, or what stands in some documents, from an entity into a new one."""
    from graphrag_desktop.explore.documents import documents_called
    from graphrag_desktop.pipeline.edit_orders import split_order

    wanted, called = [as_text(each) for each in names or ()], [as_text(each) for each in documents or ()]

    def order(opened: "Project") -> "EntityEdit":
        return split_order(opened, number, as_text(title), wanted, documents_called(opened, called))

    _edit(project, order, is_dry=dry_run, as_json=as_json)


def _rename(
    project: _ProjectPath,
    number: _Number,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What it is to be called.")],
    *,
    dry_run: _DryRun = False,
    as_json: _AsJson = False,
) -> None:
    """Call an entity something else; its old title still leads to it."""
    from graphrag_desktop.pipeline.edit_orders import rename_order

    _edit(project, lambda opened: rename_order(opened, number, as_text(title)), is_dry=dry_run, as_json=as_json)


def _retype(
    project: _ProjectPath,
    number: _Number,
    kind: Annotated[str, typer.Argument(metavar="TYPE", help="Such as person, organization, place, event, concept.")],
    *,
    dry_run: _DryRun = False,
    as_json: _AsJson = False,
) -> None:
    """Have an entity be of another type."""
    from graphrag_desktop.pipeline.edit_orders import retype_order

    _edit(project, lambda opened: retype_order(opened, number, as_text(kind)), is_dry=dry_run, as_json=as_json)


def _delete(project: _ProjectPath, number: _Number, *, dry_run: _DryRun = False, as_json: _AsJson = False) -> None:
    """Leave an entity out, with its mentions and relationships; no document is changed."""
    from graphrag_desktop.pipeline.edit_orders import delete_order

    _edit(project, lambda opened: delete_order(opened, number), is_dry=dry_run, as_json=as_json)


def _not_same(
    project: _ProjectPath,
    number: _Number,
    other: _Other,
    *,
    undo: Annotated[bool, typer.Option("--undo", help="Take it back: they may be suggested again.")] = False,
    as_json: _AsJson = False,
) -> None:
    """Say that two entities are not the same: they are not suggested as duplicates any more."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.pipeline.edit_orders import tell_apart
        from graphrag_desktop.project import open_project

        with open_project(project) as opened:
            one, two = tell_apart(opened, number, other, is_so=not undo)
        words = "may be the same again" if undo else "are not the same"
        show(
            {"one": one.number, "other": two.number, "not_same": not undo},
            f"“{one.title}” and “{two.title}” {words}.",
            as_json=as_json,
        )


def _edits(project: _ProjectPath, *, as_json: _AsJson = False) -> None:
    """List the edits of entities that hold, in the order in which they were made."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.pipeline.edit_orders import kept_edits
        from graphrag_desktop.project import open_project

        with open_project(project, for_writing=False) as opened:
            edits, unapplied = kept_edits(opened)
        show(edits_object(edits, unapplied), edits_text(edits, unapplied), as_json=as_json)


def _undo(
    project: _ProjectPath,
    number: Annotated[
        int | None, typer.Argument(metavar="[EDIT]", help="The number of an edit; without it the last one.")
    ] = None,
    *,
    as_json: _AsJson = False,
) -> None:
    """Undo an edit of entities: all is as it would be had it not been made."""
    with told(as_json=as_json, project=project):
        from graphrag_desktop.pipeline.edit_orders import last_edit
        from graphrag_desktop.pipeline.editing import undo_edits
        from graphrag_desktop.project import open_project

        with open_project(project) as opened:
            wanted = last_edit(opened) if number is None else number
            made = finish(lambda control: undo_edits(opened, [wanted], control))
        show(made_object(made), made_text(made, "Undone."), as_json=as_json)


def _edit(path: Path, order: "Callable[[Project], EntityEdit]", *, is_dry: bool, as_json: bool) -> None:
    with told(as_json=as_json, project=path):
        from graphrag_desktop.pipeline.editing import make_edits, price_edits
        from graphrag_desktop.project import open_project

        with open_project(path, for_writing=not is_dry) as opened:
            edit = order(opened)
            if is_dry:
                price = finish(lambda control: price_edits(opened, [edit], control))
                show(price_object(edit, price), price_text(edit, price), as_json=as_json)
                return
            made = finish(lambda control: make_edits(opened, [edit], control))
        show(made_object(made), made_text(made, edit.words), as_json=as_json)


_COMMANDS: dict[str, Callable[..., None]] = {
    "entities": _entities,
    "merge": _merge,
    "split": _split,
    "rename": _rename,
    "retype": _retype,
    "delete-entity": _delete,
    "not-same": _not_same,
    "edits": _edits,
    "undo": _undo,
}
