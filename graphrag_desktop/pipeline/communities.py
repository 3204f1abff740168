"""Finding communities: a hierarchy in which every level is a partition of all entities (GraphRAG, Edge et al., 3.1.4)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.communities import Community, CommunityHierarchy, Edge
from graphrag_desktop.domain.graph import KnowledgeGraph
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.clustering_graph import (
    clustering_edges,
    joining_edges,
    leiden_paths,
    modularities,
)
from graphrag_desktop.pipeline.community_growth import Contexts, GrownCommunity, Path, grow_communities
from graphrag_desktop.pipeline.community_numbers import ordered_levels

_MODEL_LARGEST = 10  # as in the paper's own implementation
_FEW_ENTITIES = 300  # below, the finer root resolution gives more communities than there are themes


@dataclass(frozen=True, slots=True)
class ClusteringSettings:
    """How communities are found.

    One hierarchical Leiden call where both resolutions are the same, else one for the overview and one inside each of
    its communities. Communities smaller than `root_smallest` (overview) or `smallest` are splinters.
    """

    max_cluster_size: int
    root_resolution: float
    resolution: float
    seed: int
    iterations: int
    join_components: bool
    root_smallest: int
    smallest: int


def clustering_settings(settings: Settings, *, is_builtin: bool, entities: int) -> ClusteringSettings:
    """The settings in force, where the project leaves them to the engine and the number of entities.

    With a model as in the paper; for the built-in engine the values that read best in experiments: an overview of
    about twenty communities, and splits that are coarser below.
    """
    largest, root_resolution, resolution = _MODEL_LARGEST, 1.0, 1.0
    if is_builtin:
        largest = max(8, min(30, entities // 20))
        root_resolution, resolution = (1.5 if entities > _FEW_ENTITIES else 1.0), 0.7
    largest = settings.max_cluster_size or largest
    root_resolution = settings.root_resolution or root_resolution
    resolution = settings.resolution or resolution
    return ClusteringSettings(
        max_cluster_size=largest,
        root_resolution=root_resolution,
        resolution=resolution,
        seed=settings.seed,
        iterations=1 if root_resolution == resolution else 3,
        join_components=settings.join_components,
        root_smallest=5 if is_builtin else 1,
        smallest=4 if is_builtin else 1,
    )


def detect_communities(
    graph: KnowledgeGraph,
    settings: ClusteringSettings,
    contexts: StoredArray | None,
    unit_entities: Sequence[Sequence[EntityId]],
) -> CommunityHierarchy:
    """Split the graph into a hierarchy of communities, with numbers from 0 in canonical order.

    Canonical is: by level, then the larger first, then by smallest member. The same graph and seed give the same
    communities, whatever the order of entities, relationships and units. `contexts` has a row for each entity of the
    graph: entities that Leiden did not place, and those of splinters, join the member with the likest one. `unit_entities`
    are those of each text unit. An entity without any edge is a community of its own.
    """
    return number_communities(grow_from_scratch(clustering_material(graph, settings, contexts, unit_entities)))


@dataclass(frozen=True, slots=True)
class ClusteringMaterial:
    """What communities are found in: `edges` with those that join components, and all entities, sorted.

    `unconnected` are those without any edge or relationship.
    """

    edges: tuple[Edge, ...]
    entities: tuple[EntityId, ...]
    unconnected: tuple[EntityId, ...]
    contexts: Contexts
    settings: ClusteringSettings


def clustering_material(
    graph: KnowledgeGraph,
    settings: ClusteringSettings,
    contexts: StoredArray | None,
    unit_entities: Sequence[Sequence[EntityId]],
) -> ClusteringMaterial:
    """The same as for `detect_communities`, laid out for it."""
    edges = clustering_edges(graph)
    if settings.join_components:
        edges = tuple(sorted(edges + joining_edges(graph, edges, unit_entities)))
    tied = {end for source, target, _ in edges for end in (source, target)}
    tied |= {end for each in graph.relationships for end in (each.source, each.target) if each.source != each.target}
    entities = sorted(each.id for each in graph.entities)
    return ClusteringMaterial(
        edges,
        tuple(entity for entity in entities if entity in tied),
        tuple(entity for entity in entities if entity not in tied),
        Contexts([each.id for each in graph.entities], contexts),
        settings,
    )


def grow_from_scratch(material: ClusteringMaterial) -> list[GrownCommunity]:
    """All communities, each after its parent, the unconnected last."""
    settings = material.settings
    paths = leiden_hierarchy(material.edges, settings)
    smallest = (settings.root_smallest, settings.smallest)
    grown = grow_communities(material.entities, paths, material.contexts, smallest)
    return [*grown, *(GrownCommunity(0, None, (entity,), is_unconnected=True) for entity in material.unconnected)]


def level_modularities(graph: KnowledgeGraph, hierarchy: CommunityHierarchy) -> tuple[float, ...]:
    """The modularity of each level's partition: highest at the overview, falling with depth."""
    partitions = (
        {entity: each.number for each in hierarchy.at(level) for entity in each.entities}
        for level in range(len(hierarchy.levels))
    )
    return modularities(clustering_edges(graph), partitions)


def leiden_hierarchy(edges: Sequence[Edge], settings: ClusteringSettings) -> dict[EntityId, Path]:
    """For each entity in an edge its clusters from the root down; a cluster's number holds within the one above."""
    ask = partial(leiden_paths, iterations=settings.iterations, seed=settings.seed)
    if settings.root_resolution == settings.resolution:
        return ask(edges, resolution=settings.resolution, largest=settings.max_cluster_size)
    paths = ask(edges, resolution=settings.root_resolution, largest=2 * len(edges) + 1)  # so that nothing is split
    sizes = Counter(path[0] for path in paths.values())
    inside: dict[int, list[Edge]] = {}
    for edge in edges:
        root = paths[edge[0]][0]
        if root == paths[edge[1]][0] and sizes[root] > settings.max_cluster_size:
            inside.setdefault(root, []).append(edge)
    for root, own in inside.items():
        below = ask(own, resolution=settings.resolution, largest=settings.max_cluster_size)
        paths.update((entity, (root, *path)) for entity, path in below.items())
    return paths


def number_communities(grown: Sequence[GrownCommunity]) -> CommunityHierarchy:
    """The communities under numbers from 0 in canonical order."""
    order = sorted(range(len(grown)), key=lambda place: _rank(grown[place]))
    numbers = {place: number for number, place in enumerate(order)}
    children: dict[int, list[int]] = {}
    communities: dict[int, Community] = {}
    for number, place in enumerate(order):
        parent = grown[place].parent
        if parent is not None:
            children.setdefault(numbers[parent], []).append(number)
    for number, place in enumerate(order):
        each = grown[place]
        parent = None if each.parent is None else numbers[each.parent]
        own = tuple(children.get(number, ()))
        communities[number] = Community(number, each.level, parent, own, each.entities, each.is_unconnected)
    return CommunityHierarchy(communities, ordered_levels(communities))


def _rank(grown: GrownCommunity) -> tuple[int, int, EntityId]:
    """Canonical order: by level, then the larger first, then by smallest member."""
    return grown.level, -len(grown.entities), grown.entities[0]
