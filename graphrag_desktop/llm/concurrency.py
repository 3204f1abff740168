"""How many requests a server has at a time: few at first, more while that pays, half as many when it struggles."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.pace import FIRST_LIMIT, Pace


@dataclass(frozen=True, slots=True)
class Ticket:
    """A request that was let through: its number among all, when that was, and how many were allowed at a time then."""

    number: int
    since: float
    limit: int


class Gate:
    """Lets requests through to one server, at most `limit` at a time, from any thread.

    It doubles while each step brings more replies a second, and goes back where it does not, so that a server that
    serves one at a time ends at 1. A refusal for haste or a timeout halves it, once for all requests that were under
    way together; from then on it grows by one.
    """

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._condition = threading.Condition()
        self._clock = clock
        self._most = most
        self._limit = min(FIRST_LIMIT, most)
        self._in_flight = 0
        self._waiting = 0
        self._entered = 0
        self._halved_at = 0
        self._is_serial = False
        self._pace = Pace()

    @property
    def limit(self) -> int:
        """How many are let through at a time now."""
        return self._limit

    @contextlib.contextmanager
    def slot(self, control: RunControl) -> Iterator[Ticket]:
        """A place for one request. Raises `Cancelled` on a stop."""
        with self._condition:
            if self._in_flight >= self._limit:
                self._wait(control)
            self._in_flight += 1
            self._entered += 1
            ticket = Ticket(self._entered, self._clock(), self._limit)
        try:
            yield ticket
        finally:
            with self._condition:
                self._in_flight -= 1
                self._condition.notify()

    def served(self, ticket: Ticket) -> None:
        """The request was answered as it should."""
        with self._condition:
            if self._is_serial or self._limit == self._most:
                return
            if not self._waiting:  # fewer are under way than might be, which says nothing of how many could
                self._pace.restart(self._entered + 1)
                return
            now = self._clock()
            self._change(self._pace.limit_after(ticket.number, now - ticket.since, self._limit, self._most, now))

    def struggled(self, ticket: Ticket) -> None:
        """The server refused the request for haste, or did not answer it in time."""
        with self._condition:
            if ticket.number > self._halved_at:
                self._halved_at = self._entered
                self._pace.be_careful()
                self._change(max(1, self._limit // 2))

    def serve_one_at_a_time(self) -> None:
        """From now on one request at a time."""
        with self._condition:
            self._is_serial = True
            self._change(1)

    def _wait(self, control: RunControl) -> None:
        forget = control.on_cancel(self._wake)
        self._waiting += 1
        try:
            while self._in_flight >= self._limit and not control.is_cancelled:
                self._condition.wait()
        finally:
            self._waiting -= 1
            forget()
        if control.is_cancelled:
            self._condition.notify()  # whoever woke this one meant to let somebody in
            raise Cancelled

    def _wake(self) -> None:
        with self._condition:
            self._condition.notify_all()

    def _change(self, limit: int) -> None:
        if limit != self._limit:
            self._limit = limit
            self._pace.restart(self._entered + 1)
            self._condition.notify_all()
