"""The small map in the corner: all territories of the overview, and which part of them is in view."""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QWidget

from graphrag_desktop.ui.colours import blend
from graphrag_desktop.ui.graph_canvas_camera import Bounds, Camera
from graphrag_desktop.ui.graph_canvas_map import GraphMap
from graphrag_desktop.ui.graph_canvas_territories import transform
from graphrag_desktop.ui.theme import ActiveTheme

_WIDTH, _HEIGHT = 156, 110
_MARGIN = 8.0
_SHARE, _HEAT_SHARE = 0.55, 0.80
_LEAST_SIDE = 6.0  # pixels of the frame around what is in view
_MOST_DOTS = 1_500


class Minimap(QFrame):
    """Shows where the camera is; a click or drag on it moves the camera."""

    place_wanted = Signal(QPointF)  # the middle of what is to be seen

    def __init__(self, active: ActiveTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("graphMinimap")
        self.setAccessibleName(self.tr("Small map of everything"))
        self.setProperty("surface", "raised")
        self.setFixedSize(_WIDTH, _HEIGHT)
        self._active = active
        self._graph_map: GraphMap | None = None
        self._picture: QPixmap | None = None
        self._seen: Bounds = (0.0, 0.0, 0.0, 0.0)

    def show_map(self, graph_map: GraphMap) -> None:
        """Show another map, or the same in other colours."""
        self._graph_map, self._picture = graph_map, None
        self.update()

    def show_view(self, bounds: Bounds) -> None:
        """Frame what is in view."""
        if bounds != self._seen:
            self._seen = bounds
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().paintEvent(event)
        if self._graph_map is None or not self._graph_map.scene.count:
            return
        if self._picture is None or self._picture.devicePixelRatioF() != self.devicePixelRatioF():
            self._picture = self._draw(self._graph_map, self.devicePixelRatioF())
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._active.theme.colour("text2"), 1.25))
        painter.drawRoundedRect(self._frame(self._camera(self._graph_map)), 2, 2)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        self._go_to(event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this while a button is down."""
        self._go_to(event.position())
        event.accept()

    def _go_to(self, position: QPointF) -> None:
        if self._graph_map is not None:
            self.place_wanted.emit(QPointF(*self._camera(self._graph_map).place(position.x(), position.y())))

    def _camera(self, graph_map: GraphMap) -> Camera:
        left, bottom, right, top = graph_map.scene.core
        scale = min((_WIDTH - 2 * _MARGIN) / (right - left), (_HEIGHT - 2 * _MARGIN) / (top - bottom))
        middle_x, middle_y = (left + right) / 2, (bottom + top) / 2
        return Camera(middle_x - _WIDTH / 2 / scale, middle_y + _HEIGHT / 2 / scale, scale, _WIDTH, _HEIGHT)

    def _frame(self, camera: Camera) -> QRectF:
        left, bottom, right, top = self._seen
        box = QRectF(QPointF(*camera.pixel(left, top)), QPointF(*camera.pixel(right, bottom)))
        grown_x, grown_y = max(_LEAST_SIDE - box.width(), 0) / 2, max(_LEAST_SIDE - box.height(), 0) / 2
        box.adjust(-grown_x, -grown_y, grown_x, grown_y)
        return box.intersected(QRectF(self.rect()).adjusted(4, 4, -4, -4))

    def _draw(self, graph_map: GraphMap, ratio: float) -> QPixmap:
        picture = QPixmap(round(_WIDTH * ratio), round(_HEIGHT * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        theme, camera = self._active.theme, self._camera(graph_map)
        share = _SHARE if graph_map.heat is None else _HEAT_SHARE
        ground, tint = theme.rgb("raised"), graph_map.tint()
        paths = graph_map.paths
        if paths is not None and graph_map.scene.depth:
            depth = 0 if graph_map.heat is None else graph_map.level
            painter.setTransform(transform(camera), combine=True)
            for number in graph_map.scene.level(depth).communities.tolist():
                colour, path = tint.community(number), paths.path(depth, number, camera.scale)
                if colour is not None and path is not None:
                    painter.setBrush(QBrush(QColor(*blend(colour, ground, share))))
                    painter.drawPath(path)
        else:
            scene = graph_map.scene
            for entity in scene.by_degree[-_MOST_DOTS:].tolist():
                red, green, blue = tint.palette[tint.entity[entity]].tolist()
                painter.setBrush(QBrush(QColor(*blend((red, green, blue), ground, share))))
                painter.drawEllipse(QPointF(*camera.pixel(float(scene.x[entity]), float(scene.y[entity]))), 1.2, 1.2)
        painter.end()
        return picture
