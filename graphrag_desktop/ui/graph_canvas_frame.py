"""One frame of the map below its names: territories, relationships, entities, in the order in which they are painted."""

import time
from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QPainter

from graphrag_desktop.ui.graph_canvas_drawing import Inks, line_colours, paint_discs, paint_lines
from graphrag_desktop.ui.graph_canvas_grouping import Indexes
from graphrag_desktop.ui.graph_canvas_territories import TerritoryPainter
from graphrag_desktop.ui.graph_canvas_view import View

_FRAME_SECONDS = 0.0085  # up to the entities; names and the rest of the window come on top
_LEAST_INK, _USUAL_INK = 40_000.0, 160_000.0  # pixels of lines in a moving frame
_MOST_INK = 1_200_000.0
_LEAST_MOVING, _MOST_MOVING = 5_000, 14_000  # entities in a moving frame; on a fine screen each costs more
_MOST_TOLD = 1_500  # relationships in view, up to which the strength of each is to be seen ...
_TOLD_FROM = 2.0  # ... so much nearer than all of the map


@dataclass(frozen=True, slots=True)
class Shown:
    """What a frame showed: entities in view, how many of them were painted, and how many relationships and areas.

    `areas` are the communities told apart, `communities` those of the level.
    """

    in_view: int
    entities: int
    relationships: int
    areas: int = 0
    communities: int = 0


class FramePainter:
    """Paints frames in the colours of one level and theme; spends less on relationships while the map moves."""

    def __init__(self, inks: Inks, territories: TerritoryPainter | None) -> None:
        self.inks = inks
        self.territories = territories
        self.lines: Indexes | None = None  # of the last frame
        self._ink, self._most = _USUAL_INK, _MOST_MOVING
        self._began = 0.0
        self._tells_strength = False

    def begin(self) -> None:
        """A frame begins: from here on its time counts."""
        self._began = time.thread_time()

    def paint(self, painter: QPainter, view: View, inks: Inks, *, is_moving: bool) -> Shown:
        """Paint relationships and entities in the pixels of the screen; territories are painted before."""
        is_in = view.is_in()
        lines = view.drawn_lines(is_in, is_moving=is_moving)
        lines = _within_ink(view, lines, self._ink if is_moving else _MOST_INK)
        if view.whole is None:
            self.lines = lines
            self._tells_strength = len(lines) <= _MOST_TOLD and view.zoom >= _TOLD_FROM
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = line_colours(view, inks, lines)
        paint_lines(painter, view, lines, colours, inks.pens, tells_strength=self._tells_strength)
        entities = view.drawn(is_in)
        if is_moving:
            entities = entities[-round(self._most / view.ratio) :]
        paint_discs(painter, view, inks, entities)
        if is_moving:
            self._learn(time.thread_time() - self._began)
        in_view = int((is_in & view.entities.is_shown).sum())
        return Shown(in_view, len(entities), len(lines))

    def _learn(self, seconds: float) -> None:
        """Long lines, slow machines, fine screens: spend less on the next frame if this one took too long."""
        change = float(np.clip(_FRAME_SECONDS / max(seconds, 1e-6), 0.8, 1.1))
        if self._ink <= _LEAST_INK or self._most < _MOST_MOVING:  # lines first, then entities; back the other way round
            self._most = int(np.clip(self._most * change, _LEAST_MOVING, _MOST_MOVING))
        if self._most >= _MOST_MOVING or change < 1:
            self._ink = float(np.clip(self._ink * change, _LEAST_INK, _MOST_INK))


def _within_ink(view: View, lines: Indexes, most: float) -> Indexes:
    """The strongest of these relationships: no more pixels than `most`."""
    scene, camera = view.scene, view.camera
    ink = float(np.minimum(scene.lengths[lines] * camera.scale, np.hypot(camera.width, camera.height)).sum())
    if ink <= most:
        return lines
    kept: Indexes = lines[view.lines.appears_at[lines] <= view.scale * most / ink]
    return kept
