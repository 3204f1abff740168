"""Which code of a process uses its processor time: threads are looked at many times a second, each with its own clock.

A look costs little, and what a thread used since the last one is booked on where it is now, so that threads that wait
weigh nothing, however many they are.
"""

import sys
import threading
import time
from collections import Counter
from types import FrameType

_LOOK_SECONDS = 0.004
_OWN = "graphrag_desktop"


class CpuProfile:
    """Looks at all threads of this process from `start` to `stop`.

    `by_place` has seconds by the innermost package that runs and the innermost function of the product that called it.
    """

    def __init__(self) -> None:
        self.by_place: Counter[tuple[str, str]] = Counter()
        self._used: dict[int, float] = {}
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._look_on, name="cpu profile", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._ends.set()
        self._thread.join()

    def _look_on(self) -> None:
        own = threading.get_ident()
        while not self._ends.wait(_LOOK_SECONDS):
            for thread, frame in sys._current_frames().items():  # what there is for this purpose, whatever its name
                if thread != own:
                    self._look(thread, frame)

    def _look(self, thread: int, frame: FrameType) -> None:
        try:
            used = time.clock_gettime(time.pthread_getcpuclockid(thread))
        except OSError:  # it has just ended
            return
        spent = used - self._used.get(thread, 0.0)
        self._used[thread] = used
        if 0 < spent < 1:
            self.by_place[_place(frame)] += spent


def _place(frame: FrameType) -> tuple[str, str]:
    """The package of a frame, and the function of the product nearest to it."""
    package = _package(frame)
    at: FrameType | None = frame
    while at is not None:
        name = at.f_globals.get("__name__", "")
        if name.startswith(_OWN):
            return package, f"{name.removeprefix(_OWN + '.')}.{at.f_code.co_qualname}"
        at = at.f_back
    return package, ""


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]
