"""How a great many discs and lines are painted in a few milliseconds: whole arrays of them in one call.

All colours are opaque and blended with the ground beforehand: half-transparent lines cost three times as much.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap
from shiboken6 import Shiboken

from graphrag_desktop.ui.colours import Rgb, blend
from graphrag_desktop.ui.graph_canvas_grouping import Indexes, Mask
from graphrag_desktop.ui.graph_canvas_tints import Tint, quietened
from graphrag_desktop.ui.graph_canvas_view import View
from graphrag_desktop.ui.theme import Theme

_RADII = np.array([0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.5, 9.5, 12.0, 16.0])
_SHEETS = slice(0, 9), slice(9, len(_RADII))  # of these the small ones and the large ones
_RING_FROM = 2.4  # smaller discs have no ring: it would eat them
_CHOSEN_SHARE = 0.50
_STRONG = 4  # documents, from which a relationship is drawn thicker
_DASH, _GAP = 5.0, 4.0
_REACH = 24.0  # pixels outside the view, up to which lines are drawn


@dataclass(frozen=True, slots=True, eq=False)
class Inks:
    """The colours of one level in one theme: entity i is painted in colour `entity[i]`, its relationships in that pen.

    The last pen is for relationships between communities.
    """

    atlas: "DiscAtlas"
    entity: NDArray[np.uint16]
    pens: tuple[QColor, ...]
    chosen_pens: tuple[QColor, ...]
    palette: NDArray[np.uint8]
    ground: QColor


def mix_inks(tint: Tint, theme: Theme, ratio: float, quiet: float = 1.0) -> Inks:
    """Colours for a screen of `ratio` pixels to one of ours; with `quiet` only that share of them is left."""
    ground = theme.rgb("canvas")
    palette = quietened(tint.palette, ground, quiet) if quiet < 1 else tint.palette
    rows: list[Rgb] = [(red, green, blue) for red, green, blue in palette.tolist()]
    edge = QColor(*blend(theme.rgb("edge"), ground, max(quiet, 0.6)))
    return Inks(
        atlas=DiscAtlas(palette, ground, ratio),
        entity=tint.entity,
        pens=(*(QColor(*blend(row, ground, tint.shares.within)) for row in rows), edge),
        chosen_pens=(*(QColor(*blend(row, ground, _CHOSEN_SHARE)) for row in rows), edge),
        palette=palette,
        ground=QColor(*ground),
    )


class DiscAtlas:
    """Every disc there is, colour by size: the small ones in one pixmap, which stays in the processor's cache, the large
    ones in another; each is painted when it is first asked for."""

    def __init__(self, palette: NDArray[np.uint8], ground: Rgb, ratio: float) -> None:
        self._palette, self._ground = palette, ground
        self._radii = _RADII * ratio
        self._rings = np.where(_RADII >= _RING_FROM, ratio, 0.0)
        # Even, as a disc's centre is the corner of pixels; and no wider than it must be, as each pixel takes its time.
        self._sides = 2 * np.ceil(self._radii + self._rings * 3 / 4 + 0.5 - 1e-9).astype(np.int64)
        self._lefts = np.concatenate([np.cumsum(self._sides[sizes]) - self._sides[sizes] for sizes in _SHEETS])
        self._heights = np.concatenate(
            [np.full(len(self._sides[sizes]), self._sides[sizes].max()) for sizes in _SHEETS]
        )
        self._sheets: dict[int, QPixmap] = {}

    def sheet(self, number: int) -> QPixmap:
        """The small discs (0) or the large ones (1)."""
        if number not in self._sheets:
            self._sheets[number] = _tinted(self._discs(_SHEETS[number]), self._palette, self._ground)
        return self._sheets[number]

    def sources(self, sizes: Indexes, colours: NDArray[np.uint16]) -> NDArray[np.float64]:
        """Left, top, width and height of each disc in its pixmap."""
        side, height = self._sides[sizes], self._heights[sizes]
        top = colours.astype(np.int64) * height + (height - side) // 2
        return np.stack([self._lefts[sizes], top, side, side], axis=1).astype(np.float64)

    def sizes(self, radii: NDArray[np.float64]) -> Indexes:
        """For each radius the size that is nearest."""
        between = (_RADII[1:] + _RADII[:-1]) / 2
        return np.searchsorted(between, radii)

    def _discs(self, sizes: slice) -> NDArray[np.uint16]:
        """How much of each pixel of a row of discs is covered by them, and how much by their rims."""
        sides, lefts = self._sides[sizes], self._lefts[sizes]
        height = int(sides.max())
        discs = np.zeros((2, height, int(sides.sum())), np.uint16)
        for radius, ring, side, left in zip(self._radii[sizes], self._rings[sizes], sides, lefts, strict=True):
            disc, rim = _coverage(int(side), radius - ring / 4, radius + ring * 3 / 4)
            top = (height - int(side)) // 2
            discs[0, top : top + side, left : left + side] = disc
            discs[1, top : top + side, left : left + side] = rim - disc
        return discs


def paint_discs(painter: QPainter, view: View, inks: Inks, entities: Indexes) -> None:
    """Paint these entities, the last on top, at whole pixels of the screen."""
    if not len(entities):
        return
    if view.is_vector:
        _paint_shapes(painter, view, inks, entities)
        return
    scene, camera = view.scene, view.camera
    sizes = inks.atlas.sizes(scene.class_radii * view.disc_scale)[scene.size_class[entities]]
    fragments = np.zeros((len(entities), 10))
    fragments[:, 0] = np.rint(camera.across(scene.x[entities]))
    fragments[:, 1] = np.rint(camera.down(scene.y[entities]))
    fragments[:, 2:6] = inks.atlas.sources(sizes, inks.entity[entities])
    fragments[:, 6:8] = 1  # scale
    fragments[:, 9] = 1  # opacity
    is_large = sizes >= _SHEETS[1].start
    for number, chosen in enumerate((~is_large, is_large)):
        part = fragments[chosen]
        if len(part):
            first = cast(QPainter.PixmapFragment, Shiboken.wrapInstance(part.ctypes.data, QPainter.PixmapFragment))
            painter.drawPixmapFragments(first, len(part), inks.atlas.sheet(number))


def line_colours(view: View, inks: Inks, lines: Indexes, inside: Mask | None = None) -> NDArray[np.uint16]:
    """The pen of each relationship: between communities the last, else that of the community; that of the end which is
    `inside`, where that is what matters."""
    if inside is not None:
        start, end = view.scene.pairs[lines].T
        own: NDArray[np.uint16] = inks.entity[np.where(inside[start], start, end)]
        return own
    colours: NDArray[np.uint16] = np.where(
        view.lines.is_between[lines], len(inks.pens) - 1, inks.entity[view.scene.pairs[lines, 0]]
    ).astype(np.uint16)
    return colours


def paint_lines(
    painter: QPainter,
    view: View,
    lines: Indexes,
    colours: NDArray[np.uint16],
    pens: tuple[QColor, ...],
    *,
    tells_strength: bool,
) -> None:
    """Paint relationships, those between communities first.

    Where their strength is to be seen one found in a single document is dashed, one found in many is thick.
    """
    if not len(lines):
        return
    scene = view.scene
    ends = ends_of(view, lines)
    strength = scene.line_documents[lines] if tells_strength else np.full(len(lines), 2)
    order = np.where(colours == len(pens) - 1, 0, colours + 1).astype(np.uint16)  # for which there is a quick sort
    for chosen, width, is_dashed in (
        ((strength == 0) | (strength > 1) & (strength < _STRONG), 1.0, False),
        (strength == 1, 1.0, True),
        (strength >= _STRONG, 2.0, False),
    ):
        places = np.flatnonzero(chosen)
        places = places[np.argsort(order[places], kind="stable")]
        is_split = is_dashed and not view.is_vector  # on paper a line stays one line
        segments, which = _dashed(ends[places], view) if is_split else _clipped(ends[places], view)
        pen = QPen(Qt.PenStyle.CustomDashLine if is_dashed and view.is_vector else Qt.PenStyle.SolidLine)
        if is_dashed and view.is_vector:
            pen.setDashPattern([_DASH, _GAP])
        pen.setWidthF(width)
        _paint_runs(painter, segments, colours[places][which], pens, pen)


def ends_of(view: View, lines: Indexes) -> NDArray[np.float64]:
    """Both ends of relationships in pixels of the view: across and down of the one, across and down of the other."""
    scene, camera = view.scene, view.camera
    start, end = scene.pairs[lines].T
    return np.stack(
        [camera.across(scene.x[start]), camera.down(scene.y[start]),
         camera.across(scene.x[end]), camera.down(scene.y[end])], axis=1,
    )  # fmt: skip


def crossing(view: View, lines: Indexes) -> Indexes:
    """Those of these relationships that pass through the view."""
    ends = ends_of(view, lines)
    enters, leaves = _within(ends[:, :2], ends[:, 2:] - ends[:, :2], _size(view))
    return lines[leaves > enters]


def showing(view: View, entities: Indexes) -> Indexes:
    """Those of these entities whose disc looks into the view."""
    scene = view.scene
    radii = scene.radii[entities] * (view.disc_scale * view.ratio)
    return entities[view.camera.contains(scene.x[entities], scene.y[entities], radii)]


def _paint_shapes(painter: QPainter, view: View, inks: Inks, entities: Indexes) -> None:
    """Discs as circles, for paper."""
    scene, camera = view.scene, view.camera
    across, down = camera.across(scene.x[entities]), camera.down(scene.y[entities])
    radii = scene.radii[entities] * view.disc_scale
    for x, y, radius, colour in zip(
        across.tolist(), down.tolist(), radii.tolist(), inks.palette[inks.entity[entities]].tolist(), strict=True
    ):
        painter.setPen(QPen(inks.ground, 1.0) if radius >= _RING_FROM else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(QColor(*colour))
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _paint_runs(
    painter: QPainter, ends: NDArray[np.float64], colours: NDArray[np.uint16], pens: tuple[QColor, ...], pen: QPen
) -> None:
    """One call for each run of a colour."""
    if not len(ends):
        return
    ends = np.ascontiguousarray(ends)
    cuts = [0, *(np.flatnonzero(np.diff(colours)) + 1).tolist(), len(ends)]
    for first, last in pairwise(cuts):
        pen.setColor(pens[colours[first]])
        painter.setPen(pen)
        painter.drawLines(cast(QLineF, Shiboken.wrapInstance(ends[first:].ctypes.data, QLineF)), last - first)


def _clipped(ends: NDArray[np.float64], view: View) -> tuple[NDArray[np.float64], Indexes]:
    """Lines as far as they are in view, and which each is: far outside Qt would go along them pixel by pixel."""
    start, way = ends[:, :2], ends[:, 2:] - ends[:, :2]
    margin = _REACH * view.ratio
    enters, leaves = _within(start + margin, way, _size(view) + 2 * margin)
    which = np.flatnonzero(leaves > enters)
    begins, finishes = start + way * enters[:, None], start + way * leaves[:, None]
    return np.concatenate([begins[which], finishes[which]], axis=1), which


def _dashed(ends: NDArray[np.float64], view: View) -> tuple[NDArray[np.float64], Indexes]:
    """The dashes of lines as far as they are in view, and which line each is of."""
    start, way = ends[:, :2], ends[:, 2:] - ends[:, :2]
    length = np.hypot(*way.T) + 1e-9
    enters, leaves = _within(start, way, _size(view))
    period = (_DASH + _GAP) * view.ratio
    first = np.floor(enters * length / period).astype(np.int64)
    counts = np.maximum(np.ceil(leaves * length / period).astype(np.int64) - first, 0)
    which = np.repeat(np.arange(len(ends)), counts)
    place = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts - first, counts)
    begins = (place * period / length[which])[:, None]
    finishes = np.minimum(begins + (_DASH * view.ratio / length[which])[:, None], 1.0)
    return np.concatenate([start[which] + way[which] * begins, start[which] + way[which] * finishes], axis=1), which


def _size(view: View) -> NDArray[np.float64]:
    return np.array([view.camera.width, view.camera.height])


def _within(
    start: NDArray[np.float64], way: NDArray[np.float64], size: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Between which shares of their way lines are in view (Liang and Barsky, 1984)."""
    way = np.where(np.abs(way) < 1e-9, 1e-9, way)
    one, other = -start / way, (size - start) / way
    enters = np.clip(np.minimum(one, other).max(axis=1), 0.0, 1.0)
    leaves = np.clip(np.maximum(one, other).min(axis=1), 0.0, 1.0)
    return enters, np.maximum(enters, leaves)


