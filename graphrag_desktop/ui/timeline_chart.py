"""The bars of a timeline: how many sentences and claims are dated when; a stretch of it is brushed by mouse or keyboard."""

from datetime import date

import numpy as np
import pyqtgraph
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QGraphicsSceneWheelEvent, QStyleOptionGraphicsItem, QWidget

from graphrag_desktop.explore.timeline import Bars, Step
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.timeline_words import day_words, tick_words

Range = tuple[int, int]
"""The first and the last day of a stretch, both in it."""

_AXIS, _COUNTS = 22, 34
_MOST_TICKS = 9
_GAP = 0.16  # of a bar's width, between it and the next
_LEAST_HEIGHT = 2.0  # pixels: one among thousands is still to be seen


class TimelineChart(pyqtgraph.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Shows bars; `range_brushed` tells the stretch once the mouse lets go, None where it is given up."""

    range_brushed = Signal(object)
    bar_rested = Signal(int)  # the bar under the cursor, -1 for none
    closer_wanted = Signal(int)  # the wheel was turned, up is closer

    def __init__(self, active: ActiveTheme) -> None:
        self._active = active
        self._box = _Box(self)
        super().__init__(viewBox=self._box, axisItems={"bottom": _DayAxis(self)})
        self.setObjectName("timelineChart")
        self.setAccessibleName(self.tr("Timeline"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._bars: Bars | None = None
        self._brushed: Range | None = None
        self._anchor = 0  # the bar at which keyboard or mouse began
        self._item = _BarItem(self)
        self._box.addItem(self._item)
        self.setMouseTracking(True)
        self.hideButtons()
        self.setMenuEnabled(False)
        active.theme_changed.connect(self._dress)
        self._dress()

    @property
    def bars(self) -> Bars | None:
        """What is shown."""
        return self._bars

    @property
    def brushed(self) -> Range | None:
        """The stretch that is brushed."""
        return self._brushed

    @property
    def active(self) -> ActiveTheme:
        """The theme it is painted in."""
        return self._active

    def show_bars(self, bars: Bars | None) -> None:
        """Show other bars; the stretch stays."""
        self._bars = bars
        if bars is not None and bars.count:
            highest = int((bars.sentences + bars.claims).max(initial=1))
            self._box.setRange(
                xRange=(float(bars.edges[0]), float(bars.edges[-1])),
                yRange=(0.0, max(1.0, highest * 1.06)),
                padding=0.0,
            )
        self._item.changed()
        self._say()

    def show_range(self, stretch: Range | None) -> None:
        """Mark a stretch without telling anyone."""
        self._brushed = stretch
        self._item.changed()
        self._say()

    def bar_at(self, day: float) -> int:
        """The bar that holds a day; the first or the last beyond them."""
        if self._bars is None or not self._bars.count:
            return -1
        return int(np.clip(np.searchsorted(self._bars.edges, day, side="right") - 1, 0, self._bars.count - 1))

    def stretch(self, one: int, other: int) -> Range:
        """From the first day of one bar to the last of another."""
        assert self._bars is not None
        low, high = sorted((one, other))
        return int(self._bars.edges[low]), int(self._bars.edges[high + 1]) - 1

    def brush(self, start: float, end: float, *, is_last: bool) -> None:
        """The mouse is dragged from one day to another."""
        if self.bar_at(start) < 0:
            return
        self.show_range(self.stretch(self.bar_at(start), self.bar_at(end)))
        self._anchor = self.bar_at(start)
        if is_last:
            self.range_brushed.emit(self._brushed)

    def give_up(self) -> None:
        """No stretch any more."""
        if self._brushed is not None:
            self.show_range(None)
            self.range_brushed.emit(None)

    def rest_on(self, day: float | None) -> None:
        """The cursor is over a day."""
        self.bar_rested.emit(-1 if day is None else self.bar_at(day))

    def event(self, event: QEvent) -> bool:
        """Qt calls this: arrows and Escape are the chart's while it has the keyboard."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: arrows go from bar to bar, with Shift they stretch, Escape gives up."""
        if event.key() == Qt.Key.Key_Escape and self._brushed is not None:
            self.give_up()
        elif event.key() in _KEYS and self._bars is not None and self._bars.count:
            self._step(event)
        else:
            event.ignore()

    def focusInEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().focusInEvent(event)
        self._item.update()

    def focusOutEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().focusOutEvent(event)
        self._item.update()

    def _step(self, event: QKeyEvent) -> None:
        assert self._bars is not None
        last = self._bars.count - 1
        low, high = (
            (-1, -1) if self._brushed is None else (self.bar_at(self._brushed[0]), self.bar_at(self._brushed[1]))
        )
        keeps = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier) and self._brushed is not None
        moving = high if self._anchor <= low or not keeps else low
        to = {
            Qt.Key.Key_Left: max(0, moving - 1),
            Qt.Key.Key_Right: min(last, moving + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }[Qt.Key(event.key())]
        if not keeps:
            self._anchor = to
        self.show_range(self.stretch(self._anchor, to))
        self.range_brushed.emit(self._brushed)

    def _say(self) -> None:
        bars = self._bars
        if bars is None or not bars.count:
            self.setAccessibleDescription("")
            return
        words = [f"{day_words(int(bars.edges[0]))} – {day_words(int(bars.edges[-1]) - 1)}"]
        if self._brushed is not None:
            words.append(f"{day_words(self._brushed[0])} – {day_words(self._brushed[1])}")
        self.setAccessibleDescription("; ".join(words))

    @Slot()
    def _dress(self) -> None:
        theme = self._active.theme
        self.setBackground(theme.colour("sheet"))
        for name, size in (("bottom", _AXIS), ("left", _COUNTS)):
            axis = self.getAxis(name)
            axis.setPen(QPen(theme.colour("line")))
            axis.setTextPen(QPen(theme.colour("text3")))
            axis.setTickFont(theme.font("caption", tabular=True))
            axis.setStyle(tickLength=-3, maxTickLevel=0)
            (axis.setHeight if name == "bottom" else axis.setWidth)(theme.pixels(size))
        self._item.changed()


_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Escape)


