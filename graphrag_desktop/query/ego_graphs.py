"""Subgraphs around every entity, each with a vector, and what of those nearest to a question is worth telling.

GRAG (Hu et al. 2024): of 2^(nodes + edges) subgraphs only those of K steps around one node are looked at, as many as
there are nodes. Their vectors are made by sparse products, not by a search from each node.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from graphrag_desktop.language.vectors import TINY, Flags, Floats, Ints, Numbers, unit_rows

_ROWS_AT_ONCE = 2_000  # of nodes: what is inside of all balls at once may be too much for the memory


@dataclass(frozen=True, eq=False)
class TextualGraph:
    """Nodes and edges by the numbers of their records (n), (m); `sources` and `targets` are rows of nodes (m).

    `node_rows` (n, d) and `edge_rows` (m, d) are the vectors of their texts.
    """

    nodes: Ints
    edges: Ints
    sources: Ints
    targets: Ints
    node_rows: Floats
    edge_rows: Floats


@dataclass(frozen=True, eq=False)
class EgoGraphs:
    """The ball of each node, all that lies within `hops` of it, whatever the edges' direction.

    `means` (n, d) is the mean of the vectors of all nodes and edges inside.
    """

    graph: TextualGraph
    hops: int
    means: Floats

    @property
    def reach(self) -> sparse.csr_array:
        """A row for each node, with a one for every node of its ball."""
        return _reach(self.graph, self.hops)

    def nearest(self, question: Floats, most: int) -> tuple[tuple[int, float], ...]:
        """The rows of the nodes whose balls lie nearest to a question, with their cosine, the nearest first."""
        cosines = unit_rows(self.means) @ question
        order = np.argsort(-cosines, kind="stable")[:most].tolist()
        return tuple((row, float(cosines[row])) for row in order)


@dataclass(frozen=True, eq=False)
class Merged:
    """Nodes and edges of several balls, each once, as rows of the graph, ascending, with their α (0 to 1)."""

    nodes: Ints
    edges: Ints
    node_alphas: Floats
    edge_alphas: Floats


def ego_graphs(graph: TextualGraph, hops: int) -> EgoGraphs:
    """The balls of all nodes.

    R = 1[(A + I)^K > 0]; an edge is inside where both of its ends are; the vector is the mean over both.
    """
    means = np.zeros((len(graph.nodes), graph.node_rows.shape[1]), np.float32)
    _encode(graph, hops, np.arange(len(graph.nodes)), means)
    return EgoGraphs(graph, hops, means)


@dataclass(frozen=True, eq=False)
class Renewed:
    """Balls after a change, and the rows of those nodes whose vector was made anew for it."""

    balls: EgoGraphs
    encoded: Ints


def renew_ego_graphs(before: EgoGraphs, graph: TextualGraph) -> Renewed:
    """The balls of a graph of which most was known before, as `ego_graphs` makes them.

    Only those within reach of a node or an edge that changed, came or went are made anew (GRAG, Hu et al. 2024).
    """
    old = before.graph
    if old.node_rows.shape[1] != graph.node_rows.shape[1]:
        return Renewed(ego_graphs(graph, before.hops), np.arange(len(graph.nodes)))
    _, old_places, places = np.intersect1d(old.nodes, graph.nodes, assume_unique=True, return_indices=True)
    gone_nodes, new_nodes = _changed(old.nodes, graph.nodes, old.node_rows, graph.node_rows)
    gone_edges, new_edges = _changed(_edge_names(old), _edge_names(graph), old.edge_rows, graph.edge_rows)
    gone = np.union1d(gone_nodes, np.concatenate([old.sources[gone_edges], old.targets[gone_edges]]))
    new = np.union1d(new_nodes, np.concatenate([graph.sources[new_edges], graph.targets[new_edges]]))
    touched = np.zeros(len(graph.nodes), bool)
    touched[places] = _within(_step(old), gone, before.hops)[old_places]
    touched |= _within(_step(graph), new, before.hops)
    is_known = np.zeros(len(graph.nodes), bool)
    is_known[places] = True
    fresh = np.flatnonzero(touched | ~is_known)
    means = np.zeros((len(graph.nodes), graph.node_rows.shape[1]), np.float32)
    means[places] = before.means[old_places]
    _encode(graph, before.hops, fresh, means)
    return Renewed(EgoGraphs(graph, before.hops, means), fresh)


def merge(found: EgoGraphs, rows: Sequence[int], question: Floats) -> Merged:
    """The balls around some nodes as one graph, and how near each of its nodes and edges lies to the question.

    In the paper α is learnt. Here it is a proxy, σ((cos − m) / s) with the mean m and the spread s over what was
    retrieved, of nodes and of edges each: nothing is trained, and it says no more than which of them are nearer.
    """
    graph = found.graph
    balls = _reach(graph, found.hops, np.array(rows, np.int64))
    nodes = np.flatnonzero(balls.sum(axis=0) > 0)
    edges = np.flatnonzero(_edges_inside(balls, graph).sum(axis=0) > 0)
    return Merged(nodes, edges, _alphas(graph.node_rows[nodes], question), _alphas(graph.edge_rows[edges], question))


def _alphas(rows: Floats, question: Floats) -> Floats:
    if not len(rows):
        return np.zeros(0, np.float32)
    cosines = unit_rows(rows) @ question
    apart = (cosines - cosines.mean()) / max(float(cosines.std()), TINY)
    return np.asarray(1 / (1 + np.exp(-apart)), dtype=np.float32)


def _encode(graph: TextualGraph, hops: int, rows: Ints, means: Floats) -> None:
    """Fill in the vectors of the balls around these nodes."""
    step = _step(graph)
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        some = rows[start : start + _ROWS_AT_ONCE]
        means[some] = _means(_from(step, some, hops), graph)


def _means(balls: sparse.csr_array, graph: TextualGraph) -> Floats:
    """The vector of each ball."""
    inside = _edges_inside(balls, graph)
    sums = balls @ graph.node_rows + inside @ graph.edge_rows
    sizes = balls.sum(axis=1) + inside.sum(axis=1)
    return np.asarray(sums / np.maximum(sizes, 1)[:, None], dtype=np.float32)


def _step(graph: TextualGraph) -> sparse.csr_array:
    """One step from each node, in either direction, or none."""
    count = len(graph.nodes)
    own = np.arange(count)
    ends = (np.concatenate([graph.sources, graph.targets, own]), np.concatenate([graph.targets, graph.sources, own]))
    return _ones(sparse.csr_array((np.ones(len(ends[0]), np.float32), ends), shape=(count, count)))


def _reach(graph: TextualGraph, hops: int, rows: Ints | None = None) -> sparse.csr_array:
    return _from(_step(graph), np.arange(len(graph.nodes)) if rows is None else rows, hops)


def _from(step: sparse.csr_array, rows: Ints, hops: int) -> sparse.csr_array:
    reach = sparse.csr_array(step[rows])
    for _ in range(hops - 1):
        reach = _ones(sparse.csr_array(reach @ step))
    return reach


def _within(step: sparse.csr_array, nodes: Ints, hops: int) -> Flags:
    """Which nodes have one of these within their ball."""
    near = np.zeros(step.shape[0], np.float32)
    near[nodes] = 1
    for _ in range(hops):
        near = np.minimum(step @ near, 1)
    return np.asarray(near > 0)


def _changed(old: Numbers, new: Numbers, old_rows: Floats, new_rows: Floats) -> tuple[Ints, Ints]:
    """Places in `old` and in `new` of names that only one of them has, or whose rows differ; names are unique."""
    _, at_old, at_new = np.intersect1d(old, new, assume_unique=True, return_indices=True)
    is_same = (old_rows[at_old] == new_rows[at_new]).all(axis=1)
    return (
        np.setdiff1d(np.arange(len(old)), at_old[is_same]),
        np.setdiff1d(np.arange(len(new)), at_new[is_same]),
    )


def _edge_names(graph: TextualGraph) -> "npt.NDArray[np.void]":
    """Each edge with its number and the numbers of its ends: between others it is another one."""
    names = np.empty(len(graph.edges), dtype=[(each, np.int64) for each in ("edge", "source", "target")])
    names["edge"], names["source"] = graph.edges, graph.nodes[graph.sources]
    names["target"] = graph.nodes[graph.targets]
    return names


def _edges_inside(balls: sparse.csr_array, graph: TextualGraph) -> sparse.csr_array:
    """A row for each ball, a column for each edge: one where both ends of it are in the ball."""
    by_node = sparse.csc_array(balls)
    return _ones(sparse.csr_array(by_node[:, graph.sources].multiply(by_node[:, graph.targets])))


def _ones(matrix: sparse.csr_array) -> sparse.csr_array:
    matrix.sum_duplicates()
    matrix.data = np.ones(len(matrix.data), np.float32)
    return matrix
