"""The room that each disc of the map asks for, and how discs that are too near to each other are pushed apart."""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.layout_packing import Points

_FILLED = 0.8  # of the radius of a room, up to which its disc keeps others off
_NEIGHBOURS_LAST = 4  # rounds of pushing before neighbours are looked for again
_NEARLY = 1.2  # times the distance at which discs touch: those that may be pushed together meanwhile


def rooms_for(degrees: NDArray[np.int64]) -> NDArray[np.float64]:
    """An area for each entity, 1 on average: half the same for all, half by the radius of its disc on the map."""
    radii = (1.25 + 0.62 * np.sqrt(degrees)).clip(1.6, 9.5)
    rooms: NDArray[np.float64] = (np.sqrt((radii**2).mean()) + radii) ** 2
    rooms /= rooms.mean()
    return rooms


def push_apart(
    places: Points, rooms: NDArray[np.float64], mobility: NDArray[np.float64], seed: int, control: RunControl
) -> Points:
    """Push discs that are too near apart: what makes the picture calm. The more mobile of two gives way more."""
    entities = len(places)
    reach = _FILLED * np.sqrt(rooms / np.pi)
    jitter = np.random.default_rng(seed).normal(scale=1e-3 * reach.min(), size=places.shape)
    places = places + jitter * (mobility > 0)[:, None]
    rounds = 60 if entities < 5_000 else 32 if entities < 30_000 else 12
    for turn in range(rounds):
        control.checkpoint()
        if turn % _NEIGHBOURS_LAST == 0:
            one, other = _neighbours(places, reach)
            both = np.maximum(mobility[one] + mobility[other], 1e-9)
            share, other_share = mobility[one] / both, mobility[other] / both
        apart = places[one] - places[other]
        distance = np.hypot(*apart.T) + 1e-12
        push = 0.5 * np.maximum(0, reach[one] + reach[other] - distance) / distance
        for axis in (0, 1):
            pushed = push * apart[:, axis]
            places[:, axis] += np.bincount(one, pushed * share, entities)
            places[:, axis] -= np.bincount(other, pushed * other_share, entities)
    return places


def _neighbours(places: Points, reach: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pairs whose discs overlap, or nearly: each once. Few discs are large, so they are looked for apart."""
    tree = cKDTree(places)
    common = 2 * float(np.median(reach))
    large = np.flatnonzero(reach > common)
    pairs = tree.query_pairs(_NEARLY * 2 * common, output_type="ndarray")
    found = tree.query_ball_point(places[large], _NEARLY * (reach[large] + reach.max()))
    sources = np.repeat(large, [len(each) for each in found])
    targets = np.fromiter((row for each in found for row in each), np.int64, len(sources))
    is_first = (reach[targets] <= common) | (sources < targets)
    one = np.concatenate((pairs[:, 0], sources[is_first]))
    other = np.concatenate((pairs[:, 1], targets[is_first]))
    is_small = np.concatenate(((reach[pairs] <= common).all(axis=1), np.ones(int(is_first.sum()), np.bool_)))
    is_near = is_small & (np.hypot(*(places[one] - places[other]).T) < _NEARLY * (reach[one] + reach[other]))
    return one[is_near], other[is_near]
