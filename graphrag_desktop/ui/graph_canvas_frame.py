"""One picture of the map: what is drawn within a frame's time, and a still of what takes longer.

Three ways. Live: all that is in view, with fewer relationships while the view moves. Still: where more entities are in
view than a frame has time for, a picture somewhat larger than the view is painted in slices while it rests, moved while
it is panned and stretched while it is zoomed. Preview: as long as there is no such picture, the largest entities and the
strongest relationships.
"""

import time
from collections.abc import Generator
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from graphrag_desktop.ui.graph_canvas_drawing import Inks, Lines, paint_discs, paint_lines
from graphrag_desktop.ui.graph_canvas_grouping import Mask
from graphrag_desktop.ui.graph_canvas_scene import Camera, View

_LIVE_ENTITIES = 16_000
_PREVIEW_ENTITIES = 8_000
_FRAME_SECONDS = 0.008  # for relationships and entities; names and the rest of the window come on top
_LEAST_INK, _USUAL_INK, _MOST_INK = 60_000.0, 300_000.0, 900_000.0  # pixels of lines in a moving frame
_STILL_MARGIN = 0.25  # of the view, on each side
_STRETCH = (0.4, 3.0)  # a still is shown this much smaller or larger until there is a new one
_LINES_A_SLICE, _DISCS_A_SLICE = 2_000, 4_000
_REACH = 24.0  # pixels outside the view from which a disc may look in


class Way(StrEnum):
    """How the frame came about."""

    LIVE = "live"
    STILL = "still"
    PREVIEW = "preview"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a frame showed: entities in view, how many of them and how many relationships were painted.

    `relationships` is None where a part of a still was shown: they are not counted for each frame.
    """

    way: Way
    in_view: int
    entities: int
    relationships: int | None
    is_exact: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """A picture of all that is in its own camera's view."""

    image: QImage
    camera: Camera
    shown: Shown


