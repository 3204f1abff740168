"""Worker processes that can be lost: a crash, an overrun or a kill costs the one task at hand and nothing else."""

import faulthandler
import math
import multiprocessing
import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import ParamSpec, TypeVar

from graphrag_desktop.domain.errors import Cancelled, GraphRagError, ReadingFailed

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_START_SECONDS = 120.0  # a cold start with a language model, on a slow disk
_START_ATTEMPTS = 3  # a worker lost before it was ready is nobody's task's fault
_TAKEN = b"taken"
_GRACE_SECONDS = 2.0  # how long after the time limit a worker that nobody watches any more ends itself
_WALL_A_PROCESSOR = 3.0  # a task that waits, or a machine busy with other things, gets this much more time by the clock


@contextmanager
def worker_pool(
    count: int, *, seconds: float, megabytes: int, prepare: Callable[[], None] | None = None
) -> Iterator[Executor]:
    """An executor over `count` processes that have one task at a time each, `seconds` and `megabytes` for it.

    The seconds are processor time, rounded up to whole ones, so that a busy machine costs no file; by the clock a
    task has three times as many. A task that takes longer, needs more memory, or takes its process with it fails with
    a `ReadingFailed` that says which; the next task finds a new process. What a task raises itself comes back as it
    is. `prepare` runs once in each process; if it raises, so does every task. Leaving the context kills the processes
    at once, and so does the end of this process, however it ends. The memory limit holds on Linux alone, that of
    processor time wherever there is one to set (not on Windows).
    """
    terms = _Terms(seconds, megabytes, None if prepare is None else pickle.dumps((prepare, (), {})))
    pool = _WorkerPool(count, terms)
    try:
        yield pool
    finally:
        pool.end()


