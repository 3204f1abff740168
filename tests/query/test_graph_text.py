"""A graph as text: the form of GRAG, and that nothing of it is lost."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag_desktop.query.graph_text import Description, Edge, describe, read_description

_NAMES = {0: "NeoChip", 1: "NewTech Exchange", 2: "Chip industry", 3: "Quantum Systems", 4: "Investors"}
_EDGES = [
    Edge(0, 0, 1, "listed on"), Edge(1, 0, 2, "works in"), Edge(2, 3, 0, "owned"), Edge(3, 3, 2, "works in"),
    Edge(4, 4, 0, "bought"), Edge(5, 4, 1, "trade on"), Edge(6, 4, 0, "sold"),
]  # fmt: skip


def test_that_the_worked_example_is_told_as_it_should_be() -> None:
    assert describe(_NAMES, _EDGES, [0]).text == (
        "[1] NeoChip\n"
        "  [1.1] --listed on--> NewTech Exchange\n"
        "  [1.2] --works in--> Chip industry\n"
        "  [1.3] <--owned-- Quantum Systems\n"
        "    (also) Quantum Systems --works in--> Chip industry [1.2]\n"
        "  [1.4] <--bought-- Investors\n"
        "    (also) Investors --trade on--> NewTech Exchange [1.1]\n"
        "    (also) Investors --sold--> NeoChip [1]"
    )


def test_that_every_node_stands_under_the_root_nearest_to_it() -> None:
    chain = [Edge(at, at, at + 1, "then", is_directed=False) for at in range(5)]
    told = describe({at: f"n{at}" for at in range(6)}, chain, [0, 5])
    assert [told.places[at] for at in range(6)] == ["1", "1.1", "1.1.1", "2.1.1", "2.1", "2"]
    assert "(also) n2 --then-- n3 [2.1.1]" in told.text


def test_that_numbers_go_beyond_nine_in_their_order() -> None:
    star = [Edge(at, 0, at, "to") for at in range(1, 13)]
    told = describe({at: f"n{at}" for at in range(13)}, star, [0])
    assert [told.places[at] for at in range(1, 13)] == [f"1.{at}" for at in range(1, 13)]
    assert [each.node for each in told.lines] == list(range(13))


def test_that_what_is_no_description_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_description("[1] A\n  [1.1] B without an arrow")


_WORDS = st.text(st.sampled_from("ab-><[]().1\\\n# é"), max_size=8)


@st.composite
def _multigraphs(draw: st.DrawFn) -> tuple[dict[int, str], list[Edge], list[int]]:
    """Up to seven nodes with self-loops, parallel edges, cycles, both directions and none, some parts unconnected."""
    nodes = list(range(draw(st.integers(1, 7))))
    ends = st.tuples(st.sampled_from(nodes), st.sampled_from(nodes), _WORDS, st.booleans())
    edges = [Edge(at, *each) for at, each in enumerate(draw(st.lists(ends, max_size=14)))]
    roots = draw(st.lists(st.sampled_from(nodes), max_size=3))
    return {node: draw(_WORDS) for node in nodes}, edges, roots


def _seen(names: dict[int, str], edges: list[Edge], told: Description) -> Counter[tuple[str, str, str, bool]]:
    """The edges by the numbers of their ends; one without direction reads the same from both."""
    return Counter(
        _either_way((told.places[each.source], each.label, told.places[each.target], each.is_directed))
        for each in edges
    )


def _either_way(edge: tuple[str, str, str, bool]) -> tuple[str, str, str, bool]:
    first, label, second, is_directed = edge
    return edge if is_directed else (min(first, second), label, max(first, second), False)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_multigraphs())
def test_that_any_graph_is_read_again_from_its_text(graph: tuple[dict[int, str], list[Edge], list[int]]) -> None:
    """GR6: lossless on at least 300 random multigraphs."""
    names, edges, roots = graph
    told = describe(names, edges, roots)
    read = read_description(told.text)
    assert {told.places[node]: name for node, name in names.items()} == read.names
    assert _seen(names, edges, told) == Counter(map(_either_way, read.edges))
    assert sorted(each.node for each in told.lines if each.node is not None) == sorted(names)
    assert sorted(each.edge for each in told.lines if each.edge is not None) == sorted(each.number for each in edges)
