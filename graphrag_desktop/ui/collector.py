"""Where Python's garbage collector runs while a window is open: in the window's thread, and nowhere else."""

import gc

from PySide6.QtCore import QObject, Slot

_YOUNG = 700  # objects, Python's own threshold for its youngest generation
_MIDDLE = 10  # collections of the youngest between those of the middle one, again Python's own
_BUSY_MILLISECONDS = 100
_IDLE_MILLISECONDS = 2_000


class WindowCollector(QObject):
    """Collects cyclic garbage in the thread that made it, from a timer.

    Left alone, Python collects in whichever thread happens to allocate. A widget that is part of a cycle would then be
    taken apart by a worker thread, which ends or hangs the process. While `set_busy` holds only young objects are
    looked at: with an index being made the old ones are many, and looking at them takes longer than a frame.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._is_busy = False
        self._timer = self.startTimer(_IDLE_MILLISECONDS)

    def set_busy(self, *, is_busy: bool) -> None:
        """Tell whether other threads are at work: they make garbage, and the window has to stay quick."""
        if is_busy != self._is_busy and self._timer:
            self._is_busy = is_busy
            self.killTimer(self._timer)
            self._timer = self.startTimer(_BUSY_MILLISECONDS if is_busy else _IDLE_MILLISECONDS)

    def stop(self) -> None:
        """Give collecting back to Python; only once no other thread is at work."""
        if self._timer:
            self.killTimer(self._timer)
            self._timer = 0
        gc.enable()

    @Slot()
    def collect(self) -> None:
        """Look at the youngest generation that is due."""
        young, middle, old = gc.get_count()
        if old > _MIDDLE and not self._is_busy:
            gc.collect()
        elif middle > _MIDDLE:
            gc.collect(1)
        elif young > _YOUNG:
            gc.collect(0)

    def timerEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        self.collect()
