"""Trying again: how long to wait in between, and when it is over."""

import random
from dataclasses import dataclass, field

from graphrag_desktop.domain.errors import ModelUnavailable

_LONGEST_ADVICE = 900.0  # a server that asks for more than a quarter of an hour has ended its work for now


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Waits double from `first` up to `longest` seconds, each shortened at random by up to half."""

    first: float = 0.5
    longest: float = 30.0
    chance: random.Random = field(default_factory=random.Random, compare=False)

    def wait(self, attempt: int) -> float:
        """Seconds after the attempt with this number (from 1), where the server gave no advice."""
        return min(self.longest, self.first * 2.0 ** (attempt - 1)) * self.chance.uniform(0.5, 1.0)

    def advised(self, seconds: float) -> float:
        """The server's advice and a little more, so that not all come back at the same moment."""
        return seconds + self.chance.uniform(0, min(1.0, seconds / 10))


def refuse_long_wait(seconds: float, where: str) -> None:
    """Raise where a server asks for a wait that nobody sits out: the run pauses then."""
    if seconds > _LONGEST_ADVICE:
        minutes = round(seconds / 60)
        words = f"{minutes:,} minutes" if minutes < 120 else f"{minutes // 60:,} hours"
        raise ModelUnavailable(f"{where} asks to wait {words}.", "Run again then; everything finished is kept.")
