"""The picture by which the program is known among others: three communities and what ties them."""

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPen, QPixmap

from graphrag_desktop.ui.colours import Appearance, community_colours
from graphrag_desktop.ui.theme import Theme

_SIZES = (16, 24, 32, 48, 64, 128, 256)
_DISCS = ((0.33, 0.34, 0.185), (0.70, 0.45, 0.145), (0.42, 0.73, 0.125))  # centre and radius, as shares of the side
_TIES = ((0, 1), (0, 2), (1, 2))
_CORNER, _LINE = 0.22, 0.06


@cache
def window_icon() -> QIcon:
    """Drawn for every usual size."""
    icon = QIcon()
    for size in _SIZES:
        icon.addPixmap(_drawn(size))
    return icon


def _drawn(side: int) -> QPixmap:
    theme = Theme(Appearance.DARK)
    colours = community_colours(dict.fromkeys((1, 2, 3)), {1: 3, 2: 2, 3: 1}, Appearance.DARK)
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("sheet"))
    painter.drawRoundedRect(QRectF(0, 0, side, side), side * _CORNER, side * _CORNER)
    centres = [QPointF(x * side, y * side) for x, y, _ in _DISCS]
    painter.setPen(QPen(theme.colour("line_control"), side * _LINE))
    for one, other in _TIES:
        painter.drawLine(centres[one], centres[other])
    painter.setPen(Qt.PenStyle.NoPen)
    for centre, (_, _, radius), colour in zip(centres, _DISCS, colours.values(), strict=True):
        painter.setBrush(QColor(*colour))
        painter.drawEllipse(centre, radius * side, radius * side)
    painter.end()
    return QPixmap.fromImage(image)
