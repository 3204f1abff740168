"""Reading tasks: planned by text alone, read in worker processes or here, each failing on its own."""

import multiprocessing
from typing import cast

import pytest

from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.extractions import Reading, ReadingFailure, ReadingTask
from graphrag_desktop.domain.identity import DocumentId, Key
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.builtin_reading import plan_reading, read_tasks
from tests.news import TEXTS, parsed

LONG = "\n".join(f"The harbour master of Askvoll counted {n} ships in the bay on that day." for n in range(1_200))


def _read(tasks: list[ReadingTask], workers: int = 2) -> dict[Key, Reading]:
    found = list(read_tasks(tasks, workers, RunControl()))
    assert not any(isinstance(each, ReadingFailure) for each in found)
    return {each[0].key: each[1] for each in found if isinstance(each, tuple)}


def test_that_the_same_text_has_the_same_key_in_every_document() -> None:
    text = TEXTS["2019-wind.txt"]
    [one] = plan_reading(parsed("a.txt", text))
    [other] = plan_reading(parsed("b.txt", text))

    assert (one.key, one.start, one.text) == (other.key, 0, text)


def test_that_tasks_cover_a_long_document() -> None:
    tasks = plan_reading(parsed("long.txt", LONG))

    assert len(tasks) > 1
    assert "".join(task.text for task in tasks) == LONG
    assert [task.start for task in tasks] == [LONG.index(task.text) for task in tasks]


def test_that_an_empty_document_needs_no_reading() -> None:
    assert plan_reading(parsed("empty.txt", " \n\n ")) == ()


def test_that_worker_processes_read_what_this_process_would() -> None:
    tasks = list(plan_reading(parsed("long.txt", LONG)))
    here = {
        key: reading
        for task in tasks
        for key, reading in _read([ReadingTask(task.key, task.document, 0, task.text[:20_000])]).items()
    }
    there = _read([ReadingTask(task.key, task.document, 0, task.text[:20_000]) for task in tasks])

    assert there == here


@pytest.mark.parametrize("size", [1, 40_000])
def test_that_a_task_that_fails_ends_no_other(size: int) -> None:
    texts = ["It rains. " * size, cast(str, b"no text at all"), "The sun shines."]
    tasks = [ReadingTask(Key(str(at)), DocumentId("d"), 0, text[:40_000]) for at, text in enumerate(texts)]
    found = list(read_tasks(tasks, 1, RunControl()))

    assert [each.task.key for each in found if isinstance(each, ReadingFailure)] == ["1"]
    assert all(each.reason for each in found if isinstance(each, ReadingFailure))
    assert sorted(each[0].key for each in found if isinstance(each, tuple)) == ["0", "2"]


def test_that_a_cancelled_run_reads_no_more() -> None:
    control = RunControl()
    control.cancel()
    with pytest.raises(Cancelled):
        list(read_tasks([ReadingTask(Key("k"), DocumentId("d"), 0, "One text.")], 1, control))


def test_that_cancelling_ends_the_workers() -> None:
    control = RunControl()
    tasks = [ReadingTask(Key(str(at)), DocumentId("d"), 0, LONG[:30_000]) for at in range(20)]
    found = read_tasks(tasks, 1, control)
    next(found)
    control.cancel()
    with pytest.raises(Cancelled):
        list(found)
    assert multiprocessing.active_children() == []
