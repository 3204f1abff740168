"""Sockets that are shut down once their time is over: a head that drips never trips the limit on a single read."""

import contextlib
import heapq
import socket
import threading
import time
from collections.abc import Iterator


class Deadlines:
    """Watches any number of sockets with one thread, which runs while there are any."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._waiting: list[tuple[float, int]] = []
        self._sockets: dict[int, socket.socket] = {}
        self._number = 0
        self._is_running = False

    @contextlib.contextmanager
    def within(self, line: socket.socket, seconds: float) -> Iterator[None]:
        """Shut `line` down if the block is not left in so many seconds; raises `TimeoutError` then."""
        with self._condition:
            self._number += 1
            number = self._number
            self._sockets[number] = line
            heapq.heappush(self._waiting, (time.monotonic() + seconds, number))
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._watch, name="deadlines", daemon=True).start()
            elif self._waiting[0][1] == number:
                self._condition.notify()
        try:
            yield
        except Exception as error:
            if self._left(number):
                raise
            raise TimeoutError("it took too long to begin") from error
        else:
            self._left(number)

    def _left(self, number: int) -> bool:
        """Whether the block was left in time."""
        with self._condition:
            return self._sockets.pop(number, None) is not None

    def _watch(self) -> None:
        with self._condition:
            while self._waiting:
                when, number = self._waiting[0]
                if number in self._sockets and (left := when - time.monotonic()) > 0:
                    self._condition.wait(left)
                    continue
                heapq.heappop(self._waiting)
                line = self._sockets.pop(number, None)
                if line is not None:
                    with contextlib.suppress(OSError):
                        socket.socket.shutdown(line, socket.SHUT_RDWR)  # at once, though it be an encrypted one
            self._is_running = False


DEADLINES = Deadlines()
"""Those of this process."""
