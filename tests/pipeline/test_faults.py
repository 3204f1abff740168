"""A fault at a write or at a call of a run: nothing finished is lost, nothing is called a success that is none.

`make test` tries some of the writes and calls of a small run, `make soak` every one of them.
"""

import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import GraphRagError, NoSpaceLeft
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm import keys, server
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import open_project
from graphrag_desktop.storage.check import find_problems
from tests.faults import Disk, faulty
from tests.killing import tables
from tests.llm.speaking import QUICK
from tests.pipeline.model_projects import ModelRuns, write_folder
from tests.scripted_behaviour import FINE, Asked, Fault
from tests.scripted_server import ScriptedServer

IS_SOAK = bool(os.environ.get("GRAPHRAG_SOAK"))
AT_ONCE = 4


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelRuns]:
    monkeypatch.setattr(server, "RetryPolicy", lambda: QUICK)
    monkeypatch.setenv(keys.VARIABLE, "sk-x")
    with ScriptedServer() as running:
        yield small(ModelRuns(running, tmp_path, concurrency=AT_ONCE))


def small(runs: ModelRuns) -> ModelRuns:
    """Two documents of four sentences."""
    for each in runs.folder.iterdir():
        each.unlink()
    write_folder(runs.folder, documents=2, sentences=4)
    return runs


def stored_replies(path: Path) -> int:
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM model_replies").fetchone()[0])


def is_sound(path: Path) -> bool:
    with open_project(path, for_writing=False) as project:
        return find_problems(project.database) == ()


def chosen(count: int, some: int, seed: int) -> list[int]:
    """Numbers from 1 to `count`: all in a soak, else some of them with the first and the last."""
    if IS_SOAK:
        return list(range(1, count + 1))
    inner = random.Random(seed).sample(range(2, count), min(some - 2, count - 2))
    return sorted({1, *inner, count})


def broken_run(runs: ModelRuns, disk: Disk) -> RunSummary | None:
    """A run that meets the faults of a disk; None where it said that it failed."""
    try:
        with faulty(disk):
            return runs.run()
    except (GraphRagError, OSError):
        return None


@pytest.mark.parametrize("lasts", [1, 10**6], ids=["passes", "lasts"])
def test_that_a_full_disk_at_any_write_of_a_run_with_a_model_loses_nothing(
    runs: ModelRuns, tmp_path: Path, lasts: int
) -> None:
    writes = Disk()
    with faulty(writes):
        runs.run()
    whole, calls = tables(runs.path), runs.server.counts.calls
    for number in chosen(writes.writes, 5, seed=lasts):
        runs.path.unlink()
        runs.server.forget()
        disk = Disk(number, lasts)
        summary = broken_run(runs, disk)
        if summary is not None and summary.is_complete:  # it wrote less than the first time, or what may be missing
            assert not disk.has_failed or tables(runs.path) == whole, f"write {number}: success was said"
        kept, begun = stored_replies(runs.path), runs.server.counts.calls
        assert begun <= kept + AT_ONCE + 3, f"write {number}: calls were made whose replies could not be kept"
        again = runs.run()
        assert again.is_complete, f"write {number}: {again.failures}"
        assert tables(runs.path) == whole, f"write {number}"
        assert is_sound(runs.path), f"write {number}"
        assert runs.server.counts.calls <= calls + (begun - kept) + 3, (
            f"write {number}: a kept reply was asked for again"
        )


def test_that_a_disk_without_room_for_replies_ends_the_calls_at_once(runs: ModelRuns) -> None:
    write_folder(runs.folder, documents=4, sentences=24)
    with faulty(Disk(1, 10**6, table="INTO model_replies")), pytest.raises(NoSpaceLeft):
        runs.run(concurrency=2)
    units = runs.server.counts.tasks["extract"]
    assert units <= 8  # those begun with two at a time and some whose turn is next; there are more than twenty
    assert runs.run().is_complete


def test_that_a_full_disk_at_any_write_of_a_built_in_run_loses_nothing(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "papers", documents=3, sentences=6)
    path = tmp_path / "papers.graphrag"
    writes = Disk()
    with faulty(writes):
        index(path, folder)
    whole = tables(path)
    for number in chosen(writes.writes, 5, seed=3):
        path.unlink()
        disk = Disk(number, count=2)
        with faulty(disk):
            try:
                summary: RunSummary | None = index(path, folder)
            except (GraphRagError, OSError):
                summary = None
        assert summary is None or not disk.has_failed or tables(path) == whole
        again = index(path, folder)
        assert again.is_complete
        assert tables(path) == whole, f"write {number}"
        assert is_sound(path)


def index(path: Path, folder: Path) -> RunSummary:
    with start_project(path, folder) as project:
        return build_index(project, folder, RunControl())


LASTING = Fault(400, error={"error": {"message": "this text is odd"}})
PAUSING = Fault(402, error={"error": {"message": "no credit"}})


@pytest.mark.parametrize("fault", [LASTING, PAUSING], ids=["refused", "no credit"])
def test_that_a_call_that_fails_for_good_is_named_and_alone_made_again(runs: ModelRuns, fault: Fault) -> None:
    runs.run()
    whole = names(runs.path)
    asked = [each.body for each in runs.server.counts.requests if is_work(each)]
    for number in chosen(len(asked), 5, seed=fault.status):
        runs.path.unlink()
        runs.server.forget()
        body = asked[number - 1]
        runs.server.behave(faults=lambda each, body=body: fault if each.body == body else FINE)
        first = runs.run()
        assert not first.is_complete, f"call {number}: success was said"
        answered = {repr(each.body) for each in runs.server.counts.requests if each.body != body and is_work(each)}
        seen = len(runs.server.counts.requests)
        runs.server.behave(faults=lambda _: FINE)
        again = runs.run()
        assert again.is_complete, f"call {number}: {again.failures}"
        assert is_sound(runs.path)
        repeated = [
            each for each in runs.server.counts.requests[seen:] if repr(each.body) in answered and is_work(each)
        ]
        assert repeated == [], f"call {number}: what was answered was asked again"
        assert names(runs.path) == whole, f"call {number}"


def is_work(asked: Asked) -> bool:
    """Whether it is a call of the run itself, and none that looks whether the models are there."""
    return asked.task != "models" and asked.body.get("input") != ["yes"]


def names(path: Path) -> list[str]:
    """Entities without their numbers: a run with gaps gives them in another order."""
    return sorted(each.partition(", ")[2] for each in tables(path)["entities"])
