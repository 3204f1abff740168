"""What mouse and keys do on the map."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.graph_canvas import GraphCanvas
from tests.ui.canvas_driver import click, double_click, place_of, record, settle, show
from tests.ui.graph_pictures import two_communities

NOWHERE = float("nan")


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
    names = canvas.graph_map.names
    assert names is not None
    label = next(each for each in names.labels if each.community == 2)
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


def test_that_the_cursor_names_what_it_meets(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    met: list[object] = []
    canvas.entity_hovered.connect(met.append)
    before = canvas.grab().toImage()

    def meets(place: QPoint, expected: object) -> bool:
        """Told to the canvas itself, again and again: moves that follow on each other within a moment are dropped."""
        for aside in (0, 1):
            at = QPointF(place + QPoint(aside, 0))
            none = Qt.MouseButton.NoButton
            move = QMouseEvent(
                QEvent.Type.MouseMove, at, QPointF(canvas.viewport().mapToGlobal(at.toPoint())), none, none,
                Qt.KeyboardModifier.NoModifier,
            )  # fmt: skip
            QApplication.sendEvent(canvas.viewport(), move)
            qtbot.wait(20)
        return met[-1:] == [expected]

    qtbot.waitUntil(lambda: meets(place_of(canvas, 3), 104))
    assert canvas.grab().toImage() != before
    qtbot.waitUntil(lambda: meets(QPoint(890, 690), None))


def test_that_the_wheel_zooms_at_the_cursor(canvas: GraphCanvas, qtbot: QtBot) -> None:
    show(canvas, two_communities(), qtbot)
    before, scale = place_of(canvas, 8), canvas.camera.scale
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
    qtbot.keyClick(canvas, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)  # a command of the window
    canvas.select_community(2)
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert told == [("level_wanted", 1), ("community_opened", 2), ("selection_cleared", None)]


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
