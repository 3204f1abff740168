"""Which names are shown on the map, and where they stand without touching each other."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QRectF

from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.graph_canvas_camera import Camera
from graphrag_desktop.ui.graph_canvas_grouping import Indexes
from graphrag_desktop.ui.graph_canvas_lettering import Label, Lettering, Style
from graphrag_desktop.ui.graph_canvas_view import View

_CELL = 6.0  # pixels; names are kept apart on a grid of such squares
_COMMUNITY_CANDIDATES = 40
_MOST_LABELS, _MOST_NEIGHBOURS = 70, 30
_MOVES = (0, -15, 15, -28, 28)  # pixels; a community's name may move so far to find room
_DISC_GAP, _RING = 3.0, 4.0
_LEAST_RADIUS = 4.0  # a name stays clear of the ring around the smallest disc
_EDGE = 6.0  # of the view


@dataclass(frozen=True, slots=True)
class Wanted:
    """What names are to show: the chosen ones in any case, `entities` by falling importance up to `most_entities`.

    `tails` says what follows the name of a community; without it that is how many entities it has. `before` says what
    stands before the name of an entity.
    """

    community: int | None
    chosen: tuple[int, ...]
    entities: Indexes
    most_entities: int
    tails: Callable[[int], str] | None = None
    before: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Named:
    """A community that may be named, and where."""

    number: int
    depth: int
    size: int
    x: float
    y: float


def place_labels(view: View, wanted: Wanted, lettering: Lettering, taken: Iterable[QRectF]) -> tuple[Label, ...]:
    """The labels that find room beside `taken`: the chosen, then communities by size, then entities.

    None covers another; of the chosen the first is shown whatever it covers besides.
    """
    room = _Room(view.camera, taken)
    placed = _place_chosen(view, wanted, lettering, room)
    room.block(_disc(view, entity) for entity in wanted.chosen)
    if wanted.chosen:  # its neighbours are what is looked for
        placed += _place_entities(view, wanted, lettering, room, _MOST_NEIGHBOURS)
    for named in _communities_in_view(view, wanted):
        label = _kept_in_view(_community_label(view, named, wanted, lettering), view.camera)
        is_chosen = label.community == wanted.community and not placed
        fitting = (down for down in _MOVES if room.take(label, down, is_chosen=is_chosen))
        if (down := next(fitting, None)) is not None:
            placed.append(replace(label, down=label.down + down) if down else label)
    if not wanted.chosen:
        placed += _place_entities(view, wanted, lettering, room, min(_MOST_LABELS - len(placed), wanted.most_entities))
    return tuple(placed)


def entity_label(view: View, entity: int, lettering: Lettering, before: str = "") -> Label:
    """The name of an entity, above its disc, moved aside as far as it would stand out of the view."""
    scene = view.scene
    text, width, height = lettering.measure("entity", f"{before} {scene.titles[entity]}".lstrip())
    above = max(float(scene.radii[entity]) * view.disc_scale, _LEAST_RADIUS) + _DISC_GAP
    x, y = float(scene.x[entity]), float(scene.y[entity])
    label = Label("entity", x, y, text, "", -width / 2, -above - height, width, height, entity=entity)
    return _kept_in_view(label, view.camera) if view.camera.bounds[0] <= x <= view.camera.bounds[2] else label


def label_at(labels: Iterable[Label], camera: Camera, x: float, y: float) -> Label | None:
    """The label that covers a place on the screen."""
    return next((label for label in labels if label.covers(camera, x, y)), None)


def _place_chosen(view: View, wanted: Wanted, lettering: Lettering, room: "_Room") -> list[Label]:
    """The names of these entities above, below or beside their discs."""
    placed: list[Label] = []
    for entity in wanted.chosen:
        above = entity_label(view, entity, lettering, wanted.before.get(entity, ""))
        off = float(view.scene.radii[entity]) * view.disc_scale + _RING + _DISC_GAP
        spots = (
            above,
            replace(above, down=off),
            replace(above, across=off, down=-above.height / 2),
            replace(above, across=-off - above.width, down=-above.height / 2),
        )
        found = next((spot for spot in spots if room.take(spot)), None)
        if found is None and not placed and room.take(above, is_chosen=True):
            found = above
        if found is not None:
            placed.append(found)
    return placed


def _place_entities(view: View, wanted: Wanted, lettering: Lettering, room: "_Room", most: int) -> list[Label]:
    placed: list[Label] = []
    for entity in wanted.entities.tolist():
        if len(placed) >= most:
            break
        if entity in wanted.chosen:
            continue
        label = entity_label(view, entity, lettering, wanted.before.get(entity, ""))
        if room.take(label):
            placed.append(label)
    return placed


def _communities_in_view(view: View, wanted: Wanted) -> list[_Named]:
    """Communities that may be named, the chosen first, then by size."""
    areas, camera = view.areas, view.camera
    shown = areas.at(view.scale)
    x, y = camera.across(areas.anchors[shown, 0]), camera.down(areas.anchors[shown, 1])
    found = shown[(x >= 0) & (x <= camera.width) & (y >= 0) & (y <= camera.height) & (areas.numbers[shown] > 0)]
    by_size = found[np.argsort(-areas.sizes[found], kind="stable")][:_COMMUNITY_CANDIDATES].tolist()
    named = [
        _Named(int(areas.numbers[each]), int(areas.depths[each]), int(areas.sizes[each]), *areas.anchors[each].tolist())
        for each in by_size
    ]
    first = None if wanted.community is None else _named(view, wanted.community)
    return [*([] if first is None else [first]), *(each for each in named if each.number != wanted.community)]


def _named(view: View, number: int) -> _Named | None:
    """A community whatever the scale; None if the middle of its entities is not in view."""
    depth = view.scene.deepest_of(number, view.level_number)
    place = None if depth is None else view.scene.level(depth).place(number)
    if depth is None or place is None:
        return None
    level = view.scene.level(depth)
    x, y = level.anchors[place].tolist()
    left, bottom, right, top = view.camera.bounds
    is_in = left <= x <= right and bottom <= y <= top
    return _Named(number, depth, int(level.sizes[place]), x, y) if is_in else None


def _community_label(view: View, named: _Named, wanted: Wanted, lettering: Lettering) -> Label:
    style: Style = "aside" if wanted.chosen else "root" if named.depth == 0 else "community"
    tail = figure(named.size) if wanted.tails is None else wanted.tails(named.number)
    title = view.scene.community_titles.get(named.number, "")
    untitled = QCoreApplication.translate("GraphCanvas", "Community {number}").format(number=named.number)
    text, width, height = lettering.measure(style, title or untitled, tail)
    return Label(style, named.x, named.y, text, tail, -width / 2, -height / 2, width, height, community=named.number)


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
    return replace(label, across=label.across + aside) if aside else label


class _Room:
    """The squares of the view that no name stands on yet."""

    def __init__(self, camera: Camera, taken: Iterable[QRectF]) -> None:
        self._camera = camera
        self._is_taken = np.zeros((int(camera.height // _CELL) + 2, int(camera.width // _CELL) + 2), np.bool_)
        self.block(taken)

    def block(self, taken: Iterable[QRectF]) -> None:
        """Let no name stand there."""
        for box in taken:
            self._cells(box.left(), box.top(), box.right(), box.bottom())[:] = True

    def take(self, label: Label, down: int = 0, *, is_chosen: bool = False) -> bool:
        """Take the room of a label moved down, if it is wholly in view, and free or for a chosen one."""
        left, top = label.corner(self._camera)
        top += down
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
