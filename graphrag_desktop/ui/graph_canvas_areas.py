"""Which communities are told apart at a scale: those of the level shown, and where they are too small on the screen the one
they belong to."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.ui.graph_canvas_camera import Camera
from graphrag_desktop.ui.graph_canvas_grouping import Indexes, areas
from graphrag_desktop.ui.graph_canvas_outlines import Outlines
from graphrag_desktop.ui.graph_canvas_scene import GraphScene, LevelScene, first_members

_LEAST_EXTENT = 36.0  # pixels: what children measure on average once their community is shown split
_LEAST_AREA = 3  # entities of a community that counts as one: fewer have neither area nor name


@dataclass(frozen=True, slots=True, eq=False)
class Areas:
    """Communities by the scales at which they are shown: `from_scale` <= scale < `to_scale`, in our pixels to one unit.

    `depths` is the level whose territory is theirs. At every scale each entity is in exactly one.
    """

    numbers: NDArray[np.int64]
    depths: NDArray[np.int64]
    sizes: NDArray[np.int64]
    anchors: NDArray[np.float64]
    boxes: NDArray[np.float64]
    from_scale: NDArray[np.float64]
    to_scale: NDArray[np.float64]

    def at(self, scale: float) -> Indexes:
        """Those shown at a scale that have an area or a name."""
        return np.flatnonzero((self.from_scale <= scale) & (scale < self.to_scale) & (self.sizes >= _LEAST_AREA))

    def in_view(self, camera: Camera, scale: float) -> Indexes:
        """Those shown at a scale whose territory touches the view."""
        shown = self.at(scale)
        left, bottom, right, top = camera.bounds
        low_x, low_y, high_x, high_y = self.boxes[shown].T
        seen: Indexes = shown[(low_x <= right) & (high_x >= left) & (low_y <= top) & (high_y >= bottom)]
        return seen


def make_areas(scene: GraphScene, outlines: Outlines | None, level: int) -> Areas:
    """The areas of a level; nothing is aggregated that fills enough of the screen."""
    level = scene.clamp(level)
    scales, boxes = _first_scales(scene, outlines, level)
    parts: list[tuple[NDArray[np.float64] | NDArray[np.int64], ...]] = []
    depths: list[NDArray[np.int64]] = []
    for depth in range(level + 1):
        here = scene.level(depth)
        ends = np.full(len(here.communities), np.inf)
        keeps = np.ones(len(here.communities), np.bool_)
        if depth < level:
            below = scene.level(depth + 1)
            splits = here.member_of[first_members(below)]
            is_same = below.communities == here.communities[splits]
            keeps[splits[is_same]] = False  # it is drawn as it stands on the deeper level
            ends[splits[~is_same]] = scales[depth + 1][~is_same]
        parts.append((here.communities[keeps], here.sizes[keeps], here.anchors[keeps], boxes[depth][keeps],
                      scales[depth][keeps], ends[keeps]))  # fmt: skip
        depths.append(np.full(int(keeps.sum()), depth))
    numbers, sizes, anchors, extents, starts, ends = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Areas(
        numbers.astype(np.int64), np.concatenate(depths), sizes.astype(np.int64), anchors, extents, starts, ends
    )


def _first_scales(
    scene: GraphScene, outlines: Outlines | None, level: int
) -> tuple[list[NDArray[np.float64]], list[NDArray[np.float64]]]:
    """For each level down to this one the scale from which each community is told from its siblings, and its extent."""
    boxes = [_boxes(scene.level(depth), scene, outlines, depth) for depth in range(level + 1)]
    scales = [np.zeros(len(boxes[0]))]
    for depth in range(1, level + 1):
        here, above = scene.level(depth), scene.level(depth - 1)
        parent = above.member_of[first_members(here)]
        extent = (boxes[depth][:, 2:] - boxes[depth][:, :2]).max(axis=1)
        usual = np.bincount(parent, here.sizes * extent, len(above.sizes)) / above.sizes
        splits = np.divide(_LEAST_EXTENT, usual, out=np.full(len(usual), np.inf), where=usual > 0)
        is_same = here.communities == above.communities[parent]
        before = scales[depth - 1][parent]
        scales.append(np.where(is_same, before, np.maximum(before, splits[parent])))
    return scales, boxes


def _boxes(level: LevelScene, scene: GraphScene, outlines: Outlines | None, depth: int) -> NDArray[np.float64]:
    """What the territory of each community fills; without one a square as large as what it covers."""
    half = (
        np.sqrt(areas(scene.x, scene.y, level.member_of.astype(np.intp), level.sizes))[:, None] / 2
        if len(level.sizes)
        else 0.0
    )
    boxes: NDArray[np.float64] = np.concatenate([level.anchors - half, level.anchors + half], axis=1)
    if outlines is not None:
        drawn = outlines.boxes(depth, level.communities)
        boxes = np.where(np.isfinite(drawn), drawn, boxes)
    return boxes
