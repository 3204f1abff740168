"""Many items, several workers, one consumer: results as they finish, failures beside them."""

import queue
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from typing import TypeVar

from graphrag_desktop.domain.errors import Cancelled, ProjectError
from graphrag_desktop.domain.run_control import RunControl

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_LOOK_AGAIN_SECONDS = 0.2  # while held nothing else wakes the consumer


def fan_out(
    function: Callable[[Item], Outcome],
    items: Iterable[Item | None],
    executor: Executor,
    control: RunControl,
    *,
    in_flight: int = 8,
) -> Iterator[tuple[Item, Outcome | Exception]]:
    """Run `function` on every item and yield `(item, outcome or its error)` as they finish.

    Unordered: the consumer orders by key. At most `in_flight` items are handed in at a time, so a
    long list is never held by the executor. One failing item never ends the others, unless with a
    `ProjectError`: where the project cannot be written, all that the others come to would be lost. While the run
    is held nothing new is handed in and what finishes is still yielded. On cancel what waits is
    withdrawn and `Cancelled` is raised; what already runs is the executor's to end. An item that is None says that the
    next one has to wait for what runs: the consumer has seen its outcome when it is asked for again.
    """
    finished: queue.SimpleQueue[tuple[Item, Future[Outcome]] | None] = queue.SimpleQueue()
    running: set[Future[Outcome]] = set()
    waiting = iter(items)
    is_exhausted = False
    forget = control.on_cancel(partial(finished.put, None))
    try:
        while True:
            while not is_exhausted and len(running) < in_flight and not (control.is_held and running):
                control.checkpoint()
                try:
                    item = next(waiting)
                except StopIteration:
                    is_exhausted = True
                else:
                    if item is None:
                        break
                    running.add(_hand_in(function, item, executor, finished))
            if not running:
                return
            try:
                arrived = finished.get(timeout=_LOOK_AGAIN_SECONDS if control.is_held else None)
            except queue.Empty:
                continue
            if control.is_cancelled:
                raise Cancelled
            if arrived is not None:
                done, future = arrived
                running.discard(future)
                outcome = _outcome(future)
                yield done, outcome
    finally:
        forget()
        for future in running:
            future.cancel()


def _hand_in(
    function: Callable[[Item], Outcome],
    item: Item,
    executor: Executor,
    finished: "queue.SimpleQueue[tuple[Item, Future[Outcome]] | None]",
) -> "Future[Outcome]":
    future = executor.submit(function, item)
    future.add_done_callback(lambda ended: finished.put((item, ended)))
    return future


def _outcome(future: "Future[Outcome]") -> Outcome | Exception:
    if future.cancelled():
        return Cancelled()
    error = future.exception()
    if error is None:
        return future.result()
    if not isinstance(error, Exception) or isinstance(error, ProjectError):
        raise error
    return error
