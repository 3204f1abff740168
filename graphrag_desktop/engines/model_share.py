"""How much of a cap reading may use, so that a run that pauses leaves a project with reports that can be asked."""

import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from graphrag_desktop.domain.errors import CapReached
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.llm.models import Usage

Task = TypeVar("Task")

READING_SHARE, DESCRIBING_SHARE = 1 / 3, 2 / 3
"""Of every cap, where reading ends and where describing ends. A run without a cap spends about a third of its calls on each."""

_FIRST_WAVE = 2  # text units, until it is known what one takes
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class _Spent:
    since: float
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Spending:
    """What each run spent so far, by its control; from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: weakref.WeakKeyDictionary[RunControl, _Spent] = weakref.WeakKeyDictionary()

    def begin_call(self, control: RunControl) -> None:
        """Count a call that is about to be made."""
        with self._lock:
            before = self._of(control)
            self._runs[control] = replace(before, calls=before.calls + 1)

    def end_call(self, control: RunControl, usage: Usage) -> None:
        """Count what it took."""
        with self._lock:
            before = self._of(control)
            self._runs[control] = replace(
                before,
                prompt_tokens=before.prompt_tokens + usage.prompt_tokens,
                completion_tokens=before.completion_tokens + usage.completion_tokens,
            )

    def share(self, control: RunControl, settings: Settings) -> float:
        """Which share of its caps a run has used: of the one that it has used most of; 0 without caps."""
        with self._lock:
            spent = self._of(control)
        tokens = spent.prompt_tokens + spent.completion_tokens
        money = (
            spent.prompt_tokens * (settings.prompt_price or 0.0)
            + spent.completion_tokens * (settings.completion_price or 0.0)
        ) / _MILLION
        minutes = (time.monotonic() - spent.since) / 60
        used = (
            (spent.calls, settings.cap_calls), (tokens, settings.cap_tokens), (money, settings.cap_money),
            (minutes, settings.cap_minutes),
        )  # fmt: skip
        return (
            max((amount / cap if cap else 1.0) for amount, cap in used if cap is not None) if has_caps(settings) else 0
        )

    def _of(self, control: RunControl) -> _Spent:
        return self._runs.setdefault(control, _Spent(time.monotonic()))


def has_caps(settings: Settings) -> bool:
    """Whether anything ends a run before its time."""
    caps = (settings.cap_calls, settings.cap_tokens, settings.cap_money, settings.cap_minutes)
    return any(each is not None for each in caps)


def share_used(work: str) -> CapReached:
    """What is raised for work of a stage that has had its share."""
    return CapReached(
        f"Paused: {work} has had its third of the cap.", "Raise the cap and run again; everything finished is kept."
    )


def waves(tasks: Sequence[Task], share: Callable[[], float], most: int) -> Iterator[Sequence[Task]]:
    """The tasks in groups that are each finished before the next, until reading has had its share of the caps.

    Many begun at once would all be in the middle when a cap is reached, and none of them be of any use. What one took so
    far tells how many more there can be; the first two find it out.
    """
    waiting = iter(tasks)
    done = 0
    size = _FIRST_WAVE
    while size > 0 and (wave := list(islice(waiting, size))):
        yield wave
        done += len(wave)
        a_task = share() / done
        left = READING_SHARE - share()
        size = min(most, int(left / a_task)) if a_task else most
