"""Circles within circles: every community a disc in its parent's, the start from which the layout is relaxed."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix

Points = NDArray[np.float64]
Levels = NDArray[np.int64]

GOLDEN_ANGLE = 2.399963  # turns by it never line up: the seeds of a sunflower
_PAD = 1.12  # air around what is packed
_ROOT_ROUNDS = 300
_MOST_ROOTS = 300  # above, roots are packed by size alone: every round compares each with each
_TOUCHING = 1e-6


def pack_communities(pairs: NDArray[np.int64], levels: Levels) -> Points:
    """A place for each entity, nested by community; roots with many relationships between them lie side by side.

    `levels` has the community of each entity on each level, counted from 0, each level refining the one before.
    Within a community the entities with most relationships are in the middle.
    """
    entities = levels.shape[1]
    leaf = levels[-1]
    radii = [np.sqrt(np.bincount(leaf) + 0.5) * _PAD]
    offsets: list[Points] = []
    for finer, coarser in zip(levels[:0:-1], levels[-2::-1], strict=True):
        parents = _parents(finer, coarser)
        offset, radius = _pack_children(parents, radii[0])
        offsets.insert(0, offset)
        radii.insert(0, radius)
    centres = _place_roots(pairs, levels[0], radii[0])
    for offset, finer, coarser in zip(offsets, levels[1:], levels[:-1], strict=True):
        centres = centres[_parents(finer, coarser)] + offset
    degrees = np.bincount(pairs.ravel(), minlength=entities)
    places: Points = centres[leaf] + _sunflowers(leaf, degrees)
    return places


def pack_circles(radii: Sequence[float]) -> Points:
    """Centres of touching circles, packed tightly around the first ones; best with the largest first.

    The front-chain algorithm of Wang et al., Visualization of Large Hierarchical Data by Circle Packing (CHI 2006).
    """
    if len(radii) == 1:
        return np.zeros((1, 2))
    packing = _FrontChain(list(radii))
    packing.pack()
    return np.column_stack((packing.x, packing.y))


def sunflower(ranks: NDArray[np.int64]) -> Points:
    """The places of sunflower seeds of these ranks: even, and denser to no side."""
    angles = ranks * GOLDEN_ANGLE
    places: Points = np.column_stack((np.cos(angles), np.sin(angles))) * np.sqrt(ranks + 0.5)[:, None]
    return places


class _FrontChain:
    """Circles placed so far and the ring of those that the next one may touch."""

    def __init__(self, radii: list[float]) -> None:
        self.radii = radii
        self.x = [0.0] * len(radii)
        self.y = [0.0] * len(radii)
        self.x[0], self.x[1] = -radii[1], radii[0]
        self._next = [0] * len(radii)
        self._previous = [0] * len(radii)

    def pack(self) -> None:
        """Place all circles from the third on, each against two neighbours of the ring nearest to the origin."""
        if len(self.radii) < 3:
            return
        self._touch(2, 1, 0)
        for before, after in ((0, 1), (1, 2), (2, 0)):
            self._link(before, after)
        first, second = 0, 1
        circle = 3
        while circle < len(self.radii):
            self._touch(circle, first, second)
            obstacle = self._obstacle(circle, first, second)
            if obstacle is not None:
                first, second = obstacle
                self._link(first, second)
                continue
            self._link(first, circle)
            self._link(circle, second)
            first = self._innermost(circle)
            second = self._next[first]
            circle += 1

    def _link(self, before: int, after: int) -> None:
        self._next[before] = after
        self._previous[after] = before

    def _touch(self, circle: int, first: int, second: int) -> None:
        """Put a circle where it touches two others, on the outer side of the ring."""
        x, y, radii = self.x, self.y, self.radii
        dx, dy = x[second] - x[first], y[second] - y[first]
        squared = dx * dx + dy * dy
        if not squared:
            x[circle], y[circle] = x[first] + radii[circle], y[first]
            return
        to_first = (radii[first] + radii[circle]) ** 2
        to_second = (radii[second] + radii[circle]) ** 2
        along = (squared + to_first - to_second) / (2 * squared)
        across = math.sqrt(max(0.0, to_first / squared - along * along))
        x[circle] = x[first] + along * dx + across * dy
        y[circle] = y[first] + along * dy - across * dx

    def _obstacle(self, circle: int, first: int, second: int) -> tuple[int, int] | None:
        """The pair that becomes neighbours because the circle would overlap one of them; None if it fits.

        Looks along the ring in both directions, the shorter way first.
        """
        ahead, behind = self._next[second], self._previous[first]
        way_ahead, way_behind = self.radii[second], self.radii[first]
        while True:
            if way_ahead <= way_behind:
                if self._overlap(ahead, circle):
                    return first, ahead
                way_ahead += self.radii[ahead]
                ahead = self._next[ahead]
            else:
                if self._overlap(behind, circle):
                    return behind, second
                way_behind += self.radii[behind]
                behind = self._previous[behind]
            if ahead == self._next[behind]:
                return None

    def _overlap(self, one: int, other: int) -> bool:
        reach = self.radii[one] + self.radii[other] - _TOUCHING
        dx, dy = self.x[other] - self.x[one], self.y[other] - self.y[one]
        return reach > 0 and reach * reach > dx * dx + dy * dy

    def _innermost(self, start: int) -> int:
        """The circle of the ring whose touching point with the next is nearest to the origin."""
        best, least = start, self._distance(start)
        each = self._next[start]
        while each != start:
            distance = self._distance(each)
            if distance < least:
                best, least = each, distance
            each = self._next[each]
        return best

    def _distance(self, circle: int) -> float:
        after = self._next[circle]
        both = self.radii[circle] + self.radii[after]
        dx = (self.x[circle] * self.radii[after] + self.x[after] * self.radii[circle]) / both
        dy = (self.y[circle] * self.radii[after] + self.y[after] * self.radii[circle]) / both
        return dx * dx + dy * dy


def _parents(finer: NDArray[np.int64], coarser: NDArray[np.int64]) -> NDArray[np.int64]:
    parents = np.zeros(int(finer.max()) + 1, np.int64)
    parents[finer] = coarser
    return parents


def _pack_children(parents: NDArray[np.int64], radii: NDArray[np.float64]) -> tuple[Points, NDArray[np.float64]]:
    """Pack the children of each parent; their places around its centre, and the parents' radii."""
    order = np.lexsort((-radii, parents))
    bounds = np.searchsorted(parents[order], np.arange(parents.max() + 2))
    offsets = np.zeros((len(radii), 2))
    sizes = np.zeros(len(bounds) - 1)
    for parent, (start, end) in enumerate(pairwise(bounds)):
        children = order[start:end]
        own = radii[children]
        centres = pack_circles(own.tolist())
        centres -= np.average(centres, axis=0, weights=own**2)
        offsets[children] = centres
        sizes[parent] = (np.hypot(*centres.T) + own).max() * _PAD
    return offsets, sizes


