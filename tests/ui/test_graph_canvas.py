from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_canvas_frame import Way
from graphrag_desktop.ui.graph_canvas_scene import arrange
from graphrag_desktop.ui.graph_picture import GraphPicture
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from tests.ui.graph_pictures import picture, two_communities

NOWHERE = float("nan")


@pytest.fixture
def canvas(active: ActiveTheme, qtbot: QtBot) -> Iterator[GraphCanvas]:
    canvas = GraphCanvas(active)
    canvas.is_animated = False
    canvas.resize(900, 700)
    qtbot.addWidget(canvas)
    with qtbot.waitExposed(canvas):
        canvas.show()
    yield canvas
    canvas.hide()


def show(canvas: GraphCanvas, shown: GraphPicture, qtbot: QtBot) -> None:
    canvas.show_picture(shown)
    settle(canvas, qtbot)


def settle(canvas: GraphCanvas, qtbot: QtBot) -> None:
    """Until the view rests and all that is due was painted."""
    canvas.viewport().repaint()
    qtbot.waitUntil(lambda: not canvas._rest.isActive() and not canvas._slices.isActive(), timeout=20_000)


def place_of(canvas: GraphCanvas, entity: int) -> QPoint:
    scene, camera = canvas.graph_map.scene, canvas.camera
    return QPoint(round((scene.x[entity] - camera.left) * camera.scale), round((camera.top - scene.y[entity]) * camera.scale))


def colour_at(canvas: GraphCanvas, place: QPoint) -> str:
    return QColor(canvas.grab().toImage().pixel(place)).name().upper()


def record(canvas: GraphCanvas) -> list[tuple[str, object]]:
    told: list[tuple[str, object]] = []
    for name in ("entity_selected", "community_selected", "community_opened", "level_wanted"):
        getattr(canvas, name).connect(lambda value, name=name: told.append((name, value)))
    canvas.selection_cleared.connect(lambda: told.append(("selection_cleared", None)))
    return told


def click(canvas: GraphCanvas, place: QPoint, qtbot: QtBot) -> None:
    qtbot.mouseMove(canvas.viewport(), place)
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)


