"""What the canvas asks of a picture many times a second: what is in view, what lies under the cursor, who belongs where.

Numbers only, no Qt: `arrange` may run on any thread.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.ui.colours import Appearance, Rgb, community_colours
from graphrag_desktop.ui.graph_canvas_grid import Grid
from graphrag_desktop.ui.graph_canvas_grouping import (
    Indexes,
    Mask,
    areas,
    by_strength,
    counted,
    extent,
    middles,
    running_sums,
)
from graphrag_desktop.ui.graph_picture import GraphPicture

_BETWEEN_INK = 0.25  # of the map's area may be lines: with more they close to a grey sheet, and cost a frame
_WITHIN_INK = 0.60  # of a community's area
_DISC_SHARE = 0.13  # of the map's area, for all discs at fit
_SIZE_CLASSES = 64


@dataclass(frozen=True, slots=True)
class Camera:
    """The part of the map in view: its left and upper edge on the map, pixels to one unit, and its size in pixels."""

    left: float
    top: float
    scale: float
    width: float
    height: float

    def across(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """From the map to pixels from the left."""
        return (x - self.left) * self.scale

    def down(self, y: NDArray[np.float64]) -> NDArray[np.float64]:
        """From the map to pixels from above; the map's y points up."""
        return (self.top - y) * self.scale

    def at_ratio(self, ratio: float) -> "Camera":
        """The same view in the pixels of a screen that has `ratio` of them for each of ours."""
        return replace(self, scale=self.scale * ratio, width=self.width * ratio, height=self.height * ratio)

    def contains(self, scene: "GraphScene", margin: float) -> Mask:
        """Which entities are in view, or at most `margin` pixels outside."""
        reach = margin / self.scale
        right, bottom = self.left + self.width / self.scale, self.top - self.height / self.scale
        is_across = (scene.x >= self.left - reach) & (scene.x <= right + reach)
        return is_across & (scene.y >= bottom - reach) & (scene.y <= self.top + reach)


@dataclass(frozen=True, slots=True, eq=False)
class LevelScene:
    """One level: community `communities[i]` has `sizes[i]` entities and its name at `anchors[i]`.

    `member_of` gives each entity's place in these. `is_between` marks relationships between two communities.
    `appears_at` is the scale from which a relationship is drawn: first the strongest, until there is enough ink. Being
    a matter of the scale alone, nothing comes or goes while the view is moved.
    """

    communities: NDArray[np.int64]
    member_of: NDArray[np.int32]
    sizes: NDArray[np.int64]
    anchors: NDArray[np.float64]
    is_between: Mask
    appears_at: NDArray[np.float64]


