"""The map as a picture to take away: pixels, SVG or PDF, with what it shows written below it."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QMarginsF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.ui.graph_canvas_caption import caption
from graphrag_desktop.ui.graph_canvas_frame import Frame, Shown
from graphrag_desktop.ui.graph_canvas_legend import Legend, legend, measure_legend, paint_legend
from graphrag_desktop.ui.graph_canvas_lettering import write_words
from graphrag_desktop.ui.graph_canvas_map import GraphMap
from graphrag_desktop.ui.graph_canvas_sieve import Filters
from graphrag_desktop.ui.graph_canvas_tints import ColourBy
from graphrag_desktop.ui.theme import Token

if TYPE_CHECKING:  # the canvas hands itself over
    from graphrag_desktop.ui.graph_canvas import GraphCanvas

FINEST = 4
"""Pixels of a picture to one of the screen, at most."""

SUFFIXES = (".png", ".svg", ".pdf")
"""The kinds of pictures there are."""

_MARGIN, _LINE = 12.0, 17.0
_DOTS_PER_METRE = 3_780  # 96 to an inch


@dataclass(frozen=True, slots=True)
class Picture:
    """A view to be drawn on something, and what is written below it."""

    graph_map: GraphMap
    frame: Frame
    stamp: str

    @property
    def size(self) -> QSize:
        """Of the view with its foot, in our pixels."""
        camera = self.frame.camera
        return QSize(round(camera.width), round(camera.height + self._foot_height()))

    def draw(self, painter: QPainter, *, has_ground: bool = True) -> None:
        """Draw it; one without a ground lets what lies behind shine through."""
        theme, camera = self.graph_map.theme, self.frame.camera
        if has_ground:
            painter.fillRect(QRectF(QPointF(0, 0), QSizeF(self.size)), theme.colour("canvas"))
        painter.save()
        painter.setClipRect(QRectF(0, 0, camera.width, camera.height))
        shown = self.graph_map.paint(painter, self.frame)
        painter.restore()
        if has_ground:  # not everything that draws heeds the clip
            foot = QRectF(0, camera.height, camera.width, self._foot_height())
            painter.fillRect(foot, theme.colour("canvas"))
        self._draw_foot(painter, shown)

    def _foot_height(self) -> float:
        found = self._legend()
        return (
            2 * _MARGIN + 3 * _LINE + (0 if found is None else measure_legend(found, self.graph_map.theme).height() + 4)
        )

    def _legend(self) -> Legend | None:
        return legend(self.graph_map)

    def _draw_foot(self, painter: QPainter, shown: Shown) -> None:
        theme, top = self.graph_map.theme, self.frame.camera.height + _MARGIN
        if (found := self._legend()) is not None:
            paint_legend(painter, found, theme, QPointF(_MARGIN, top))
            top += measure_legend(found, theme).height() + 4
        font = theme.font("caption", tabular=True)
        metrics = QFontMetricsF(font)
        room = self.frame.camera.width - 2 * _MARGIN
        lines: tuple[tuple[str, Token], ...] = (
            (caption(self.graph_map, shown), "text"), (self._state(), "text2"), (self.stamp, "text3"),
        )  # fmt: skip
        for words, token in lines:
            line = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            write_words(painter, QPointF(_MARGIN, top + metrics.ascent()), line, font, theme.colour(token))
            top += _LINE

    def _state(self) -> str:
        """Level, colours and filters."""
        graph_map = self.graph_map
        parts = [_tr("Level C{level}").format(level=graph_map.level)] if graph_map.scene.depth else []
        if graph_map.heat is None:
            by_kind = graph_map.colour_by is ColourBy.KIND
            parts.append(_tr("coloured by kind") if by_kind else _tr("coloured by community"))
        filters = graph_map.sieve.filters
        parts += filter_words(filters)
        if graph_map.sieve.among is not None:
            parts.append(_tr("narrowed to a stretch of time"))
        return " · ".join(parts)


def filter_words(filters: Filters) -> list[str]:
    """What a filter lets through, a phrase for each condition."""
    words: list[str] = []
    if filters.left_out:
        words.append(_tr("without {kinds}").format(kinds=", ".join(sorted(filters.left_out))))
    if filters.least_degree:
        words.append(_tr("at least {count} relationships").format(count=filters.least_degree))
    if filters.least_documents:
        words.append(_tr("in at least {count} documents").format(count=filters.least_documents))
    if filters.least_evidence:
        words.append(_tr("relationships in at least {count} documents").format(count=filters.least_evidence))
    if filters.hides_hubs:
        words.append(_tr("without hubs"))
    return words


def picture_of(canvas: "GraphCanvas", stamp: str, *, ratio: float = 1.0, is_vector: bool = False) -> Picture:
    """The view of a canvas as a picture of its own, so that the one on the screen stays as it is."""
    shown = canvas.graph_map
    graph_map = GraphMap(shown.arrangement, shown.theme)
    graph_map.set_sieve(shown.sieve)
    graph_map.set_colours(shown.colour_by, None if shown.heat is None else shown.heat.heat)
    graph_map.set_level(shown.level)
    graph_map.choose(shown.emphasis)
    return Picture(graph_map, Frame(canvas.camera, canvas.fit_scale, ratio, is_vector=is_vector, is_kept=False), stamp)


def pixels_of(canvas: "GraphCanvas", stamp: str, ratio: int, *, has_ground: bool = True) -> QImage:
    """The view as an image, 1 to 4 pixels to each on the screen."""
    ratio = max(1, min(ratio, FINEST))
    picture = picture_of(canvas, stamp, ratio=ratio)
    image = QImage(picture.size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.setDotsPerMeterX(_DOTS_PER_METRE * ratio)
    image.setDotsPerMeterY(_DOTS_PER_METRE * ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    picture.draw(painter, has_ground=has_ground)
    painter.end()
    return image


def save_picture(canvas: "GraphCanvas", path: Path, stamp: str, ratio: int = 2, *, has_ground: bool = True) -> None:
    """Save the view as the kind of picture that the file's name asks for; raises `InputError` where that fails."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"{path.name} names no kind of picture.", f"End it with one of {', '.join(SUFFIXES)}.")
    if suffix == ".png":
        is_saved = pixels_of(canvas, stamp, ratio, has_ground=has_ground).save(str(path))
    elif suffix == ".svg":
        is_saved = _save_svg(picture_of(canvas, stamp, is_vector=True), path, stamp, has_ground=has_ground)
    else:
        is_saved = _save_pdf(picture_of(canvas, stamp, is_vector=True), path, stamp)
    if not is_saved:
        raise InputError(
            f"{path} could not be written.", "Choose another place; is there room, and may you write there?"
        )


def copy_picture(canvas: "GraphCanvas", stamp: str = "") -> None:
    """Put the view on the clipboard, two pixels to each on the screen."""
    QGuiApplication.clipboard().setImage(pixels_of(canvas, stamp, 2))


def _save_svg(picture: Picture, path: Path, stamp: str, *, has_ground: bool) -> bool:
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(picture.size)
    generator.setViewBox(QRectF(QPointF(0, 0), QSizeF(picture.size)))
    generator.setTitle(stamp or "GraphRAG Desktop")
    generator.setResolution(96)
    painter = QPainter()
    if not painter.begin(generator):
        return False
    picture.draw(painter, has_ground=has_ground)
    return painter.end()


def _save_pdf(picture: Picture, path: Path, stamp: str) -> bool:
    writer = QPdfWriter(str(path))
    writer.setTitle(stamp or "GraphRAG Desktop")
    writer.setCreator("GraphRAG Desktop")
    writer.setResolution(96)
    writer.setPageSize(QPageSize(QSizeF(picture.size) * 72 / 96, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter()
    if not painter.begin(writer):
        return False
    picture.draw(painter)
    return painter.end()


def _tr(text: str) -> str:
    return QCoreApplication.translate("GraphCanvas", text)
