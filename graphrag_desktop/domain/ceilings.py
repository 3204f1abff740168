"""The most that a question, or several together, may cost: a call that would go beyond it is not made."""

import threading

from graphrag_desktop.domain.errors import CapReached
from graphrag_desktop.domain.events import CallBegins, ModelAsked
from graphrag_desktop.domain.prices import PriceList


class Ceiling:
    """Adds up what calls cost, from any thread, those under way by what is expected of them.

    A reply that is longer than expected may go beyond by that much. Where no price is known there is no ceiling.
    """

    def __init__(self, most: float, prices: PriceList) -> None:
        self.most = most
        self._prices = prices
        self._lock = threading.Lock()
        self._spent = 0.0
        self._expected: dict[int, float] = {}  # by the thread that waits for the reply
        self._has_refused = False

    @property
    def spent(self) -> float:
        """What the calls that are over have cost."""
        with self._lock:
            return self._spent

    @property
    def has_refused(self) -> bool:
        """Whether a call was not made because of it."""
        return self._has_refused

    def begin(self, call: CallBegins) -> None:
        """Make room for a call; raises `CapReached` where there is not enough."""
        cost = self._prices.of(call.model).of(call.prompt_tokens, call.completion_tokens)
        with self._lock:
            self._expected.pop(threading.get_ident(), None)
            if self._spent + sum(self._expected.values()) + cost > self.most and cost:
                self._has_refused = True
                raise CapReached(
                    f"The ceiling of {self.most:,.10g} in money is reached: {self._spent:,.4f} is spent, and the next"
                    f" call may take {cost:,.4f}.",
                    "Raise the ceiling and ask again: replies that were paid for are not asked for a second time.",
                )
            self._expected[threading.get_ident()] = cost

    def end(self, asked: ModelAsked) -> None:
        """A call is over."""
        cost = self._prices.of(asked.model).of(asked.prompt_tokens, asked.completion_tokens)
        with self._lock:
            if not asked.is_stored:
                self._expected.pop(threading.get_ident(), None)
            self._spent += cost
