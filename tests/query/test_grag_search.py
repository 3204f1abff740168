"""GRAG: vectors of subgraphs, their order, α, the merged graph, and what of it reaches a model."""

import dataclasses
import random
from collections import deque
from pathlib import Path

import numpy as np
import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import InvalidSetting
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.vectors import Floats, unit_rows
from graphrag_desktop.query.ego_graphs import TextualGraph, ego_graphs, merge
from graphrag_desktop.query.grag_search import Found, consider_grag, find_subgraphs, keep_nearest
from graphrag_desktop.query.graph_text import Edge, read_description
from graphrag_desktop.storage import graph, journal
from tests.projects import make_project
from tests.query.asking import WATER, asked, read_by_model


def _graph(nodes: int, pairs: list[tuple[int, int]], seed: int = 1) -> TextualGraph:
    random_numbers = np.random.default_rng(seed)
    rows = [unit_rows(random_numbers.normal(size=(count, 8))) for count in (nodes, len(pairs))]
    ends = np.array(pairs, np.int64).reshape(-1, 2)
    return TextualGraph(np.arange(nodes) + 1, np.arange(len(pairs)) + 1, ends[:, 0], ends[:, 1], *rows)


def _ball(pairs: list[tuple[int, int]], start: int, hops: int) -> set[int]:
    """The same by a search from the node."""
    seen, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for one, other in [*pairs, *((b, a) for a, b in pairs)]:
            if one == node and other not in seen and seen[node] < hops:
                seen[other] = seen[node] + 1
                queue.append(other)
    return set(seen)


def test_that_the_vector_of_a_subgraph_is_the_mean_of_its_nodes_and_edges() -> None:
    """GR2, by hand: a path a – b – c – d with vectors on the axes."""
    eye = np.eye(7, dtype=np.float32)
    path = TextualGraph(np.arange(4) + 1, np.arange(3) + 1, np.array([0, 1, 2]), np.array([1, 2, 3]), eye[:4], eye[4:])
    one = ego_graphs(path, 1).means
    assert one[0].tolist() == pytest.approx([1 / 3, 1 / 3, 0, 0, 1 / 3, 0, 0])
    assert one[1].tolist() == pytest.approx([1 / 5, 1 / 5, 1 / 5, 0, 1 / 5, 1 / 5, 0])
    assert ego_graphs(path, 3).means[0].tolist() == pytest.approx([1 / 7] * 7)


