"""What stands out on the map: what was chosen, with what it is tied to, and what lies under the cursor."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from graphrag_desktop.ui.graph_canvas_drawing import Inks, crossing, paint_discs, paint_lines, showing
from graphrag_desktop.ui.graph_canvas_frame import Shown
from graphrag_desktop.ui.graph_canvas_grouping import Indexes, Mask
from graphrag_desktop.ui.graph_canvas_scene import GraphScene
from graphrag_desktop.ui.graph_canvas_view import View
from graphrag_desktop.ui.theme import Theme, Token

_MOST_LINES = 4_000  # of a hub with more relationships the strongest ...
_MOST_INK, _LEAST_LINES = 0.10, 60  # ... until so much of the view is lines: with more it is a sheet
_MOST_BRIGHT = 16_000
_MOST_TOLD, _TOLD_FROM = 400, 2.0  # relationships, and times nearer than all, where the strength of each is to be seen
_RING = 2.0
_LEAST_RING = 6.0  # pixels; smaller and it hides the disc
_PATH_LINE = 3.0
_NONE = np.zeros(0, np.intp)

QUIET = 0.35
"""Share of their colour that all others keep while entities stand out."""


@dataclass(frozen=True, slots=True, eq=False)
class Emphasis:
    """What is chosen: entities (their places in the arrays), a community (its number), a relationship or a path.

    `bright` keep their full colour, the largest last, and so do `lines`, strongest first, of `total` that there are. Of a
    path `entities` and `lines` are in its order. With `hops` neighbours that far away are bright. The relationships of a
    community are those `inside` it or from there, as far as they are drawn at all.
    """

    entities: tuple[int, ...] = ()
    community: int | None = None
    line: int | None = None
    is_path: bool = False
    hops: int = 1
    bright: Indexes = field(default_factory=lambda: _NONE)
    lines: Indexes = field(default_factory=lambda: _NONE)
    total: int = 0
    inside: Mask | None = None

    @property
    def entity(self) -> int | None:
        """The entity, if it is a single one."""
        return self.entities[0] if len(self.entities) == 1 else None

    @property
    def fades(self) -> bool:
        """Whether all else is quietened; beside a community its surroundings are of interest too."""
        return self.community is None


def emphasise_entities(scene: GraphScene, entities: Sequence[int], shown: Mask, hops: int = 1) -> Emphasis:
    """Entities with their relationships and neighbours, of several only those among themselves unless `hops` asks more."""
    start = np.zeros(scene.count, np.bool_)
    start[list(entities)] = True
    reach = hops if len(entities) == 1 else hops - 1
    inside = scene.links.around(start, reach, shown)
    if reach <= 1 and len(entities) == 1:
        lines = scene.relationships_of(start)
    else:
        lines = scene.relationships_of(inside)
        lines = lines[inside[scene.pairs[lines]].all(axis=1)]
    lines = lines[(shown | start)[scene.pairs[lines]].all(axis=1)]
    return Emphasis(
        tuple(entities), hops=hops, bright=_by_degree(scene, inside), lines=lines[:_MOST_LINES], total=len(lines)
    )


def emphasise_community(scene: GraphScene, number: int) -> Emphasis | None:
    """A community with its relationships; None if it is not on the map."""
    members = scene.members(number)
    if not len(members):
        return None
    inside = np.zeros(scene.count, np.bool_)
    inside[members] = True
    return Emphasis(community=number, bright=_by_degree(scene, inside), inside=inside)


def emphasise_line(scene: GraphScene, line: int) -> Emphasis:
    """A relationship with its two ends."""
    ends = scene.pairs[line].astype(np.intp)
    return Emphasis(line=line, bright=ends, lines=np.array([line]), total=1)


def emphasise_part(scene: GraphScene, entities: Sequence[int], lines: Sequence[int]) -> Emphasis:
    """A part of the graph, as if all else were not there: these entities and relationships."""
    inside = np.zeros(scene.count, np.bool_)
    inside[list(entities)] = True
    return Emphasis(bright=_by_degree(scene, inside), lines=np.array(lines, np.intp), total=len(lines))


def emphasise_path(scene: GraphScene, entities: Sequence[int], lines: Sequence[int]) -> Emphasis:
    """A way from one entity to another."""
    places, ways = np.array(entities, np.intp), np.array(lines, np.intp)
    return Emphasis(tuple(entities), is_path=True, bright=places, lines=ways, total=len(ways))


def paint_emphasis(painter: QPainter, view: View, inks: Inks, emphasis: Emphasis, theme: Theme) -> Indexes:
    """Paint the chosen entities, relationship or path over what was quietened; the camera is in the pixels of the screen.

    Returns the relationships that were painted.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    lines = emphasis.lines
    if emphasis.is_path or emphasis.line is not None:
        _paint_way(painter, view, emphasis, theme)
    else:
        lines = _with_room(view, lines)
        start, end = view.scene.pairs[lines].T
        is_chosen = np.zeros(view.scene.count, np.bool_)
        is_chosen[list(emphasis.entities)] = True
        colours = inks.entity[np.where(is_chosen[start], start, end)]
        told = len(lines) <= _MOST_TOLD and view.zoom >= _TOLD_FROM
        paint_lines(painter, view, lines, colours, inks.chosen_pens, tells_strength=told)
    paint_discs(painter, view, inks, emphasis.bright)
    return lines