@dataclass(frozen=True, slots=True)
class _Terms:
    """What a worker process is told at its start; `prepare` is pickled, so that nothing is imported before it asks."""

    seconds: float
    megabytes: int
    prepare: bytes | None

    @property
    def clock_seconds(self) -> float:
        return _WALL_A_PROCESSOR * self.seconds


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a task came to, in the worker; a worker that ran out of memory is worn."""

    value: object = None
    error: BaseException | None = None
    is_worn: bool = False


@dataclass(frozen=True, slots=True)
class _Task:
    """A pickled call, and where its result is awaited."""

    call: bytes
    future: "Future[object]"


class _WorkerPool(Executor):
    """One thread of this process for each worker process: it hands over tasks, waits, and replaces what was lost."""

    def __init__(self, count: int, terms: _Terms) -> None:
        self._count = max(1, count)
        self._terms = terms
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._workers: set[_Worker] = set()
        self._lock = threading.Lock()
        self._is_shut = False
        self._is_ending = False
        self._refusal: BaseException | None = None

    def submit(
        self, function: Callable[Parameters, Result], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> "Future[Result]":
        """Queue a call; it and its result travel pickled. Raises at once if the call cannot be pickled."""
        future: Future[Result] = Future()
        call = pickle.dumps((function, args, kwargs))
        with self._lock:
            if self._is_shut:
                raise RuntimeError("the worker pool is shut")
            self._tasks.put(_Task(call, future))  # type: ignore[arg-type]  # a Future is invariant; it gets what the call returns
            if len(self._threads) < self._count:
                thread = threading.Thread(target=self._serve, name=f"worker {len(self._threads)}", daemon=True)
                self._threads.append(thread)
                thread.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002  # as declared by Executor
        """Take no more tasks; what was submitted is still done, unless `cancel_futures`."""
        with self._lock:
            self._is_shut = True
        if cancel_futures:
            self._withdraw()
        for _ in self._threads:
            self._tasks.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def end(self) -> None:
        """Kill every worker; tasks under way end as `Cancelled`, those that wait are withdrawn."""
        with self._lock:
            self._is_shut = self._is_ending = True
            workers = tuple(self._workers)
        for worker in workers:
            worker.kill()
        self.shutdown(cancel_futures=True)

    def _withdraw(self) -> None:
        with suppress(queue.Empty):
            while True:
                task = self._tasks.get_nowait()
                if task is not None:
                    task.future.cancel()

    def _serve(self) -> None:
        worker: _Worker | None = None
        while (task := self._tasks.get()) is not None:
            if task.future.set_running_or_notify_cancel():
                worker = self._run(task, worker)
        if worker is not None:
            self._bury(worker)

    def _run(self, task: _Task, worker: "_Worker | None") -> "_Worker | None":
        """Settle the task; returns the worker that the next one may use."""
        try:
            worker = self._handed_over(task, worker)
            outcome = worker.reply(self._terms.clock_seconds)
        except Exception as error:  # noqa: BLE001  # whatever it is, who waits for the future must learn of it
            outcome = _Outcome(error=error, is_worn=True)
        if outcome.is_worn and worker is not None:
            self._bury(worker)
            worker = None
        if outcome.error is None:
            task.future.set_result(outcome.value)
        else:
            task.future.set_exception(Cancelled() if self._is_ending else outcome.error)
        return worker

    def _handed_over(self, task: _Task, worker: "_Worker | None") -> "_Worker":
        """The worker that now has the task; one that was lost while it waited is replaced."""
        if worker is not None:
            if worker.ask(task.call):
                return worker
            self._bury(worker)
        for _ in range(_START_ATTEMPTS):
            worker = self._started()
            if worker.ask(task.call):
                return worker
            self._bury(worker)
        raise ReadingFailed("A reading process was lost before it could begin.", "Close other programs and run again.")

    def _started(self) -> "_Worker":
        for attempt in range(1, _START_ATTEMPTS + 1):
            if self._refusal is not None:
                raise self._refusal
            with self._lock:
                if self._is_ending:
                    raise Cancelled
                worker = _Worker(self._terms)
                self._workers.add(worker)
            try:
                self._refusal = worker.reply(_START_SECONDS).error
            except ReadingFailed:
                self._bury(worker)
                if attempt == _START_ATTEMPTS:
                    raise
            else:
                if self._refusal is None:
                    return worker
                self._bury(worker)
                raise self._refusal
        raise AssertionError("unreachable")

    def _bury(self, worker: "_Worker") -> None:
        with self._lock:
            if worker not in self._workers:  # buried before, where it was lost
                return
            self._workers.discard(worker)
        worker.bury()


class _Worker:
    """A worker process and the line to it; used by one thread, but killed by any."""

    def __init__(self, terms: _Terms) -> None:
        context = multiprocessing.get_context("spawn")
        self._terms = terms
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, terms), daemon=True)
        with _deaf_to_interrupts():
            self._process.start()
        theirs.close()  # else its end would never be seen

    def ask(self, call: bytes) -> bool:
        """Hand over a call; False if nobody was there to take it, so that whatever happened is not the call's fault."""
        try:
            self._line.send_bytes(call)
            return self._line in wait([self._line, self._process.sentinel]) and self._line.recv_bytes() == _TAKEN
        except (EOFError, OSError):
            return False

    def reply(self, seconds: float) -> _Outcome:
        """Wait for what the worker says; raises `ReadingFailed` where it says nothing in time or nothing any more."""
        ready = wait([self._line, self._process.sentinel], seconds)
        if not ready:
            self.kill()
            raise ReadingFailed(
                f"It took longer than {seconds:g} seconds and was stopped.", "Split the file, or leave it out."
            )
        if self._line in ready:
            with suppress(EOFError, OSError):  # it ended before it finished speaking
                outcome = pickle.loads(self._line.recv_bytes())  # noqa: S301  # written by our own worker
                assert isinstance(outcome, _Outcome)
                return outcome
        raise ReadingFailed(
            self._how_it_ended(), "The other files are not affected. Leave this one out if it happens again."
        )

    def kill(self) -> None:
        """End the process now; nothing where it was buried meanwhile."""
        with suppress(ValueError):
            self._process.kill()

    def bury(self) -> None:
        """End the process and give back all it held."""
        self._process.kill()
        self._end_status()
        self._process.close()
        self._line.close()

    def _end_status(self) -> int:
        # Another thread that starts a process may have collected this one's status and not yet noted it.
        while (status := self._process.exitcode) is None:
            self._process.join(0.01)
        return status

    def _how_it_ended(self) -> str:
        status = self._end_status()
        if status == _OUT_OF_MEMORY_STATUS:
            return _memory_words(self._terms.megabytes)
        if status >= 0:
            return f"The process that read it crashed (exit status {status})."
        with suppress(ValueError):
            name = signal.Signals(-status).name
            if name == "SIGXCPU":
                return f"It took more than {self._terms.seconds:g} seconds of processor time and was stopped."
            if name == "SIGKILL":
                return "The process that read it was killed from outside, most likely because memory ran out."
            return f"The process that read it crashed ({name})."
        return f"The process that read it crashed (signal {-status})."


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started meanwhile never see Ctrl-C, not even before they can say that they ignore it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _memory_words(megabytes: int) -> str:
    return f"It needed more than {megabytes:,} MB of memory and was stopped."


