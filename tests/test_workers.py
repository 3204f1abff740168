"""Real processes, lost in every way we know: each costs one task."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from graphrag_desktop.domain.errors import Cancelled, ReadingFailed, UnreadableDocument
from graphrag_desktop.domain.fan_out import fan_out
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.workers import worker_pool

IS_WINDOWS = sys.platform == "win32"
FOREVER = 3600.0

prepared: list[int] = []


class TwoPartError(Exception):
    """Pickles, but cannot be unpickled: its constructor takes more than its `args`."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first)
        self.second = second


def double(number: int) -> int:
    return 2 * number


def process_id(_: int = 0) -> int:
    return os.getpid()


def end_at_once(_: int = 0) -> None:
    os._exit(3)


def kill_itself(_: int = 0) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def abort(_: int = 0) -> None:
    os.abort()


def read_for_ever(_: int = 0) -> None:
    time.sleep(FOREVER)


def wait_longer_than_it_may_work(_: int = 0) -> str:
    time.sleep(1.2)
    return "waited"


def work_for_half_a_second(_: int = 0) -> int:
    until = time.process_time() + 0.5
    while time.process_time() < until:
        pass
    return os.getpid()


def hold_the_interpreter(_: int = 0) -> None:
    re.match(r"(a+)+$", "a" * 64 + "b")  # hours, without ever letting another thread run


def fill_memory(_: int = 0) -> None:
    kept = []
    while True:
        kept.append(bytearray(16 * 2**20))


def refuse(_: int = 0) -> None:
    raise UnreadableDocument("letter.txt needs a password.", "Remove the password.")


def raise_what_cannot_travel(_: int = 0) -> None:
    raise TwoPartError("first", "second")


def return_what_cannot_travel(_: int = 0) -> object:
    return threading.Lock()


def interrupt_itself(_: int = 0) -> str:
    os.kill(os.getpid(), signal.SIGINT)
    return "went on"


def be_lost_or_double(number: int) -> int:
    if number % 3 == 0:
        os._exit(1)
    return 2 * number


def note_preparation() -> None:
    prepared.append(os.getpid())


def preparations(_: int = 0) -> tuple[int, int]:
    return len(prepared), os.getpid()


def fail_to_prepare() -> None:
    raise UnreadableDocument("The language model is missing.", "Install again.")


def test_that_results_come_back() -> None:
    with worker_pool(2, seconds=60, megabytes=1000) as pool:
        assert sorted(pool.map(double, range(20))) == [2 * number for number in range(20)]
        assert pool.submit(process_id).result() != os.getpid()


@pytest.mark.parametrize(
    ("task", "words"),
    [
        pytest.param(end_at_once, "crashed (exit status 3)"),
        pytest.param(kill_itself, "killed", marks=pytest.mark.skipif(IS_WINDOWS, reason="no SIGKILL")),
        pytest.param(abort, "SIGABRT", marks=pytest.mark.skipif(IS_WINDOWS, reason="no SIGABRT")),
    ],
)
def test_that_a_lost_process_fails_its_task_alone(task: Callable[[], None], words: str) -> None:
    with worker_pool(1, seconds=60, megabytes=1000) as pool:
        before, lost, after = pool.submit(double, 1), pool.submit(task), pool.submit(double, 2)
        assert before.result() == 2
        with pytest.raises(ReadingFailed, match=re.escape(words)) as caught:
            lost.result()
        assert caught.value.hint
        assert after.result() == 4


def test_that_every_lost_task_is_named_among_many() -> None:
    with worker_pool(2, seconds=60, megabytes=1000) as pool:
        outcomes = dict(fan_out(be_lost_or_double, range(12), pool, RunControl(), in_flight=4))
    assert {number for number, outcome in outcomes.items() if isinstance(outcome, ReadingFailed)} == {0, 3, 6, 9}
    assert all(outcomes[number] == 2 * number for number in outcomes if number % 3)


def test_that_an_overrun_of_time_by_the_clock_says_so() -> None:
    with worker_pool(1, seconds=0.2, megabytes=1000) as pool:
        late, after = pool.submit(read_for_ever), pool.submit(double, 2)
        with pytest.raises(ReadingFailed, match=r"longer than 0\.6 seconds"):
            late.result()
        assert after.result() == 4


