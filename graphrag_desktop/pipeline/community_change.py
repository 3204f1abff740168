"""Communities after a change: what did not change stays as it is, and only what changed much is clustered again.

A function of the hierarchy that is committed and of what clustering sees now; nothing else decides, and no order of entities
or edges does. To start Leiden from the old partition would not do: edges that are 0.3 % heavier leave 40 % of the communities.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.communities import WHOLE, ClusteredWeight, Clustering, CommunityHierarchy, Edge
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.pipeline.clustering_graph import leiden_paths
from graphrag_desktop.pipeline.communities import ClusteringMaterial, leiden_hierarchy
from graphrag_desktop.pipeline.community_growth import GrownCommunity, Path, grow_communities
from graphrag_desktop.pipeline.community_parts import Part, Weights, divide_again, weigh

_MUCH = 0.2  # of a community's own edges, since it was last clustered: then it is clustered again


@dataclass(frozen=True, slots=True)
class ChangedCommunities:
    """The communities after a change, each after its parent, and for each the weight that the next change goes on from.

    `whole` is that of all of them together.
    """

    grown: tuple[GrownCommunity, ...]
    weights: tuple[ClusteredWeight, ...]
    whole: ClusteredWeight


def change_communities(
    before: CommunityHierarchy, clustering: Clustering, material: ClusteringMaterial
) -> ChangedCommunities | None:
    """The communities of `before` after what clustering sees has changed; None where so much has that all are to be found anew.

    A community whose entities and edges are the same stays with all it splits into. What is new goes down to the part that
    it is tied to most. Where more than a fifth of the weight inside a community has changed since it was last clustered,
    it is split anew; where one fell apart, its largest piece goes on and the others are placed like new entities.
    """
    old = {(source, target): weight for source, target, weight in clustering.edges}
    new = {(source, target): weight for source, target, weight in material.edges}
    whole = clustering.weights.get(WHOLE, ClusteredWeight(0.0)).changed(_difference(old, new))
    if _is_much(whole):
        return None
    change = _Change(before, clustering.weights, material)
    change.settle_whole(old, new)
    return ChangedCommunities(tuple(change.grown), tuple(change.weights), whole)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a community stands in the new hierarchy."""

    level: int
    parent: int | None


@dataclass(frozen=True, slots=True)
class _Inside:
    """Edges inside one community: as they were, and as they are."""

    old: Weights
    new: Weights


