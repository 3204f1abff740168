"""The window onto the map: where its camera is, how it moves, and when what is drawn."""

import time
from collections.abc import Callable, Iterator

import pyqtgraph
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QStyle, QWidget

from graphrag_desktop.ui.graph_canvas_camera import Bounds, Camera
from graphrag_desktop.ui.graph_canvas_flight import CameraFlight
from graphrag_desktop.ui.graph_canvas_frame import Frame, Shown
from graphrag_desktop.ui.graph_canvas_item import Drag, MapBox, MapItem
from graphrag_desktop.ui.graph_canvas_map import GraphMap
from graphrag_desktop.ui.graph_canvas_morph import LevelMorph
from graphrag_desktop.ui.theme import ActiveTheme

_REST_MILLISECONDS = 80  # without a move; then all that is due is drawn
_STEP_SECONDS = 0.008  # half a frame
_DONE = object()
_FIT = 0.89  # of the view: outlines lie around the entities, and sheets in the corners
_FURTHEST, _NEAREST = 0.25, 200.0  # times the scale at which all fits
_LEAST_SIDE = 50.0  # pixels; smaller before the first layout


class MapViewport(pyqtgraph.GraphicsView):  # type: ignore[misc]  # pyqtgraph has no types
    """Shows a `GraphMap` through a camera; `is_animated` off makes it cut where it would fly."""

    def __init__(self, active: ActiveTheme, graph_map: GraphMap, parent: QWidget | None) -> None:
        super().__init__(parent, background=None)  # the map paints its own: two more on a fine screen take 8 ms
        self.viewport().setAutoFillBackground(False)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.is_animated = True
        self.graph_map = graph_map
        self.shown: Shown | None = None
        self._is_fitted, self._is_moving = True, False
        self._last_camera: Camera | None = None
        self._box = MapBox(self, MapItem(self))
        self.setCentralItem(self._box)
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._box.sigRangeChangedManually.connect(self._panned)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MILLISECONDS)
        self._rest.timeout.connect(self._came_to_rest)
        self._steps: Iterator[None] | None = None  # of all that is due
        self._next_step = QTimer(
            self, singleShot=True, interval=0
        )  # a timer waits for input and painting to be seen to
        self._next_step.timeout.connect(self._take_steps)
        self._flight = CameraFlight(self)
        self._flight.moved.connect(self._look_at)
        self._morph = LevelMorph(self)
        self._morph.moved.connect(self._morphed)

    def fit(self) -> None:
        """Bring all of the map into view, but for a few far-off entities."""
        self._is_fitted = True
        self._go_to(self._map_rectangle(self.graph_map.scene.core))

    def zoom(self, factor: float, place: QPointF | None = None) -> None:
        """Come nearer by a factor, with what is at `place` (or in the middle) staying where it is."""
        fit, camera = self.fit_scale, self.camera
        scale = min(max(camera.scale * factor, fit * _FURTHEST), fit * _NEAREST)
        view = QRectF(self._box.viewRect())
        fixed, share = place or view.center(), camera.scale / scale
        corner = fixed + (view.topLeft() - fixed) * share
        self._move(QRectF(corner.x(), corner.y(), view.width() * share, view.height() * share))

    def pan(self, across: float, up: float) -> None:
        """Move by shares of the view."""
        view = QRectF(self._box.viewRect())
        self._move(view.translated(across * view.width(), up * view.height()))

    @property
    def camera(self) -> Camera:
        """The part of the map in view."""
        view = self._box.viewRect()
        width, height = max(self._box.width(), 1.0), max(self._box.height(), 1.0)
        return Camera(view.left(), view.bottom(), width / max(view.width(), 1e-300), width, height)

    @property
    def fit_scale(self) -> float:
        """The scale at which all fits."""
        left, bottom, right, top = self.graph_map.scene.core
        width, height = max(self._box.width(), _LEAST_SIDE), max(self._box.height(), _LEAST_SIDE)
        return float(min(width / (right - left), height / (top - bottom)) * _FIT)

    def bring_into_view(self, bounds: Bounds) -> None:
        """Go to a part of the map unless it is in view already; never further off than all of it."""
        wanted, view = QRectF(*_corner_and_size(bounds)), QRectF(self._box.viewRect())
        if view.contains(wanted.center()) and wanted.width() < view.width() and wanted.height() < view.height():
            return
        self._is_fitted = False
        scale = min(self.camera.scale, self._map_scale(wanted))
        self._go_to(self._around(wanted.center(), max(scale, self.fit_scale)))

    def go_to(self, bounds: Bounds) -> None:
        """Fill the view with a part of the map."""
        self._is_fitted = False
        self._go_to(self._map_rectangle(bounds))

    @Slot(QPointF)
    def centre_on(self, place: QPointF) -> None:
        """See what lies around a place, at the scale as it is."""
        view = QRectF(self._box.viewRect())
        view.moveCenter(place)
        self._move(view)

    def floating(self) -> tuple[QRectF, ...]:
        """What floats over the map, in pixels: names keep clear of it."""
        return ()

    def frame_painted(self) -> None:
        """The map came to rest and was painted; `shown` says what is to be seen."""

    def paint_map(self, painter: QPainter) -> None:
        """Paint all of the view."""
        camera = self.camera
        if camera != self._last_camera:
            self._is_moving |= self._last_camera is not None
            self._last_camera = camera
            self._wait_for_rest()
        ratio = painter.device().devicePixelRatioF()
        self.shown = self.graph_map.paint(painter, self.frame(ratio, is_moving=self._is_moving))

    def frame(self, ratio: float, *, is_moving: bool = False) -> Frame:
        """What the view as it is now is drawn for."""
        return Frame(self.camera, self.fit_scale, ratio, self.floating(), is_moving)

    def drag_moved(self, drag: Drag) -> None:
        """The mouse is being dragged with a key held that makes it a choice."""

    def change_level(self, level: int) -> None:
        """Show another level; territories split and grow together on the way, if there is time for it."""
        before = self.graph_map.level
        self.graph_map.set_level(level)
        if self._takes_time() and before != self.graph_map.level and self.graph_map.arrangement.outlines is not None:
            self._morph.run(before, self.graph_map.level)
        else:
            self._morph.stop()
            self.graph_map.stage = None
        self.changed()

    def changed(self) -> None:
        """Something but the camera changed: paint anew, and tell once it is done."""
        self._is_moving = True  # what takes long waits until the map rests
        self._wait_for_rest()
        self.viewport().update()

    def show_map(self, graph_map: GraphMap) -> None:
        """Show another map: all of it, unless the analyst has moved the camera."""
        self.graph_map = graph_map
        self._last_camera = None
        self._morph.stop()
        if self._is_fitted:
            self._flight.stop()
            self._look_at(self._map_rectangle(graph_map.scene.core))
        self.changed()

    def close(self) -> bool:
        """Close as every widget does: pyqtgraph's own way takes the viewport off while it is in use, and crashes."""
        return QGraphicsView.close(self)

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802 - Qt's name
        """Qt calls this; pyqtgraph too, with None, before there is a map."""
        super().resizeEvent(event)
        if event is not None and self._is_fitted:
            self._look_at(self._map_rectangle(self.graph_map.scene.core))

    def _map_scale(self, part: QRectF) -> float:
        width, height = max(self._box.width(), _LEAST_SIDE), max(self._box.height(), _LEAST_SIDE)
        return float(min(width / max(part.width(), 1e-300), height / max(part.height(), 1e-300)) * _FIT)

    def _map_rectangle(self, bounds: Bounds) -> QRectF:
        """What is in view when these bounds fill it."""
        part = QRectF(*_corner_and_size(bounds))
        return self._around(part.center(), min(self._map_scale(part), self.fit_scale * _NEAREST))

    def _around(self, centre: QPointF, scale: float) -> QRectF:
        width, height = max(self._box.width(), _LEAST_SIDE) / scale, max(self._box.height(), _LEAST_SIDE) / scale
        return QRectF(centre.x() - width / 2, centre.y() - height / 2, width, height)

    def _go_to(self, target: QRectF) -> None:
        if self._takes_time():
            self._flight.fly(QRectF(self._box.viewRect()), target)
        else:
            self._look_at(target)

    @Slot(QRectF)
    def _look_at(self, target: QRectF) -> None:
        self._box.setRange(target, padding=0)

    def _move(self, target: QRectF) -> None:
        self._flight.stop()
        self._is_fitted = False
        self._look_at(target)

    def _panned(self) -> None:
        self._flight.stop()
        self._is_fitted = False

    def _takes_time(self) -> bool:
        """Whether the camera flies and territories grow; the system may say that nothing should (a duration of 0)."""
        takes_time = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0
        return self.is_animated and takes_time and self.isVisible()

    @property
    def is_at_rest(self) -> bool:
        """Whether all that is due was painted."""
        return not self._rest.isActive() and self._steps is None

    def rest(self) -> None:
        """From now on draw all that is due, until the map moves again."""
        self._is_moving = False

    def come_to_rest(self, ratio: float, paint: Callable[[], object]) -> Iterator[None]:
        """Draw all that is due a step at a time, so that none takes long; then `paint` once more, and prepare for what may
        come next."""
        yield from self.graph_map.paint_in_steps(self.frame(ratio))
        self.rest()
        paint()
        yield
        yield from self.graph_map.prepare_in_steps(self.frame(ratio))

    def _wait_for_rest(self) -> None:
        self._steps = None
        self._rest.start()

    @Slot()
    def _came_to_rest(self) -> None:
        if self.isVisible():
            self._steps = self.come_to_rest(self.viewport().devicePixelRatioF(), self._paint_at_rest)
            self._take_steps()
        else:
            self.rest()
            self.frame_painted()

    @Slot()
    def _take_steps(self) -> None:
        until = time.thread_time() + _STEP_SECONDS
        while self._steps is not None and time.thread_time() < until:
            if next(self._steps, _DONE) is _DONE:
                self._steps = None
        if self._steps is not None:
            self._next_step.start()

    def _paint_at_rest(self) -> None:
        self.viewport().repaint()
        self.frame_painted()

    @Slot()
    def _morphed(self) -> None:
        self.graph_map.stage = self._morph.stage
        self._wait_for_rest()
        self.viewport().update()


def _corner_and_size(bounds: Bounds) -> tuple[float, float, float, float]:
    left, bottom, right, top = bounds
    return left, bottom, right - left, top - bottom
