"""An index run: from a folder to a project that can be browsed and asked, doing only what is not done yet."""

import contextlib
import os
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from graphrag_desktop.domain.errors import Cancelled, GraphRagError, InputError
from graphrag_desktop.domain.events import RunBegan, Stage, StageFinished
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.prices import run_terms
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.usage import CountingControl
from graphrag_desktop.pipeline.change_summary import keep_summary, look_at
from graphrag_desktop.pipeline.collection import check_folder, gather_documents
from graphrag_desktop.pipeline.finishing import finish_index
from graphrag_desktop.pipeline.indexing import collection_key, commit_documents, read_documents
from graphrag_desktop.project import Project, create_project, open_project
from graphrag_desktop.storage import clusterings, documents, graph, journal, replies
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


def build_index(
    project: Project, folder: Path, control: RunControl, trial: int = 0, *, anew: bool = False
) -> RunSummary:
    """Index `folder` into the project; running again is going on. A `trial` reads only so many of its documents.

    Whatever is finished is kept: after a stop, a crash or a change only what is new is done. Communities that did not change
    stay as they are, unless all are to be found `anew`. Where something failed for good the run goes on, the summary names
    it, and the next run tries that again. Raises `Cancelled` on a stop.
    """
    return carry_out_run(project, control, _Indexing(folder, trial, anew))


class RunWork(Protocol):
    """The work of a run, within all that every run notes of itself."""

    @property
    def trial(self) -> int:
        """Of a trial, how many documents it reads; else 0."""
        ...

    def do(self, project: Project, run: int, control: RunControl) -> tuple[int, int]:
        """Do it; returns how many readings were done and how many were kept."""
        ...


@dataclass(frozen=True, slots=True)
class _Indexing:
    """Indexing a folder, all of it or so many documents as a trial; communities may be found anew."""

    folder: Path
    trial: int
    anew: bool

    def do(self, project: Project, run: int, control: RunControl) -> tuple[int, int]:
        journal.keep_fact(project.database, "folder", str(self.folder.resolve()))
        collection = gather_documents(project, self.folder, control, self.trial)
        done = reused = 0
        if self.anew or journal.stage_key(project.database, "index") != collection_key(project, collection):
            read = read_documents(project, collection, control)
            done, reused = read.readings.done, read.readings.reused
            journal.count_readings(project.database, run, done=done, reused=reused)
            commit_documents(project, read, control, anew=self.anew)
        else:
            for stage in _ALL_STAGES:
                control.emit(StageFinished(stage, reused=True))
        finish_index(project, control)
        return done, reused


def carry_out_run(project: Project, control: RunControl, work: RunWork) -> RunSummary:
    """Do a run's work, and note how it ended, what it took and what it changed."""
    started = time.monotonic()
    before = look_at(project)
    number = journal.start_run(project.database, _now(), project.engine.name)
    counting = CountingControl(control)
    if project.models is not None:
        control.emit(RunBegan(run_terms(project.models, project.settings)))
    try:
        done, reused = work.do(project, number, counting)
    except BaseException as error:
        with contextlib.suppress(GraphRagError):  # what went wrong matters more than that it cannot be noted
            keep_summary(project, before, _now())
            journal.end_run(project.database, number, "stopped" if isinstance(error, Cancelled) else "failed", _now())
        raise
    finally:
        counting.stop_listening()
        with contextlib.suppress(GraphRagError):
            project.replies.write()
            replies.keep_usage(project.database, counting.lines, run=number)
    change = keep_summary(project, before, _now())
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
        trial=work.trial,
        change=change,
        rebuild_gain=clusterings.rebuild_gain(project.database),
    )


def discard_if_empty(project: Project) -> None:
    """Close the project, and take its file away if it holds nothing that would have to be made again."""
    is_empty = not project.read_only_reason and not journal.holds_work(project.database)
    path = project.path
    project.close()
    if is_empty:
        path.unlink(missing_ok=True)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
