"""The names over the map, kept where they are while it is panned and placed anew when something else changes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from graphrag_desktop.ui.graph_canvas_camera import Camera
from graphrag_desktop.ui.graph_canvas_emphasis import Emphasis
from graphrag_desktop.ui.graph_canvas_labels import Wanted, entity_label, label_at, place_labels
from graphrag_desktop.ui.graph_canvas_lettering import Label, Lettering
from graphrag_desktop.ui.graph_canvas_view import View

_ENTITIES_AT_FIT, _MOST_ENTITIES = 10, 60  # more names as the analyst comes nearer
_MOST_CHOSEN = 30
_MOST_FRESH = 2  # names never shown before, in a frame of a moving map: each takes a while to draw
_KEPT_NEARER, _KEPT_FURTHER = 1.3, 0.97  # times the scale: coming nearer, names move apart by themselves
_TRIED, _TRIED_MOVING = 160, 60  # entities whose names may find room
_KEPT_SHIFT = 0.25  # of the view; panned further, other names may find room


@dataclass(frozen=True, slots=True)
class NameWish:
    """For what names are placed: `zoom` counts from the scale at which all fits."""

    zoom: float
    emphasis: Emphasis | None = None
    is_moving: bool = False


class NameLayer:
    """Labels of one scene in one theme; `tails` says what follows the name of a community, `before` what stands before
    that of an entity, by its place in the arrays, the most important first."""

    def __init__(
        self,
        lettering: Lettering,
        tails: Callable[[int], str] | None = None,
        before: Mapping[int, str] | None = None,
    ) -> None:
        self.lettering = lettering
        self._tails = tails
        self._before: Mapping[int, str] = before or {}
        self._labels: tuple[Label, ...] = ()
        self._placed_for: tuple[object, ...] | None = None
        self._placed_at = Camera(0, 0, 1, 0, 0)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The names as they were painted last, the most important first."""
        return self._labels

    def paint(
        self, painter: QPainter, view: View, wish: NameWish, taken: Iterable[QRectF], hovered: int | None = None
    ) -> None:
        """Paint the names, and that of the entity under the cursor in place of those it would cover."""
        self.place(view, wish, taken)
        shown = self.shown(view, hovered)
        paint = self.lettering.write if view.is_vector else self.lettering.paint
        fresh = [label for label in shown if not self.lettering.is_drawn(label)]
        late = set(fresh[_MOST_FRESH:]) if wish.is_moving else set()
        for label in reversed(shown):  # the most important on top
            if label not in late:
                paint(painter, label, view.camera)

    def shown(self, view: View, hovered: int | None) -> tuple[Label, ...]:
        """The names as they are painted, with that of the entity under the cursor in place of those it would cover."""
        if hovered is None or any(label.entity == hovered for label in self._labels):
            return self._labels
        own = entity_label(view, hovered, self.lettering, self._before.get(hovered, ""))
        box = own.box(view.camera)
        return own, *(label for label in self._labels if not label.box(view.camera).intersects(box))

    def place(self, view: View, wish: NameWish, taken: Iterable[QRectF]) -> None:
        """Find places for the names, unless those they have will do."""
        camera = view.camera
        key = (view.level_number, camera.width, camera.height, wish.emphasis, view.entities, wish.is_moving)
        is_near = _KEPT_FURTHER <= camera.scale / self._placed_at.scale <= (_KEPT_NEARER if wish.is_moving else 1.0001)
        if self._placed_for != key or not is_near or self._is_far(camera):
            self._labels = place_labels(view, self._wanted(view, wish), self.lettering, taken)
            self._placed_for, self._placed_at = key, camera

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

    def _wanted(self, view: View, wish: NameWish) -> Wanted:
        """While entities are chosen only what is tied to them is named, besides communities."""
        zoom, emphasis = wish.zoom, wish.emphasis
        is_plain = emphasis is None or not emphasis.fades
        most = min(int(_ENTITIES_AT_FIT * max(zoom, 0.5) ** 1.5), _MOST_ENTITIES)
        if is_plain or emphasis is None:
            entities = view.drawn(view.camera.contains(view.scene.x, view.scene.y, 0))[::-1]
            chosen: tuple[int, ...] = ()
        else:
            bright = emphasis.bright
            is_in = view.camera.contains(view.scene.x[bright], view.scene.y[bright], 0)
            entities = bright[is_in][::-1]
            chosen = emphasis.entities or tuple(bright.tolist() if emphasis.line is not None else self._before.keys())
        if len(chosen) > _MOST_CHOSEN and self._before:
            chosen = chosen[:_MOST_CHOSEN]  # numbered ones come in the order of their importance
        if len(chosen) > _MOST_CHOSEN:
            degrees = view.scene.degrees[list(chosen)]
            chosen = tuple(chosen[place] for place in np.argsort(-degrees, kind="stable")[:_MOST_CHOSEN].tolist())
        tried = entities[: _TRIED_MOVING if wish.is_moving else _TRIED]
        return Wanted(None if emphasis is None else emphasis.community, chosen, tried, most, self._tails, self._before)
