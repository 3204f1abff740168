"""Whether an input method is composing: signs of East Asian scripts are chosen with Enter, which must not mean more then."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QWidget


class Composing(QObject):
    """Watches one field; some systems send it the Enter that confirms what an input method offers."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        self._preedit = ""
        field.installEventFilter(self)

    @property
    def goes_on(self) -> bool:
        """Whether signs stand in the field that are not chosen yet."""
        return bool(self._preedit)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Qt's: note what is being composed."""
        if isinstance(event, QInputMethodEvent):
            self._preedit = event.preeditString()
        return super().eventFilter(watched, event)
