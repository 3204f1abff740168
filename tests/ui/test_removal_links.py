"""Taking a document out in the window: what it will do is said first, and the window never waits for it."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.documents import FileRow
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import open_project
from graphrag_desktop.storage import documents
from graphrag_desktop.ui.window import MainWindow
from tests.cli.test_removal_commands import TEXTS
from tests.ui.model_windows import soon


@pytest.fixture
def papers(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """A window on a small folder that was indexed."""
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text * 4, encoding="utf-8")
    path = tmp_path / "papers.graphrag"
    with start_project(path, folder) as project:
        build_index(project, folder, RunControl())
    with qtbot.waitSignals([window.session.view_loaded, window.reading.library.tables_loaded], timeout=60_000):
        window.open_path(path)
    return window


def file_named(window: MainWindow, name: str) -> FileRow:
    found = window.desk.documents.file_named(name)
    assert found is not None
    return found


def menu_of(window: MainWindow, name: str) -> dict[str, bool]:
    """What the menu of a file offers, and whether it can be chosen."""
    menu = QMenu()
    window.desk.documents.removal.fill(menu, file_named(window, name))
    return {each.text(): each.isEnabled() for each in menu.actions() if each.text()}


def test_that_removing_is_said_then_done_and_can_be_taken_back(papers: MainWindow, qtbot: QtBot) -> None:
    bar = papers.desk.documents.removal
    assert menu_of(papers, "fair") == {"Remove from the project…": True, "Erase from the project…": True}
    bar.plan_wanted.emit(file_named(papers, "fair"), False)  # noqa: FBT003  # as Qt gives it
    soon(qtbot, lambda: bool(bar.text))
    assert "fair.txt goes" in bar.text
    assert "Kept answers keep the words they cite" in bar.text
    with qtbot.waitSignals([papers.session.index_finished, papers.session.view_loaded], timeout=120_000):
        bar._bar._act.click()
    soon(qtbot, lambda: file_named(papers, "fair").state is DocumentState.LEFT_OUT)
    assert menu_of(papers, "fair") == {"Let it in again": True}
    assert "Removed documents (1)" in papers.desk.activity.changes.kinds
    with qtbot.waitSignal(papers.session.index_finished, timeout=120_000):
        bar.return_wanted.emit(file_named(papers, "fair"))
    soon(qtbot, lambda: file_named(papers, "fair").state is DocumentState.READ)


def test_that_erasing_says_that_it_cannot_be_undone(papers: MainWindow, qtbot: QtBot) -> None:
    bar = papers.desk.documents.removal
    bar.plan_wanted.emit(file_named(papers, "council"), True)  # noqa: FBT003  # as Qt gives it
    soon(qtbot, lambda: bool(bar.text))
    assert "This cannot be undone" in bar.text
    with qtbot.waitSignal(papers.session.index_finished, timeout=120_000):
        bar._bar._act.click()
    path = papers.session.project_path
    assert path is not None
    with open_project(path, for_writing=False) as project:
        assert [each.paths for each in documents.documents(project.database)] == [("fair.txt",)]


def test_that_communities_can_be_found_anew_from_the_menu(papers: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(papers.session.index_finished, timeout=120_000) as finished:
        papers.links.removal.rebuild()
    (summary,) = finished.args or [None]
    assert summary is not None
    assert summary.is_complete
