"""Communities: the published values, and partitions whatever the graph."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.communities import CommunityHierarchy
from graphrag_desktop.domain.graph import Entity, KnowledgeGraph, Relationship
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.communities import (
    ClusteringSettings,
    clustering_settings,
    detect_communities,
    level_modularities,
)

METHOD = Path(__file__).parent.parent / "data" / "method"
KARATE = json.loads((METHOD / "leiden_karate.json").read_text(encoding="utf-8"))
AS_PAPER = clustering_settings(Settings(), is_builtin=False, entities=34)
BUILT_IN = clustering_settings(Settings(), is_builtin=True, entities=200)
WITHOUT_SPLINTERS = replace(BUILT_IN, root_smallest=1, smallest=1)


def graph_of(
    names: Sequence[str],
    edges: Sequence[tuple[str, str, float]],
    ties: Sequence[tuple[str, str, float]] = (),
    hubs: Sequence[str] = (),
) -> KnowledgeGraph:
    return KnowledgeGraph(
        tuple(Entity(EntityId(name), 0, name, "concept", "", 1, 1, 0) for name in names),
        tuple(Relationship(0, EntityId(a), EntityId(b), "", 1, weight) for a, b, weight in edges),
        tuple((EntityId(a), EntityId(b), weight) for a, b, weight in ties),
        frozenset(map(EntityId, hubs)),
    )


def rows_of(vectors: Sequence[Sequence[float]]) -> StoredArray:
    array = np.array(vectors, "<f4")
    return StoredArray("<f4", array.shape, array.tobytes())


def karate_graph() -> KnowledgeGraph:
    edges = json.loads((METHOD / "karate_edges.json").read_text(encoding="utf-8"))
    return graph_of([f"n{number:02}" for number in range(34)], edges)


def karate(largest: int) -> CommunityHierarchy:
    return detect_communities(karate_graph(), replace(AS_PAPER, max_cluster_size=largest), None, ())


def clique(prefix: str, size: int, weight: float = 1.0) -> list[tuple[str, str, float]]:
    names = [f"{prefix}{number}" for number in range(size)]
    return [(a, b, weight) for position, a in enumerate(names) for b in names[position + 1 :]]


def names_in(edges: Sequence[tuple[str, str, float]]) -> list[str]:
    return sorted({end for edge in edges for end in edge[:2]})


def members(hierarchy: CommunityHierarchy, level: int = 0) -> list[set[str]]:
    return [set(each.entities) for each in hierarchy.at(level)]


def assert_partitions(hierarchy: CommunityHierarchy, names: Sequence[str]) -> None:
    """Every level holds every entity once, and refines the one above; parents hold their children exactly."""
    for level in range(len(hierarchy.levels)):
        found = [entity for each in hierarchy.at(level) for entity in each.entities]
        assert sorted(found) == sorted(names)
    for community in hierarchy.communities.values():
        assert community.entities == tuple(sorted(community.entities))
        if community.children:
            assert len(community.children) > 1
            below = [entity for child in community.children for entity in hierarchy.communities[child].entities]
            assert tuple(sorted(below)) == community.entities
        for child in community.children:
            assert hierarchy.communities[child].parent == community.number
            assert hierarchy.communities[child].level == community.level + 1
        if community.is_unconnected:
            assert len(community.entities) == 1
            assert community.level == 0


@pytest.mark.parametrize("largest", [5, 10, 34])
def test_that_the_karate_club_has_the_published_communities(largest: int) -> None:  # CH1 and CH3
    hierarchy = karate(largest)
    golden = KARATE[f"max_cluster_size={largest}"]
    assert (
        sorted((len(each) for each in members(hierarchy)), reverse=True)
        == golden["raw"]["0"]["sizes"]
        == [12, 11, 6, 5]
    )
    assert {str(level): len(numbers) for level, numbers in enumerate(hierarchy.levels)} == {
        level: each["communities"] for level, each in golden["projected"].items()
    }
    assert_partitions(hierarchy, [f"n{number:02}" for number in range(34)])
    assert karate(largest) == hierarchy


def test_that_modularity_is_highest_at_the_overview() -> None:  # CH4
    overview, below, deepest = level_modularities(karate_graph(), karate(5))
    assert overview == pytest.approx(0.445, abs=5e-4)
    assert overview > below > deepest > 0


def test_that_numbers_follow_level_size_and_smallest_member() -> None:
    hierarchy = karate(5)
    ranks = [(each.level, -len(each.entities), each.entities[0]) for _, each in sorted(hierarchy.communities.items())]
    assert ranks == sorted(ranks)
    assert sorted(hierarchy.communities) == list(range(len(ranks)))


@pytest.mark.parametrize("chosen", [AS_PAPER, WITHOUT_SPLINTERS, BUILT_IN])
def test_that_the_order_of_the_input_does_not_matter(chosen: ClusteringSettings) -> None:
    dice = random.Random(7)
    names = [f"e{number:03}" for number in range(120)]
    pairs = [dice.sample(names[: 100 if dice.random() < 0.9 else 110], 2) for _ in range(220)]
    edges = sorted({(min(pair), max(pair), 1.0) for pair in pairs})
    units = [dice.sample(names, 5) for _ in range(30)]
    vectors = {name: [dice.gauss(0, 1) for _ in range(8)] for name in names}
    first = None
    for _ in range(20):
        dice.shuffle(names)
        dice.shuffle(edges)
        dice.shuffle(units)
        turned = [(b, a, weight) if dice.random() < 0.5 else (a, b, weight) for a, b, weight in edges]
        contexts = rows_of([vectors[name] for name in names])
        found = detect_communities(
            graph_of(names, turned),
            chosen,
            contexts,
            [[EntityId(each) for each in dice.sample(unit, 5)] for unit in units],
        )
        first = first or found
        assert found == first


def test_that_both_directions_of_a_relationship_add_up() -> None:
    heavy = [*clique("a", 4), *clique("b", 4), ("a0", "b0", 9.0), ("b0", "a0", 9.0)]
    single = [*clique("a", 4), *clique("b", 4), ("a0", "b0", 18.0)]
    names = names_in(single)
    assert detect_communities(graph_of(names, heavy), AS_PAPER, None, ()) == detect_communities(
        graph_of(names, single), AS_PAPER, None, ()
    )


def test_that_an_entity_without_any_edge_is_marked_and_comes_last() -> None:
    edges = clique("a", 6)
    hierarchy = detect_communities(graph_of([*names_in(edges), "0 alone", "zero"], edges), AS_PAPER, None, ())
    assert [each.is_unconnected for each in hierarchy.at(0)] == [False, True, True]
    assert members(hierarchy)[1:] == [{"0 alone"}, {"zero"}]


def test_that_a_tie_or_the_relationship_of_a_hub_is_an_edge() -> None:
    edges = [*clique("a", 6), ("a0", "hub", 0.0), ("hub", "lone", 0.0)]
    graph = graph_of([*names_in(edges), "tied"], edges, ties=[("a1", "tied", 1.0)], hubs=["hub"])
    hierarchy = detect_communities(graph, AS_PAPER, None, ())
    assert not any(each.is_unconnected for each in hierarchy.communities.values())
    assert any({"tied", "a1"} <= each for each in members(hierarchy))


def test_that_components_are_joined_by_a_shared_unit_alone() -> None:
    edges = [("a", "b", 1.0), ("c", "d", 1.0)]
    graph = graph_of(["a", "b", "c", "d", "e"], edges)
    units = [[EntityId(each) for each in ("a", "c", "e")]]
    apart = detect_communities(graph, replace(AS_PAPER, join_components=False), None, units)
    assert members(apart) == [{"a", "b"}, {"c", "d"}, {"e"}]
    joined = detect_communities(graph, AS_PAPER, None, units)
    assert not any(each.is_unconnected for each in joined.communities.values())
    assert {frozenset(each) for each in members(joined)} != {frozenset(each) for each in members(apart)}


def test_that_hubs_splinters_and_strays_join_the_likest_contexts() -> None:
    edges = [
        *clique("a", 8),
        *clique("b", 8),
        ("s0", "s1", 1.0),
        ("a0", "hub", 5.0),
        ("b0", "hub", 5.0),
        ("a1", "stray", 0.0),
    ]
    names = names_in(edges)
    likeness = {"a": [1.0, 0.0], "b": [0.0, 1.0], "s": [0.1, 0.9], "h": [0.9, 0.1]}
    likeness["stray"] = [0.0, 1.0]
    vectors = [likeness.get(name, likeness[name[0]]) for name in names]
    hierarchy = detect_communities(graph_of(names, edges, hubs=["hub"]), BUILT_IN, rows_of(vectors), ())
    assert {frozenset(each) for each in members(hierarchy)} == {
        frozenset(names_in(clique("a", 8))) | {"hub"},
        frozenset(names_in(clique("b", 8))) | {"s0", "s1", "stray"},
    }


def test_that_without_a_context_a_splinter_stays_and_a_stray_is_alone_but_not_unconnected() -> None:
    edges = [*clique("a", 8), ("s0", "s1", 1.0), ("a1", "stray", 0.0)]
    names = names_in(edges)
    vectors = [[0.0, 0.0] if name in {"s0", "s1", "stray"} else [1.0, 0.0] for name in names]
    hierarchy = detect_communities(graph_of(names, edges), BUILT_IN, rows_of(vectors), ())
    assert members(hierarchy)[1:] == [{"s0", "s1"}, {"stray"}]
    assert not any(each.is_unconnected for each in hierarchy.communities.values())


def test_that_a_text_in_which_nothing_stands_out_is_one_community() -> None:
    edges = clique("a", 5, weight=0.0)
    hierarchy = detect_communities(graph_of(names_in(edges), edges), BUILT_IN, None, ())
    assert members(hierarchy) == [set(names_in(edges))]


def test_that_a_graph_without_entities_has_one_empty_level() -> None:
    hierarchy = detect_communities(graph_of([], []), AS_PAPER, None, ())
    assert (hierarchy.communities, hierarchy.levels) == ({}, ((),))


@pytest.mark.parametrize(
    ("is_builtin", "entities", "expected"),
    [
        (False, 5000, (10, 1.0, 1.0, 1)),
        (True, 100, (8, 1.0, 0.7, 3)),
        (True, 301, (15, 1.5, 0.7, 3)),
        (True, 5000, (30, 1.5, 0.7, 3)),
    ],
)
def test_that_settings_suit_the_engine_and_the_collection(
    is_builtin: bool,  # noqa: FBT001  # a table's column
    entities: int,
    expected: tuple[int, float, float, int],
) -> None:
    found = clustering_settings(Settings(), is_builtin=is_builtin, entities=entities)
    assert (found.max_cluster_size, found.root_resolution, found.resolution, found.iterations) == expected


def test_that_the_projects_settings_go_first() -> None:
    chosen = Settings(max_cluster_size=12, root_resolution=2.0, resolution=2.0, seed=5, join_components=False)
    found = clustering_settings(chosen, is_builtin=True, entities=100)
    assert (found.max_cluster_size, found.root_resolution, found.resolution) == (12, 2.0, 2.0)
    assert (found.seed, found.join_components, found.iterations) == (5, False, 1)


@settings(deadline=None, max_examples=60)
@given(
    st.integers(1, 60),
    st.lists(st.tuples(st.integers(0, 59), st.integers(0, 59), st.sampled_from([0.0, 0.05, 1.0, 3.0])), max_size=150),
    st.lists(st.lists(st.integers(0, 59), max_size=6), max_size=8),
    st.sampled_from(
        [
            AS_PAPER,
            BUILT_IN,
            WITHOUT_SPLINTERS,
            replace(BUILT_IN, max_cluster_size=3),
            replace(AS_PAPER, max_cluster_size=2),
        ]
    ),
    st.booleans(),
    st.sets(st.integers(0, 59), max_size=4),
)
def test_that_every_level_is_a_nested_partition_of_any_graph(
    count: int,
    drawn: list[tuple[int, int, float]],
    units: list[list[int]],
    chosen: ClusteringSettings,
    has_contexts: bool,  # noqa: FBT001  # drawn
    hubs: set[int],
) -> None:
    names = [f"e{number:02}" for number in range(count)]
    edges = [(names[a % count], names[b % count], weight) for a, b, weight in drawn]
    graph = graph_of(names, edges, hubs=[names[each % count] for each in hubs])
    contexts = None
    if has_contexts:
        dice = random.Random(count)
        contexts = rows_of([[dice.gauss(0, 1) * (number % 5 > 0) for _ in range(4)] for number in range(count)])
    hierarchy = detect_communities(
        graph, chosen, contexts, [[EntityId(names[each % count]) for each in unit] for unit in units]
    )
    assert_partitions(hierarchy, names)
