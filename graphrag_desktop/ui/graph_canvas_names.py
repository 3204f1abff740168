"""The names over the map, kept where they are while it is panned and placed anew when something else changes."""

from collections.abc import Iterable
from math import log

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from graphrag_desktop.ui.graph_canvas_emphasis import Emphasis
from graphrag_desktop.ui.graph_canvas_labels import Wanted, entity_label, label_at, place_labels
from graphrag_desktop.ui.graph_canvas_lettering import Label, Lettering
from graphrag_desktop.ui.graph_canvas_scene import Camera, View

_ENTITIES_AT_FIT, _MOST_ENTITIES = 24, 60  # more names as the analyst comes nearer
_KEPT_ZOOM = 0.02  # share of the scale
_KEPT_SHIFT = 0.25  # of the view; panned further, other names may find room


class NameLayer:
    """Labels of one scene in one theme."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering = lettering
        self._labels: tuple[Label, ...] = ()
        self._placed_for: tuple[int, float, float, float, Emphasis | None] | None = None
        self._placed_at = Camera(0, 0, 1, 0, 0)

    def paint(
        self, painter: QPainter, view: View, zoom: float, emphasis: Emphasis | None, taken: Iterable[QRectF]
    ) -> None:
        """Paint the names; `zoom` counts from the scale at which all fits."""
        camera = view.camera
        key = (view.level_number, round(log(camera.scale) / _KEPT_ZOOM), camera.width, camera.height, emphasis)
        if self._placed_for != key or self._is_far(camera):
            self._labels = place_labels(view, _wanted(view, zoom, emphasis), self._lettering, taken)
            self._placed_for, self._placed_at = key, camera
        for label in reversed(self._labels):  # the most important on top
            self._lettering.paint(painter, label, camera)

    def paint_one(self, painter: QPainter, view: View, entity: int) -> None:
        """Paint the name of an entity over everything, unless it stands there already."""
        if all(label.entity != entity for label in self._labels):
            self._lettering.paint(painter, entity_label(view, entity, self._lettering), view.camera)

    def community_at(self, camera: Camera, x: float, y: float) -> int | None:
        """The community whose name covers a place on the screen."""
        found = label_at((label for label in self._labels if label.community is not None), camera, x, y)
        return None if found is None else found.community

    def forget(self) -> None:
        """Place them anew with the next frame: what floats over the map has moved."""
        self._placed_for = None

    def _is_far(self, camera: Camera) -> bool:
        across = abs(camera.left - self._placed_at.left) * camera.scale
        down = abs(camera.top - self._placed_at.top) * camera.scale
        return across > camera.width * _KEPT_SHIFT or down > camera.height * _KEPT_SHIFT


def _wanted(view: View, zoom: float, emphasis: Emphasis | None) -> Wanted:
    """While something is chosen only what is tied to it is named, besides communities."""
    most = min(int(_ENTITIES_AT_FIT * max(zoom, 0.5)), _MOST_ENTITIES)
    order = view.scene.by_degree if emphasis is None else emphasis.bright
    is_in = view.camera.contains(view.scene, 0)
    entities = order[is_in[order]][::-1] if len(order) else np.zeros(0, np.intp)
    chosen = () if emphasis is None or emphasis.entity is None else (emphasis.entity,)
    return Wanted(None if emphasis is None else emphasis.community, chosen, entities, most)
