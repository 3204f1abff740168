"""What a question is answered from, in the window: before asking, after, by kind, and on the map."""

import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.asking import Candidate, Considered
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.explore.inspection import inspect_considered
from graphrag_desktop.ui.context_sheet import ContextSheet
from graphrag_desktop.ui.number_box import ChoiceBox
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow
from tests.ui.model_windows import button, soon, words_in

QUESTION = "What does Norden Paper discharge?"


def _considered(count: int) -> list[Considered]:
    records = tuple(
        Candidate(ContextItem(Kind.SOURCE, n, f"{n}.txt", "", 100, relevance=1 - n / count / 2), n <= 8)
        for n in range(1, count + 1)
    )
    return [Considered(records, 850, Kind.SOURCE, choices=count)]


@pytest.fixture
def sheet(active: ActiveTheme, qtbot: QtBot) -> ContextSheet:
    made = ContextSheet(active)
    qtbot.addWidget(made)
    made.resize(560, 600)
    made.show()
    return made


def _rows(sheet: ContextSheet) -> list[str]:
    model = sheet._view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_that_records_are_listed_with_where_what_is_sent_ends(sheet: ContextSheet) -> None:
    sheet.show_inspection(inspect_considered("Why?", _considered(12)))
    rows = _rows(sheet)
    assert rows[0] == "1.txt · 1"
    assert rows[8] == "From here on nothing is sent · 800 of 850 tokens"
    assert len(rows) == 13
    model = sheet._view.model()
    assert [str(model.index(7, column).data()) for column in range(1, 5)] == ["0.67", "100", "800", "in"]
    assert str(model.index(9, 4).data()) == "out"
    assert "Would be sent: 800 tokens in 1 context · out of 12 to choose from" in words_in(sheet)
    assert "Passages: 8 in, 800 tokens, 4 out" in words_in(sheet)


def test_that_records_of_a_kind_alone_are_shown(sheet: ContextSheet) -> None:
    entity = Candidate(ContextItem(Kind.ENTITY, 7, "Norden Paper", "", 5), is_in=True)
    (first,) = _considered(3)
    sheet.show_inspection(inspect_considered("Why?", [Considered((entity, *first.candidates), 850, Kind.ENTITY)]))
    kinds = sheet.findChild(ChoiceBox, "contextKinds")
    assert isinstance(kinds, ChoiceBox)
    assert [kinds.itemText(place) for place in range(kinds.count())] == ["All kinds", "Passages", "Entities"]
    kinds.setCurrentIndex(2)
    kinds.activated.emit(2)
    assert _rows(sheet) == ["Norden Paper · 7"]


def test_that_many_records_are_shown_within_a_handler(sheet: ContextSheet) -> None:
    found = inspect_considered("Why?", _considered(5_000))
    began = time.thread_time()
    sheet.show_inspection(found)
    assert time.thread_time() - began < 0.4  # 50 ms on the machine that the targets are meant for


def test_that_it_is_looked_up_before_asking_and_nothing_is_asked(qtbot: QtBot, opened: MainWindow) -> None:
    opened.desk.ask.set_question(QUESTION, Mode.LOCAL)
    with qtbot.waitSignal(opened.context.inspected, timeout=20_000):
        opened.commands["show_context"].trigger()
    sheet = opened.context.sheet
    assert sheet.isVisible()
    assert sheet.inspection is not None
    assert not sheet.inspection.is_sent
    assert {each.kind for each in sheet.inspection.totals} >= {Kind.ENTITY, Kind.SOURCE}
    assert opened.desk.ask.answer is None


def test_that_nothing_written_is_said_with_what_to_do(opened: MainWindow) -> None:
    opened.desk.ask.set_question("")
    opened.commands["show_context"].trigger()
    assert "Write one" in words_in(opened.context.sheet)


