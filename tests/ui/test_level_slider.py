"""The slider that chooses a level."""

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.level_slider import LevelSlider
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from tests.ui.level_estimates import LEVELS


@pytest.fixture
def slider(active: ActiveTheme, qtbot: QtBot) -> LevelSlider:
    slider = LevelSlider(active)
    qtbot.addWidget(slider)
    slider.show_estimates(LEVELS)
    slider.resize(slider.sizeHint())
    slider.show()
    return slider


def record(slider: LevelSlider) -> list[int]:
    told: list[int] = []
    slider.level_chosen.connect(told.append)
    return told


def stop(slider: LevelSlider, level: int) -> QPoint:
    return QPoint(round(slider._x(level)), 14)


def test_that_it_can_be_found_by_name(slider: LevelSlider) -> None:
    assert slider.objectName() == "levelSlider"
    assert slider.accessibleName()
    assert slider.accessibleDescription() == "C0, 9 communities"


def test_that_a_click_chooses_the_nearest_stop(slider: LevelSlider, qtbot: QtBot) -> None:
    told = record(slider)
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=stop(slider, 2) + QPoint(9, 14))
    assert told == [2]
    assert slider.level == 2


def test_that_dragging_passes_the_stops(slider: LevelSlider, qtbot: QtBot) -> None:
    told = record(slider)
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=stop(slider, 0))
    for level in (1, 1, 3):
        qtbot.mouseMove(slider, stop(slider, level))
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=stop(slider, 3))
    assert told[-1] == 3
    assert told == sorted(set(told))


def test_that_the_keyboard_steps_through_the_levels(slider: LevelSlider, qtbot: QtBot) -> None:
    told = record(slider)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Left, Qt.Key.Key_PageDown, Qt.Key.Key_Home):
        qtbot.keyClick(slider, key)
    assert told[:3] == [1, 3, 2]
    assert told[-1] == 0


def test_that_showing_a_level_is_not_told_back(slider: LevelSlider) -> None:
    told = record(slider)
    slider.set_level(3)
    slider.set_level(99)
    slider.show_estimates(LEVELS[:2])
    assert told == []
    assert slider.level == 1
    assert slider.accessibleDescription() == "C1, 34 communities"


def test_that_without_levels_it_is_off_and_says_why(slider: LevelSlider) -> None:
    slider.show_estimates(())
    assert not slider.isEnabled()
    assert slider.toolTip()
    slider.grab()


def test_that_it_gives_way_in_a_narrow_place(slider: LevelSlider) -> None:
    slider.resize(slider.minimumSizeHint())
    assert not slider._has_ends
    places = [slider._x(level) for level in range(4)]
    assert places == sorted(places)
    assert places[0] > 0
    assert places[-1] < slider.width()
    slider.grab()


def test_that_it_runs_the_other_way_where_the_language_does(slider: LevelSlider, qtbot: QtBot) -> None:
    slider.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert slider._x(0) > slider._x(3)
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=stop(slider, 1))
    assert slider.level == 1
    slider.grab()


def test_that_a_theme_is_taken_at_once(slider: LevelSlider, active: ActiveTheme) -> None:
    before = slider.grab().toImage()
    active.choose(Choice.DARK)
    assert slider.grab().toImage() != before
    width = slider.sizeHint().width()
    active.set_scale(1.5)
    assert slider.sizeHint().width() == pytest.approx(width * 1.5, abs=2)
    active.set_scale(1)
