"""What asking models took: counted as it happens, for the control of whoever asked."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from graphrag_desktop.domain.ceilings import Ceiling
from graphrag_desktop.domain.events import CallBegins, Event, ModelAsked
from graphrag_desktop.domain.run_control import RunControl


@dataclass(frozen=True, slots=True)
class UsageLine:
    """Calls of one task to one model; `stored` are kept replies that were used instead of calls."""

    task: str
    model: str
    calls: int = 0
    stored: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


class CountingControl(RunControl):
    """The control of whoever asked, handed on: it hears every event, and counts the calls among them.

    A call that would go beyond one of the `ceilings` is not made: `CapReached` is raised instead.
    """

    def __init__(self, asked: RunControl, ceilings: Sequence[Ceiling] = ()) -> None:
        super().__init__(self._hear)
        self._asked = asked
        self._ceilings = tuple(ceilings)
        self._lock = threading.Lock()
        self._lines: dict[tuple[str, str], UsageLine] = {}
        self._let_go: Callable[[], None] = asked.on_cancel(self.cancel)

    @property
    def lines(self) -> tuple[UsageLine, ...]:
        """What was counted so far, by task and model."""
        with self._lock:
            return tuple(self._lines[name] for name in sorted(self._lines))

    @property
    def total(self) -> UsageLine:
        """All of it together."""
        lines = self.lines
        return UsageLine(
            "",
            "",
            sum(each.calls for each in lines),
            sum(each.stored for each in lines),
            sum(each.prompt_tokens for each in lines),
            sum(each.completion_tokens for each in lines),
        )

    @property
    def is_held(self) -> bool:
        """As that of whoever asked."""
        return self._asked.is_held

    def checkpoint(self) -> None:
        """As that of whoever asked: a hold there holds here."""
        self._asked.checkpoint()

    def wait(self, seconds: float) -> None:
        """As that of whoever asked."""
        self._asked.wait(seconds)

    def stop_listening(self) -> None:
        """Let go of the control listened in on."""
        self._let_go()

    def _hear(self, happened: Event) -> None:
        for ceiling in self._ceilings:
            if isinstance(happened, CallBegins):
                ceiling.begin(happened)
            elif isinstance(happened, ModelAsked):
                ceiling.end(happened)
        if isinstance(happened, ModelAsked):
            with self._lock:
                name = (happened.task, happened.model)
                line = self._lines.get(name) or UsageLine(*name)
                self._lines[name] = replace(
                    line,
                    calls=line.calls + (not happened.is_stored),
                    stored=line.stored + happened.is_stored,
                    prompt_tokens=line.prompt_tokens + happened.prompt_tokens,
                    completion_tokens=line.completion_tokens + happened.completion_tokens,
                )
        self._asked.emit(happened)
