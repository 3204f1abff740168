"""How territories are painted: each outline made once into a path, drawn through the camera."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pyqtgraph.functions import ndarray_from_qpolygonf
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from graphrag_desktop.ui.colours import Appearance, Rgb, blend
from graphrag_desktop.ui.graph_canvas_camera import Camera
from graphrag_desktop.ui.graph_canvas_outlines import Outlines, Polygon
from graphrag_desktop.ui.graph_canvas_tints import Tint
from graphrag_desktop.ui.graph_canvas_view import View
from graphrag_desktop.ui.theme import Theme

_CHOSEN_FILL = {Appearance.LIGHT: 0.18, Appearance.DARK: 0.26}
_CHOSEN_LINE, _USED_LINE = 2.0, 1.75
_HOVERED_LINE = 1.5
_DASHES = (3.0, 3.0)
_HURRIED = 1.0  # points for each corner: lines of more take their time to be made
_LINE = 1.0  # in the pixels of the screen: Qt draws no other width in time


@dataclass(frozen=True, slots=True)
class Marks:
    """Communities whose territory is drawn otherwise: the chosen one, those used in an answer, the one under the cursor,
    those that an answer left out."""

    chosen: int | None = None
    used: frozenset[int] = frozenset()
    hovered: int | None = None
    dashed: frozenset[int] = frozenset()


class Paths:
    """The outlines of a map as Qt draws them, each made once."""

    def __init__(self, outlines: Outlines) -> None:
        self.outlines = outlines
        self._paths: dict[tuple[int, int, float], QPainterPath] = {}

    def path(self, depth: int, number: int, scale: float, *, is_hurried: bool = False) -> QPainterPath | None:
        """The territory of a community on a level, in units of the map, smooth at a scale; None if it has none.

        Hurried, a coarse one will do.
        """
        if not self.outlines.has(depth, number):
            return None
        key = depth, number, self.outlines.fineness(depth, number, scale)
        if is_hurried and key not in self._paths:
            key = depth, number, min(key[-1], _HURRIED)
        if key not in self._paths:
            self._paths[key] = path_of(self.outlines.polygons(*key))
        return self._paths[key]


@dataclass(frozen=True, slots=True, eq=False)
class Strokes:
    """In which colours a territory is filled and outlined."""

    fill: QBrush
    line: QPen


class TerritoryPainter:
    """The territories of one level in the colours of one tint; `quiet` is the share of their colour that is left."""

    def __init__(self, paths: Paths, tint: Tint, theme: Theme) -> None:
        self.paths = paths
        self._tint = tint
        self._theme = theme
        self._ground = theme.rgb("canvas")
        self._strokes: dict[tuple[Rgb, Rgb], Strokes] = {}
        self._strokes_of: dict[tuple[int, float, bool], Strokes] = {}

    def shapes(
        self, view: View, chosen: int | None, quiet: float = 1.0, *, is_hurried: bool = False
    ) -> dict[Strokes, QPainterPath]:
        """What is in view, with only a share of its colour: those of one colour as one path, as each call takes its time."""
        areas, scale = view.areas, view.scale
        shown = areas.in_view(view.camera, scale)
        found: dict[Strokes, list[QPainterPath]] = {}
        for depth, number in zip(areas.depths[shown].tolist(), areas.numbers[shown].tolist(), strict=True):
            if (path := self.paths.path(depth, number, scale, is_hurried=is_hurried)) is not None:
                found.setdefault(self._find_strokes(number, quiet, is_chosen=number == chosen), []).append(path)
        return {strokes: _joined(paths) for strokes, paths in found.items()}

    def fill(self, painter: QPainter, view: View, shapes: Mapping[Strokes, QPainterPath]) -> None:
        """Paint the areas."""
        painter.save()
        way = _carry(painter, view)
        # A smooth edge costs three times as much and would lie below the line.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=view.is_vector)
        for strokes, path in shapes.items():
            painter.fillPath(way(path), strokes.fill)
        painter.restore()

    def outline(self, painter: QPainter, view: View, shapes: Mapping[Strokes, QPainterPath]) -> None:
        """Paint the lines around them."""
        painter.save()
        way = _carry(painter, view)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for strokes, path in shapes.items():
            painter.setPen(strokes.line)
            painter.drawPath(way(path))
        painter.restore()

    def paint_marks(self, painter: QPainter, view: View, marks: Marks) -> None:
        """Paint the outlines that lie over everything but names."""
        lines = [(number, self._theme.rgb("text"), _USED_LINE) for number in sorted(marks.used | marks.dashed)]
        if marks.hovered is not None and (colour := self._tint.community(marks.hovered)) is not None:
            lines.append((marks.hovered, colour, _HOVERED_LINE))
        if marks.chosen is not None:
            lines.append((marks.chosen, self._tint.community(marks.chosen) or self._theme.rgb("text"), _CHOSEN_LINE))
        painter.save()
        way = _carry(painter, view)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        shown = set(view.areas.numbers[view.areas.at(view.scale)].tolist()) if lines else set()
        for number, colour, width in lines:
            depth = view.scene.deepest_of(number, view.level_number)
            if width == _USED_LINE and number not in shown:
                continue
            if depth is not None and (path := self.paths.path(depth, number, view.scale)) is not None:
                pen = _pen(colour, width * view.ratio)
                if width == _USED_LINE and number in marks.dashed:
                    pen.setDashPattern(_DASHES)
                painter.setPen(pen)
                painter.drawPath(way(path))
        painter.restore()

    def _find_strokes(self, number: int, quiet: float, *, is_chosen: bool) -> Strokes:
        key = number, quiet, is_chosen
        if key not in self._strokes_of:
            shares = self._tint.shares_of(number)
            colour = self._tint.community(number) or self._theme.rgb("text3")
            share = _CHOSEN_FILL[self._theme.appearance] if is_chosen else shares.fill * quiet
            colours = blend(colour, self._ground, share), blend(colour, self._ground, shares.outline * quiet)
            if colours not in self._strokes:
                self._strokes[colours] = Strokes(QBrush(QColor(*colours[0])), _pen(colours[1], _LINE))
            self._strokes_of[key] = self._strokes[colours]
        return self._strokes_of[key]


def _joined(paths: list[QPainterPath]) -> QPainterPath:
    if len(paths) == 1:
        return paths[0]
    joined = QPainterPath()
    for path in paths:
        joined.addPath(path)
    return joined


def _carry(painter: QPainter, view: View) -> Callable[[QPainterPath], QPainterPath]:
    """Through the camera: on the screen the painter takes paths there; for paper they are taken there themselves, as
    few programs know lines that keep their width."""
    if view.is_vector:
        return transform(view.camera).map
    painter.setTransform(transform(view.camera), combine=True)
    return lambda path: path


def transform(camera: Camera) -> QTransform:
    """From the map to pixels."""
    scale = camera.scale
    return QTransform(scale, 0, 0, -scale, -camera.left * scale, camera.top * scale)


def path_of(polygons: list[Polygon]) -> QPainterPath:
    """Closed lines as one path; what lies within two of them is a hole."""
    path = QPainterPath()
    for polygon in polygons:
        path.addPolygon(_as_qt(polygon))
        path.closeSubpath()
    return path


def _as_qt(polygon: Polygon) -> QPolygonF:
    """The corners copied in one piece: one by one they take a hundred times as long."""
    shape = QPolygonF()
    shape.resize(len(polygon))
    ndarray_from_qpolygonf(shape)[:] = polygon
    return shape


def paint_areas(painter: QPainter, camera: Camera, areas: Sequence[tuple[QPainterPath, Rgb, Rgb]]) -> None:
    """Fill paths and draw their outlines, each in a colour of its own."""
    painter.save()
    painter.setTransform(transform(camera), combine=True)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    for path, fill, _ in areas:
        painter.fillPath(path, QColor(*fill))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for path, _, line in areas:
        painter.setPen(_pen(line, _LINE))
        painter.drawPath(path)
    painter.restore()


def _pen(colour: Rgb, width: float) -> QPen:
    pen = QPen(QColor(*colour), width)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen
