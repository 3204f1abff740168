"""A copy of a project is a project: whole, readable by itself, and taken while the original is in use."""

from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import ProjectError, ProjectInUse, ProjectReadOnly
from graphrag_desktop.storage import journal
from graphrag_desktop.storage.check import find_problems
from graphrag_desktop.storage.database import Database, create_database, open_database


@pytest.fixture
def original(tmp_path: Path) -> Database:
    database = create_database(tmp_path / "case.graphrag")
    journal.keep_fact(database, "folder", "somewhere")
    return database


def test_that_a_copy_holds_what_is_committed_and_is_one_file(original: Database, tmp_path: Path) -> None:
    copy = tmp_path / "copy.graphrag"
    original.save_copy(copy)
    original.close()
    with_copy = sorted(each.name for each in tmp_path.iterdir())
    assert with_copy == ["case.graphrag", "copy.graphrag"]
    opened = open_database(copy)
    assert journal.fact(opened, "folder") == "somewhere"
    assert not find_problems(opened)
    opened.close()


def test_that_the_original_can_be_written_on_after_a_copy(original: Database, tmp_path: Path) -> None:
    original.save_copy(tmp_path / "copy.graphrag")
    journal.keep_fact(original, "folder", "elsewhere")
    original.close()
    copy = open_database(tmp_path / "copy.graphrag")
    assert journal.fact(copy, "folder") == "somewhere"
    copy.close()


def test_that_an_older_copy_is_replaced(original: Database, tmp_path: Path) -> None:
    copy = tmp_path / "copy.graphrag"
    original.save_copy(copy)
    journal.keep_fact(original, "folder", "elsewhere")
    original.save_copy(copy)
    original.close()
    opened = open_database(copy)
    assert journal.fact(opened, "folder") == "elsewhere"
    opened.close()


def test_that_a_project_cannot_be_copied_over_itself_or_over_one_in_use(original: Database, tmp_path: Path) -> None:
    other = create_database(tmp_path / "other.graphrag")
    with pytest.raises(ProjectError, match="is the open project itself"):
        original.save_copy(original.path)
    with pytest.raises(ProjectInUse, match="is open in another window"):
        original.save_copy(other.path)
    other.close()
    original.close()


def test_that_a_place_that_is_not_there_is_said(original: Database, tmp_path: Path) -> None:
    with pytest.raises(ProjectReadOnly, match="There is no folder"):
        original.save_copy(tmp_path / "gone" / "copy.graphrag")
    original.close()
    assert not (tmp_path / "gone").exists()