class _Box(pyqtgraph.ViewBox):  # type: ignore[misc]
    """Dragging brushes, a click takes one bar, the wheel comes closer; nothing pans."""

    def __init__(self, chart: TimelineChart) -> None:
        super().__init__(enableMenu=False, defaultPadding=0)
        self._chart = chart
        self.setMouseEnabled(x=False, y=False)

    def wheelEvent(self, turn: QGraphicsSceneWheelEvent, axis: int | None = None) -> None:  # noqa: N802
        """Qt calls this."""
        turn.accept()
        self._chart.closer_wanted.emit(1 if turn.delta() > 0 else -1)

    def mouseDragEvent(  # noqa: N802 - pyqtgraph's name
        self, drag: "pyqtgraph.GraphicsScene.mouseEvents.MouseDragEvent", axis: int | None = None
    ) -> None:
        """Pyqtgraph calls this."""
        if drag.button() != Qt.MouseButton.LeftButton:
            drag.ignore()
            return
        drag.accept()
        start, place = (QPointF(self.mapToView(each)).x() for each in (drag.buttonDownPos(), drag.pos()))
        self._chart.brush(start, place, is_last=bool(drag.isFinish()))

    def mouseClickEvent(self, click: "pyqtgraph.GraphicsScene.mouseEvents.MouseClickEvent") -> None:  # noqa: N802
        """Pyqtgraph calls this."""
        if click.button() == Qt.MouseButton.LeftButton:
            click.accept()
            day = QPointF(self.mapToView(click.pos())).x()
            self._chart.brush(day, day, is_last=True)


