"""The cells that choose a level by what it costs."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QRadioButton
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.level_picker import LevelPicker
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from tests.ui.level_estimates import LEVELS


@pytest.fixture
def picker(active: ActiveTheme, qtbot: QtBot) -> LevelPicker:
    picker = LevelPicker(active)
    qtbot.addWidget(picker)
    picker.show_estimates(LEVELS)
    picker.resize(480, 80)
    picker.show()
    return picker


def cells(picker: LevelPicker) -> list[QRadioButton]:
    return sorted((cell for cell in picker.findChildren(QRadioButton) if cell.isVisible()), key=lambda cell: cell.x())


def test_that_it_can_be_found_by_name(picker: LevelPicker) -> None:
    assert picker.objectName() == "levelSelector"
    assert picker.accessibleName()


def test_that_each_choice_says_what_it_reads_and_costs(picker: LevelPicker) -> None:
    assert [cell.accessibleName() for cell in cells(picker)] == [
        "C0 overview, 9 reports, 7.1k tokens, 1 + 1 calls",
        "C1, 34 reports, 25k tokens, 4 + 1 calls",
        "C2, same as C1",
        "C3 detail, 1,141 reports, 1.3M tokens, 211 + 1 calls",
    ]


def test_that_a_level_that_changes_nothing_cannot_be_chosen(picker: LevelPicker, qtbot: QtBot) -> None:
    assert [cell.isEnabled() for cell in cells(picker)] == [True, True, False, True]
    assert "same" in cells(picker)[2].toolTip()
    qtbot.mouseClick(cells(picker)[2], Qt.MouseButton.LeftButton)
    assert picker.level == 0
    picker.set_level(2)
    assert picker.level == 1


def test_that_a_click_anywhere_in_a_cell_chooses_it(picker: LevelPicker, qtbot: QtBot) -> None:
    cell = cells(picker)[3]
    with qtbot.waitSignal(picker.level_chosen) as chosen:
        qtbot.mouseClick(cell, Qt.MouseButton.LeftButton, pos=cell.rect().bottomRight())
    assert chosen.args == [3]
    assert picker.level == 3


def test_that_the_keyboard_goes_from_level_to_level(picker: LevelPicker, qtbot: QtBot) -> None:
    picker.activateWindow()
    cells(picker)[0].setFocus()
    qtbot.keyClick(cells(picker)[0], Qt.Key.Key_Right)
    assert picker.level == 1
    qtbot.keyClick(cells(picker)[1], Qt.Key.Key_Right)  # passes over the one that is off
    assert picker.level == 3


def test_that_choosing_from_outside_is_not_told_back(picker: LevelPicker, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(picker.level_chosen):
        picker.set_level(3)
        picker.set_level(99)
        picker.set_level(-1)
    assert picker.level == 0


def test_that_a_choice_outlives_new_estimates(picker: LevelPicker, qtbot: QtBot) -> None:
    picker.set_level(3)
    picker.show_estimates(LEVELS)
    assert picker.level == 3
    picker.show_estimates(LEVELS[:1])
    assert picker.level == 0
    qtbot.waitUntil(lambda: len(cells(picker)) == 1)


def test_that_without_levels_there_is_nothing_to_choose(picker: LevelPicker) -> None:
    picker.show_estimates(())
    assert picker.level == 0
    picker.set_level(4)
    assert cells(picker) == []
    picker.grab()


def test_that_the_compact_form_is_half_as_high(active: ActiveTheme, qtbot: QtBot, picker: LevelPicker) -> None:
    compact = LevelPicker(active, is_compact=True)
    qtbot.addWidget(compact)
    compact.show_estimates(LEVELS)
    assert compact.sizeHint().height() <= picker.sizeHint().height() / 1.8
    compact.grab()


def test_that_it_may_be_narrow(picker: LevelPicker) -> None:
    assert picker.minimumSizeHint().width() <= 4 * 64
    picker.resize(picker.minimumSizeHint())
    picker.grab()


def test_that_a_theme_is_taken_at_once(picker: LevelPicker, active: ActiveTheme) -> None:
    before = picker.grab().toImage()
    active.choose(Choice.DARK)
    assert picker.grab().toImage() != before
