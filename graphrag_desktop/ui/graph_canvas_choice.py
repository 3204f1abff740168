"""Choosing on the map: what a click, a marquee, a lasso or the outside makes stand out, and who is told."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from graphrag_desktop.ui.graph_canvas_emphasis import (
    Emphasis,
    emphasise_community,
    emphasise_entities,
    emphasise_line,
    emphasise_part,
    emphasise_path,
)
from graphrag_desktop.ui.graph_canvas_grouping import Indexes
from graphrag_desktop.ui.graph_canvas_item import Drag, Tool
from graphrag_desktop.ui.graph_canvas_map import GraphMap
from graphrag_desktop.ui.graph_canvas_pointing import Target, entities_within, find_target
from graphrag_desktop.ui.graph_canvas_view import View
from graphrag_desktop.ui.graph_canvas_viewport import MapViewport
from graphrag_desktop.ui.theme import ActiveTheme

MOST_HOPS = 3


class ChoosingMap(MapViewport):
    """A map to choose on. Choosing something from outside emits nothing; only what the analyst does here is told."""

    entity_hovered = Signal(object)  # its number, or None
    entity_selected = Signal(int)
    entities_selected = Signal(object)  # several: a tuple of numbers
    community_selected = Signal(int)
    community_opened = Signal(int)
    relationship_selected = Signal(int)
    selection_cleared = Signal()
    choice_changed = Signal()  # by whomever
    edit_wanted = Signal(int)  # of an entity
    merge_wanted = Signal(int, int)  # of two

    def __init__(self, active: ActiveTheme, graph_map: GraphMap, parent: QWidget | None) -> None:
        super().__init__(active, graph_map, parent)
        self.tool = Tool.PAN
        self.target = Target()
        self._active = active
        self._drawn: list[QPointF] = []  # the marquee's corners or the lasso, on the map
        self._drag_tool = Tool.PAN

    @property
    def chosen_entities(self) -> tuple[int, ...]:
        """The numbers of the chosen entities, in the order in which they were chosen."""
        emphasis = self.graph_map.emphasis
        if emphasis is None or emphasis.is_path:
            return ()
        return tuple(self.graph_map.scene.numbers[list(emphasis.entities)].tolist())

    def select_entity(self, number: int) -> None:
        """Have an entity stand out with its neighbours, and bring it into view."""
        if self.chosen_entities == (number,):  # with as many of its neighbours as the analyst asked for
            self.bring_into_view(self.graph_map.chosen_bounds())
        else:
            self.select_entities((number,))

    def select_entities(self, numbers: Sequence[int], hops: int = 1) -> None:
        """Have entities stand out, and bring them into view; those that are not on the map are passed over."""
        scene = self.graph_map.scene
        found = [place for place in map(scene.entity, numbers) if place is not None]
        chosen = emphasise_entities(scene, found, self.graph_map.details.shown, hops) if found else None
        self._choose(chosen, is_shown=True)

    def select_community(self, number: int) -> None:
        """Have a community stand out, and bring it into view."""
        self._choose(emphasise_community(self.graph_map.scene, number), is_shown=True)

    def select_relationship(self, number: int) -> None:
        """Have a relationship stand out, and bring it into view."""
        line = self.graph_map.scene.line(number)
        self._choose(None if line is None else emphasise_line(self.graph_map.scene, line), is_shown=True)

    def show_path(self, entities: Sequence[int], relationships: Sequence[int]) -> None:
        """Have a way from one entity to another stand out, and bring it into view."""
        scene = self.graph_map.scene
        places = [place for place in map(scene.entity, entities) if place is not None]
        lines = [line for line in map(scene.line, relationships) if line is not None]
        self._choose(emphasise_path(scene, places, lines) if places else None, is_shown=True)

    def show_part(self, entities: Sequence[int], relationships: Sequence[int]) -> None:
        """Have a part of the graph stand out, and bring it into view."""
        scene = self.graph_map.scene
        places = [place for place in map(scene.entity, entities) if place is not None]
        lines = [line for line in map(scene.line, relationships) if line is not None]
        self._choose(emphasise_part(scene, places, lines) if places else None, is_shown=True)

    def open_community(self, number: int) -> None:
        """Have a community stand out and fill the view."""
        chosen = emphasise_community(self.graph_map.scene, number)
        self._choose(chosen)
        if chosen is not None:
            self.go_to(self.graph_map.chosen_bounds())

    def clear_selection(self) -> None:
        """Have all look alike again."""
        self._choose(None)

    def choose_entities(self, places: Sequence[int], hops: int = 1) -> None:
        """Have entities stand out, by their places in the arrays, and tell; none clears the choice."""
        scene = self.graph_map.scene
        had_any = self.graph_map.emphasis is not None
        self._choose(emphasise_entities(scene, places, self.graph_map.details.shown, hops) if len(places) else None)
        numbers = tuple(scene.numbers[list(places)].tolist())
        if len(numbers) == 1:
            self.entity_selected.emit(numbers[0])
        elif numbers:
            self.entities_selected.emit(numbers)
        elif had_any:
            self.selection_cleared.emit()

    def choose_community(self, number: int) -> None:
        """Have a community stand out, and tell."""
        self._choose(emphasise_community(self.graph_map.scene, number))
        self.community_selected.emit(number)

    def choose_line(self, line: int) -> None:
        """Have a relationship stand out, by its place in the arrays, and tell."""
        self._choose(emphasise_line(self.graph_map.scene, line))
        self.relationship_selected.emit(int(self.graph_map.scene.line_numbers[line]))

    def open_target(self, entity: int | None, community: int | None) -> None:
        """Tell that a community is to be opened: this one, or that of an entity."""
        if entity is not None:
            community = self.graph_map.scene.community_of(entity, self.graph_map.level)
        if community is not None:
            self.community_opened.emit(community)

    def choose_what_is_left(self) -> None:
        """Something was hidden or shown: of the chosen what is still there stands out, with what it is tied to now."""
        emphasis, shown = self.graph_map.emphasis, self.graph_map.details.shown
        if emphasis is None or emphasis.community is not None:
            return
        left = [place for place in emphasis.entities if shown[place]]
        is_whole = bool(shown[emphasis.bright].all())
        if emphasis.is_path or emphasis.line is not None:
            self._choose(emphasis if is_whole else None)
        else:
            self._choose(emphasise_entities(self.graph_map.scene, left, shown, emphasis.hops) if left else None)

    def choose_again(self, graph_map: GraphMap, emphasis: Emphasis | None) -> None:
        """Have what was chosen on a map stand out again, if it is still the one that is shown."""
        if self.graph_map is graph_map:
            self._choose(emphasis)

    def current_view(self) -> View:
        """The map through the camera."""
        return self.graph_map.view(self.camera)

    def cursor_moved(self, place: QPointF | None) -> None:
        """Ring and name what lies under the cursor."""
        target = Target() if place is None else find_target(self.graph_map, self.current_view(), place)
        before, self.target = self.target, target
        if target == before:
            return
        self.graph_map.hovered = target.entity
        self.graph_map.hovered_community = target.community if target.is_area else None
        self.viewport().update()
        if target.entity != before.entity:
            number = None if target.entity is None else int(self.graph_map.scene.numbers[target.entity])
            self.entity_hovered.emit(number)

    def map_clicked(self, place: QPointF, *, is_double: bool, adds: bool = False) -> None:
        """An entity, a community's name or area, a relationship, or nothing."""
        target = find_target(self.graph_map, self.current_view(), place, is_generous=is_double)
        if is_double:
            self.open_target(target.entity, target.community)
        elif adds and target.entity is not None:
            self._add(target.entity)
        elif target.entity is not None:
            self.choose_entities([target.entity])
        elif target.line is not None:
            self.choose_line(target.line)
        elif target.community is not None:
            self.choose_community(target.community)
        else:
            self.choose_entities([])

    def drag_moved(self, drag: Drag) -> None:
        """A marquee is pulled open or a lasso drawn; at the end what lies within is chosen."""
        if drag.is_first:
            self._drawn, self._drag_tool = [drag.start], drag.tool
        if self._drag_tool is Tool.MARQUEE:
            self._drawn = [drag.start, drag.place]
        else:
            self._drawn.append(drag.place)
        if drag.is_last:
            inside = self._entities_drawn_around()
            self._drawn, self.tool = [], Tool.PAN
            self.choose_entities(inside.tolist())
        self.viewport().update()

    def paint_map(self, painter: QPainter) -> None:
        """Paint all of the view, and over it the marquee or lasso."""
        super().paint_map(painter)
        if len(self._drawn) < 2:
            return
        ground = self._active.theme.colour("accent")
        ground.setAlphaF(0.08)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._active.theme.colour("accent"), 1.5, Qt.PenStyle.DashLine))
        painter.setBrush(QBrush(ground))
        corners = [QPointF(*self.camera.pixel(place.x(), place.y())) for place in self._drawn]
        if self._drag_tool is Tool.MARQUEE:
            painter.drawRect(QRectF(corners[0], corners[-1]).normalized())
        else:
            painter.drawPolygon(QPolygonF(corners))

    def _entities_drawn_around(self) -> Indexes:
        corners: NDArray[np.float64] = np.array([(place.x(), place.y()) for place in self._drawn])
        if self._drag_tool is Tool.MARQUEE:
            (left, bottom), (right, top) = corners.min(axis=0), corners.max(axis=0)
            corners = np.array([(left, bottom), (right, bottom), (right, top), (left, top)])
        return entities_within(self.current_view(), corners)

    def _add(self, entity: int) -> None:
        emphasis = self.graph_map.emphasis
        chosen = [] if emphasis is None or emphasis.is_path else list(emphasis.entities)
        self.choose_entities([each for each in chosen if each != entity] if entity in chosen else [*chosen, entity])

    def _choose(self, emphasis: Emphasis | None, *, is_shown: bool = False) -> None:
        self.graph_map.choose(emphasis)
        if is_shown and emphasis is not None:
            self.bring_into_view(self.graph_map.chosen_bounds())
        self.choice_changed.emit()
        self.changed()
