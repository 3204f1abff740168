"""The numbers of communities: a community that is found again, or nearly, keeps the number that answers cite."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from graphrag_desktop.domain.communities import Community, CommunityHierarchy, project_levels
from graphrag_desktop.domain.identity import EntityId

_LEAST_LIKENESS = 0.5  # Jaccard: below, more has changed than has stayed


def carry_numbers(
    detected: CommunityHierarchy, old: Mapping[int, frozenset[EntityId]], next_number: int
) -> CommunityHierarchy:
    """The detected communities under their lasting numbers; `old` has the members behind each number in use.

    The same members have the same number. A changed community takes over the number of the old one it overlaps most,
    by Jaccard at least one half, the larger communities first, each number once. All others get new numbers from
    `next_number` on, in canonical order.
    """
    numbers = _taken_over(detected, old)
    for temporary in sorted(detected.communities):  # in canonical order, as detected
        if temporary not in numbers:
            numbers[temporary] = next_number
            next_number += 1
    communities = {
        numbers[each.number]: replace(
            each,
            number=numbers[each.number],
            parent=None if each.parent is None else numbers[each.parent],
            children=tuple(numbers[child] for child in each.children),
        )
        for each in detected.communities.values()
    }
    return CommunityHierarchy(communities, ordered_levels(communities))


def ordered_levels(communities: Mapping[int, Community]) -> tuple[tuple[int, ...], ...]:
    """For each level the communities that partition it: the larger first, the unconnected last."""
    parents = {number: each.parent for number, each in communities.items()}
    depths = {number: each.level for number, each in communities.items()}

    def rank(number: int) -> tuple[bool, int, EntityId]:
        each = communities[number]
        return each.is_unconnected, -len(each.entities), each.entities[0]

    return tuple(tuple(sorted(level, key=rank)) for level in project_levels(parents, depths))


def _taken_over(detected: CommunityHierarchy, old: Mapping[int, frozenset[EntityId]]) -> dict[int, int]:
    """Detected number to old number, for those that continue an old community."""
    same = {members: number for number, members in sorted(old.items(), reverse=True)}  # of two alike, the older
    numbers: dict[int, int] = {}
    for temporary, each in detected.communities.items():
        number = same.get(frozenset(each.entities))
        if number is not None:
            numbers[temporary] = number
    unchanged = set(numbers.values())
    free = {number: members for number, members in old.items() if number not in unchanged}
    homes: dict[EntityId, list[int]] = {}
    for number, members in free.items():
        for entity in members:
            homes.setdefault(entity, []).append(number)
    changed = [each for number, each in detected.communities.items() if number not in numbers]
    for each in sorted(changed, key=lambda each: (-len(each.entities), each.number)):
        likest = _likest(each, free, homes)
        if likest is not None:
            numbers[each.number] = likest
            del free[likest]
    return numbers


def _likest(
    community: Community, free: Mapping[int, frozenset[EntityId]], homes: Mapping[EntityId, list[int]]
) -> int | None:
    """The free old number whose members are most like the community's, if enough so; of two alike, the older."""
    shared = Counter(number for entity in community.entities for number in homes.get(entity, ()) if number in free)
    likeness = {
        number: count / (len(community.entities) + len(free[number]) - count) for number, count in shared.items()
    }
    best = max(likeness, key=lambda number: (likeness[number], -number), default=None)
    return best if best is not None and likeness[best] >= _LEAST_LIKENESS else None
