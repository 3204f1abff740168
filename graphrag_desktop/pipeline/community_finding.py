"""The communities of an index under their lasting numbers: found anew, or gone on with from those that are committed."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.communities import WHOLE, ClusteredWeight, Clustering, CommunityHierarchy
from graphrag_desktop.domain.graph import KnowledgeGraph
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.pipeline.communities import (
    ClusteringMaterial,
    grow_from_scratch,
    level_modularities,
    number_communities,
)
from graphrag_desktop.pipeline.community_change import change_communities
from graphrag_desktop.pipeline.community_growth import GrownCommunity
from graphrag_desktop.pipeline.community_numbers import carry_numbers
from graphrag_desktop.pipeline.community_parts import weigh

_DIGITS = 6  # of a gain: less is but the order of additions


@dataclass(frozen=True, slots=True)
class Committed:
    """The communities that are committed, how they came about (None where that is not known), and the next free number."""

    hierarchy: CommunityHierarchy
    clustering: Clustering | None
    next_number: int


@dataclass(frozen=True, slots=True)
class FoundCommunities:
    """Communities with how they came about, both under lasting numbers."""

    hierarchy: CommunityHierarchy
    clustering: Clustering


def find_communities(
    graph: KnowledgeGraph, material: ClusteringMaterial, identity: str, before: Committed, *, anew: bool = False
) -> FoundCommunities:
    """Go on from what is committed; find all communities anew where there is nothing to go on from, or that is asked for.

    `identity` names the settings that communities are found with: with others they are found anew.
    """
    scratch = grow_from_scratch(material)
    committed = before.clustering
    changed = None
    if committed is not None and committed.identity == identity and not anew:
        changed = change_communities(before.hierarchy, committed, material)
    if changed is None:
        edges = {(source, target): weight for source, target, weight in material.edges}
        weights = [ClusteredWeight(weight) for weight in weigh(scratch, edges)]
        whole = ClusteredWeight(sum(edges.values()))
        return _numbered(scratch, weights, Clustering(identity, material.edges, {WHOLE: whole}), before)
    gain = _gain(graph, number_communities(scratch), number_communities(changed.grown))
    going_on = Clustering(identity, material.edges, {WHOLE: changed.whole}, gain)
    return _numbered(changed.grown, changed.weights, going_on, before)


def _numbered(
    grown: Sequence[GrownCommunity], weights: Sequence[ClusteredWeight], clustering: Clustering, before: Committed
) -> FoundCommunities:
    old = {number: frozenset(each.entities) for number, each in before.hierarchy.communities.items()}
    hierarchy = carry_numbers(number_communities(grown), old, before.next_number)
    by_members: dict[tuple[EntityId, ...], ClusteredWeight] = {
        each.entities: weight for each, weight in zip(grown, weights, strict=True)
    }  # no two communities have the same members
    own = {number: by_members[each.entities] for number, each in hierarchy.communities.items()}
    return FoundCommunities(
        hierarchy, Clustering(clustering.identity, clustering.edges, {**clustering.weights, **own}, clustering.gain)
    )


def _gain(graph: KnowledgeGraph, scratch: CommunityHierarchy, changed: CommunityHierarchy) -> float:
    """How much more modularity the one has than the other, at the level where that is most; never less than none."""
    fresh, kept = level_modularities(graph, scratch), level_modularities(graph, changed)
    if not fresh or not kept:
        return 0.0
    gains = (each - kept[min(level, len(kept) - 1)] for level, each in enumerate(fresh))
    return max(0.0, round(max(gains), _DIGITS))
