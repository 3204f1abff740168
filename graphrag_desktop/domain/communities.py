"""Communities and their levels: every level is a partition of all entities."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.identity import EntityId

Edge = tuple[EntityId, EntityId, float]
"""Two entities, the smaller id first, and a positive weight: what communities are found in."""

WHOLE = 0
"""Among the numbers of communities: all of them together."""


@dataclass(frozen=True, slots=True)
class Community:
    """Entities that belong together.

    `level` is the shallowest one on which it stands; a community that does not split stands on all deeper
    levels too. `parent` is the number of the community it is part of, None at level 0. `is_unconnected` marks a
    single entity without any relationship: it needs no report and is folded in lists.
    """

    number: int
    level: int
    parent: int | None
    children: tuple[int, ...]
    entities: tuple[EntityId, ...]
    is_unconnected: bool = False


@dataclass(frozen=True, slots=True)
class CommunityHierarchy:
    """All communities by number, and for each level the numbers that stand on it, largest first."""

    communities: Mapping[int, Community]
    levels: tuple[tuple[int, ...], ...]

    @property
    def deepest(self) -> int:
        """The level at which nothing splits any more."""
        return len(self.levels) - 1

    def clamp(self, level: int) -> int:
        """Beyond the deepest level means the deepest."""
        return max(0, min(level, self.deepest))

    def at(self, level: int) -> tuple[Community, ...]:
        """The communities of a level, largest first, unconnected ones last."""
        return tuple(self.communities[number] for number in self.levels[self.clamp(level)])

    def lineage(self, number: int) -> tuple[Community, ...]:
        """The community and those it lies in, from level 0 down to itself."""
        found = [self.communities[number]]
        while (parent := found[-1].parent) is not None:
            found.append(self.communities[parent])
        return tuple(reversed(found))


@dataclass(frozen=True, slots=True)
class ClusteredWeight:
    """What the edges inside a community weighed when it was last clustered, and how much of that has changed since."""

    weight: float
    drift: float = 0.0

    def changed(self, by: float) -> "ClusteredWeight":
        """After another change of so much weight, added or taken away."""
        return ClusteredWeight(self.weight, self.drift + by)


@dataclass(frozen=True, slots=True)
class Clustering:
    """How the communities of an index came about: the next one goes on from there.

    `identity` names the settings they were found with, `edges` are those that clustering saw, sorted. `weights` are by the
    number of the community, `WHOLE` among them. `gain` is how much modularity finding them all anew would have
    gained at the level where it gains most; 0 where they were found anew.
    """

    identity: str
    edges: tuple[Edge, ...]
    weights: Mapping[int, ClusteredWeight]
    gain: float = 0.0


WORTH_REBUILDING = 0.02
"""The gain in modularity from which it is said that the communities had better be found anew."""


def project_levels(parents: Mapping[int, int | None], depths: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """For each level the communities that partition it: those of that depth, else the parent carried down.

    `parents` and `depths` give each community's parent and own level. The last level is the first on which
    nothing splits any more (GraphRAG, Edge et al., 3.1.4; `CH3` of the acceptance values).
    """
    children: dict[int, list[int]] = {}
    for number, parent in parents.items():
        if parent is not None:
            children.setdefault(parent, []).append(number)
    levels = [tuple(sorted(number for number, parent in parents.items() if parent is None))]
    for level in range(1, max(depths.values(), default=0) + 1):
        levels.append(tuple(sorted(_refined(levels[-1], children, depths, level))))
    return tuple(levels)


def _refined(
    coarser: Sequence[int], children: Mapping[int, Sequence[int]], depths: Mapping[int, int], level: int
) -> list[int]:
    refined: list[int] = []
    for number in coarser:
        below = [child for child in children.get(number, ()) if depths[child] == level]
        refined.extend(below or [number])
    return refined
