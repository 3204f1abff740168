"""A scene at one level through a camera: what a frame is painted from."""

from dataclasses import dataclass, replace

import numpy as np

from graphrag_desktop.ui.graph_canvas_areas import Areas
from graphrag_desktop.ui.graph_canvas_camera import Camera
from graphrag_desktop.ui.graph_canvas_detail import EntityDetail, LineDetail
from graphrag_desktop.ui.graph_canvas_grouping import Indexes, Mask
from graphrag_desktop.ui.graph_canvas_scene import GraphScene, LevelScene

_REACH = 24.0  # pixels outside the view from which a disc may look in
_MANY = 20_000  # relationships; rather than look through more, those of the entities in view are looked up ...
_CHEAPER = 4  # ... if they are so many times fewer
_MOST_TRIED = 40_000  # relationships looked through for a frame of a moving map: the first ones to appear


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A scene at one level through a camera that has `ratio` pixels for each of ours.

    Radii of discs are multiplied by `disc_scale`. What `is_vector` is drawn as shapes and words, not as pixels. The
    camera of a strip sees but a part of the `whole`.
    """

    scene: GraphScene
    level: LevelScene
    level_number: int
    camera: Camera
    ratio: float
    entities: EntityDetail
    lines: LineDetail
    areas: Areas
    is_vector: bool = False
    whole: Camera | None = None

    @property
    def scale(self) -> float:
        """Our pixels to one unit of the map: what is drawn depends on it."""
        return self.camera.scale / self.ratio

    @property
    def zoom(self) -> float:
        """How many times nearer than a view of the whole map."""
        left, bottom, right, top = self.scene.core
        camera = self.whole or self.camera
        return camera.scale * max((right - left) / camera.width, (top - bottom) / camera.height)

    @property
    def disc_scale(self) -> float:
        """What radii are multiplied by, in our pixels."""
        return self.entities.disc_scale(self.scale)

    def at_ratio(self, ratio: float) -> "View":
        """The same in the pixels of a screen."""
        return replace(self, camera=self.camera.at_ratio(ratio), ratio=ratio)

    def is_in(self) -> Mask:
        """Which entities are in view or look in, drawn or not."""
        return self.camera.contains(self.scene.x, self.scene.y, _REACH * self.ratio)

    def drawn(self, is_in: Mask) -> Indexes:
        """The entities drawn, the largest last."""
        found = self.entities.upto(self.scale)
        order = self.scene.by_degree
        if len(found) * _CHEAPER > len(order):
            is_drawn = is_in & (self.entities.appears_at <= self.scale)
            near = np.flatnonzero(is_drawn)
            if len(near) * _CHEAPER > len(order):
                return order[is_drawn[order]]
        else:
            near = found[is_in[found]]
        largest_last: Indexes = near[np.argsort(self.scene.rank[near])]
        return largest_last

    def drawn_lines(self, is_in: Mask, *, is_moving: bool = False) -> Indexes:
        """The relationships drawn: those with an end in view; of a strip, in view of the whole, that may cross it.

        Of a moving map only among the first to appear.
        """
        if self.whole is not None:
            lines = replace(self, camera=self.whole, whole=None).drawn_lines(
                self.whole.contains(self.scene.x, self.scene.y, _REACH * self.ratio)
            )
            return lines[self._may_cross(lines)]
        lines = self.lines.upto(self.scale)
        if is_in.all():
            return lines[:_MOST_TRIED] if is_moving else lines
        if len(lines) > _MANY:
            near = np.flatnonzero(is_in)
            if len(near) * _CHEAPER < len(lines) and self.scene.links.count(near) * _CHEAPER < len(lines):
                lines = self.scene.links.of(near)
                return lines[self.lines.appears_at[lines] <= self.scale]
        if is_moving:
            lines = lines[:_MOST_TRIED]
        start, end = self.scene.pairs[lines].T
        seen: Indexes = lines[is_in[start] | is_in[end]]
        return seen

    def _may_cross(self, lines: Indexes) -> Mask:
        """Which relationships may pass through the view."""
        start, end = self.scene.pairs[lines].T
        x, y = self.scene.x, self.scene.y
        margin = 2 / self.camera.scale
        left, bottom, right, top = self.camera.bounds
        is_across = (np.minimum(x[start], x[end]) <= right + margin) & (np.maximum(x[start], x[end]) >= left - margin)
        is_up = (np.minimum(y[start], y[end]) <= top + margin) & (np.maximum(y[start], y[end]) >= bottom - margin)
        crosses: Mask = is_across & is_up
        return crosses
