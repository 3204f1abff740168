"""The map as it is drawn at this moment: which scene, level and theme, what is chosen, what lies under the cursor."""

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from graphrag_desktop.ui.graph_canvas_drawing import mix_inks
from graphrag_desktop.ui.graph_canvas_emphasis import (
    Emphasis,
    emphasise_community,
    emphasise_entity,
    paint_emphasis,
    paint_ring,
)
from graphrag_desktop.ui.graph_canvas_frame import MapPainter, Shown
from graphrag_desktop.ui.graph_canvas_lettering import Lettering
from graphrag_desktop.ui.graph_canvas_names import NameLayer
from graphrag_desktop.ui.graph_canvas_scene import Camera, GraphScene, View
from graphrag_desktop.ui.theme import Theme


@dataclass(frozen=True, slots=True)
class Frame:
    """What a frame is drawn for: the camera, the scale at which all fits, the pixels of the screen to one of ours.

    Names keep clear of `taken`. While `is_moving` less is drawn.
    """

    camera: Camera
    fit_scale: float
    ratio: float
    taken: tuple[QRectF, ...]
    is_moving: bool


class GraphMap:
    """Draws a scene; all that takes long is made once and kept until scene, level, theme or screen change."""

    def __init__(self, scene: GraphScene, theme: Theme) -> None:
        self.scene = scene
        self.level = 0
        self.hovered: int | None = None
        self.emphasis: Emphasis | None = None
        self._theme = theme
        self._ratio = 0.0
        self._painter: MapPainter | None = None
        self._names: NameLayer | None = None
        self._last: View | None = None

    def set_level(self, level: int) -> None:
        """Colour by another level; beyond the deepest means the deepest."""
        self.level = max(0, min(level, self.scene.depth - 1))
        self._painter = None

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours from now on."""
        self._theme = theme
        self._painter, self._names = None, None

    def choose_entity(self, number: int) -> bool:
        """Have an entity stand out with its neighbours; False if it is not on the map."""
        entity = self.scene.entity(number)
        self.emphasis = None if entity is None else emphasise_entity(self.scene, entity)
        return self.emphasis is not None

    def choose_community(self, number: int) -> bool:
        """Have a community stand out; False if it is not on the map."""
        self.emphasis = emphasise_community(self.scene, number)
        return self.emphasis is not None

    def choose_nothing(self) -> None:
        """Have all look alike again."""
        self.emphasis = None

    def choose_as(self, other: "GraphMap") -> None:
        """Have the same entity or community stand out as in another map, if it is on this one too."""
        emphasis = other.emphasis
        if emphasis is not None and emphasis.entity is not None:
            self.choose_entity(int(other.scene.numbers[emphasis.entity]))
        elif emphasis is not None and emphasis.community is not None:
            self.choose_community(emphasis.community)

    def chosen_bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of what was chosen; of all if nothing was."""
        if self.emphasis is None:
            return self.scene.core
        entity = self.emphasis.entity
        return self.scene.bounds(self.emphasis.bright if entity is None else np.array([entity]))

    def paint(self, painter: QPainter, frame: Frame) -> Shown:
        """Draw everything, from relationships up to names."""
        map_painter, names = self._made_for(frame.ratio)
        view = self.view(frame.camera, frame.fit_scale)
        fine = replace(view, camera=frame.camera.at_ratio(frame.ratio))
        self._last = fine
        painter.save()
        painter.scale(1 / frame.ratio, 1 / frame.ratio)  # whole arrays are quickest in the pixels of the screen
        shown = map_painter.paint(painter, fine, is_moving=frame.is_moving)
        if self.emphasis is not None:
            paint_emphasis(painter, fine, map_painter.inks, self.emphasis, self._theme)
        painter.restore()
        self._paint_rings(painter, view)
        names.paint(painter, view, frame.camera.scale / frame.fit_scale, self.emphasis, frame.taken)
        if self.hovered is not None:
            names.paint_one(painter, view, self.hovered)
        return shown

    def view(self, camera: Camera, fit_scale: float) -> View:
        """The scene through a camera."""
        disc_scale = self.scene.disc_scale(camera.scale, fit_scale)
        return View(self.scene, self.scene.level(self.level), self.level, camera, disc_scale)

    def entity_at(self, view: View, x: float, y: float, reach: float) -> int | None:
        """The entity whose disc is at most `reach` pixels from a place on the map."""
        radii = self.scene.radii * (view.disc_scale / view.camera.scale)
        return self.scene.nearest(x, y, reach / view.camera.scale, radii)

    def community_named_at(self, camera: Camera, x: float, y: float) -> int | None:
        """The community whose name covers a place on the screen."""
        return None if self._names is None else self._names.community_at(camera, x, y)

    def place_names_anew(self) -> None:
        """What names have to keep clear of has moved."""
        if self._names is not None:
            self._names.forget()

    def start_still(self) -> None:
        """Begin to paint the last view at leisure."""
        if self._painter is not None and self._last is not None:
            self._painter.start_still(self._last)

    def advance_still(self, seconds: float) -> bool:
        """Go on for that long; False once it is done."""
        return self._painter is not None and self._painter.advance_still(seconds)

    def _made_for(self, ratio: float) -> tuple[MapPainter, NameLayer]:
        if ratio != self._ratio:
            self._ratio, self._painter, self._names = ratio, None, None
        if self._painter is None:
            inks = mix_inks(self.scene, self.scene.level(self.level), self._theme, ratio)
            self._painter = MapPainter(inks, self._theme.colour("canvas"))
        if self._names is None:
            self._names = NameLayer(Lettering(self._theme, ratio))
        return self._painter, self._names

    def _paint_rings(self, painter: QPainter, view: View) -> None:
        chosen = None if self.emphasis is None else self.emphasis.entity
        for entity in {chosen, self.hovered}:
            if entity is not None:
                paint_ring(painter, view, entity, self._theme)
