"""Chooses the level of a question, with what each choice reads and costs standing on the choice itself."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QSizePolicy, QWidget

from graphrag_desktop.domain.answers import LevelEstimate
from graphrag_desktop.ui.level_words import cost_words, level_name, same_words
from graphrag_desktop.ui.theme import ActiveTheme

_WIDTH, _LEAST_WIDTH = 104, 64
_HEIGHT, _COMPACT_HEIGHT = 80, 42
_RADIUS = 7.0
_LINE = 16
_LEFT, _RIGHT, _TOP, _COMPACT_TOP = 10, 6, 8, 5
_INSET = 12  # of the hairlines between cells
_FOCUS = 2


class LevelPicker(QWidget):
    """A cell for each level, of which one is chosen; empty while there are no levels.

    The compact form has name and reports only.
    """

    level_chosen = Signal(int)  # by the analyst

    def __init__(self, active: ActiveTheme, parent: QWidget | None = None, *, is_compact: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName("levelSelector")
        self.setAccessibleName(self.tr("Level of the question"))
        self._active = active
        self._is_compact = is_compact
        self._cells: list[LevelCell] = []
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.level_chosen)
        self._group.idToggled.connect(self.update)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        active.theme_changed.connect(self._theme_changed)

    @property
    def level(self) -> int:
        """The level chosen; 0 while there is none to choose."""
        return max(self._group.checkedId(), 0)

    @property
    def cells(self) -> Sequence["LevelCell"]:
        """A button for each level."""
        return self._cells

    def show_estimates(self, estimates: Sequence[LevelEstimate]) -> None:
        """Offer these levels; the one chosen stays chosen if it is still there."""
        level = self.level
        for cell in self._cells:
            self._group.removeButton(cell)
            self._row.removeWidget(cell)
            cell.hide()
            cell.deleteLater()
        self._cells = [
            LevelCell(self._active, estimate, len(estimates), is_compact=self._is_compact) for estimate in estimates
        ]
        for cell in self._cells:
            self._group.addButton(cell, cell.estimate.level)
            self._row.addWidget(cell)
            cell.show()  # now, not when Qt comes to it: until then Tab would pass it over
        self.set_level(level)
        self.update()

    def set_compact(self, *, is_compact: bool) -> None:
        """Take the other form, with the same levels."""
        if is_compact != self._is_compact:
            self._is_compact = is_compact
            self.show_estimates([cell.estimate for cell in self._cells])

    def set_level(self, level: int) -> None:
        """Choose a level, or the earlier one that it is the same as; beyond the deepest means the deepest."""
        if self._cells:
            estimate = self._cells[max(0, min(level, len(self._cells) - 1))].estimate
            self._cells[estimate.level if estimate.same_as is None else estimate.same_as].setChecked(True)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the ground, the chosen cell, hairlines between the others."""
        if not self._cells:
            return
        painter, theme = QPainter(self), self._active.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.setBrush(theme.colour("sunken"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        for before, cell in zip(self._cells, self._cells[1:], strict=False):
            if not (before.isChecked() or cell.isChecked()):
                left = cell.geometry().left() + 0.5
                painter.drawLine(QPointF(left, _INSET), QPointF(left, self.height() - _INSET))
        painter.setPen(QPen(theme.colour("accent"), 1.5))
        painter.setBrush(theme.colour("accent_soft"))
        for cell in self._cells:
            if cell.isChecked():
                painter.drawRoundedRect(QRectF(cell.geometry()).adjusted(0.75, 0.75, -0.75, -0.75), _RADIUS, _RADIUS)

    @Slot()
    def _theme_changed(self) -> None:
        for cell in self._cells:
            cell.updateGeometry()
        self.update()


class LevelCell(QRadioButton):
    """One level: its name, and what asking there reads. Disabled if it is the same as an earlier one."""

    def __init__(self, active: ActiveTheme, estimate: LevelEstimate, levels: int, *, is_compact: bool) -> None:
        super().__init__()
        self.estimate = estimate
        self._active = active
        self._is_compact = is_compact
        self._name = level_name(estimate.level, levels)
        costs, same = cost_words(estimate), same_words(estimate)
        self._facts = (same,) if same else costs[:1] if is_compact else costs
        words = ", ".join([self._name, *((same,) if same else costs)])
        self.setAccessibleName(words)
        self.setToolTip(
            self.tr("Holds the same communities as an earlier level, so it reads the same.") if same else words
        )
        self.setEnabled(not same)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this."""
        theme = self._active.theme
        return QSize(theme.pixels(_WIDTH), theme.pixels(_COMPACT_HEIGHT if self._is_compact else _HEIGHT))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this: made narrower, words are shortened, and the tool tip has them."""
        return QSize(self._active.theme.pixels(_LEAST_WIDTH), self.sizeHint().height())

    def hitButton(self, pos: QPoint) -> bool:  # noqa: N802 - Qt's name
        """Qt asks for this: the whole cell counts, not just where a circle would be."""
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        painter, theme = QPainter(self), self._active.theme
        is_on = self.isEnabled()
        line = theme.pixels(_LINE)
        top = theme.pixels(_COMPACT_TOP if self._is_compact else _TOP)
        box = QRectF(theme.pixels(_LEFT), top, self.width() - theme.pixels(_LEFT + _RIGHT), line)
        painter.setFont(theme.font("small", 600))
        painter.setPen(theme.colour("accent" if self.isChecked() else "text" if is_on else "text_off"))
        self._write(painter, box, self._name)
        painter.setFont(theme.font("caption", tabular=True))
        painter.setPen(theme.colour("text2" if is_on else "text_off"))
        for place, fact in enumerate(self._facts, 1):
            self._write(painter, box.translated(0, place * line), fact)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour("focus"), _FOCUS))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(4, 4, -4, -4), _RADIUS - 3, _RADIUS - 3)

    def _write(self, painter: QPainter, box: QRectF, text: str) -> None:
        shown = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
