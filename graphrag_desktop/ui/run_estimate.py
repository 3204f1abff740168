"""How long an index run will still take: from what its stages took before, and from how fast this one goes."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphrag_desktop.domain.events import Event, RunBegan, Stage, StageAdvanced, StageFinished, StageStarted

_SHARES: Mapping[Stage, float] = {
    # Of a whole run with the built-in engine on two processors, measured on 100,000 and 300,000 tokens of plain text;
    # documents count for more than they took there, as other formats take longer.
    Stage.DOCUMENTS: 0.03,
    Stage.TEXT_UNITS: 0.02,
    Stage.EXTRACTION: 0.85,
    Stage.GRAPH: 0.04,
    Stage.COMMUNITIES: 0.01,
    Stage.REPORTS: 0.02,
    Stage.EMBEDDINGS: 0.005,
    Stage.LAYOUT: 0.025,
}
_SHARES_WITH_MODELS: Mapping[Stage, float] = {
    # Of a run in which every call takes as long: by the calls of the stages on 100,000 tokens.
    Stage.DOCUMENTS: 0.01,
    Stage.TEXT_UNITS: 0.005,
    Stage.EXTRACTION: 0.55,
    Stage.GRAPH: 0.25,
    Stage.COMMUNITIES: 0.005,
    Stage.REPORTS: 0.15,
    Stage.EMBEDDINGS: 0.02,
    Stage.LAYOUT: 0.01,
}
_LEAST_SECONDS = 3.0  # before that a rate means nothing
_LEAST_DONE = 0.04
_AT_ONCE = 0.1  # seconds: what is told so soon after a stage began was kept from before
_SPREAD, _LEAST_SPREAD = 0.6, 0.12  # of the estimate, at the start and near the end: shares differ by collection


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """So many seconds, at least and at most."""

    low: float
    high: float


class RunEstimate:
    """Follows one run by its events; told the time, it never looks at a clock. Time spent paused does not count."""

    def __init__(self, now: float) -> None:
        self._began = now
        self._whole = _SHARES
        self._waited = 0.0
        self._held_at: float | None = None
        self._totals: dict[Stage, int] = {}
        self._shares: dict[Stage, float] = {}
        self._first: dict[Stage, float] = {}
        self._kept: dict[Stage, float] = {}  # shares of stages that were there before and took no time

    def follow(self, happened: Event, now: float) -> None:
        """Take note of an event."""
        match happened:
            case RunBegan():
                self._whole = _SHARES_WITH_MODELS
            case StageStarted(stage, total):
                self._totals[stage] = total
                self._shares.setdefault(stage, 0.0)
                self._first[stage] = now
            case StageAdvanced(stage, done) if self._totals.get(stage):
                is_new = self._shares[stage] > 0 or now - self._first[stage] > _AT_ONCE
                self._shares[stage] = min(1.0, done / self._totals[stage])
                if not is_new:
                    self._kept[stage] = self._shares[stage]
            case StageFinished(stage, reused):
                self._shares[stage] = 1.0
                if reused:
                    self._kept[stage] = 1.0
            case _:
                pass

    def hold(self, now: float) -> None:
        """The run pauses."""
        self._held_at = now

    def resume(self, now: float) -> None:
        """It goes on."""
        if self._held_at is not None:
            self._waited += now - self._held_at
            self._first = {stage: at + now - self._held_at for stage, at in self._first.items()}
            self._held_at = None

    @property
    def progress(self) -> float:
        """The share of the whole run that is done."""
        return sum(self._whole[stage] * share for stage, share in self._shares.items())

    def elapsed(self, now: float) -> float:
        """Seconds of work so far."""
        return (self._held_at if self._held_at is not None else now) - self._began - self._waited

    def left(self, now: float) -> TimeLeft | None:
        """How long it will still take; None while nobody can tell. What was kept from before took no time."""
        kept = sum(self._whole[stage] * share for stage, share in self._kept.items())
        elapsed, done = self.elapsed(now), self.progress - kept
        if elapsed < _LEAST_SECONDS or done < _LEAST_DONE:
            return None
        middle = elapsed / done * (1 - self.progress)
        spread = max(_LEAST_SPREAD, _SPREAD * (1 - self.progress))
        return TimeLeft(middle / (1 + spread), middle * (1 + spread))

    def rate(self, stage: Stage, now: float) -> float | None:
        """Units of a stage in a second; None where it has no units or just began."""
        began, total = self._first.get(stage), self._totals.get(stage)
        if began is None or not total or now - began < 1:
            return None
        return (self._shares[stage] - self._kept.get(stage, 0.0)) * total / (now - began)
