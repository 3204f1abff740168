"""What must hold of every map: names apart, entities in their places, captions that count what is drawn, undo that restores."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_canvas_arrangement import arrange
from graphrag_desktop.ui.graph_canvas_export import save_picture
from graphrag_desktop.ui.graph_canvas_sieve import Filters
from graphrag_desktop.ui.graph_canvas_tints import tint_by_community
from graphrag_desktop.ui.graph_picture import GraphPicture
from graphrag_desktop.ui.theme import ActiveTheme
from tests.bench.planted_graph import picture_of, plant, scatter
from tests.ui.canvas_driver import place_of, settle

PLANTED = plant(700, 1_500)
MANY = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
SVG = "{http://www.w3.org/2000/svg}"


def planted() -> GraphPicture:
    """A graph of 700 entities with names of different lengths, where each is named in some documents."""
    drawn = picture_of(PLANTED, scatter(PLANTED))
    rng = np.random.default_rng(4)
    titles = [f"Entity {'of some length ' * int(times)}{place}" for place, times in enumerate(rng.integers(0, 3, 700))]
    return replace(
        drawn,
        titles=titles,
        documents=rng.integers(1, 5, 700),
        kinds=rng.integers(0, 2, 700),
        kind_names=("person", "place"),
        relationship_numbers=np.arange(1, 1_501),
        relationship_documents=rng.integers(1, 6, 1_500),
    )


@pytest.fixture
def shown(canvas: GraphCanvas, qtbot: QtBot) -> GraphCanvas:
    canvas.show_picture(planted())
    settle(canvas, qtbot)
    return canvas


def look(canvas: GraphCanvas, across: float, up: float, nearer: float) -> None:
    """From the whole map to somewhere, and let it rest."""
    canvas.fit()
    canvas.zoom(nearer)
    canvas.pan(across, up)
    rest(canvas)


def rest(canvas: GraphCanvas) -> None:
    canvas.viewport().repaint()  # so that a move of the camera is known
    canvas.rest()
    canvas.viewport().repaint()
    canvas.frame_painted()


def pixels(canvas: GraphCanvas) -> bytes:
    rest(canvas)
    image = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return bytes(image.constBits())


views = st.tuples(st.floats(-0.4, 0.4), st.floats(-0.4, 0.4), st.floats(0.5, 30.0))


@MANY
@given(
    views, st.integers(0, 3), st.lists(st.integers(0, 699), max_size=12, unique=True), st.none() | st.integers(0, 699)
)
def test_that_names_never_overlap(
    shown: GraphCanvas, view: tuple[float, float, float], level: int, chosen: list[int], hovered: int | None
) -> None:
    shown.set_level(level)
    shown.choose_entities(chosen)
    shown.graph_map.hovered = hovered
    look(shown, *view)
    names = shown.graph_map.names
    assert names is not None
    boxes = [label.box(shown.camera) for label in names.shown(shown.current_view(), hovered)]
    assert not any(one.intersects(other) for place, one in enumerate(boxes) for other in boxes[:place])


@MANY
@given(views, st.permutations([0, 1, 2, 3]))
def test_that_a_level_moves_no_entity(shown: GraphCanvas, view: tuple[float, float, float], levels: list[int]) -> None:
    look(shown, *view)
    places = [place_of(shown, entity) for entity in range(0, 700, 7)]
    camera = shown.camera
    for level in levels:
        shown.set_level(level)
        rest(shown)
        assert shown.camera == camera
        assert [place_of(shown, entity) for entity in range(0, 700, 7)] == places


@MANY
@given(views, st.integers(0, 3), st.integers(0, 3), st.lists(st.integers(0, 699), max_size=3, unique=True))
def test_that_the_caption_counts_what_is_drawn(
    shown: GraphCanvas, view: tuple[float, float, float], level: int, least: int, chosen: list[int]
) -> None:
    shown.set_filters(Filters(least_degree=least))
    shown.set_level(level)
    shown.choose_entities([each for each in chosen if shown.graph_map.details.shown[each]])
    look(shown, *view)
    seen, drawn, lines = count_by_hand(shown)
    assert shown.shown is not None
    assert (shown.shown.entities, shown.shown.in_view) == (drawn, seen)
    assert abs(shown.shown.relationships - lines) <= 1  # one may touch a corner
    assert f"{drawn:,} of 700 entities" in shown.caption or (drawn == 700 and "All 700 entities" in shown.caption)


def count_by_hand(canvas: GraphCanvas) -> tuple[int, int, int]:
    """Entities whose disc looks into the view, how many of them are drawn, and relationships that cross it: one by one."""
    view, scene, camera, emphasis = (
        canvas.current_view(),
        canvas.graph_map.scene,
        canvas.camera,
        canvas.graph_map.emphasis,
    )
    details = canvas.graph_map.details
    window = QRectF(0, 0, camera.width, camera.height)
    bright = set() if emphasis is None else set(emphasis.bright.tolist())
    seen = drawn = 0
    for entity in range(scene.count):
        x, y = camera.pixel(float(scene.x[entity]), float(scene.y[entity]))
        reach = float(scene.radii[entity]) * view.disc_scale
        if window.adjusted(-reach, -reach, reach, reach).contains(QPointF(x, y)) and details.shown[entity]:
            seen += 1
            drawn += view.entities.appears_at[entity] <= view.scale or entity in bright
    looks_in = camera.contains(scene.x, scene.y, 24.0)
    lines = {
        line for line in range(len(scene.pairs))
        if view.lines.appears_at[line] <= view.scale and looks_in[scene.pairs[line]].any()
    }  # fmt: skip
    if emphasis is not None and canvas.shown is not None and canvas.shown.chosen is not None:
        lines |= set(emphasis.lines[: canvas.shown.chosen].tolist())
    crossing = 0
    for line in lines:
        ends = [
            QPointF(*camera.pixel(float(scene.x[each]), float(scene.y[each]))) for each in scene.pairs[line].tolist()
        ]
        crossing += crosses(QLineF(*ends), window)
    return seen, drawn, crossing


def crosses(line: QLineF, window: QRectF) -> bool:
    if window.contains(line.p1()) or window.contains(line.p2()):
        return True
    corners = [window.topLeft(), window.topRight(), window.bottomRight(), window.bottomLeft()]
    sides = [QLineF(one, other) for one, other in zip(corners, [*corners[1:], corners[0]], strict=True)]
    return any(line.intersects(side)[0] == QLineF.IntersectionType.BoundedIntersection for side in sides)


def test_that_a_drawing_has_as_many_shapes_as_its_caption_says(shown: GraphCanvas, tmp_path: Path) -> None:
    for level in range(4):
        shown.set_level(level)
        look(shown, 0, 0, 1)
        save_picture(shown, tmp_path / "map.svg", "stamp")
        root = ET.parse(tmp_path / "map.svg").getroot()
        assert shown.shown is not None
        assert len([*root.iter(f"{SVG}circle"), *root.iter(f"{SVG}ellipse")]) == shown.shown.entities
        assert len(list(root.iter(f"{SVG}polyline"))) == shown.shown.relationships


DEEDS = ("hide", "pin", "hide_hubs", "show_hidden", "expand", "filter")


@MANY
@given(st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 699)), min_size=1, max_size=6))
def test_that_undo_restores_exactly(shown: GraphCanvas, deeds: list[tuple[str, int]]) -> None:
    shown.start_anew()
    shown.history.clear()
    look(shown, 0, 0, 1)
    states = []
    for deed, entity in deeds:
        number = int(shown.graph_map.scene.numbers[entity])
        shown.select_entity(number)
        shown.fit()
        before = shown.sieve, shown.chosen_entities, pixels(shown)
        steps = shown.history.index()
        if deed == "filter":
            shown.set_filters(Filters(least_degree=entity % 4))
        else:
            shown.keyboard.actions[deed].trigger()
        if shown.history.index() > steps:
            states.append((before, (shown.sieve, pixels(shown))))
    for before, after in reversed(states):
        assert (shown.sieve, pixels(shown))[0] == after[0]
        shown.history.undo()
        shown.fit()
        assert (shown.sieve, shown.chosen_entities) == before[:2]
        assert pixels(shown) == before[2]
    for before, after in states:
        assert shown.sieve == before[0]
        shown.history.redo()
        assert shown.sieve == after[0]


def test_that_entities_have_the_shade_of_their_community_where_there_are_thousands(active: ActiveTheme) -> None:
    rng = np.random.default_rng(1)
    count = 30_000
    levels = np.stack([np.arange(count) // 1_200 + 1, np.arange(count) // 10 + 30])  # 25 roots, 3,000 children
    many = GraphPicture(
        entity_numbers=np.arange(1, count + 1),
        titles=["Entity"] * count,
        positions=rng.normal(size=(count, 2)),
        degrees=np.ones(count, np.int64),
        pairs=np.zeros((0, 2), np.int64),
        communities=levels,
    )
    scene = arrange(many).scene
    tint = tint_by_community(scene, scene.level(1), active.theme)
    own = np.array([tint.communities[number] for number in levels[1].tolist()])
    assert len(tint.palette) <= 128
    assert np.abs(tint.palette[tint.entity].astype(int) - own).max() <= 25


@pytest.mark.parametrize("nearer", [1.0, 6.0])
def test_that_a_map_painted_in_steps_is_the_one_painted_at_once(
    shown: GraphCanvas, qtbot: QtBot, nearer: float
) -> None:
    look(shown, 0.0, 0.0, nearer)
    at_once = pixels(shown)
    shown.set_level(1)
    shown.set_level(0)
    settle(shown, qtbot)
    in_steps = shown.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert bytes(in_steps.constBits()) == at_once


def test_that_a_step_that_was_overtaken_leaves_nothing_behind(shown: GraphCanvas, qtbot: QtBot) -> None:
    shown.set_level(1)
    settle(shown, qtbot)
    wanted = pixels(shown)
    shown.set_level(0)
    steps = shown.come_to_rest(1.0, lambda: None)
    next(steps)
    next(steps)
    shown.set_level(1)
    settle(shown, qtbot)
    image = shown.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert bytes(image.constBits()) == wanted
