"""The sample case: a word while it is read, no run once it was, and never somebody's own project of that name."""

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from graphrag_desktop.assets import SAMPLE_QUESTION, resource
from graphrag_desktop.project import open_project
from graphrag_desktop.storage.journal import keep_fact
from graphrag_desktop.ui.window import MainWindow
from tests.ui.mill import Mill

_LONG = 60_000


@pytest.fixture
def project(mill: Mill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished project where the sample's would lie."""
    path = Path(shutil.copy(mill.path, tmp_path / "sample.graphrag"))
    monkeypatch.setattr("graphrag_desktop.ui.window.default_path", lambda _: path)
    return path


def _made_from(project: Path, folder: Path) -> None:
    with open_project(project) as opened:
        keep_fact(opened.database, "folder", str(folder.resolve()))


def test_that_a_sample_that_was_read_opens_with_its_answer_and_without_a_run(
    qtbot: QtBot, window: MainWindow, project: Path
) -> None:
    _made_from(project, resource("sample"))
    begun: list[str] = []
    window.session.index_started.connect(begun.append)
    with qtbot.waitSignal(window.session.answer_finished, timeout=_LONG) as told:
        window.open_path(resource("sample"))
    assert told.args is not None and told.args[0].question == SAMPLE_QUESTION
    assert begun == []
    assert window.session.project_path == project


def test_that_a_project_of_another_folder_of_that_name_is_left_alone(
    qtbot: QtBot, window: MainWindow, project: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own" / "sample"
    own.mkdir(parents=True)
    _made_from(project, own)
    window.open_path(resource("sample"))
    qtbot.waitUntil(lambda: window.session.is_indexing, timeout=_LONG)
    assert window.session.project_path == project.with_name("sample case.graphrag")
    with qtbot.waitSignal(window.session.index_stopped, timeout=_LONG):
        window.session.stop_index()
    with open_project(project, for_writing=False) as opened:
        assert opened.folder == own.resolve()


def test_that_it_is_said_what_happens_while_the_sample_is_read(window: MainWindow) -> None:
    window.session.index_started.emit(str(resource("sample")))
    assert any("Look around meanwhile" in words for words in window.notices.texts)
    window.session.index_stopped.emit()
    assert window.notices.texts == ()


def test_that_nothing_of_the_sort_is_said_of_other_folders(window: MainWindow, tmp_path: Path) -> None:
    window.session.index_started.emit(str(tmp_path))
    assert window.notices.texts == ()
