"""A map that grew: what has a place keeps it, what is new finds one among its own."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.layout import counted_from_zero, distinct_pairs, with_ring
from graphrag_desktop.pipeline.layout_packing import GOLDEN_ANGLE, Points
from graphrag_desktop.pipeline.layout_rooms import push_apart, rooms_for

_LEAST_KEPT = 0.7  # of the entities: with fewer places known a new map is the better one
_LOST = 3.0  # radii of its community's area: an entity further off than that has changed its home, and moves
_SETTLED = 0.15  # how far one with a place gives way to one without, and to its like


@dataclass(frozen=True, slots=True, eq=False)
class KeptPlaces:
    """Where entities stood on the map before (not numbers: on none), and which of them are pinned there."""

    places: NDArray[np.floating]
    is_pinned: NDArray[np.bool_]


def can_grow(kept: KeptPlaces) -> bool:
    """Whether enough entities have a place to go on from there."""
    return bool(len(kept.places)) and float(np.isfinite(kept.places).all(axis=1).mean()) >= _LEAST_KEPT


def grow_layout(
    pairs: NDArray[np.int32], levels: NDArray[np.int32], kept: KeptPlaces, seed: int, control: RunControl
) -> NDArray[np.float32]:
    """A place for each entity, with those that had one moved as little as possible, and pinned ones not at all.

    `pairs`, `levels` and `seed` as in `lay_out`. A new entity starts between its neighbours in its deepest community, or
    in the middle of the deepest of its communities that has a place; what belongs nowhere stands in the ring around.
    """
    entities = levels.shape[1]
    linked, communities = distinct_pairs(pairs), counted_from_zero(levels)
    rooms = rooms_for(np.bincount(linked.ravel(), minlength=entities))
    places = kept.places.astype(np.float64)
    is_placed = np.isfinite(places[:, 0]) & np.isfinite(places[:, 1])
    is_pinned = kept.is_pinned & is_placed
    is_placed &= is_pinned | ~_is_lost(places, communities[-1], is_placed, rooms)
    was_placed = is_placed.copy()
    places[~is_placed] = 0.0
    for level in communities[::-1]:
        control.checkpoint()
        places, is_placed = _placed_at_home(places, is_placed, level, linked)
    places = with_ring(places, communities[0], ~is_placed)
    mobility = np.where(is_pinned, 0.0, np.where(was_placed, _SETTLED, 1.0))
    return push_apart(places, rooms, mobility, seed, control).astype(np.float32)


def _is_lost(
    places: Points, home: NDArray[np.int64], is_placed: NDArray[np.bool_], rooms: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which entities stand far from the middle of those they belong to now."""
    count = int(home.max()) + 1
    medians = np.zeros((count, 2))
    sizes = np.bincount(home[is_placed], minlength=count)
    starts = np.cumsum(sizes) - sizes
    has_any = sizes > 0
    for axis in (0, 1):
        order = np.lexsort((places[:, axis], home))
        rising = order[is_placed[order]]
        medians[has_any, axis] = places[rising[(starts + sizes // 2)[has_any]], axis]
    radius = np.sqrt(np.bincount(home, rooms) / np.pi) + 1.0
    distance = np.hypot(*(places - medians[home]).T)
    is_lost: NDArray[np.bool_] = is_placed & (sizes[home] > 2) & (distance > _LOST * radius[home])
    return is_lost


def _placed_at_home(
    places: Points, is_placed: NDArray[np.bool_], level: NDArray[np.int64], linked: NDArray[np.int64]
) -> tuple[Points, NDArray[np.bool_]]:
    """Those without a place whose community has one: in the middle of their neighbours there, else of the community."""
    count, entities = int(level.max()) + 1, len(level)
    here = np.bincount(level[is_placed], minlength=count)
    both = np.concatenate([linked, linked[:, ::-1]])
    tells = is_placed[both[:, 1]] & ~is_placed[both[:, 0]] & (level[both[:, 0]] == level[both[:, 1]])
    new, neighbour = both[tells].T
    neighbours = np.bincount(new, minlength=entities)
    placed, found = places.copy(), ~is_placed & (here[level] > 0)
    rank = np.arange(entities) * GOLDEN_ANGLE  # or all new ones of a community would stand on the same spot
    for axis, off in ((0, np.cos(rank)), (1, np.sin(rank))):
        middle = np.bincount(level[is_placed], places[is_placed, axis], count) / np.maximum(here, 1)
        between = np.bincount(new, places[neighbour, axis], entities) / np.maximum(neighbours, 1)
        placed[found, axis] = (np.where(neighbours > 0, between, middle[level]) + 0.3 * off)[found]
    return placed, is_placed | found
