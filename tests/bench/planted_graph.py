"""Seeded graphs with a planted hierarchy of communities and power-law degrees, of the sizes the map is measured on."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.pipeline.canvas_arrays import Territories
from graphrag_desktop.ui.graph_picture import GraphPicture

SIZES = {
    "1000": (1_000, 3_000),
    "8600": (8_564, 20_691),  # the podcast graph of the paper
    "15700": (15_754, 19_520),  # its news graph
    "100000": (100_000, 300_000),
    "1000000": (1_000_000, 3_000_000),
}
_CHILDREN = (10, 3, 2)  # on average, of a community of each level
_TIES = (0.02, 0.05, 0.12, 0.21, 0.60)  # shares: anywhere, then within the same community of level 0, 1, 2, 3


@dataclass(frozen=True, slots=True, eq=False)
class PlantedGraph:
    """Pairs of entities, and for each level the community of each entity, numbered from 0."""

    pairs: NDArray[np.int64]
    levels: NDArray[np.int64]

    @property
    def entities(self) -> int:
        """How many there are."""
        return int(self.levels.shape[1])


def plant(entities: int, relationships: int, seed: int = 1) -> PlantedGraph:
    """A graph in which most relationships lie within the communities of the deepest level."""
    rng = np.random.default_rng(seed)
    levels = _planted_levels(entities, rng)
    weights = rng.pareto(1.5, entities) + 0.25
    reach = np.concatenate([[0.0], np.cumsum(weights)])
    codes = np.zeros(0, np.int64)
    while len(codes) < relationships:
        wanted = int((relationships - len(codes)) * 1.3) + 50
        if len(codes):
            start = _pick(np.zeros(wanted, np.int64), np.full(wanted, entities), reach, rng)
            level = rng.choice([-1, 0, 1, 2, 3], wanted, p=_TIES)
        else:  # nobody is left alone
            start, level = np.arange(entities), np.full(entities, 3)
        end = _partners(start, level, levels, reach, rng)
        low, high = np.minimum(start, end), np.maximum(start, end)
        fresh = (low * entities + high)[low != high]
        _, first = np.unique(np.concatenate([codes, fresh]), return_index=True)
        codes = np.concatenate([codes, fresh])[np.sort(first)]
    codes = codes[:relationships]
    shuffled = rng.permutation(entities)
    place = np.argsort(shuffled)
    return PlantedGraph(place[np.stack([codes // entities, codes % entities], axis=1)], levels[:, shuffled])


def picture_of(
    graph: PlantedGraph, positions: NDArray[np.float64], seed: int = 1, territories: Territories | None = None
) -> GraphPicture:
    """The graph as the canvas takes it: communities numbered through all levels, kept where they do not split."""
    numbers = np.zeros_like(graph.levels)
    following = 1
    for level, communities in enumerate(graph.levels):
        count = int(communities.max()) + 1
        own = np.arange(following, following + count)
        if level:
            above = graph.levels[level - 1]
            size, size_above = np.bincount(communities), np.bincount(above)
            first = np.unique(communities, return_index=True)[1]
            unsplit = size == size_above[above[first]]
            own[unsplit] = numbers[level - 1][first][unsplit]
        numbers[level] = own[communities]
        following += count
    return GraphPicture(
        entity_numbers=np.arange(1, graph.entities + 1),
        titles=[f"Entity {number}" for number in range(1, graph.entities + 1)],
        positions=positions,
        degrees=np.bincount(graph.pairs.ravel(), minlength=graph.entities),
        pairs=graph.pairs,
        communities=numbers,
        community_titles={number: f"Community of {number}" for number in np.unique(numbers).tolist()},
        strengths=np.random.default_rng(seed).pareto(2.0, len(graph.pairs)),
        territories=territories,
    )


def scatter(graph: PlantedGraph, seed: int = 1) -> NDArray[np.float64]:
    """Places without a layout: each community a heap around a point within its parent's heap."""
    rng = np.random.default_rng(seed)
    places = np.zeros((graph.entities, 2))
    spread = 1.0
    for level in graph.levels:
        size = np.bincount(level)
        heaps = rng.normal(size=(len(size), 2)) * spread
        places += heaps[level]
        spread *= 0.35
    return places + rng.normal(size=places.shape) * spread


def _planted_levels(entities: int, rng: np.random.Generator) -> NDArray[np.int64]:
    roots = max(8, int(34 * (entities / 8_564) ** 0.5))
    levels = [np.repeat(np.arange(roots), _split(entities, roots, rng))]
    for children in _CHILDREN:
        below = np.empty(entities, np.int64)
        following = 0
        for start, size in _runs(levels[-1]):
            parts = min(max(1, int(rng.poisson(children))), max(1, size // 5))
            below[start : start + size] = following + np.repeat(np.arange(parts), _split(size, parts, rng))
            following += parts
        levels.append(below)
    return np.array(levels)


def _split(total: int, parts: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Sizes that sum to `total`, a few large and many small."""
    weights = rng.pareto(3.0, parts) + 0.25
    sizes: NDArray[np.int64] = np.maximum(1, np.floor(weights / weights.sum() * total).astype(np.int64))
    while sizes.sum() > total:
        sizes[np.argmax(sizes)] -= 1
    sizes[np.argmax(sizes)] += total - sizes.sum()
    return sizes


def _runs(level: NDArray[np.int64]) -> list[tuple[int, int]]:
    starts = np.flatnonzero(np.diff(level, prepend=-1)).tolist()
    return [(start, end - start) for start, end in zip(starts, [*starts[1:], len(level)], strict=True)]


def _partners(
    start: NDArray[np.int64],
    level: NDArray[np.int64],
    levels: NDArray[np.int64],
    reach: NDArray[np.float64],
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """For each entity another of its community at the level drawn for it, or any (-1)."""
    low, high = np.zeros(len(start), np.int64), np.full(len(start), levels.shape[1])
    for number, communities in enumerate(levels):
        first = np.searchsorted(communities, np.arange(int(communities.max()) + 2))
        chosen = level == number
        low[chosen], high[chosen] = first[communities[start[chosen]]], first[communities[start[chosen]] + 1]
    return _pick(low, high, reach, rng)


def _pick(
    low: NDArray[np.int64], high: NDArray[np.int64], reach: NDArray[np.float64], rng: np.random.Generator
) -> NDArray[np.int64]:
    """One entity of each range, by weight."""
    aim = reach[low] + rng.random(len(low)) * (reach[high] - reach[low])
    found: NDArray[np.int64] = np.clip(np.searchsorted(reach, aim, side="right") - 1, low, high - 1)
    return found