def count_chosen(shown: Shown, view: View, emphasis: Emphasis, lines: Indexes, painted: Indexes | None) -> Shown:
    """What a frame showed, with the chosen that it would not have shown otherwise; `painted` lie below these `lines`."""
    bright = emphasis.bright
    late = showing(view, bright[view.entities.appears_at[bright] > view.scale])
    seen = crossing(view, lines if painted is None else np.setdiff1d(lines, painted))
    return replace(
        shown,
        entities=shown.entities + len(late),
        in_view=shown.in_view + int((~view.entities.is_shown[late]).sum()),
        relationships=shown.relationships + len(seen),
        chosen=len(lines),
    )


def paint_ring(painter: QPainter, view: View, entity: int, theme: Theme, token: Token = "text") -> None:  # noqa: S107 - a colour
    """A ring about the disc of an entity; the camera is in our own pixels."""
    scene = view.scene
    radius = max(_LEAST_RING, float(scene.radii[entity]) * view.disc_scale + _RING)
    x, y = view.camera.pixel(float(scene.x[entity]), float(scene.y[entity]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.colour(token), _RING))
    painter.drawEllipse(QPointF(round(x), round(y)), radius, radius)


def paint_pins(painter: QPainter, view: View, entities: Indexes, theme: Theme) -> None:
    """A small mark on each pinned entity; the camera is in our own pixels."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("canvas"), 1.0))
    painter.setBrush(theme.colour("accent"))
    for entity in entities[view.camera.contains(view.scene.x[entities], view.scene.y[entities], 0)].tolist():
        off = float(view.scene.radii[entity]) * view.disc_scale * 0.7 + 1
        x, y = view.camera.pixel(float(view.scene.x[entity]), float(view.scene.y[entity]))
        painter.drawEllipse(QPointF(x + off, y - off), 3.0, 3.0)


def _paint_way(painter: QPainter, view: View, emphasis: Emphasis, theme: Theme) -> None:
    pen = QPen(theme.colour("accent"), _PATH_LINE * view.ratio)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    scene, camera = view.scene, view.camera
    for start, end in scene.pairs[emphasis.lines].tolist():
        one, other = (camera.pixel(float(scene.x[each]), float(scene.y[each])) for each in (start, end))
        painter.drawLine(QPointF(*one), QPointF(*other))


def _with_room(view: View, lines: Indexes) -> Indexes:
    """The first of these relationships, until they would close to a sheet."""
    camera = view.camera
    pixels = np.minimum(view.scene.lengths[lines] * camera.scale, np.hypot(camera.width, camera.height) / 2)
    room = _MOST_INK * camera.width * camera.height / view.ratio
    return lines[: max(int(np.searchsorted(np.cumsum(pixels), room)), _LEAST_LINES)]


def _by_degree(scene: GraphScene, inside: Mask) -> Indexes:
    return scene.by_degree[inside[scene.by_degree]][-_MOST_BRIGHT:]
