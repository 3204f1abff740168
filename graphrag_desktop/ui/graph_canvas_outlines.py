"""The outlines of territories as the canvas draws them: smooth lines, their extents, and which way they grow together."""

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.pipeline.canvas_arrays import Territories

FINENESS = (0.125, 0.25, 0.5, 1, 2, 4)  # points for each corner of a line
_POINT_PIXELS = 4.0  # nearer together on the screen points of a line cannot be told from fewer, and each costs time
_FEWEST_POINTS = 10  # of a line, or small parts of a territory lose their shape

Polygon = NDArray[np.float64]


class Outlines:
    """All territories of a map by level and number of their community."""

    def __init__(self, territories: Territories) -> None:
        self._corners = territories.corners.astype(np.float64)
        self._merged = territories.merged.astype(np.float64)
        lengths = territories.rings[:, 2].astype(np.int64)
        self._ends = np.cumsum(lengths)
        self._starts = self._ends - lengths
        self._levels, self._numbers = territories.rings[:, 0], territories.rings[:, 1]
        self._rings: dict[tuple[int, int], list[int]] = {}
        for ring, (level, number) in enumerate(territories.rings[:, :2].tolist()):
            self._rings.setdefault((level, number), []).append(ring)
        starts = self._starts
        before = np.arange(-1, len(self._corners) - 1)
        before[starts] = self._ends - 1
        self._middles = (self._corners[before] + self._corners) / 2
        low = np.minimum.reduceat(self._corners, starts) if len(starts) else np.zeros((0, 2))
        high = np.maximum.reduceat(self._corners, starts) if len(starts) else np.zeros((0, 2))
        self._boxes = np.concatenate([low, high], axis=1)
        self._boxes_of: dict[int, tuple[NDArray[np.int64], NDArray[np.float64]]] = {}
        steps = 2.5 * (self._boxes[:, 2:] - self._boxes[:, :2]).max(axis=1, initial=0.0) / np.maximum(lengths, 1)
        self._steps = {key: float(steps[rings[0]]) for key, rings in self._rings.items()}

    def has(self, level: int, community: int) -> bool:
        """Whether a community has a territory on a level."""
        return (level, community) in self._rings

    def boxes(self, level: int, communities: NDArray[np.int64]) -> NDArray[np.float64]:
        """Left, bottom, right and top of each community's territory; not numbers for one that has none.

        The communities rise.
        """
        kept = self._boxes_of.get(level)
        if kept is not None and kept[0] is communities:
            return kept[1]
        here = np.flatnonzero(self._levels == level)
        place = np.minimum(np.searchsorted(communities, self._numbers[here]), max(len(communities) - 1, 0))
        here, place = here[known := communities[place] == self._numbers[here]], place[known]
        boxes = np.full((len(communities), 4), np.nan)
        np.fmin.at(boxes[:, :2], place, self._boxes[here, :2])
        np.fmax.at(boxes[:, 2:], place, self._boxes[here, 2:])
        self._boxes_of[level] = communities, boxes
        return boxes

    def fineness(self, level: int, community: int, scale: float) -> float:
        """How many points for each corner the territory of a community needs, to look smooth at a scale."""
        pixels = self._steps.get((level, community), 0.0) * scale  # between two corners
        return next((each for each in FINENESS if pixels <= each * _POINT_PIXELS), FINENESS[-1])

    def polygons(self, level: int, community: int, fineness: float = FINENESS[-1], grown: float = 1.0) -> list[Polygon]:
        """The territory of a community as closed lines; with `grown` below 1 on its way from its parent's territory."""
        shapes: list[Polygon] = []
        for ring in self._rings.get((level, community), ()):
            part = slice(self._starts[ring], self._ends[ring])
            every = max(1, min(round(1 / fineness), (self._ends[ring] - self._starts[ring]) // _FEWEST_POINTS))
            if fineness <= 1 and grown == 1.0:
                shapes.append(self._middles[part][::every])
                continue
            corners = self._corners[part]
            line = corners if grown == 1.0 else _between(self._merged[part], corners, grown)
            shapes.append(smoothed(line, max(round(fineness), 1))[::every])
        return shapes

    def contains(self, level: int, community: int, x: float, y: float) -> bool:
        """Whether a place lies in the territory of a community."""
        return sum(_is_inside(polygon, x, y) for polygon in self.polygons(level, community)) % 2 == 1


def smoothed(corners: Polygon, fineness: int = 4) -> Polygon:
    """The line through the middles of a polygon's sides with its corners rounded (a quadratic B-spline)."""
    around = np.concatenate([corners[-1:], corners, corners[:1]])
    before, after = around[:-2], around[2:]
    line = np.empty((len(corners), fineness, 2))
    for step in range(fineness):
        way = step / fineness
        line[:, step] = (1 - way) ** 2 / 2 * before + (0.5 + way - way**2) * corners + way**2 / 2 * after
    return line.reshape(-1, 2)


def _between(start: Polygon, end: Polygon, share: float) -> Polygon:
    between: Polygon = start + (end - start) * share
    return between


def _is_inside(polygon: Polygon, x: float, y: float) -> bool:
    """Whether a line to the right crosses the polygon an odd number of times."""
    x0, y0 = polygon.T
    x1, y1 = np.roll(polygon, -1, axis=0).T
    crosses = (y0 > y) != (y1 > y)
    where = x0[crosses] + (y - y0[crosses]) / (y1[crosses] - y0[crosses]) * (x1[crosses] - x0[crosses])
    return bool((where > x).sum() % 2)
