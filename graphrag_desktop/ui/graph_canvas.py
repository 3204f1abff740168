"""The map: communities as named territories, their entities and relationships, in the colours of one level.

Shows a `GraphPicture`, says what the analyst points at, and knows nothing of projects.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPen, QResizeEvent, QUndoStack
from PySide6.QtWidgets import QMenu, QWidget

from graphrag_desktop.ui.colours import Rgb
from graphrag_desktop.ui.graph_canvas_arrangement import Arrangement, arrange
from graphrag_desktop.ui.graph_canvas_caption import caption
from graphrag_desktop.ui.graph_canvas_card import HoverCard, card_text
from graphrag_desktop.ui.graph_canvas_choice import ChoosingMap
from graphrag_desktop.ui.graph_canvas_heat import Heat
from graphrag_desktop.ui.graph_canvas_history import SieveChange
from graphrag_desktop.ui.graph_canvas_keyboard import MapKeyboard
from graphrag_desktop.ui.graph_canvas_legend import legend
from graphrag_desktop.ui.graph_canvas_map import GraphMap
from graphrag_desktop.ui.graph_canvas_minimap import Minimap
from graphrag_desktop.ui.graph_canvas_overlays import Caption, ScaleButtons
from graphrag_desktop.ui.graph_canvas_sieve import Filters, Sieve
from graphrag_desktop.ui.graph_canvas_tints import ColourBy
from graphrag_desktop.ui.graph_picture import GraphPicture
from graphrag_desktop.ui.theme import ActiveTheme, Theme

_GAP = 12  # from the edge to what floats over the map
_ZOOM = 1.3
_BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class GraphCanvas(ChoosingMap):
    """The map with all that floats over it, its commands and what can be undone."""

    level_wanted = Signal(int)
    paths_wanted = Signal(int, int)  # the numbers of two entities
    picture_wanted = Signal()  # to be saved somewhere
    sieve_changed = Signal(object)
    colours_changed = Signal()
    settling_held = Signal(bool)
    caption_changed = Signal(str)

    def __init__(self, active: ActiveTheme, parent: QWidget | None = None) -> None:
        super().__init__(active, GraphMap(arrange(GraphPicture.empty()), active.theme), parent)
        self.setObjectName("graphCanvas")
        self.setAccessibleName(self.tr("Map of entities and communities"))
        self.history = QUndoStack(self)
        self._has_ring = False
        self._heat: Heat | None = None
        self._guests: list[QWidget] = []
        self._caption = Caption(active, self)
        self._buttons = ScaleButtons(active, self)
        self._minimap = Minimap(active, self)
        self._card = HoverCard(active, self)
        self.is_minimap_wanted = True
        self.is_settling_held = False
        self.keyboard = MapKeyboard(self)
        self._buttons.nearer.connect(lambda: self.zoom(_ZOOM))
        self._buttons.further.connect(lambda: self.zoom(1 / _ZOOM))
        self._buttons.whole.connect(self.fit)
        self._minimap.place_wanted.connect(self.centre_on)
        self.choice_changed.connect(self.keyboard.enable)
        active.theme_changed.connect(self._theme_changed)

    @property
    def level(self) -> int:
        """The level whose communities give the colours."""
        return self.graph_map.level

    @property
    def caption(self) -> str:
        """What the map shows, in words."""
        return "" if self.shown is None else caption(self.graph_map, self.shown)

    @property
    def community_colours(self) -> Mapping[int, Rgb]:
        """The colour of each community on the map, by number."""
        return self.graph_map.scene.colours(self._active.theme.appearance)

    @property
    def sieve(self) -> Sieve:
        """Filters, and what is hidden and pinned by hand."""
        return self.graph_map.sieve

    @property
    def colour_by(self) -> ColourBy:
        """What gives the colours while there is no heat."""
        return self.graph_map.colour_by

    @property
    def has_heat(self) -> bool:
        """Whether values give the colours now."""
        return self._heat is not None

    def show_picture(self, picture: GraphPicture) -> None:
        """Show a graph. Above some 20,000 entities `arrange` it on a worker and show the arrangement."""
        self.show_arrangement(arrange(picture))

    def show_arrangement(self, arrangement: Arrangement) -> None:
        """Show a graph that was made ready: level, choice, filters and a camera that was moved stay as they are."""
        before = self.graph_map
        graph_map = GraphMap(arrangement, self._active.theme)
        graph_map.set_sieve(before.sieve)
        graph_map.set_colours(before.colour_by, self._heat)
        graph_map.set_level(before.level)
        graph_map.choose_as(before)
        self.show_map(graph_map)
        self._minimap.show_map(graph_map)
        self.keyboard.enable()

    def move_entities(self, numbers: NDArray[np.int64], places: NDArray[np.float64]) -> None:
        """The map settles: entities of these numbers stand elsewhere for now, and territories wait until it is done."""
        picture = self.graph_map.arrangement.picture
        if not self.is_settling_held and np.array_equal(numbers, picture.entity_numbers):
            self.show_arrangement(Arrangement(picture.moved(places)))

    def set_level(self, level: int) -> None:
        """Colour and name the communities of a level; beyond the deepest means the deepest."""
        self.change_level(level)
        if self.graph_map.heat is not None:
            self._minimap.show_map(self.graph_map)

    def set_heat(self, heat: Heat | None) -> None:
        """Colour by values instead of communities, or by communities again."""
        self._heat = heat
        self._recolour(self.colour_by)

    def set_colour_by(self, colour_by: ColourBy) -> None:
        """Colour by communities or by kinds of entities."""
        self._recolour(colour_by)
        self.colours_changed.emit()

    def set_filters(self, filters: Filters) -> None:
        """Show only what passes; can be undone."""
        self.change_sieve(replace(self.sieve, filters=filters), self.tr("Filter"))

    def change_sieve(self, sieve: Sieve, words: str) -> None:
        """Show another choice of entities and relationships, as a step that can be undone under these words."""
        if sieve != self.sieve:
            choose_again = partial(self.choose_again, self.graph_map, self.graph_map.emphasis)
            self.history.push(SieveChange(words, self.sieve, sieve, self._show_sieve, choose_again))

    def set_pinned(self, numbers: Sequence[int]) -> None:
        """Pin what was pinned before; no step of its own."""
        self.graph_map.set_sieve(replace(self.sieve, pinned=frozenset(numbers)))
        self.changed()

    def start_anew(self) -> None:
        """Another project comes: nothing is chosen, hidden, pinned or hot any more."""
        self._heat = None
        self.graph_map.choose(None)
        self.graph_map.set_sieve(Sieve())
        self.graph_map.set_colours(self.colour_by, None)
        self.sieve_changed.emit(self.sieve)
        self.choice_changed.emit()
        self.changed()

    def show_minimap(self, *, is_wanted: bool) -> None:
        """Show the small map, or not."""
        self.is_minimap_wanted = is_wanted
        self._arrange_floating()
        self.changed()

    def float_over(self, widget: QWidget) -> None:
        """Have something else float over the map, in the upper right corner; names keep clear of it."""
        widget.setParent(self)
        widget.installEventFilter(self)
        self._guests.append(widget)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Qt calls this: what floats over the map comes, goes or grows."""
        if watched in self._guests and event.type() in (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Resize):
            self._arrange_floating()
            self.viewport().update()
        return bool(super().eventFilter(watched, event))

    def menu(self) -> QMenu:
        """All commands of the map."""
        return self.keyboard.menu(self)

    def floating(self) -> tuple[QRectF, ...]:
        """The sheet that says what is shown, the buttons, the small map."""
        parts = [self._caption, self._buttons, self._minimap, *self._guests]
        return tuple(QRectF(each.geometry()) for each in parts if each.isVisible())

    def frame_painted(self) -> None:
        """Say what is to be seen."""
        text = self.caption
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            self._arrange_floating()
            self.caption_changed.emit(text)

    def paint_map(self, painter: QPainter) -> None:
        """Paint all of the view, and the ring that shows the keyboard's focus."""
        super().paint_map(painter)
        self._minimap.show_view(self.camera.bounds)
        if self._has_ring and self.hasFocus():
            _paint_focus(painter, self._active.theme, self.camera.width, self.camera.height)

    def cursor_moved(self, place: QPointF | None) -> None:
        """Ring and name what lies under the cursor, and after a rest say more of it."""
        super().cursor_moved(place)
        if place is None:
            self._card.rest_on(None, QPointF().toPoint())
            return
        self._card.is_animated = self.is_animated
        text = card_text(self.graph_map.scene, self.target, self.level)
        self._card.rest_on(text, QPointF(*self.camera.pixel(place.x(), place.y())).toPoint())

    def menu_wanted(self, place: QPointF, screen: QPointF) -> None:
        """Choose what lies there, unless it is chosen already, and offer what can be done with it."""
        target, emphasis = self.target, self.graph_map.emphasis
        if target != type(target)() and (emphasis is None or target.entity not in emphasis.entities):
            self.map_clicked(place, is_double=False)
        self.menu().popup(screen.toPoint())

    def event(self, event: QEvent) -> bool:
        """Qt calls this: our keys come before the window's while the map has the focus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.keyboard.knows(event):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        if not self.keyboard.press(event):
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

    def _show_sieve(self, sieve: Sieve) -> None:
        self.graph_map.set_sieve(sieve)
        self.choose_what_is_left()
        self.sieve_changed.emit(sieve)
        self.keyboard.enable()
        self.changed()

    def _recolour(self, colour_by: ColourBy) -> None:
        self.graph_map.set_colours(colour_by, self._heat)
        self._minimap.show_map(self.graph_map)
        self._arrange_floating()
        self.changed()

    def _arrange_floating(self) -> None:
        has_minimap = self.is_minimap_wanted and self.graph_map.scene.count > 1 and self.width() >= 480
        self._minimap.setVisible(has_minimap)
        self._minimap.move(self.width() - self._minimap.width() - _GAP, self.height() - self._minimap.height() - _GAP)
        beside = self.width() - 2 * _GAP - (self._minimap.width() + _GAP if has_minimap else 0)
        self._caption.say(self.accessibleDescription(), legend(self.graph_map), beside)
        self._buttons.move(_GAP, _GAP)
        for guest in self._guests:
            guest.move(self.width() - guest.width() - _GAP, _GAP)
        self._caption.move(_GAP, self.height() - self._caption.height() - _GAP)
        self._caption.setVisible(bool(self.accessibleDescription()))
        self.graph_map.place_names_anew()

    @Slot(object)
    def _theme_changed(self, theme: Theme) -> None:
        self.graph_map.set_theme(theme)
        for each in (self._caption, self._buttons, self._card):
            each.dress()
        self._minimap.show_map(self.graph_map)
        self._arrange_floating()
        self.changed()


def _paint_focus(painter: QPainter, theme: Theme, width: float, height: float) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(QPen(theme.colour("focus"), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(1, 1, width - 2, height - 2))
