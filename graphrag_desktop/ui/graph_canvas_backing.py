"""What lies below the names, kept as pixels while the map is panned: only what comes into view is painted anew.

So a pan costs a few milliseconds however much is in view, leaves nothing out, and shows no blank strip however fast it is.
"""

import math
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor, QPainter, QPixmap

from graphrag_desktop.ui.graph_canvas_camera import Camera
from graphrag_desktop.ui.graph_canvas_view import View

Paint = Callable[[QPainter, View], object]


class Backing:
    """The pixels of one view; everything in the pixels of the screen."""

    def __init__(self) -> None:
        self._pixels: QPixmap | None = None
        self._camera: Camera | None = None
        self._key: tuple[object, ...] = ()
        self._spare: QPixmap | None = None  # a screen of pixels takes its time to be made

    def forget(self) -> None:
        """What was painted is of no use any more."""
        self._camera = None

    def holds(self, view: View, key: tuple[object, ...]) -> bool:
        """Whether some of a view was painted already; `key` stands for all that would change it besides the camera."""
        before, now = self._camera, view.camera
        if self._pixels is None or before is None or key != self._key:
            return False
        is_alike = (before.width, before.height) == (now.width, now.height) and is_same_scale(before.scale, now.scale)
        across, down = self._shift(before, now)
        return is_alike and abs(across) < now.width and abs(down) < now.height

    def spare(self, view: View, ground: QColor) -> QPixmap:
        """Pixels for a view that are not shown yet."""
        size = round(view.camera.width), round(view.camera.height)
        if self._spare is None or (self._spare.width(), self._spare.height()) != size:
            self._spare = QPixmap(*size)
        self._spare.fill(ground)
        return self._spare

    def keep(self, pixels: QPixmap, view: View, key: tuple[object, ...]) -> None:
        """Show these from now on; those before become the spare ones."""
        self._spare, self._pixels, self._camera, self._key = self._pixels, pixels, view.camera, key

    def paint_whole(self, painter: QPainter, view: View, key: tuple[object, ...], ground: QColor, paint: Paint) -> None:
        """Paint all of a view anew, keep it and show it."""
        width, height = round(view.camera.width), round(view.camera.height)
        pixels = self._pixels
        if pixels is None or pixels.width() != width or pixels.height() != height:
            pixels = QPixmap(width, height)
        pixels.fill(ground)
        inner = QPainter(pixels)
        paint(inner, view)
        inner.end()
        self._pixels, self._camera, self._key = pixels, view.camera, key
        painter.drawPixmap(0, 0, pixels)

    def paint_shifted(self, painter: QPainter, view: View, ground: QColor, paint: Paint) -> None:
        """Move what there is by whole pixels and paint the strips that come into view."""
        pixels, before = self._pixels, self._camera
        if pixels is None or before is None:
            return
        across, down = self._shift(before, view.camera)
        if across or down:
            pixels.scroll(across, down, pixels.rect())
            moved = replace(before, left=before.left - across / before.scale, top=before.top + down / before.scale)
            self._camera = moved
            for strip in _exposed(pixels.rect(), across, down):
                self._paint_strip(pixels, replace(view, camera=moved), strip, ground, paint)
        painter.drawPixmap(0, 0, pixels)

    @staticmethod
    def _shift(before: Camera, now: Camera) -> tuple[int, int]:
        """How far what was painted moves, to the right and down."""
        return round((before.left - now.left) * before.scale), round((now.top - before.top) * before.scale)

    def _paint_strip(self, pixels: QPixmap, view: View, strip: QRect, ground: QColor, paint: Paint) -> None:
        camera = view.camera
        part = Camera(
            camera.left + strip.x() / camera.scale,
            camera.top - strip.y() / camera.scale,
            camera.scale,
            float(strip.width()),
            float(strip.height()),
        )
        inner = QPainter(pixels)
        inner.setClipRect(strip)
        inner.fillRect(strip, ground)
        inner.translate(QPointF(strip.topLeft()))
        paint(inner, replace(view, camera=part, whole=camera))
        inner.end()


def is_same_scale(one: float, other: float) -> bool:
    """Whether two scales are one but for how they were reckoned."""
    return math.isclose(one, other, rel_tol=1e-7)


def _exposed(whole: QRect, across: int, down: int) -> list[QRect]:
    """The parts of a rectangle that are new once the rest has moved."""
    strips: list[QRect] = []
    if down:
        strips.append(QRect(0, 0 if down > 0 else whole.height() + down, whole.width(), abs(down)))
    if across:
        top, height = max(down, 0), whole.height() - abs(down)
        strips.append(QRect(0 if across > 0 else whole.width() + across, top, abs(across), height))
    return [strip for strip in strips if not strip.isEmpty()]
