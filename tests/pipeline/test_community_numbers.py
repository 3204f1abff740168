"""The numbers that answers cite stay with the communities they were given to."""

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.communities import Community, CommunityHierarchy
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.pipeline.community_numbers import carry_numbers, ordered_levels


def hierarchy_of(*groups: str, below: Mapping[int, Sequence[str]] | None = None) -> CommunityHierarchy:
    """Communities of one-letter entities: `groups` at level 0, `below` those inside the group of that place."""
    rows: list[tuple[int, int | None, str]] = [(0, None, group) for group in groups]
    rows += [(1, parent, group) for parent, inner in (below or {}).items() for group in inner]
    communities = {
        number: Community(
            number,
            level,
            parent,
            tuple(other for other, row in enumerate(rows) if row[1] == number),
            tuple(EntityId(each) for each in sorted(group)),
        )
        for number, (level, parent, group) in enumerate(rows)
    }
    return CommunityHierarchy(communities, ordered_levels(communities))


def old(**groups: str) -> dict[int, frozenset[EntityId]]:
    return {int(number[1:]): frozenset(map(EntityId, group)) for number, group in groups.items()}


def numbers(hierarchy: CommunityHierarchy) -> dict[str, int]:
    return {"".join(each.entities): number for number, each in hierarchy.communities.items()}


def test_that_a_first_index_counts_from_one_in_canonical_order() -> None:
    found = carry_numbers(hierarchy_of("abcdef", "ghi", below={0: ["abc", "def"]}), {}, 1)
    assert numbers(found) == {"abcdef": 1, "ghi": 2, "abc": 3, "def": 4}
    assert found.communities[3].parent == 1
    assert found.communities[1].children == (3, 4)
    assert found.levels == ((1, 2), (3, 4, 2))


def test_that_the_same_members_keep_their_number() -> None:
    found = carry_numbers(hierarchy_of("abc", "def"), old(_7="def", _9="abc"), 10)
    assert numbers(found) == {"abc": 9, "def": 7}


def test_that_a_changed_community_takes_over_the_number_it_overlaps_most() -> None:
    found = carry_numbers(hierarchy_of("abcdx", "efgh"), old(_1="abcd", _2="efghyz"), 3)
    assert numbers(found) == {"abcdx": 1, "efgh": 2}


def test_that_less_than_half_alike_is_new() -> None:
    found = carry_numbers(hierarchy_of("abxyz", "cdef"), old(_1="abcd"), 5)
    assert numbers(found) == {"abxyz": 5, "cdef": 6}


def test_that_larger_communities_choose_first_and_each_number_once() -> None:
    found = carry_numbers(hierarchy_of("abcdef", "zzz", below={0: ["abcde", "f"]}), old(_4="abcdeg"), 5)
    assert numbers(found)["abcdef"] == 4
    assert sorted(numbers(found).values()) == [4, 5, 6, 7]


def test_that_a_number_of_old_is_never_given_anew() -> None:
    found = carry_numbers(hierarchy_of("xyz"), old(_1="abc", _2="def"), 3)
    assert numbers(found) == {"xyz": 3}


@given(
    st.lists(st.sets(st.sampled_from("abcdefghijkl"), min_size=1), min_size=1, max_size=6),
    st.lists(st.sets(st.sampled_from("abcdefghijkl"), min_size=1), max_size=6),
)
def test_that_numbers_are_one_to_one(groups: list[set[str]], before: list[set[str]]) -> None:
    new = [group.difference(*groups[:place]) for place, group in enumerate(groups)]
    parts = ["".join(sorted(group)) for group in new if group]
    distinct = dict.fromkeys(frozenset(map(EntityId, group)) for group in before)
    known = dict(enumerate(distinct, 1))
    found = carry_numbers(hierarchy_of(*parts), known, len(before) + 1)
    assert len(found.communities) == len(parts)
    for number, each in found.communities.items():
        members = frozenset(each.entities)
        assert number > len(before) or 2 * len(members & known[number]) >= len(members | known[number])
        assert members not in known.values() or known[number] == members
