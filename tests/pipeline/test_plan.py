"""What a run would do with each file of a folder, told before it does anything."""

from dataclasses import replace
from pathlib import Path

import pytest

from graphrag_desktop.domain.documents import DocumentState, SkippedFile
from graphrag_desktop.domain.errors import Cancelled, InputError
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.formats.registry import parser_of
from graphrag_desktop.pipeline.plan import Verdict, plan_index
from graphrag_desktop.storage.documents import keep_parsed
from tests.projects import MILL, make_project, parse


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "case"
    made.mkdir()
    (made / "a.txt").write_text("One.", encoding="utf-8")
    (made / "b.md").write_text("Two, three.", encoding="utf-8")
    (made / "copy.txt").write_text("One.", encoding="utf-8")
    (made / "photo.jpg").write_bytes(b"\xff\xd8")
    (made / ".hidden").write_text("no", encoding="utf-8")
    return made


def test_that_every_file_has_one_verdict(folder: Path) -> None:
    plan = plan_index(folder, None)

    assert [(each.path, each.verdict) for each in plan.planned] == [
        (".hidden", Verdict.LEFT_OUT), ("a.txt", Verdict.NEW), ("b.md", Verdict.NEW), ("copy.txt", Verdict.DUPLICATE),
        ("photo.jpg", Verdict.SKIPPED),
    ]  # fmt: skip
    assert all(each.reason for each in plan.planned if each.verdict is not Verdict.NEW)


def test_that_equal_content_counts_once(folder: Path) -> None:
    plan = plan_index(folder, None)

    assert (plan.new_documents, plan.known_documents, plan.size) == (2, 0, len("One.Two, three."))
    assert [each.path for each in plan.skipped] == ["photo.jpg"]


def test_that_what_was_read_before_is_not_new(folder: Path, tmp_path: Path) -> None:
    (folder / "fair.txt").write_text(MILL.texts["fair.txt"], encoding="utf-8")
    with make_project(tmp_path / "mill.graphrag") as project:
        keep_parsed(project.database, parser_of("fair.txt"), parse(MILL))
        plan = plan_index(folder, project)

    assert {each.path: each.verdict for each in plan.planned}["fair.txt"] is Verdict.KNOWN
    assert (plan.new_documents, plan.known_documents) == (2, 1)


def test_that_what_could_not_be_read_before_is_not_called_read(folder: Path, tmp_path: Path) -> None:
    (folder / "fair.txt").write_text(MILL.texts["fair.txt"], encoding="utf-8")
    document = next(each for each in parse(MILL) if "fair.txt" in each.document.paths)
    locked = replace(document.document, state=DocumentState.NEEDS_PASSWORD, reason="The file is encrypted.")
    with make_project(tmp_path / "mill.graphrag") as project:
        keep_parsed(project.database, parser_of("fair.txt"), [replace(document, document=locked)])
        plan = plan_index(folder, project)

    file = next(each for each in plan.planned if each.path == "fair.txt")
    assert (file.verdict, file.state) == (Verdict.NOT_READ, DocumentState.NEEDS_PASSWORD)
    assert file.reason == "The file is encrypted."
    assert plan.known_documents == 0
    assert SkippedFile("fair.txt", file.reason, DocumentState.NEEDS_PASSWORD) in plan.skipped


def test_that_a_folder_with_nothing_to_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        plan_index(tmp_path / "nowhere", None)


def test_that_looking_can_be_stopped(folder: Path) -> None:
    control = RunControl()
    control.cancel()
    with pytest.raises(Cancelled):
        plan_index(folder, None, control)
