"""What was asked and what it took, and where the analyst said that it should end."""

import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass

from graphrag_desktop.domain.errors import CapReached
from graphrag_desktop.domain.index import PAUSED
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.models import Usage

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """What a model costs, in any one currency, for a million tokens read and a million written."""

    prompt: float = 0.0
    completion: float = 0.0

    def of(self, usage: Usage) -> float:
        """What these tokens cost."""
        return (usage.prompt_tokens * self.prompt + usage.completion_tokens * self.completion) / _MILLION


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that may be used before everything pauses; None: no end."""

    calls: int | None = None
    tokens: int | None = None
    money: float | None = None
    minutes: float | None = None


class Allowance:
    """Counts what each run uses against the caps, from any thread; a run is known by its control.

    Tokens, money and time are known once a call is answered: what is in flight then may go beyond them.
    """

    def __init__(self, caps: Caps, clock: Callable[[], float] = time.monotonic) -> None:
        self._caps = caps
        self._clock = clock
        self._lock = threading.Lock()
        self._runs: weakref.WeakKeyDictionary[RunControl, _Used] = weakref.WeakKeyDictionary()

    def begin_call(self, control: RunControl) -> None:
        """Count a call about to be made; raises `CapReached` instead where it would be one too many."""
        with self._lock:
            used = self._of(control)
            reason = used.up(self._caps, self._clock())
            if reason:
                raise CapReached(f"{PAUSED}{reason}.", "Raise the cap and run again; everything finished is kept.")
            used.calls += 1

    def end_call(self, control: RunControl, usage: Usage, price: Price) -> None:
        """Count what a call took."""
        with self._lock:
            used = self._of(control)
            used.tokens += usage.prompt_tokens + usage.completion_tokens
            used.money += price.of(usage)

    def _of(self, control: RunControl) -> "_Used":
        return self._runs.setdefault(control, _Used(self._clock()))


@dataclass(slots=True)
class _Used:
    """What one run has used so far."""

    started: float
    calls: int = 0
    tokens: int = 0
    money: float = 0.0

    def up(self, caps: Caps, now: float) -> str:
        """Which cap is used up, in words; empty if none is."""
        if caps.calls is not None and self.calls >= caps.calls:
            return f"the cap of {caps.calls:,} calls is reached"
        if caps.tokens is not None and self.tokens >= caps.tokens:
            return f"the cap of {caps.tokens:,} tokens is reached"
        if caps.money is not None and self.money >= caps.money:
            return f"the cap of {caps.money:,.2f} in money is reached"
        if caps.minutes is not None and now - self.started >= 60 * caps.minutes:
            return f"the cap of {caps.minutes:,.0f} minutes is reached"
        return ""
