"""What stands out on the map: the chosen entity or community with what it is tied to, and what lies under the cursor."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from graphrag_desktop.ui.graph_canvas_drawing import Inks, Lines, paint_discs, paint_lines
from graphrag_desktop.ui.graph_canvas_grouping import Indexes
from graphrag_desktop.ui.graph_canvas_scene import GraphScene, View
from graphrag_desktop.ui.theme import Theme

_MOST_LINES = 4_000  # of a hub with more relationships the strongest
_MOST_BRIGHT = 16_000
_ENTITY_REST, _COMMUNITY_REST = 0.35, 0.55  # share of their colour that all others keep
_RING = 2.0
_LEAST_RING = 6.0  # pixels; smaller and it hides the disc


@dataclass(frozen=True, slots=True, eq=False)
class Emphasis:
    """The chosen: either an entity (its place in the arrays) or a community (its number).

    `bright` keep their full colour, the largest last. `lines` are the relationships that may be shown, of `total`.
    """

    entity: int | None
    community: int | None
    bright: Indexes
    lines: Indexes
    total: int


def emphasise_entity(scene: GraphScene, entity: int) -> Emphasis:
    """An entity with its relationships and neighbours."""
    inside = np.zeros(scene.count, np.bool_)
    inside[entity] = True
    lines = scene.relationships_of(inside)
    shown = lines[:_MOST_LINES]
    inside[scene.pairs[shown].ravel()] = True
    return Emphasis(entity, None, _by_degree(scene, inside), shown, len(lines))


def emphasise_community(scene: GraphScene, number: int) -> Emphasis | None:
    """A community with its relationships; None if it is not on the map."""
    members = scene.members(number)
    if not len(members):
        return None
    inside = np.zeros(scene.count, np.bool_)
    inside[members] = True
    lines = scene.relationships_of(inside)
    return Emphasis(None, number, _by_degree(scene, inside), lines, len(lines))


def paint_emphasis(painter: QPainter, view: View, inks: Inks, emphasis: Emphasis, theme: Theme) -> None:
    """Quieten all that was painted, and paint the chosen over it."""
    rest = _COMMUNITY_REST if emphasis.entity is None else _ENTITY_REST
    veil = theme.colour("canvas")
    veil.setAlphaF(1 - rest)
    painter.fillRect(QRectF(0, 0, view.camera.width, view.camera.height), veil)
    inside = np.zeros(view.scene.count, np.bool_)
    inside[emphasis.bright if emphasis.entity is None else [emphasis.entity]] = True
    shown = emphasis.lines
    if emphasis.entity is None:  # of a community those that are on the map anyway: all would cover it
        shown = shown[view.level.appears_at[shown] <= view.camera.scale][:_MOST_LINES]
    start, end = view.scene.pairs[shown].T
    colour = inks.entity[np.where(inside[start], start, end)]
    lines = Lines(start, end, colour).only(np.argsort(colour, kind="stable"))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_lines(painter, view, lines, inks.chosen_pens)
    paint_discs(painter, view, inks, emphasis.bright)


def paint_ring(painter: QPainter, view: View, entity: int, theme: Theme) -> None:
    """A ring about the disc of an entity; the camera is in our own pixels."""
    scene, camera = view.scene, view.camera
    radius = max(_LEAST_RING, float(scene.radii[entity]) * view.disc_scale + _RING)
    x, y = (scene.x[entity] - camera.left) * camera.scale, (camera.top - scene.y[entity]) * camera.scale
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.colour("text"), _RING))
    painter.drawEllipse(QPointF(round(float(x)), round(float(y))), radius, radius)


def _by_degree(scene: GraphScene, inside: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> Indexes:
    return scene.by_degree[inside[scene.by_degree]][-_MOST_BRIGHT:]
