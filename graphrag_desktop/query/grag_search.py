"""GRAG: the subgraphs nearest to a question, merged, pruned to a window and told as trees that keep every edge.

Hu et al. 2024, the text view alone: the view as a graph needs a model whose embedding layer can be written to. α is a
proxy (`ego_graphs.merge`), not the trained one.
"""

import heapq
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np

from graphrag_desktop.domain.asking import Candidate, Considered
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.graph import Entity, Relationship
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.project import Project
from graphrag_desktop.query.ego_graphs import EgoGraphs, TextualGraph, merge
from graphrag_desktop.query.graph_text import Description, Edge, describe, grow_trees, other_end
from graphrag_desktop.query.kept_subgraphs import kept_ego_graphs
from graphrag_desktop.query.kept_vectors import Kept, KeptVectors, is_latent, question_vector, vectors_of
from graphrag_desktop.query.measured_question import MeasuredQuestion
from graphrag_desktop.storage import graph
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.neighbourhoods import relationship_pairs, relationships_numbered

_BOTH: tuple[Kept, ...] = ("entity", "relationship")
_LINE = 12  # tokens of numbers, arrows and indents of a line, about
_SHORTER = 0.97  # of the window, where a first guess at what fits was too much
_SHOWN_OUT = 40  # records that do not fit are named up to so many


@dataclass(frozen=True, slots=True)
class Found:
    """The merged subgraphs as records: entities and edges by number, each with its α; `roots` are the centres in order."""

    roots: tuple[int, ...]
    entities: Mapping[int, Entity]
    edges: tuple[Edge, ...]
    node_alphas: Mapping[int, float]
    edge_alphas: Mapping[int, float]
    choices: int


def consider_grag(project: Project, question: str, control: RunControl) -> Considered:
    """The entities and relationships of the nearest subgraphs, in the order of their description, each with its α.

    What does not fit the window is left out from the ends of the trees, what lies farthest from the question first.
    """
    found = find_subgraphs(project, question, control)
    control.checkpoint()
    limit, encoding = project.settings.map_data_tokens, project.settings.encoding
    described = _within(found, limit, encoding, has_descriptions=not is_latent(project))
    candidates = [*_told(found, described, encoding), *_left_out(found, described)]
    missing: tuple[str, ...] = ()
    if is_latent(project):
        measured = MeasuredQuestion(project, question)
        missing, candidates = measured.missing, _judged(measured, found, candidates)
    return Considered(tuple(candidates), limit, Kind.ENTITY, missing, found.choices, separator="\n")


def find_subgraphs(project: Project, question: str, control: RunControl) -> Found:
    """The nearest subgraphs of a question as one graph."""
    asked = question_vector(project, question, control)
    for what in _BOTH:
        vectors_of(project, what, control).cosines(asked)  # says where the lengths differ
    known = _known_graph(project, control)
    balls = known.balls
    nearest = balls.nearest(asked, project.settings.grag_graphs) if asked.any() else ()
    merged = merge(balls, [row for row, _ in nearest], asked)
    numbers = balls.graph.nodes
    wanted = numbers[merged.nodes].tolist()
    entities = {number: known.entities[number] for number in wanted}
    number_of = {each.id: number for number, each in entities.items()}
    told = relationships_numbered(project.database, balls.graph.edges[merged.edges].tolist())
    return Found(
        tuple(int(numbers[row]) for row, _ in nearest),
        entities,
        tuple(
            Edge(each.number, number_of[each.source], number_of[each.target], _label(each), is_directed=False)
            for each in told
        ),
        dict(zip(wanted, merged.node_alphas.tolist(), strict=True)),
        dict(zip((each.number for each in told), merged.edge_alphas.tolist(), strict=True)),
        len(numbers),
    )


def keep_nearest(found: Found, costs: Mapping[tuple[Kind, int], int], limit: int) -> tuple[set[int], set[int]]:
    """The numbers of nodes and edges to tell: the centres, then what hangs on what is told, the highest α first.

    It ends at the first that does not fit, so that no tree is broken and nothing nearer is left out for something
    farther that hangs on the same.
    """
    forest = grow_trees(found.entities, found.edges, found.roots)
    nodes: set[int] = set()
    edges: set[int] = set()
    rest: dict[int, list[Edge]] = {}
    for other in found.edges:
        if other.number not in forest.used:
            for end in {other.source, other.target}:
                rest.setdefault(end, []).append(other)
    waiting: list[tuple[float, int, int, int]] = []  # α downwards, order, the edge, the node it leads to or 0

    def tell(node: int) -> None:
        nodes.add(node)
        for step in forest.steps.get(node, ()):
            child = other_end(step, node)
            heapq.heappush(waiting, (-found.node_alphas[child], len(waiting), step.number, child))
        for across in rest.get(node, ()):
            if across.source in nodes and across.target in nodes:
                heapq.heappush(waiting, (-found.edge_alphas[across.number], len(waiting), across.number, 0))

    tokens = 0
    for root in found.roots:
        cost = costs[Kind.ENTITY, root]
        if tokens + cost > limit:
            return nodes, edges
        tokens += cost
        tell(root)
    while waiting:
        _, _, edge, child = heapq.heappop(waiting)
        cost = costs[Kind.RELATIONSHIP, edge] + (costs[Kind.ENTITY, child] if child else 0)
        if tokens + cost > limit:
            break
        tokens += cost
        edges.add(edge)
        if child:
            tell(child)
    return nodes, edges


