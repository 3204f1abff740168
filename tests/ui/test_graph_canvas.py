"""The map: what it shows, says and tells."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.layout import lay_out
from graphrag_desktop.pipeline.territories import draw_territories
from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_canvas_arrangement import arrange
from graphrag_desktop.ui.graph_picture import GraphPicture
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from tests.bench.fling import share_covered
from tests.ui.canvas_driver import click, colour_at, place_of, settle, show
from tests.ui.graph_pictures import picture, two_communities

NOWHERE = float("nan")


def test_that_it_can_be_found_by_name(canvas: GraphCanvas) -> None:
    assert canvas.objectName() == "graphCanvas"
    assert canvas.accessibleName()


BAD: dict[str, Callable[[], GraphPicture]] = {
    "nothing": GraphPicture.empty,
    "one entity": lambda: picture([(3, 3)], communities=[[1]]),
    "no communities": lambda: picture([(0, 0), (1, 1)], [(0, 1)]),
    "no relationships": lambda: picture([(0, 0), (4, 1)], communities=[[1, 2]]),
    "all in one place": lambda: picture([(2, 2)] * 30, [(0, 1)], [[1] * 30]),
    "places missing": lambda: picture([(NOWHERE, NOWHERE), (1, 1), (2, 3)], [(0, 1), (1, 2)], [[1, 1, 1]]),
    "no place at all": lambda: picture([(NOWHERE, 0), (0, NOWHERE)], [(0, 1)], [[1, 1]]),
    "itself its neighbour": lambda: picture([(0, 0), (1, 1)], [(0, 0)], [[1, 1]]),
    "said twice": lambda: picture([(0, 0), (1, 1)], [(0, 1), (0, 1), (1, 0)], [[1, 1]]),
    "a community of none": lambda: picture([(0, 0), (1, 1), (2, 0)], [(0, 1)], [[0, 0, 0]]),
}


@pytest.mark.parametrize("name", BAD)
def test_that_poor_pictures_are_shown(canvas: GraphCanvas, qtbot: QtBot, name: str) -> None:
    show(canvas, BAD[name](), qtbot)
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Left, Qt.Key.Key_F, Qt.Key.Key_1, Qt.Key.Key_Escape, Qt.Key.Key_Return):
        qtbot.keyClick(canvas, key)
    click(canvas, QPoint(450, 350), qtbot)
    canvas.select_entity(101)
    canvas.select_community(1)
    canvas.set_level(5)
    settle(canvas, qtbot)
    assert canvas.shown is not None
    assert canvas.caption


def test_that_a_very_long_title_is_shown(canvas: GraphCanvas, qtbot: QtBot) -> None:
    short = picture([(0, 0), (1, 1), (0, 1)], [(0, 1)], [[1, 1, 1]], {1: "community " * 50})
    show(canvas, replace(short, titles=["entity " * 70] * 3), qtbot)
    canvas.select_entity(102)
    settle(canvas, qtbot)
    assert canvas.shown is not None


WORDS = {
    "to the left": "وزارة الخارجية والتعاون الدولي",
    "both ways": "Bank of שלום (2019) وزارة",
    "combining": "Zã̵̧̛̈́l͓̽go t̴e̵x̷t " + "e" + "\u0301" * 40,
    "joined": "👩‍👩‍👧‍👦 family",
    "wide": "漢字" * 60,
    "lines": "one\ntwo\tthree\r\nfour",
    "no end": "entity " * 72,
    "one word": "x" * 500,
    "nothing": "",
    "half a letter": "\ud83d",
    "null": "a\0b",
}


@pytest.mark.parametrize("name", WORDS)
def test_that_any_words_can_be_names(canvas: GraphCanvas, qtbot: QtBot, name: str) -> None:
    short = picture([(0, 0), (1, 1), (0, 1)], [(0, 1)], [[1, 1, 1]], {1: WORDS[name]})
    show(canvas, replace(short, titles=[WORDS[name]] * 3), qtbot)
    canvas.select_entity(102)
    canvas.graph_map.hovered = 0
    settle(canvas, qtbot)
    names = canvas.graph_map.names
    assert names is not None
    shown = names.shown(canvas.current_view(), 0)
    assert all(label.width <= 240 and label.height <= 40 for label in shown)
    assert {label.entity for label in shown} >= {0}


def test_that_ten_thousand_unconnected_entities_are_shown(canvas: GraphCanvas, qtbot: QtBot) -> None:
    count = 10_000
    none = np.zeros((0, 2), np.int32)
    levels = np.arange(1, count + 1, dtype=np.int32)[None, :]
    places = lay_out(none, levels, 1, RunControl(), lambda _: None)
    alone = GraphPicture(
        entity_numbers=np.arange(1, count + 1),
        titles=[f"Entity {place}" for place in range(count)],
        positions=places.astype(np.float64),
        degrees=np.zeros(count, np.int64),
        pairs=none.astype(np.int64),
        communities=levels.astype(np.int64),
        territories=draw_territories(places, levels, RunControl()),
    )
    show(canvas, alone, qtbot)
    assert canvas.shown is not None
    assert canvas.shown.in_view > 9_500  # but for a few at the far rim
    assert canvas.shown.entities > 3_000
    assert "10,000 entities" in canvas.caption


def test_that_a_hub_with_very_many_neighbours_can_be_chosen(canvas: GraphCanvas, qtbot: QtBot) -> None:
    count = 50_001
    rng = np.random.default_rng(1)
    hub = GraphPicture(
        entity_numbers=np.arange(1, count + 1),
        titles=["Hub", *("Neighbour" for _ in range(count - 1))],
        positions=rng.normal(size=(count, 2)),
        degrees=np.array([count - 1, *([1] * (count - 1))]),
        pairs=np.stack([np.zeros(count - 1, np.int64), np.arange(1, count)], axis=1),
        communities=np.ones((1, count), np.int64),
    )
    canvas.show_arrangement(arrange(hub))
    canvas.select_entity(1)
    settle(canvas, qtbot)
    assert canvas.shown is not None
    assert canvas.shown.chosen is not None
    assert 60 <= canvas.shown.chosen < 4_000  # all of them would be a sheet
    assert canvas.caption.endswith(f"{canvas.shown.chosen:,} of 50,000 relationships of the choice")


def test_that_the_caption_is_true(canvas: GraphCanvas, qtbot: QtBot) -> None:
    assert canvas.caption in ("", "No entities yet")
    show(canvas, two_communities(), qtbot)
    assert canvas.caption == "All 9 entities and 8 relationships"
    assert canvas.accessibleDescription() == canvas.caption
    canvas.go_to((-12.5, -2.5, -7.5, 2.5))
    settle(canvas, qtbot)
    assert canvas.caption == "5 of 9 entities and 5 relationships in view"
    canvas.fit()
    show(canvas, picture([(0, 0), (NOWHERE, 0)], [(0, 1)]), qtbot)
    assert canvas.caption == "1 of 2 entities, 0 of 1 relationships. 1 without a place yet"
    show(canvas, picture([(0, 0)]), qtbot)
    assert canvas.caption == "1 entity"
    show(canvas, replace(two_communities(), relationships=25_000), qtbot)  # most were left out of the picture
    assert canvas.caption == "All 9 entities, 8 of 25,000 relationships"


def test_that_more_relationships_are_shown_nearer(canvas: GraphCanvas, qtbot: QtBot) -> None:
    rng = np.random.default_rng(2)
    positions = [(float(x), float(y)) for x, y in rng.uniform(0, 1, (60, 2))]
    pairs = [(one, other) for one in range(60) for other in range(one)]
    show(canvas, picture(positions, pairs, [[1] * 60]), qtbot)
    assert canvas.caption.startswith("All 60 entities, ")
    assert canvas.caption.endswith(" relationships. The best connected first, zoom in for more")
    assert canvas.shown is not None
    far = canvas.shown.relationships
    canvas.resize(1800, 1400)
    settle(canvas, qtbot)
    assert canvas.shown.relationships is not None
    assert far is not None
    assert canvas.shown.relationships > far


def test_that_entities_have_the_colour_of_their_community(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    first, second = canvas.community_colours[1], canvas.community_colours[2]
    assert colour_at(canvas, place_of(canvas, 2)) == "#{:02X}{:02X}{:02X}".format(*first)
    assert colour_at(canvas, place_of(canvas, 8)) == "#{:02X}{:02X}{:02X}".format(*second)
    canvas.set_level(1)
    settle(canvas, qtbot)
    assert colour_at(canvas, place_of(canvas, 8)) == "#{:02X}{:02X}{:02X}".format(*canvas.community_colours[5])


def test_that_a_theme_is_taken_at_once(canvas: GraphCanvas, qtbot: QtBot, active: ActiveTheme) -> None:
    show(canvas, two_communities(), qtbot)
    corner = QPoint(880, 20)
    assert colour_at(canvas, corner) == "#FAFBFC"
    active.choose(Choice.DARK)
    assert colour_at(canvas, corner) == "#121519"
    assert colour_at(canvas, place_of(canvas, 2)) == "#{:02X}{:02X}{:02X}".format(*canvas.community_colours[1])


def test_that_what_is_chosen_comes_into_view(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    canvas.go_to((-12, -2, -8, 2))
    settle(canvas, qtbot)
    canvas.select_entity(107)
    settle(canvas, qtbot)
    assert canvas.viewport().rect().contains(place_of(canvas, 6))
    scale = canvas.camera.scale
    canvas.select_entity(108)  # in view already: the camera stays
    settle(canvas, qtbot)
    assert canvas.camera.scale == scale


def test_that_a_new_picture_keeps_choice_level_and_a_moved_camera(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    canvas.set_level(1)
    canvas.select_entity(104)
    canvas.zoom(2)
    settle(canvas, qtbot)
    before = canvas.camera
    show(canvas, two_communities(), qtbot)
    assert canvas.camera == before
    assert canvas.level == 1
    assert canvas.graph_map.emphasis is not None
    assert canvas.graph_map.emphasis.entity == 3
    show(canvas, picture([(0, 0), (1, 1)], communities=[[1, 2]]), qtbot)
    assert canvas.graph_map.emphasis is None


def test_that_something_unknown_chooses_nothing(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    canvas.select_entity(101)
    canvas.select_entity(4_711)
    assert canvas.graph_map.emphasis is None
    canvas.select_community(4_711)
    assert canvas.graph_map.emphasis is None


def test_that_it_stays_fitted_when_it_is_resized(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    canvas.resize(500, 300)
    settle(canvas, qtbot)
    places = [place_of(canvas, entity) for entity in range(9)]
    assert all(canvas.viewport().rect().contains(place) for place in places)
    canvas.zoom(3)
    scale = canvas.camera.scale
    canvas.resize(600, 360)
    settle(canvas, qtbot)
    assert canvas.camera.scale == pytest.approx(scale, rel=0.25)  # but not once the analyst has moved it


def crowded(count: int) -> GraphPicture:
    rng = np.random.default_rng(5)
    pairs = rng.integers(0, count, (count * 2, 2))
    return GraphPicture(
        entity_numbers=np.arange(1, count + 1),
        titles=[f"Entity {place}" for place in range(count)],
        positions=rng.normal(size=(count, 2)),
        degrees=np.bincount(pairs.ravel(), minlength=count),
        pairs=pairs,
        communities=(np.arange(count) % 9 + 1)[None, :],
    )


def test_that_more_entities_appear_nearer(canvas: GraphCanvas, qtbot: QtBot) -> None:
    canvas.show_arrangement(arrange(crowded(30_000)))
    settle(canvas, qtbot)
    assert canvas.shown is not None
    far = canvas.shown
    assert 1_000 < far.entities < far.in_view
    assert f"{far.entities:,} of 30,000 entities" in canvas.caption
    canvas.zoom(8)
    settle(canvas, qtbot)
    assert canvas.shown.entities / canvas.shown.in_view > far.entities / far.in_view


def test_that_panning_paints_what_painting_anew_would(canvas: GraphCanvas, qtbot: QtBot) -> None:
    canvas.show_arrangement(arrange(crowded(5_000)))
    canvas.zoom(3)
    settle(canvas, qtbot)
    for _ in range(6):
        canvas.pan(0.03, -0.02)
        canvas.viewport().repaint()
    panned = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    settle(canvas, qtbot)
    anew = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    one, other = (np.frombuffer(image.constBits(), np.uint8).reshape(700, -1).astype(int) for image in (panned, anew))
    assert (np.abs(one - other) > 40).mean() < 0.02  # but for relationships with no end in view


@pytest.mark.parametrize("frame_seconds", [1 / 60, 1 / 20])  # a slow machine leaps further
def test_that_a_fling_across_very_many_shows_what_comes_into_view(
    canvas: GraphCanvas, qtbot: QtBot, frame_seconds: float
) -> None:
    canvas.show_arrangement(arrange(crowded(100_000)))
    canvas.zoom(6)
    settle(canvas, qtbot)
    image = QImage(900, 700, QImage.Format.Format_RGB32)

    def frame(change: Callable[[], object]) -> float:
        change()
        painter = QPainter(image)
        canvas.paint_map(painter)
        painter.end()
        return frame_seconds

    assert share_covered(canvas, frame, image, 0.4) >= 0.95


def test_that_a_fling_leaves_no_strip_unpainted(canvas: GraphCanvas, qtbot: QtBot) -> None:
    canvas.show_arrangement(arrange(crowded(20_000)))
    canvas.zoom(4)
    settle(canvas, qtbot)
    for _ in range(20):
        canvas.pan(40 / 900, 0.0)
        canvas.viewport().repaint()
        image = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        strip = np.frombuffer(image.constBits(), np.uint8).reshape(700, 900, 4)[:, 850:]
        assert (strip.min(axis=2) < 230).any()  # entities in what came into view