def _sunflowers(leaf: NDArray[np.int64], degrees: NDArray[np.int64]) -> Points:
    """Within each leaf community a sunflower, the entities with most relationships in its middle."""
    order = np.lexsort((-degrees, leaf))
    starts = np.searchsorted(leaf[order], np.arange(leaf.max() + 1))
    ranks = np.empty(len(leaf), np.int64)
    ranks[order] = np.arange(len(leaf)) - starts[leaf[order]]
    return sunflower(ranks)


def _place_roots(pairs: NDArray[np.int64], roots: NDArray[np.int64], radii: NDArray[np.float64]) -> Points:
    """Centres of the root communities: packed, then pulled together by the relationships between them."""
    by_size = np.argsort(-radii, kind="stable")
    centres = np.empty((len(radii), 2))
    centres[by_size] = pack_circles(radii[by_size].tolist())
    centres -= centres.mean(axis=0)
    if not 1 < len(radii) <= _MOST_ROOTS:
        return centres
    ties = _ties(pairs, roots, len(radii))
    extent = math.sqrt(float((radii**2).sum()))
    weight = radii[:, None] * radii[None] * 2.5
    for turn in range(_ROOT_ROUNDS):
        apart = centres[:, None] - centres[None]
        distance = np.hypot(apart[..., 0], apart[..., 1]) + 1e-9
        force = (apart * (weight / distance**2 - ties * distance * 2.0 / extent)[..., None]).sum(axis=1)
        force -= centres * (0.6 * radii / extent)[:, None]
        length = np.hypot(*force.T)[:, None] + 1e-9
        centres = centres + force / length * np.minimum(length, extent * 0.3 * (1 - turn / _ROOT_ROUNDS) + 1e-3)
    centres *= extent * 1.05 / max(float(np.hypot(*centres.T).max()), 1e-9)
    return _pushed_apart(centres, radii * 1.05)


def _ties(pairs: NDArray[np.int64], roots: NDArray[np.int64], count: int) -> NDArray[np.float64]:
    ends = roots[pairs]
    between = ends[ends[:, 0] != ends[:, 1]]
    ones = np.ones(len(between))
    counted = coo_matrix((ones, (between[:, 0], between[:, 1])), shape=(count, count)).toarray()
    ties: NDArray[np.float64] = np.log1p(counted + counted.T)
    return ties / max(float(ties.max()), 1e-9)


def _pushed_apart(centres: Points, radii: NDArray[np.float64]) -> Points:
    for _ in range(200):
        apart = centres[:, None] - centres[None]
        distance = np.hypot(apart[..., 0], apart[..., 1]) + 1e-9
        overlap = np.maximum(0, radii[:, None] + radii[None] - distance)
        np.fill_diagonal(overlap, 0)
        if overlap.max() < 1e-3 * radii.max():
            break
        centres = centres + 0.3 * (apart / distance[..., None] * overlap[..., None]).sum(axis=1)
    return centres
