"""Overview to detail: a stop for each level, with the number of communities that stand there."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from graphrag_desktop.domain.answers import LevelEstimate
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.theme import ActiveTheme, Theme, Token

_END = 78  # for the word at either end
_MARGIN = 34  # where there is no room for the words: half of what stands below a stop
_STEP, _LEAST_STEP = 65, 56
_HEIGHT = 42
_AXIS = 14  # of the groove, from above
_GROOVE, _STOP, _HANDLE = 4.0, 7.0, 14.0
_FOCUS = 2.0
_APART = 3  # pixels around the words of a stop


class LevelSlider(QSlider):
    """Chooses the level of the map. A slider to the keyboard and to assistive technology."""

    level_chosen = Signal(int)  # by the analyst

    def __init__(self, active: ActiveTheme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("levelSlider")
        self.setAccessibleName(self.tr("Level of detail"))
        self.setPageStep(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._active = active
        self._counts: tuple[int, ...] = ()
        self.valueChanged.connect(self._value_changed)
        active.theme_changed.connect(self._theme_changed)
        self.show_estimates(())

    @property
    def level(self) -> int:
        """The level chosen."""
        return self.value()

    def show_estimates(self, estimates: Sequence[LevelEstimate]) -> None:
        """Offer these levels; disabled while there are none."""
        self._counts = tuple(estimate.communities for estimate in estimates)
        was_blocked = self.blockSignals(True)  # what is offered changed, not what the analyst wants  # noqa: FBT003
        self.setRange(0, max(len(self._counts) - 1, 0))
        self.blockSignals(was_blocked)
        self.setEnabled(bool(self._counts))
        self.setToolTip("" if self._counts else self.tr("There are levels once the communities have been found."))
        self._describe()
        self.updateGeometry()
        self.update()

    def set_level(self, level: int) -> None:
        """Show a level as chosen, without telling; beyond the deepest means the deepest."""
        was_blocked = self.blockSignals(True)  # noqa: FBT003 - Qt's own
        self.setValue(level)
        self.blockSignals(was_blocked)
        self._describe()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this: with the words at the ends."""
        theme = self._active.theme
        return QSize(theme.pixels(2 * _END + _STEP * self._steps), theme.pixels(_HEIGHT))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this: without them."""
        theme = self._active.theme
        return QSize(theme.pixels(2 * _MARGIN + _LEAST_STEP * self._steps), theme.pixels(_HEIGHT))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the stop nearest to the cursor is meant."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setValue(self._level_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.setValue(self._level_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: nothing is left to do, and the slider's own ideas about handles do not apply."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        painter, theme = QPainter(self), self._active.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ends(painter, theme)
        self._paint_groove(painter, theme)
        for level in range(self._steps + 1):
            self._paint_stop(painter, theme, level)

    @property
    def _steps(self) -> int:
        return max(len(self._counts) - 1, 1)

    @property
    def _has_ends(self) -> bool:
        return self.width() >= self.sizeHint().width()

    def _x(self, level: float) -> float:
        """Where a stop is; the levels run from right to left where the language does."""
        margin = self._active.theme.pixels(_END if self._has_ends else _MARGIN)
        room = self.width() - 2 * margin
        if self._has_ends:  # the groove does not grow: a longer one says no more
            room = min(room, self._active.theme.pixels(_STEP * self._steps))
        x = margin + room * level / self._steps
        return self.width() - x if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else x

    def _level_at(self, x: float) -> int:
        return min(range(self.maximum() + 1), key=lambda level: abs(self._x(level) - x))

    def _ink(self) -> Token:
        return "accent" if self.isEnabled() else "text_off"

    def _paint_ends(self, painter: QPainter, theme: Theme) -> None:
        if not self._has_ends:
            return
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.colour("text3" if self.isEnabled() else "text_off"))
        line, gap = theme.pixels(18), theme.pixels(18)
        axis = theme.pixels(_AXIS)
        for level, word, is_first in ((0, self.tr("Overview"), True), (self._steps, self.tr("Detail"), False)):
            is_left = is_first != (self.layoutDirection() == Qt.LayoutDirection.RightToLeft)
            x = self._x(level)
            box = (
                QRectF(x - gap - 200, axis - line / 2, 200, line)
                if is_left
                else QRectF(x + gap, axis - line / 2, 200, line)
            )
            side = Qt.AlignmentFlag.AlignRight if is_left else Qt.AlignmentFlag.AlignLeft
            painter.drawText(box, side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter, word)

    def _paint_groove(self, painter: QPainter, theme: Theme) -> None:
        axis = theme.pixels(_AXIS)
        painter.setPen(Qt.PenStyle.NoPen)
        parts: tuple[tuple[int, Token], ...] = ((self._steps, "pressed"), (self.value(), self._ink()))
        for end, token in parts:
            left, right = sorted((self._x(0), self._x(end)))
            painter.setBrush(theme.colour(token))
            painter.drawRoundedRect(QRectF(left, axis - _GROOVE / 2, right - left, _GROOVE), _GROOVE / 2, _GROOVE / 2)

    def _paint_stop(self, painter: QPainter, theme: Theme, level: int) -> None:
        is_here = level == self.value()
        centre = QPointF(self._x(level), theme.pixels(_AXIS))
        painter.setPen(
            QPen(theme.colour(self._ink() if level <= self.value() else "line_control"), 2 if is_here else 1.5)
        )
        painter.setBrush(theme.colour("sheet" if is_here or level > self.value() else self._ink()))
        radius = (_HANDLE if is_here else _STOP) / 2
        painter.drawEllipse(centre, radius, radius)
        if is_here and self.hasFocus():
            painter.setPen(QPen(theme.colour("focus"), _FOCUS))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, radius + 2 * _FOCUS, radius + 2 * _FOCUS)
        painter.setFont(theme.font("caption", 600 if is_here else 400, tabular=True))
        painter.setPen(theme.colour("text_off" if not self.isEnabled() else "text" if is_here else "text3"))
        below = QRectF(centre.x() - 60, theme.pixels(_AXIS + 10), 120, theme.pixels(16))
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self._words_that_fit(painter, level, is_here=is_here))

    def _words_that_fit(self, painter: QPainter, level: int, *, is_here: bool) -> str:
        """What stands below a stop; where stops are close the one chosen says all, the others less."""
        words, short, step = self._words(level), f"C{level}", abs(self._x(1) - self._x(0))
        of_chosen = painter.fontMetrics().horizontalAdvance(self._words(self.value()))
        if is_here or painter.fontMetrics().horizontalAdvance(words) + of_chosen <= 2 * (step - _APART):
            return words
        has_room = painter.fontMetrics().horizontalAdvance(short) + of_chosen <= 2 * (step - _APART)
        return short if has_room or abs(level - self.value()) > 1 else ""

    def _words(self, level: int) -> str:
        return f"C{level} · {figure(self._counts[level])}" if level < len(self._counts) else f"C{level}"

    def _describe(self) -> None:
        level = self.value()
        words = self.tr("C{level}, {count} communities")
        known = level < len(self._counts)
        self.setAccessibleDescription(words.format(level=level, count=figure(self._counts[level])) if known else "")

    @Slot(int)
    def _value_changed(self, level: int) -> None:
        self._describe()
        self.update()
        self.level_chosen.emit(level)

    @Slot()
    def _theme_changed(self) -> None:
        self.updateGeometry()
        self.update()
