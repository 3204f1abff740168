"""The weighted graph that communities are found in: what counts as an edge, and how Leiden is asked."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import graspologic_native
import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from graphrag_desktop.domain.communities import Edge
from graphrag_desktop.domain.graph import KnowledgeGraph
from graphrag_desktop.domain.identity import EntityId

_JOIN_WEIGHT = 0.1  # far below one instance of a relationship (design: edges that join components)
_RANDOMNESS = 0.001  # Leiden's, as in graspologic


def clustering_edges(graph: KnowledgeGraph) -> tuple[Edge, ...]:
    """Relationships and ties with a positive weight, both directions merged, hubs left out, sorted.

    Where no relationship has a weight (a single short text in which everything goes with everything), the counts
    stand in, hubs and all.
    """
    weighted = ((each.source, each.target, each.clustering_weight) for each in graph.relationships)
    edges = _merged([*weighted, *graph.ties], graph.hubs)
    return edges or _merged(((each.source, each.target, each.count) for each in graph.relationships), frozenset())


def joining_edges(
    graph: KnowledgeGraph, edges: Sequence[Edge], unit_entities: Iterable[Sequence[EntityId]]
) -> tuple[Edge, ...]:
    """Light edges between entities, hubs left out, that no path connects but that share a text unit.

    In each unit one entity stands for its component, and each is tied to the next: the edges grow with the mentions,
    not with their square.
    """
    component = _components([each.id for each in graph.entities], edges)
    joined: set[tuple[EntityId, EntityId]] = set()
    for mentioned in unit_entities:
        first: dict[int, EntityId] = {}
        for entity in sorted(set(mentioned)):
            if entity not in graph.hubs:
                first.setdefault(component[entity], entity)
        joined.update(pairwise(first.values()))
    return tuple((source, target, _JOIN_WEIGHT) for source, target in sorted(joined))


def leiden_paths(
    edges: Sequence[Edge], *, resolution: float, largest: int, iterations: int, seed: int
) -> dict[EntityId, tuple[int, ...]]:
    """For each entity its clusters from the root down, by hierarchical Leiden; those that do not split are named once.

    `edges` must be sorted: their order decides among equals.
    """
    if not edges:
        return {}
    rows = graspologic_native.hierarchical_leiden(
        edges=list(edges),
        starting_communities=None,
        resolution=resolution,
        randomness=_RANDOMNESS,
        iterations=iterations,
        use_modularity=True,
        max_cluster_size=largest,
        seed=seed,
    )
    paths: dict[EntityId, tuple[int, ...]] = {}
    for row in sorted(rows, key=lambda each: int(each.level)):
        paths[row.node] = (*paths.get(row.node, ()), row.cluster)
    return paths


def modularities(edges: Sequence[Edge], partitions: Iterable[Mapping[EntityId, int]]) -> tuple[float, ...]:
    """For each partition how much more weight lies within its communities than chance would put there; 0 without edges.

    Newman's modularity, at resolution 1.
    """
    entities = sorted({end for source, target, _ in edges for end in (source, target)})
    rows = {entity: row for row, entity in enumerate(entities)}
    sources = np.array([rows[source] for source, _, _ in edges], np.int64)
    targets = np.array([rows[target] for _, target, _ in edges], np.int64)
    weights = np.array([weight for _, _, weight in edges], np.float64)
    total = float(weights.sum()) or 1.0
    found: list[float] = []
    for homes in partitions:
        _, home = np.unique(np.array([homes[entity] for entity in entities], np.int64), return_inverse=True)
        within = float(weights[home[sources] == home[targets]].sum())
        size = int(home.max(initial=0)) + 1
        ends = np.bincount(home[sources], weights, size) + np.bincount(home[targets], weights, size)
        found.append(within / total - float(((ends / (2 * total)) ** 2).sum()))
    return tuple(found)


def _merged(edges: Iterable[tuple[EntityId, EntityId, float]], left_out: frozenset[EntityId]) -> tuple[Edge, ...]:
    weights: dict[tuple[EntityId, EntityId], float] = {}
    for source, target, weight in edges:
        if weight > 0 and source != target and source not in left_out and target not in left_out:
            pair = (source, target) if source < target else (target, source)
            weights[pair] = weights.get(pair, 0.0) + weight
    return tuple((source, target, weights[source, target]) for source, target in sorted(weights))


def _components(entities: Iterable[EntityId], edges: Sequence[Edge]) -> dict[EntityId, int]:
    rows = {entity: row for row, entity in enumerate(entities)}
    sources = np.array([rows[source] for source, _, _ in edges], np.int64)
    targets = np.array([rows[target] for _, target, _ in edges], np.int64)
    ones = np.ones(len(edges), np.int8)
    _, labels = connected_components(
        coo_matrix((ones, (sources, targets)), shape=(len(rows), len(rows))), directed=False
    )
    return dict(zip(rows, labels.tolist(), strict=True))
