"""What the canvas asks of a picture many times a second: what is in view, what lies under the cursor, who belongs where.

Numbers only, no Qt.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.ui.colours import Appearance, Rgb, community_colours
from graphrag_desktop.ui.graph_canvas_camera import Bounds
from graphrag_desktop.ui.graph_canvas_detail import Points
from graphrag_desktop.ui.graph_canvas_grid import Grid
from graphrag_desktop.ui.graph_canvas_grouping import Indexes, Mask, by_strength, counted, extent, middles, rising
from graphrag_desktop.ui.graph_canvas_links import Links
from graphrag_desktop.ui.graph_picture import GraphPicture

_SIZE_CLASSES = 64


@dataclass(frozen=True, slots=True, eq=False)
class LevelScene:
    """One level: community `communities[i]` has `sizes[i]` entities and its name at `anchors[i]`.

    `member_of` gives each entity's place in these.
    """

    communities: NDArray[np.int64]
    member_of: NDArray[np.int32]
    sizes: NDArray[np.int64]
    anchors: NDArray[np.float64]

    def place(self, community: int) -> int | None:
        """Where a community stands in these; None if it does not stand on this level."""
        place = int(np.searchsorted(self.communities, community))
        return place if place < len(self.communities) and self.communities[place] == community else None


class GraphScene:
    """A picture made ready for drawing; entities without a place are left out and counted in `unplaced`."""

    def __init__(self, picture: GraphPicture) -> None:
        placed: Mask = np.isfinite(picture.positions[:, 0]) & np.isfinite(picture.positions[:, 1])
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
        self.kinds = _rows(picture.kinds, rows)
        self.kind_names: Sequence[str] = tuple(picture.kind_names) or ("",)
        self.mentions = _rows(picture.mentions, rows)
        self.documents = _rows(picture.documents, rows)
        self.pairs, lines = _between(picture.pairs, placed)
        self.lengths = np.hypot(*(values[self.pairs[:, 0]] - values[self.pairs[:, 1]] for values in (self.x, self.y)))
        self.line_numbers = _rows(picture.relationship_numbers, lines)
        self.line_documents = _rows(picture.relationship_documents, lines)
        self.strongest_first = by_strength(None if picture.strengths is None else picture.strengths[lines], len(lines))
        self.territories = picture.territories
        self._communities = picture.communities[:, rows]
        self._rising = rising(self.x), rising(self.y)
        small = self.degrees.astype(np.uint16) if self.degrees.max(initial=0) < 2**16 else self.degrees
        self.by_degree = np.argsort(small, kind="stable")
        self.rank = np.empty(len(rows), np.int32)  # the place of each entity in these
        self.rank[self.by_degree] = np.arange(len(rows), dtype=np.int32)
        self.radii = np.clip(1.25 + 0.62 * np.sqrt(np.maximum(self.degrees, 0)), 1.6, 9.5)
        low, high = self.radii.min(initial=9.5), self.radii.max(initial=1.6)
        steps = (self.radii - low) / max(high - low, 1e-9) * (_SIZE_CLASSES - 1)
        self.size_class = np.rint(steps).astype(np.uint8)
        self.class_radii = np.linspace(low, max(high, low), _SIZE_CLASSES)
        self.core = self._core()
        self._grid = Grid(self.x, self.y)
        self._kept_hues = picture.kept_hues
        self._levels: dict[int, LevelScene] = {}
        self._colours: dict[Appearance, Mapping[int, Rgb]] = {}
        self._hierarchy: tuple[dict[int, int | None], dict[int, int]] | None = None
        self._links: Links | None = None

    @property
    def count(self) -> int:
        """Entities that have a place."""
        return len(self.x)

    @property
    def depth(self) -> int:
        """Levels of communities; 0 while there are none."""
        return len(self._communities)

    @property
    def links(self) -> Links:
        """Who is tied to whom; worked out when it is asked for."""
        if self._links is None:
            self._links = Links(self.pairs, self.count)
        return self._links

    @property
    def points(self) -> Points:
        """The entities as what detail is worked out for."""
        left, bottom, right, top = self.core
        return Points(self.x, self.y, self.radii, self.by_degree, (right - left) * (top - bottom))

    def clamp(self, level: int) -> int:
        """Beyond the deepest level means the deepest."""
        return max(0, min(level, self.depth - 1))

    def level(self, level: int) -> LevelScene:
        """That level; beyond the deepest means the deepest."""
        level = self.clamp(level)
        if level not in self._levels:
            self._levels[level] = self._arrange_level(level)
        return self._levels[level]

    def colours(self, appearance: Appearance) -> Mapping[int, Rgb]:
        """The colour of each community, by number."""
        if appearance not in self._colours:
            self._colours[appearance] = community_colours(*self.hierarchy(), appearance, self._kept_hues)
        return self._colours[appearance]

    def parents(self) -> Mapping[int, int | None]:
        """The community that each community is a part of, by number."""
        return self.hierarchy()[0]

    def hierarchy(self) -> tuple[dict[int, int | None], dict[int, int]]:
        """Each community's parent and size, by number, read off the levels; worked out when it is asked for."""
        if self._hierarchy is None:
            self._hierarchy = self._read_hierarchy()
        return self._hierarchy

    def _read_hierarchy(self) -> tuple[dict[int, int | None], dict[int, int]]:
        parents: dict[int, int | None] = {}
        sizes: dict[int, int] = {}
        for level in range(self.depth):
            scene = self.level(level)
            first = first_members(scene)
            above = [None] * len(first) if level == 0 else self._communities[level - 1, first].tolist()
            for number, parent, size in zip(scene.communities.tolist(), above, scene.sizes.tolist(), strict=True):
                parents.setdefault(number, parent)
                sizes.setdefault(number, size)
        return parents, sizes

    def entity(self, number: int) -> int | None:
        """The place of an entity in the arrays, None if it is not on the map."""
        found = np.flatnonzero(self.numbers == number)
        return int(found[0]) if len(found) else None

    def places(self, numbers: Sequence[int] | frozenset[int]) -> Indexes:
        """The places of those of these entities that are on the map."""
        return np.flatnonzero(np.isin(self.numbers, np.fromiter(numbers, np.int64, len(numbers))))

    def line(self, number: int) -> int | None:
        """The place of a relationship in the arrays, None if it is not on the map."""
        found = np.flatnonzero(self.line_numbers == number)
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
        return int(self._communities[self.clamp(level), entity]) if self.depth else None

    def deepest_of(self, community: int, level: int) -> int | None:
        """The deepest level, `level` at most, on which a community stands; above it the first on which it does."""
        on = [depth for depth in range(self.depth) if self.level(depth).place(community) is not None]
        return max((depth for depth in on if depth <= level), default=min(on, default=None))

    def relationships_of(self, inside: Mask) -> Indexes:
        """The relationships with an end among these entities, strongest first."""
        touches = inside[self.pairs[:, 0]] | inside[self.pairs[:, 1]]
        return self.strongest_first[touches[self.strongest_first]]

    def close_to(self, x: float, y: float, reach: float) -> Indexes:
        """The entities that may be nearer than that to a place on the map."""
        return self._grid.within(x, y, reach)

    def nearest(self, x: float, y: float, reach: float, growth: float, among: Indexes) -> int | None:
        """Of some entities the one whose disc is nearest to a place on the map, at most `reach` beyond its rim.

        Radii times `growth`, and `reach`, are in units of the map.
        """
        gaps = np.hypot(self.x[among] - x, self.y[among] - y) - self.radii[among] * growth
        if not len(among) or gaps.min() > reach:
            return None
        return int(among[np.argmin(gaps)])

    def bounds(self, entities: Indexes) -> Bounds:
        """Left, bottom, right and top of these entities."""
        x, y = self.x[entities], self.y[entities]
        return float(x.min()), float(y.min()), float(x.max()), float(y.max())

    def _core(self) -> Bounds:
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
        middle_x, middle_y = (middles(order, member_of, sizes) for order in self._rising)
        anchors = np.stack([self.x[middle_x], self.y[middle_y]], axis=1)
        return LevelScene(communities, member_of.astype(np.int32), sizes, anchors)


def first_members(level: LevelScene) -> Indexes:
    """One entity of each community of a level, the first."""
    first = np.empty(len(level.communities), np.intp)
    first[level.member_of[::-1]] = np.arange(len(level.member_of))[::-1]
    return first


def _between(pairs: NDArray[np.int64], placed: Mask) -> tuple[NDArray[np.int32], Indexes]:
    """The relationships between entities that have a place, as rows of these, and which they are of all."""
    if placed.all():
        return pairs.astype(np.int32), np.arange(len(pairs))
    keeps = placed[pairs].all(axis=1)
    index = np.cumsum(placed, dtype=np.int32) - 1
    return index[pairs[keeps]].astype(np.int32), np.flatnonzero(keeps)


def _rows(values: NDArray[np.int64], rows: Indexes) -> NDArray[np.int64]:
    return values[rows] if len(values) else np.zeros(len(rows), np.int64)
