"""What the map asks of the project: ways with their sentences, what a relationship rests on, pins that stay."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from graphrag_desktop.pipeline.pins import pins
from graphrag_desktop.project import open_project
from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.path_card import PathCard, QuoteButton
from graphrag_desktop.ui.window import MainWindow
from graphrag_desktop.ui.workspaces import SOURCE
from tests.maps import draw_map, forget_map


@pytest.fixture
def mapped(qtbot: QtBot, window: MainWindow, mill_project: Path) -> MainWindow:
    """A window on the small project with a map as an index run draws it."""
    with open_project(mill_project) as project:
        forget_map(project)
        draw_map(project)
    window.appearance.set_still(is_still=True)
    with qtbot.waitSignals([window.session.view_loaded, window.reading.library.tables_loaded], timeout=60_000):
        window.open_path(mill_project)
    return window


def canvas_of(window: MainWindow) -> GraphCanvas:
    return window.desk.map.canvas


def number_of(canvas: GraphCanvas, title: str) -> int:
    scene = canvas.graph_map.scene
    return int(scene.numbers[list(scene.titles).index(title)])


def find_way(window: MainWindow, qtbot: QtBot) -> PathCard:
    """Between two people, by keyboard."""
    canvas = canvas_of(window)
    canvas.select_entities([number_of(canvas, "Edith Vane"), number_of(canvas, "Residents League")])
    qtbot.keyClick(canvas, Qt.Key.Key_W)
    card = canvas.findChild(PathCard)
    assert isinstance(card, PathCard)
    qtbot.waitUntil(card.isVisible, timeout=60_000)
    return card


def test_that_the_strongest_way_shows_a_sentence_for_each_step(mapped: MainWindow, qtbot: QtBot) -> None:
    card = find_way(mapped, qtbot)
    assert card.way is not None
    quotes = card.findChildren(QuoteButton)
    assert len(quotes) == len(card.way.hops) >= 1
    for quote, hop in zip(quotes, card.way.hops, strict=True):
        assert hop.evidence is not None
        assert hop.evidence.path in quote.accessibleName()
    emphasis = canvas_of(mapped).graph_map.emphasis
    assert emphasis is not None
    assert emphasis.is_path
    scene = canvas_of(mapped).graph_map.scene
    assert tuple(scene.numbers[list(emphasis.entities)].tolist()) == card.way.entities
    assert tuple(scene.line_numbers[emphasis.lines].tolist()) == card.way.relationships


def test_that_a_sentence_of_a_way_opens_where_it_stands(mapped: MainWindow, qtbot: QtBot) -> None:
    card = find_way(mapped, qtbot)
    told: list[object] = []
    card.passage_wanted.connect(told.append)
    card.findChildren(QuoteButton)[0].click()
    assert card.way is not None
    assert told == [card.way.hops[0].evidence]
    assert not mapped.desk.docks.dock(SOURCE).isHidden()


def test_that_closing_the_card_lets_go_of_the_way(mapped: MainWindow, qtbot: QtBot) -> None:
    card = find_way(mapped, qtbot)
    card.closed.emit()
    assert canvas_of(mapped).graph_map.emphasis is None


def test_that_a_relationship_opens_its_sentences(mapped: MainWindow, qtbot: QtBot) -> None:
    canvas = canvas_of(mapped)
    canvas.select_entity(number_of(canvas, "Edith Vane"))
    mapped.desk.docks.dock(SOURCE).hide()
    qtbot.keyClick(canvas, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: not mapped.desk.docks.dock(SOURCE).isHidden(), timeout=60_000)
    emphasis = canvas.graph_map.emphasis
    assert emphasis is not None
    assert emphasis.line is not None


def test_that_pins_are_kept_in_the_project(mapped: MainWindow, qtbot: QtBot, mill_project: Path) -> None:
    canvas = canvas_of(mapped)
    number = number_of(canvas, "Edith Vane")
    canvas.select_entity(number)
    qtbot.keyClick(canvas, Qt.Key.Key_P)

    def is_kept() -> bool:
        with open_project(mill_project, for_writing=False) as project:
            return pins(project) == {number}

    qtbot.waitUntil(is_kept, timeout=60_000)


@pytest.mark.parametrize(
    ("name", "kind", "starts"),
    [
        ("map.pdf", "", b"%PDF"),
        ("map", "SVG (*.svg)", b"<?xml"),
        ("map", "PNG, 3 × as fine as the screen (*.png)", b"\x89PNG"),
    ],
)
def test_that_the_map_is_saved_as_asked_for(
    mapped: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, kind: str, starts: bytes
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out" / name), kind))
    (tmp_path / "out").mkdir()
    mapped.map.save_picture()
    (saved,) = (tmp_path / "out").iterdir()
    assert saved.read_bytes().startswith(starts)