def double_click(canvas: GraphCanvas, place: QPoint, qtbot: QtBot) -> None:
    click(canvas, place, qtbot)
    qtbot.mouseDClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseRelease(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_that_it_can_be_found_by_name(canvas: GraphCanvas) -> None:
    assert canvas.objectName() == "graphCanvas"
    assert canvas.accessibleName()


BAD = {
    "nothing": lambda: GraphPicture.empty(),
    "one entity": lambda: picture([(3, 3)], communities=[[1]]),
    "no communities": lambda: picture([(0, 0), (1, 1)], [(0, 1)]),
    "no relationships": lambda: picture([(0, 0), (4, 1)], communities=[[1, 2]]),
    "all in one place": lambda: picture([(2, 2)] * 30, [(0, 1)], [[1] * 30]),
    "places missing": lambda: picture([(NOWHERE, NOWHERE), (1, 1), (2, 3)], [(0, 1), (1, 2)], [[1, 1, 1]]),
    "no place at all": lambda: picture([(NOWHERE, 0), (0, NOWHERE)], [(0, 1)], [[1, 1]]),
    "itself its neighbour": lambda: picture([(0, 0), (1, 1)], [(0, 0)], [[1, 1]]),
}


@pytest.mark.parametrize("name", BAD)
def test_that_poor_pictures_are_shown(canvas: GraphCanvas, qtbot: QtBot, name: str) -> None:
    make: Callable[[], GraphPicture] = BAD[name]
    show(canvas, make(), qtbot)
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
    long = picture([(0, 0), (1, 1), (0, 1)], [(0, 1)], [[1, 1, 1]], {1: "community " * 50})
    show(canvas, GraphPicture(long.entity_numbers, ["entity " * 70] * 3, *(getattr(long, name) for name in (
        "positions", "degrees", "pairs", "communities", "community_titles"))), qtbot)  # fmt: skip
    canvas.select_entity(102)
    settle(canvas, qtbot)
    assert canvas.shown is not None


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
    canvas.show_scene(arrange(hub))
    canvas.select_entity(1)
    settle(canvas, qtbot)
    assert canvas.shown is not None
    assert canvas.shown.way is Way.STILL
    assert "4,000 of 50,000 relationships of the selection" in canvas.caption.replace("4000", "4,000").replace("50000", "50,000")


def test_that_the_caption_is_true(canvas: GraphCanvas, qtbot: QtBot) -> None:
    assert canvas.caption in ("", "No entities yet")
    show(canvas, two_communities(), qtbot)
    assert canvas.caption == "All 9 entities and 8 relationships"
    assert canvas.accessibleDescription() == canvas.caption
    canvas.go_to((-12.5, -2.5, -7.5, 2.5))
    settle(canvas, qtbot)
    assert canvas.caption == "5 of 9 entities in view"
    show(canvas, picture([(0, 0), (NOWHERE, 0)], [(0, 1)]), qtbot)
    assert canvas.caption == "1 of 2 entities, 0 of 1 relationships. 1 have no place yet"
    show(canvas, picture([(0, 0)]), qtbot)
    assert canvas.caption == "1 entity"


def test_that_more_relationships_are_shown_nearer(canvas: GraphCanvas, qtbot: QtBot) -> None:
    rng = np.random.default_rng(2)
    positions = [(float(x), float(y)) for x, y in rng.uniform(0, 1, (60, 2))]
    pairs = [(one, other) for one in range(60) for other in range(one)]
    show(canvas, picture(positions, pairs, [[1] * 60]), qtbot)
    assert canvas.caption.startswith("All 60 entities, ")
    assert canvas.caption.endswith(" relationships, zoom in for more")
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


def test_that_a_click_chooses_the_entity_under_it(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    told = record(canvas)
    click(canvas, place_of(canvas, 0), qtbot)
    assert told == [("entity_selected", 101)]
    assert canvas.graph_map.emphasis is not None
    assert sorted(canvas.graph_map.emphasis.bright.tolist()) == [0, 1, 2, 3, 4]
    click(canvas, QPoint(890, 690), qtbot)
    assert told[1:] == [("selection_cleared", None)]
    assert canvas.graph_map.emphasis is None


def test_that_a_click_on_a_name_chooses_its_community(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    told = record(canvas)
    names = canvas.graph_map._names
    assert names is not None
    label = next(each for each in names._labels if each.community == 2)
    left, top = label.corner(canvas.camera)
    click(canvas, QPoint(left + 2, top + int(label.height) - 2), qtbot)
    assert told == [("community_selected", 2)]


def test_that_a_double_click_opens_the_community_at_the_level_shown(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    canvas.set_level(1)
    settle(canvas, qtbot)
    told = record(canvas)
    double_click(canvas, place_of(canvas, 8), qtbot)
    assert told == [("entity_selected", 109), ("community_opened", 5)]


def test_that_choosing_from_outside_is_not_told_back(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    told = record(canvas)
    canvas.select_entity(104)
    canvas.select_community(2)
    canvas.open_community(1)
    canvas.set_level(1)
    canvas.clear_selection()
    settle(canvas, qtbot)
    assert told == []


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


def test_that_something_unknown_chooses_nothing(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    canvas.select_entity(101)
    canvas.select_entity(4_711)
    assert canvas.graph_map.emphasis is None
    canvas.select_community(4_711)
    assert canvas.graph_map.emphasis is None


def test_that_the_cursor_names_what_it_meets(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    met: list[object] = []
    canvas.entity_hovered.connect(met.append)
    before = canvas.grab().toImage()
    qtbot.mouseMove(canvas.viewport(), place_of(canvas, 3))
    qtbot.waitUntil(lambda: met == [104])
    assert canvas.grab().toImage() != before
    qtbot.wait(20)  # moves that follow within a hundredth of a second are dropped
    qtbot.mouseMove(canvas.viewport(), QPoint(890, 690))
    qtbot.waitUntil(lambda: met == [104, None])


def test_that_the_wheel_zooms_at_the_cursor(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    before, scale = place_of(canvas, 8), canvas.camera.scale
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QApplication

    wheel = QWheelEvent(
        QPointF(before), QPointF(canvas.viewport().mapToGlobal(before)), QPoint(), QPoint(0, 240),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,  # noqa: FBT003
    )  # fmt: skip
    QApplication.sendEvent(canvas.viewport(), wheel)
    settle(canvas, qtbot)
    assert canvas.camera.scale == pytest.approx(scale * 1.25**2)
    assert (place_of(canvas, 8) - before).manhattanLength() <= 2


def test_that_dragging_moves_the_map(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    before = place_of(canvas, 0)
    start = QPoint(450, 600)
    qtbot.mousePress(canvas.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 9):
        qtbot.wait(12)
        QTest.mouseMove(canvas.viewport(), start + QPoint(10 * step, -5 * step))
    qtbot.mouseRelease(canvas.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(80, -40))
    settle(canvas, qtbot)
    moved = place_of(canvas, 0) - before
    assert 40 <= moved.x() <= 80
    assert -40 <= moved.y() <= -20


def test_that_the_keyboard_does_what_the_mouse_does(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    told = record(canvas)
    whole = canvas.camera
    qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.camera.scale == pytest.approx(whole.scale * 1.3)
    qtbot.keyClick(canvas, Qt.Key.Key_Minus)
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.camera.left > whole.left
    qtbot.keyClick(canvas, Qt.Key.Key_Up)
    assert canvas.camera.top > whole.top
    qtbot.keyClick(canvas, Qt.Key.Key_F)
    assert canvas.camera.left == pytest.approx(whole.left)
    qtbot.keyClick(canvas, Qt.Key.Key_2)
    qtbot.keyClick(canvas, Qt.Key.Key_9)  # there is no such level
    canvas.select_community(2)
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert told == [("level_wanted", 1), ("community_opened", 2), ("selection_cleared", None)]


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


def test_that_zooming_has_an_end(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    for _ in range(100):
        canvas.zoom(2)
    assert canvas.camera.scale == pytest.approx(canvas.fit_scale * 200)
    for _ in range(100):
        canvas.zoom(0.5)
    assert canvas.camera.scale == pytest.approx(canvas.fit_scale / 4)


def test_that_the_ring_shows_only_for_the_keyboard(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    canvas.activateWindow()
    canvas.setFocus(Qt.FocusReason.MouseFocusReason)
    canvas.clearFocus()
    before = canvas.grab().toImage()
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(canvas.hasFocus)
    assert canvas.grab().toImage() != before


def test_that_the_buttons_zoom(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    scale = canvas.camera.scale
    canvas._buttons.nearer.emit()
    assert canvas.camera.scale > scale
    canvas._buttons.whole.emit()
    assert canvas.camera.scale == pytest.approx(scale)


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


def test_that_a_great_many_entities_are_painted_at_leisure(canvas: GraphCanvas, qtbot: QtBot) -> None:
    canvas.show_scene(arrange(crowded(20_000)))
    canvas.viewport().repaint()
    assert canvas.shown is not None
    assert canvas.shown.way is Way.PREVIEW
    assert canvas.shown.entities < canvas.shown.in_view
    settle(canvas, qtbot)
    assert canvas.shown.way is Way.STILL
    assert canvas.shown.is_exact
    canvas.pan(0.02, 0.0)
    canvas.viewport().repaint()
    assert canvas.shown.way is Way.STILL
    canvas.zoom(30)
    settle(canvas, qtbot)
    assert canvas.shown.way is Way.LIVE


def test_that_a_still_looks_like_what_is_painted_live(canvas: GraphCanvas, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphrag_desktop.ui import graph_canvas_frame

    show(canvas, crowded(3_000), qtbot)
    live = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    monkeypatch.setattr(graph_canvas_frame, "_LIVE_ENTITIES", 100)
    canvas.changed()
    settle(canvas, qtbot)
    assert canvas.shown is not None
    assert canvas.shown.way is Way.STILL
    still = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    one, other = (np.frombuffer(image.constBits(), np.uint8).reshape(700, -1).astype(int) for image in (live, still))
    assert (np.abs(one - other) > 8).mean() < 0.02


def test_that_another_theme_makes_a_new_still(canvas: GraphCanvas, qtbot: QtBot, active: ActiveTheme) -> None:
    canvas.show_scene(arrange(crowded(20_000)))
    settle(canvas, qtbot)
    active.choose(Choice.DARK)
    settle(canvas, qtbot)
    assert canvas.shown is not None
    assert canvas.shown.way is Way.STILL
    assert colour_at(canvas, QPoint(880, 20)) == "#121519"


def test_that_a_flight_ends_where_it_should(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    canvas.is_animated = True
    canvas.open_community(2)
    with qtbot.waitSignal(canvas._flight.finished):
        pass
    flown = canvas.camera
    canvas.is_animated = False
    canvas.fit()
    canvas.open_community(2)
    assert flown.scale == pytest.approx(canvas.camera.scale)
    assert flown.left == pytest.approx(canvas.camera.left)
