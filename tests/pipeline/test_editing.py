"""Edits of entities: carried out at once as the next run would, kept across runs, and undone without a trace."""

import contextlib
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag_desktop.domain.entity_edits import EditKind, EntityEdit
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, InputError
from graphrag_desktop.domain.events import Event, Warned
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.edit_orders import (
    delete_order,
    kept_edits,
    merge_order,
    rename_order,
    retype_order,
    split_order,
    tell_apart,
)
from graphrag_desktop.pipeline.editing import make_edits, price_edits, undo_edits
from graphrag_desktop.pipeline.removal import erase_documents, find_documents
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import Project, open_project
from graphrag_desktop.storage import documents, entity_edits, graph
from graphrag_desktop.storage.check import find_problems

TOWN = {
    "mill.txt": (
        "Anna Berg bought the old mill in Dunford in 1921. The mill stood empty for nine years. "
        "Anna Berg asked the Dunford Savings Bank for a loan, and the Dunford Savings Bank refused it. "
        "The council of Dunford praised Anna Berg for repairing the weir.\n"
    ),
    "bank.txt": (
        "The Dunford Savings Bank closed in March 1933. Karl Osterman, its director, left Dunford in the same week. "
        "Karl Osterman had lent the money of the Dunford Savings Bank to the railway. "
        "The railway never reached Dunford, and Anna Berg lost her deposit.\n"
    ),
    "weir.md": (
        "The weir at Dunford was repaired by Anna Berg and her brother Jonas Berg. Jonas Berg met Karl Ostermann there. "
        "Jonas Berg drew the plans of the weir. The river rose twice in 1934 and the weir held. "
        "Karl Ostermann paid Jonas Berg for the plans in Dunford.\n"
    ),
}
COMPARED = ("entities", "aliases", "alternate_types", "relationships", "mentions", "claims", "sentences", "text_units")
"""Tables that an edit at once, the same edit in a run, and undoing it must agree on, numbers and all."""


