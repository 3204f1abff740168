"""What lies below the names of the map: painted in layers, kept as pixels, and at rest painted anew a layer at a time.

So the window answers between two layers, however fine the screen and however much there is to paint.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPixmap

from graphrag_desktop.ui.graph_canvas_backing import Backing, is_same_scale
from graphrag_desktop.ui.graph_canvas_drawing import Inks, paint_discs
from graphrag_desktop.ui.graph_canvas_frame import Frame, FramePainter, Shown, count_shown
from graphrag_desktop.ui.graph_canvas_grouping import Indexes, Mask
from graphrag_desktop.ui.graph_canvas_view import View

COARSE_FROM = 1.5
"""Pixels of the screen to one of ours, from which a map in motion is painted with a pixel for each of ours."""

Layer = Callable[[QPainter], object]
PaintStage = Callable[[QPainter, View], bool]
"""Paints territories on the way from one level to the next; says whether it did."""


@dataclass(frozen=True, slots=True)
class Colouring:
    """In what colours a level is painted: `quiet` is the share of its colour that a territory keeps, `chosen` the community
    that stands out with the entities `inside` it. `communities` is how many there are."""

    inks: Inks
    quiet: float
    chosen: int | None
    inside: Mask | None
    communities: int


class Layers:
    """One painting of a view: areas, their outlines, relationships, entities; then `shown` says what is to be seen."""

    def __init__(
        self,
        painter: FramePainter,
        view: View,
        colouring: Colouring,
        paint_stage: PaintStage | None,
        *,
        is_moving: bool,
    ) -> None:
        self._painter, self._view, self._colouring, self._is_moving = painter, view, colouring, is_moving
        self._paint_stage = paint_stage
        self._is_in = view.is_in()
        self._areas = 0
        self.shown = Shown(0, 0, 0)

    def each(self) -> Iterator[Layer]:
        """The layers from below, made ready as they are asked for."""
        view, territories = self._view, self._painter.territories
        if territories is None or self._paint_stage is None:
            self._areas = len(view.areas.at(view.scale)) if view.scene.depth else 0
        if territories is not None:
            yield from self._territories()
        yield from self._relationships()
        yield self._paint_entities

    def paint(self, painter: QPainter) -> None:
        """All at once; of a moving map as much as there is time for."""
        if self._is_moving:
            self._painter.budget.begin()
        for layer in self.each():
            layer(painter)
        if self._is_moving:
            self._painter.budget.end()

    def _territories(self) -> Iterator[Layer]:
        view, colouring, territories = self._view, self._colouring, self._painter.territories
        if territories is None:
            return
        if self._paint_stage is not None:
            yield self._change
            if not self._areas:
                return
        shapes = territories.shapes(view, colouring.chosen, colouring.quiet, is_hurried=self._is_moving)
        yield lambda painter: territories.fill(painter, view, shapes)
        yield lambda painter: territories.outline(painter, view, shapes)

    def _change(self, painter: QPainter) -> None:
        view = self._view
        if self._paint_stage is not None and not self._paint_stage(painter, view):
            self._areas = len(view.areas.at(view.scale))

    def _relationships(self) -> Iterator[Layer]:
        view, painter, colouring = self._view, self._painter, self._colouring
        inks, inside = colouring.inks, colouring.inside
        self._lines = painter.lines_of(view, self._is_in, is_moving=self._is_moving)
        parts = [self._lines] if self._is_moving else painter.portions(view, self._lines, inks, inside)
        for part in parts:
            yield partial(_paint_lines, painter, view, part, colouring)

    def _paint_entities(self, painter: QPainter) -> None:
        view = self._view
        entities = self._painter.entities_of(view, self._is_in, is_moving=self._is_moving)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_discs(painter, view, self._colouring.inks, entities)
        if self._is_moving or view.whole is not None:  # counted when the map rests
            shown = Shown(len(entities), len(entities), len(self._lines))
        else:
            shown = count_shown(view, self._is_in, entities, self._lines)
        self.shown = replace(shown, areas=self._areas, communities=self._colouring.communities)


def _paint_lines(
    frame_painter: FramePainter, view: View, part: Indexes, colouring: Colouring, painter: QPainter
) -> None:
    frame_painter.paint_lines(painter, view, part, colouring.inks, colouring.inside)


class MakeLayers(Protocol):
    """Makes ready how a view is painted, of a moving map or one at rest."""

    def __call__(self, view: View, *, is_moving: bool) -> Layers:
        """The layers of a view."""
        ...


@dataclass(frozen=True, slots=True)
class Look:
    """How the ground looks: `key` stands for all that would change it besides the camera; `is_changing` from frame to frame."""

    colour: QColor
    key: tuple[object, ...]
    is_changing: bool
    layers: MakeLayers


class Ground:
    """The pixels below the names, painted with as little as will do."""

    def __init__(self) -> None:
        self._backing = Backing()
        self._shown = Shown(0, 0, 0)
        self._is_whole = False  # nothing was left out or added since all was painted in one go
        self._last_scale = 0.0
        self._coarse: QPixmap | None = None

    def paint(self, painter: QPainter, view: View, frame: Frame, look: Look) -> Shown:
        """Paint a view; while the map is zoomed less of it."""
        is_coarse = frame.is_kept and frame.is_moving and view.ratio >= COARSE_FROM

        def paint(inner: QPainter, part: View) -> None:
            if is_coarse:
                self._paint_coarsely(inner, part, look)
            else:
                layers = look.layers(part, is_moving=frame.is_kept and frame.is_moving)
                layers.paint(inner)
                self._shown = layers.shown

        def paint_strip(inner: QPainter, part: View) -> None:
            look.layers(part, is_moving=False).paint(inner)

        is_zoomed = not is_same_scale(self._last_scale, view.camera.scale)
        self._last_scale = view.camera.scale
        is_new = is_zoomed or (frame.ratio >= COARSE_FROM and not self._backing.holds(view, look.key))
        if not frame.is_kept or look.is_changing or (frame.is_moving and is_new):
            self._backing.forget()
            if frame.is_kept and not is_coarse:
                painter.fillRect(QRectF(0, 0, view.camera.width, view.camera.height), look.colour)
            paint(painter, view)
        elif self._backing.holds(view, look.key) and (frame.is_moving or self._is_whole):
            self._is_whole &= not frame.is_moving
            self._backing.paint_shifted(painter, view, look.colour, paint_strip)
        else:  # what takes long waits until the map rests
            self._is_whole = not frame.is_moving
            self._backing.paint_whole(painter, view, look.key, look.colour, paint)
        return self._shown

    def paint_in_steps(self, view: View, look: Look) -> Iterator[None]:
        """Paint all of a view, a layer at a time, into pixels that are shown once all are there."""
        if look.is_changing or (self._backing.holds(view, look.key) and self._is_whole):
            return
        fresh = self._backing.spare(view, look.colour)
        yield
        layers = look.layers(view, is_moving=False)
        for layer in layers.each():
            _paint_onto(fresh, layer)
            yield
        self._backing.keep(fresh, view, look.key)
        self._shown, self._is_whole, self._last_scale = layers.shown, True, view.camera.scale

    def _paint_coarsely(self, painter: QPainter, view: View, look: Look) -> None:
        """On a fine screen, while everything is in motion, with a pixel for each of ours, and those enlarged."""
        camera, ratio = view.camera, view.ratio
        size = QSize(round(camera.width / ratio), round(camera.height / ratio))
        if self._coarse is None or self._coarse.size() != size:
            self._coarse = QPixmap(size)
        self._coarse.fill(look.colour)
        inner = QPainter(self._coarse)
        layers = look.layers(replace(view, camera=camera.at_ratio(1 / ratio), ratio=1.0), is_moving=True)
        layers.paint(inner)
        inner.end()
        self._shown = layers.shown
        painter.drawPixmap(QRectF(0, 0, camera.width, camera.height), self._coarse, QRectF(self._coarse.rect()))


def _paint_onto(pixels: QPixmap, layer: Layer) -> None:
    """With a painter that does not outlive it: one whose pixels die before it takes the process with it."""
    painter = QPainter(pixels)
    layer(painter)
    painter.end()
