"""Documents taken out of a project: what rests on them alone goes with them, from every table, cache and byte."""

import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.case_file import CaseItem, CaseKind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.documents import files_view
from graphrag_desktop.llm import server
from graphrag_desktop.pipeline.removal import (
    RemovalResult,
    erase_documents,
    find_documents,
    plan_removal,
    remove_documents,
)
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.pipeline.taking_back import take_back
from graphrag_desktop.project import Project, open_project
from graphrag_desktop.query.modes import search_for
from graphrag_desktop.storage import answers, case_file, communities, documents, graph
from graphrag_desktop.storage.check import find_problems
from tests.llm.speaking import QUICK
from tests.pipeline.model_projects import ModelRuns, write_folder
from tests.scripted_server import ScriptedServer

SECRET = "Zebulon Quarkstein"
WORDS = ("quarkstein", "xylotheque", "vrompelgate")
TOLD = (
    f"In the year 1871, {SECRET} sold the xylotheque of Vrompelgate to Ada Varn for nine hundred crowns.\n\n"
    f"The harbour master of Tal Harbour wrote that {SECRET} never paid for the herring of Ketter Quay.\n\n"
    f"Ada Varn and {SECRET} met at Vrompelgate every spring to count the barrels of herring.\n\n"
)


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelRuns]:
    monkeypatch.setattr(server, "RetryPolicy", lambda: QUICK)
    with ScriptedServer() as running:
        runs = ModelRuns(running, tmp_path)
        tell_secret(runs.folder)
        yield runs


def tell_secret(folder: Path) -> None:
    path = folder / "2.txt"
    path.write_text(TOLD + path.read_text(encoding="utf-8"), encoding="utf-8")


def with_answer(project: Project) -> str:
    """Ask something whose answer quotes the document, and keep a passage of it in the case file."""
    answer = search_for(project, Mode.SOURCE_TEXT, 0).run(f"What did {SECRET} sell at Vrompelgate?", RunControl())
    item = CaseItem(
        "kept", CaseKind.QUOTE, "A sale", TOLD.split("\n", maxsplit=1)[0], "2025-01-01", note="See Vrompelgate."
    )
    case_file.keep_item(project.database, item)
    return answer.id


def bytes_beside(path: Path) -> bytes:
    """All bytes of the project and of the files beside it, and all that is packed in it."""
    raw = b"".join(each.read_bytes() for each in sorted(path.parent.glob(f"*{path.name}*")))
    with sqlite3.connect(path) as connection:
        packed = [row[0] for row in connection.execute("SELECT reply FROM model_replies")]
    return raw + b"".join(zlib.decompress(each) for each in packed)


def found_in(content: bytes) -> list[str]:
    """The distinctive words that stand in bytes, in any case, in UTF-8 or UTF-16."""
    low = content.lower()
    return [word for word in WORDS if any(word.encode(code) in low for code in ("utf-8", "utf-16-le", "utf-16-be"))]


def take_out(project: Project, *, is_erased: bool) -> RemovalResult:
    work = erase_documents if is_erased else remove_documents
    return work(project, find_documents(project, ["2.txt"]), RunControl())


def test_that_removing_leaves_nothing_unsupported(runs: ModelRuns) -> None:
    runs.run()
    with runs.opened() as project:
        before = {each.title for each in graph.entities(project.database)}
        assert SECRET in before
        plan = plan_removal(project, find_documents(project, ["2.txt"]))
        assert plan.documents == ("2.txt",)
        assert plan.entities > plan.entities_going > 0
        asked = runs.server.counts.tasks["extract"]
        result = take_out(project, is_erased=False)
        assert runs.server.counts.tasks["extract"] == asked
        assert result.run.change is not None
        assert result.run.change.documents.removed == ("2.txt",)
        after = {each.title for each in graph.entities(project.database)}
        assert SECRET not in after
        assert before - after == {each.title for each in result.run.change.entities_vanished}
        assert find_problems(project.database) == ()
        incremental = records(project)
    (runs.folder / "2.txt").unlink()
    runs.path.unlink()
    runs.run()
    with runs.opened() as project:
        assert records(project) == incremental


