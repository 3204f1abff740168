"""Edits of entities carried out at once: kept in the log, and the index made again from what was read, asking nothing twice.

There is one way from readings to an index, and edits are part of it (`index_tables`): what an edit gives at once is what
the next run would give.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphrag_desktop.domain.entity_edits import EntityEdit
from graphrag_desktop.domain.errors import InputError, ProjectReadOnly
from graphrag_desktop.domain.estimates import NOTHING, Range, TaskEstimate
from graphrag_desktop.domain.events import Stage, StageFinished
from graphrag_desktop.domain.extractions import Extractions
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.collection import Collection
from graphrag_desktop.pipeline.descriptions import wanted_descriptions
from graphrag_desktop.pipeline.finishing import finish_edit, reports_to_write
from graphrag_desktop.pipeline.forecast import money_of, prompt_tokens
from graphrag_desktop.pipeline.indexing import commit_documents, read_documents
from graphrag_desktop.pipeline.reading import ReadCollection
from graphrag_desktop.pipeline.run import carry_out_run
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, documents, entity_edits, graph, journal

_CHARACTERS_A_TOKEN = 4.3
_MOST_TOGETHER, _MOST_CHARACTERS = 40, 16_000  # descriptions that go into one request
_WRITTEN = Range(50.0, 180.0)  # tokens of a description


@dataclass(frozen=True, slots=True)
class EditsMade:
    """What edits came to: the run that they took, those that hold now, and the reports that wait to be written again.

    `unapplied` are the numbers of edits without effect, `made` the edits that were made just now, with their numbers.
    """

    run: RunSummary
    edits: tuple[EntityEdit, ...]
    unapplied: tuple[int, ...]
    reports_to_write: tuple[int, ...]
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
    summary = carry_out_run(project, control, _Editing())
    return EditsMade(
        summary,
        entity_edits.edits(project.database),
        entity_edits.without_effect(project.database),
        reports_to_write(project),
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
    calls = Range(float(len(fresh)), float(sum(_most_calls(told) for _, told in fresh)))
    read = sum(prompt_tokens("describe") + sum(map(len, told)) / _CHARACTERS_A_TOKEN for _, told in fresh)
    task = TaskEstimate(
        "describe", calls, Range(read, read), Range(_WRITTEN.low * calls.low, _WRITTEN.high * calls.high)
    )
    return EditPrice(task, money_of((task,), project.settings, models), _reports_touched(project, edits))


def _most_calls(descriptions: Sequence[str]) -> int:
    """How often a model is asked at most: many or long descriptions are put together in groups first."""
    groups = max(len(descriptions) / _MOST_TOGETHER, sum(map(len, descriptions)) / _MOST_CHARACTERS)
    return 1 if groups <= 1 else 2 * math.ceil(groups) + 1


def _wanted(extractions: Extractions) -> set[tuple[str, tuple[str, ...]]]:
    """The descriptions that would be asked for, by title and what they are made of."""
    return {(title, tuple(told)) for _, title, told in wanted_descriptions(extractions)}


def _reports_touched(project: Project, edits: Sequence[EntityEdit]) -> int:
    ids = [each.entity for each in edits] + [each.other for each in edits]
    touched = graph.entities_of(project.database, [each for each in ids if each])
    return len({number for each in touched for number in communities.communities_of(project.database, each.number)})


@dataclass(frozen=True, slots=True)
class _Editing:
    """The run that carries edits out."""

    trial: int = 0

    def do(self, project: Project, run: int, control: RunControl) -> tuple[int, int]:
        """Build the index from what is kept, under the log, and commit it."""
        control.emit(StageFinished(Stage.DOCUMENTS, reused=True))
        read = _committed(project, control)
        commit_documents(project, read, control)
        journal.count_readings(project.database, run, done=0, reused=read.readings.reused)
        finish_edit(project, control)
        return 0, read.readings.reused


def _committed(project: Project, control: RunControl) -> ReadCollection:
    """The documents of the index as it is, their text units and what is kept of their readings."""
    database = project.database
    if journal.stage_key(database, "index") is None:
        raise InputError(f"Nothing was indexed into {project.path.name} yet.", "Index a folder into it first.")
    found = tuple(sorted(documents.documents(database), key=lambda each: each.id))
    collection = Collection(found, documents.not_read(database), unopened=1)  # nothing is gone
    read = read_documents(project, collection, control, only_kept=True)
    is_same = {(each.document, each.span) for each in read.units} == {
        (each.document, each.span) for each in documents.text_units(database)
    }
    has_gaps = any(each.stage == Stage.EXTRACTION for each in journal.failures(database))
    if not is_same or (read.readings.missing and not has_gaps):
        raise InputError(
            "How documents are read was changed since the last index run.", "Index again, then edit the entities."
        )
    return read
