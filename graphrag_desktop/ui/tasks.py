"""The only place where the window meets threads.

A panel says what to run and which of its slots want to hear of it:

    task = self._runner.start(ask, project, question, parent=self)
    task.progressed.connect(self._answer_grew)
    task.result.connect(self._question_answered)
    task.failed.connect(self._question_failed)

Worker threads never touch a panel or a `Task`. They put what happened into the inbox of the `TaskRunner`, which outlives
them all, and wake it; in the window's thread it hands that on to the `Task`, which belongs to its panel and dies with it.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from shiboken6 import Shiboken

from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.ui.collector import WindowCollector

_THREADS = 16  # more than anyone starts at a time: a question never waits behind an index run
_BURST_SECONDS = 0.008  # half a frame; what is left is handed on after the window has painted


class Task(QObject):
    """One function running in the background; made by `TaskRunner.start` and gone once `finished` was emitted."""

    progressed = Signal(object)  # an event of the function, in order
    result = Signal(object)  # what it returned
    failed = Signal(object)  # the exception it raised
    finished = Signal()  # it is over, however it ended; always the last signal

    def __init__(self, control: RunControl, parent: QObject) -> None:
        super().__init__(parent)
        self._control = control

    @property
    def is_held(self) -> bool:
        """Whether it was asked to pause."""
        return self._control.is_held

    @property
    def is_cancelled(self) -> bool:
        """Whether it was asked to stop."""
        return self._control.is_cancelled

    def hold(self) -> None:
        """Ask the function to pause at its next checkpoint; what it has already done is still told."""
        self._control.hold()

    def resume(self) -> None:
        """Let it go on after `hold`."""
        self._control.resume()

    def cancel(self) -> None:
        """Ask the function to stop; from now on only `finished` is emitted."""
        self._control.cancel()


class TaskRunner(QObject):
    """Runs functions on worker threads; the application makes one, and calls `shut_down` before it ends."""

    _woken = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="task")
        self._inbox: SimpleQueue[tuple[int, str, tuple[Any, ...]]] = SimpleQueue()
        self._controls: dict[int, RunControl] = {}  # of functions still running
        self._tasks: dict[int, Task] = {}  # of panels still alive
        self._last_number = 0
        self._is_over = False
        self._is_awake = False
        self._collector = WindowCollector(self)
        self._next_burst = QTimer(
            self, singleShot=True, interval=0
        )  # a timer waits for input and painting to be seen to
        self._next_burst.timeout.connect(self._deliver)
        self._woken.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def start(self, function: Callable[..., Any], *arguments: object, parent: QObject) -> Task:
        """Run `function(*arguments, control)` for as long as `parent` lives.

        Raises `TypeError` if the function or an argument belongs to the window: a thread that keeps the last reference
        to a widget takes it apart, and the process with it. Once everything was shut down nothing runs any more: a timer
        that fires in a window's last moments starts a task of which nothing is heard.
        """
        for each in (getattr(function, "__self__", None), *arguments):
            if isinstance(each, QObject):
                raise TypeError(f"{type(each).__name__} belongs to the window and cannot be handed to another thread")
        self._last_number += 1
        number = self._last_number
        control = RunControl(emit=partial(self._post, number, "progressed"))
        task = Task(control, parent)
        task.destroyed.connect(lambda: self._abandon(number))
        if self._is_over:
            return task
        self._controls[number] = control
        self._tasks[number] = task
        self._collector.set_busy(is_busy=True)
        self._pool.submit(self._run, number, partial(function, *arguments, control))
        return task

    @property
    def is_busy(self) -> bool:
        """Whether any function is still running, of living panels or not."""
        return bool(self._controls)

    def shut_down(self) -> None:
        """Stop every function and wait for it; nothing is emitted any more."""
        self._is_over = True
        self._tasks.clear()
        for control in tuple(self._controls.values()):
            control.cancel()
        self._pool.shutdown(cancel_futures=True)
        self._controls.clear()
        self._collector.stop()

    def _run(self, number: int, work: Callable[[], Any]) -> None:
        try:
            self._post(number, "result", work())
        except Cancelled:
            pass
        except Exception as error:  # noqa: BLE001 - the window decides how to show it
            self._post(number, "failed", error)
        finally:
            self._post(number, "finished")

    def _post(self, number: int, signal: str, *arguments: Any) -> None:  # noqa: ANN401 - whatever the function gives
        self._inbox.put((number, signal, arguments))
        if not self._is_awake:  # one call for many events; two threads may both call, which does no harm
            self._is_awake = True
            self._woken.emit()

    @Slot()
    def _deliver(self) -> None:
        """Hand on what has arrived, for half a frame at most; the rest after the window had its turn."""
        self._is_awake = False  # first, so that nothing posted from here on is missed
        until = time.perf_counter() + _BURST_SECONDS
        while time.perf_counter() < until:
            try:
                number, signal, arguments = self._inbox.get_nowait()
            except Empty:
                return
            self._hand_on(number, signal, arguments)
        self._is_awake = True  # the timer calls; no thread needs to
        self._next_burst.start()

    def _hand_on(self, number: int, signal: str, arguments: tuple[Any, ...]) -> None:
        task = self._tasks.get(number)
        if signal == "finished":
            self._tasks.pop(number, None)
            if self._controls.pop(number, None):
                self._collector.set_busy(is_busy=self.is_busy)
        if task is not None and (signal == "finished" or not task.is_cancelled):
            getattr(task, signal).emit(*arguments)
        if signal == "finished" and task is not None and Shiboken.isValid(task):  # a slot may have deleted its panel
            task.deleteLater()

    def _abandon(self, number: int) -> None:
        self._tasks.pop(number, None)
        if control := self._controls.get(number):
            control.cancel()
