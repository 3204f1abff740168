"""Where the window was, restored only onto a screen that is there."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QMainWindow

from graphrag_desktop.ui.memory import Memory

_USUAL = (1280, 800)
_LEAST = (640, 420)
_REACHABLE = 80  # pixels of the upper edge that must be on a screen, else the window could not be moved
_PLACE, _IS_MAXIMISED = "window/place", "window/is_maximised"


def remember_geometry(window: QMainWindow, memory: Memory) -> None:
    """Keep place and size; those from before it was maximised, if it is."""
    place = window.normalGeometry() if window.isMaximized() or window.isFullScreen() else window.geometry()
    if place.isValid():
        memory.keep(_PLACE, " ".join(str(each) for each in (place.x(), place.y(), place.width(), place.height())))
        memory.keep(_IS_MAXIMISED, window.isMaximized())


def recall_geometry(window: QMainWindow, memory: Memory) -> None:
    """Place the window as it was; on a screen that is there, and never larger than that."""
    place = _read(memory.text(_PLACE))
    screen = None if place is None else _screen_of(place)
    if place is None or screen is None:
        window.resize(*_within(*_USUAL, QGuiApplication.primaryScreen()))
        return
    size = _within(place.width(), place.height(), screen)
    window.setGeometry(QRect(place.x(), place.y(), *size))
    if memory.flag(_IS_MAXIMISED, default=False):
        window.showMaximized()


def _read(text: str) -> QRect | None:
    parts = text.split()
    try:
        x, y, width, height = (int(each) for each in parts)
    except ValueError:
        return None
    return QRect(x, y, width, height) if width >= _LEAST[0] and height >= _LEAST[1] else None


def _screen_of(place: QRect) -> QScreen | None:
    top = QRect(place.x(), place.y(), place.width(), 1)
    for screen in QGuiApplication.screens():
        seen = screen.availableGeometry().intersected(top)
        if seen.width() >= _REACHABLE:
            return screen
    return None


def _within(width: int, height: int, screen: QScreen) -> tuple[int, int]:
    room = screen.availableGeometry()
    return min(width, room.width()), min(height, room.height())
