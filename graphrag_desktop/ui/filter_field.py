"""A field that narrows a list down while one types."""

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit

from graphrag_desktop.ui.composing import Composing
from graphrag_desktop.ui.controls import Glyph
from graphrag_desktop.ui.theme import ActiveTheme

_PAUSE_MILLISECONDS = 150  # a list of 20,000 is not gone through for every letter
_LEFT = 9


class FilterField(QLineEdit):
    """Tells its words once typing rests; Escape empties it, Down and Enter go to what it filters."""

    words_changed = Signal(str)
    left_downwards = Signal()

    def __init__(self, active: ActiveTheme, words: str, icon: str = "list-filter") -> None:
        super().__init__(placeholderText=words, clearButtonEnabled=True)
        self.setAccessibleName(words)
        self._active = active
        self._icon = Glyph(active, icon, "text3")  # an action in the field would sit too low under its padding
        self._icon.setParent(self)
        self._icon.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._composing = Composing(self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MILLISECONDS)
        self._pause.timeout.connect(self._rested)
        self.textChanged.connect(lambda _: self._pause.start())
        active.theme_changed.connect(self._arrange)
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        if self._composing.goes_on:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self._rested()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._rested()
            self.left_downwards.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().resizeEvent(event)
        self._arrange()

    @Slot()
    def _rested(self) -> None:
        self._pause.stop()
        self.words_changed.emit(self.text())

    @Slot()
    def _arrange(self) -> None:
        self.setFont(self._active.theme.font("body"))
        self._icon.adjustSize()
        self._icon.move(_LEFT, (self.height() - self._icon.height()) // 2)
        self.setTextMargins(self._icon.width() + _LEFT - 2, 0, 0, 0)
