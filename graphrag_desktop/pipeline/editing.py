"""Edits of entities carried out at once: kept in the log, and the index made again from what was read, asking nothing twice.

There is one way from readings to an index, and edits are part of it (`index_tables`): what an edit gives at once is what
the next run would give.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphrag_desktop.domain.entity_edits import EntityEdit
from graphrag_desktop.domain.errors import InputError, ProjectReadOnly
from graphrag_desktop.domain.estimates import NOTHING, Range, TaskEstimate
from graphrag_desktop.domain.extractions import Extractions
from graphrag_desktop.domain.index import IndexCounts, RunSummary
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.usage import CountingControl, UsageLine
from graphrag_desktop.pipeline.collection import Collection
from graphrag_desktop.pipeline.descriptions import wanted_descriptions
from graphrag_desktop.pipeline.finishing import finish_edit, reports_to_write
from graphrag_desktop.pipeline.forecast import money_of, prompt_tokens
from graphrag_desktop.pipeline.indexing import commit_documents, read_documents
from graphrag_desktop.pipeline.reading import ReadCollection
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, documents, entity_edits, graph, journal, replies

_CHARACTERS_A_TOKEN = 4.3
_WRITTEN = Range(50.0, 180.0)  # tokens of a description


@dataclass(frozen=True, slots=True)
class EditsMade:
    """What edits came to: those that hold now, the index after them, and the reports that wait to be written again.

    `made` are the edits that were made just now, with their numbers.
    """

    edits: tuple[EntityEdit, ...]
    unapplied: tuple[int, ...]
    counts: IndexCounts
    reports_to_write: tuple[int, ...]
    usage: tuple[UsageLine, ...]
    seconds: float
    made: tuple[EntityEdit, ...] = ()


@dataclass(frozen=True, slots=True)
class EditPrice:
    """What edits will take: descriptions to be asked for, in calls, tokens and money, and about how many reports later.

    `money` is None where no price is known.
    """

    descriptions: TaskEstimate
    money: Range | None
    reports: int

    @property
    def is_free(self) -> bool:
        """Whether nothing will be asked of a model at once."""
        return not self.descriptions.calls.high


def make_edits(project: Project, edits: Sequence[EntityEdit], control: RunControl) -> EditsMade:
    """Keep edits and carry them out; where that is stopped or fails none of them was made."""
    return change_edits(project, edits, (), control)


def undo_edits(project: Project, numbers: Sequence[int], control: RunControl) -> EditsMade:
    """Take edits out of the log and have the index as it is without them; all stays where that is stopped or fails."""
    return change_edits(project, (), numbers, control)


def change_edits(project: Project, made: Sequence[EntityEdit], undone: Sequence[int], control: RunControl) -> EditsMade:
    """Both at once; edits that have a number were made before and get their places back."""
    if project.read_only_reason:
        raise ProjectReadOnly(project.read_only_reason, "Close it there, or save a copy, and edit the entities then.")
    log = entity_edits.edits(project.database)
    dropped = [each for each in log if each.number in undone]
    if missing := set(undone).difference(each.number for each in dropped):
        raise InputError(f"There is no edit {min(missing)}.", "“graphrag-desktop edits PROJECT” lists those there are.")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    kept = [entity_edits.keep_edit(project.database, replace(each, made_at=each.made_at or now)) for each in made]
    entity_edits.drop_edits(project.database, undone)
    try:
        return replace(apply_edits(project, control), made=tuple(kept))
    except BaseException:
        entity_edits.drop_edits(project.database, [each.number for each in kept])
        for each in dropped:
            entity_edits.keep_edit(project.database, each)
        raise


def apply_edits(project: Project, control: RunControl) -> EditsMade:
    """Make the index again under the log as it stands, from the documents that it has; nothing is read."""
    started = time.monotonic()
    counting = CountingControl(control)
    try:
        commit_documents(project, _committed(project, counting), counting)
        finish_edit(project, counting)
    finally:
        counting.stop_listening()
        project.replies.write()
        if counting.lines:
            replies.keep_usage(project.database, counting.lines)
    return EditsMade(
        entity_edits.edits(project.database),
        entity_edits.without_effect(project.database),
        graph.counts(project.database),
        reports_to_write(project),
        tuple(counting.lines),
        time.monotonic() - started,
    )


def edit_summary(project: Project, made: EditsMade) -> RunSummary:
    """The same as what a run says of itself."""
    return RunSummary(
        project=str(project.path),
        engine=project.engine.name,
        counts=made.counts,
        skipped=documents.skipped_files(project.database),
        failures=journal.failures(project.database),
        readings_done=0,
        readings_reused=0,
        seconds=made.seconds,
        model_calls=sum(each.calls for each in made.usage),
        stored_replies_used=sum(each.stored for each in made.usage),
        prompt_tokens=sum(each.prompt_tokens for each in made.usage),
        completion_tokens=sum(each.completion_tokens for each in made.usage),
        usage=made.usage,
    )


def price_edits(project: Project, edits: Sequence[EntityEdit], control: RunControl) -> EditPrice:
    """What edits would take before anything is asked: descriptions of what they touch, where a model makes those."""
    models = project.models
    if models is None:
        return EditPrice(TaskEstimate("describe", NOTHING, NOTHING, NOTHING), Range(0.0, 0.0), 0)
    readings = _committed(project, control).readings
    log = entity_edits.edits(project.database)
    before = _wanted(project.engine.consolidate(readings.readings, control, log))
    numbered = [replace(each, number=each.number or -1) for each in edits]
    after = _wanted(project.engine.consolidate(readings.readings, control, [*log, *numbered]))
    fresh = after - before
    calls = Range(float(len(fresh)), float(len(fresh)))
    read = sum(prompt_tokens("describe") + sum(map(len, told)) / _CHARACTERS_A_TOKEN for _, told in fresh)
    task = TaskEstimate(
        "describe", calls, Range(read, read), Range(_WRITTEN.low * calls.low, _WRITTEN.high * calls.high)
    )
    return EditPrice(task, money_of((task,), project.settings, models), _reports_touched(project, edits))


def _wanted(extractions: Extractions) -> set[tuple[str, tuple[str, ...]]]:
    """The descriptions that would be asked for, by title and what they are made of."""
    return {(title, tuple(told)) for _, title, told in wanted_descriptions(extractions)}


def _reports_touched(project: Project, edits: Sequence[EntityEdit]) -> int:
    ids = [each.entity for each in edits] + [each.other for each in edits]
    touched = graph.entities_of(project.database, [each for each in ids if each])
    return len({number for each in touched for number in communities.communities_of(project.database, each.number)})


def _committed(project: Project, control: RunControl) -> ReadCollection:
    """The documents of the index as it is, their text units and what is kept of their readings."""
    database = project.database
    if journal.stage_key(database, "index") is None:
        raise InputError(f"Nothing was indexed into {project.path.name} yet.", "Index a folder into it first.")
    found = tuple(sorted(documents.documents(database), key=lambda each: each.id))
    collection = Collection(found, documents.not_read(database), unopened=1)  # nothing is gone from the folder
    read = read_documents(project, collection, control, only_kept=True)
    is_same = {(each.document, each.span) for each in read.units} == {
        (each.document, each.span) for each in documents.text_units(database)
    }
    has_gaps = any(each.stage == "extraction" for each in journal.failures(database))
    if not is_same or (read.readings.missing and not has_gaps):
        raise InputError(
            "How documents are read was changed since the last index run.", "Index again, then edit the entities."
        )
    return read
