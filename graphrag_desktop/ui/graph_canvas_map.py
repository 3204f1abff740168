"""The map as it is drawn at this moment: which scene, level and theme, what is chosen, what lies under the cursor."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtGui import QPainter

from graphrag_desktop.ui.graph_canvas_arrangement import Arrangement, Details
from graphrag_desktop.ui.graph_canvas_camera import Bounds, Camera
from graphrag_desktop.ui.graph_canvas_drawing import Inks, mix_inks
from graphrag_desktop.ui.graph_canvas_emphasis import (
    QUIET,
    Emphasis,
    count_chosen,
    emphasise_community,
    emphasise_entities,
    paint_emphasis,
    paint_pins,
    paint_ring,
)
from graphrag_desktop.ui.graph_canvas_frame import Budget, Frame, FramePainter, Shown
from graphrag_desktop.ui.graph_canvas_ground import COARSE_FROM, Colouring, Ground, Layers, Look
from graphrag_desktop.ui.graph_canvas_grouping import Indexes
from graphrag_desktop.ui.graph_canvas_heat import Heat, HeatMap, heat_map
from graphrag_desktop.ui.graph_canvas_lettering import Lettering
from graphrag_desktop.ui.graph_canvas_morph import Stage, paint_stage
from graphrag_desktop.ui.graph_canvas_names import NameLayer, NameWish
from graphrag_desktop.ui.graph_canvas_outlines import Outlines
from graphrag_desktop.ui.graph_canvas_scene import GraphScene
from graphrag_desktop.ui.graph_canvas_sieve import Sieve
from graphrag_desktop.ui.graph_canvas_territories import Marks, Paths, TerritoryPainter
from graphrag_desktop.ui.graph_canvas_tints import (
    ColourBy,
    Tint,
    tint_by_community,
    tint_by_heat,
    tint_by_kind,
    tint_by_opacity,
)
from graphrag_desktop.ui.graph_canvas_view import View
from graphrag_desktop.ui.theme import Theme


class GraphMap:
    """Draws an arrangement; all that takes long is made once and kept until it, level, theme or screen change."""

    def __init__(self, arrangement: Arrangement, theme: Theme) -> None:
        self.arrangement = arrangement
        self.scene = arrangement.scene
        self.level = 0
        self.hovered: int | None = None
        self.hovered_community: int | None = None
        self.emphasis: Emphasis | None = None
        self.stage: Stage | None = None
        self.sieve = Sieve()
        self.colour_by = ColourBy.COMMUNITY
        self.heat: HeatMap | None = None
        self.theme = theme
        self._details: Details = arrangement.details(self.sieve)
        self._tints: dict[int, Tint] = {}
        self._ratio = 0.0
        self._painters: dict[tuple[int, float], FramePainter] = {}  # by level and pixels of the screen to one of ours
        self._quiet: dict[tuple[int, float], Inks] = {}
        self._names: NameLayer | None = None
        self.paths = None if arrangement.outlines is None else Paths(arrangement.outlines)
        self._ground = Ground()
        self._budget = Budget()

    @property
    def details(self) -> Details:
        """What passes the sieve."""
        return self._details

    def set_level(self, level: int) -> None:
        """Colour by another level; beyond the deepest means the deepest."""
        before, self.level = self.level, self.scene.clamp(level)
        if self.level != before:
            self._budget.hurry()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours from now on."""
        self.theme = theme
        self._tints.clear()
        self._forget_colours()
        self._names = None

    def set_colours(self, colour_by: ColourBy, heat: Heat | None) -> None:
        """Colour by something else; heat, if there is one, comes first."""
        self.colour_by = colour_by
        self.heat = None if heat is None else heat_map(self.scene, heat)
        self._tints.clear()
        self._forget_colours()
        self._names = None

    def set_sieve(self, sieve: Sieve) -> None:
        """Show what passes another sieve."""
        before = self.sieve
        if (sieve.filters, sieve.hidden, sieve.among) != (before.filters, before.hidden, before.among):
            self._details = self.arrangement.details(sieve)
        self.sieve = sieve

    def choose(self, emphasis: Emphasis | None) -> None:
        """Have something else stand out, or nothing."""
        self.emphasis = emphasis

    def choose_as(self, other: "GraphMap") -> None:
        """Have the same stand out as in another map, as far as it is on this one too."""
        emphasis = other.emphasis
        if emphasis is None or emphasis.line is not None or emphasis.is_path:
            return
        if emphasis.community is not None:
            self.emphasis = emphasise_community(self.scene, emphasis.community)
        elif emphasis.entities:
            places = self.scene.places(other.scene.numbers[list(emphasis.entities)].tolist()).tolist()
            self.emphasis = (
                emphasise_entities(self.scene, places, self.details.shown, emphasis.hops) if places else None
            )

    def chosen_bounds(self) -> Bounds:
        """Left, bottom, right and top of what was chosen; of all if nothing was."""
        emphasis = self.emphasis
        if emphasis is None:
            return self.scene.core
        entities = emphasis.bright if emphasis.community is not None or not emphasis.entities else emphasis.entities
        return self.scene.bounds(np.array(entities, np.intp))

    def paint(self, painter: QPainter, frame: Frame) -> Shown:
        """Draw everything, from territories up to names."""
        frame_painter, names = self._painter(frame.ratio), self._name_layer(frame.ratio)
        view = replace(self.view(frame.camera), is_vector=frame.is_vector)
        fine = view.at_ratio(frame.ratio)
        emphasis, marks = self.emphasis, self._marks()
        painter.save()
        painter.scale(1 / frame.ratio, 1 / frame.ratio)  # whole arrays are quickest in the pixels of the screen
        shown = self._ground.paint(painter, fine, frame, self._look(frame.ratio, marks))
        if emphasis is not None and emphasis.fades:
            lines = paint_emphasis(painter, fine, frame_painter.inks, emphasis, self.theme)
            if not frame.is_moving:
                shown = count_chosen(shown, fine, emphasis, lines, frame_painter.lines)
        if frame_painter.territories is not None:
            frame_painter.territories.paint_marks(painter, fine, marks)
        painter.restore()
        _paint_rings(painter, view, self)
        wish = NameWish(frame.camera.scale / frame.fit_scale, emphasis, frame.is_moving)
        names.paint(painter, view, wish, frame.taken, self.hovered)
        return shown

    def paint_in_steps(self, frame: Frame) -> Iterator[None]:
        """Paint what lies below the names, with all that was left out, a layer at a time; the next frame shows it."""
        view = self.view(frame.camera).at_ratio(frame.ratio)
        yield from self._ground.paint_in_steps(view, self._look(frame.ratio, self._marks()))

    def prepare_in_steps(self, frame: Frame) -> Iterator[None]:
        """Make ready, a little at a time, what the levels beside this one are painted with."""
        ratio = 1.0 if frame.ratio >= COARSE_FROM else frame.ratio  # as the first frame is painted
        for level in (self.level - 1, self.level + 1):
            if (
                level == self.scene.clamp(level)
                and self.arrangement.has_areas(level)
                and self._details.has_lines(level)
            ):
                painter = self._painter_of(level, ratio)
                yield
                if painter.territories is not None:
                    view = self._view_of(level, frame.camera)
                    painter.territories.shapes(view, None, QUIET if self._fades else 1.0, is_hurried=True)
                yield

    def _look(self, ratio: float, marks: Marks) -> Look:
        key = (self._painter(ratio), self._fades, marks.chosen, self._details)
        return Look(self.theme.colour("canvas"), key, self.stage is not None, partial(self._layers, marks))

    def _layers(self, marks: Marks, view: View, *, is_moving: bool) -> Layers:
        inside = None if self.emphasis is None else self.emphasis.inside
        quiet = QUIET if self._fades else 1.0
        inks = self._inks(view.ratio, fades=self._fades)
        colouring = Colouring(inks, quiet, marks.chosen, inside, _shown_communities(self.scene, self.level))
        paint_on_the_way = None if self.stage is None else self._paint_stage
        return Layers(self._painter(view.ratio), view, colouring, paint_on_the_way, is_moving=is_moving)

    def view(self, camera: Camera) -> View:
        """The scene through a camera."""
        return self._view_of(self.level, camera)

    def _view_of(self, level: int, camera: Camera) -> View:
        scene, details = self.scene, self._details
        areas = self.arrangement.areas(level)
        return View(scene, scene.level(level), level, camera, 1.0, details.entities, details.lines(level), areas)

    def tint(self) -> Tint:
        """The colours of the level."""
        return self._tint_of(self.level)

    def _tint_of(self, level: int) -> Tint:
        if level not in self._tints:
            self._tints[level] = _mix_tint(self, level)
        return self._tints[level]

    def entity_at(self, view: View, x: float, y: float, reach: float) -> int | None:
        """The drawn entity whose disc is at most `reach` pixels from a place on the map."""
        return _entity_at(self.scene, self.emphasis, view, (x, y), reach)

    @property
    def painted_lines(self) -> Indexes | None:
        """The relationships of the last frame; None before there is one."""
        painter = self._painters.get((self.level, self._ratio))
        return None if painter is None else painter.lines

    def community_named_at(self, camera: Camera, x: float, y: float) -> int | None:
        """The community whose name covers a place on the screen."""
        return None if self._names is None else self._names.community_at(camera, x, y)

    def community_at(self, view: View, x: float, y: float) -> int | None:
        """The community in whose territory a place on the map lies, as they are told apart at the scale."""
        return _community_at(self.arrangement.outlines, view, x, y)

    @property
    def names(self) -> NameLayer | None:
        """The names, once they were painted."""
        return self._names

    def place_names_anew(self) -> None:
        """What names have to keep clear of has moved."""
        if self._names is not None:
            self._names.forget()

    def _marks(self) -> Marks:
        none = frozenset[int]()
        used, dashed = (none, none) if self.heat is None else (self.heat.heat.used, self.heat.heat.dashed)
        chosen = None if self.emphasis is None else self.emphasis.community
        return Marks(chosen, used, self.hovered_community if chosen != self.hovered_community else None, dashed)

    def _paint_stage(self, painter: QPainter, view: View) -> bool:
        if self.stage is None or self.paths is None:
            return False
        return paint_stage(painter, view, self.paths.outlines, self.tint(), self.theme, self.stage)

    @property
    def _fades(self) -> bool:
        return self.emphasis is not None and self.emphasis.fades

    def _forget_colours(self) -> None:
        self._painters.clear()
        self._quiet.clear()

    def _inks(self, ratio: float, *, fades: bool) -> Inks:
        if not fades:
            return self._painter(ratio).inks
        key = self.level, ratio
        if key not in self._quiet:
            self._quiet[key] = mix_inks(self.tint(), self.theme, ratio, QUIET)
        return self._quiet[key]

    def _painter(self, ratio: float) -> FramePainter:
        return self._painter_of(self.level, ratio)

    def _painter_of(self, level: int, ratio: float) -> FramePainter:
        key = level, ratio
        if key not in self._painters:
            tint = self._tint_of(level)
            territories = None if self.paths is None else TerritoryPainter(self.paths, tint, self.theme)
            self._painters[key] = FramePainter(mix_inks(tint, self.theme, ratio), territories, self._budget)
        return self._painters[key]

    def _name_layer(self, ratio: float) -> NameLayer:
        if self._names is None or ratio != self._ratio:
            self._ratio, self._names = (
                ratio,
                NameLayer(Lettering(self.theme, ratio), _tails(self.heat), _places(self.scene, self.heat)),
            )
        return self._names


