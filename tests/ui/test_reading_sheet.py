"""The table of what was read for an answer, and its budget."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSlider, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import Answer, Mode, ReportUse, ScoredPart, Use
from graphrag_desktop.ui.reading_sheet import ReadingSheet
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow
from tests.ui.mill import Mill, answer

ANSWER = replace(
    answer(),
    parts=(
        ScoredPart(1, (4,), 80, 100, is_kept=True),
        ScoredPart(2, (5,), 30, 60, is_kept=False),
        ScoredPart(3, (2,), 0, 40, is_kept=False),
    ),
    reports=(
        ReportUse(4, "The mill", 80, Use.CITED),
        ReportUse(5, "The council", 30, Use.DROPPED),
        ReportUse(2, "The fair", 0, Use.ZERO),
    ),
    reduce_budget=150,
)


@pytest.fixture
def sheet(active: ActiveTheme, qtbot: QtBot) -> ReadingSheet:
    shown = ReadingSheet(active)
    shown.resize(600, 500)
    qtbot.addWidget(shown)
    shown.show()
    return shown


def _tree(sheet: ReadingSheet) -> QTreeWidget:
    found = sheet.findChild(QTreeWidget, "readingTable")
    assert isinstance(found, QTreeWidget)
    return found


def _again(sheet: ReadingSheet) -> QPushButton:
    found = sheet.findChild(QPushButton, "budgetButton")
    assert isinstance(found, QPushButton)
    return found


def _rows(sheet: ReadingSheet) -> list[list[str]]:
    def below(item: QTreeWidgetItem | None) -> list[list[str]]:
        assert item is not None
        own = [[item.text(column) for column in range(5)]]
        return own + [row for at in range(item.childCount()) for row in below(item.child(at))]

    tree = _tree(sheet)
    tops = (tree.topLevelItem(at) for at in range(tree.topLevelItemCount()))
    return [row for item in tops if item is not None for row in below(item)]


def _item(sheet: ReadingSheet, title: str) -> QTreeWidgetItem:
    return _tree(sheet).findItems(title, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive)[0]


def test_that_the_budget_is_a_line_between_what_is_in_and_what_is_left_out(sheet: ReadingSheet) -> None:
    sheet.show_answer(ANSWER)
    assert _rows(sheet) == [
        ["Part 1", "80", "100", "100", "in the answer"],
        ["The mill", "80", "", "", "cited"],
        ["The budget of 150 tokens ends here", "", "", "", ""],
        ["Part 2", "30", "60", "160", "over budget"],
        ["The council", "30", "", "", "over budget"],
        ["Part 3", "0", "40", "", "of no help"],
        ["The fair", "0", "", "", "of no help"],
    ]
    sheet.findChildren(QSlider)[0].setValue(159)
    assert _rows(sheet)[2][0] == "The budget of 159 tokens ends here"
    sheet.findChildren(QSlider)[0].setValue(150)
    assert not _again(sheet).isEnabled()


def test_that_moving_the_budget_shows_what_would_be_in_and_offers_to_answer_so(
    sheet: ReadingSheet, qtbot: QtBot
) -> None:
    sheet.show_answer(ANSWER)
    slider, again = sheet.findChildren(QSlider)[0], _again(sheet)
    slider.setValue(160)
    rows = _rows(sheet)
    assert ["Part 2", "30", "60", "160", "would be in"] in rows
    assert ["The council", "30", "", "", "would be read"] in rows
    assert again.isEnabled()
    with qtbot.waitSignal(sheet.budget_wanted) as told:
        qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    assert told.args == [ANSWER.question, 1, Mode.GLOBAL, 160]
    slider.setValue(170)
    assert ["Part 2", "30", "60", "160", "would be in"] in _rows(sheet)
    slider.setValue(10)
    assert ["The mill", "80", "", "", "would be left out"] in _rows(sheet)
    assert not again.isEnabled()


def test_that_a_report_is_opened_by_click_and_by_enter_and_a_part_is_not(sheet: ReadingSheet, qtbot: QtBot) -> None:
    sheet.show_answer(ANSWER)
    with qtbot.waitSignal(sheet.report_wanted) as told:
        _tree(sheet).itemClicked.emit(_item(sheet, "The council"), 0)
    assert told.args == [5]
    _tree(sheet).setCurrentItem(_item(sheet, "The mill"))
    with qtbot.waitSignal(sheet.report_wanted) as told:
        qtbot.keyClick(_tree(sheet), Qt.Key.Key_Return)
    assert told.args == [4]
    with qtbot.assertNotEmitted(sheet.report_wanted):
        _tree(sheet).itemClicked.emit(_item(sheet, "Part 1"), 0)


def test_that_reports_that_were_not_asked_are_listed_with_the_rest(sheet: ReadingSheet, mill: Mill) -> None:
    only: Answer = replace(ANSWER, parts=ANSWER.parts[:1], reports=ANSWER.reports[:1])
    sheet.show_answer(only)
    sheet.show_hierarchy(mill.hierarchy)
    assert ["2 reports were not asked", "–", "", "", "not asked"] in _rows(sheet)


def test_that_the_window_leads_from_the_table_to_the_report(opened: MainWindow, qtbot: QtBot) -> None:
    opened.desk.ask.show_answer(ANSWER)
    sheet = opened.desk.ask.findChild(ReadingSheet)
    assert isinstance(sheet, ReadingSheet)
    with qtbot.waitSignal(opened.session.report_loaded):
        _tree(sheet).itemClicked.emit(_item(sheet, "The council"), 0)
    assert opened.navigation.place.community == 5
    assert opened.desk.is_shown("report")


def test_that_parts_of_text_units_are_a_table_too_and_keep_their_way_of_asking(
    sheet: ReadingSheet, qtbot: QtBot
) -> None:
    parts = tuple(replace(each, reports=()) for each in ANSWER.parts)
    sheet.show_answer(replace(ANSWER, mode=Mode.SOURCE_TEXT, parts=parts, reports=(), level=0))
    assert [row[0] for row in _rows(sheet)] == ["Part 1", "The budget of 150 tokens ends here", "Part 2", "Part 3"]
    sheet.findChildren(QSlider)[0].setValue(160)
    with qtbot.waitSignal(sheet.budget_wanted) as told:
        qtbot.mouseClick(_again(sheet), Qt.MouseButton.LeftButton)
    assert told.args == [ANSWER.question, 0, Mode.SOURCE_TEXT, 160]


def test_that_reports_read_at_once_are_listed_without_a_budget(sheet: ReadingSheet, mill: Mill) -> None:
    sheet.show_hierarchy(mill.hierarchy)
    sheet.show_answer(replace(ANSWER, mode=Mode.LOCAL, parts=(), reports=ANSWER.reports[:1], level=0))
    assert _rows(sheet) == [["The mill", "80", "", "", "cited"]]
    assert not _again(sheet).isVisible()
    sheet.show_answer(ANSWER)
    assert _again(sheet).isVisible()


def test_that_an_answer_without_any_report_says_so(sheet: ReadingSheet) -> None:
    sheet.show_answer(replace(ANSWER, mode=Mode.BASIC, parts=(), reports=(), level=0))
    assert not _tree(sheet).isVisible()
    assert any(each.text() == "No report was read" and each.isVisible() for each in sheet.findChildren(QLabel))