class _BarItem(pyqtgraph.GraphicsObject):  # type: ignore[misc]
    """All bars in one: sentences filled, claims hatched above them, those outside the stretch grey."""

    def __init__(self, chart: TimelineChart) -> None:
        super().__init__()
        self._chart = chart

    def changed(self) -> None:
        """Other bars, another stretch, other colours."""
        self.prepareGeometryChange()
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Qt asks for this."""
        view = self.getViewBox()
        return QRectF() if view is None else QRectF(view.viewRect())

    def viewRangeChanged(self) -> None:  # noqa: N802 - pyqtgraph's name
        """The view changed its size."""
        self.prepareGeometryChange()

    def hoverEvent(self, move: "pyqtgraph.GraphicsScene.mouseEvents.HoverEvent") -> None:  # noqa: N802
        """Pyqtgraph calls this."""
        self._chart.rest_on(None if move.isExit() else QPointF(move.pos()).x())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Qt calls this: in pixels, so that a bar is never thinner or lower than can be seen."""
        bars, view = self._chart.bars, self.getViewBox()
        if bars is None or view is None or not bars.count:
            return
        theme = self._chart.active.theme
        whole = view.viewRect()
        width, height = float(view.width()), float(view.height())
        across, up = width / whole.width(), height / whole.height()
        painter.resetTransform()
        corner = view.mapToDevice(QPointF(0, 0))
        ratio = painter.device().devicePixelRatio()
        painter.scale(ratio, ratio)
        painter.translate(corner.x() / ratio, corner.y() / ratio)
        lefts = (bars.edges - whole.left()) * across
        stretch = self._chart.brushed
        if stretch is not None:
            left, right = ((each - whole.left()) * across for each in (stretch[0], stretch[1] + 1))
            painter.fillRect(QRectF(left, 0, max(2.0, right - left), height), theme.colour("accent_soft"))
        chosen, other = theme.colour("accent"), theme.colour("line_control")
        for place in np.flatnonzero(bars.sentences + bars.claims).tolist():
            is_inside = stretch is None or (stretch[0] < bars.edges[place + 1] and bars.edges[place] <= stretch[1])
            ink = chosen if is_inside else other
            step = float(lefts[place + 1] - lefts[place])
            gap = step * _GAP if step > 4 else 0.0
            box = QRectF(float(lefts[place]) + gap / 2, 0, max(1.0, step - gap), height)
            self._paint_bar(painter, box, int(bars.sentences[place]) * up, int(bars.claims[place]) * up, ink)
        if self._chart.hasFocus():
            painter.setPen(QPen(theme.colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(1, 1, width - 2, height - 2))

    def _paint_bar(self, painter: QPainter, box: QRectF, sentences: float, claims: float, ink: QColor) -> None:
        bottom = box.bottom()
        if sentences:
            tall = max(_LEAST_HEIGHT, sentences)
            painter.fillRect(QRectF(box.left(), bottom - tall, box.width(), tall), ink)
            bottom -= tall
        if claims:
            tall = max(_LEAST_HEIGHT + 2, claims)
            part = QRectF(box.left(), bottom - tall, box.width(), tall)
            painter.fillRect(part, QBrush(ink, Qt.BrushStyle.BDiagPattern))
            painter.setPen(QPen(ink, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(part.adjusted(0.5, 0.5, -0.5, -0.5))


class _DayAxis(pyqtgraph.AxisItem):  # type: ignore[misc]
    """Days as a person writes them; the count of them follows the room there is."""

    def __init__(self, chart: TimelineChart) -> None:
        super().__init__("bottom")
        self._chart = chart

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N802
        """Pyqtgraph asks for this: the first days of some bars, evenly apart."""
        bars = self._chart.bars
        if bars is None or not bars.count:
            return []
        most = max(2, min(_MOST_TICKS, int(size / self._chart.active.theme.pixels(72))))
        apart = _round_step(-(-bars.count // most), bars.step)
        offset = _offset(int(bars.edges[0]), bars.step, apart)
        return [(float(apart), [float(each) for each in bars.edges[offset:-1:apart].tolist()])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: N802
        """Pyqtgraph asks for this."""
        bars = self._chart.bars
        return [] if bars is None else [tick_words(int(each), bars.step) for each in values]


def _round_step(least: int, step: Step) -> int:
    """At least so many bars between two ticks, as people count: 1, 2, 5, 10 years, 1, 3, 6, 12 months."""
    steps = (1, 2, 3, 6, 12, 24, 60, 120, 240) if step is Step.MONTH else (1, 2, 5, 10, 20, 25, 50, 100, 200)
    return next((each for each in steps if each >= least), least)


def _offset(first: int, step: Step, apart: int) -> int:
    """How many bars to leave out until a round year or month begins."""
    start = date.fromordinal(first)
    if step is Step.YEAR:
        return -start.year % apart
    if step is Step.MONTH:
        return -(start.year * 12 + start.month - 1) % apart
    return 0
