"""An index run: from a folder to a project that can be browsed and asked, doing only what is not done yet."""

import contextlib
import time
from datetime import UTC, datetime
from pathlib import Path

from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, InputError
from graphrag_desktop.domain.events import IndexChanged, Stage, StageAdvanced, StageFinished, StageStarted, Warned
from graphrag_desktop.domain.identity import Key, memo_key
from graphrag_desktop.domain.index import Failure, RunSummary
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.collection import Collection, check_folder, gather_documents
from graphrag_desktop.pipeline.reading import Readings, read_collection
from graphrag_desktop.project import Project, create_project, open_project
from graphrag_desktop.storage import arrays, communities, documents, graph, journal
from graphrag_desktop.storage.index_commit import commit_index

_ALL_STAGES = (Stage.TEXT_UNITS, Stage.EXTRACTION, Stage.GRAPH, Stage.COMMUNITIES)


def start_project(path: Path, folder: Path, *, with_window: bool = False) -> Project:
    """The project at `path`, made if there is none, once it is certain that `folder` can be indexed into it."""
    check_folder(folder)
    if path.resolve().is_relative_to(folder.resolve()):
        raise InputError(f"{path} would lie inside the folder it is made from.", "Name another place with -p.")
    if not path.exists():
        return create_project(path, with_window=with_window)
    project = open_project(path, with_window=with_window)
    before = project.folder
    if before is not None and before != folder.resolve() and before.is_dir():
        project.close()
        raise InputError(
            f"{path.name} was made from {before}.",
            f"Name another project for {folder} with -p, or index {before} again.",
        )
    return project


def build_index(project: Project, folder: Path, control: RunControl) -> RunSummary:
    """Index `folder` into the project; running again is going on.

    Whatever is finished is kept: after a stop, a crash or a change only what is new is done. Where something failed
    for good the run goes on, the summary names it, and the next run tries that again. Raises `Cancelled` on a stop.
    """
    started = time.monotonic()
    number = journal.start_run(project.database, _now(), project.engine.name)
    try:
        journal.keep_fact(project.database, "folder", str(folder.resolve()))
        done, reused = _run_stages(project, folder, number, control)
    except BaseException as error:
        with contextlib.suppress(GraphRagError):  # what went wrong matters more than that it cannot be noted
            journal.end_run(project.database, number, "stopped" if isinstance(error, Cancelled) else "failed", _now())
        raise
    failures = journal.failures(project.database)
    journal.end_run(project.database, number, "incomplete" if failures else "complete", _now())
    return RunSummary(
        project=str(project.path),
        engine=project.engine.name,
        counts=graph.counts(project.database),
        skipped=documents.skipped_files(project.database),
        failures=failures,
        readings_done=done,
        readings_reused=reused,
        seconds=time.monotonic() - started,
    )


def discard_if_empty(project: Project) -> None:
    """Close the project, and take its file away if nothing was ever indexed into it."""
    is_empty = journal.index_version(project.database) == 0 and not project.read_only_reason
    path = project.path
    project.close()
    if is_empty:
        path.unlink(missing_ok=True)


def _run_stages(project: Project, folder: Path, number: int, control: RunControl) -> tuple[int, int]:
    collection = gather_documents(project, folder, control)
    key = _collection_key(project, collection)
    done = reused = 0
    if journal.stage_key(project.database, "index") != key:
        readings, units = _read(project, collection, control)
        done, reused = readings.done, readings.reused
        journal.count_readings(project.database, number, done=done, reused=reused)
        _commit(project, _with_failures(key, readings), collection, units, readings, control)
    else:
        for stage in _ALL_STAGES:
            control.emit(StageFinished(stage, reused=True))
    _write_reports(project, control)
    _embed_reports(project, control)
    _lay_out(project, control)
    return done, reused


def _collection_key(project: Project, collection: Collection) -> Key:
    settings = project.settings
    return memo_key(
        "index",
        project.engine.identity,
        *(f"{each.id} {each.state} {each.paths!r}" for each in collection.documents),
        *(f"{each.path!r} {each.reason}" for each in collection.skipped),
        *(f"{name}={settings.as_dict()[name]}" for name in _INDEX_SETTINGS),
    )


_INDEX_SETTINGS = (
    "unit_tokens", "overlap_tokens", "encoding", "max_cluster_size", "root_resolution", "resolution", "seed", "join_components",
)  # fmt: skip


def _with_failures(key: Key, readings: Readings) -> Key:
    """A key of its own for an index with gaps, so that a run that closes them finds it wanting."""
    return key if not readings.failures else memo_key(key, *(each.item for each in readings.failures))


def _read(project: Project, collection: Collection, control: RunControl) -> tuple[Readings, tuple[TextUnit, ...]]:
    from graphrag_desktop.pipeline.text_units import split_text_units

    parsed = documents.load_parsed(project.database, [each.id for each in collection.readable])
    control.emit(StageStarted(Stage.TEXT_UNITS, len(parsed)))
    units: list[tuple[TextUnit, ...]] = []
    for each in parsed:
        control.checkpoint()
        units.append(split_text_units(each.document.id, each.text, project.settings))
        control.emit(StageAdvanced(Stage.TEXT_UNITS, len(units)))
    control.emit(StageFinished(Stage.TEXT_UNITS))
    return read_collection(project, parsed, units, control), tuple(unit for own in units for unit in own)


