"""The first page: the ways in, and what was open before."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.recent_projects import RecentProject
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.welcome_panel import RecentRow, Way, WelcomePanel

RECENT = (
    RecentProject(Path("/kept/mill.graphrag"), "mill", "2001-05-12T10:00:00+00:00", 171, is_missing=False),
    RecentProject(Path("/gone/old.graphrag"), "old", "2001-05-12T10:00:00+00:00", 9, is_missing=True),
)


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot) -> WelcomePanel:
    shown = WelcomePanel(active)
    shown.resize(1_280, 760)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def _ways(panel: WelcomePanel) -> dict[str, Way]:
    return {each.text(): each for each in panel.findChildren(Way)}


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_that_every_way_in_opens_by_keyboard(panel: WelcomePanel, qtbot: QtBot, key: Qt.Key) -> None:
    ways = _ways(panel)
    for words, signal in (
        ("Open the sample case", panel.sample_wanted),
        ("Open a folder", panel.folder_wanted),
        ("Open a project", panel.project_wanted),
    ):
        with qtbot.waitSignal(signal):
            qtbot.keyClick(ways[words], key)


def test_that_the_way_to_a_folder_has_its_name(panel: WelcomePanel) -> None:
    found = panel.findChild(QAbstractButton, "indexButton")
    assert isinstance(found, Way) and found.accessibleName() == "Open a folder"


def test_that_projects_opened_before_are_offered(panel: WelcomePanel, qtbot: QtBot) -> None:
    panel.show_recent(RECENT)
    rows = {each.text(): each for each in panel.findChildren(RecentRow) if each.isVisible()}
    assert rows["mill"].accessibleName() == "mill, 12 May 2001, 171 documents"
    assert rows["old"].accessibleName() == "old, file not found"
    with qtbot.waitSignal(panel.recent_wanted) as told:
        qtbot.keyClick(rows["mill"], Qt.Key.Key_Return)
    assert told.args == [str(RECENT[0].path)]


def test_that_a_project_that_is_gone_opens_nothing_but_goes_off_the_list(panel: WelcomePanel, qtbot: QtBot) -> None:
    panel.show_recent(RECENT)
    gone = next(each for each in panel.findChildren(RecentRow) if each.text() == "old" and each.isVisible())
    with qtbot.assertNotEmitted(panel.recent_wanted):
        qtbot.keyClick(gone, Qt.Key.Key_Return)
        qtbot.mouseClick(gone, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(panel.recent_forgotten) as told:
        qtbot.keyClick(gone, Qt.Key.Key_Delete)
    assert told.args == [str(RECENT[1].path)]


def test_that_without_projects_there_is_no_empty_list(panel: WelcomePanel) -> None:
    assert "Recent" not in [each.text() for each in panel.findChildren(QLabel) if each.isVisible()]


def test_that_a_failure_is_said_and_taken_away(panel: WelcomePanel) -> None:
    panel.show_failure("There is no folder.", "Choose one.")
    assert "There is no folder. Choose one." in [each.text() for each in panel.findChildren(QLabel) if each.isVisible()]
    panel.clear_failure()
    assert "There is no folder. Choose one." not in [
        each.text() for each in panel.findChildren(QLabel) if each.isVisible()
    ]


@pytest.mark.parametrize("size", [(1_600, 1_000), (1_024, 700), (480, 500)])
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.6])
def test_that_no_card_cuts_its_words(
    panel: WelcomePanel, active: ActiveTheme, qtbot: QtBot, size: tuple[int, int], scale: float
) -> None:
    active.set_scale(scale)
    panel.resize(*size)
    qtbot.wait(20)
    for way in panel.findChildren(Way):
        for label in way.findChildren(QLabel):
            assert label.height() >= label.heightForWidth(label.width()) - 1, way.text()
    active.set_scale(1.0)