def _coverage(side: int, inner: float, outer: float) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """How much of each pixel two discs about the middle of a square cover, from 0 to 255."""
    offset = np.arange(side) + 0.5 - side / 2
    distance = np.hypot(offset[:, None], offset[None, :])
    disc, rim = (np.rint(np.clip(radius + 0.5 - distance, 0, 1) * 255).astype(np.uint16) for radius in (inner, outer))
    return disc, rim


def _tinted(discs: NDArray[np.uint16], palette: NDArray[np.uint8], ground: Rgb) -> QPixmap:
    """A row of discs for each colour, with rims in the ground's, as Qt keeps pixels: blue, green, red, opacity."""
    disc, rim = discs
    pixels = np.empty((len(palette), *disc.shape, 4), np.uint8)
    for channel, part in enumerate((2, 1, 0)):
        tinted = disc * palette[:, part].astype(np.uint16)[:, None, None]
        tinted += rim * ground[part] + 255
        tinted >>= 8
        pixels[..., channel] = tinted
    pixels[..., 3] = disc + rim
    rows = pixels.reshape(-1, disc.shape[1], 4)
    image = QImage(
        rows.data, rows.shape[1], rows.shape[0], rows.shape[1] * 4, QImage.Format.Format_ARGB32_Premultiplied
    )
    return QPixmap.fromImage(image.copy())  # a copy: the array goes
