"""The paper's rules for what fits, against published and hand-made values, and as laws."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.packing import (
    LeafRelationship,
    SubCommunity,
    keep_helpful,
    order_leaf,
    pack_batches,
    shuffle,
    substitute_reports,
    take_until_overflow,
)

METHOD = Path(__file__).parent.parent / "data" / "method"


def cases(name: str) -> Any:
    return json.loads((METHOD / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", cases("leaf"), ids=lambda case: f"{case['order']} within {case['limit']}")
def test_that_the_leaf_rule_gives_the_published_orders(case: Any) -> None:  # RP3
    degrees = {f"node:{name}": degree for name, (degree, _) in case["nodes"].items()}
    costs = {f"node:{name}": cost for name, (_, cost) in case["nodes"].items()}
    relationships = []
    for number, source, target, cost in case["edges"]:
        relationships.append(LeafRelationship(f"edge:{number}", f"node:{source}", f"node:{target}"))
        costs[f"edge:{number}"] = cost
    claims: dict[str, list[str]] = {}
    for number, subject, cost in case["claims"]:
        claims.setdefault(f"node:{subject}", []).append(f"claim:{number}")
        costs[f"claim:{number}"] = cost
    ordered = order_leaf(degrees, relationships, claims, claims_first=case["order"] == "v1")
    packed = take_until_overflow(ordered, costs, case["limit"])
    assert [list(packed.records), packed.tokens, packed.is_truncated] == case["out"]


def test_that_all_28_relationships_of_a_clique_of_8_are_kept() -> None:  # RP3
    relationships = [LeafRelationship(f"{a}-{b}", str(a), str(b)) for a, b in combinations(range(8), 2)]
    ordered = order_leaf({str(each): 7 for each in range(8)}, relationships, {})
    assert sum("-" in record for record in ordered) == 28
    assert len(ordered) == 36


def test_that_an_entity_without_a_relationship_here_is_not_lost() -> None:
    ordered = order_leaf(
        {"a": 1, "b": 1, "lone": 5, "other": 6}, [LeafRelationship("e", "a", "b")], {"lone": ["claim"]}
    )
    assert ordered == ("a", "b", "e", "other", "lone", "claim")


@st.composite
def communities(draw: st.DrawFn) -> tuple[dict[str, int], list[LeafRelationship[str]], dict[str, list[str]]]:
    count = draw(st.integers(1, 8))
    ends = draw(st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=20))
    relationships = [LeafRelationship(f"r{number}", f"e{a}", f"e{b}") for number, (a, b) in enumerate(ends)]
    degrees = {f"e{number}": sum((a == number) + (b == number) for a, b in ends) for number in range(count)}
    owners = draw(st.lists(st.integers(0, count - 1), max_size=6))
    claims: dict[str, list[str]] = {}
    for number, owner in enumerate(owners):
        claims.setdefault(f"e{owner}", []).append(f"c{number}")
    return degrees, relationships, claims


@given(communities(), st.booleans())
def test_that_the_leaf_order_loses_nothing_and_repeats_nothing(
    community: tuple[dict[str, int], list[LeafRelationship[str]], dict[str, list[str]]],
    claims_first: bool,  # noqa: FBT001  # drawn
) -> None:
    degrees, relationships, claims = community
    ordered = order_leaf(degrees, relationships, claims, claims_first=claims_first)
    everything = [
        *degrees,
        *(each.record for each in relationships),
        *(each for own in claims.values() for each in own),
    ]
    assert sorted(ordered) == sorted(everything)
    place = {record: position for position, record in enumerate(ordered)}
    for each in relationships:
        assert max(place[each.source], place[each.target]) < place[each.record]


@pytest.mark.parametrize("case", cases("higher"), ids=lambda case: str(case["limit"]))
def test_that_the_higher_rule_replaces_the_largest_children_first(case: Any) -> None:  # RP4
    children = [SubCommunity(name, elements, report) for name, elements, report in case["subs"]]
    found = substitute_reports(children, case["residual"], case["limit"])
    assert [list(found.replaced), found.tokens, found.fits] == case["out"]


def test_that_a_child_without_a_report_stays_with_its_elements() -> None:
    found = substitute_reports([SubCommunity("a", 900, None), SubCommunity("b", 500, 50)], 0, 1000)
    assert (found.replaced, found.tokens, found.fits) == (("b",), 950, True)


@pytest.mark.parametrize("case", cases("reduce"), ids=lambda case: str(case["budget"]))
def test_that_reduce_keeps_the_most_helpful_until_the_first_overflow(case: Any) -> None:  # Q4, Q5
    scores = {name: score for name, score, _ in case["rows"]}
    costs = {name: cost for name, _, cost in case["rows"]}
    kept = keep_helpful(list(scores), scores, costs, case["budget"])
    assert (list(kept.records), kept.tokens) == (case["keep"], case["used"])


def test_that_reduce_keeps_nothing_where_the_best_does_not_fit() -> None:
    kept = keep_helpful(["a", "b"], {"a": 90, "b": 10}, {"a": 110, "b": 5}, 100)
    assert (kept.records, kept.tokens, kept.is_truncated) == ((), 0, True)


@pytest.mark.parametrize(
    ("collection", "level"), [(collection, level) for collection, levels in cases("table2").items() for level in levels]
)
def test_that_map_calls_are_those_of_whole_reports(collection: str, level: str) -> None:  # Q2
    row = cases("table2")[collection][level]
    reports = range(row["units"])
    batches = pack_batches(reports, dict.fromkeys(reports, row["tokens"]), 8_000 * row["units"])  # all of mean size
    assert len(batches) == row["map_calls_8k_whole_units"]


costed = st.lists(st.integers(0, 120), max_size=40)


@given(costed, st.integers(1, 100))
def test_that_every_report_is_in_exactly_one_batch_within_the_limit(costs: list[int], limit: int) -> None:  # Q1
    table = dict(enumerate(costs))
    batches = pack_batches(range(len(costs)), table, limit)
    assert [record for batch in batches for record in batch] == list(range(len(costs)))
    for batch in batches:
        assert batch
        assert sum(table[record] for record in batch) <= limit or len(batch) == 1


@given(costed, st.integers(0, 300))
def test_that_what_is_taken_is_the_longest_beginning_that_fits(costs: list[int], limit: int) -> None:
    table = dict(enumerate(costs))
    packed = take_until_overflow(range(len(costs)), table, limit)
    size = len(packed.records)
    assert packed.records == tuple(range(size))
    assert packed.tokens == sum(costs[:size]) <= limit
    assert packed.is_truncated == (size < len(costs))
    assert size == len(costs) or packed.tokens + costs[size] > limit


@given(st.lists(st.tuples(st.integers(0, 100), st.integers(0, 120)), max_size=30), st.integers(0, 500))
def test_that_reduce_never_goes_over_nor_keeps_a_zero(rows: list[tuple[int, int]], limit: int) -> None:
    scores = {number: score for number, (score, _) in enumerate(rows)}
    costs = {number: cost for number, (_, cost) in enumerate(rows)}
    kept = keep_helpful(range(len(rows)), scores, costs, limit)
    assert kept.tokens == sum(costs[record] for record in kept.records) <= limit
    assert all(scores[record] > 0 for record in kept.records)
    left_out = [scores[record] for record in range(len(rows)) if record not in kept.records]
    assert not kept.records or max(left_out, default=0) <= min(scores[record] for record in kept.records)


@given(
    st.lists(st.tuples(st.integers(0, 500), st.one_of(st.none(), st.integers(0, 500))), max_size=12),
    st.integers(0, 200),
    st.integers(1, 2000),
)
def test_that_substitution_counts_what_it_leaves(
    sizes: list[tuple[int, int | None]], residual: int, limit: int
) -> None:
    children = [SubCommunity(number, elements, report) for number, (elements, report) in enumerate(sizes)]
    found = substitute_reports(children, residual, limit)
    left = residual + sum(
        report if number in found.replaced and report is not None else elements
        for number, (elements, report) in enumerate(sizes)
    )
    assert found.tokens == left
    assert found.fits == (left <= limit)
    assert len(set(found.replaced)) == len(found.replaced)


@given(st.lists(st.integers(), max_size=30), st.integers(0, 2**32 - 1))
def test_that_shuffling_depends_on_the_seed_alone(records: list[int], seed: int) -> None:
    shuffled = shuffle(records, seed)
    assert sorted(shuffled) == sorted(records)
    assert shuffle(records, seed) == shuffled
    places = shuffle(range(len(records)), seed)
    assert shuffled == tuple(records[place] for place in places)
