"""Communities after a change: nested partitions whatever changes, and nothing moves that did not have to."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import settings as few
from hypothesis import strategies as st

from graphrag_desktop.domain.communities import WHOLE, CommunityHierarchy
from graphrag_desktop.domain.graph import KnowledgeGraph
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.communities import clustering_material, clustering_settings
from graphrag_desktop.pipeline.community_finding import Committed, FoundCommunities, find_communities
from tests.pipeline.test_communities import assert_partitions, clique, graph_of, members, names_in

AS_PAPER = replace(clustering_settings(Settings(), is_builtin=False, entities=0), max_cluster_size=5)
NOTHING = Committed(CommunityHierarchy({}, ((),)), None, 1)

Edges = Sequence[tuple[str, str, float]]


def found(
    graph: KnowledgeGraph, before: FoundCommunities | None = None, *, anew: bool = False, is_joined: bool = False
) -> FoundCommunities:
    """All entities share a text unit where they are joined."""
    units = [[each.id for each in graph.entities]] if is_joined else []
    material = clustering_material(graph, AS_PAPER, None, units)
    committed = NOTHING if before is None else going_on_from(before)
    return find_communities(graph, material, "as the paper", committed, anew=anew)


def going_on_from(before: FoundCommunities) -> Committed:
    return Committed(before.hierarchy, before.clustering, max(before.hierarchy.communities, default=0) + 1)


def cliques(*names: str, size: int = 8) -> list[tuple[str, str, float]]:
    """Cliques tied to one another in a row."""
    edges = [edge for name in names for edge in clique(name, size)]
    return [*edges, *((f"{one}0", f"{other}1", 1.0) for one, other in pairwise(names))]


def graph_from(edges: Edges, *alone: str) -> KnowledgeGraph:
    return graph_of(sorted({*names_in(edges), *alone}), edges)


def number_of(found: FoundCommunities, *names: str) -> int:
    wanted = set(map(EntityId, names))
    return next(number for number, each in found.hierarchy.communities.items() if wanted == set(each.entities))


def test_that_nothing_changes_where_nothing_changed() -> None:
    graph = graph_from(cliques(*"abcdefgh"), "alone")
    first = found(graph)
    assert found(graph, first) == first


def test_that_a_community_of_which_nothing_changed_stays_with_all_it_splits_into() -> None:
    edges = cliques(*"abcdefgh")
    first = found(graph_from(edges))
    second = found(graph_from([*edges, ("a0", "new", 1.0)]), first)
    touched = {number for number, each in first.hierarchy.communities.items() if EntityId("a0") in each.entities}
    for number, each in first.hierarchy.communities.items():
        if number not in touched:
            assert second.hierarchy.communities[number] == each
    assert EntityId("new") in second.hierarchy.communities[min(touched)].entities


def test_that_a_new_entity_goes_to_the_part_it_is_tied_to_most() -> None:
    edges = cliques(*"abcdefgh", size=5)
    first = found(graph_from(edges))
    second = found(graph_from([*edges, ("new", "c1", 1.0), ("new", "c2", 1.0), ("new", "f1", 1.0)]), first)
    smallest = min(
        (each for each in second.hierarchy.communities.values() if EntityId("new") in each.entities),
        key=lambda each: len(each.entities),
    )
    assert EntityId("c1") in smallest.entities
    assert EntityId("f1") not in smallest.entities


def test_that_what_is_tied_to_a_new_entity_alone_goes_where_that_goes() -> None:
    edges = cliques(*"abcdefgh")
    first = found(graph_from(edges))
    second = found(graph_from([*edges, ("c1", "x", 1.0), ("x", "y", 1.0)]), first)
    homes = {
        entity: number for level in second.hierarchy.levels[:1] for number in level
        for entity in second.hierarchy.communities[number].entities
    }  # fmt: skip
    assert homes[EntityId("x")] == homes[EntityId("y")] == homes[EntityId("c1")]


def test_that_the_smaller_piece_of_a_community_that_fell_apart_leaves_it() -> None:
    bridge = [("a0", "p0", 1.0), ("a0", "p1", 1.0), ("p0", "p1", 1.0), ("p0", "p2", 1.0), ("p1", "p2", 1.0)]
    edges = [*cliques(*"abcdefgh", size=6), *bridge]
    first = found(graph_from(edges))
    apart = [edge for edge in edges if not (edge[0] == "a0" and edge[1][0] == "p")]
    second = found(graph_from([*apart, ("h0", "p0", 1.0)]), first)
    overview = members(second.hierarchy)
    assert not any({"a0", "p0"} <= each for each in overview)
    assert any({"h0", "p0", "p1", "p2"} <= each for each in overview)


def test_that_what_hangs_together_by_itself_is_a_community_of_its_own() -> None:
    edges = cliques(*"abcdefgh")
    first = found(graph_from(edges))
    graph = graph_from([*edges, *clique("z", 3)])
    second = found(graph, first)
    assert set(map(EntityId, ("z0", "z1", "z2"))) in members(second.hierarchy)


def test_that_an_entity_that_lost_its_last_edge_is_unconnected() -> None:
    edges = [*cliques(*"abcdefgh"), ("a0", "late", 1.0)]
    first = found(graph_from(edges))
    second = found(graph_from(edges[:-1], "late"), first)
    late = second.hierarchy.communities[number_of(second, "late")]
    assert late.is_unconnected
    assert late.level == 0


def test_that_a_community_is_split_anew_once_more_than_a_fifth_of_its_edges_changed() -> None:
    edges = cliques(*"abcdefghijkl")
    first = found(graph_from(edges))
    home = next(each for each in first.hierarchy.at(0) if EntityId("a0") in each.entities)
    before = first.clustering.weights[home.number]
    heavier = [(one, other, weight * 2 if one[0] == other[0] == "a" else weight) for one, other, weight in edges]
    second = found(graph_from(heavier), first)
    after = second.clustering.weights[home.number]
    assert before.drift == 0
    assert after.weight > before.weight or after.drift > 0
    assert (after.drift == 0) == (0.2 * before.weight < 28)


def test_that_changes_add_up_until_they_are_a_fifth() -> None:
    graph = cliques(*"abcdefghijklmnop", size=5)
    state = found(graph_from(graph))
    drifts = []
    for at in range(40):
        graph = [*graph, (f"a{at % 5}", f"more{at}", 1.0)]
        state = found(graph_from(graph), state)
        drifts.append(state.clustering.weights[WHOLE].drift)
    assert drifts[5] > drifts[0] > 0
    assert 0 in drifts  # all was found anew in between
    assert state.clustering.weights[WHOLE].drift <= 0.2 * state.clustering.weights[WHOLE].weight


def test_that_communities_are_found_anew_where_that_is_asked_for() -> None:
    graph = graph_from(cliques(*"abcdefgh"))
    changed = found(graph_from([*cliques(*"abcdefgh"), ("a0", "new", 1.0)]), found(graph))
    again = found(graph_from([*cliques(*"abcdefgh"), ("a0", "new", 1.0)]), changed, anew=True)
    fresh = found(graph_from([*cliques(*"abcdefgh"), ("a0", "new", 1.0)]))
    assert sorted(map(sorted, members(again.hierarchy))) == sorted(map(sorted, members(fresh.hierarchy)))
    assert all(each.drift == 0 for each in again.clustering.weights.values())
    assert again.clustering.gain == 0


NAMES = [f"n{number:02}" for number in range(24)]
EDGES = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(1, 4)), max_size=70).map(
    lambda found: [(one, other, float(weight)) for one, other, weight in found if one < other]
)


@few(max_examples=150, deadline=None)
@given(EDGES, st.lists(EDGES, min_size=1, max_size=3), st.sets(st.sampled_from(NAMES), max_size=6), st.booleans())
def test_that_levels_are_nested_partitions_whatever_changes(
    first: Edges,
    later: list[Edges],
    removed: set[str],
    is_joined: bool,  # noqa: FBT001  # hypothesis gives it
) -> None:
    edges = list(first)
    state = found(graph_of(NAMES, distinct(edges)), is_joined=is_joined)
    for added in later:
        edges = [edge for edge in [*edges, *added[:6]] if not removed & set(edge[:2])]
        names = [name for name in NAMES if name not in removed]
        state = found(graph_of(names, distinct(edges)), state, is_joined=is_joined)
        assert_partitions(state.hierarchy, names)
        assert set(state.clustering.weights) == {WHOLE, *state.hierarchy.communities}
        assert found(graph_of(names, distinct(edges)), state, is_joined=is_joined) == state
        removed = set()


def distinct(edges: Edges) -> list[tuple[str, str, float]]:
    return [(*pair, weight) for pair, weight in {(one, other): weight for one, other, weight in edges}.items()]


@few(max_examples=80, deadline=None)
@given(EDGES, EDGES, st.randoms(use_true_random=False))
def test_that_the_order_of_entities_and_edges_does_not_matter(
    first: Edges, added: Edges, chance: random.Random
) -> None:
    before = found(graph_of(NAMES, distinct(first)))
    edges = distinct([*first, *added[:8]])
    names = list(NAMES)
    one = found(graph_of(names, edges), before)
    chance.shuffle(names)
    chance.shuffle(edges)
    assert found(graph_of(names, edges), before) == one
