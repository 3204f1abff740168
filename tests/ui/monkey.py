"""A monkey at the window: clicks and keys by chance, the same for the same seed."""

import random
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.window import MainWindow

_NONE, _SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
_CONTROL, _ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
_KEYS = (
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End,
    Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab,
    Qt.Key.Key_Space, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_F6, Qt.Key.Key_Slash, Qt.Key.Key_Plus,
    Qt.Key.Key_Minus, Qt.Key.Key_Menu,
)  # fmt: skip
_CHORDS = "1234KLFZYCA0[].M"  # with Ctrl; never Q, which ends it all
_LETTERS = "abehinorst 0123FHNPäé水?#*"
_SLOW_MILLISECONDS = 60
_PATIENCE = 50
_RESTYLING = {"make_larger", "make_smaller", "make_usual", "follow_system", "show_light", "show_dark"}  # slow in Qt
_SELDOM = 0.1


class Monkey:
    """Plays with a window and all that opens beside it; what it did is kept in `deeds`."""

    def __init__(self, window: MainWindow, project: Path, seed: int) -> None:
        self._window, self._project = window, project
        self._chance = random.Random(seed)
        self.deeds: list[str] = []
        self._seen = -1
        self._rescue = QTimer(window, interval=_SLOW_MILLISECONDS)
        self._rescue.timeout.connect(self._close_what_waits)

    def play(self, times: int) -> None:
        """Do that many things, each seen to by the window before the next; a closed project is soon opened again."""
        self._rescue.start()
        ways: tuple[Callable[[], str], ...] = (
            self._click, self._click, self._click, self._press, self._press, self._chord, self._write, self._turn,
            self._drag, self._trigger, self._resize,
        )  # fmt: skip
        for time in range(times):
            if time % _PATIENCE == 0 and self._window.session.project_path is None:
                self._window.open_path(self._project)
            self.deeds.append(self._chance.choice(ways)())
            QApplication.processEvents()
        self._rescue.stop()

    def _close_what_waits(self) -> None:
        """A menu with a loop of its own waits for a hand that will not come."""
        if self._seen == len(self.deeds) and (popup := QApplication.activePopupWidget()):
            popup.close()
        self._seen = len(self.deeds)

    def _some_widget(self) -> QWidget:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            return popup
        tops = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each.isWindow()]
        top = self._chance.choice(sorted(tops, key=lambda each: each.objectName())) if tops else self._window
        inside = [each for each in top.findChildren(QWidget) if each.isVisible() and not each.visibleRegion().isEmpty()]
        return self._chance.choice(inside or [top])

    def _some_place(self, widget: QWidget) -> QPoint:
        return QPoint(
            self._chance.randrange(max(1, widget.width())),
            self._chance.randrange(max(1, widget.height())),
        )

    def _target(self) -> QWidget:
        return QApplication.activePopupWidget() or QApplication.focusWidget() or self._window

    def _click(self) -> str:
        widget = self._some_widget()
        place = self._some_place(widget)
        how = self._chance.random()
        button = Qt.MouseButton.RightButton if how < 0.15 else Qt.MouseButton.LeftButton
        name = _name(widget)
        if how > 0.85:
            QTest.mouseDClick(widget, button, _NONE, place)
        else:
            QTest.mouseClick(widget, button, self._chance.choice((_NONE, _NONE, _SHIFT, _CONTROL)), place)
        return f"click {name} at {place.x()},{place.y()}"

    def _press(self) -> str:
        key, modifier = self._chance.choice(_KEYS), self._chance.choice((_NONE, _NONE, _NONE, _SHIFT, _ALT))
        target = self._target()
        name = _name(target)
        QTest.keyClick(target, key, modifier)
        return f"press {modifier.name} {key.name} on {name}"

    def _chord(self) -> str:
        letter, target = self._chance.choice(_CHORDS), self._target()
        name = _name(target)
        QTest.keyClick(target, Qt.Key(ord(letter)), _CONTROL)
        return f"press Ctrl+{letter} on {name}"

    def _write(self) -> str:
        words, target = "".join(self._chance.choices(_LETTERS, k=self._chance.randrange(1, 6))), self._target()
        name = _name(target)
        for letter in words:
            if letter.isascii():
                QTest.keyClick(self._target(), Qt.Key(ord(letter.upper())))
        return f"write {words!r} on {name}"

    def _turn(self) -> str:
        widget = self._some_widget()
        place = QPointF(self._some_place(widget))
        turned = QWheelEvent(
            place, widget.mapToGlobal(place), QPoint(), QPoint(0, self._chance.choice((-240, -120, 120, 240))),
            Qt.MouseButton.NoButton, self._chance.choice((_NONE, _CONTROL)), Qt.ScrollPhase.NoScrollPhase, False,  # noqa: FBT003
        )  # fmt: skip
        name = _name(widget)
        QApplication.sendEvent(widget, turned)
        return f"turn the wheel on {name}"

    def _drag(self) -> str:
        canvas = self._window.desk.map.canvas
        if not canvas.isVisible():
            return "nothing to drag"
        start, end = self._some_place(canvas), self._some_place(canvas)
        modifier = self._chance.choice((_NONE, _SHIFT, _CONTROL))
        QTest.mousePress(canvas, Qt.MouseButton.LeftButton, modifier, start)
        QTest.mouseMove(canvas, (start + end) / 2)
        QTest.mouseMove(canvas, end)
        QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, modifier, end)
        return "drag over the map"

    def _trigger(self) -> str:
        actions = [each for each in self._window.actions() if each.isEnabled() and each.objectName() != "quit"]
        action = self._chance.choice(actions)
        if action.objectName() in _RESTYLING and self._chance.random() > _SELDOM:
            return "nothing"
        name = action.objectName()
        action.trigger()
        return f"command {name}"

    def _resize(self) -> str:
        size = self._chance.choice(((1024, 700), (1280, 800), (1600, 1000), (700, 450)))
        self._window.resize(*size)
        return f"resize to {size}"


def _name(widget: QWidget) -> str:
    kind = "map" if isinstance(widget, GraphCanvas) else type(widget).__name__
    return f"{kind} {widget.objectName() or widget.accessibleName()}".strip()