def write(folder: Path, texts: dict[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "town", TOWN)


@pytest.fixture
def project(tmp_path: Path, folder: Path) -> Project:
    made = start_project(tmp_path / "town.graphrag", folder)
    build_index(made, folder, RunControl())
    return made


def tables(project: Project, *names: str) -> dict[str, list[str]]:
    with contextlib.closing(sqlite3.connect(project.path)) as connection:
        return {name: sorted(map(repr, connection.execute(f"SELECT * FROM {name}"))) for name in names or COMPARED}


def titled(project: Project, title: str) -> Entity:
    return next(each for each in graph.entities(project.database) if each.title == title)


def edit(project: Project, *edits: EntityEdit) -> None:
    make_edits(project, edits, RunControl())
    assert not find_problems(project.database)


def test_that_a_merge_joins_mentions_names_and_relationships(project: Project) -> None:
    one, other = titled(project, "Karl Osterman"), titled(project, "Karl Ostermann")
    edit(project, merge_order(project, other.number, one.number))
    stays, goes = sorted((one, other), key=lambda each: each.number)
    merged = graph.entity(project.database, stays.number)
    assert merged is not None
    assert (merged.id, merged.title) == (stays.id, stays.title)
    assert goes.title in merged.aliases
    assert merged.count == one.count + other.count
    assert [each.title for each in graph.entities_named(project.database, [goes.title])] == [stays.title]
    assert graph.entity(project.database, goes.number) == merged  # what cites it still finds it


def test_that_merging_two_that_are_related_leaves_no_relationship_of_one_with_itself(project: Project) -> None:
    edit(project, merge_order(project, titled(project, "Anna Berg").number, titled(project, "Jonas Berg").number))
    assert all(each.source != each.target for each in graph.relationships(project.database))


def test_that_an_edit_is_kept_by_later_runs_which_find_nothing_to_do(project: Project, folder: Path) -> None:
    edit(
        project, merge_order(project, titled(project, "Karl Osterman").number, titled(project, "Karl Ostermann").number)
    )
    before = tables(project)
    summary = build_index(project, folder, RunControl())
    assert summary.readings_done == 0
    assert tables(project) == before
    write(
        folder,
        {"new.txt": "Karl Ostermann came back to Dunford in 1950, and Anna Berg did not speak to Karl Osterman.\n"},
    )
    build_index(project, folder, RunControl())
    ids = {each.id for each in graph.entities(project.database)}
    assert len(ids & {"karl osterman", "karl ostermann"}) == 1
    assert not find_problems(project.database)


def test_that_an_index_made_from_the_start_under_the_same_log_is_the_same(
    tmp_path: Path, project: Project, folder: Path
) -> None:
    edit(
        project, merge_order(project, titled(project, "Karl Osterman").number, titled(project, "Karl Ostermann").number)
    )
    edit(project, rename_order(project, titled(project, "Anna Berg").number, "Anna Maria Berg"))
    edit(project, delete_order(project, titled(project, "Dunford").number))
    with start_project(tmp_path / "fresh.graphrag", folder) as fresh:
        for each in entity_edits.edits(project.database):
            entity_edits.keep_edit(fresh.database, each)
        with fresh.database.writing() as connection:
            connection.execute("INSERT INTO sequences VALUES ('edit', 100)")
        build_index(fresh, folder, RunControl())
        assert described(fresh) == described(project)


def described(project: Project) -> tuple[object, ...]:
    """Entities, relationships, mentions and counts, without numbers."""
    entities = graph.entities(project.database)
    ids = {each.number: each.id for each in entities}
    return (
        [(each.id, each.title, each.type, each.count, each.documents, each.degree, each.aliases) for each in entities],
        [
            (each.source, each.target, each.count, each.clustering_weight)
            for each in graph.relationships(project.database)
        ],
        sorted(
            (ids[number], each.id, span)
            for each in documents.documents(project.database)
            for number, span in graph.mentions_within(project.database, each.id)
        ),
    )


def test_that_undoing_restores_every_number(project: Project) -> None:
    before = tables(project, *COMPARED, "communities", "memberships", "reports")
    edit(
        project, merge_order(project, titled(project, "Karl Osterman").number, titled(project, "Karl Ostermann").number)
    )
    edit(project, delete_order(project, titled(project, "Anna Berg").number))
    assert tables(project) != {name: before[name] for name in COMPARED}
    numbers = [each.number for each in kept_edits(project)[0]]
    undo_edits(project, numbers, RunControl())
    assert not find_problems(project.database)
    assert tables(project) == {name: before[name] for name in COMPARED}
    assert tables(project, "former") == {"former": []}


def test_that_a_split_by_name_and_by_document_makes_an_entity_of_its_own(project: Project) -> None:
    one, other = titled(project, "Karl Osterman"), titled(project, "Karl Ostermann")
    edit(project, merge_order(project, one.number, other.number))
    stays, goes = sorted((one, other), key=lambda each: each.number)
    edit(project, split_order(project, stays.number, "", [goes.title]))
    assert titled(project, goes.title).number == goes.number  # the number that it had
    assert titled(project, goes.title).count == goes.count
    anna = titled(project, "Anna Berg")
    weir = next(each.id for each in documents.documents(project.database) if each.paths == ("weir.md",))
    edit(project, split_order(project, anna.number, "Anna Berg (weir)", documents=[weir]))
    assert titled(project, "Anna Berg (weir)").documents == 1
    assert titled(project, "Anna Berg").documents == anna.documents - 1


def test_that_title_and_type_are_the_analysts(project: Project) -> None:
    anna = titled(project, "Anna Berg")
    edit(project, rename_order(project, anna.number, "Anna Maria Berg"), retype_order(project, anna.number, "miller"))
    changed = graph.entity(project.database, anna.number)
    assert changed is not None
    assert (changed.id, changed.title, changed.type) == (anna.id, "Anna Maria Berg", "miller")
    for name in ("Anna Berg", "Anna Maria Berg"):
        assert [each.number for each in graph.entities_named(project.database, [name])] == [anna.number]


def test_that_a_deleted_entity_leaves_no_mention(project: Project) -> None:
    anna = titled(project, "Anna Berg")
    edit(project, delete_order(project, anna.number))
    assert graph.entity(project.database, anna.number) is None
    assert not any(anna.id in (each.source, each.target) for each in graph.relationships(project.database))
    assert not any(anna.id in each.entities for each in graph.all_sentences(project.database))


def test_that_an_edit_whose_document_went_is_told_and_comes_back_with_it(project: Project, folder: Path) -> None:
    edit(
        project, merge_order(project, titled(project, "Karl Osterman").number, titled(project, "Karl Ostermann").number)
    )
    text = (folder / "weir.md").read_text(encoding="utf-8")
    (folder / "weir.md").unlink()
    events: list[Event] = []
    build_index(project, folder, RunControl(events.append))
    told = [each for each in events if isinstance(each, Warned) and "Merged" in each.item]
    assert len(told) == 1
    assert kept_edits(project)[1] == (1,)
    assert not find_problems(project.database)
    write(folder, {"weir.md": text})
    build_index(project, folder, RunControl())
    assert kept_edits(project)[1] == ()
    assert not find_problems(project.database)


def test_that_erasing_a_document_takes_its_words_out_of_the_edits_too(project: Project) -> None:
    one, other = titled(project, "Karl Osterman"), titled(project, "Karl Ostermann")
    edit(project, merge_order(project, one.number, other.number))
    edit(project, retype_order(project, titled(project, "Anna Berg").number, "miller"))
    tell_apart(project, titled(project, "Jonas Berg").number, titled(project, "Anna Berg").number)
    erase_documents(project, find_documents(project, ["weir.md"]), RunControl())
    assert [each.kind for each in kept_edits(project)[0]] == [EditKind.RETYPE]
    assert not find_problems(project.database)
    project.close()
    kept = project.path.read_bytes().lower()
    assert b"ostermann" not in kept
    assert b"jonas" not in kept


def test_that_a_stopped_edit_was_never_made(project: Project) -> None:
    before = tables(project)
    control = RunControl()
    control.cancel()
    order = delete_order(project, titled(project, "Anna Berg").number)
    with pytest.raises(Cancelled):
        make_edits(project, [order], control)
    assert kept_edits(project)[0] == ()
    assert tables(project) == before


def test_that_edits_that_make_no_sense_are_refused_with_a_reason(project: Project) -> None:
    anna = titled(project, "Anna Berg")
    jonas = titled(project, "Jonas Berg")
    every = [each.id for each in documents.documents(project.database)]
    for refused in (
        lambda: merge_order(project, anna.number, anna.number),
        lambda: merge_order(project, anna.number, 9_999),
        lambda: rename_order(project, anna.number, " "),
        lambda: rename_order(project, anna.number, "Anna Berg"),
        lambda: rename_order(project, anna.number, "JONAS BERG"),
        lambda: retype_order(project, anna.number, anna.type),
        lambda: retype_order(project, anna.number, ""),
        lambda: split_order(project, anna.number, "X"),
        lambda: split_order(project, anna.number, "X", ["Nobody"]),
        lambda: split_order(project, anna.number, "X", ["Anna Berg"]),
        lambda: split_order(project, anna.number, "X", documents=every),
        lambda: split_order(project, anna.number, "Jonas Berg", documents=every[:1]),
        lambda: undo_edits(project, [77], RunControl()),
        lambda: tell_apart(project, jonas.number, jonas.number),
    ):
        with pytest.raises(InputError):
            refused()


def test_that_a_project_open_for_reading_is_not_edited(project: Project) -> None:
    order = delete_order(project, titled(project, "Anna Berg").number)
    project.close()
    with open_project(project.path, for_writing=False) as read_only, pytest.raises(GraphRagError):
        make_edits(read_only, [order], RunControl())


def test_that_changed_settings_of_reading_ask_for_a_run_first(project: Project) -> None:
    project.keep_settings(project.settings.changed({"unit_tokens": 50, "overlap_tokens": 0}))
    with pytest.raises(InputError, match="How documents are read"):
        make_edits(project, [delete_order(project, titled(project, "Anna Berg").number)], RunControl())
    assert kept_edits(project)[0] == ()


def test_that_without_a_model_nothing_has_a_price(project: Project) -> None:
    price = price_edits(project, [delete_order(project, titled(project, "Anna Berg").number)], RunControl())
    assert price.is_free


def test_that_pairs_told_apart_are_forgotten_with_their_entities(project: Project, folder: Path) -> None:
    tell_apart(project, titled(project, "Karl Osterman").number, titled(project, "Karl Ostermann").number)
    assert len(entity_edits.not_same(project.database)) == 1
    (folder / "weir.md").unlink()
    build_index(project, folder, RunControl())
    assert not entity_edits.not_same(project.database)


@st.composite
def plans(draw: st.DrawFn) -> list[tuple[EditKind, int, int]]:
    steps = st.tuples(st.sampled_from(list(EditKind)), st.integers(0, 50), st.integers(0, 50))
    return draw(st.lists(steps, min_size=1, max_size=5))


def ordered(project: Project, kind: EditKind, one: int, other: int) -> EntityEdit | None:
    """An edit of some entities of the project, None where there is none of that kind."""
    entities = graph.entities(project.database)
    first, second = entities[one % len(entities)], entities[other % len(entities)]
    named = graph.naming_documents(project.database, first.number)
    orders = {
        EditKind.MERGE: lambda: merge_order(project, first.number, second.number),
        EditKind.SPLIT: lambda: split_order(
            project, first.number, f"{first.title} {other}", first.aliases[:1], named[:1]
        ),
        EditKind.RENAME: lambda: rename_order(project, first.number, f"{first.title} {other}"),
        EditKind.RETYPE: lambda: retype_order(project, first.number, second.type),
        EditKind.DELETE: lambda: delete_order(project, first.number),
    }
    try:
        return orders[kind]() if len(entities) > 3 else None
    except InputError:
        return None


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=plans())
def test_that_any_edits_at_once_give_what_a_run_gives_and_can_all_be_undone(
    plan: list[tuple[EditKind, int, int]], project: Project, folder: Path, tmp_path: Path
) -> None:
    if left := kept_edits(project)[0]:  # of an example that failed
        undo_edits(project, [each.number for each in left], RunControl())
    before = tables(project)
    for step in plan:
        order = ordered(project, *step)
        if order is not None:
            edit(project, order)
    log, unapplied = kept_edits(project)
    assert unapplied == ()
    fresh_path = tmp_path / "fresh.graphrag"
    fresh_path.unlink(missing_ok=True)
    with start_project(fresh_path, folder) as fresh:
        for each in log:
            entity_edits.keep_edit(fresh.database, each)
        build_index(fresh, folder, RunControl())
        assert described(fresh) == described(project)
    undo_edits(project, [each.number for each in log], RunControl())
    assert not find_problems(project.database)
    assert tables(project) == before
