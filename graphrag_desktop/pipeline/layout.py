"""Where each entity stands on the map: communities in one place at every level, what hangs together near, no disc on another."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.layout_forces import ForceLayout
from graphrag_desktop.pipeline.layout_nesting import nest
from graphrag_desktop.pipeline.layout_packing import GOLDEN_ANGLE, Levels, Points, pack_communities, sunflower
from graphrag_desktop.pipeline.layout_rooms import push_apart, rooms_for

_LEAST_BODY = 10  # entities, or one in 500: parts below stand in the ring as small sunflowers
_LEAST_RELAXED = 30  # entities: fewer look no better for it
_RING_GAP = 1.08
_RING_SPACING = 0.9  # distance of neighbours in the ring; elsewhere it is about 1


def lay_out(
    pairs: NDArray[np.int32],
    levels: NDArray[np.int32],
    seed: int,
    control: RunControl,
    on_step: Callable[[Points], None],
) -> NDArray[np.float32]:
    """A place (x, y) for each entity, around the origin, such that an entity of usual size asks for an area of 1.

    `pairs` are the rows of the entities of each relationship, `levels` the community of each entity on each level, each
    refining the one before, by any numbers. Communities are packed, relaxed by the forces of their relationships, and
    drawn together into areas of their own; small parts stand in a ring around. `on_step` sees all places after each step
    of the way, to be shown and not kept. `seed` decides where chance would: for entities on the same spot. The same input
    gives the same places (on one machine, to the last bit).
    """
    entities = levels.shape[1]
    if entities == 0:
        return np.zeros((0, 2), np.float32)
    linked = distinct_pairs(pairs)
    communities = counted_from_zero(levels)
    rooms = rooms_for(np.bincount(linked.ravel(), minlength=entities))
    part = _parts(linked, communities[0])
    is_body = _is_body(part)
    places = np.zeros((entities, 2))
    if is_body.any():
        rows = np.cumsum(is_body) - 1
        own = rows[linked[is_body[linked[:, 0]]]]
        inner = counted_from_zero(communities[:, is_body])

        def show(body: Points) -> None:
            control.checkpoint()
            shown = places.copy()
            shown[is_body] = body
            on_step(with_ring(shown, part, ~is_body))

        places[is_body] = _relaxed(own, inner, rooms[is_body], show)
    places = with_ring(places, part, ~is_body)
    places = push_apart(places, rooms, np.ones(entities), seed, control)
    on_step(places)
    return np.nan_to_num(places - np.median(places, axis=0)).astype(np.float32)


def distinct_pairs(pairs: NDArray[np.int32]) -> NDArray[np.int64]:
    """Each pair once, the smaller row first, none of an entity with itself."""
    ordered = np.sort(pairs.reshape(-1, 2).astype(np.int64), axis=1)
    return np.unique(ordered[ordered[:, 0] != ordered[:, 1]], axis=0)


def counted_from_zero(levels: NDArray[np.int32] | Levels) -> Levels:
    """The levels with communities counted from 0; without any level everything is one community."""
    if not len(levels):
        return np.zeros((1, levels.shape[1]), np.int64)
    return np.stack([np.unique(level, return_inverse=True)[1].astype(np.int64) for level in levels])


def with_ring(places: Points, part: NDArray[np.int64], is_outside: NDArray[np.bool_]) -> Points:
    """The places with the small parts, largest first, as sunflowers in the band around all others."""
    outside = np.flatnonzero(is_outside)
    if not len(outside):
        return places
    inside = places[~is_outside]
    middle = np.median(inside, axis=0) if len(inside) else np.zeros(2)
    radius = float(np.percentile(np.hypot(*(inside - middle).T), 99)) * _RING_GAP if len(inside) else 0.0
    names, index, sizes = np.unique(part[outside], return_inverse=True, return_counts=True)
    by_size = np.argsort(-sizes, kind="stable")
    areas = (_RING_SPACING * (np.sqrt(sizes[by_size]) + 0.5)) ** 2  # with a margin of half a seed
    before = np.cumsum(areas) - areas
    angles = np.arange(len(names)) * GOLDEN_ANGLE
    distances = np.sqrt(radius**2 + before) + _RING_SPACING * np.sqrt(sizes[by_size] - 1) / 2
    centres = np.empty((len(names), 2))
    centres[by_size] = middle + np.column_stack((np.cos(angles), np.sin(angles))) * distances[:, None]
    order = np.argsort(index, kind="stable")
    ranks = np.empty(len(outside), np.int64)
    ranks[order] = np.arange(len(outside)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    ringed = places.copy()
    ringed[outside] = centres[index] + sunflower(ranks) * _RING_SPACING * 0.8
    return ringed


def _relaxed(
    pairs: NDArray[np.int64], levels: Levels, rooms: NDArray[np.float64], show: Callable[[Points], None]
) -> Points:
    places = pack_communities(pairs, levels)
    show(places)
    size = len(places)
    if size >= _LEAST_RELAXED:
        layout = ForceLayout(places, pairs, levels)
        # As many steps as settle a graph of this size; larger ones are stopped earlier, to be done in seconds.
        for _ in range(100 if size < 30_000 else 45 if size < 300_000 else 30):
            layout.step()
            show(layout.places)
        places = layout.places
    places = nest(places, levels, rooms)
    show(places)
    return places


def _parts(linked: NDArray[np.int64], overview: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each entity the part it belongs to: entities hang together by relationships, and by a common community."""
    entities = len(overview)
    sources = np.concatenate((linked[:, 0], np.arange(entities)))
    targets = np.concatenate((linked[:, 1], entities + overview))  # a node for each community
    nodes = entities + int(overview.max()) + 1
    links = coo_matrix((np.ones(len(sources), np.int8), (sources, targets)), shape=(nodes, nodes))
    return np.unique(connected_components(links, directed=False)[1][:entities], return_inverse=True)[1].astype(np.int64)


def _is_body(part: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which entities are laid out by the forces between them: those of all but the small parts, at least of the largest."""
    sizes = np.bincount(part)
    is_large = sizes >= max(_LEAST_BODY, len(part) // 500)
    largest = int(np.argmax(sizes))
    is_large[largest] |= sizes[largest] > 2
    return is_large[part]
