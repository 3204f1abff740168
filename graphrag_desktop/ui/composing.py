"""Whether an input method is composing: signs of East Asian scripts are chosen with Enter, which must not mean more then."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

_ENTER = frozenset({int(Qt.Key.Key_Return), int(Qt.Key.Key_Enter)})


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


class Entering(Composing):
    """Watches a field whose words are sent with Enter; Shift+Enter begins a line where a field has several."""

    entered = Signal()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Qt's: Enter sends; an input method's own Enter does neither."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and event.key() in _ENTER:
            if self.goes_on:
                return True
            if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.entered.emit()
                return True
        return super().eventFilter(watched, event)