class GraphScene:
    """A picture made ready for drawing; entities without a place are left out and counted in `unplaced`."""

    def __init__(self, picture: GraphPicture) -> None:
        placed: Mask = np.isfinite(picture.positions[:, 0]) & np.isfinite(picture.positions[:, 1])
        keeps: Mask = placed[picture.pairs[:, 0]] & placed[picture.pairs[:, 1]]
        index = np.cumsum(placed, dtype=np.int64) - 1
        rows = np.flatnonzero(placed)
        self.entities = len(placed)
        self.relationships = len(picture.pairs) if picture.relationships is None else picture.relationships
        self.unplaced = self.entities - len(rows)
        self.community_titles: Mapping[int, str] = picture.community_titles
        self.titles: Sequence[str] = (
            picture.titles if not self.unplaced else [picture.titles[row] for row in rows.tolist()]
        )
        self.numbers = picture.entity_numbers[rows]
        self.x = np.ascontiguousarray(picture.positions[rows, 0], np.float64)
        self.y = np.ascontiguousarray(picture.positions[rows, 1], np.float64)
        self.degrees = picture.degrees[rows]
        self.pairs = index[picture.pairs[keeps]].astype(np.int32)
        self.lengths = np.hypot(*(self._at(self.pairs[:, 0]) - self._at(self.pairs[:, 1])).T)
        self._communities = picture.communities[:, rows]
        self._rising = np.argsort(self.x, kind="stable"), np.argsort(self.y, kind="stable")
        self.by_degree = np.argsort(self.degrees, kind="stable")
        self.radii = np.clip(1.25 + 0.62 * np.sqrt(np.maximum(self.degrees, 0)), 1.6, 9.5)
        low, high = self.radii.min(initial=9.5), self.radii.max(initial=1.6)
        steps = (self.radii - low) / max(high - low, 1e-9) * (_SIZE_CLASSES - 1)
        self.size_class = np.rint(steps).astype(np.uint8)
        self.class_radii = np.linspace(low, max(high, low), _SIZE_CLASSES)
        self.core = self._core()
        self._strongest_first = by_strength(
            None if picture.strengths is None else picture.strengths[keeps], keeps.sum()
        )
        self._grid = Grid(self.x, self.y)
        self._kept_hues = picture.kept_hues
        self._levels: dict[int, LevelScene] = {}
        self._colours: dict[Appearance, Mapping[int, Rgb]] = {}

    @property
    def count(self) -> int:
        """Entities that have a place."""
        return len(self.x)

    @property
    def depth(self) -> int:
        """Levels of communities; 0 while there are none."""
        return len(self._communities)

    @property
    def area(self) -> float:
        """The map's area, without far-off entities."""
        left, bottom, right, top = self.core
        return (right - left) * (top - bottom)

    def disc_scale(self, scale: float, fit_scale: float) -> float:
        """What radii are multiplied by: discs grow slower than the map, and never cover it."""
        total = float((np.pi * self.radii**2).sum())
        fill = np.sqrt(_DISC_SHARE * self.area * fit_scale**2 / max(total, 1e-9))
        return float(np.clip(np.clip(fill, 0.3, 1.15) * np.sqrt(scale / fit_scale), 0.3, 1.7))

    def level(self, level: int) -> LevelScene:
        """That level; beyond the deepest means the deepest."""
        level = max(0, min(level, self.depth - 1))
        if level not in self._levels:
            self._levels[level] = self._arrange_level(level)
        return self._levels[level]

    def colours(self, appearance: Appearance) -> Mapping[int, Rgb]:
        """The colour of each community, by number."""
        if appearance not in self._colours:
            self._colours[appearance] = community_colours(*self._hierarchy(), appearance, self._kept_hues)
        return self._colours[appearance]

    def entity(self, number: int) -> int | None:
        """The place of an entity in the arrays, None if it is not on the map."""
        found = np.flatnonzero(self.numbers == number)
        return int(found[0]) if len(found) else None

    def members(self, community: int) -> Indexes:
        """The entities of a community, at whichever level it stands."""
        for level in self._communities:
            inside = np.flatnonzero(level == community)
            if len(inside):
                return inside
        return np.zeros(0, np.intp)

    def community_of(self, entity: int, level: int) -> int | None:
        """The number of an entity's community at a level."""
        if not self.depth:
            return None
        return int(self._communities[max(0, min(level, self.depth - 1)), entity])

    def relationships_of(self, inside: Mask) -> Indexes:
        """The relationships with an end among these entities, strongest first."""
        touches = inside[self.pairs[:, 0]] | inside[self.pairs[:, 1]]
        return self._strongest_first[touches[self._strongest_first]]

    def nearest(self, x: float, y: float, reach: float, radii: NDArray[np.float64]) -> int | None:
        """The entity whose disc is nearest to a place on the map, at most `reach` beyond its rim; the smaller on top.

        `radii` and `reach` are in units of the map.
        """
        close = self._grid.within(x, y, reach + float(radii.max(initial=0.0)))
        gaps = np.hypot(self.x[close] - x, self.y[close] - y) - radii[close]
        if not len(close) or gaps.min() > reach:
            return None
        return int(close[np.argmin(gaps)])

    def bounds(self, entities: Indexes) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of these entities."""
        x, y = self.x[entities], self.y[entities]
        return float(x.min()), float(y.min()), float(x.max()), float(y.max())

    def _hierarchy(self) -> tuple[dict[int, int | None], dict[int, int]]:
        """Each community's parent and size, by number, read off the levels."""
        parents: dict[int, int | None] = {}
        sizes: dict[int, int] = {}
        for level in range(self.depth):
            scene = self.level(level)
            first = _first_members(scene)
            above = [None] * len(first) if level == 0 else self._communities[level - 1, first].tolist()
            for number, parent, size in zip(scene.communities.tolist(), above, scene.sizes.tolist(), strict=True):
                parents.setdefault(number, parent)
                sizes.setdefault(number, size)
        return parents, sizes

    def _core(self) -> tuple[float, float, float, float]:
        if not self.count:
            return -1.0, -1.0, 1.0, 1.0
        left, right = extent(self.x)
        bottom, top = extent(self.y)
        thinnest = max(right - left, top - bottom) / 20 or 1.0  # one entity, or all on one line
        wide, high = max(thinnest - (right - left), 0) / 2, max(thinnest - (top - bottom), 0) / 2
        return left - wide, bottom - high, right + wide, top + high

    def _arrange_level(self, level: int) -> LevelScene:
        of = self._communities[level] if self.depth else np.zeros(self.count, np.int64)
        communities, member_of = counted(of)
        sizes = np.bincount(member_of, minlength=len(communities))
        ends = member_of[self.pairs]
        is_between = ends[:, 0] != ends[:, 1] if self.depth else np.ones(len(ends), np.bool_)
        middle_x, middle_y = (middles(rising, member_of, sizes) for rising in self._rising)
        anchors = np.stack([self.x[middle_x], self.y[middle_y]], axis=1)
        room = np.append(_WITHIN_INK * areas(self.x, self.y, member_of, sizes), _BETWEEN_INK * self.area)
        group = np.where(is_between, len(communities), ends[:, 0])
        appears_at = running_sums(self.lengths, group, self._strongest_first) / room[group]
        return LevelScene(communities, member_of.astype(np.int32), sizes, anchors, is_between, appears_at)

    def _at(self, entities: NDArray[np.int32]) -> NDArray[np.float64]:
        return np.stack([self.x[entities], self.y[entities]], axis=1)


@dataclass(frozen=True, slots=True)
class View:
    """A scene at one level through a camera; radii of discs are multiplied by `disc_scale`."""

    scene: GraphScene
    level: LevelScene
    level_number: int
    camera: Camera
    disc_scale: float


def arrange(picture: GraphPicture) -> GraphScene:
    """Make a picture ready with all its levels and colours; for many entities do it on a worker thread."""
    scene = GraphScene(picture)
    for level in range(scene.depth):
        scene.level(level)
    for appearance in Appearance:
        scene.colours(appearance)
    return scene


def _first_members(level: LevelScene) -> Indexes:
    first = np.empty(len(level.communities), np.intp)
    first[level.member_of[::-1]] = np.arange(len(level.member_of))[::-1]
    return first
