"""How names are painted on the map: fonts, widths, and each label drawn once and kept as a small picture."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintEngine, QPainter, QPainterPath, QPen, QPixmap

from graphrag_desktop.ui.graph_canvas_camera import Camera
from graphrag_desktop.ui.theme import Theme, Token

Style = Literal["root", "community", "aside", "entity"]
"""Whose name it is; `aside` are communities while something else is chosen."""

_LONGEST = 80  # letters measured: no more than these can fit, and measuring a long text takes long
_MOST_KEPT = 1_000
_HALO = 2.2
_HALO_OFFSETS = (  # two rings, or the outer one stands apart from thin letters
    *((_HALO * math.cos(turn * math.pi / 4), _HALO * math.sin(turn * math.pi / 4)) for turn in range(8)),
    *((0.5 * _HALO * math.cos(turn * math.pi / 2), 0.5 * _HALO * math.sin(turn * math.pi / 2)) for turn in range(4)),
)
_EDGE = math.ceil(_HALO) + 1
_TAIL_GAP = 6.0
_LIMITS: dict[Style, float] = {"root": 190.0, "community": 165.0, "aside": 165.0, "entity": 140.0}
_INKS: dict[Style, Token] = {"root": "text", "community": "text", "aside": "text3", "entity": "text2"}


@dataclass(frozen=True, slots=True)
class Label:
    """A name at a place on the map; its rectangle begins `across` and `down` pixels from there.

    `tail` follows it in a quieter colour. One of `community` and `entity` is set: a number, or a place in the arrays.
    """

    style: Style
    x: float
    y: float
    text: str
    tail: str
    across: float
    down: float
    width: float
    height: float
    community: int | None = None
    entity: int | None = None

    def corner(self, camera: Camera) -> tuple[int, int]:
        """Where its upper left corner is now, on whole pixels."""
        x, y = (self.x - camera.left) * camera.scale, (camera.top - self.y) * camera.scale
        return round(x + self.across), round(y + self.down)

    def box(self, camera: Camera) -> QRectF:
        """What it covers of the screen."""
        return QRectF(*self.corner(camera), self.width, self.height)

    def covers(self, camera: Camera, x: float, y: float) -> bool:
        """Whether it covers a place on the screen."""
        left, top = self.corner(camera)
        return left <= x <= left + self.width and top <= y <= top + self.height


class Lettering:
    """The fonts of one theme, what they measure, and the labels painted so far."""

    def __init__(self, theme: Theme, ratio: float) -> None:
        self._ratio = ratio
        self._theme = theme
        self._fonts: dict[Style, QFont] = {
            "root": theme.font("body", 600),
            "community": theme.font("small", 600),
            "aside": theme.font("small", 600),
            "entity": theme.font("caption", 450),
        }
        self._tail = theme.font("caption", tabular=True)
        self._metrics = {style: QFontMetricsF(font) for style, font in self._fonts.items()}
        self._heights = {style: metrics.height() for style, metrics in self._metrics.items()}
        self._tail_metrics = QFontMetricsF(self._tail)
        self._fitted: dict[tuple[Style, str], tuple[str, float]] = {}
        self._tail_widths: dict[str, float] = {}
        self._pictures: dict[tuple[Style, str, str], QPixmap] = {}

    def measure(self, style: Style, title: str, tail: str = "") -> tuple[str, float, float]:
        """The title as it fits, and the width and height it takes with its tail."""
        key = (style, title)
        if key not in self._fitted:
            if len(self._fitted) > 5 * _MOST_KEPT:
                self._fitted.clear()
            line = " ".join(title[:_LONGEST].split())
            text = self._metrics[style].elidedText(line, Qt.TextElideMode.ElideRight, _LIMITS[style])
            self._fitted[key] = (text, self._metrics[style].horizontalAdvance(text))
        text, width = self._fitted[key]
        return text, width + (self._tail_width(tail) + _TAIL_GAP if tail else 0.0), self._heights[style]

    def is_drawn(self, label: Label) -> bool:
        """Whether a label is there already, and costs next to nothing to paint."""
        return (label.style, label.text, label.tail) in self._pictures

    def paint(self, painter: QPainter, label: Label, camera: Camera) -> None:
        """Paint a label where its place on the map is now."""
        key = (label.style, label.text, label.tail)
        if key not in self._pictures:
            if len(self._pictures) > _MOST_KEPT:
                self._pictures.clear()
            self._pictures[key] = self._draw(label)
        left, top = label.corner(camera)
        painter.drawPixmap(left - _EDGE, top - _EDGE, self._pictures[key])

    def write(self, painter: QPainter, label: Label, camera: Camera) -> None:
        """Paint a label as words, for paper: the halo is a stroked outline."""
        left, top = label.corner(camera)
        words = self._words(label)
        base = top - _EDGE + self._base(label)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for x, text, font, ink in words:
            outline = QPainterPath()
            outline.addText(QPointF(left - _EDGE + x, base), font, text)
            halo = QPen(self._theme.colour("canvas"), 3.5)
            halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(outline, halo)
            write_words(painter, QPointF(left - _EDGE + x, base), text, font, ink)

    def _draw(self, label: Label) -> QPixmap:
        """The words over a halo: themselves in the ground's colour, moved to all sides (a stroked outline takes long)."""
        width, height = label.width + 2 * _EDGE, label.height + 2 * _EDGE
        picture = QPixmap(math.ceil(width * self._ratio), math.ceil(height * self._ratio))
        picture.setDevicePixelRatio(self._ratio)
        picture.fill(Qt.GlobalColor.transparent)
        base, words = self._base(label), self._words(label)
        ground = self._theme.colour("canvas")
        shadow = QPixmap(picture.size())
        shadow.setDevicePixelRatio(self._ratio)
        shadow.fill(Qt.GlobalColor.transparent)
        painter = QPainter(shadow)
        _write(painter, [(x, text, font, ground) for x, text, font, _ in words], base)
        painter.end()
        painter = QPainter(picture)
        for dx, dy in _HALO_OFFSETS:
            painter.drawPixmap(QPointF(dx, dy), shadow)
        _write(painter, words, base)
        painter.end()
        return picture

    def _tail_width(self, tail: str) -> float:
        if tail not in self._tail_widths:
            if len(self._tail_widths) > 5 * _MOST_KEPT:
                self._tail_widths.clear()
            self._tail_widths[tail] = self._tail_metrics.horizontalAdvance(tail)
        return self._tail_widths[tail]

    def _base(self, label: Label) -> float:
        return _EDGE + self._metrics[label.style].ascent()

    def _words(self, label: Label) -> list[tuple[float, str, QFont, QColor]]:
        words = [(float(_EDGE), label.text, self._fonts[label.style], self._theme.colour(_INKS[label.style]))]
        if label.tail:
            left = _EDGE + label.width - self._tail_width(label.tail)
            words.append((left, label.tail, self._tail, self._theme.colour("text3")))
        return words


def write_words(painter: QPainter, place: QPointF, text: str, font: QFont, ink: QColor) -> None:
    """Write words for paper: in an SVG as shapes, as whoever opens it may not have the font."""
    if painter.paintEngine().type() == QPaintEngine.Type.SVG:
        shape = QPainterPath()
        shape.addText(place, font, text)
        painter.fillPath(shape, ink)
    else:
        plain = QFont(font)
        plain.clearFeatures()  # figures of one width have no letters that could be searched for
        painter.setFont(plain)
        painter.setPen(ink)
        painter.drawText(place, text)


def _write(painter: QPainter, words: Iterable[tuple[float, str, QFont, QColor]], base: float) -> None:
    for x, text, font, ink in words:
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(QPointF(x, base), text)