# What follows runs in the worker process.

_OUT_OF_MEMORY_STATUS = 77  # a status no library uses, for a worker too short of memory to say so


def _work(line: Connection, terms: _Terms) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # One worker a core: each may use one. Libraries read this when they are first imported.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    _leave_no_dump()
    _limit_memory(terms.megabytes)
    prepared = _outcome(terms.prepare, terms.megabytes) if terms.prepare is not None else _Outcome()
    _send(line, prepared)
    with suppress(EOFError, OSError), Path(os.devnull).open("wb") as nowhere:
        while prepared.error is None:
            call = line.recv_bytes()
            line.send_bytes(_TAKEN)
            _limit_processor_time(terms.seconds)
            faulthandler.dump_traceback_later(terms.clock_seconds + _GRACE_SECONDS, exit=True, file=nowhere)  # no GIL
            outcome = _outcome(call, terms.megabytes)
            faulthandler.cancel_dump_traceback_later()
            _send(line, outcome)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _leave_no_dump() -> None:
    """A process that crashes writes none of the documents it holds to disk."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))


def _limit_memory(megabytes: int) -> None:
    if sys.platform != "linux":  # macOS accepts these limits and does not enforce them; Windows has none
        return
    import resource

    with suppress(OSError):  # should the whole machine run out, a worker goes before the window does
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")
    # DATA counts what can be written and is the process's own; AS would also count every library and model mapped.
    size = megabytes * 2**20
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (size if most == resource.RLIM_INFINITY else min(size, most), most))


def _limit_processor_time(seconds: float) -> None:
    """The system ends this process, whatever it does, once it has used so many seconds more."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    until = math.ceil(time.process_time() + seconds)
    if most == resource.RLIM_INFINITY or until < most:
        resource.setrlimit(resource.RLIMIT_CPU, (until, most))


def _outcome(call: bytes, megabytes: int) -> _Outcome:
    try:
        function, args, kwargs = pickle.loads(call)  # noqa: S301  # written by our own parent process
        return _Outcome(function(*args, **kwargs))
    except MemoryError:
        return _Outcome(error=ReadingFailed(_memory_words(megabytes), "Split the file, or leave it out."), is_worn=True)
    except BaseException as error:  # noqa: BLE001  # even a panic of a compiled library is told, not printed
        return _Outcome(error=_portable(error))


def _portable(error: BaseException) -> BaseException:
    """The error itself where it survives pickling and is an `Exception`, else its words."""
    if not isinstance(error, GraphRagError):
        error.add_note("In a worker process:\n" + "".join(traceback.format_exception(error)))
    with suppress(Exception):
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301  # written one line before
        if isinstance(error, Exception) and type(copy) is type(error):
            return error
    return ReadingFailed(f"{type(error).__name__}: {error}")


def _send(line: Connection, outcome: _Outcome) -> None:
    try:
        try:
            message = pickle.dumps(outcome)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001  # a result that cannot be pickled is that task's failure
            message = pickle.dumps(_Outcome(error=_portable(error)))
        line.send_bytes(message)
    except MemoryError:
        os._exit(_OUT_OF_MEMORY_STATUS)
