"""How the camera gets from one view of the map to another without the analyst losing the way."""

import math

from PySide6.QtCore import QEasingCurve, QObject, QRectF, QVariantAnimation, Signal

_MILLISECONDS = 350


class CameraFlight(QVariantAnimation):
    """Moves a rectangle of the map to another: evenly in scale, slowing towards the end."""

    moved = Signal(QRectF)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setDuration(_MILLISECONDS)
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._from = self._to = QRectF()
        self.valueChanged.connect(self._advanced)

    def fly(self, start: QRectF, end: QRectF) -> None:
        """Set out; a flight under way ends where it is."""
        self.stop()
        self._from, self._to = start, end
        self.start()

    def _advanced(self, share: float) -> None:
        width = _between(self._from.width(), self._to.width(), share)
        height = _between(self._from.height(), self._to.height(), share)
        grown = (width - self._from.width()) / ((self._to.width() - self._from.width()) or 1.0)
        along = share if self._to.width() == self._from.width() else grown
        centre = self._from.center() + (self._to.center() - self._from.center()) * along
        self.moved.emit(QRectF(centre.x() - width / 2, centre.y() - height / 2, width, height))


def _between(start: float, end: float, share: float) -> float:
    """Each step of the way changes the scale by the same factor."""
    return start * math.exp(math.log(end / start) * share)
