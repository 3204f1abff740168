"""How a great many discs and lines are painted in a few milliseconds: whole arrays of them in one call.

All colours are opaque and blended with the ground beforehand: half-transparent lines cost three times as much.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap
from shiboken6 import Shiboken

from graphrag_desktop.ui.colours import Appearance, Rgb, blend
from graphrag_desktop.ui.graph_canvas_grouping import Indexes, Mask
from graphrag_desktop.ui.graph_canvas_scene import GraphScene, LevelScene, View
from graphrag_desktop.ui.theme import Theme

_RADII = np.array([0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.5, 9.5, 12.0, 16.0])
_RING_FROM = 2.4  # smaller discs have no ring: it would eat them
_MOST_COLOURS = 256  # on a screen of three pixels to one of ours the pixmap is then just within Qt's limit of 32,767
_WITHIN_SHARE: Mapping[Appearance, float] = {Appearance.LIGHT: 0.30, Appearance.DARK: 0.34}
_CHOSEN_SHARE = 0.50


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Relationships to paint, those of one colour together: their two ends, and the place of their colour."""

    start: NDArray[np.int32]
    end: NDArray[np.int32]
    colour: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.start)

    def only(self, chosen: Indexes | Mask | slice) -> "Lines":
        """Some of them."""
        return Lines(self.start[chosen], self.end[chosen], self.colour[chosen])


@dataclass(frozen=True, slots=True, eq=False)
class Inks:
    """The colours of one level in one theme: entity i is painted in colour `entity[i]`.

    `lines` are all relationships in the order in which they are painted, those between communities first;
    `appears_at[j]` and `lengths[j]` belong to the one at place j.
    """

    atlas: "DiscAtlas"
    entity: NDArray[np.uint16]
    lines: Lines
    appears_at: NDArray[np.float64]
    lengths: NDArray[np.float64]
    pens: tuple[QColor, ...]
    chosen_pens: tuple[QColor, ...]


def mix_inks(scene: GraphScene, level: LevelScene, theme: Theme, ratio: float) -> Inks:
    """Colours for a level on a screen of `ratio` pixels to one of ours; what is in no community is grey."""
    colours = scene.colours(theme.appearance)
    grey = theme.rgb("text3")
    wanted = np.array([colours.get(number, grey) for number in level.communities.tolist()], np.uint8).reshape(-1, 3)
    palette, of_community = _distinct(wanted)
    entity = of_community[level.member_of].astype(np.uint16)
    start, end = scene.pairs.T
    colour = np.where(level.is_between, len(palette), entity[start]).astype(np.uint16)
    order = np.argsort(np.where(level.is_between, 0, colour + 1).astype(np.uint16), kind="stable")
    ground, share, edge = theme.rgb("canvas"), _WITHIN_SHARE[theme.appearance], theme.colour("edge")
    rows: list[Rgb] = [(red, green, blue) for red, green, blue in palette.tolist()]
    return Inks(
        atlas=DiscAtlas(palette, ground, ratio),
        entity=entity,
        lines=Lines(start[order], end[order], colour[order]),
        appears_at=level.appears_at[order],
        lengths=scene.lengths[order],
        pens=(*(QColor(*blend(row, ground, share)) for row in rows), edge),
        chosen_pens=(*(QColor(*blend(row, ground, _CHOSEN_SHARE)) for row in rows), edge),
    )


class DiscAtlas:
    """Every disc there is, colour by size, in one pixmap."""

    def __init__(self, palette: NDArray[np.uint8], ground: Rgb, ratio: float) -> None:
        self.radii = _RADII
        radii = _RADII * ratio
        self._sides = 2 * np.ceil(radii + ratio + 0.5).astype(np.int64)  # even: a disc's centre is the corner of pixels
        self._lefts = np.cumsum(self._sides) - self._sides
        self._height = int(self._sides.max())
        discs = np.zeros((2, self._height, int(self._sides.sum())), np.uint16)
        for radius, side, left in zip(radii, self._sides, self._lefts, strict=True):
            ring = ratio if radius >= _RING_FROM * ratio else 0.0
            disc, rim = _coverage(int(side), radius - ring / 4, radius + ring * 3 / 4)
            top = (self._height - int(side)) // 2
            discs[0, top : top + side, left : left + side] = disc
            discs[1, top : top + side, left : left + side] = rim - disc
        self.pixmap = _tinted(discs, palette, ground)

    def sources(self, sizes: Indexes, colours: NDArray[np.uint16]) -> NDArray[np.float64]:
        """Left, top, width and height of each disc in the pixmap."""
        side = self._sides[sizes]
        top = colours.astype(np.int64) * self._height + (self._height - side) // 2
        return np.stack([self._lefts[sizes], top, side, side], axis=1).astype(np.float64)

    def columns(self, radii: NDArray[np.float64]) -> Indexes:
        """For each radius the size that is nearest."""
        between = (self.radii[1:] + self.radii[:-1]) / 2
        return np.searchsorted(between, radii)


def paint_discs(painter: QPainter, view: View, inks: Inks, entities: Indexes) -> None:
    """Paint these entities, the last on top, at whole pixels of the screen."""
    if not len(entities):
        return
    scene, camera = view.scene, view.camera
    columns = inks.atlas.columns(scene.class_radii * view.disc_scale)
    fragments = np.zeros((len(entities), 10))
    fragments[:, 0] = np.rint(camera.across(scene.x[entities]))
    fragments[:, 1] = np.rint(camera.down(scene.y[entities]))
    fragments[:, 2:6] = inks.atlas.sources(columns[scene.size_class[entities]], inks.entity[entities])
    fragments[:, 6:8] = 1  # scale
    fragments[:, 9] = 1  # opacity
    first = cast(QPainter.PixmapFragment, Shiboken.wrapInstance(fragments.ctypes.data, QPainter.PixmapFragment))
    painter.drawPixmapFragments(first, len(fragments), inks.atlas.pixmap)


def paint_lines(painter: QPainter, view: View, lines: Lines, pens: tuple[QColor, ...]) -> None:
    """Paint relationships, one call for each run of a colour."""
    if not len(lines):
        return
    x, y = view.camera.across(view.scene.x), view.camera.down(view.scene.y)
    ends = np.stack([x[lines.start], y[lines.start], x[lines.end], y[lines.end]], axis=1)
    cuts = [0, *(np.flatnonzero(np.diff(lines.colour)) + 1).tolist(), len(lines)]
    for first, last in pairwise(cuts):
        painter.setPen(QPen(pens[lines.colour[first]], 1))
        painter.drawLines(cast(QLineF, Shiboken.wrapInstance(ends[first:].ctypes.data, QLineF)), last - first)


def _distinct(colours: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Indexes]:
    """The different colours, and which one each row has; shades that nearly match are made one if there are too many."""
    for bits in range(8):
        coarse = (colours >> bits << bits).astype(np.int64) + ((1 << bits) >> 1)
        packed: NDArray[np.int64] = coarse[:, 0] << 16 | coarse[:, 1] << 8 | coarse[:, 2]
        codes, which = np.unique(packed, return_inverse=True)
        if len(codes) <= _MOST_COLOURS:
            break
    return np.stack([codes >> 16, codes >> 8 & 0xFF, codes & 0xFF], axis=1).astype(np.uint8), which


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
