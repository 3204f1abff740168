"""From readings to everything that is committed in one piece: graph, communities, and which sentences speak of them."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.communities import CommunityHierarchy
from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.events import Stage, StageFinished, StageStarted, Warned
from graphrag_desktop.domain.extractions import Extractions, Reading, ReadingTask
from graphrag_desktop.domain.identity import Key, memo_key
from graphrag_desktop.domain.index import Failure, IndexTables
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.collection import Collection
from graphrag_desktop.pipeline.communities import clustering_settings, detect_communities
from graphrag_desktop.pipeline.community_numbers import carry_numbers
from graphrag_desktop.pipeline.descriptions import describe_all
from graphrag_desktop.pipeline.graph import build_graph, place_sentences, units_entities
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities as kept_communities
from graphrag_desktop.storage import entity_edits, journal


class _Shelf:
    """The arrays of extractions that are not kept yet, as an engine's store."""

    def __init__(self, arrays: Mapping[str, StoredArray]) -> None:
        self._arrays = arrays

    def array(self, name: str) -> StoredArray | None:
        return self._arrays.get(name)


def build_tables(
    project: Project,
    key: Key,
    collection: Collection,
    units: Sequence[TextUnit],
    readings: Sequence[tuple[ReadingTask, Reading]],
    control: RunControl,
) -> tuple[IndexTables, tuple[Failure, ...]]:
    """Consolidate, describe, build the graph and split it into communities; nothing is written yet.

    Returned beside it are the descriptions that could not be made; the tables have a key of their own then.
    """
    control.emit(StageStarted(Stage.GRAPH, 0))
    consolidated = _consolidated(project, readings, control)
    with ThreadPoolExecutor(1, thread_name_prefix="communities") as executor:
        found = executor.submit(_communities, project, consolidated, units)  # no description changes where they are
        described = describe_all(consolidated, project.engine, control)
        extractions, failures = described.extractions, described.failures
        graph = build_graph(extractions)
        control.emit(StageFinished(Stage.GRAPH))
        control.checkpoint()
        control.emit(StageStarted(Stage.COMMUNITIES, 0))
        places, hierarchy, homes = found.result()
    control.emit(StageFinished(Stage.COMMUNITIES))
    own_key = memo_key(key, *(each.item for each in failures)) if failures else key
    tables = IndexTables(
        own_key, collection.documents, collection.skipped, tuple(units), extractions, places, graph, hierarchy, homes
    )
    return tables, failures


def _consolidated(
    project: Project, readings: Sequence[tuple[ReadingTask, Reading]], control: RunControl
) -> Extractions:
    """All readings as one, under the analyst's edits; told is which of them no longer apply."""
    edits = entity_edits.edits(project.database)
    found = project.engine.consolidate(readings, control, edits)
    for each in edits:
        if each.number in found.edited.unapplied:
            reason = "It no longer applies: what it is about is not named any more, or not where it was."
            control.emit(Warned(Stage.GRAPH, each.words.rstrip("."), reason))
    return found


def _communities(
    project: Project, extractions: Extractions, units: Sequence[TextUnit]
) -> tuple[tuple[int, ...], CommunityHierarchy, dict[int, tuple[int, ...]]]:
    """Where each sentence stands, the communities, and which sentences speak of them."""
    places = place_sentences(extractions.sentences, units)
    graph, unit_entities = build_graph(extractions), units_entities(extractions, places, units)
    settings = clustering_settings(project.settings, is_builtin=_is_measured(extractions), entities=len(graph.entities))
    detected = detect_communities(graph, settings, extractions.contexts, unit_entities)
    old = kept_communities.member_sets(project.database)
    hierarchy = carry_numbers(detected, old, journal.following_number(project.database, "community"))
    return places, hierarchy, _homes(extractions, hierarchy)


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
