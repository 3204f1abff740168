"""What an index run will take with models, before anything is paid for: a least and a most of everything."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Range:
    """So much at least and at most."""

    low: float
    high: float

    def times(self, low: float, high: float | None = None) -> "Range":
        """Each end so many times."""
        return Range(self.low * low, self.high * (low if high is None else high))

    def plus(self, other: "Range") -> "Range":
        """Both together."""
        return Range(self.low + other.low, self.high + other.high)


NOTHING = Range(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class TaskEstimate:
    """Calls of one task with the tokens of all of them: `extract`, `extract check`, `claims`, `describe`, `report`, `embed`."""

    task: str
    calls: Range
    prompt_tokens: Range
    completion_tokens: Range


@dataclass(frozen=True, slots=True)
class RunForecast:
    """What a run will take.

    `money` is None where no price is known, `minutes` where no speed is. `measured_units` counts the text units that
    this project had read by the same models, by which it is reckoned; 0: it is a guess from the sizes of files.
    """

    text_units: Range
    tasks: tuple[TaskEstimate, ...]
    money: Range | None
    minutes: Range | None
    measured_units: int = 0

    @property
    def calls(self) -> Range:
        """All calls."""
        return _sum(tuple(each.calls for each in self.tasks))

    @property
    def prompt_tokens(self) -> Range:
        """All tokens read."""
        return _sum(tuple(each.prompt_tokens for each in self.tasks))

    @property
    def completion_tokens(self) -> Range:
        """All tokens written."""
        return _sum(tuple(each.completion_tokens for each in self.tasks))


@dataclass(frozen=True, slots=True)
class TaskMeasure:
    """What one task took: how often it was asked, stored replies with it, and tokens of the calls alone."""

    asked: int
    calls: int
    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True, slots=True)
class Measured:
    """What the runs of a project took until now: text units read, seconds, and each task by name."""

    units: int = 0
    seconds: float = 0.0
    tasks: tuple[tuple[str, TaskMeasure], ...] = ()


def _sum(parts: tuple[Range, ...]) -> Range:
    found = NOTHING
    for each in parts:
        found = found.plus(each)
    return found
