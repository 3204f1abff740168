"""What each command of the map does, so that all of them can be given by keyboard alone."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget
from shiboken6 import Shiboken

from graphrag_desktop.ui.graph_canvas_choice import MOST_HOPS
from graphrag_desktop.ui.graph_canvas_commands import MapCommands
from graphrag_desktop.ui.graph_canvas_export import copy_picture
from graphrag_desktop.ui.graph_canvas_grouping import Indexes
from graphrag_desktop.ui.graph_canvas_item import Tool
from graphrag_desktop.ui.graph_canvas_sieve import Filters
from graphrag_desktop.ui.graph_canvas_tints import ColourBy

if TYPE_CHECKING:  # the canvas makes its keyboard
    from graphrag_desktop.ui.graph_canvas import GraphCanvas

_ZOOM = 1.3
_STEP = 0.15  # of the view, for an arrow key
_LEVELS = 9


class MapKeyboard(QObject):
    """The commands of a canvas, carried out on it."""

    def __init__(self, canvas: "GraphCanvas") -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._line = -1  # which of the chosen entities' relationships was shown last
        self._around: Indexes | None = None  # those
        self._commands = MapCommands(canvas, self._functions())
        canvas.history.canUndoChanged.connect(self.enable)
        canvas.history.canRedoChanged.connect(self.enable)
        self.offers: tuple[QAction, ...] = ()  # what others offer in the menus
        self.enable()

    @property
    def actions(self) -> Mapping[str, QAction]:
        """The commands by name."""
        return self._commands.actions

    def press(self, event: QKeyEvent) -> bool:
        """Carry out the command of a key, if it has one that can be done now."""
        return self._commands.press(event)

    def knows(self, event: QKeyEvent) -> bool:
        """Whether a key has a command that can be done now."""
        return self._commands.action_of(event) is not None

    def menu(self, parent: QWidget) -> QMenu:
        """All commands that stand in menus."""
        menu = QMenu(parent)
        self._commands.fill(menu)
        menu.addActions(list(self.offers))
        return menu

    def enable(self) -> None:
        """Allow what can be done now."""
        canvas = self._canvas
        if not Shiboken.isValid(canvas.history):  # it empties itself when the canvas goes, and says so
            return
        emphasis = canvas.graph_map.emphasis
        entities = canvas.chosen_entities
        self._commands.enable(
            {
                "any": emphasis is not None,
                "entities": bool(entities) or (emphasis is not None and emphasis.line is not None),
                "two": len(entities) == 2,
                "hidden": bool(canvas.sieve.hidden),
                "undo": canvas.history.canUndo(),
                "redo": canvas.history.canRedo(),
            }
        )

    def _functions(self) -> dict[str, Callable[[], object]]:
        canvas = self._canvas
        return {
            "open_chosen": self._open_chosen,
            "show_neighbours": self._show_neighbours,
            "expand": self._expand,
            "hide": self._hide,
            "pin": self._pin,
            "next_relationship": self._next_relationship,
            "find_paths": lambda: canvas.paths_wanted.emit(*canvas.chosen_entities),
            "clear": lambda: canvas.choose_entities([]),
            "edit": lambda: canvas.edit_wanted.emit(canvas.chosen_entities[-1]) if canvas.chosen_entities else None,
            "merge": lambda: canvas.merge_wanted.emit(*canvas.chosen_entities),
            "next_entity": partial(self._step, 1),
            "previous_entity": partial(self._step, -1),
            "add_next_entity": partial(self._step, 1, adds=True),
            "choose_all": lambda: canvas.choose_entities(self._in_view().tolist()),
            "marquee": partial(setattr, canvas, "tool", Tool.MARQUEE),
            "lasso": partial(setattr, canvas, "tool", Tool.LASSO),
            "show_hidden": lambda: canvas.change_sieve(canvas.sieve.showing(canvas.sieve.hidden), _tr("Show hidden")),
            "hide_hubs": self._hide_hubs,
            "colour": self._change_colours,
            "minimap": lambda: canvas.show_minimap(is_wanted=not canvas.is_minimap_wanted),
            "settle": self._hold_settling,
            "fit": canvas.fit,
            "nearer": partial(canvas.zoom, _ZOOM),
            "further": partial(canvas.zoom, 1 / _ZOOM),
            "left": partial(canvas.pan, -_STEP, 0.0),
            "right": partial(canvas.pan, _STEP, 0.0),
            "up": partial(canvas.pan, 0.0, _STEP),
            "down": partial(canvas.pan, 0.0, -_STEP),
            **{f"level_{level}": partial(self._want_level, level) for level in range(_LEVELS)},
            "undo": canvas.history.undo,
            "redo": canvas.history.redo,
            "copy_picture": lambda: copy_picture(canvas),
            "save_picture": canvas.picture_wanted.emit,
        }

    def _places(self) -> list[int]:
        """The chosen entities, or the two ends of the chosen relationship, as places in the arrays."""
        emphasis = self._canvas.graph_map.emphasis
        if emphasis is None:
            return []
        return emphasis.bright.tolist() if emphasis.line is not None else list(emphasis.entities)

    def _numbers(self) -> frozenset[int]:
        return frozenset(self._canvas.graph_map.scene.numbers[self._places()].tolist())

    def _open_chosen(self) -> None:
        emphasis = self._canvas.graph_map.emphasis
        if emphasis is not None:
            places = self._places()
            self._canvas.open_target(places[0] if places else None, emphasis.community)

    def _show_neighbours(self) -> None:
        emphasis = self._canvas.graph_map.emphasis
        hops = 1 if emphasis is None or emphasis.line is not None else emphasis.hops % MOST_HOPS + 1
        self._canvas.choose_entities(self._places(), hops)

    def _expand(self) -> None:
        """Hidden by hand: shown again; left out by filters: they stay out, as filters say."""
        canvas = self._canvas
        scene, places = canvas.graph_map.scene, np.array(self._places(), np.intp)
        neighbours = scene.pairs[scene.links.of(places)].ravel()
        found = frozenset(scene.numbers[neighbours].tolist()) & canvas.sieve.hidden
        if found:
            canvas.change_sieve(canvas.sieve.showing(found), _tr("Expand"))
        canvas.choose_entities(places.tolist())

    def _hide(self) -> None:
        numbers = self._numbers()
        words = _tr("Hide 1 entity") if len(numbers) == 1 else _tr("Hide {count} entities").format(count=len(numbers))
        self._canvas.change_sieve(self._canvas.sieve.hiding(numbers), words)

    def _pin(self) -> None:
        numbers = self._numbers()
        is_pinned = numbers <= self._canvas.sieve.pinned
        self._canvas.change_sieve(self._canvas.sieve.pinning(numbers), _tr("Unpin") if is_pinned else _tr("Pin"))

    def _next_relationship(self) -> None:
        """One after the other, the strongest first."""
        emphasis = self._canvas.graph_map.emphasis
        if emphasis is None:
            return
        if emphasis.line is None:
            self._around, self._line = emphasis.lines, -1
        if self._around is not None and len(self._around):
            self._line = (self._line + 1) % len(self._around)
            self._canvas.choose_line(int(self._around[self._line]))

    def _in_view(self) -> Indexes:
        """The drawn entities in view, the best connected first."""
        view = self._canvas.current_view()
        return view.drawn(view.camera.contains(view.scene.x, view.scene.y, 0))[::-1]

    def _step(self, step: int, *, adds: bool = False) -> None:
        """To the entity in view that comes next by its relationships."""
        in_view, chosen = self._in_view().tolist(), self._places()
        others = [each for each in in_view if not adds or each not in chosen]
        if not others:
            return
        if adds or not chosen or chosen[-1] not in in_view:
            following = others[0 if step > 0 or adds else -1]
        else:
            following = in_view[(in_view.index(chosen[-1]) + step) % len(in_view)]
        self._canvas.choose_entities([*chosen, following] if adds else [following])

    def _hide_hubs(self) -> None:
        filters = self._canvas.sieve.filters
        hides = not filters.hides_hubs
        changed = Filters(
            filters.left_out, filters.least_degree, filters.least_documents, filters.least_evidence, hides
        )
        sieve = replace(self._canvas.sieve, filters=changed)
        self._canvas.change_sieve(sieve, _tr("Hide hubs") if hides else _tr("Show hubs"))

    def _change_colours(self) -> None:
        by_kind = self._canvas.colour_by is ColourBy.COMMUNITY
        self._canvas.set_colour_by(ColourBy.KIND if by_kind else ColourBy.COMMUNITY)

    def _hold_settling(self) -> None:
        self._canvas.is_settling_held = not self._canvas.is_settling_held
        self._canvas.settling_held.emit(self._canvas.is_settling_held)

    def _want_level(self, level: int) -> None:
        if level < self._canvas.graph_map.scene.depth:
            self._canvas.level_wanted.emit(level)


def _tr(text: str) -> str:
    return QCoreApplication.translate("GraphCanvas", text)
