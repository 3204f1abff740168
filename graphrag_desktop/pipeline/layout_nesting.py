"""Discs within discs: every community drawn together into an area of its own, at all levels at once.

Forces alone leave communities with frayed edges and islands in each other. Here each community has a disc as large as its
entities need. From the overview down siblings are pushed off each other and drawn together around the middle of their
parent; last each entity finds its room in the disc of its deepest community. What a relaxed layout said about who lies
beside whom stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.pipeline.layout_packing import Levels, Points

_SLACK = 1.04  # area of a parent's disc to that of its children: they fill the gaps between them
_STRAIT = (1.08, 1.2)  # between two roots: times their radii, and so many rooms more
_INWARD = 0.02  # of the way to the middle, a step
_UPRIGHT = 1.35  # as much more upwards and downwards: windows are wider than high
_PUSH = 0.4  # of an overlap, a step
_STEPS, _LAST_STEPS = 160, 40  # the last ones without the pull to the middle


@dataclass(frozen=True, slots=True, eq=False)
class _Discs:
    """The communities of one level: whose each entity is, radii, parents, and which pairs are siblings."""

    home: NDArray[np.int64]
    radii: NDArray[np.float64]
    parents: NDArray[np.int64]
    one: NDArray[np.int64]
    other: NDArray[np.int64]


def nest(places: Points, levels: Levels, rooms: NDArray[np.float64]) -> Points:
    """Move entities into the discs of their communities; `rooms` is the area that each asks for.

    `levels` are counted from 0, each refining the one before.
    """
    discs = _discs(levels, rooms)
    areas = discs[0].radii ** 2
    before = _centres(places, discs[0].home, rooms)
    middle = np.average(before, axis=0, weights=areas)
    wide = np.sqrt(np.average(((before - middle) ** 2).sum(axis=1), weights=areas)) + 1e-9
    settled = (before - middle) * (np.sqrt(areas.sum() / 2) / wide) + middle
    settled = _settled(settled, discs[0], np.zeros_like(settled), None)
    for above, level in pairwise(discs):
        centres = _centres(places, level.home, rooms)
        offsets = centres - before[level.parents]
        families = np.bincount(level.parents, level.radii**2)
        wide = np.sqrt(np.bincount(level.parents, level.radii**2 * (offsets**2).sum(axis=1)) / families) + 1e-9
        home = settled[level.parents]
        started = home + offsets * (0.7 * above.radii / wide)[level.parents][:, None]
        before, settled = centres, _settled(started, level, home, above.radii[level.parents])
    return _evened(places, before, settled, discs[-1], rooms)


def _discs(levels: Levels, rooms: NDArray[np.float64]) -> list[_Discs]:
    areas = [np.bincount(levels[-1], rooms)]
    parents: list[NDArray[np.int64]] = []
    for finer, coarser in zip(levels[:0:-1], levels[-2::-1], strict=True):
        above = np.zeros(int(finer.max()) + 1, np.int64)
        above[finer] = coarser
        parents.insert(0, above)
        areas.insert(0, np.bincount(above, areas[0]) * np.where(np.bincount(above) > 1, _SLACK, 1.0))
    parents.insert(0, np.zeros(len(areas[0]), np.int64))
    return [
        _Discs(home, np.sqrt(area / np.pi), above, *_siblings(above))
        for home, area, above in zip(levels, areas, parents, strict=True)
    ]


def _siblings(parents: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All pairs of children of one parent."""
    order = np.argsort(parents, kind="stable")
    bounds = np.searchsorted(parents[order], np.arange(int(parents.max()) + 2))
    pairs: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    for start, end in pairwise(bounds.tolist()):
        if end - start > 1:
            one, other = np.triu_indices(end - start, 1)
            pairs.append((order[start + one], order[start + other]))
    none: Sequence[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    return np.concatenate([*none, *(one for one, _ in pairs)]), np.concatenate([*none, *(other for _, other in pairs)])


def _centres(places: Points, home: NDArray[np.int64], rooms: NDArray[np.float64]) -> Points:
    weight = np.bincount(home, rooms)
    return np.stack([np.bincount(home, rooms * places[:, axis]) / weight for axis in (0, 1)], axis=1)


def _settled(start: Points, level: _Discs, home: Points, within: NDArray[np.float64] | None) -> Points:
    """Discs off their siblings, and as near to `home` as that allows; inside a disc of the radius `within` around it."""
    centres, count = start.copy(), len(start)
    touching = level.radii[level.one] + level.radii[level.other]
    if within is None:
        touching = touching * _STRAIT[0] + _STRAIT[1]
    areas = level.radii**2
    share = areas[level.other] / (areas[level.one] + areas[level.other])  # the smaller gives way
    for step in range(_STEPS + _LAST_STEPS):
        apart = centres[level.one] - centres[level.other]
        distance = np.hypot(*apart.T) + 1e-9
        push = _PUSH * np.maximum(0.0, touching - distance) / distance
        inward = _INWARD if step < _STEPS else 0.0
        outward = centres - home
        if within is None:
            pull = np.stack([np.full(count, inward), np.full(count, inward * _UPRIGHT)], axis=1)
        else:
            away = np.hypot(*outward.T) + 1e-9
            pull = (inward + _PUSH * np.clip((away + level.radii - within) / away, 0.0, 1.0))[:, None]
        centres = centres - pull * outward
        for axis in (0, 1):
            centres[:, axis] += np.bincount(level.one, push * share * apart[:, axis], count)
            centres[:, axis] -= np.bincount(level.other, push * (1 - share) * apart[:, axis], count)
        centres = centres - _off_middle(centres - home, level)
    return centres


def _off_middle(offsets: Points, level: _Discs) -> Points:
    """How far the children of each parent together lie from its middle."""
    areas = level.radii**2
    families = np.bincount(level.parents, areas)
    off = np.stack([np.bincount(level.parents, areas * offsets[:, axis]) / families for axis in (0, 1)], axis=1)
    return off[level.parents]


def _evened(places: Points, before: Points, settled: Points, leaves: _Discs, rooms: NDArray[np.float64]) -> Points:
    """Entities spread over their disc so that each finds its room: those nearer to the middle stay nearer to it."""
    outward = places - before[leaves.home]
    distance = np.hypot(*outward.T) + 1e-9
    order = np.lexsort((distance, leaves.home))
    taken = np.cumsum(rooms[order])
    starts = np.searchsorted(leaves.home[order], np.arange(len(leaves.radii)))
    earlier = (taken - rooms[order])[starts]
    wanted = np.empty(len(places))
    wanted[order] = taken - rooms[order] / 2 - earlier[leaves.home[order]]
    spread: Points = settled[leaves.home] + outward * (np.sqrt(wanted / np.pi) / distance)[:, None]
    return spread
