"""What a frame of the map is drawn for, what of it is drawn in the time there is, and what it showed."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from graphrag_desktop.ui.graph_canvas_camera import Camera
from graphrag_desktop.ui.graph_canvas_drawing import Inks, crossing, line_colours, paint_lines, showing
from graphrag_desktop.ui.graph_canvas_grouping import Indexes, Mask
from graphrag_desktop.ui.graph_canvas_territories import TerritoryPainter
from graphrag_desktop.ui.graph_canvas_view import View

_FRAME_SECONDS = 0.0075  # up to the entities; names and the rest of the window come on top
_LEAST_INK, _USUAL_INK = 40_000.0, 160_000.0  # pixels of lines in a moving frame
_MOST_INK = 1_200_000.0
_LEAST_MOVING, _MOST_MOVING = 5_000, 14_000  # entities in a moving frame; on a fine screen each costs more
_MOST_CHANGING = 9_000  # entities in a frame in which all changes
_MOST_TOLD = 1_500  # relationships in view, up to which the strength of each is to be seen ...
_INK_AT_ONCE, _LINES_AT_ONCE = 150_000.0, 3_000  # of a map at rest
_TOLD_FROM = 2.0  # ... so much nearer than all of the map


@dataclass(frozen=True, slots=True)
class Frame:
    """What a frame is drawn for: the camera, the scale at which all fits, the pixels of the screen to one of ours.

    Names keep clear of `taken`. While `is_moving` less is drawn. `is_vector` asks for shapes and words instead of pixels.
    What is painted once only is not kept.
    """

    camera: Camera
    fit_scale: float
    ratio: float
    taken: tuple[QRectF, ...] = ()
    is_moving: bool = False
    is_vector: bool = False
    is_kept: bool = True


@dataclass(frozen=True, slots=True)
class Shown:
    """What a frame showed: entities in view, how many of them were painted, and how many relationships and areas.

    `areas` are the communities told apart, `communities` those of the level; `chosen` are relationships of the choice.
    """

    in_view: int
    entities: int
    relationships: int
    areas: int = 0
    communities: int = 0
    chosen: int | None = None


class Budget:
    """What may be spent on a frame of a moving map, learnt from what the last ones took on this machine and screen."""

    def __init__(self) -> None:
        self.ink = _USUAL_INK  # pixels of relationships
        self.entities = _MOST_MOVING
        self._began = 0.0

    def hurry(self) -> None:
        """All changes with the next frame: spend as little as will do."""
        self.ink, self.entities = min(self.ink, _LEAST_INK), min(self.entities, _MOST_CHANGING)

    def begin(self) -> None:
        """A frame begins: from here on its time counts."""
        self._began = time.thread_time()

    def end(self) -> None:
        """Long lines, slow machines, fine screens: spend less on the next frame if this one took too long.

        Relationships go first and come back last.
        """
        change = float(np.clip(_FRAME_SECONDS / max(time.thread_time() - self._began, 1e-6), 0.8, 1.1))
        if self.ink <= _LEAST_INK or self.entities < _MOST_MOVING:
            self.entities = int(np.clip(self.entities * change, _LEAST_MOVING, _MOST_MOVING))
        if self.entities >= _MOST_MOVING or change < 1:
            self.ink = float(np.clip(self.ink * change, _LEAST_INK, _MOST_INK))


class FramePainter:
    """Paints relationships and entities in the colours of one level and theme; spends less while the map moves."""

    def __init__(self, inks: Inks, territories: TerritoryPainter | None, budget: Budget) -> None:
        self.inks = inks
        self.territories = territories
        self.budget = budget
        self.lines: Indexes | None = None  # of the last frame
        self._tells_strength = False
        self._cut = np.inf

    def lines_of(self, view: View, is_in: Mask, *, is_moving: bool) -> Indexes:
        """The relationships to be painted, of those with an end among the entities that look in."""
        lines = view.drawn_lines(is_in, is_moving=is_moving)
        if view.whole is None:  # a strip shows of its relationships what the rest does
            self._cut = _cut(view, lines, self.budget.ink if is_moving else _MOST_INK)
        if self._cut < view.scale:
            lines = lines[view.lines.appears_at[lines] <= self._cut]
        if view.whole is None:
            self.lines = lines
            self._tells_strength = len(lines) <= _MOST_TOLD and view.zoom >= _TOLD_FROM
        return lines

    def portions(self, view: View, lines: Indexes, inks: Inks, inside: Mask | None) -> list[Indexes]:
        """Relationships in the order in which they are painted, those of a colour together, a few milliseconds' worth at a
        time; those of entities `inside` come last."""
        pairs = view.scene.pairs[lines]
        order = np.where(view.lines.is_between[lines], 0, inks.entity[pairs[:, 0]] + 1)
        if inside is not None:
            order[inside[pairs].any(axis=1)] = len(inks.pens) + 1
        sorted_lines = lines[np.argsort(order.astype(np.uint16), kind="stable")]
        costs = np.cumsum(_pixels(view, sorted_lines) / _INK_AT_ONCE + 1 / _LINES_AT_ONCE)
        cuts = np.searchsorted(costs, np.arange(1, float(costs[-1]) if len(lines) else 0))
        return np.split(sorted_lines, cuts)

    def entities_of(self, view: View, is_in: Mask, *, is_moving: bool) -> Indexes:
        """The entities to be painted, of those that look in, the largest last."""
        entities = view.drawn(is_in)
        return entities[-round(self.budget.entities / view.ratio) :] if is_moving else entities

    def paint_lines(self, painter: QPainter, view: View, lines: Indexes, inks: Inks, inside: Mask | None) -> None:
        """Paint relationships; those of entities `inside` the chosen community stand out."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for part, pens in _chosen_last(view, lines, inks, inside):
            colours = line_colours(view, inks, part, inside if pens is inks.chosen_pens else None)
            paint_lines(painter, view, part, colours, pens, tells_strength=self._tells_strength)


def count_shown(view: View, is_in: Mask, entities: Indexes, lines: Indexes) -> Shown:
    """What is to be seen of all that was painted."""
    in_view = showing(view, np.flatnonzero(is_in & view.entities.is_shown))
    return Shown(len(in_view), len(showing(view, entities)), len(crossing(view, lines)))


def _chosen_last(
    view: View, lines: Indexes, inks: Inks, inside: Mask | None
) -> Iterator[tuple[Indexes, tuple[QColor, ...]]]:
    """The relationships with the pens they are painted in: those that stand out after all others."""
    if inside is None:
        yield lines, inks.pens
    else:
        touches = inside[view.scene.pairs[lines]].any(axis=1)
        yield lines[~touches], inks.pens
        yield lines[touches], inks.chosen_pens


def _cut(view: View, lines: Indexes, most: float) -> float:
    """The scale from which relationships are left out, so that those painted are no more pixels than `most`."""
    ink = float(_pixels(view, lines).sum())
    return view.scale if ink <= most else view.scale * most / ink


def _pixels(view: View, lines: Indexes) -> NDArray[np.float64]:
    """How long relationships are on the screen, as far as they can be in view."""
    camera = view.camera
    pixels: NDArray[np.float64] = np.minimum(
        view.scene.lengths[lines] * camera.scale, np.hypot(camera.width, camera.height)
    )
    return pixels
