"""Draws a row of the tree: colour, title and size of a community; with an answer open its score in place of the size."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from graphrag_desktop.domain.answers import Use
from graphrag_desktop.ui.colours import heat_colour
from graphrag_desktop.ui.community_model import COLOUR_ROLE, COUNT_ROLE, NUMBER_ROLE, SCORE_ROLE, USE_ROLE
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.theme import ActiveTheme, Theme
from graphrag_desktop.ui.use_words import USE_ICONS

_ROW, _DOT, _CHEVRON = 28, 10, 14
_BAR_WIDTH, _SHORT_BAR, _BAR_HEIGHT, _SCORE_WIDTH, _CHECK = 48, 18, 6, 22, 12
_WIDE_TREE = 280  # pixels: where the tree is narrower its names need the room more than the bars
_EDGE, _RADIUS = 6, 5
_LEAST_TITLE = 60  # pixels: where there is less room the bar goes, its score stays


class _Dress:
    """The fonts and inks of a theme, made once: a tree has many rows."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.caption = theme.font("caption", tabular=True)
        self.caption_metrics = QFontMetricsF(self.caption)
        self.titles = {is_root: theme.font("body", 600 if is_root else 400) for is_root in (True, False)}
        self.title_metrics = {is_root: QFontMetricsF(font) for is_root, font in self.titles.items()}
        self.text, self.quiet = theme.colour("text"), theme.colour("text3")


class CommunityDelegate(QStyledItemDelegate):
    """A full-width rounded row; the view draws no branches of its own."""

    def __init__(self, active: ActiveTheme, tree: QTreeView) -> None:
        super().__init__(tree)
        self._active, self._tree = active, tree
        self.has_heat = False
        self._dress = _Dress(active.theme)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Qt's: every row is as high, whatever stands in it."""
        return QSize(100, self._active.theme.pixels(_ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Qt's: draw one row."""
        theme = self._active.theme
        if theme != self._dress.theme:
            self._dress = _Dress(theme)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        whole = QRectF(_EDGE, box.top() + 1, self._tree.viewport().width() - 2 * _EDGE, box.height() - 2)
        self._paint_ground(painter, option, whole, theme)
        left = box.left()
        if index.model().hasChildren(index):
            name = "chevron-down" if self._tree.isExpanded(index) else "chevron-right"
            size = theme.pixels(_CHEVRON)
            pixmap = self._active.icons.pixmap(name, "text3", size)
            painter.drawPixmap(QPointF(left - size - 3, box.center().y() - size / 2), pixmap)
        if index.data(NUMBER_ROLE) is not None:
            self._paint_dot(painter, index.data(COLOUR_ROLE), QPointF(left + 2, box.center().y()), theme)
        left += theme.pixels(_DOT) + 10
        right = whole.right() - 8
        right = self._paint_score(painter, index, box, left, right) if self.has_heat else right
        right = right if self.has_heat else self._paint_count(painter, index, box, right)
        self._paint_title(painter, index, QRectF(left, box.top(), max(0.0, right - left), box.height()))
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, whole: QRectF, theme: Theme) -> None:
        state = option.state
        is_chosen = bool(state & QStyle.StateFlag.State_Selected)
        if is_chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection" if is_chosen else "hover"))
            painter.drawRoundedRect(whole, _RADIUS, _RADIUS)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setPen(theme.colour("focus"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(whole.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)

    def _paint_dot(self, painter: QPainter, colour: tuple[int, int, int] | None, at: QPointF, theme: Theme) -> None:
        size = theme.pixels(_DOT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._dress.quiet if colour is None else QColor(*colour))
        painter.drawRoundedRect(QRectF(at.x(), at.y() - size / 2, size, size), 3, 3)

    def _paint_count(
        self, painter: QPainter, index: QModelIndex | QPersistentModelIndex, box: QRectF, right: float
    ) -> float:
        count = index.data(COUNT_ROLE)
        if not count:
            return right
        painter.setFont(self._dress.caption)
        painter.setPen(self._dress.quiet)
        words = figure(count)
        width = self._dress.caption_metrics.horizontalAdvance(words) + 1
        painter.drawText(QRectF(right - width, box.top(), width, box.height()), Qt.AlignmentFlag.AlignVCenter, words)
        return right - width - 8

    def _paint_score(
        self, painter: QPainter, index: QModelIndex | QPersistentModelIndex, box: QRectF, left: float, right: float
    ) -> float:
        """The sign of its use, bar and score, as far as there is room beside the title; returns what is left for it. A
        report that scored nothing has no bar."""
        theme = self._active.theme
        score = index.data(SCORE_ROLE)
        painter.setFont(self._dress.caption)
        painter.setPen(self._dress.quiet)
        width = theme.pixels(_SCORE_WIDTH)
        place = QRectF(right - width, box.top(), width, box.height())
        painter.drawText(
            place,
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
            "–" if score is None else figure(score),
        )
        right -= width + 3
        is_wide = self._tree.viewport().width() >= theme.pixels(_WIDE_TREE)
        bar = theme.pixels(_BAR_WIDTH if is_wide else _SHORT_BAR)
        if score and right - bar - left > theme.pixels(_LEAST_TITLE):
            right -= bar
            self._paint_bar(painter, QRectF(right, box.center().y() - _BAR_HEIGHT / 2, bar, _BAR_HEIGHT), score)
        use = index.data(USE_ROLE)
        if use is not None:
            size = theme.pixels(_CHECK)
            pixmap = self._active.icons.pixmap(USE_ICONS[use], "ok" if use == Use.CITED else "text3", size)
            painter.drawPixmap(QPointF(right - size - 5, box.center().y() - size / 2), pixmap)
            right -= size + 4
        return right - 5

    def _paint_bar(self, painter: QPainter, track: QRectF, score: int) -> None:
        theme = self._active.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("pressed"))
        painter.drawRoundedRect(track, 3, 3)
        painter.setBrush(QColor(*heat_colour(score, theme.appearance)))
        painter.drawRoundedRect(QRectF(track.topLeft(), track.size()).adjusted(0, 0, _cut(track, score), 0), 3, 3)

    def _paint_title(self, painter: QPainter, index: QModelIndex | QPersistentModelIndex, room: QRectF) -> None:
        is_root = not index.parent().isValid() and index.data(NUMBER_ROLE) is not None
        painter.setFont(self._dress.titles[is_root])
        painter.setPen(self._dress.text)
        title = self._dress.title_metrics[is_root].elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)


def _cut(track: QRectF, score: int) -> float:
    """How much of the track a score leaves empty; something is always to be seen."""
    return -(track.width() - max(6.0, track.width() * min(score, 100) / 100))