@pytest.mark.parametrize("mode", [Mode.GLOBAL, Mode.BASIC])
def test_that_what_was_sent_is_shown_after(qtbot: QtBot, opened: MainWindow, mode: Mode) -> None:
    with qtbot.waitSignal(opened.session.answer_finished, timeout=20_000):
        opened.ask(QUESTION, 0, mode)
    soon(qtbot, lambda: opened.desk.ask.answer is not None)
    with qtbot.waitSignal(opened.context.inspected, timeout=20_000):
        opened.context.turn_to()
    inspection = opened.context.sheet.inspection
    assert inspection is not None
    assert inspection.is_sent
    assert "Sent:" in words_in(opened.context.sheet)


def test_that_a_row_leads_to_its_record_and_its_words(qtbot: QtBot, opened: MainWindow) -> None:
    sheet = opened.context.sheet
    with qtbot.waitSignal(opened.session.report_loaded, timeout=20_000):
        sheet.record_wanted.emit(Kind.REPORT, 1)
    assert opened.navigation.place.community == 1
    with qtbot.waitSignal(opened.reading.library.source_loaded, timeout=20_000):
        sheet.record_wanted.emit(Kind.SOURCE, 1)
    with qtbot.waitSignal(opened.reading.library.entity_loaded, timeout=20_000):
        sheet.record_wanted.emit(Kind.ENTITY, 2)
    sheet.record_wanted.emit(Kind.CLAIM, 9_999)
    soon(qtbot, lambda: "There is no claim 9999" in words_in(opened.notices))


def test_that_the_subgraph_is_drawn_with_its_numbers_and_its_nearness(qtbot: QtBot, opened: MainWindow) -> None:
    canvas = opened.desk.map.canvas
    with qtbot.waitSignal(opened.session.answer_finished, timeout=20_000):
        opened.ask(QUESTION, 0, Mode.GRAG)
    soon(qtbot, lambda: opened.context.sheet.inspection is not None and canvas.has_heat)
    inspection = opened.context.sheet.inspection
    assert inspection is not None
    subgraph = inspection.subgraph
    assert subgraph is not None
    graph_map = canvas.graph_map
    assert graph_map.heat is not None
    heat = graph_map.heat.heat
    assert (heat.is_opacity, heat.entities, heat.places) == (True, subgraph.entities, heat.places)
    assert set(heat.places.items()) == set(subgraph.places.items())
    assert "proxy" in heat.title
    emphasis = graph_map.emphasis
    assert emphasis is not None
    numbers = graph_map.scene.numbers[emphasis.bright].tolist()
    assert set(numbers) == set(subgraph.entities)
    qtbot.waitUntil(lambda: graph_map.names is not None and bool(graph_map.names.labels), timeout=20_000)
    assert graph_map.names is not None
    named = {label.text.partition(" ")[0] for label in graph_map.names.labels if label.entity is not None}
    assert named & set(subgraph.places.values())
    colours = graph_map.tint().palette[graph_map.tint().entity].astype(int)
    ground = np.array(opened._theme.theme.rgb("canvas"))
    nearest, farthest = max(subgraph.entities, key=subgraph.entities.__getitem__), min(
        subgraph.entities, key=subgraph.entities.__getitem__
    )  # fmt: skip
    distance = {
        number: int(np.abs(colours[graph_map.scene.entity(number)] - ground).sum()) for number in (nearest, farthest)
    }
    if subgraph.entities[nearest] > subgraph.entities[farthest]:
        assert distance[nearest] > distance[farthest]
    on_map = opened.context.sheet._map
    on_map.click()
    assert not canvas.has_heat
    on_map.click()
    assert canvas.has_heat
    opened.commands["workspace_explore"].trigger()
    assert not canvas.has_heat


def test_that_another_project_has_nothing_looked_up(qtbot: QtBot, opened: MainWindow, tmp_path: Path) -> None:
    opened.context.sheet.show_inspection(inspect_considered("Why?", _considered(3)))
    opened.session.close_project()
    soon(qtbot, lambda: opened.context.sheet.inspection is None)
    assert [each for each in opened.context.sheet.findChildren(QPushButton) if each.objectName() == "contextPreview"]
    assert button(opened.context.sheet, "contextPreview")
