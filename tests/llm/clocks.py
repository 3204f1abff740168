"""Time that passes only when somebody waits."""

from graphrag_desktop.domain.run_control import RunControl


class Clock:
    """Seconds, moved by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class WaitingControl(RunControl):
    """A control whose waits move the clock, and are remembered."""

    def __init__(self, clock: Clock) -> None:
        self.events: list[object] = []
        super().__init__(self.events.append)
        self._clock = clock
        self.waits: list[float] = []

    def wait(self, seconds: float) -> None:
        self.checkpoint()
        self.waits.append(seconds)
        self._clock.now += seconds
