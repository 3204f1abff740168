"""The map on the first page: a made-up graph, drawn from a rule, in the colours of communities."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from graphrag_desktop.ui.colours import blend, community_colours
from graphrag_desktop.ui.theme import ActiveTheme

_GOLDEN = math.pi * (3 - math.sqrt(5))  # the angle of sunflower seeds: no two lie on one line
_COMMUNITIES: Sequence[tuple[float, float, int]] = (  # centre in a field of 100 × 66, and how many entities
    (33, 14, 170), (54, 13, 150), (19, 31, 110), (46, 34, 160), (70, 27, 140), (85, 14, 50), (13, 51, 80), (37, 55, 90),
    (63, 53, 150), (84, 46, 60),
)  # fmt: skip
_STEP = 0.74  # between entities, in the same field
_LINES = 3  # from each community to every other, thinning out with distance
_FIELD = QSize(100, 66)


class Emblem(QWidget):
    """Says nothing that words beside it do not say; drawn once for a size and a theme."""

    def __init__(self, active: ActiveTheme) -> None:
        super().__init__()
        self._active = active
        self._drawn: QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 132)
        active.theme_changed.connect(self._forget)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        ratio = self.devicePixelRatioF()
        if self._drawn is None or self._drawn.size() != self.size() * ratio:
            self._drawn = QPixmap(self.size() * ratio)
            self._drawn.setDevicePixelRatio(ratio)
            self._drawn.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._drawn)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw(painter)
            painter.end()
        QPainter(self).drawPixmap(0, 0, self._drawn)

    def _forget(self) -> None:
        self._drawn = None
        self.update()

    def _draw(self, painter: QPainter) -> None:
        scale = min(self.width() / _FIELD.width(), self.height() / _FIELD.height())
        painter.translate((self.width() - scale * _FIELD.width()) / 2, (self.height() - scale * _FIELD.height()) / 2)
        painter.scale(scale, scale)
        theme = self._active.theme
        places = [_entities(*each) for each in _COMMUNITIES]
        sizes = {number: len(each) for number, each in enumerate(places)}
        colours = community_colours(dict.fromkeys(sizes), sizes, theme.appearance)
        for number, (x, y, count) in enumerate(_COMMUNITIES):
            self._draw_territory(painter, QPointF(x, y), count, QColor(*colours[number]))
        painter.setPen(QPen(theme.colour("edge"), 0.14))
        for one, near in enumerate(places):
            for other, far in enumerate(places[:one]):
                for at in range(_LINES):
                    painter.drawLine(near[(other * 7 + at * 11) % len(near)], far[(one * 5 + at * 13) % len(far)])
        painter.setPen(QPen(theme.colour("sheet"), 0.12))
        for number, each in enumerate(places):
            painter.setBrush(QColor(*colours[number]))
            for at, place in enumerate(each):
                radius = 0.95 if at % 41 == 3 else 0.62 if at % 9 == 1 else 0.42
                painter.drawEllipse(place, radius, radius)

    def _draw_territory(self, painter: QPainter, centre: QPointF, count: int, colour: QColor) -> None:
        ground = self._active.theme.rgb("sheet")
        hue = (colour.red(), colour.green(), colour.blue())
        painter.setBrush(QColor(*blend(hue, ground, 0.10)))
        painter.setPen(QPen(QColor(*blend(hue, ground, 0.36)), 0.16))
        reach = _STEP * math.sqrt(count) + 1.3
        path = QPainterPath()
        for at in range(61):
            angle = math.tau * at / 60
            distance = reach * (1 + 0.07 * math.sin(3 * angle + centre.x()) + 0.05 * math.sin(5 * angle + centre.y()))
            place = QPointF(centre.x() + distance * math.cos(angle), centre.y() + distance * math.sin(angle))
            if at:
                path.lineTo(place)
            else:
                path.moveTo(place)
        painter.drawPath(path)


def _entities(x: float, y: float, count: int) -> list[QPointF]:
    """The seeds of a sunflower, each a little off its place."""
    found = []
    for at in range(count):
        distance = _STEP * math.sqrt(at + 0.5) + 0.25 * math.sin(at * 2.3 + x)
        angle = at * _GOLDEN + 0.2 * math.sin(at * 1.7 + y)
        found.append(QPointF(x + distance * math.cos(angle), y + distance * math.sin(angle)))
    return found
