"""Subgraphs around every entity, each with a vector, and what of those nearest to a question is worth telling.

GRAG (Hu et al. 2024): of 2^(nodes + edges) subgraphs only those of K steps around one node are looked at, as many as
there are nodes. Their vectors are made by sparse products, not by a search from each node.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from graphrag_desktop.language.vectors import TINY, Floats, Ints, unit_rows

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
    """The ball of each node: `reach` has a one for every node within `hops` of it, whatever the edges' direction.

    `means` (n, d) is the mean of the vectors of all nodes and edges inside.
    """

    graph: TextualGraph
    hops: int
    reach: sparse.csr_array
    means: Floats

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
    count = len(graph.nodes)
    reach = _reach(graph, hops)
    means = np.zeros((count, graph.node_rows.shape[1]), np.float32)
    for start in range(0, count, _ROWS_AT_ONCE):
        part = reach[start : start + _ROWS_AT_ONCE]
        inside = _edges_inside(part, graph)
        sums = part @ graph.node_rows + inside @ graph.edge_rows
        sizes = part.sum(axis=1) + inside.sum(axis=1)
        means[start : start + _ROWS_AT_ONCE] = sums / np.maximum(sizes, 1)[:, None]
    return EgoGraphs(graph, hops, reach, means)


def merge(found: EgoGraphs, rows: Sequence[int], question: Floats) -> Merged:
    """The balls around some nodes as one graph, and how near each of its nodes and edges lies to the question.

    In the paper α is learnt. Here it is a proxy, σ((cos − m) / s) with the mean m and the spread s over what was
    retrieved, of nodes and of edges each: nothing is trained, and it says no more than which of them are nearer.
    """
    graph = found.graph
    balls = found.reach[np.array(rows, np.int64)]
    nodes = np.flatnonzero(balls.sum(axis=0) > 0)
    edges = np.flatnonzero(_edges_inside(balls, graph).sum(axis=0) > 0)
    return Merged(nodes, edges, _alphas(graph.node_rows[nodes], question), _alphas(graph.edge_rows[edges], question))


def _alphas(rows: Floats, question: Floats) -> Floats:
    if not len(rows):
        return np.zeros(0, np.float32)
    cosines = unit_rows(rows) @ question
    apart = (cosines - cosines.mean()) / max(float(cosines.std()), TINY)
    return np.asarray(1 / (1 + np.exp(-apart)), dtype=np.float32)


def _reach(graph: TextualGraph, hops: int) -> sparse.csr_array:
    count = len(graph.nodes)
    own = np.arange(count)
    ends = (np.concatenate([graph.sources, graph.targets, own]), np.concatenate([graph.targets, graph.sources, own]))
    step = _ones(sparse.csr_array((np.ones(len(ends[0]), np.float32), ends), shape=(count, count)))
    reach = step
    for _ in range(hops - 1):
        reach = _ones(sparse.csr_array(reach @ step))
    return reach


def _edges_inside(balls: sparse.csr_array, graph: TextualGraph) -> sparse.csr_array:
    """A row for each ball, a column for each edge: one where both ends of it are in the ball."""
    by_node = sparse.csc_array(balls)
    return _ones(sparse.csr_array(by_node[:, graph.sources].multiply(by_node[:, graph.targets])))


def _ones(matrix: sparse.csr_array) -> sparse.csr_array:
    matrix.sum_duplicates()
    matrix.data = np.ones(len(matrix.data), np.float32)
    return matrix
