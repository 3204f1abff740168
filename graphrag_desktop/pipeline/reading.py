"""Reading the collection: what is kept is never read again, what is read is kept as it finishes."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.documents import ParsedDocument, TextUnit
from graphrag_desktop.domain.events import Stage, StageAdvanced, StageFinished, StageStarted, Warned
from graphrag_desktop.domain.extractions import Reading, ReadingFailure, ReadingTask
from graphrag_desktop.domain.identity import DocumentId, Key
from graphrag_desktop.domain.index import Failure
from graphrag_desktop.domain.reading_codec import decode_reading, encode_reading
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.collection import Collection
from graphrag_desktop.pipeline.failures import StageFailure, gather_failures
from graphrag_desktop.project import Project
from graphrag_desktop.storage import journal

_GROUP_SECONDS = 0.25
_GROUP_ROWS = 100


@dataclass(frozen=True, slots=True)
class Readings:
    """All readings there are, with their tasks; `done` of them were read in this run, `reused` were kept.

    `missing` are the keys of the tasks that have none.
    """

    readings: tuple[tuple[ReadingTask, Reading], ...]
    failures: tuple[Failure, ...]
    missing: tuple[Key, ...]
    done: int
    reused: int


@dataclass(frozen=True, slots=True)
class ReadCollection:
    """A collection with its text units and what was read of them."""

    collection: Collection
    units: tuple[TextUnit, ...]
    readings: Readings


def read_collection(
    project: Project, parsed: Sequence[ParsedDocument], units: Sequence[Sequence[TextUnit]], control: RunControl
) -> Readings:
    """Read every document, taking kept readings where there are; `units` has the text units of each document."""
    tasks, readings = _planned(project, parsed, units)
    reused = len(readings)
    pending = list({task.key: task for task in tasks if task.key not in readings}.values())
    control.emit(StageStarted(Stage.EXTRACTION, len(tasks)))
    control.emit(StageAdvanced(Stage.EXTRACTION, len(tasks) - len(pending)))
    names = {each.document.id: each.document.paths[0] for each in parsed if each.document.paths}
    fresh, failures = _read_pending(project, pending, len(tasks) - len(pending), names, control)
    readings.update(fresh)
    journal.replace_failures(project.database, Stage.EXTRACTION.value, failures)
    control.emit(StageFinished(Stage.EXTRACTION, reused=not pending))
    return _gathered(tasks, readings, failures, reused)


def kept_collection(
    project: Project, parsed: Sequence[ParsedDocument], units: Sequence[Sequence[TextUnit]]
) -> Readings:
    """What is kept of the readings of these documents; nothing is read."""
    tasks, readings = _planned(project, parsed, units)
    return _gathered(tasks, readings, (), len(readings))


def _planned(
    project: Project, parsed: Sequence[ParsedDocument], units: Sequence[Sequence[TextUnit]]
) -> tuple[list[ReadingTask], dict[Key, Reading]]:
    """The tasks that read the documents, and those readings that are kept."""
    tasks = [task for each, own in zip(parsed, units, strict=True) for task in project.engine.plan_reading(each, own)]
    kept = journal.kept_readings(project.database, {task.key for task in tasks})
    return tasks, {Key(key): decode_reading(stored) for key, stored in kept.items()}


def _gathered(
    tasks: Sequence[ReadingTask], readings: Mapping[Key, Reading], failures: tuple[Failure, ...], reused: int
) -> Readings:
    found = tuple((task, readings[task.key]) for task in tasks if task.key in readings)
    missing = tuple(sorted({task.key for task in tasks} - readings.keys()))
    return Readings(found, failures, missing, done=len(readings) - reused, reused=reused)


def _read_pending(
    project: Project, pending: Sequence[ReadingTask], reused: int, names: Mapping[DocumentId, str], control: RunControl
) -> tuple[dict[Key, Reading], tuple[Failure, ...]]:
    engine = project.engine
    fresh: dict[Key, Reading] = {}
    failures: list[StageFailure] = []
    group: dict[str, bytes] = {}
    since = time.monotonic()
    try:
        for outcome in engine.read(pending, control):
            if isinstance(outcome, ReadingFailure):
                item = f"{names.get(outcome.task.document, outcome.task.document[:12])}, at {outcome.task.start:,}"
                failure = Failure(Stage.EXTRACTION.value, item, outcome.reason, outcome.reply)
                failures.append(StageFailure(failure, outcome.is_waiting))
                if not outcome.is_waiting:
                    control.emit(Warned(Stage.EXTRACTION, item, outcome.reason))
                continue
            task, reading = outcome
            fresh[task.key] = reading
            group[task.key] = encode_reading(reading)
            control.emit(StageAdvanced(Stage.EXTRACTION, reused + len(fresh)))
            if len(group) >= _GROUP_ROWS or time.monotonic() - since >= _GROUP_SECONDS:
                journal.keep_readings(project.database, engine.name, group)
                group, since = {}, time.monotonic()
    finally:
        if group:  # a stop keeps what is finished
            journal.keep_readings(project.database, engine.name, group)
    return fresh, gather_failures(failures, "text units")
