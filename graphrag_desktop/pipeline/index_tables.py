"""From readings to everything that is committed in one piece: graph, communities, and which sentences speak of them."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.communities import CommunityHierarchy
from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.events import Stage, StageFinished, StageStarted, Warned
from graphrag_desktop.domain.extractions import Extractions
from graphrag_desktop.domain.identity import Key, memo_key
from graphrag_desktop.domain.index import Failure, IndexTables
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.communities import clustering_material, clustering_settings
from graphrag_desktop.pipeline.community_finding import Committed, FoundCommunities, find_communities
from graphrag_desktop.pipeline.descriptions import describe_all, description_origins
from graphrag_desktop.pipeline.graph import build_graph, place_sentences, units_entities
from graphrag_desktop.pipeline.reading import ReadCollection, Readings
from graphrag_desktop.project import Project
from graphrag_desktop.storage import clusterings, entity_edits, journal
from graphrag_desktop.storage import communities as kept_communities

CLUSTERING_SETTINGS = ("max_cluster_size", "root_resolution", "resolution", "seed", "join_components")
"""The settings that communities are found with."""


class _Shelf:
    """The arrays of extractions that are not kept yet, as an engine's store."""

    def __init__(self, arrays: Mapping[str, StoredArray]) -> None:
        self._arrays = arrays

    def array(self, name: str) -> StoredArray | None:
        return self._arrays.get(name)


def build_tables(
    project: Project,
    key: Key,
    read: ReadCollection,
    control: RunControl,
    *,
    anew: bool = False,
) -> tuple[IndexTables, tuple[Failure, ...]]:
    """Consolidate, describe, build the graph and split it into communities; nothing is written yet.

    Returned beside it are the descriptions that could not be made; the tables have a key of their own then. Communities go
    on from those that are committed, unless they are to be found `anew`.
    """
    control.emit(StageStarted(Stage.GRAPH, 0))
    consolidated = _consolidated(project, read.readings, control)
    with ThreadPoolExecutor(1, thread_name_prefix="communities") as executor:
        found = executor.submit(
            _communities, project, consolidated, read.units, anew=anew
        )  # no description changes where they are
        described = describe_all(consolidated, project.engine, control)
        extractions, failures = described.extractions, described.failures
        graph = build_graph(extractions)
        control.emit(StageFinished(Stage.GRAPH))
        control.checkpoint()
        control.emit(StageStarted(Stage.COMMUNITIES, 0))
        places, communities, homes = found.result()
    control.emit(StageFinished(Stage.COMMUNITIES))
    own_key = memo_key(key, *(each.item for each in failures)) if failures else key
    tables = IndexTables(
        own_key, read.collection.documents, read.collection.skipped, read.units, extractions, places, graph,
        communities.hierarchy, homes, communities.clustering, description_origins(consolidated),
    )  # fmt: skip
    return tables, failures


def _consolidated(project: Project, readings: Readings, control: RunControl) -> Extractions:
    """All readings as one, under the analyst's edits; told is which of them no longer apply."""
    edits = entity_edits.edits(project.database)
    found = project.engine.consolidate(readings.readings, control, edits)
    for each in edits:
        if each.number in found.edited.unapplied:
            reason = "It no longer applies: what it is about is not named any more, or not where it was."
            control.emit(Warned(Stage.GRAPH, each.words.rstrip("."), reason))
    return found


def _communities(
    project: Project, extractions: Extractions, units: Sequence[TextUnit], *, anew: bool
) -> tuple[tuple[int, ...], FoundCommunities, dict[int, tuple[int, ...]]]:
    """Where each sentence stands, the communities, and which sentences speak of them."""
    places = place_sentences(extractions.sentences, units)
    graph, unit_entities = build_graph(extractions), units_entities(extractions, places, units)
    is_builtin = _is_measured(extractions)
    settings = clustering_settings(project.settings, is_builtin=is_builtin, entities=len(graph.entities))
    material = clustering_material(graph, settings, extractions.contexts, unit_entities)
    database = project.database
    before = Committed(
        kept_communities.hierarchy(database),
        clusterings.clustering(database),
        journal.following_number(database, "community"),
    )
    identity = _clustering_identity(project.settings, is_builtin=is_builtin)
    found = find_communities(graph, material, identity, before, anew=anew)
    return places, found, _homes(extractions, found.hierarchy)


def _clustering_identity(settings: Settings, *, is_builtin: bool) -> Key:
    """The settings that communities are found with; what grows with the collection is no part of it."""
    kept = settings.as_dict()
    return memo_key("clustering 1", is_builtin, *(f"{name}={kept[name]}" for name in CLUSTERING_SETTINGS))


def _homes(extractions: Extractions, hierarchy: CommunityHierarchy) -> dict[int, tuple[int, ...]]:
    """For each community that does not split, the rows of the sentences that speak of it; none where a model read."""
    if not _is_measured(extractions):
        return {}
    from graphrag_desktop.language.collection import CollectionMeasures
    from graphrag_desktop.language.homes import share_sentences

    leaves = [each for each in hierarchy.communities.values() if not each.children and not each.is_unconnected]
    measures = CollectionMeasures.from_store(_Shelf(extractions.arrays))
    shared = share_sentences(measures, [each.entities for each in leaves])
    return {leaf.number: tuple(rows) for leaf, rows in zip(leaves, shared, strict=True)}


def _is_measured(extractions: Extractions) -> bool:
    """Whether the built-in engine read: it leaves its measures with what it found."""
    return bool(extractions.arrays)