class MapPainter:
    """Paints relationships and entities of one level; a new one is made for a new level, theme or picture.

    Cameras are in the pixels of the screen.
    """

    def __init__(self, inks: Inks, ground: QColor) -> None:
        self.inks = inks
        self._ground = ground
        self._ink = _USUAL_INK
        self._still: Still | None = None
        self._job: Generator[None, None, Still] | None = None
        self._job_scale = 0.0

    def paint(self, painter: QPainter, view: View, *, is_moving: bool) -> Shown:
        """Paint what belongs below the names."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_in = view.camera.contains(view.scene, _REACH)
        in_view = int(is_in.sum())
        if in_view <= _LIVE_ENTITIES or view.camera.scale != self._job_scale:
            self._job = None  # the still in the making is of no use any more
        if in_view <= _LIVE_ENTITIES:
            return self._paint_live(painter, view, is_in, is_moving=is_moving)
        if self._still is not None and _STRETCH[0] < view.camera.scale / self._still.camera.scale < _STRETCH[1]:
            return self._paint_still(painter, view, self._still, in_view)
        lines = _lines_within(view, self.inks, is_in, self._ink)
        paint_lines(painter, view, lines, self.inks.pens)
        largest = view.scene.by_degree[-_PREVIEW_ENTITIES:]
        paint_discs(painter, view, self.inks, largest)
        return Shown(Way.PREVIEW, in_view, len(largest), len(lines), is_exact=False)

    def start_still(self, view: View) -> None:
        """Begin a new still of the view and a margin around it, unless there is no need for one."""
        if self._job is None:
            self._job_scale = view.camera.scale
            self._job = _render_still(_widened(view), self.inks, self._ground)

    def advance_still(self, seconds: float) -> bool:
        """Go on with the still for that long; False once there is nothing left to do."""
        until = time.perf_counter() + seconds
        while self._job is not None and time.perf_counter() < until:
            try:
                next(self._job)
            except StopIteration as finished:
                self._still, self._job = finished.value, None
        return self._job is not None

    def _paint_live(self, painter: QPainter, view: View, is_in: Mask, *, is_moving: bool) -> Shown:
        started = time.thread_time()
        lines = _lines_within(view, self.inks, is_in, self._ink if is_moving else _MOST_INK)
        paint_lines(painter, view, lines, self.inks.pens)
        order = view.scene.by_degree
        entities = order[is_in[order]]
        paint_discs(painter, view, self.inks, entities)
        if is_moving:
            self._learn(time.thread_time() - started)
        return Shown(Way.LIVE, len(entities), len(entities), len(lines))

    def _learn(self, seconds: float) -> None:
        """Long lines, slow machines, fine screens: spend less on the next frame if this one took too long."""
        change = float(np.clip(_FRAME_SECONDS / max(seconds, 1e-6), 0.8, 1.1))
        self._ink = float(np.clip(self._ink * change, _LEAST_INK, _MOST_INK))

    def _paint_still(self, painter: QPainter, view: View, still: Still, in_view: int) -> Shown:
        camera = view.camera
        stretch = camera.scale / still.camera.scale
        left = (still.camera.left - camera.left) * camera.scale
        top = (camera.top - still.camera.top) * camera.scale
        target = QRectF(left, top, still.camera.width * stretch, still.camera.height * stretch)
        is_exact = abs(stretch - 1) < 1e-6
        if is_exact:
            painter.drawImage(QPointF(round(left), round(top)), still.image)
        else:
            painter.drawImage(target, still.image)
        is_covered = target.adjusted(-1, -1, 1, 1).contains(QRectF(0, 0, camera.width, camera.height))
        relationships = still.shown.relationships if in_view == view.scene.count else None
        return Shown(Way.STILL, in_view, in_view, relationships, is_exact=is_exact and is_covered)


def _lines_within(view: View, inks: Inks, is_in: Mask, most_ink: float) -> Lines:
    """Relationships with an end in view, the strongest of them: no more pixels than `most_ink`."""
    scale = view.camera.scale
    chosen = inks.appears_at <= scale
    if not is_in.all():
        chosen &= is_in[inks.lines.start] | is_in[inks.lines.end]
    places = np.flatnonzero(chosen)
    visible = np.minimum(inks.lengths[places] * scale, np.hypot(view.camera.width, view.camera.height))
    if (ink := float(visible.sum())) > most_ink:
        places = places[inks.appears_at[places] <= scale * most_ink / ink]
    return inks.lines.only(places)


def _widened(view: View) -> View:
    camera = view.camera
    across, down = round(camera.width * _STILL_MARGIN), round(camera.height * _STILL_MARGIN)
    wide = Camera(
        camera.left - across / camera.scale,
        camera.top + down / camera.scale,
        camera.scale,
        camera.width + 2 * across,
        camera.height + 2 * down,
    )
    return replace(view, camera=wide)


def _render_still(view: View, inks: Inks, ground: QColor) -> Generator[None, None, Still]:
    """Paint in slices of a few milliseconds; between two of them no painter is open."""
    camera = view.camera
    image = QImage(int(camera.width), int(camera.height), QImage.Format.Format_RGB32)
    image.fill(ground)
    yield
    is_in = camera.contains(view.scene, _REACH)
    lines = _lines_within(view, inks, is_in, np.inf)
    yield
    for start in range(0, len(lines), _LINES_A_SLICE):
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_lines(painter, view, lines.only(slice(start, start + _LINES_A_SLICE)), inks.pens)
        painter.end()
        yield
    entities = view.scene.by_degree[is_in[view.scene.by_degree]]
    for start in range(0, len(entities), _DISCS_A_SLICE):
        painter = QPainter(image)
        paint_discs(painter, view, inks, entities[start : start + _DISCS_A_SLICE])
        painter.end()
        yield
    return Still(image, camera, Shown(Way.STILL, len(entities), len(entities), len(lines)))
