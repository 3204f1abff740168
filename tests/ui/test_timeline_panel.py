"""The timeline: its bars, the stretch that is brushed by mouse and keyboard, its records, and what it narrows."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QListView
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.timeline import Step, Timeline, timeline
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.timeline_panel import TimelinePanel
from graphrag_desktop.ui.timeline_words import date_words, range_words
from graphrag_desktop.ui.window import MainWindow
from tests.explore.test_timeline import DATED
from tests.projects import make_project


def _day(year: int, month: int = 1, day: int = 1) -> int:
    return date(year, month, day).toordinal()


@pytest.fixture(scope="module")
def dated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dated") / "dated.graphrag"
    make_project(path, DATED).close()
    return path


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Timeline:
    with make_project(tmp_path_factory.mktemp("read") / "dated.graphrag", DATED) as project:
        return timeline(project, RunControl())


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot, read: Timeline) -> TimelinePanel:
    shown = TimelinePanel(active)
    shown.resize(800, 240)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.show_timeline(read)
    return shown


@pytest.fixture
def opened_dated(qtbot: QtBot, window: MainWindow, dated: Path) -> MainWindow:
    window.appearance.set_still(is_still=True)
    with qtbot.waitSignals([window.session.view_loaded, window.reading.library.tables_loaded], timeout=60_000):
        window.open_path(dated)
    return window


def _rows(panel: TimelinePanel) -> list[str]:
    found = panel.findChild(QListView, "timelineList")
    assert isinstance(found, QListView)
    return [str(found.model().index(row, 0).data()) for row in range(found.model().rowCount())]


def _labels(panel: TimelinePanel) -> list[str]:
    return [each.text() for each in panel.findChildren(QLabel)]


def test_that_it_says_what_it_shows_and_lists_every_record(panel: TimelinePanel) -> None:
    assert any("6 dates in sentences" in each for each in _labels(panel))
    assert len(_rows(panel)) == 6


def test_that_it_asks_to_be_read_once_it_is_seen(active: ActiveTheme, qtbot: QtBot) -> None:
    shown = TimelinePanel(active)
    qtbot.addWidget(shown)
    with qtbot.waitSignal(shown.wanted):
        shown.show()


def test_that_dragging_brushes_whole_bars(panel: TimelinePanel, qtbot: QtBot, read: Timeline) -> None:
    chart = panel._chart
    chart.show_bars(read.bars(_day(2001), _day(2001, 12, 31), Step.MONTH))
    with qtbot.waitSignal(panel.range_chosen) as told:
        chart.brush(_day(2001, 3, 20) + 0.5, _day(2001, 4, 2) + 0.5, is_last=True)
    assert told.args == [(_day(2001, 3), _day(2001, 4, 30))]
    assert range_words(*told.args[0]) == "March 2001 to April 2001"


def test_that_a_click_takes_the_bar_under_it(panel: TimelinePanel, qtbot: QtBot) -> None:
    chart = panel._chart
    place = chart.getViewBox().mapViewToScene(chart.getViewBox().viewRect().center()).toPoint()
    with qtbot.waitSignal(panel.range_chosen) as told:
        qtbot.mouseClick(chart.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place.x(), place.y()))
    assert told.args is not None
    first, last = told.args[0]
    assert date.fromordinal(first).year == date.fromordinal(last).year
    assert last - first in (364, 365)


def test_that_the_keyboard_goes_from_bar_to_bar_stretches_and_gives_up(panel: TimelinePanel, qtbot: QtBot) -> None:
    chart = panel._chart
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_Home)
    assert panel.range == (_day(1987), _day(1987, 12, 31))
    qtbot.keyClick(chart, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(chart, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert panel.range == (_day(1987), _day(1989, 12, 31))
    qtbot.keyClick(chart, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert panel.range == (_day(1987), _day(1988, 12, 31))
    qtbot.keyClick(chart, Qt.Key.Key_End)
    assert panel.range == (_day(2003), _day(2003, 12, 31))
    with qtbot.waitSignal(panel.range_chosen) as told:
        qtbot.keyClick(chart, Qt.Key.Key_Escape)
    assert told.args == [None]


def test_that_a_stretch_can_be_looked_at_alone(panel: TimelinePanel, read: Timeline) -> None:
    stretch = (_day(2001, 3), _day(2001, 5, 31))
    panel.show_range(stretch, read.narrowed(*stretch))
    panel._closer_clicked()
    assert panel._chart.bars is not None
    assert (panel._chart.bars.count, panel._chart.bars.step) == (3, Step.MONTH)
    panel._whole_clicked()
    assert panel._chart.bars.count == 17


def test_that_a_record_leads_to_its_words(panel: TimelinePanel, qtbot: QtBot) -> None:
    rows = panel.findChild(QListView, "timelineList")
    assert isinstance(rows, QListView)
    rows.setCurrentIndex(rows.model().index(2, 0))
    with qtbot.waitSignal(panel.passage_wanted) as told:
        rows.activated.emit(rows.currentIndex())
    assert told.args is not None
    assert told.args[0].quote.startswith("On 3 March 2001")


@pytest.mark.parametrize("scale", [0.8, 1.6])
def test_that_it_can_be_painted_low_and_narrow_in_both_themes(
    panel: TimelinePanel, active: ActiveTheme, scale: float
) -> None:
    active.set_scale(scale)
    for size in ((1000, 100), (300, 500)):
        panel.resize(*size)
        assert not panel.grab().isNull()
    active.set_scale(1.0)


def test_that_dates_are_said_as_exactly_as_they_are_known() -> None:
    assert date_words((1998, 0, 0)) == "1998"
    assert date_words((2001, 4, 0)) == "April 2001"
    assert date_words((2001, 3, 3)) == "3 March 2001"
    assert range_words(_day(1939), _day(1945, 12, 31)) == "1939 to 1945"
    assert range_words(_day(2001, 3, 3), _day(2001, 3, 3)) == "3 March 2001"


def test_that_a_stretch_narrows_map_tree_and_tables_and_undo_brings_all_back(
    opened_dated: MainWindow, qtbot: QtBot
) -> None:
    desk = opened_dated.desk
    desk.show("timeline")
    qtbot.waitUntil(lambda: opened_dated.time.timeline is not None, timeout=60_000)
    every = len(desk.entities._table.rows), len(desk.documents._table.rows), len(desk.communities._model.matches)
    desk.timeline.range_chosen.emit((_day(2001, 3), _day(2001, 3, 31)))
    assert {each.title for each in desk.entities._table.rows} == {"Harwick Council", "Norden Paper"}
    assert [each.path for each in desk.documents._table.rows] == ["diary.txt"]
    assert 2 not in desk.communities._model.matches
    shown = desk.map.canvas.graph_map.scene.numbers[desk.map.canvas.graph_map.details.entities.is_shown]
    assert set(shown.tolist()) == {each.number for each in desk.entities._table.rows}
    assert any("March 2001" in each for each in opened_dated.notices.texts)
    assert desk.timeline.range == (_day(2001, 3), _day(2001, 3, 31))
    opened_dated.edits.undo()
    assert (len(desk.entities._table.rows), len(desk.documents._table.rows)) == every[:2]
    assert len(desk.communities._model.matches) == every[2]
    assert desk.timeline.range is None
    assert not any("March 2001" in each for each in opened_dated.notices.texts)
    opened_dated.edits.redo()
    assert len(desk.entities._table.rows) == 2
    assert desk.timeline.range == (_day(2001, 3), _day(2001, 3, 31))


def test_that_a_stretch_stays_when_the_index_is_read_again(opened_dated: MainWindow, qtbot: QtBot) -> None:
    desk = opened_dated.desk
    desk.show("timeline")
    qtbot.waitUntil(lambda: opened_dated.time.timeline is not None, timeout=60_000)
    desk.timeline.range_chosen.emit((_day(2001, 3), _day(2001, 3, 31)))
    desk.show("ask")
    with qtbot.waitSignal(opened_dated.time.loaded, timeout=60_000):
        opened_dated.session._load_view()
    assert desk.timeline.range == (_day(2001, 3), _day(2001, 3, 31))
    assert len(desk.entities._table.rows) == 2
    assert len(_rows(desk.timeline)) == 1


def test_that_a_record_opens_its_document_at_the_words(opened_dated: MainWindow, qtbot: QtBot) -> None:
    opened_dated.commands["show_timeline"].trigger()
    qtbot.waitUntil(lambda: opened_dated.time.timeline is not None, timeout=60_000)
    assert opened_dated.time.timeline is not None
    record = opened_dated.time.timeline.records[0]
    with qtbot.waitSignal(opened_dated.reading.library.source_loaded):
        opened_dated.desk.timeline.passage_wanted.emit(replace(record.evidence))
    assert opened_dated.desk.source.passage == record.evidence
