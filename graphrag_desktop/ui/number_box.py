"""Boxes for a number, and choices, that stay as they are while the wheel turns the page they stand on."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox

_ROOM = (8, 0, 8, 0)


class NumberBox(QDoubleSpinBox):
    """A number to be typed. The style sheet takes the buttons away: without them Qt leaves the figures no room.

    With `unknown` there is one more value below the lowest, in these words, that stands for none.
    """

    def __init__(self, low: float, high: float, *, decimals: int = 0, unknown: str = "") -> None:
        super().__init__(decimals=decimals)
        self._least_step = 10.0**-decimals
        self._has_none = bool(unknown)
        self.setRange(low - self._least_step if unknown else low, high)
        self.setSpecialValueText(unknown)
        self.setGroupSeparatorShown(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.lineEdit().setTextMargins(*_ROOM)  # that of the style sheet does not reach the figures

    @property
    def number(self) -> float | None:
        """The number; None where none is given."""
        is_none = self._has_none and self.value() < self.minimum() + self._least_step / 2
        return None if is_none else self.value()

    def set_decimals(self, decimals: int, high: float) -> None:
        """Have other places behind the point, and another highest number."""
        low = self.minimum() + self._least_step if self._has_none else self.minimum()
        self._least_step = 10.0**-decimals
        self.setDecimals(decimals)
        self.setRange(low - self._least_step if self._has_none else low, high)

    def show_number(self, number: float | None) -> None:
        """Show a number, or that none is given."""
        self.setValue(self.minimum() if number is None else number)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the number follows the wheel only while it has the keyboard."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ChoiceBox(QComboBox):
    """One of several; the wheel turns the page."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        event.ignore()
