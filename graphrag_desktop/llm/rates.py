"""How fast a server may be asked: requests and tokens per minute, and pauses that it asks for, kept without spinning."""

import threading
import time
from collections.abc import Callable

from graphrag_desktop.domain.events import WaitingForServer
from graphrag_desktop.domain.run_control import RunControl

Clock = Callable[[], float]

_BURST_SECONDS = 6.0  # what may come at once, as a tenth of a minute's allowance: servers count in short windows too
_SHOWN_SECONDS = 2.0  # a shorter wait is nothing to tell


class _Allowance:
    """So much a minute: each use books its own moment, so that nobody has to look again and again."""

    def __init__(self, per_minute: int | None) -> None:
        self._per_second = None if per_minute is None else per_minute / 60
        self._free_at = 0.0

    def book(self, amount: float, now: float) -> float:
        """The moment at which `amount` may be used."""
        if self._per_second is None:
            return now
        moment = max(now, self._free_at - _BURST_SECONDS)
        self._free_at = max(self._free_at, now) + amount / self._per_second
        return moment

    def correct(self, amount: float) -> None:
        """Book what was used beyond what had been booked, or give back what was not."""
        if self._per_second is not None:
            self._free_at += amount / self._per_second


class Rates:
    """The pace of one server; all who ask it wait here, from any thread."""

    def __init__(
        self, requests_per_minute: int | None, tokens_per_minute: int | None, clock: Clock = time.monotonic
    ) -> None:
        self._lock = threading.Lock()
        self._requests = _Allowance(requests_per_minute)
        self._tokens = _Allowance(tokens_per_minute)
        self._held_until = 0.0
        self._clock = clock

    def wait(self, tokens: int, control: RunControl) -> None:
        """Wait until a request of so many tokens may be sent; raises `Cancelled`."""
        with self._lock:
            now = self._clock()
            moment = max(self._requests.book(1, now), self._tokens.book(tokens, now))
        while (seconds := max(moment, self._held_until) - self._clock()) > 0:  # it may be asked to hold meanwhile
            control.wait(seconds)

    def correct(self, booked: int, used: int) -> None:
        """Tell how many tokens a request really took."""
        with self._lock:
            self._tokens.correct(used - booked)

    def hold(self, seconds: float, reason: str, control: RunControl) -> None:
        """The server asks to wait: nobody sends anything until then."""
        with self._lock:
            until = self._clock() + seconds
            is_news = until > self._held_until + _SHOWN_SECONDS
            self._held_until = max(self._held_until, until)
        if is_news and seconds >= _SHOWN_SECONDS:
            control.emit(WaitingForServer(seconds, reason))
