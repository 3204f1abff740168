"""What of the map is drawn at which scale: first the best connected entities and the strongest relationships.

A thing appears at a scale of its own and stays from there on, so that nothing comes or goes while the map is panned, and
the cost of a frame is bounded by the size of the view, not by that of the graph. Scales are in our pixels to one unit.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.ui.graph_canvas_grouping import Indexes, Mask, areas, running_sums

_ROOM = 38.0  # square pixels for an entity: nearer together, discs of two pixels can no longer be told apart
_A_CELL = 48  # entities; among them the best connected come first
_BETWEEN_INK = 0.16  # of the map's area may be lines between communities: with more they close to a grey sheet
_WITHIN_INK = 0.50  # of a community's area
_LEAST_LINE = 12.0  # pixels that a line counts at least: many short ones are a sheet too, and each costs time
_DISC_SHARE = 0.10  # of the map's area, for all discs at one scale
_SMALLEST, _USUAL, _LARGEST = 0.3, 1.15, 1.9  # what radii may be multiplied by


@dataclass(frozen=True, slots=True, eq=False)
class EntityDetail:
    """From which scale each entity is drawn: infinite for one that is hidden. `sorted_scales` are those scales, rising, of
    the entities in that `order`; `is_shown` marks them."""

    appears_at: NDArray[np.float64]
    is_shown: Mask
    order: Indexes
    sorted_scales: NDArray[np.float64]
    ink: NDArray[np.float64]  # the area of the discs of the first so many, in square units of a radius
    area: float

    def count(self, scale: float) -> int:
        """How many are drawn at a scale, in view or not."""
        return int(np.searchsorted(self.sorted_scales, scale, side="right"))

    def upto(self, scale: float) -> Indexes:
        """Those drawn at a scale, in view or not."""
        return self.order[: self.count(scale)]

    def disc_scale(self, scale: float) -> float:
        """What radii are multiplied by: discs never cover the map, and grow slower than it."""
        count = self.count(scale)
        ink = float(self.ink[count - 1]) if count else 1.0
        filled = float(np.sqrt(_DISC_SHARE * self.area * scale**2 / max(ink, 1e-9)))
        return max(_SMALLEST, filled if filled < _USUAL else min(_USUAL * float(np.sqrt(filled / _USUAL)), _LARGEST))


@dataclass(frozen=True, slots=True, eq=False)
class LineDetail:
    """From which scale each relationship is drawn, and all that may be, in that order.

    `is_between` marks those between two communities of the level.
    """

    appears_at: NDArray[np.float64]
    order: Indexes
    sorted_scales: NDArray[np.float64]
    is_between: Mask

    def upto(self, scale: float) -> Indexes:
        """Those drawn at a scale, in view or not."""
        return self.order[: int(np.searchsorted(self.sorted_scales, scale, side="right"))]


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Entities as what detail is worked out for: where they stand, how large, and the largest last."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    radii: NDArray[np.float64]
    by_degree: Indexes
    area: float


def entity_detail(points: Points, is_shown: Mask) -> EntityDetail:
    """By cells of the map: in each the best connected first, as many as have room at the scale."""
    count = len(points.x)
    shown = np.flatnonzero(is_shown)
    appears_at = np.full(count, np.inf)
    if len(shown):
        x, y = points.x[shown], points.y[shown]
        wide, high = max(float(np.ptp(x)), 1e-9), max(float(np.ptp(y)), 1e-9)
        side = float(np.sqrt(wide * high * min(_A_CELL / len(shown), 1.0)))
        columns, rows = int(wide / side) + 1, int(high / side) + 1
        side = max(side, wide / 4_096, high / 4_096)
        cell = ((y - y.min()) / side).astype(np.int64) * columns + ((x - x.min()) / side).astype(np.int64)
        cell = np.minimum(cell, columns * rows - 1)
        largest_first = points.by_degree[is_shown[points.by_degree]][::-1]
        place = np.empty(count, np.int64)
        place[shown] = np.arange(len(shown))
        _, rank = running_sums(np.ones(len(shown)), cell, place[largest_first])
        appears_at[shown] = np.sqrt(rank * _ROOM) / side
    order = shown[np.argsort(appears_at[shown])]
    ink = np.cumsum(np.pi * points.radii[order] ** 2)
    return EntityDetail(appears_at, is_shown, order, appears_at[order], ink, points.area)


def line_detail(
    points: Points,
    pairs: NDArray[np.int32],
    lengths: NDArray[np.float64],
    member_of: NDArray[np.int32],
    strongest_first: Indexes,
    entities: EntityDetail,
) -> LineDetail:
    """Those within each community and those between any: the strongest first, until there is enough ink.

    `strongest_first` are the relationships that may be shown at all, `lengths` those on the map. None appears before both
    its ends do.
    """
    start, end = pairs[:, 0], pairs[:, 1]
    is_between = member_of[start] != member_of[end]
    sizes = np.bincount(member_of)
    room = np.append(
        _WITHIN_INK * areas(points.x, points.y, member_of.astype(np.intp), sizes), _BETWEEN_INK * points.area
    )
    appears_at = np.full(len(pairs), np.inf)
    chosen = strongest_first
    group = np.where(is_between[chosen], len(sizes), member_of[start[chosen]])
    before, rank = running_sums(lengths[chosen], group, np.arange(len(chosen)))
    own = room[group]
    # Their ink is `before` times the scale and at least so many pixels each; the room grows with the scale's square.
    fits = (before + np.sqrt(before**2 + 4 * own * rank * _LEAST_LINE)) / (2 * own)
    fits[rank == 0] = 0.0
    appears_at[chosen] = np.maximum.reduce([fits, entities.appears_at[start[chosen]], entities.appears_at[end[chosen]]])
    scales = appears_at[chosen]
    order = np.argsort(scales)  # of those that appear together it does not matter which comes first
    order = order[: np.searchsorted(scales, np.inf, sorter=order)]
    return LineDetail(appears_at, chosen[order], scales[order], is_between)
