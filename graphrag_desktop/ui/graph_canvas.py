"""The map: all entities and relationships at their places, in the colours of the communities of one level.

Shows a `GraphPicture`, says what the analyst points at, and knows nothing of projects.
"""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from graphrag_desktop.ui.colours import Rgb
from graphrag_desktop.ui.graph_canvas_map import GraphMap
from graphrag_desktop.ui.graph_canvas_overlays import Caption, ScaleButtons, caption
from graphrag_desktop.ui.graph_canvas_scene import GraphScene, arrange
from graphrag_desktop.ui.graph_canvas_viewport import MapViewport
from graphrag_desktop.ui.graph_picture import GraphPicture
from graphrag_desktop.ui.theme import ActiveTheme, Theme

_REACH = 8.0  # pixels beyond a disc's rim that still mean it
_OPEN_REACH = 24.0  # of a double click
_GAP = 12  # from the edge to what floats over the map
_ZOOM = 1.3
_STEP = 0.15  # of the view, for an arrow key
_ARROWS = {
    Qt.Key.Key_Left: (-_STEP, 0.0),
    Qt.Key.Key_Right: (_STEP, 0.0),
    Qt.Key.Key_Up: (0.0, _STEP),
    Qt.Key.Key_Down: (0.0, -_STEP),
}
_NEARER, _FURTHER = (Qt.Key.Key_Plus, Qt.Key.Key_Equal), (Qt.Key.Key_Minus, Qt.Key.Key_Underscore)
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class GraphCanvas(MapViewport):
    """The map. Choosing something from outside emits nothing; only what the analyst does here is told."""

    entity_hovered = Signal(object)  # its number, or None
    entity_selected = Signal(int)
    community_selected = Signal(int)
    community_opened = Signal(int)
    selection_cleared = Signal()
    level_wanted = Signal(int)
    caption_changed = Signal(str)

    def __init__(self, active: ActiveTheme, parent: QWidget | None = None) -> None:
        super().__init__(active, GraphMap(arrange(GraphPicture.empty()), active.theme), parent)
        self.setObjectName("graphCanvas")
        self.setAccessibleName(self.tr("Map of entities and communities"))
        self._active = active
        self._has_ring = False
        self._caption = Caption(active, self)
        self._buttons = ScaleButtons(active, self)
        self._buttons.nearer.connect(lambda: self.zoom(_ZOOM))
        self._buttons.further.connect(lambda: self.zoom(1 / _ZOOM))
        self._buttons.whole.connect(self.fit)
        active.theme_changed.connect(self._theme_changed)

    @property
    def level(self) -> int:
        """The level whose communities give the colours."""
        return self.graph_map.level

    @property
    def caption(self) -> str:
        """What the map shows, in words."""
        return "" if self.shown is None else caption(self.graph_map.scene, self.shown, self.graph_map.emphasis)

    @property
    def community_colours(self) -> Mapping[int, Rgb]:
        """The colour of each community on the map, by number."""
        return self.graph_map.scene.colours(self._active.theme.appearance)

    def show_picture(self, picture: GraphPicture) -> None:
        """Show a graph. Above some 20,000 entities `arrange` it on a worker and show the scene."""
        self.show_scene(arrange(picture))

    def show_scene(self, scene: GraphScene) -> None:
        """Show a graph that was made ready: level, choice and a camera that was moved stay as they are."""
        graph_map = GraphMap(scene, self._active.theme)
        graph_map.set_level(self.level)
        graph_map.choose_as(self.graph_map)
        self.show_map(graph_map)

    def set_level(self, level: int) -> None:
        """Colour and name the communities of a level; beyond the deepest means the deepest."""
        self.graph_map.set_level(level)
        self.changed()

    def select_entity(self, number: int) -> None:
        """Have an entity stand out with its neighbours, and bring it into view."""
        if self.graph_map.choose_entity(number):
            self.bring_into_view(self.graph_map.chosen_bounds())
        self.changed()

    def select_community(self, number: int) -> None:
        """Have a community stand out, and bring it into view."""
        if self.graph_map.choose_community(number):
            self.bring_into_view(self.graph_map.chosen_bounds())
        self.changed()

    def open_community(self, number: int) -> None:
        """Have a community stand out and fill the view."""
        if self.graph_map.choose_community(number):
            self.go_to(self.graph_map.chosen_bounds())
        self.changed()

    def clear_selection(self) -> None:
        """Have all look alike again."""
        self.graph_map.choose_nothing()
        self.changed()

    def floating(self) -> tuple[QRectF, ...]:
        """The line that says what is shown, and the buttons."""
        return QRectF(self._caption.geometry()), QRectF(self._buttons.geometry())

    def frame_painted(self) -> None:
        """Say what is to be seen."""
        text = self.caption
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            self._caption.say(text)
            self._arrange_floating()
            self.caption_changed.emit(text)

    def paint_map(self, painter: QPainter) -> None:
        """Paint all of the view, and the ring that shows the keyboard's focus."""
        super().paint_map(painter)
        if self._has_ring and self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            painter.setPen(QPen(self._active.theme.colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(1, 1, self.camera.width - 2, self.camera.height - 2))

    def cursor_moved(self, place: QPointF | None) -> None:
        """Ring and name what lies under the cursor."""
        entity = None if place is None else self._entity_at(place, _REACH)
        if entity != self.graph_map.hovered:
            self.graph_map.hovered = entity
            self.viewport().update()
            self.entity_hovered.emit(None if entity is None else self._number(entity))

    def map_clicked(self, place: QPointF, *, is_double: bool) -> None:
        """An entity, a community's name, or neither."""
        camera = self.camera
        x, y = (place.x() - camera.left) * camera.scale, (camera.top - place.y()) * camera.scale
        entity = self._entity_at(place, 0.0)
        community = None if entity is not None else self.graph_map.community_named_at(camera, x, y)
        if community is None and entity is None:
            entity = self._entity_at(place, _OPEN_REACH if is_double else _REACH)
        if is_double:
            self._opened(entity, community)
        else:
            self._clicked(entity, community)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: letters without a modifier, while the map has the focus."""
        key = Qt.Key(event.key())
        if event.modifiers() & _COMMANDS:
            event.ignore()
        elif key == Qt.Key.Key_F:
            self.fit()
        elif key in _NEARER or key in _FURTHER:
            self.zoom(_ZOOM if key in _NEARER else 1 / _ZOOM)
        elif key in _ARROWS:
            self.pan(*_ARROWS[key])
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            self._level_typed(key - Qt.Key.Key_1)
        elif key == Qt.Key.Key_Escape and self.graph_map.emphasis is not None:
            self._clicked(None, None)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.graph_map.emphasis is not None:
            self._opened(self.graph_map.emphasis.entity, self.graph_map.emphasis.community)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the ring is for who comes by keyboard."""
        self._has_ring = event.reason() in _BY_KEYBOARD
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().focusOutEvent(event)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802 - Qt's name
        """Qt calls this; pyqtgraph too, with None, before there is a map."""
        super().resizeEvent(event)
        if event is not None:
            self._arrange_floating()

    def _entity_at(self, place: QPointF, reach: float) -> int | None:
        view = self.graph_map.view(self.camera, self.fit_scale)
        return self.graph_map.entity_at(view, place.x(), place.y(), reach)

    def _number(self, entity: int) -> int:
        return int(self.graph_map.scene.numbers[entity])

    def _clicked(self, entity: int | None, community: int | None) -> None:
        was_chosen = self.graph_map.emphasis is not None
        self.graph_map.choose_nothing()
        if entity is not None:
            self.graph_map.choose_entity(self._number(entity))
            self.entity_selected.emit(self._number(entity))
        elif community is not None:
            self.graph_map.choose_community(community)
            self.community_selected.emit(community)
        elif was_chosen:
            self.selection_cleared.emit()
        self.changed()

    def _opened(self, entity: int | None, community: int | None) -> None:
        if entity is not None:
            community = self.graph_map.scene.community_of(entity, self.level)
        if community is not None:
            self.community_opened.emit(community)

    def _level_typed(self, level: int) -> None:
        if level < self.graph_map.scene.depth:
            self.level_wanted.emit(level)

    def _arrange_floating(self) -> None:
        self._buttons.move(_GAP, _GAP)
        self._caption.move(_GAP, self.height() - self._caption.height() - _GAP)
        self._caption.setVisible(bool(self.accessibleDescription()))
        self.graph_map.place_names_anew()

    @Slot(object)
    def _theme_changed(self, theme: Theme) -> None:
        self.setBackground(theme.colour("canvas"))
        self.graph_map.set_theme(theme)
        self._caption.dress()
        self._buttons.dress()
        self._arrange_floating()
        self.changed()
