"""A folder that changes: only what depends on a change is done again, and what it changed is told."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.changes import DocumentChanges, PathChange
from graphrag_desktop.domain.identity import DocumentId, EntityId
from graphrag_desktop.explore.project_info import project_info
from graphrag_desktop.llm import server
from graphrag_desktop.pipeline.change_summary import document_changes
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities
from graphrag_desktop.storage.changes import last_change
from graphrag_desktop.storage.check import find_problems
from tests.llm.speaking import QUICK
from tests.pipeline.model_projects import ModelRuns, write_folder
from tests.pipeline.test_removal import records
from tests.projects import MILL
from tests.scripted_server import ScriptedServer


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelRuns]:
    monkeypatch.setattr(server, "RetryPolicy", lambda: QUICK)
    with ScriptedServer() as running:
        yield ModelRuns(running, tmp_path)


def from_scratch(runs: ModelRuns) -> tuple[object, ...]:
    """What an index of the folder as it is now holds, made in another project."""
    path = runs.path
    runs.path = path.with_name("scratch.graphrag")
    try:
        runs.run()
        with runs.opened() as project:
            return records(project)
    finally:
        runs.path.unlink()
        runs.path = path


def members_of(project: Project) -> dict[int, tuple[EntityId, ...]]:
    return {number: each.entities for number, each in communities.hierarchy(project.database).communities.items()}


def kept_reports(project: Project) -> dict[int, str]:
    return communities.report_keys(project.database)


def edit(path: Path) -> None:
    """Other words in place of its last sentence."""
    lines = path.read_text(encoding="utf-8").split("\n\n")
    lines[-1] = f"{lines[-1]} Nora Quill sold a lantern to Otto Kell on the last day."
    path.write_text("\n\n".join(lines), encoding="utf-8")


def test_that_an_edit_costs_what_it_touched_and_gives_what_a_fresh_index_gives(runs: ModelRuns) -> None:
    write_folder(runs.folder, documents=8)
    (runs.folder / "fair.txt").write_text(MILL.texts["fair.txt"] * 2, encoding="utf-8")  # about others altogether
    first = runs.run()
    edit(runs.folder / "5.txt")
    second = runs.run()
    assert second.model_calls < first.model_calls / 4
    change = second.change
    assert change is not None
    assert change.documents == DocumentChanges(edited=("5.txt",))
    assert change.communities_kept
    assert change.reports_kept
    with runs.opened() as project:
        assert find_problems(project.database) == ()
        incremental = records(project)
        told = last_change(project.database)
        assert told is not None
        assert (told.version, told.documents, told.reports_kept) == (2, change.documents, change.reports_kept)
        assert project_info(project).change == told
    assert incremental == from_scratch(runs)


def test_that_no_reply_is_asked_for_again_after_a_change(runs: ModelRuns) -> None:
    runs.run()
    before = runs.asked
    edit(runs.folder / "1.txt")
    runs.run()
    edit(runs.folder / "2.txt")  # what an earlier change did not touch is still there after another
    runs.run()
    again = {words for words, count in runs.asked.items() if count > 1 and "one letter" not in words}
    assert len(again) <= len(before) // 50, sorted(again)[:3]


def test_that_five_rounds_of_changes_give_what_a_fresh_index_gives(runs: ModelRuns) -> None:
    runs.run()
    spare = write_folder(runs.path.parent / "spare", documents=12)
    for at in range(5):
        shutil.copy(spare / f"{at + 4}.txt", runs.folder / f"{at + 4}.txt")
        edit(runs.folder / f"{at + 3}.txt")
        (runs.folder / f"{at}.txt").unlink()
        summary = runs.run()
        assert summary.change is not None
        documents = summary.change.documents
        assert (documents.new, documents.removed) == ((f"{at + 4}.txt",), (f"{at}.txt",))
        assert documents.edited == (f"{at + 3}.txt",)
    with runs.opened() as project:
        assert find_problems(project.database) == ()
        incremental = records(project)
    assert incremental == from_scratch(runs)


def test_that_a_renamed_file_costs_nothing_and_keeps_every_community_and_report(runs: ModelRuns) -> None:
    runs.run()
    with runs.opened() as project:
        before = kept_reports(project)
    (runs.folder / "old").mkdir()
    (runs.folder / "0.txt").rename(runs.folder / "old" / "0.txt")
    (runs.folder / "1.txt").rename(runs.folder / "one.txt")
    summary = runs.run()
    assert summary.model_calls == 0
    assert summary.change is not None
    documents = summary.change.documents
    assert documents.moved == (PathChange("0.txt", "old/0.txt"),)
    assert documents.renamed == (PathChange("1.txt", "one.txt"),)
    assert not summary.change.entities_appeared + summary.change.entities_vanished
    with runs.opened() as project:
        assert kept_reports(project) == before


def test_that_communities_are_found_anew_where_that_is_asked_for(runs: ModelRuns) -> None:
    runs.run()
    with runs.opened() as project:
        before = members_of(project)
    with runs.opened() as project:
        from graphrag_desktop.domain.run_control import RunControl
        from graphrag_desktop.pipeline.run import build_index

        summary = build_index(project, runs.folder, RunControl(), anew=True)
        assert summary.model_calls == 0  # they are the same, and so are their reports
        assert members_of(project) == before
        assert find_problems(project.database) == ()


def test_that_a_first_index_and_one_that_found_nothing_new_have_no_summary(runs: ModelRuns) -> None:
    assert runs.run().change is None
    assert runs.run().change is None


def test_that_documents_are_told_apart_by_content() -> None:
    one, two, three, four = (DocumentId(each) for each in "abcd")
    before = {"a.txt": one, "b.txt": two, "c.txt": three}
    after = {"x/a.txt": one, "b.txt": four, "d.txt": three, "e.txt": four}
    assert document_changes(before, after) == DocumentChanges(
        new=("e.txt",),
        edited=("b.txt",),
        renamed=(PathChange("c.txt", "d.txt"),),
        moved=(PathChange("a.txt", "x/a.txt"),),
    )
    assert document_changes(before, before) == DocumentChanges()
    assert document_changes(before, {"a.txt": one}).removed == ("b.txt", "c.txt")