def _paint_rings(painter: QPainter, view: View, graph_map: GraphMap) -> None:
    emphasis, hovered = graph_map.emphasis, graph_map.hovered
    chosen = set() if emphasis is None or len(emphasis.entities) > 60 else set(emphasis.entities)
    for entity in sorted({*chosen, *([] if hovered is None else [hovered])}):
        paint_ring(painter, view, entity, graph_map.theme)
    if graph_map.sieve.pinned:
        paint_pins(painter, view, graph_map.scene.places(graph_map.sieve.pinned), graph_map.theme)


def _entity_at(
    scene: GraphScene, emphasis: Emphasis | None, view: View, place: tuple[float, float], reach: float
) -> int | None:
    scale = view.camera.scale
    growth = view.disc_scale / scale
    close = scene.close_to(*place, reach / scale + float(scene.radii.max(initial=0.0)) * growth)
    is_drawn = view.entities.appears_at[close] <= view.scale
    if emphasis is not None and emphasis.fades:
        is_drawn |= np.isin(close, emphasis.bright)
    return scene.nearest(*place, reach / scale, growth, close[is_drawn])


def _community_at(outlines: Outlines | None, view: View, x: float, y: float) -> int | None:
    if outlines is None:
        return None
    areas = view.areas
    shown = areas.at(view.scale)
    left, bottom, right, top = areas.boxes[shown].T
    near = shown[(left <= x) & (x <= right) & (bottom <= y) & (y <= top)]
    for depth, number in zip(areas.depths[near].tolist(), areas.numbers[near].tolist(), strict=True):
        if outlines.has(depth, number) and outlines.contains(depth, number, x, y):
            return int(number)
    return None


def _shown_communities(scene: GraphScene, level: int) -> int:
    sizes = scene.level(level).sizes if scene.depth else np.zeros(0, np.int64)
    return int((sizes >= 3).sum())


def _mix_tint(graph_map: GraphMap, level: int) -> Tint:
    scene, theme = graph_map.scene, graph_map.theme
    if graph_map.heat is not None:
        if graph_map.heat.heat.is_opacity and scene.depth:
            return tint_by_opacity(scene, scene.level(level), graph_map.heat, theme)
        return tint_by_heat(scene, graph_map.heat, theme)
    if graph_map.colour_by is ColourBy.KIND or not scene.depth:
        return tint_by_kind(scene, theme)
    return tint_by_community(scene, scene.level(level), theme)


def _places(scene: GraphScene, heat: HeatMap | None) -> Mapping[int, str]:
    """What stands before the names of entities, by their places in the arrays."""
    numbers = {} if heat is None else heat.heat.places
    found = {scene.entity(number): place for number, place in numbers.items()}
    return {at: place for at, place in found.items() if at is not None}


def _tails(heat: HeatMap | None) -> Callable[[int], str] | None:
    if heat is None or heat.heat.is_opacity:
        return None

    def tail(community: int) -> str:
        value = heat.value(community)
        if value is None:
            return heat.heat.unknown or "–"
        note = heat.heat.notes.get(community)
        return f"{value:.0f} · {note}" if note else f"{value:.0f}"

    return tail
