"""What tests do with a map: show something, wait until it rests, point at things, and read what it told."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_picture import GraphPicture


def show(canvas: GraphCanvas, shown: GraphPicture, qtbot: QtBot) -> None:
    canvas.show_picture(shown)
    settle(canvas, qtbot)


def settle(canvas: GraphCanvas, qtbot: QtBot) -> None:
    """Until the view rests and all that is due was painted."""
    canvas.viewport().repaint()
    qtbot.waitUntil(lambda: canvas.is_at_rest, timeout=20_000)


def place_of(canvas: GraphCanvas, entity: int) -> QPoint:
    scene, camera = canvas.graph_map.scene, canvas.camera
    return QPoint(
        round((scene.x[entity] - camera.left) * camera.scale), round((camera.top - scene.y[entity]) * camera.scale)
    )


def colour_at(canvas: GraphCanvas, place: QPoint) -> str:
    return QColor(canvas.grab().toImage().pixel(place)).name().upper()


def record(canvas: GraphCanvas) -> list[tuple[str, object]]:
    told: list[tuple[str, object]] = []
    for name in (
        "entity_selected",
        "community_selected",
        "community_opened",
        "level_wanted",
        "entities_selected",
        "relationship_selected",
    ):
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