def _within(found: Found, limit: int, encoding: str, *, has_descriptions: bool) -> Description:
    """The description that fits; how long its lines are is known once they are written."""
    names = {number: f"{each.title} (Entity {number})" for number, each in found.entities.items()}
    texts = {
        number: f"{names[number]}: {each.description}" if has_descriptions and each.description else names[number]
        for number, each in found.entities.items()
    }
    costs = {(Kind.ENTITY, number): count_tokens(text, encoding) + _LINE for number, text in texts.items()}
    costs |= {(Kind.RELATIONSHIP, each.number): count_tokens(each.label, encoding) + _LINE for each in found.edges}
    room = limit
    while True:
        nodes, edges = keep_nearest(found, costs, room)
        told = [each for each in found.edges if each.number in edges]
        roots = [each for each in found.roots if each in nodes]
        described = describe({each: names[each] for each in nodes}, told, roots, texts)
        if sum(_tokens(each.text, encoding) for each in described.lines) <= limit:
            return described
        room = int(room * _SHORTER) - 1


def _told(found: Found, described: Description, encoding: str) -> Iterator[Candidate]:
    """A record for each line; a line that tells an edge and the node it leads to is the edge's, and the node follows."""
    labels = {each.number: each for each in found.edges}
    for line in described.lines:
        tokens = _tokens(line.text, encoding)
        if line.edge is not None:
            edge = labels[line.edge]
            title = f"{found.entities[edge.source].title} – {found.entities[edge.target].title}"
            item = ContextItem(Kind.RELATIONSHIP, edge.number, title, line.text, tokens)
            yield _candidate(item, found.edge_alphas[edge.number], is_in=True)
        if line.node is not None:
            entity, is_first = found.entities[line.node], line.edge is None
            text, cost = (line.text, tokens) if is_first else ("", 0)
            item = ContextItem(Kind.ENTITY, line.node, entity.title, text, cost, entity=entity.id)
            yield replace(_candidate(item, found.node_alphas[line.node], is_in=True), place=described.places[line.node])


def _left_out(found: Found, described: Description) -> Iterator[Candidate]:
    """The nearest of the entities that did not fit."""
    rest = sorted(
        (each for each in found.entities if each not in described.places), key=lambda each: -found.node_alphas[each]
    )
    for number in rest[:_SHOWN_OUT]:
        entity = found.entities[number]
        item = ContextItem(Kind.ENTITY, number, entity.title, "", 0, entity=entity.id)
        yield _candidate(item, found.node_alphas[number], is_in=False)


def _candidate(item: ContextItem, alpha: float, *, is_in: bool) -> Candidate:
    return Candidate(replace(item, relevance=alpha), is_in, alpha)


def _judged(measured: MeasuredQuestion, found: Found, candidates: Sequence[Candidate]) -> list[Candidate]:
    """For the built-in engine: each entity with the sentences that say something; none is sent where none does."""
    items = measured.told(
        (each.item, measured.entity(each.item.entity) if each.item.entity else None) for each in candidates
    )
    says = any(item.relevance for item, each in zip(items, candidates, strict=True) if each.is_in)
    return [replace(each, item=item, is_in=each.is_in and says) for item, each in zip(items, candidates, strict=True)]


def _label(relationship: Relationship) -> str:
    times = "once" if relationship.count == 1 else f"{relationship.count:,} times"
    return f"{relationship.description or f'named together {times}'} (Relationship {relationship.number})"


def _tokens(line: str, encoding: str) -> int:
    return count_tokens(f"{line}\n", encoding)


@dataclass(frozen=True, eq=False)
class _Known:
    """The graph of an index with its vectors and the balls made of them."""

    nodes: KeptVectors
    edges: KeptVectors
    balls: EgoGraphs
    entities: Mapping[int, Entity]


def _known_graph(project: Project, control: RunControl) -> _Known:
    """The graph, made once for as long as its vectors and the number of steps stay."""
    nodes, edges = vectors_of(project, "entity", control), vectors_of(project, "relationship", control)
    hops = project.settings.grag_hops
    with _LOCK:
        kept = _KEPT.get(project.database)
    if kept is not None and kept.nodes is nodes and kept.edges is edges and kept.balls.hops == hops:
        return kept
    # the relationships that communities are made of: of the built-in engine's others most are there by chance
    inside = frozenset(nodes.numbers.tolist())
    told = [
        each
        for each in relationship_pairs(project.database)
        if each[3] > 0 and each[1] in inside and each[2] in inside and _is_inside(project, each[0])
    ]
    numbers, sources, targets = (np.array([each[at] for each in told], np.int64) for at in range(3))
    textual = TextualGraph(
        nodes.numbers,
        numbers,
        np.searchsorted(nodes.numbers, sources),
        np.searchsorted(nodes.numbers, targets),
        nodes.rows,
        edges.rows[np.searchsorted(edges.numbers, numbers)],
    )
    entities = {each.number: each for each in graph.entities(project.database)}
    before = kept.balls if kept is not None and kept.balls.hops == hops and project.scope is None else None
    found = _Known(nodes, edges, kept_ego_graphs(project, textual, hops, before), entities)
    if project.scope is None:
        with _LOCK:
            _KEPT[project.database] = found
    return found


def _is_inside(project: Project, relationship: int) -> bool:
    return project.scope is None or project.scope.holds(Kind.RELATIONSHIP, relationship)


_LOCK = threading.Lock()
_KEPT: "WeakKeyDictionary[Database, _Known]" = WeakKeyDictionary()