@pytest.mark.parametrize("hops", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_that_sparse_products_find_what_a_search_from_each_node_finds(hops: int, seed: int) -> None:
    chance = random.Random(seed)
    pairs = [(chance.randrange(30), chance.randrange(30)) for _ in range(35)]  # self-loops and parallel edges too
    textual = _graph(30, pairs, seed)
    found = ego_graphs(textual, hops)
    for node in range(30):
        ball = _ball(pairs, node, hops)
        assert set(found.reach[[node]].indices.tolist()) == ball
        inside = [at for at, (one, other) in enumerate(pairs) if one in ball and other in ball]
        rows = np.concatenate([textual.node_rows[sorted(ball)], textual.edge_rows[inside]])
        assert found.means[node] == pytest.approx(rows.mean(axis=0), abs=1e-6)


def test_that_a_wider_subgraph_holds_the_narrower_one() -> None:
    """GR3."""
    pairs = [(at, (7 * at) % 40) for at in range(40)]
    narrow, wide = (ego_graphs(_graph(40, pairs), hops).reach.toarray() > 0 for hops in (1, 2))
    assert (wide | ~narrow).all()


def test_that_subgraphs_come_in_the_order_of_their_cosine() -> None:
    """GR4."""
    found = ego_graphs(_graph(40, [(at, at // 2) for at in range(40)]), 2)
    question = unit_rows(np.ones((1, 8)))[0]
    nearest = found.nearest(question, 10)
    cosines = unit_rows(found.means) @ question
    assert [row for row, _ in nearest] == np.argsort(-cosines, kind="stable")[:10].tolist()
    assert [cosine for _, cosine in nearest] == pytest.approx(sorted(cosines.tolist(), reverse=True)[:10])


def test_that_merged_subgraphs_hold_nothing_twice_and_alpha_falls_with_distance() -> None:
    """GR5: α in (0, 1), by the proxy; the same for the same node and question, whatever it was merged with."""
    pairs = [(at, at // 2) for at in range(40)]
    found = ego_graphs(_graph(40, pairs), 2)
    question = unit_rows(np.ones((1, 8)))[0]
    merged = merge(found, [3, 7, 3], question)
    ball = _ball(pairs, 3, 2) | _ball(pairs, 7, 2)
    assert merged.nodes.tolist() == sorted(ball)
    assert len(set(merged.edges.tolist())) == len(merged.edges)
    assert ((merged.node_alphas > 0) & (merged.node_alphas < 1)).all()

    def order(rows: Floats, alphas: Floats) -> bool:
        return bool((np.argsort(rows @ question) == np.argsort(alphas)).all())

    assert order(found.graph.node_rows[merged.nodes], merged.node_alphas)
    assert order(found.graph.edge_rows[merged.edges], merged.edge_alphas)


def test_that_there_is_a_subgraph_for_each_node(tmp_path: Path) -> None:
    """GR1: of all that could be chosen only as many are looked at as there are entities."""
    with make_project(tmp_path / "mill.graphrag") as project:
        considered = consider_grag(project, WATER, RunControl())
        assert considered.choices == len(graph.entities(project.database)) == 10


def test_that_steps_and_number_are_settings_within_their_range(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        assert (project.settings.grag_hops, project.settings.grag_graphs) == (2, 10)
        sizes = []
        for hops, graphs in ((1, 1), (2, 1), (2, 10)):
            changes = {"grag_hops": hops, "grag_graphs": graphs}
            journal.keep_settings(project.database, project.settings.changed(changes))
            found = find_subgraphs(project, WATER, RunControl())
            assert len(found.roots) == graphs
            sizes.append(len(found.entities))
        assert sizes == sorted(sizes)
        with pytest.raises(InvalidSetting):
            project.settings.changed({"grag_hops": 4})


@pytest.mark.parametrize("window", [200, 400, 8_000])
def test_that_the_prompt_shows_exactly_the_description(tmp_path: Path, window: int) -> None:
    """GR7: [q, D_g] within the budget, and D_g is whole: it can be read again, and holds just what is said to be in."""
    with read_by_model(tmp_path / "mill.graphrag", lambda _: "Norden [Data: Entities (1)].") as (project, model):
        journal.keep_settings(project.database, project.settings.changed({"map_data_tokens": window}))
        considered = consider_grag(project, WATER, RunControl())
        context = considered.context
        assert context.tokens <= window
        answer, _ = asked(project, Mode.GRAG, WATER)
        system, question = model.requests[-1].messages
        assert question.text == WATER
        assert system.text.endswith("# Records\n\n" + context.text)
        read = read_description(context.text)
        entities = [each for each in context.items if each.kind is Kind.ENTITY]
        edges = [each for each in context.items if each.kind is Kind.RELATIONSHIP]
        assert len(read.names) == len(entities) > 0
        assert len(read.edges) == len(edges)
        for each in entities:
            assert sum(name.startswith(f"{each.title} (Entity {each.number})") for name in read.names.values()) == 1
        assert {label.rpartition("(Relationship ")[2] for _, label, _, _ in read.edges} == {
            f"{each.number})" for each in edges
        }
        assert answer.mode is Mode.GRAG


def test_that_what_lies_farthest_goes_first_and_no_tree_breaks() -> None:
    edges = (Edge(1, 1, 2, "a"), Edge(2, 2, 3, "b"), Edge(3, 1, 4, "c"), Edge(4, 4, 5, "d"), Edge(5, 2, 4, "e"))
    alphas = {1: 0.5, 2: 0.9, 3: 0.2, 4: 0.4, 5: 0.99}
    found = Found((1,), {}, edges, alphas, {1: 0.5, 2: 0.5, 3: 0.5, 4: 0.5, 5: 0.3}, 5)
    found = dataclasses.replace(found, entities=dict.fromkeys(alphas))  # type: ignore[arg-type]  # only numbers matter
    costs = {(Kind.ENTITY, each): 10 for each in alphas} | {(Kind.RELATIONSHIP, each.number): 1 for each in edges}
    kept = [keep_nearest(found, costs, limit) for limit in (9, 10, 21, 32, 43, 44, 55)]
    assert kept == [
        (set(), set()),
        ({1}, set()),
        ({1, 2}, {1}),  # 5 is nearest, and hangs on 4
        ({1, 2, 4}, {1, 3}),
        ({1, 2, 4, 5}, {1, 3, 4}),
        ({1, 2, 4, 5}, {1, 3, 4, 5}),
        ({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}),
    ]