class _Change:
    """The new hierarchy while it is put together, from the overview down."""

    def __init__(
        self, before: CommunityHierarchy, weights: Mapping[int, ClusteredWeight], material: ClusteringMaterial
    ) -> None:
        self._before = before.communities
        self._before_weights = weights
        self._material = material
        self.grown: list[GrownCommunity] = []
        self.weights: list[ClusteredWeight] = []

    def settle_whole(self, old: Weights, new: Weights) -> None:
        """Settle every community of the overview, and all below; then the unconnected."""
        roots = [number for number, each in self._before.items() if each.parent is None and not each.is_unconnected]
        members = frozenset(self._material.entities)
        self._settle_parts(roots, members, _Inside(old, new), _Place(0, None))
        for entity in self._material.unconnected:
            self._add(_Place(0, None), (entity,), ClusteredWeight(0.0), is_unconnected=True)

    def _settle_parts(
        self, numbers: Sequence[int], members: frozenset[EntityId], inside: _Inside, place: _Place
    ) -> None:
        """Settle what a community splits into: the parts of these numbers, and what is new."""
        parts = self._parts(numbers, members, inside, place.level)
        if len(parts) == 1 and place.parent is not None:  # what has one part only does not split
            self._settle_only(parts[0], inside, place.parent)
            return
        for part, edges in zip(parts, self._edges_of(parts, inside), strict=True):
            if part.number is None:
                self._grow_new(part.members, edges.new, place)
            else:
                self._settle(part.number, part.members, edges, place)

    def _settle(self, number: int, members: frozenset[EntityId], inside: _Inside, place: _Place) -> None:
        """Settle one community that was there before, and all below it."""
        was = self._before[number]
        change = _difference(inside.old, inside.new)
        weight = self._before_weights.get(number, ClusteredWeight(0.0)).changed(change)
        if not change and members == frozenset(was.entities):
            self._keep(number, place)
        elif _is_much(weight) or self._is_too_large(number, members):
            self._split_anew(members, inside.new, place)
        else:
            at = self._add(place, members, weight)
            if was.children:
                self._settle_parts(was.children, members, inside, _Place(place.level + 1, at))

    def _settle_only(self, part: Part, inside: _Inside, at: int) -> None:
        """A community of which one part is left: it is that part now."""
        level = self.grown[at].level
        if part.number is None:
            only = self.grown.pop()  # the last that was added: nothing below it is settled yet
            self.weights.pop()
            self._split_anew(frozenset(only.entities), inside.new, _Place(level, only.parent))
            return
        was = self._before[part.number]
        if was.children:
            own = frozenset(was.entities)
            kept = {pair: weight for pair, weight in inside.old.items() if own.issuperset(pair)}
            self._settle_parts(was.children, part.members, _Inside(kept, inside.new), _Place(level + 1, at))

    def _keep(self, number: int, place: _Place) -> None:
        """Take over a community with everything under it as it is."""
        was = self._before[number]
        weight = self._before_weights.get(number, ClusteredWeight(0.0))
        at = self._add(place, was.entities, weight)
        for child in was.children:
            self._keep(child, _Place(place.level + 1, at))

    def _split_anew(self, members: frozenset[EntityId], edges: Weights, place: _Place) -> None:
        """Put a community in place and have Leiden find what it splits into."""
        settings = self._material.settings
        paths: dict[EntityId, Path] = dict.fromkeys(members, (0,))
        if len(members) > settings.max_cluster_size:
            below = leiden_paths(
                _sorted(edges),
                resolution=settings.resolution,
                largest=settings.max_cluster_size,
                iterations=settings.iterations,
                seed=settings.seed,
            )
            paths.update((entity, (0, *path)) for entity, path in below.items())
        self._grow(members, paths, edges, place)

    def _grow_new(self, members: frozenset[EntityId], edges: Weights, place: _Place) -> None:
        """Communities of entities that are tied to none that was there."""
        if place.parent is None:
            paths = leiden_hierarchy(_sorted(edges), self._material.settings)
            self._grow(members, paths, edges, place)
        else:
            self._split_anew(members, edges, place)

    def _grow(
        self, members: Collection[EntityId], paths: Mapping[EntityId, Path], edges: Weights, place: _Place
    ) -> None:
        material = self._material
        grown = grow_communities(sorted(members), paths, material.contexts, (1, material.settings.smallest))
        start = len(self.grown)
        for each, weight in zip(grown, weigh(grown, edges), strict=True):
            parent = place.parent if each.parent is None else start + each.parent
            self._add(_Place(place.level + each.level, parent), each.entities, ClusteredWeight(weight))

    def _add(
        self, place: _Place, members: Iterable[EntityId], weight: ClusteredWeight, *, is_unconnected: bool = False
    ) -> int:
        self.grown.append(GrownCommunity(place.level, place.parent, tuple(sorted(members)), is_unconnected))
        self.weights.append(weight)
        return len(self.grown) - 1

    def _parts(
        self, numbers: Sequence[int], members: frozenset[EntityId], inside: _Inside, level: int
    ) -> tuple[Part, ...]:
        settings = self._material.settings
        was = {number: frozenset(self._before[number].entities) for number in numbers}
        smallest = settings.smallest if level else settings.root_smallest
        return divide_again(was, members, (inside.old, inside.new), self._material.contexts, smallest)

    def _edges_of(self, parts: Sequence[Part], inside: _Inside) -> list[_Inside]:
        """The edges inside each part: as they were inside what it was, and as they are."""
        old_homes = {
            entity: at
            for at, part in enumerate(parts)
            if part.number is not None
            for entity in self._before[part.number].entities
        }
        new_homes = {entity: at for at, part in enumerate(parts) for entity in part.members}
        old, new = _within(inside.old, old_homes, len(parts)), _within(inside.new, new_homes, len(parts))
        return [_Inside(*each) for each in zip(old, new, strict=True)]

    def _is_too_large(self, number: int, members: Collection[EntityId]) -> bool:
        """Whether a community that did not have to split has grown beyond the largest size."""
        was, largest = self._before[number], self._material.settings.max_cluster_size
        return not was.children and len(was.entities) <= largest < len(members)


def _is_much(weight: ClusteredWeight) -> bool:
    return weight.drift > _MUCH * weight.weight


def _difference(old: Weights, new: Weights) -> float:
    """The weight that was added and taken away, summed in one order."""
    pairs = sorted(pair for pair in old.keys() | new.keys() if old.get(pair, 0.0) != new.get(pair, 0.0))
    return sum(abs(new.get(pair, 0.0) - old.get(pair, 0.0)) for pair in pairs)


def _within(edges: Weights, homes: Mapping[EntityId, int], count: int) -> list[dict[tuple[EntityId, EntityId], float]]:
    found: list[dict[tuple[EntityId, EntityId], float]] = [{} for _ in range(count)]
    for pair, weight in edges.items():
        home = homes.get(pair[0])
        if home is not None and home == homes.get(pair[1]):
            found[home][pair] = weight
    return found


def _sorted(edges: Weights) -> tuple[Edge, ...]:
    return tuple((*pair, weight) for pair, weight in sorted(edges.items()))
