"""Where each entity stands on the map: communities in one place at every level, what hangs together near, no disc on another."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.layout_forces import ForceLayout
from graphrag_desktop.pipeline.layout_packing import (
    GOLDEN_ANGLE,
    Levels,
    Points,
    pack_circles,
    pack_communities,
    sunflower,
)

_LEAST_BODY = 10  # entities, or one in 500: parts below stand in the ring as small sunflowers
_LEAST_RELAXED = 30  # entities: smaller parts look no better for it
_BODY_GAP = 1.08
_RING_SPACING = 0.9  # distance of neighbours in the ring; within a body it is about 1

_PIXELS_ACROSS = 900.0  # of the map in a usual window, for which discs are pushed apart
_AIR = 2.6
_MOST_FILLED = 0.45  # share of the occupied parts of the map that discs with their air may ask for
_NEIGHBOURS_LAST = 4  # rounds of pushing before neighbours are looked for again
_NEARLY = 1.2  # times the distance at which discs touch: those that may be pushed together meanwhile


def lay_out(
    pairs: NDArray[np.int32],
    levels: NDArray[np.int32],
    seed: int,
    control: RunControl,
    on_step: Callable[[int], None],
) -> NDArray[np.float32]:
    """A place (x, y) for each entity, around the origin.

    `pairs` are the rows of the entities of each relationship, `levels` the community of each entity on each level, each
    refining the one before, by any numbers. What hangs together, by relationships or by community, is one body: relaxed
    from a packing of its communities, and packed with the other bodies; small parts stand in a ring around. `seed`
    decides where chance would: for entities on the same spot. The same input gives the same places (on one machine, to
    the last bit).
    """
    entities = levels.shape[1]
    if entities == 0:
        return np.zeros((0, 2), np.float32)
    linked = _distinct(pairs)
    communities = _counted_from_zero(levels)
    part = _parts(linked, communities[0])
    bodies = _bodies(part)
    steps = _Steps(control, on_step)
    places = _packed([_body(linked, communities, part == each, steps) for each in bodies], part, bodies)
    places = _with_ring(places, part, ~np.isin(part, bodies))
    places = _pushed_apart(places, np.bincount(linked.ravel(), minlength=entities), seed, control)
    return np.nan_to_num(places - np.median(places, axis=0)).astype(np.float32)


def _distinct(pairs: NDArray[np.int32]) -> NDArray[np.int64]:
    ordered = np.sort(pairs.reshape(-1, 2).astype(np.int64), axis=1)
    return np.unique(ordered[ordered[:, 0] != ordered[:, 1]], axis=0)


def _counted_from_zero(levels: NDArray[np.int32] | Levels) -> Levels:
    """The levels with communities counted from 0; without any level everything is one community."""
    if not len(levels):
        return np.zeros((1, levels.shape[1]), np.int64)
    return np.stack([np.unique(level, return_inverse=True)[1].astype(np.int64) for level in levels])


def _parts(linked: NDArray[np.int64], overview: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each entity the part it belongs to: entities hang together by relationships, and by a common community."""
    entities = len(overview)
    sources = np.concatenate((linked[:, 0], np.arange(entities)))
    targets = np.concatenate((linked[:, 1], entities + overview))  # a node for each community
    nodes = entities + int(overview.max()) + 1
    links = coo_matrix((np.ones(len(sources), np.int8), (sources, targets)), shape=(nodes, nodes))
    return np.unique(connected_components(links, directed=False)[1][:entities], return_inverse=True)[1].astype(np.int64)


def _bodies(part: NDArray[np.int64]) -> NDArray[np.int64]:
    """The parts that are laid out by themselves, largest first: at least the largest, unless it is a pair."""
    sizes = np.bincount(part)
    by_size = np.argsort(-sizes, kind="stable")
    is_body = sizes[by_size] >= max(_LEAST_BODY, len(part) // 500)
    is_body[0] |= sizes[by_size[0]] > 2
    return by_size[is_body]


class _Steps:
    """Counts the steps over all bodies and lets the run be stopped between them."""

    def __init__(self, control: RunControl, on_step: Callable[[int], None]) -> None:
        self._control = control
        self._on_step = on_step
        self._done = 0

    def relax(self, layout: ForceLayout, count: int) -> None:
        """Take that many steps."""
        for _ in range(count):
            self._control.checkpoint()
            layout.step()
            self._done += 1
            self._on_step(self._done)


def _body(linked: NDArray[np.int64], communities: Levels, is_inside: NDArray[np.bool_], steps: _Steps) -> Points:
    """The places of a body's entities around the origin, as far apart on average as in any other body."""
    rows = np.cumsum(is_inside) - 1
    own = rows[linked[is_inside[linked[:, 0]]]]
    levels = _counted_from_zero(communities[:, is_inside])
    places = pack_communities(own, levels)
    size = len(places)
    if size >= _LEAST_RELAXED or size < _LEAST_BODY:  # so small a one is all there is
        layout = ForceLayout(places, own, levels)
        # As many steps as settle a graph of this size; larger ones are stopped earlier, to be done in seconds.
        steps.relax(layout, 100 if size < 30_000 else 60 if size < 300_000 else 40)
        places = layout.places
    places = places - np.median(places, axis=0)
    places *= np.sqrt(size) / max(float(np.percentile(np.hypot(*places.T), 97)), 1e-9)
    return places


def _packed(found: Sequence[Points], part: NDArray[np.int64], bodies: NDArray[np.int64]) -> Points:
    """All entities, with the bodies side by side and the ring's still at the origin."""
    places = np.zeros((len(part), 2))
    if found:
        radii = [_BODY_GAP * float(np.percentile(np.hypot(*each.T), 99)) for each in found]
        centres = pack_circles(radii)
        centres -= np.average(centres, axis=0, weights=np.square(radii))
        for name, own, centre in zip(bodies, found, centres, strict=True):
            places[part == name] = own + centre
    return places


def _with_ring(places: Points, part: NDArray[np.int64], is_outside: NDArray[np.bool_]) -> Points:
    """The places with the small parts, largest first, as sunflowers in the band around all others."""
    outside = np.flatnonzero(is_outside)
    if not len(outside):
        return places
    inside = places[~is_outside]
    radius = float(np.percentile(np.hypot(*inside.T), 99)) * _BODY_GAP if len(inside) else 0.0
    names, index, sizes = np.unique(part[outside], return_inverse=True, return_counts=True)
    by_size = np.argsort(-sizes, kind="stable")
    areas = (_RING_SPACING * (np.sqrt(sizes[by_size]) + 0.5)) ** 2  # with a margin of half a seed
    before = np.cumsum(areas) - areas
    angles = np.arange(len(names)) * GOLDEN_ANGLE
    distances = np.sqrt(radius**2 + before) + _RING_SPACING * np.sqrt(sizes[by_size] - 1) / 2
    centres = np.empty((len(names), 2))
    centres[by_size] = np.column_stack((np.cos(angles), np.sin(angles))) * distances[:, None]
    order = np.argsort(index, kind="stable")
    ranks = np.empty(len(outside), np.int64)
    ranks[order] = np.arange(len(outside)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    ringed = places.copy()
    ringed[outside] = centres[index] + sunflower(ranks) * _RING_SPACING * 0.8
    return ringed


def _pushed_apart(places: Points, degrees: NDArray[np.int64], seed: int, control: RunControl) -> Points:
    """Push overlapping discs apart: what makes the picture calm (a disc's radius is what the map draws)."""
    entities = len(places)
    discs = (1.25 + 0.62 * np.sqrt(degrees)).clip(1.6, 9.5) * _AIR
    extent = float(np.percentile(np.hypot(*places.T), 97)) or np.sqrt(entities)
    filled = np.sqrt(_MOST_FILLED * _occupied(places) / float((np.pi * discs**2).sum()))
    reach = discs * min(2 * extent / _PIXELS_ACROSS, float(filled))
    places = places + np.random.default_rng(seed).normal(scale=1e-3 * reach.min(), size=places.shape)
    rounds = 60 if entities < 5_000 else 32 if entities < 30_000 else 12
    for turn in range(rounds):
        control.checkpoint()
        if turn % _NEIGHBOURS_LAST == 0:
            one, other = _neighbours(places, reach)
        apart = places[one] - places[other]
        distance = np.hypot(*apart.T) + 1e-12
        push = 0.25 * np.maximum(0, reach[one] + reach[other] - distance) / distance
        for axis in (0, 1):
            pushed = push * apart[:, axis]
            places[:, axis] += np.bincount(one, pushed, entities) - np.bincount(other, pushed, entities)
    return places


def _occupied(places: Points) -> float:
    """The area of the map where entities stand, counted in cells that hold about two of them."""
    side = 3.0 * float(np.percentile(np.hypot(*places.T), 97)) / np.sqrt(len(places)) or 1.0
    cells = np.unique(np.floor(places / side), axis=0)
    return len(cells) * side**2


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
