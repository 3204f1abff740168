"""The files a project was made from, as they lie there now."""

from pathlib import Path

import pytest

from graphrag_desktop.domain.documents import INSIDE, Document, DocumentState
from graphrag_desktop.domain.identity import document_id
from graphrag_desktop.explore.originals import OriginalState, original_of
from graphrag_desktop.project import Project
from graphrag_desktop.storage import journal
from tests.projects import make_project

WORDS = b"The mill."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "letters"
    made.mkdir()
    (made / "mill.txt").write_bytes(WORDS)
    return made


@pytest.fixture
def project(tmp_path: Path, folder: Path) -> Project:
    made = make_project(tmp_path / "mill.graphrag")
    journal.keep_fact(made.database, "folder", str(folder))
    return made


def _document(*paths: str) -> Document:
    return Document(document_id(WORDS), paths, DocumentState.READ, size=len(WORDS))


def test_that_a_file_with_the_same_content_is_unchanged(project: Project, folder: Path) -> None:
    with project:
        found = original_of(project, _document("mill.txt"))
    assert (found.state, found.path) == (OriginalState.SAME, folder / "mill.txt")


@pytest.mark.parametrize("words", [b"The mill?", b"The mill. And more."])
def test_that_a_file_with_other_content_has_changed(project: Project, folder: Path, words: bytes) -> None:
    (folder / "mill.txt").write_bytes(words)
    with project:
        found = original_of(project, _document("mill.txt"))
    assert (found.state, found.path) == (OriginalState.CHANGED, folder / "mill.txt")


def test_that_a_copy_that_is_still_the_same_counts(project: Project, folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"another")
    with project:
        found = original_of(project, _document("a.txt", "mill.txt"))
    assert (found.state, found.path) == (OriginalState.SAME, folder / "mill.txt")


def test_that_a_file_inside_another_is_found_in_it(project: Project, folder: Path) -> None:
    with project:
        found = original_of(project, _document(f"mill.txt{INSIDE}page.txt"))
    assert (found.state, found.path) == (OriginalState.SAME, folder / "mill.txt")


def test_that_a_file_or_folder_that_is_gone_is_said_to_be(project: Project, folder: Path) -> None:
    (folder / "mill.txt").unlink()
    with project:
        assert original_of(project, _document("mill.txt")).state is OriginalState.MISSING
        folder.rmdir()
        assert original_of(project, _document("mill.txt")).state is OriginalState.NO_FOLDER
