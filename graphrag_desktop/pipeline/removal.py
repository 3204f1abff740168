"""Taking documents out of a project with all that rests on them alone, and erasing them down to the last byte."""

from collections.abc import Collection as AnyOf
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from graphrag_desktop.domain.documents import (
    INSIDE,
    REMOVED_REASON,
    Document,
    DocumentState,
    RemovedDocument,
    SkippedFile,
)
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.events import Stage, StageFinished
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.collection import Collection
from graphrag_desktop.pipeline.erasure import erase_traces, read_traces
from graphrag_desktop.pipeline.finishing import finish_index
from graphrag_desktop.pipeline.indexing import commit_documents, read_documents
from graphrag_desktop.pipeline.run import carry_out_run
from graphrag_desktop.project import Project
from graphrag_desktop.storage import changes, documents, gone, journal
from graphrag_desktop.storage.project_file import backups_of

_SHORTEST_ID = 6


@dataclass(frozen=True, slots=True)
class RemovalPlan:
    """What taking documents out will do, before it does anything.

    `documents` are the paths that go, those of files inside them among them. `text_units`, `entities` and `reports` count what
    rests on them: entities that nothing else names go, reports are written anew, for which a model is asked.
    `answers` are those that quote them.
    """

    documents: tuple[str, ...]
    text_units: int
    entities: int
    entities_going: int
    reports: int
    answers: int
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class RemovalResult:
    """What a removal did: the run it took, the answers and items of the case file that were redacted, backups still to be deleted."""

    run: RunSummary
    documents: tuple[str, ...]
    redacted: int = 0
    backups: tuple[Path, ...] = ()


def find_documents(project: Project, names: Sequence[str]) -> tuple[DocumentId, ...]:
    """The documents of these paths or ids; raises `InputError` naming the first that is none."""
    known = documents.documents(project.database)
    found: dict[DocumentId, None] = {}
    for name in names:
        hits = [each.id for each in known if name in each.paths]
        hits = hits or [each.id for each in known if len(name) >= _SHORTEST_ID and each.id.startswith(name.lower())]
        if len(hits) != 1:
            raise InputError(
                f"The project has no document “{name}”." if not hits else f"“{name}” is the beginning of several ids.",
                "“graphrag-desktop info” lists the documents with their paths.",
            )
        found[hits[0]] = None
    return tuple(found)


def plan_removal(project: Project, ids: AnyOf[DocumentId]) -> RemovalPlan:
    """What taking these documents out will do."""
    going, staying = _apart(project, ids)
    lost = gone.lost_with(project.database, [each.id for each in going])
    return RemovalPlan(
        tuple(path for each in going for path in each.paths),
        lost.text_units,
        lost.entities,
        lost.entities_going,
        lost.reports,
        lost.answers,
        is_last=not any(each.has_text for each in staying),
    )


def remove_documents(project: Project, ids: AnyOf[DocumentId], control: RunControl) -> RemovalResult:
    """Take documents out, with their mentions and all that nothing else supports, from every table and cache.

    They stay out though their files may be in the folder, until they are taken back. Kept answers keep their snapshots.
    Reports that rested on them are written anew; nothing is read. All or nothing of it is committed; what a stop leaves to
    be written is written by the next run.
    """
    return _take_out(project, ids, control, is_erased=False)


def erase_documents(project: Project, ids: AnyOf[DocumentId], control: RunControl) -> RemovalResult:
    """Take documents out so that none of their words is left in the file, kept answers and the case file included.

    What stands in other documents too stays. Backups beside the project are named, not touched.
    """
    return _take_out(project, ids, control, is_erased=True)


@dataclass(frozen=True, slots=True)
class _Removing:
    """The run that takes documents out."""

    going: tuple[Document, ...]
    staying: tuple[Document, ...]
    is_erased: bool
    trial: int = 0

    def do(self, project: Project, run: int, control: RunControl) -> tuple[int, int]:
        """Build the index of what stays from what is kept, and commit it with the removal."""
        control.emit(StageFinished(Stage.DOCUMENTS, reused=True))
        read = read_documents(project, self._collection(project), control, only_kept=True)
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        removed = tuple(
            RemovedDocument(each.id, "" if self.is_erased else each.paths[0], now, self.is_erased)
            for each in self.going
        )
        journal.forget_failures_of(project.database, [path for each in self.going for path in each.paths])
        commit_documents(project, read, control, removal=gone.Removal(removed, ()))
        journal.count_readings(project.database, run, done=0, reused=read.readings.reused)
        finish_index(project, control)
        return 0, read.readings.reused

    def _collection(self, project: Project) -> Collection:
        skipped = {each.path: each for each in documents.not_read(project.database)}
        for each in self.going:
            for path in each.paths:
                skipped[path] = SkippedFile(path, REMOVED_REASON, DocumentState.LEFT_OUT)
        in_order = tuple(sorted(self.staying, key=lambda each: each.id))
        return Collection(in_order, tuple(skipped[path] for path in sorted(skipped)))


def _take_out(project: Project, ids: AnyOf[DocumentId], control: RunControl, *, is_erased: bool) -> RemovalResult:
    going, staying = _apart(project, ids)
    if not any(each.has_text for each in staying):
        raise InputError(
            "Nothing that can be read would be left in the project.",
            "Delete the project file instead, or index another folder first.",
        )
    paths = tuple(path for each in going for path in each.paths)
    redacted = 0
    if is_erased:  # first: what gives them away can be told only while they are there
        redacted = erase_traces(project, read_traces(project, frozenset(each.id for each in going)), paths)
    summary = carry_out_run(project, control, _Removing(going, staying, is_erased))
    if is_erased:
        changes.forget_paths(project.database, paths)
    project.database.compact()
    return RemovalResult(summary, paths, redacted, backups_of(project.path) if is_erased else ())


def _apart(project: Project, ids: AnyOf[DocumentId]) -> tuple[tuple[Document, ...], tuple[Document, ...]]:
    """The documents that go, with those that lie inside them and nowhere else, and the ones that stay."""
    known = documents.documents(project.database)
    chosen = frozenset(ids)
    if missing := chosen - {each.id for each in known}:
        raise InputError(
            f"The project has no document {min(missing)[:12]}.", "It was removed or changed since; look again."
        )
    containers = tuple(f"{path}{INSIDE}" for each in known if each.id in chosen for path in each.paths)
    going = tuple(
        each
        for each in known
        if each.id in chosen or (containers and all(path.startswith(containers) for path in each.paths))
    )
    return going, tuple(each for each in known if each not in going)