def records(project: Project) -> tuple[object, ...]:
    """Entities and relationships without their numbers."""
    return (
        {(each.id, each.title, each.type, each.description, each.count, each.documents, each.degree)
         for each in graph.entities(project.database)},
        {(each.source, each.target, each.description, each.count) for each in graph.relationships(project.database)},
    )  # fmt: skip


def test_that_a_removed_document_stays_out_until_it_is_taken_back(runs: ModelRuns) -> None:
    runs.run()
    with runs.opened() as project:
        take_out(project, is_erased=False)
    runs.server.forget()
    summary = runs.run()
    assert summary.model_calls == 0
    with runs.opened() as project:
        (file,) = [each for each in files_view(project) if each.path == "2.txt"]
        assert "taken back" in file.reason
        assert take_back(project, ["2.txt"]) == 1
        with pytest.raises(InputError, match="not taken out"):
            take_back(project, ["2.txt"])
    runs.run()
    with runs.opened() as project:
        assert SECRET in {each.title for each in graph.entities(project.database)}
        assert find_problems(project.database) == ()


def test_that_after_removing_the_words_are_only_in_kept_answers(runs: ModelRuns) -> None:
    runs.run()
    with runs.opened() as project:
        take_out(project, is_erased=False)
    assert found_in(bytes_beside(runs.path)) == []
    with runs.opened() as project:
        take_back(project, ["2.txt"])
    runs.run()
    with runs.opened() as project:
        answer = with_answer(project)
        take_out(project, is_erased=False)
        kept = answers.answer(project.database, answer)
        assert kept is not None
        assert SECRET in repr(kept)
    assert found_in(bytes_beside(runs.path)) == list(WORDS)


def test_that_after_erasing_the_words_are_nowhere_in_the_file(runs: ModelRuns) -> None:
    runs.run()
    with runs.opened() as project:
        answer = with_answer(project)
        before = answers.answer(project.database, answer)
        assert before is not None
        result = take_out(project, is_erased=True)
        assert result.redacted == 2
        after = answers.answer(project.database, answer)
        assert after is not None
        assert "[erased]" in after.question
        assert find_problems(project.database) == ()
        assert found_in(bytes_beside(runs.path)) == []  # while it is open, side files included
    assert found_in(bytes_beside(runs.path)) == []
    assert runs.run().model_calls == 0
    assert found_in(bytes_beside(runs.path)) == []
    with runs.opened() as project:
        assert take_back(project, ["2.txt"]) == 1  # told by the file's content


def test_that_the_built_in_engine_forgets_an_erased_document_too(tmp_path: Path) -> None:
    papers = write_folder(tmp_path / "papers")
    tell_secret(papers)
    path = tmp_path / "papers.graphrag"
    with start_project(path, papers) as project:
        build_index(project, papers, RunControl())
        assert found_in(bytes_beside(path)) == list(WORDS)
        with_answer(project)
        take_out(project, is_erased=True)
        assert find_problems(project.database) == ()
        assert found_in(bytes_beside(path)) == []
    assert found_in(bytes_beside(path)) == []


def test_that_reports_that_cannot_be_written_anew_do_not_stay(runs: ModelRuns, monkeypatch: pytest.MonkeyPatch) -> None:
    runs.run()
    monkeypatch.setattr(type(runs.server), "base_url", "http://127.0.0.1:9/v1")  # nothing answers there
    with runs.opened() as project:
        result = take_out(project, is_erased=False)
        assert not result.run.is_complete
        texts = [each.text for each in communities.reports(project.database).values()]
        assert not any(SECRET in each for each in texts)
    assert found_in(bytes_beside(runs.path)) == []


def test_that_the_last_document_cannot_be_taken_out(runs: ModelRuns) -> None:
    for name in ("0.txt", "1.txt", "3.txt"):
        (runs.folder / name).unlink()
    runs.run()
    with runs.opened() as project, pytest.raises(InputError, match="Nothing that can be read would be left"):
        take_out(project, is_erased=False)


def test_that_a_document_is_found_by_its_path_or_the_beginning_of_its_id(runs: ModelRuns) -> None:
    runs.run()
    with open_project(runs.path, for_writing=False) as project:
        known = documents.documents(project.database)
        assert find_documents(project, [known[1].id[:12], known[0].paths[0]]) == (known[1].id, known[0].id)
        with pytest.raises(InputError, match="no document “5"):
            find_documents(project, ["5.txt"])
