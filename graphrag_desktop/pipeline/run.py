"""An index run: from a folder to a project that can be browsed and asked, doing only what is not done yet."""

import contextlib
import os
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, InputError
from graphrag_desktop.domain.events import IndexChanged, RunBegan, Stage, StageAdvanced, StageFinished, StageStarted
from graphrag_desktop.domain.identity import Key, memo_key
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.prices import run_terms
from graphrag_desktop.domain.replies import text_origin
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.usage import CountingControl
from graphrag_desktop.pipeline.collection import Collection, check_folder, gather_documents
from graphrag_desktop.pipeline.finishing import finish_index
from graphrag_desktop.pipeline.reading import Readings, read_collection
from graphrag_desktop.project import Project, create_project, open_project
from graphrag_desktop.storage import documents, entity_edits, graph, journal, replies
from graphrag_desktop.storage.index_commit import InUse, commit_index
from graphrag_desktop.storage.project_file import is_there

_ALL_STAGES = (Stage.TEXT_UNITS, Stage.EXTRACTION, Stage.GRAPH, Stage.COMMUNITIES)


def start_project(path: Path, folder: Path, *, with_window: bool = False) -> Project:
    """The project at `path`, made if there is none, once it is certain that `folder` can be indexed into it."""
    check_folder(folder)
    if Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise InputError(f"{path} would lie inside the folder it is made from.", "Name another place with -p.")
    if not is_there(path):
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


def build_index(project: Project, folder: Path, control: RunControl, trial: int = 0) -> RunSummary:
    """Index `folder` into the project; running again is going on. A `trial` reads only so many of its documents.

    Whatever is finished is kept: after a stop, a crash or a change only what is new is done. Where something failed
    for good the run goes on, the summary names it, and the next run tries that again. Raises `Cancelled` on a stop.
    """
    started = time.monotonic()
    number = journal.start_run(project.database, _now(), project.engine.name)
    counting = CountingControl(control)
    if project.models is not None:
        control.emit(RunBegan(run_terms(project.models, project.settings)))
    try:
        journal.keep_fact(project.database, "folder", str(folder.resolve()))
        done, reused = _run_stages(project, folder, number, counting, trial)
    except BaseException as error:
        with contextlib.suppress(GraphRagError):  # what went wrong matters more than that it cannot be noted
            journal.end_run(project.database, number, "stopped" if isinstance(error, Cancelled) else "failed", _now())
        raise
    finally:
        counting.stop_listening()
        with contextlib.suppress(GraphRagError):
            project.replies.write()
            replies.keep_usage(project.database, counting.lines, run=number)
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
        model_calls=counting.total.calls,
        stored_replies_used=counting.total.stored,
        prompt_tokens=counting.total.prompt_tokens,
        completion_tokens=counting.total.completion_tokens,
        usage=counting.lines,
        trial=trial,
    )


def discard_if_empty(project: Project) -> None:
    """Close the project, and take its file away if it holds nothing that would have to be made again."""
    is_empty = not project.read_only_reason and not journal.holds_work(project.database)
    path = project.path
    project.close()
    if is_empty:
        path.unlink(missing_ok=True)


def _run_stages(project: Project, folder: Path, number: int, control: RunControl, trial: int) -> tuple[int, int]:
    collection = gather_documents(project, folder, control, trial)
    key = collection_key(project, collection)
    done = reused = 0
    if journal.stage_key(project.database, "index") != key:
        readings, units = _read(project, collection, control)
        done, reused = readings.done, readings.reused
        journal.count_readings(project.database, number, done=done, reused=reused)
        commit_collection(project, key_with_gaps(key, readings), collection, units, readings, control)
    else:
        for stage in _ALL_STAGES:
            control.emit(StageFinished(stage, reused=True))
    finish_index(project, control)
    return done, reused


def collection_key(project: Project, collection: Collection) -> Key:
    """What all of an index depends on but the readings that could not be made."""
    settings = project.settings
    return memo_key(
        "index",
        project.engine.identity,
        *(f"{each.id} {each.state} {each.paths!r}" for each in collection.documents),
        *(f"{each.path!r} {each.reason}" for each in collection.skipped),
        *(f"{name}={settings.as_dict()[name]}" for name in _INDEX_SETTINGS),
        *map(repr, entity_edits.edits(project.database)),
    )


_INDEX_SETTINGS = (
    "unit_tokens", "overlap_tokens", "encoding", "max_cluster_size", "root_resolution", "resolution", "seed", "join_components",
)  # fmt: skip


def key_with_gaps(key: Key, readings: Readings) -> Key:
    """A key of its own for an index with gaps, so that a run that closes them finds it wanting."""
    return memo_key(key, *readings.missing) if readings.missing else key


def _read(project: Project, collection: Collection, control: RunControl) -> tuple[Readings, tuple[TextUnit, ...]]:
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
    with ThreadPoolExecutor(1, thread_name_prefix="loading") as ahead:
        if project.models is not None:
            ahead.submit(_load_next_stages)
        readings = read_collection(project, parsed, units, control)
    return readings, tuple(unit for own in units for unit in own)


def _load_next_stages() -> None:
    """Load the code of the stages to come while a model is waited for: half a second."""
    for name in ("engines.model_consolidation", "pipeline.index_tables", "pipeline.canvas"):
        import_module(f"graphrag_desktop.{name}")


def commit_collection(
    project: Project,
    key: Key,
    collection: Collection,
    units: tuple[TextUnit, ...],
    readings: Readings,
    control: RunControl,
) -> None:
    """Put what these readings give in place of the index, unless it is that under this key already."""
    from graphrag_desktop.pipeline.index_tables import build_tables

    if journal.stage_key(project.database, "index") == key:  # the same gaps as before: nothing new to show
        return
    tables, failures = build_tables(project, key, collection, units, readings.readings, control)
    texts = {str(each.id): documents.text_of(project.database, each.id) for each in collection.readable}
    control.checkpoint()
    project.replies.write()
    in_use = None if collection.unopened else _in_use(project, units, texts, readings)
    commit_index(project.database, tables, texts, in_use)
    journal.replace_failures(project.database, Stage.GRAPH.value, failures)
    control.emit(IndexChanged(journal.index_version(project.database), Stage.COMMUNITIES))


def _in_use(project: Project, units: tuple[TextUnit, ...], texts: Mapping[str, str], readings: Readings) -> InUse:
    origins = (text_origin(texts[each.document][each.span.start : each.span.end]) for each in units)
    return InUse(project.engine.name, frozenset(task.key for task, _ in readings.readings), frozenset(origins))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
