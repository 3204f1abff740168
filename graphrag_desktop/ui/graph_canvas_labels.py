"""Which names are shown on the map, and where they stand without touching each other."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QRectF

from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.graph_canvas_grouping import Indexes
from graphrag_desktop.ui.graph_canvas_lettering import Label, Lettering, Style
from graphrag_desktop.ui.graph_canvas_scene import Camera, View

_CELL = 6.0  # pixels; names are kept apart on a grid of such squares
_SMALLEST_NAMED = 3  # entities of a community
_COMMUNITY_CANDIDATES, _ENTITY_CANDIDATES = 40, 160
_MOST_LABELS, _MOST_NEIGHBOURS = 70, 30
_MOVES = (0.0, -15.0, 15.0, -28.0, 28.0)  # a community's name may move so far to find room
_DISC_GAP, _RING = 3.0, 4.0
_EDGE = 6.0  # of the view


@dataclass(frozen=True, slots=True)
class Wanted:
    """What names are to show: the chosen ones in any case, `entities` by falling importance up to `most_entities`."""

    community: int | None
    chosen: tuple[int, ...]
    entities: Indexes
    most_entities: int


def place_labels(view: View, wanted: Wanted, lettering: Lettering, taken: Iterable[QRectF]) -> tuple[Label, ...]:
    """The labels that find room beside `taken`: the chosen, then communities by size, then entities."""
    room = _Room(view.camera, [*taken, *(_disc(view, entity) for entity in wanted.chosen)])
    placed = [
        label for entity in wanted.chosen if room.take(label := entity_label(view, entity, lettering), is_chosen=True)
    ]
    if wanted.chosen:  # its neighbours are what is looked for
        placed += _place_entities(view, wanted, lettering, room, _MOST_NEIGHBOURS)
    for place in _communities_in_view(view, wanted.community):
        label = _kept_in_view(_community_label(view, place, lettering), view.camera)
        is_chosen = label.community == wanted.community
        moves = (label if not dy else replace(label, down=label.down + dy) for dy in _MOVES)
        fitting = (moved for moved in moves if room.take(moved, is_chosen=is_chosen))
        if (found := next(fitting, None)) is not None:
            placed.append(found)
    if not wanted.chosen:
        placed += _place_entities(view, wanted, lettering, room, min(_MOST_LABELS - len(placed), wanted.most_entities))
    return tuple(placed)


def entity_label(view: View, entity: int, lettering: Lettering) -> Label:
    """The name of an entity, above its disc."""
    scene = view.scene
    text, width, height = lettering.measure("entity", scene.titles[entity])
    above = float(scene.radii[entity]) * view.disc_scale + _DISC_GAP
    x, y = float(scene.x[entity]), float(scene.y[entity])
    return Label("entity", x, y, text, "", -width / 2, -above - height, width, height, entity=entity)


def label_at(labels: Iterable[Label], camera: Camera, x: float, y: float) -> Label | None:
    """The label that covers a place on the screen."""
    return next((label for label in labels if label.covers(camera, x, y)), None)


def _place_entities(view: View, wanted: Wanted, lettering: Lettering, room: "_Room", most: int) -> list[Label]:
    placed: list[Label] = []
    for entity in wanted.entities[:_ENTITY_CANDIDATES].tolist():
        if len(placed) >= most:
            break
        if entity not in wanted.chosen and room.take(label := entity_label(view, entity, lettering)):
            placed.append(label)
    return placed


def _communities_in_view(view: View, chosen: int | None) -> list[int]:
    """Places of communities that may be named, the chosen first, then by size."""
    level, camera = view.level, view.camera
    x, y = camera.across(level.anchors[:, 0]), camera.down(level.anchors[:, 1])
    is_in = (x >= 0) & (x <= camera.width) & (y >= 0) & (y <= camera.height)
    is_named = (level.sizes >= _SMALLEST_NAMED) & (level.communities > 0)
    found = np.flatnonzero(is_in & is_named)
    by_size = found[np.argsort(-level.sizes[found], kind="stable")][:_COMMUNITY_CANDIDATES].tolist()
    first = np.flatnonzero((level.communities == chosen) & is_in).tolist() if chosen is not None else []
    return [*first, *(place for place in by_size if place not in first)]


def _community_label(view: View, place: int, lettering: Lettering) -> Label:
    level = view.level
    number = int(level.communities[place])
    style: Style = "root" if view.level_number == 0 else "community"
    tail = figure(int(level.sizes[place]))
    title = view.scene.community_titles.get(number, "")
    untitled = QCoreApplication.translate("GraphCanvas", "Community {number}").format(number=number)
    text, width, height = lettering.measure(style, title or untitled, tail)
    x, y = level.anchors[place].tolist()
    return Label(style, x, y, text, tail, -width / 2, -height / 2, width, height, community=number)


def _disc(view: View, entity: int) -> QRectF:
    """The disc of an entity with the ring around it."""
    scene, camera = view.scene, view.camera
    reach = float(scene.radii[entity]) * view.disc_scale + _RING
    x, y = (scene.x[entity] - camera.left) * camera.scale, (camera.top - scene.y[entity]) * camera.scale
    return QRectF(float(x) - reach, float(y) - reach, 2 * reach, 2 * reach)


def _kept_in_view(label: Label, camera: Camera) -> Label:
    """Moved aside as far as it stands out of the view."""
    left, _ = label.corner(camera)
    aside = max(_EDGE - left, 0) + min(camera.width - _EDGE - (left + label.width), 0)
    return replace(label, across=label.across + aside)


class _Room:
    """The squares of the view that no name stands on yet."""

    def __init__(self, camera: Camera, taken: Iterable[QRectF]) -> None:
        self._camera = camera
        self._is_taken = np.zeros((int(camera.height // _CELL) + 2, int(camera.width // _CELL) + 2), np.bool_)
        for box in taken:
            self._cells(box.left(), box.top(), box.right(), box.bottom())[:] = True

    def take(self, label: Label, *, is_chosen: bool = False) -> bool:
        """Take the room of a label, if it is wholly in view, and free or for a chosen one."""
        left, top = label.corner(self._camera)
        right, bottom = left + label.width, top + label.height
        if left < 0 or top < 0 or right > self._camera.width or bottom > self._camera.height:
            return False
        cells = self._cells(left, top, right, bottom)
        if cells.any() and not is_chosen:
            return False
        cells[:] = True
        return True

    def _cells(self, left: float, top: float, right: float, bottom: float) -> NDArray[np.bool_]:
        rows = slice(max(int(top // _CELL), 0), max(int(bottom // _CELL) + 1, 0))
        return self._is_taken[rows, max(int(left // _CELL), 0) : max(int(right // _CELL) + 1, 0)]