@pytest.mark.skipif(IS_WINDOWS, reason="no limit of processor time there")
def test_that_an_overrun_of_processor_time_says_so() -> None:
    with worker_pool(1, seconds=1, megabytes=1000) as pool:
        late, after = pool.submit(hold_the_interpreter), pool.submit(double, 2)
        with pytest.raises(ReadingFailed, match=r"more than 1 seconds of processor time|longer than 3 seconds"):
            late.result()
        assert after.result() == 4


def test_that_waiting_is_not_work() -> None:
    with worker_pool(1, seconds=1, megabytes=1000) as pool:
        assert pool.submit(wait_longer_than_it_may_work).result() == "waited"


@pytest.mark.skipif(IS_WINDOWS, reason="no limit of processor time there")
def test_that_each_task_has_its_own_processor_time() -> None:
    with worker_pool(1, seconds=1, megabytes=1000) as pool:
        processes = set(pool.map(work_for_half_a_second, range(4)))
    assert len(processes) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what a process may write to")
def test_that_an_overrun_of_memory_says_so() -> None:
    with worker_pool(1, seconds=60, megabytes=200) as pool:
        greedy, after = pool.submit(fill_memory), pool.submit(double, 2)
        with pytest.raises(ReadingFailed, match="more than 200 MB of memory"):
            greedy.result()
        assert after.result() == 4


def test_that_an_idle_process_that_was_killed_is_replaced() -> None:
    with worker_pool(1, seconds=60, megabytes=1000) as pool:
        first = pool.submit(process_id).result()
        os.kill(first, signal.SIGKILL)
        while psutil.Process(first).status() != psutil.STATUS_ZOMBIE:  # the signal takes its time to land
            pass
        assert pool.submit(process_id).result() != first


def test_that_what_a_task_raises_comes_back_as_it_is() -> None:
    with worker_pool(1, seconds=60, megabytes=1000) as pool:
        with pytest.raises(UnreadableDocument, match="needs a password") as caught:
            pool.submit(refuse).result()
        assert caught.value.hint == "Remove the password."
        with pytest.raises(ZeroDivisionError):
            pool.submit(divmod, 1, 0).result()


def test_that_what_cannot_travel_fails_its_task_alone() -> None:
    with worker_pool(1, seconds=60, megabytes=1000) as pool:
        with pytest.raises(ReadingFailed, match="TwoPartError: first"):
            pool.submit(raise_what_cannot_travel).result()
        with pytest.raises(TypeError, match="pickle"):
            pool.submit(return_what_cannot_travel).result()
        assert pool.submit(double, 2).result() == 4


def test_that_a_process_that_leaves_by_system_exit_fails_its_task_alone() -> None:
    with worker_pool(1, seconds=60, megabytes=1000) as pool:
        with pytest.raises(ReadingFailed, match="SystemExit"):
            pool.submit(sys.exit, 2).result()
        assert pool.submit(double, 2).result() == 4


def test_that_preparation_runs_once_in_each_process() -> None:
    with worker_pool(1, seconds=60, megabytes=1000, prepare=note_preparation) as pool:
        first, second = pool.submit(preparations).result(), pool.submit(preparations).result()
        assert first == second == (1, first[1])
        with pytest.raises(ReadingFailed):
            pool.submit(end_at_once).result()
        count, process = pool.submit(preparations).result()
        assert count == 1
        assert process != first[1]


def test_that_failed_preparation_fails_every_task_with_its_reason() -> None:
    with worker_pool(2, seconds=60, megabytes=1000, prepare=fail_to_prepare) as pool:
        for future in [pool.submit(double, number) for number in range(6)]:
            with pytest.raises(UnreadableDocument, match="language model is missing"):
                future.result()