def _commit(
    project: Project,
    key: Key,
    collection: Collection,
    units: tuple[TextUnit, ...],
    readings: Readings,
    control: RunControl,
) -> None:
    from graphrag_desktop.pipeline.index_tables import build_tables

    if journal.stage_key(project.database, "index") == key:  # the same gaps as before: nothing new to show
        return
    tables = build_tables(project, key, collection, units, readings.readings, control)
    texts = {str(each.id): documents.text_of(project.database, each.id) for each in collection.readable}
    control.checkpoint()
    commit_index(project.database, tables, texts)
    journal.forget_readings(project.database, project.engine.name, (task.key for task, _ in readings.readings))
    control.emit(IndexChanged(journal.index_version(project.database), Stage.COMMUNITIES))


def _write_reports(project: Project, control: RunControl) -> None:
    from graphrag_desktop.language.tokens import count_tokens
    from graphrag_desktop.pipeline.report_records import shelve_records
    from graphrag_desktop.pipeline.reports import ReportMaterial, communities_to_report, write_reports

    database, settings = project.database, project.settings
    key = memo_key(
        "reports",
        journal.stage_key(database, "index"),
        project.engine.identity,
        settings.report_data_tokens,
        settings.report_tokens,
    )
    if journal.stage_key(database, "reports") == key:
        control.emit(StageFinished(Stage.REPORTS, reused=True))
        return
    hierarchy = communities.hierarchy(database)
    sentences = {each.number: each for each in graph.all_sentences(database)}
    homes = {owner: [sentences[each] for each in numbers] for owner, numbers in communities.homes(database).items()}
    shelf = shelve_records(hierarchy, graph.entities(database), graph.relationships(database), homes, count_tokens)
    material = ReportMaterial(
        hierarchy, shelf, lambda numbers: tuple(sentences[each] for each in numbers), count_tokens, settings
    )
    kept = communities.reports(database)
    before = {number: (Key(each), kept[number]) for number, each in communities.report_keys(database).items()}
    control.emit(StageStarted(Stage.REPORTS, len(communities_to_report(hierarchy))))
    failures: list[Failure] = []
    for group in write_reports(material, project.engine, before, control):
        communities.keep_reports(database, group.reports)
        failures.extend(group.failures)
        for each in group.failures:
            control.emit(Warned(Stage.REPORTS, each.item, each.reason))
        control.emit(StageAdvanced(Stage.REPORTS, group.done))
    journal.replace_failures(database, Stage.REPORTS.value, failures)
    if not failures:
        journal.keep_stage_key(database, "reports", key)
    control.emit(StageFinished(Stage.REPORTS))
    control.emit(IndexChanged(journal.index_version(database), Stage.REPORTS))


def _embed_reports(project: Project, control: RunControl) -> None:
    """Vectors of the reports, for the topics that lie nearest to a question."""
    database = project.database
    key = memo_key("embeddings", journal.stage_key(database, "index"), *communities.report_keys(database).values())
    if journal.stage_key(database, "embeddings") == key:
        control.emit(StageFinished(Stage.EMBEDDINGS, reused=True))
        return
    from array import array

    from graphrag_desktop.domain.arrays import StoredArray

    kept = communities.reports(database)
    control.emit(StageStarted(Stage.EMBEDDINGS, len(kept)))
    vectors = project.engine.embed([each.text for each in kept.values()], control)
    numbers = StoredArray("<i4", (len(kept),), array("i", kept).tobytes())
    arrays.keep_arrays(database, "vectors", {"report vectors": vectors, "report numbers": numbers})
    journal.keep_stage_key(database, "embeddings", key)
    control.emit(StageFinished(Stage.EMBEDDINGS))


def _lay_out(project: Project, control: RunControl) -> None:
    database = project.database
    key = memo_key("layout 2", journal.stage_key(database, "index"), project.settings.seed)
    if journal.stage_key(database, "layout") == key:
        control.emit(StageFinished(Stage.LAYOUT, reused=True))
        return
    from graphrag_desktop.pipeline.canvas import CanvasMaterial, draw_canvas

    control.emit(StageStarted(Stage.LAYOUT, 0))
    material = CanvasMaterial(
        graph.entities(database),
        graph.relationships(database),
        communities.hierarchy(database),
        graph.mention_places(database),
        arrays.load_arrays(database, "canvas"),
    )
    for drawn in draw_canvas(material, project.settings.seed, control):
        arrays.keep_arrays(database, "canvas", drawn)
        control.emit(IndexChanged(journal.index_version(database), Stage.LAYOUT))
    journal.keep_stage_key(database, "layout", key)
    control.emit(StageFinished(Stage.LAYOUT))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
