"""From a collection of documents to the committed index of it: read, put together, put in place of the one before."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module

from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.events import IndexChanged, Stage, StageAdvanced, StageFinished, StageStarted
from graphrag_desktop.domain.graph import entity_words, relationship_words
from graphrag_desktop.domain.identity import Key, memo_key
from graphrag_desktop.domain.index import IndexTables
from graphrag_desktop.domain.replies import embed_origin, text_origin
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.collection import Collection
from graphrag_desktop.pipeline.reading import ReadCollection, Readings, kept_collection, read_collection
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, documents, entity_edits, journal
from graphrag_desktop.storage.gone import InUse, Removal, resting_on
from graphrag_desktop.storage.index_commit import commit_index

_INDEX_SETTINGS = (
    "unit_tokens", "overlap_tokens", "encoding", "max_cluster_size", "root_resolution", "resolution", "seed", "join_components",
)  # fmt: skip


def collection_key(project: Project, collection: Collection) -> Key:
    """The memo key of the index of a collection, all of it read."""
    settings = project.settings
    return memo_key(
        "index",
        project.engine.identity,
        *(f"{each.id} {each.state} {each.paths!r}" for each in collection.documents),
        *(f"{each.path!r} {each.reason}" for each in collection.skipped),
        *(f"{name}={settings.as_dict()[name]}" for name in _INDEX_SETTINGS),
        *map(repr, entity_edits.edits(project.database)),
    )


def read_documents(
    project: Project, collection: Collection, control: RunControl, *, only_kept: bool = False
) -> ReadCollection:
    """Split the documents and read what is not read yet; with `only_kept` nobody is asked to read anything."""
    from graphrag_desktop.pipeline.text_units import split_text_units

    found = {each.id: each for each in collection.readable}
    kept = documents.load_parsed(project.database, list(found))
    parsed = tuple(replace(each, document=found[each.document.id]) for each in kept)  # with its paths
    control.emit(StageStarted(Stage.TEXT_UNITS, len(parsed)))
    units: list[tuple[TextUnit, ...]] = []
    for each in parsed:
        control.checkpoint()
        units.append(split_text_units(each.document.id, each.text, project.settings))
        control.emit(StageAdvanced(Stage.TEXT_UNITS, len(units)))
    control.emit(StageFinished(Stage.TEXT_UNITS))
    flat = tuple(unit for own in units for unit in own)
    if only_kept:
        return ReadCollection(collection, flat, kept_collection(project, parsed, units))
    with ThreadPoolExecutor(1, thread_name_prefix="loading") as ahead:
        if project.models is not None:
            ahead.submit(_load_next_stages)
        readings = read_collection(project, parsed, units, control)
    return ReadCollection(collection, flat, readings)


def commit_documents(
    project: Project, read: ReadCollection, control: RunControl, *, anew: bool = False, removal: Removal | None = None
) -> None:
    """Put the index of a collection in place of the one before, unless that has the same gaps and nothing new to show.

    Communities are found `anew` where that is asked for. A `removal` is remembered in the same transaction.
    """
    from graphrag_desktop.pipeline.index_tables import build_tables

    collection, readings = read.collection, read.readings
    key = collection_key(project, collection)
    key = (
        memo_key(key, *readings.missing) if readings.missing else key
    )  # so that a run that closes a gap finds it wanting
    if not anew and removal is None and journal.stage_key(project.database, "index") == key:
        return
    tables, failures = build_tables(project, key, read, control, anew=anew)
    texts = {str(each.id): documents.text_of(project.database, each.id) for each in collection.readable}
    control.checkpoint()
    project.replies.write()
    stale = _resting_on_gone_text(project, read.units)
    in_use = None if collection.unopened else _in_use(project, tables, texts, readings, stale)
    if removal is not None:
        removal = replace(removal, stale_reports=stale)
    commit_index(project.database, tables, texts, in_use, removal)
    journal.replace_failures(project.database, Stage.GRAPH.value, failures)
    control.emit(IndexChanged(journal.index_version(project.database), Stage.COMMUNITIES))


def _load_next_stages() -> None:
    """Load the code of the stages to come while a model is waited for: half a second."""
    for name in ("engines.model_consolidation", "pipeline.index_tables", "pipeline.canvas"):
        import_module(f"graphrag_desktop.{name}")


def _resting_on_gone_text(project: Project, units: Sequence[TextUnit]) -> frozenset[int]:
    """The communities that rest on text units that the index has and the next one has not."""
    staying = {(each.document, each.span) for each in units}
    gone = [each.number for each in documents.text_units(project.database) if (each.document, each.span) not in staying]
    return resting_on(project.database, gone) if gone else frozenset()


def _in_use(
    project: Project, tables: IndexTables, texts: Mapping[str, str], readings: Readings, stale: frozenset[int]
) -> InUse:
    """What is kept of the replies of models: what was made of text that the new index holds."""
    unit_texts = [texts[each.document][each.span.start : each.span.end] for each in tables.units]
    titles = {each.id: each.title for each in tables.graph.entities}
    staying = [
        each
        for number, each in communities.reports(project.database).items()
        if number in tables.hierarchy.communities and number not in stale
    ]
    embedded = [
        *unit_texts,
        *(entity_words(each) for each in tables.graph.entities),
        *(relationship_words(each, titles) for each in tables.graph.relationships),
        *(each.text for each in staying),
    ]
    return InUse(
        project.engine.name,
        frozenset(task.key for task, _ in readings.readings),
        frozenset(map(text_origin, unit_texts)),
        tables.described,
        frozenset(Key(each.origin) for each in staying),
        frozenset(map(embed_origin, embedded)),
    )
