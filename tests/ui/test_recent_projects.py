"""The list of projects opened lately: those made elsewhere come onto it, and what was taken off can be put back."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMenu

from graphrag_desktop.ui.memory import Memory
from graphrag_desktop.ui.recent_projects import MOST, RecentProjects
from graphrag_desktop.ui.window import MainWindow


@pytest.fixture
def recent(qapp: QApplication) -> RecentProjects:
    return RecentProjects(Memory.forgetful())


def _names(recent: RecentProjects) -> list[str]:
    return [each.name for each in recent.all()]


def test_that_a_project_made_on_the_command_line_is_on_the_list_once(recent: RecentProjects, tmp_path: Path) -> None:
    recent.add(tmp_path / "opened.graphrag", 3)
    (tmp_path / "made.graphrag").write_bytes(b"")
    (tmp_path / "notes.txt").write_bytes(b"")
    recent.find_made(tmp_path)
    assert set(_names(recent)) == {"opened", "made"}
    recent.forget((tmp_path / "made.graphrag").absolute())
    recent.find_made(tmp_path)
    assert _names(recent) == ["opened"], "what was taken off the list stays off"


def test_that_a_folder_that_is_not_there_has_no_projects(recent: RecentProjects, tmp_path: Path) -> None:
    recent.find_made(tmp_path / "nowhere")
    assert recent.all() == ()


def test_that_the_list_holds_the_ten_latest(recent: RecentProjects, tmp_path: Path) -> None:
    for number in range(MOST + 3):
        recent.add(tmp_path / f"{number}.graphrag", 1)
    assert _names(recent) == [str(number) for number in range(MOST + 2, 2, -1)]


def _menu(window: MainWindow) -> QMenu:
    menu = window.files.recent_menu("Open recent")
    menu.aboutToShow.emit()
    return menu


def test_that_a_project_whose_file_is_gone_is_grey_and_can_be_taken_off_and_put_back(
    window: MainWindow, mill_project: Path, tmp_path: Path
) -> None:
    window.files._recent.add(mill_project, 4)
    window.files._recent.add(tmp_path / "gone.graphrag", 4)
    actions = {each.text(): each for each in _menu(window).actions()}
    assert not actions["gone (file not found)"].isEnabled()
    assert actions["mill"].isEnabled()
    actions["Take those that are gone off the list"].trigger()
    assert _names(window.files._recent) == ["mill"]
    assert any("taken off the list" in words for words in window.notices.texts)
    window.files._put_back(())
    off = next(each.menu() for each in _menu(window).actions() if each.text() == "Take off the list")
    assert isinstance(off, QMenu)
    off.actions()[0].trigger()
    assert _names(window.files._recent) == []
    assert mill_project.exists()


def test_that_a_cleared_list_can_be_put_back(window: MainWindow, mill_project: Path) -> None:
    window.files._recent.add(mill_project, 4)
    before = window.files._recent.all()
    window.files.clear_recent()
    assert window.files._recent.all() == ()
    window.files._put_back(before)
    assert window.files._recent.all() == before
