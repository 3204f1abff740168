"""What the colours of the map mean: a scale of heat, or the kinds of entities; painted the same on screen and on paper."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from graphrag_desktop.ui.colours import Rgb, blend, heat_colour
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.graph_canvas_lettering import write_words
from graphrag_desktop.ui.graph_canvas_map import GraphMap
from graphrag_desktop.ui.graph_canvas_tints import ColourBy, kind_colours
from graphrag_desktop.ui.theme import ActiveTheme, Theme

_BAR = 96.0
_SWATCH = 8.0
_GAP, _BETWEEN = 6.0, 14.0
_LINE = 18.0
_MOST_KINDS = 7


@dataclass(frozen=True, slots=True)
class Entry:
    """A word with a swatch before it: filled with a colour, ringed, or the whole scale of heat."""

    words: str
    colour: Rgb | None = None
    is_scale: bool = False
    is_dashed: bool = False


@dataclass(frozen=True, slots=True)
class Legend:
    """A title (or none) and what stands below it."""

    title: str
    entries: tuple[Entry, ...]


def legend(graph_map: GraphMap) -> Legend | None:
    """What the map's colours mean now; None while they are those of communities, which have names."""
    theme = graph_map.theme
    if graph_map.heat is not None:
        heat = graph_map.heat.heat
        if heat.is_opacity:
            return Legend(heat.title, _opacity_entries(heat.unknown, theme))
        unread = blend(theme.rgb("text3"), theme.rgb("canvas"), 0.45)
        entries = [Entry(f"0–{figure(round(heat.most))}", is_scale=True)]
        entries += [Entry(heat.unknown or _tr("no value"), unread)]
        entries += [Entry(heat.ring or _tr("used"))] if heat.used else []
        entries += [Entry(heat.broken_ring or _tr("left out"), is_dashed=True)] if heat.dashed else []
        return Legend(heat.title, tuple(entries))
    if graph_map.colour_by is ColourBy.KIND or (not graph_map.scene.depth and len(graph_map.scene.kind_names) > 1):
        counts = np.bincount(graph_map.scene.kinds, minlength=len(graph_map.scene.kind_names))
        colours = kind_colours(graph_map.scene, theme)
        names = [
            graph_map.scene.kind_names[place] for place in np.argsort(-counts, kind="stable").tolist() if counts[place]
        ]
        shown = [Entry(kind_words(name), colours[name]) for name in names[:_MOST_KINDS]]
        more = len(names) - len(shown)
        return Legend(
            "", (*shown, *([Entry(_tr("{count} more").format(count=more), theme.rgb("text3"))] if more else []))
        )
    return None


def _opacity_entries(unknown: str, theme: Theme) -> tuple[Entry, ...]:
    """From hardly to wholly in its own colour, and what has no value."""
    ground = theme.rgb("canvas")
    steps = [
        Entry(words, blend(theme.rgb("accent"), ground, share))
        for words, share in (("0", 0.15), ("0.5", 0.58), ("1", 1.0))
    ]
    return (*steps, Entry(unknown or _tr("no value"), blend(theme.rgb("text3"), ground, 0.18)))


def kind_words(name: str) -> str:
    """A kind of entity as people read it."""
    known = {
        "organization": _tr("Organisation"), "person": _tr("Person"), "place": _tr("Place"), "event": _tr("Event"),
        "concept": _tr("Concept"), "product": _tr("Product"), "law": _tr("Law"), "group": _tr("Group"), "work": _tr("Work"),
        "": _tr("Other"),
    }  # fmt: skip
    return known.get(name, name[:1].upper() + name[1:].replace("_", " "))


def measure_legend(shown: Legend, theme: Theme) -> QSize:
    """The room it takes."""
    metrics = QFontMetricsF(theme.font("caption", tabular=True))
    width = sum(_width(entry, metrics) for entry in shown.entries) + _BETWEEN * (len(shown.entries) - 1)
    width = max(width, metrics.horizontalAdvance(shown.title))
    return QSize(round(width) + 2, round(theme.pixels(_LINE) * (2 if shown.title else 1)))


def paint_legend(painter: QPainter, shown: Legend, theme: Theme, corner: QPointF) -> None:
    """Paint it with its upper left corner at a place."""
    font = theme.font("caption", tabular=True)
    metrics = QFontMetricsF(font)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = theme.pixels(_LINE)
    x, middle = corner.x(), corner.y() + line / 2
    if shown.title:
        write_words(painter, QPointF(x, middle + metrics.ascent() / 2 - 1), shown.title, font, theme.colour("text2"))
        middle += line
    for entry in shown.entries:
        _paint_swatch(painter, entry, theme, QPointF(x, middle))
        side = _BAR if entry.is_scale else _SWATCH
        place = QPointF(x + side + _GAP, middle + metrics.ascent() / 2 - 1)
        write_words(painter, place, entry.words, font, theme.colour("text2"))
        x += _width(entry, metrics) + _BETWEEN


class LegendView(QWidget):
    """A legend on the screen."""

    def __init__(self, active: ActiveTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self._active = active
        self._legend: Legend | None = None

    def show_legend(self, shown: Legend | None) -> None:
        """Show another, or none."""
        self._legend = shown
        self.setVisible(shown is not None)
        if shown is not None:
            self.setFixedSize(measure_legend(shown, self._active.theme))
            self.setAccessibleName("; ".join(filter(None, [shown.title, *(entry.words for entry in shown.entries)])))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        if self._legend is not None:
            painter = QPainter(self)
            paint_legend(painter, self._legend, self._active.theme, QPointF(0, 0))
            painter.end()


def _width(entry: Entry, metrics: QFontMetricsF) -> float:
    return (_BAR if entry.is_scale else _SWATCH) + _GAP + metrics.horizontalAdvance(entry.words)


def _paint_swatch(painter: QPainter, entry: Entry, theme: Theme, left: QPointF) -> None:
    if entry.is_scale:
        bar = QRectF(left.x(), left.y() - 4, _BAR, 8)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        for step in range(6):
            gradient.setColorAt(step / 5, QColor(*heat_colour(20 * step, theme.appearance)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(gradient)
        painter.drawRoundedRect(bar, 2, 2)
        return
    box = QRectF(left.x(), left.y() - _SWATCH / 2, _SWATCH, _SWATCH)
    if entry.colour is None:
        pen = QPen(theme.colour("text"), 1.75)
        if entry.is_dashed:
            pen.setDashPattern((1.2, 1.2))
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(*entry.colour))
    painter.drawRoundedRect(box, 2, 2)


def _tr(text: str) -> str:
    return QCoreApplication.translate("GraphCanvas", text)
