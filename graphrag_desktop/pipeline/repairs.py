"""Repairing a damaged project: all that can be read goes into a new file, and what is made of it is made anew.

Nothing is asked of a model and no document is opened; the damaged file stays beside the repaired one.
"""

import contextlib
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from graphrag_desktop.domain.errors import ProjectDamaged, ProjectError, ProjectInUse, ProjectReadOnly
from graphrag_desktop.domain.index import Failure
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.collection import kept_documents
from graphrag_desktop.pipeline.finishing import finish_index
from graphrag_desktop.pipeline.indexing import commit_documents, read_documents
from graphrag_desktop.pipeline.run import carry_out_run
from graphrag_desktop.project import Project, open_project
from graphrag_desktop.storage import journal
from graphrag_desktop.storage.check import find_problems
from graphrag_desktop.storage.migrations import NEWEST
from graphrag_desktop.storage.project_file import claim_writing, is_there, journals_of, make_private, read_head
from graphrag_desktop.storage.salvage import forget_stages, has_whole_hierarchy, salvage

_HIERARCHY = frozenset({"communities", "memberships", "entities", "relationships"})


@dataclass(frozen=True, slots=True)
class Repair:
    """What was wrong with a project and what became of it; `problems` are empty where it was sound, and nothing was done.

    `damaged` is where the file lies as it was. `lost` counts places of tables that could not be read, most of which are
    made anew: `failures` are what is still missing, which indexing the folder again brings back.
    """

    problems: tuple[str, ...] = ()
    damaged: Path | None = None
    lost: Mapping[str, int] = field(default_factory=dict)
    is_rebuilt: bool = False
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class _Rebuilding:
    """A run that makes the index of what is kept: no file is opened and no model is asked. Communities may be found anew."""

    anew: bool
    trial: int = 0

    def do(self, project: Project, run: int, control: RunControl) -> tuple[int, int]:
        project.ask_nobody(control)
        read = read_documents(project, kept_documents(project), control)
        journal.count_readings(project.database, run, done=read.readings.done, reused=read.readings.reused)
        commit_documents(project, read, control, anew=self.anew)
        finish_index(project, control)
        return read.readings.done, read.readings.reused


def problems_of(path: Path) -> tuple[str, ...]:
    """What is wrong with the project at `path`, though it cannot even be opened; empty for a sound one."""
    try:
        with open_project(path, for_writing=False) as project:
            return find_problems(project.database)
    except ProjectError as error:
        if type(error) not in {ProjectDamaged, ProjectError}:  # it is none, or not ours to open
            raise
        return (error.message,)


def repair_project(path: Path, control: RunControl) -> Repair:
    """Repair the project at `path`; a sound one is left as it is.

    The file is replaced once another one is sound and complete: until then, and wherever this raises, it is as it was.
    """
    read_head(path, NEWEST)
    with _claimed(path):
        problems = problems_of(path)
        if not problems:
            return Repair()
        control.checkpoint()
        damaged = _copied(path)
        fresh = path.with_name(f".{path.name}.repaired")
        fresh.unlink(missing_ok=True)
        try:
            lost = _salvaged(damaged, fresh)
            is_rebuilt, failures = _made_whole(fresh, lost, control)
            for journal in journals_of(path):
                journal.unlink(missing_ok=True)
            fresh.replace(path)
        except OSError as error:
            raise ProjectReadOnly(
                f"{path.name} cannot be repaired where it lies: {error.strerror}.",
                "Copy it to a place with room for two more of it that you may write, and repair the copy.",
            ) from error
        finally:
            with contextlib.suppress(OSError):
                fresh.unlink(missing_ok=True)
    return Repair(problems, damaged, lost, is_rebuilt, failures)


@contextlib.contextmanager
def _claimed(path: Path) -> Iterator[None]:
    lock = claim_writing(path)
    if lock is None:
        raise ProjectInUse(f"{path.name} is open in another window or program.", "Close it there, and try again.")
    try:
        yield
    finally:
        lock.release()


def _copied(path: Path) -> Path:
    """A copy of the damaged file, with its journal, beside it under a name of its own."""
    number = 1
    while is_there(copy := path.with_name(f"{path.name}.damaged{f'-{number}' if number > 1 else ''}")):
        number += 1
    for source, target in zip((path, *journals_of(path)), (copy, *journals_of(copy)), strict=True):
        if is_there(source):
            make_private(target)
            shutil.copyfile(os.path.realpath(source), target)
    return copy


def _salvaged(damaged: Path, fresh: Path) -> dict[str, int]:
    """What can be read of the damaged file, in a new one; the copy that stays is not written to."""
    work = fresh.with_suffix(".work")
    try:
        for source, target in zip((damaged, *journals_of(damaged)), (work, *journals_of(work)), strict=True):
            target.unlink(missing_ok=True)
            if is_there(source):
                make_private(target)
                shutil.copyfile(source, target)
        return salvage(work, fresh)
    finally:
        for each in (work, *journals_of(work), work.with_name(f"{work.name}-shm")):
            each.unlink(missing_ok=True)


def _made_whole(fresh: Path, lost: Mapping[str, int], control: RunControl) -> tuple[bool, tuple[Failure, ...]]:
    """Have the index made anew where it has gaps; returns whether it was, and what could not be made."""
    with open_project(fresh) as project:
        problems = find_problems(project.database)
    failures: tuple[Failure, ...] = ()
    is_rebuilt = bool(problems) or bool(lost)
    if is_rebuilt:
        anew = not (_HIERARCHY.isdisjoint(lost) and has_whole_hierarchy(fresh))
        forget_stages(fresh)
        with open_project(fresh) as project:
            failures = carry_out_run(project, control, _Rebuilding(anew)).failures
            problems = find_problems(project.database)
    if problems:
        raise ProjectDamaged(
            f"It cannot be repaired as a whole. {problems[0]}",
            "Nothing was changed. Restore it from a backup, or index the folder into a new project.",
        )
    return is_rebuilt, failures
