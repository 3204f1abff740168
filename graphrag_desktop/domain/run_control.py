"""How long work learns that it should wait or stop, and says what it does.

Every long function takes a `RunControl` as its last argument. It is the only thing that
such a function knows of the outside: no signal, no widget, no thread.
"""

import threading
import time
from collections.abc import Callable

from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.events import Event


def _ignore(happened: Event) -> None:
    """Nobody listens."""


class RunControl:
    """The two-way line between a run and whoever started it; safe from any thread."""

    def __init__(self, emit: Callable[[Event], None] = _ignore) -> None:
        self.emit = emit
        self._condition = threading.Condition()
        self._is_cancelled = False
        self._is_held = False
        self._callbacks: list[Callable[[], None]] = []

    @property
    def is_cancelled(self) -> bool:
        """Whether the run was asked to stop."""
        return self._is_cancelled

    @property
    def is_held(self) -> bool:
        """Whether the run was asked to pause."""
        return self._is_held

    def checkpoint(self) -> None:
        """Wait while the run is held; raise `Cancelled` if it was asked to stop."""
        if not (self._is_cancelled or self._is_held):
            return
        with self._condition:
            while self._is_held and not self._is_cancelled:
                self._condition.wait()
        if self._is_cancelled:
            raise Cancelled

    def wait(self, seconds: float) -> None:
        """Wait, as before a retry, but wake and raise at once on cancel; a hold prolongs it."""
        deadline = time.monotonic() + seconds
        with self._condition:
            while not self._is_cancelled and (left := deadline - time.monotonic()) > 0:
                self._condition.wait(left)
        self.checkpoint()

    def hold(self) -> None:
        """Pause: the run stops at its next checkpoint, keeping all it has."""
        with self._condition:
            self._is_held = True

    def resume(self) -> None:
        """Go on after `hold`."""
        with self._condition:
            self._is_held = False
            self._condition.notify_all()

    def cancel(self) -> None:
        """Ask the run to stop, any number of times; callbacks run once, in this thread."""
        with self._condition:
            self._is_cancelled = True
            callbacks, self._callbacks = self._callbacks, []
            self._condition.notify_all()
        for callback in callbacks:
            callback()

    def on_cancel(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Have `callback` called on cancel (at once if that was before); returns how to take it back."""
        with self._condition:
            if not self._is_cancelled:
                self._callbacks.append(callback)
                return lambda: self._forget(callback)
        callback()
        return lambda: None

    def _forget(self, callback: Callable[[], None]) -> None:
        with self._condition:
            if callback in self._callbacks:
                self._callbacks.remove(callback)
