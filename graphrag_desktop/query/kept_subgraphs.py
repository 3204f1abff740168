"""Vectors of subgraphs, kept in the project: made once for an index, and after a change only as far as it reaches."""

import contextlib

import numpy as np

from graphrag_desktop.domain.errors import ProjectError
from graphrag_desktop.domain.identity import memo_key
from graphrag_desktop.language.vectors import Floats, kept, opened
from graphrag_desktop.project import Project
from graphrag_desktop.query.ego_graphs import EgoGraphs, TextualGraph, ego_graphs, renew_ego_graphs
from graphrag_desktop.query.kept_vectors import vectors_key
from graphrag_desktop.storage import journal
from graphrag_desktop.storage.arrays import keep_arrays, load_array

_NAME = "subgraph vectors"


def kept_ego_graphs(project: Project, graph: TextualGraph, hops: int, before: EgoGraphs | None) -> EgoGraphs:
    """The subgraphs of a project's graph; `before` are those of an earlier index, of which most still hold."""
    if project.scope is not None:  # of a restricted question: another graph each time
        return ego_graphs(graph, hops)
    both = (vectors_key(project, "entity"), vectors_key(project, "relationship"))
    key = memo_key(f"{_NAME} 1", str(hops), *both)
    if before is None:
        means = _kept_means(project, key, graph)
        if means is not None:
            return EgoGraphs(graph, hops, means)
        found = ego_graphs(graph, hops)
    else:
        found = renew_ego_graphs(before, graph).balls
    if not project.read_only_reason:
        with contextlib.suppress(ProjectError):  # a disk that is full: they are made again next time
            keep_arrays(project.database, "vectors", {_NAME: kept(found.means)})
            journal.keep_stage_key(project.database, _NAME, key)
    return found


def _kept_means(project: Project, key: str, graph: TextualGraph) -> Floats | None:
    if journal.stage_key(project.database, _NAME) != key:
        return None
    stored = load_array(project.database, "vectors", _NAME)
    if stored is None or stored.shape != (len(graph.nodes), graph.node_rows.shape[1]):
        return None
    return np.asarray(opened(stored), dtype=np.float32)
