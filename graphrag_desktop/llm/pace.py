"""Whether more requests at a time bring more replies: a climb that measures each step and takes back what did not pay."""

from enum import StrEnum

FIRST_LIMIT = 4
"""Requests at a time to a server that nothing is known of."""

_WORTH = 1.1  # a step that doubles the requests must bring a tenth more replies; where it pays it brings twice as many
_PLAIN = 1.7  # so much more before a queue had time to show is a step that pays
_FEWEST = 4  # replies in a measurement
_FIRST_PATIENCE, _LONGEST_PATIENCE = 10.0, 60.0  # seconds before it is tried again: what was measured may be chance


class _Mode(StrEnum):
    GROWING = "growing"
    SHRINKING = "shrinking"
    SETTLED = "settled"
    CAREFUL = "careful"


class Pace:
    """The climb of one server; not safe from several threads by itself.

    Replies a second are told by Little's law: requests at a time, by the seconds that each takes. It takes a round of
    requests for a queue to show, so that the first round after a change only tells a step that plainly pays.
    """

    def __init__(self) -> None:
        self._mode = _Mode.GROWING
        self._first = 1
        self._is_first_round = True
        self._served = 0
        self._seconds = 0.0
        self._before: tuple[int, float] | None = None
        self._patience = _FIRST_PATIENCE
        self._look_at = 0.0
        self._has_settled = False

    def restart(self, first: int) -> None:
        """Measure anew, requests from the one numbered `first`."""
        self._first, self._is_first_round, self._served, self._seconds = first, True, 0, 0.0

    def be_careful(self) -> None:
        """The server struggled: from now on one more at a time, without a climb."""
        self._mode = _Mode.CAREFUL
        self._before = None

    def limit_after(self, number: int, seconds: float, limit: int, most: int, now: float) -> int:
        """The limit from now on, the request with this number having taken so many seconds."""
        if number < self._first:
            return limit
        self._served += 1
        self._seconds += seconds
        rate = limit * self._served / max(self._seconds, 1e-6)
        if self._is_first_round and self._served >= max(_FEWEST, limit // 2) and self._is_plain(rate):
            return self._measured(limit, rate, most, now)
        if self._served < max(_FEWEST, limit):
            return limit
        if self._is_first_round:
            self._is_first_round, self._served, self._seconds = False, 0, 0.0
            return limit
        return self._measured(limit, rate, most, now)

    def _measured(self, limit: int, rate: float, most: int, now: float) -> int:
        self._is_first_round, self._served, self._seconds = False, 0, 0.0
        return self._next(limit, rate, most, now)

    def _is_plain(self, rate: float) -> bool:
        if self._mode is not _Mode.GROWING or self._has_settled:
            return False
        return self._before is None or rate >= _PLAIN * self._before[1]

    def _next(self, limit: int, rate: float, most: int, now: float) -> int:
        match self._mode:
            case _Mode.CAREFUL:
                return min(most, limit + 1)
            case _Mode.SETTLED:
                return self._settled(limit, rate, most, now)
            case _Mode.GROWING:
                return self._grown(limit, rate, most, now)
            case _Mode.SHRINKING:
                return self._shrunk(limit, rate, now)

    def _grown(self, limit: int, rate: float, most: int, now: float) -> int:
        if self._before is None or rate >= _WORTH * self._before[1]:
            self._before = (limit, rate)
            return min(most, 2 * limit)
        smaller = self._before[0]
        if smaller == 1 or self._has_settled:
            return self._settle(smaller, now)
        self._mode = _Mode.SHRINKING  # perhaps the step before did not pay either
        self._before = (smaller, rate)  # all that the server has to give
        return smaller // 2

    def _shrunk(self, limit: int, rate: float, now: float) -> int:
        larger, best = self._before or (limit, rate)
        if _WORTH * rate < best:
            return self._settle(larger, now)
        self._before = (limit, rate)
        return self._settle(1, now) if limit == 1 else limit // 2

    def _settled(self, limit: int, rate: float, most: int, now: float) -> int:
        if now < self._look_at:
            return limit
        self._mode = _Mode.GROWING
        self._before = (limit, rate)
        return min(most, 2 * limit)

    def _settle(self, limit: int, now: float) -> int:
        self._mode = _Mode.SETTLED
        self._has_settled = True
        self._look_at = now + self._patience
        self._patience = min(_LONGEST_PATIENCE, 2 * self._patience)
        return limit
