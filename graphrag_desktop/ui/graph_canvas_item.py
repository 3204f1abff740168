"""The map inside pyqtgraph's scene: one item that covers what is in view, in a view box that pans and zooms."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import pyqtgraph
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsSceneWheelEvent, QStyleOptionGraphicsItem, QWidget

_NOTCH = 120  # of a wheel, in eighths of a degree
_ZOOM_A_NOTCH = 1.25


class Tool(StrEnum):
    """What dragging with the left button does."""

    PAN = "pan"
    MARQUEE = "marquee"
    LASSO = "lasso"


@dataclass(frozen=True, slots=True)
class Drag:
    """A moment of dragging: which tool, where it began, where the mouse is now (on the map), whether it is the last."""

    tool: Tool
    start: QPointF
    place: QPointF
    is_first: bool
    is_last: bool


class MapOwner(Protocol):
    """Who paints the map and hears of the mouse; places are on the map."""

    tool: Tool

    def paint_map(self, painter: QPainter) -> None:
        """Paint all of the view, in pixels from its upper left corner."""
        ...

    def cursor_moved(self, place: QPointF | None) -> None:
        """The cursor is at a place, or left the map."""
        ...

    def map_clicked(self, place: QPointF, *, is_double: bool, adds: bool = False) -> None:
        """The map was clicked with the left button; `adds` with the key that adds to a choice."""
        ...

    def menu_wanted(self, place: QPointF, screen: QPointF) -> None:
        """The map was clicked with the right button, at this place of the screen too."""
        ...

    def drag_moved(self, drag: Drag) -> None:
        """The mouse is being dragged to choose something."""
        ...

    def zoom(self, factor: float, place: QPointF | None = None) -> None:
        """The analyst wants to come nearer to a place, or further from it."""
        ...


class MapItem(pyqtgraph.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Covers exactly what is in view, so that every click and move meets it."""

    def __init__(self, owner: MapOwner) -> None:
        super().__init__()
        self._owner = owner

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Qt asks for this."""
        view = self.getViewBox()
        return QRectF() if view is None else QRectF(view.viewRect())

    def viewRangeChanged(self) -> None:  # noqa: N802 - pyqtgraph's name
        """The view moved, and the item with it."""
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Qt calls this."""
        painter.resetTransform()
        self._owner.paint_map(painter)

    def hoverEvent(self, move: "pyqtgraph.GraphicsScene.mouseEvents.HoverEvent") -> None:  # noqa: N802 - pyqtgraph's name
        """Pyqtgraph calls this."""
        self._owner.cursor_moved(None if move.isExit() else QPointF(move.pos()))

    def mouseClickEvent(self, click: "pyqtgraph.GraphicsScene.mouseEvents.MouseClickEvent") -> None:  # noqa: N802
        """Pyqtgraph calls this."""
        place = QPointF(click.pos())
        if click.button() == Qt.MouseButton.LeftButton:
            click.accept()
            adds = bool(click.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier))
            self._owner.map_clicked(place, is_double=click.double(), adds=adds)
        elif click.button() == Qt.MouseButton.RightButton:
            click.accept()
            self._owner.menu_wanted(place, QPointF(click.screenPos()))


class MapBox(pyqtgraph.ViewBox):  # type: ignore[misc]  # pyqtgraph has no types
    """Pans by dragging; the wheel asks the owner, who knows how near and far one may go."""

    def __init__(self, owner: MapOwner, item: MapItem) -> None:
        super().__init__(lockAspect=True, enableMenu=False, defaultPadding=0)
        self._owner = owner
        self.addItem(item, ignoreBounds=True)
        self.disableAutoRange()

    def wheelEvent(self, turn: QGraphicsSceneWheelEvent, axis: int | None = None) -> None:  # noqa: N802
        """Qt calls this."""
        turn.accept()
        place = self.mapToView(turn.pos())
        self._owner.zoom(_ZOOM_A_NOTCH ** (turn.delta() / _NOTCH), QPointF(place))

    def mouseDragEvent(  # noqa: N802 - pyqtgraph's name
        self, drag: "pyqtgraph.GraphicsScene.mouseEvents.MouseDragEvent", axis: int | None = None
    ) -> None:
        """Pyqtgraph calls this; with the right button it would zoom, which is the wheel's."""
        tool = self._tool(drag)
        if drag.button() == Qt.MouseButton.RightButton:
            drag.ignore()
        elif drag.button() == Qt.MouseButton.LeftButton and tool is not Tool.PAN:
            drag.accept()
            start, place = (QPointF(self.mapToView(each)) for each in (drag.buttonDownPos(), drag.pos()))
            self._owner.drag_moved(Drag(tool, start, place, bool(drag.isStart()), bool(drag.isFinish())))
        else:
            super().mouseDragEvent(drag, axis)

    def _tool(self, drag: "pyqtgraph.GraphicsScene.mouseEvents.MouseDragEvent") -> Tool:
        """A key held while dragging comes before the tool in the hand."""
        if drag.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return Tool.MARQUEE
        if drag.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return Tool.LASSO
        return self._owner.tool
