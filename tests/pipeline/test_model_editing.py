"""Edits of entities that a model read: only what is touched is described again, its price is told before it is paid."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.edit_orders import delete_order, merge_order, split_order
from graphrag_desktop.pipeline.editing import make_edits, price_edits, undo_edits
from graphrag_desktop.pipeline.finishing import reports_to_write
from graphrag_desktop.project import Project
from graphrag_desktop.storage import claims, graph
from graphrag_desktop.storage.check import find_problems
from tests.pipeline.model_projects import ModelRuns
from tests.pipeline.test_editing import described, tables, titled
from tests.scripted_server import ScriptedServer


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[ModelRuns]:
    with ScriptedServer() as server:
        made = ModelRuns(server, tmp_path, claims=True)
        made.run()
        yield made


def asked(runs: ModelRuns, project: Project) -> list[str]:
    """What was asked of the server since, by task."""
    project.replies.write()
    return [each.task for each in runs.server.counts.requests if each.task != "models"]


def test_that_a_merge_asks_for_descriptions_of_what_it_touches_and_says_so_before(runs: ModelRuns) -> None:
    with runs.opened() as project:
        one, other = titled(project, "Ada Varn"), titled(project, "Ida Rusk")
        order = merge_order(project, one.number, other.number)
        before = len(asked(runs, project))
        price = price_edits(project, [order], RunControl())
        assert len(asked(runs, project)) == before
        made = make_edits(project, [order], RunControl())
        fresh = asked(runs, project)[before:]
        assert set(fresh) <= {"describe"}
        assert price.descriptions.calls.low <= len(fresh) <= price.descriptions.calls.high
        assert len(fresh) == made.run.model_calls
        assert price.reports
        assert not find_problems(project.database)
        merged = titled(project, "Ada Varn")
        sources = {*claims.sources_of(project.database, "entity", merged.number)}
        assert merged.count == len(sources)
        assert all(each.subject != other.id for each in claims.claims(project.database))


def test_that_undoing_asks_nothing_and_restores_every_number(runs: ModelRuns) -> None:
    with runs.opened() as project:
        before = tables(project)
        edits = make_edits(
            project,
            [merge_order(project, titled(project, "Ada Varn").number, titled(project, "Ida Rusk").number)],
            RunControl(),
        )
        already = len(asked(runs, project))
        undo_edits(project, [each.number for each in edits.made], RunControl())
        assert len(asked(runs, project)) == already
        assert tables(project) == before
        assert not find_problems(project.database)


def test_that_the_next_run_writes_the_reports_and_finds_the_same_entities(runs: ModelRuns) -> None:
    with runs.opened() as project:
        order = delete_order(project, titled(project, "Otto Kell").number)
        made = make_edits(project, [order], RunControl())
        assert made.reports_to_write
        shown = described(project)
    runs.run()
    with runs.opened() as project:
        assert described(project) == shown
        assert reports_to_write(project) == ()
        assert not find_problems(project.database)


def test_that_records_of_a_document_are_split_off_with_their_descriptions(runs: ModelRuns) -> None:
    with runs.opened() as project:
        ada = titled(project, "Ada Varn")
        document = graph.naming_documents(project.database, ada.number)[0]
        make_edits(project, [split_order(project, ada.number, "Ada Varn (first)", documents=[document])], RunControl())
        split, left = titled(project, "Ada Varn (first)"), titled(project, "Ada Varn")
        assert split.count + left.count == ada.count
        assert graph.naming_documents(project.database, split.number) == (document,)
        assert document not in graph.naming_documents(project.database, left.number)
        assert not find_problems(project.database)