def test_that_leaving_ends_what_runs_and_withdraws_what_waits() -> None:
    with worker_pool(1, seconds=FOREVER, megabytes=1000) as pool:
        assert pool.submit(double, 1).result() == 2
        running, waiting = pool.submit(read_for_ever), pool.submit(double, 2)
        assert not running.done()
    assert waiting.cancelled()
    assert running.cancelled() or isinstance(running.exception(timeout=0), Cancelled)
    with pytest.raises(RuntimeError):
        pool.submit(double, 1)


def test_that_cancel_leaves_a_pool_that_is_busy_for_ever() -> None:
    control = RunControl()
    threading.Timer(0.2, control.cancel).start()

    def run() -> None:
        with worker_pool(2, seconds=FOREVER, megabytes=1000) as pool:
            for _ in fan_out(read_for_ever, range(4), pool, control):
                pytest.fail("nothing can have finished")

    with pytest.raises(Cancelled):
        run()


@pytest.mark.skipif(IS_WINDOWS, reason="no Ctrl-C is sent to one process there")
def test_that_an_interrupt_from_the_terminal_does_not_reach_a_worker() -> None:
    with worker_pool(1, seconds=60, megabytes=1000) as pool:
        assert pool.submit(interrupt_itself).result() == "went on"


PARENT = """
import sys
from graphrag_desktop.workers import worker_pool
from test_workers import double, {task}

if __name__ == "__main__":
    with worker_pool(2, seconds={seconds}, megabytes=1000) as pool:
        list(pool.map(double, range(8)))
        futures = [pool.submit({task}) for _ in range(4)]
        print("ready", flush=True)
        sys.stdin.read()
"""


@pytest.mark.skipif(IS_WINDOWS, reason="no kill -9")
@pytest.mark.parametrize(("task", "seconds"), [("read_for_ever", FOREVER), ("hold_the_interpreter", 1.0)])
def test_that_no_worker_outlives_a_killed_parent(tmp_path: Path, task: str, seconds: float) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(task=task, seconds=seconds), encoding="utf-8")
    here = Path(__file__).resolve().parent
    parent = subprocess.Popen(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(here), str(here.parent)])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        parent.kill()
        assert parent.stdout.read() == b""  # ends only when the last process that holds it has ended


def test_that_a_worker_loads_neither_qt_nor_the_command_line() -> None:
    with worker_pool(1, seconds=60, megabytes=1000) as pool:
        loaded = pool.submit(loaded_modules).result()
    assert not {"PySide6", "typer", "graphrag_desktop.cli", "graphrag_desktop.ui", "numpy"} & loaded


def loaded_modules() -> set[str]:
    return set(sys.modules)


def environments_of_the_family() -> list[dict[str, str]]:
    """What this process and all that were started beside it were given, the tracker of resources among them."""
    parent = psutil.Process().parent()
    assert parent is not None
    return [each.environ() for each in parent.children(recursive=True)]


STARTED = """
import sys
from contextlib import suppress
from graphrag_desktop.__main__ import main
from graphrag_desktop.llm.keys import find_key
from graphrag_desktop.workers import worker_pool
from test_workers import environments_of_the_family

if __name__ == "__main__":
    sys.argv = ["graphrag-desktop", "--version"]
    with suppress(SystemExit):
        main()
    with worker_pool(2, seconds=60, megabytes=1000) as pool:
        found = pool.submit(environments_of_the_family).result()
    print(len(found), "TESTLEAK" in repr(found), "PATH" in found[0], find_key("http://127.0.0.1:1/v1").key)
"""


@pytest.mark.skipif(sys.platform == "darwin", reason="processes of others are not shown there")
def test_that_no_process_that_the_program_starts_is_given_a_key(tmp_path: Path) -> None:
    script = tmp_path / "started.py"
    script.write_text(STARTED, encoding="utf-8")
    here = Path(__file__).resolve().parent
    keys = {each: f"TESTLEAK-{each}" for each in ("GRAPHRAG_API_KEY", "OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY")}
    ended = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, **keys, "PYTHONPATH": os.pathsep.join([str(here), str(here.parent)])},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    processes, *said = ended.stdout.splitlines()[-1].split()
    assert int(processes) >= 1, ended.stderr
    assert said == ["False", "True", "TESTLEAK-GRAPHRAG_API_KEY"]
