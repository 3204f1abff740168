"""Content that may be higher than its room."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

_OFF, _NEEDED = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
_MOST_ROUNDS = 8  # the bar comes, the content grows narrower and higher, or it goes: more often it cannot decide


class ScrollArea(QScrollArea):
    """Scrolls content upwards and downwards; what lies in it takes the keyboard, and is scrolled to.

    Content with lines that wrap can be just so high that it fits without the bar and not with it: Qt then shows and
    hides the bar in itself until the stack is full. Here the bar stays after a few rounds, until there is other room.
    With `shows_through` the ground is that of what lies behind. With `is_sideways` it scrolls to the left and right
    instead: content as high as the area, of which not all has room beside each other.
    """

    def __init__(self, content: QWidget, *, shows_through: bool = False, is_sideways: bool = False) -> None:
        super().__init__(widgetResizable=True)
        self._rounds = 0
        self._is_undecided = False
        self._room = QSize()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._is_sideways = is_sideways
        self.setHorizontalScrollBarPolicy(_NEEDED if is_sideways else _OFF)
        self.setVerticalScrollBarPolicy(_OFF if is_sideways else _NEEDED)
        self.setWidget(content)
        if shows_through:
            for ground in (content, self.viewport()):
                ground.setAutoFillBackground(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Qt calls this for what happens to the content."""
        if event.type() not in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            return super().eventFilter(watched, event)
        if self._rounds >= _MOST_ROUNDS:
            self._is_undecided = True
            return False
        self._rounds += 1
        try:
            return super().eventFilter(watched, event)
        finally:
            self._rounds -= 1
            if self._is_undecided and not self._rounds and not self._is_sideways:
                self._is_undecided = False
                self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this, also when the bar comes or goes: only with other room around both may it go again."""
        if self.size() != self._room and not self._is_sideways:
            self._room = self.size()
            self.setVerticalScrollBarPolicy(_NEEDED)
        super().resizeEvent(event)
