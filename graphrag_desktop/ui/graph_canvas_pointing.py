"""What lies at a place of the map: an entity, a relationship, the name or the area of a community."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF

from graphrag_desktop.ui.graph_canvas_grouping import Indexes
from graphrag_desktop.ui.graph_canvas_map import GraphMap
from graphrag_desktop.ui.graph_canvas_view import View

_REACH = 8.0  # pixels beyond a disc's rim that still mean it
_OPEN_REACH = 24.0  # of a double click
_LINE_REACH = 4.0  # pixels beside a relationship
_MOST_LINES = 1_500  # drawn at a time; where there are more, none of them can be pointed at


@dataclass(frozen=True, slots=True)
class Target:
    """What is pointed at: places in the arrays of an entity or relationship, the number of a community (`is_area`: its
    area, and not its name)."""

    entity: int | None = None
    line: int | None = None
    community: int | None = None
    is_area: bool = False


def find_target(graph_map: GraphMap, view: View, place: QPointF, *, is_generous: bool = False) -> Target:
    """What a click at a place means: a disc right there, a name, a relationship, a disc nearby, an area."""
    x, y = place.x(), place.y()
    entity = graph_map.entity_at(view, x, y, 0.0)
    if entity is not None:
        return Target(entity=entity)
    named = graph_map.community_named_at(view.camera, *view.camera.pixel(x, y))
    if named is not None:
        return Target(community=named)
    line = _line_at(graph_map, view, x, y)
    near = graph_map.entity_at(view, x, y, _OPEN_REACH if is_generous else _REACH)
    if near is not None and (line is None or graph_map.entity_at(view, x, y, _LINE_REACH) is not None):
        return Target(entity=near)
    if line is not None:
        return Target(line=line)
    area = graph_map.community_at(view, x, y)
    return Target(community=area, is_area=area is not None)


def entities_within(view: View, corners: NDArray[np.float64]) -> Indexes:
    """The drawn entities inside a closed line on the map, the best connected last."""
    scene = view.scene
    (left, bottom), (right, top) = corners.min(axis=0), corners.max(axis=0)
    is_near = (scene.x >= left) & (scene.x <= right) & (scene.y >= bottom) & (scene.y <= top)
    near = view.drawn(is_near)
    x, y = scene.x[near], scene.y[near]
    is_inside = np.zeros(len(near), np.bool_)
    for (x0, y0), (x1, y1) in zip(corners.tolist(), np.roll(corners, -1, axis=0).tolist(), strict=True):
        if y0 != y1:
            crosses = ((y0 > y) != (y1 > y)) & (x < x0 + (y - y0) / (y1 - y0) * (x1 - x0))
            is_inside ^= crosses
    return near[is_inside]


def _line_at(graph_map: GraphMap, view: View, x: float, y: float) -> int | None:
    """The relationship that passes nearest to a place: one of the chosen entity's first."""
    emphasis = graph_map.emphasis
    if emphasis is not None and emphasis.fades:
        return _nearest_line(view, emphasis.lines, x, y)
    lines = graph_map.painted_lines
    return None if lines is None or len(lines) > _MOST_LINES else _nearest_line(view, lines, x, y)


def _nearest_line(view: View, lines: Indexes, x: float, y: float) -> int | None:
    if not len(lines):
        return None
    scene = view.scene
    start, end = scene.pairs[lines].T
    from_x, from_y = scene.x[start], scene.y[start]
    way_x, way_y = scene.x[end] - from_x, scene.y[end] - from_y
    squared = np.maximum(way_x**2 + way_y**2, 1e-12)
    share = np.clip(((x - from_x) * way_x + (y - from_y) * way_y) / squared, 0, 1)
    distance = np.hypot(from_x + share * way_x - x, from_y + share * way_y - y)
    nearest = int(np.argmin(distance))
    return int(lines[nearest]) if distance[nearest] * view.camera.scale <= _LINE_REACH else None
