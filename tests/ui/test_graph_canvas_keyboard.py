"""Every command of the map by keyboard alone: its key, and what it does."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_canvas_commands import MAP_COMMANDS
from graphrag_desktop.ui.graph_canvas_item import Tool
from graphrag_desktop.ui.graph_canvas_tints import ColourBy
from graphrag_desktop.ui.map_panel import MapPanel
from graphrag_desktop.ui.theme import ActiveTheme
from tests.ui.canvas_driver import settle
from tests.ui.graph_pictures import two_communities

Deed = Callable[[GraphCanvas], object]


@dataclass(frozen=True)
class Case:
    """What stands before a key is pressed, and what must hold after it; `told` is what the map told meanwhile."""

    before: Deed
    holds: Callable[[GraphCanvas, list[object]], object]


def nothing(canvas: GraphCanvas) -> None:
    """Nothing is chosen."""


def choose(*numbers: int) -> Deed:
    return lambda canvas: canvas.select_entities(numbers)


def hidden(canvas: GraphCanvas) -> None:
    """A neighbour of the chosen hub was hidden by hand."""
    canvas.select_entity(102)
    canvas.keyboard.actions["hide"].trigger()
    canvas.select_entity(101)


def undone(canvas: GraphCanvas) -> None:
    hidden(canvas)
    canvas.history.undo()


def nearer(canvas: GraphCanvas) -> None:
    canvas.zoom(3.0)


def hops(canvas: GraphCanvas) -> int:
    emphasis = canvas.graph_map.emphasis
    return 0 if emphasis is None else emphasis.hops


def is_wanted(level: int, _: GraphCanvas, told: list[object]) -> bool:
    """Whether the level was asked for, if there is one."""
    return told == ([("level_wanted", level)] if level < 2 else [])


CASES = {
    "open_chosen": Case(choose(101), lambda _, told: told == [("community_opened", 1)]),
    "show_neighbours": Case(choose(102), lambda canvas, _: hops(canvas) == 2),
    "expand": Case(hidden, lambda canvas, _: not canvas.sieve.hidden),
    "hide": Case(choose(101), lambda canvas, _: canvas.sieve.hidden == {101}),
    "pin": Case(choose(101), lambda canvas, _: canvas.sieve.pinned == {101}),
    "next_relationship": Case(choose(101), lambda _, told: told == [("relationship_selected", 11)]),
    "find_paths": Case(choose(102, 109), lambda _, told: told == [("paths_wanted", (102, 109))]),
    "edit": Case(choose(102), lambda _, told: told == [("edit_wanted", 102)]),
    "merge": Case(choose(102, 109), lambda _, told: told == [("merge_wanted", (102, 109))]),
    "clear": Case(choose(101), lambda canvas, _: canvas.graph_map.emphasis is None),
    "next_entity": Case(nothing, lambda canvas, _: canvas.chosen_entities == (101,)),
    "previous_entity": Case(choose(101), lambda canvas, _: canvas.chosen_entities not in [(), (101,)]),
    "add_next_entity": Case(choose(102), lambda canvas, _: canvas.chosen_entities == (102, 101)),
    "choose_all": Case(nothing, lambda canvas, _: sorted(canvas.chosen_entities) == list(range(101, 110))),
    "marquee": Case(nothing, lambda canvas, _: canvas.tool is Tool.MARQUEE),
    "lasso": Case(nothing, lambda canvas, _: canvas.tool is Tool.LASSO),
    "show_hidden": Case(hidden, lambda canvas, _: not canvas.sieve.hidden),
    "hide_hubs": Case(nothing, lambda canvas, _: canvas.sieve.filters.hides_hubs),
    "colour": Case(nothing, lambda canvas, _: canvas.colour_by is ColourBy.KIND),
    "minimap": Case(nothing, lambda canvas, _: not canvas.is_minimap_wanted),
    "settle": Case(nothing, lambda canvas, told: canvas.is_settling_held and told == [("settling_held", True)]),
    "fit": Case(nearer, lambda canvas, _: canvas.camera.scale == pytest.approx(canvas.fit_scale)),
    "nearer": Case(nothing, lambda canvas, _: canvas.camera.scale > canvas.fit_scale * 1.2),
    "further": Case(nothing, lambda canvas, _: canvas.camera.scale < canvas.fit_scale / 1.2),
    "left": Case(nothing, lambda canvas, _: shifted(canvas)[0] < 0),
    "right": Case(nothing, lambda canvas, _: shifted(canvas)[0] > 0),
    "up": Case(nothing, lambda canvas, _: shifted(canvas)[1] > 0),
    "down": Case(nothing, lambda canvas, _: shifted(canvas)[1] < 0),
    "undo": Case(hidden, lambda canvas, _: not canvas.sieve.hidden),
    "redo": Case(undone, lambda canvas, _: canvas.sieve.hidden == {102}),
    "copy_picture": Case(nothing, lambda *_: not QGuiApplication.clipboard().image().isNull()),
    "save_picture": Case(nothing, lambda _, told: told == [("picture_wanted", None)]),
    **{f"level_{level}": Case(nothing, partial(is_wanted, level)) for level in range(9)},
}


def shifted(canvas: GraphCanvas) -> tuple[float, float]:
    """How far the middle of the view lies from that of the map."""
    (left, bottom, right, top), view = canvas.graph_map.scene.core, canvas.camera.bounds
    return (view[0] + view[2] - left - right) / 2, (view[1] + view[3] - bottom - top) / 2


def test_that_every_command_has_a_key() -> None:
    assert {command.name for command in MAP_COMMANDS} == CASES.keys()
    assert all(command.keys for command in MAP_COMMANDS)
    keys = [key for command in MAP_COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(("name", "key"), [(command.name, key) for command in MAP_COMMANDS for key in command.keys])
def test_that_a_key_carries_out_its_command(canvas: GraphCanvas, qtbot: QtBot, name: str, key: str) -> None:
    numbered = replace(two_communities(), relationship_numbers=np.arange(11, 19), strengths=np.arange(8.0, 0.0, -1.0))
    QGuiApplication.clipboard().setMimeData(QMimeData())
    canvas.show_picture(numbered)
    settle(canvas, qtbot)
    CASES[name].before(canvas)
    told = heard(canvas)
    QTest.keySequence(canvas, QKeySequence(key))
    assert CASES[name].holds(canvas, told)


def heard(canvas: GraphCanvas) -> list[object]:
    """What the map tells from here on."""
    told: list[object] = []
    for name in ("community_opened", "relationship_selected", "level_wanted", "settling_held", "edit_wanted"):
        getattr(canvas, name).connect(lambda value, name=name: told.append((name, value)))
    canvas.paths_wanted.connect(lambda start, end: told.append(("paths_wanted", (start, end))))
    canvas.merge_wanted.connect(lambda one, other: told.append(("merge_wanted", (one, other))))
    canvas.picture_wanted.connect(lambda: told.append(("picture_wanted", None)))
    return told


def test_that_a_command_that_makes_no_sense_now_does_nothing(canvas: GraphCanvas, qtbot: QtBot) -> None:
    canvas.show_picture(two_communities())
    settle(canvas, qtbot)
    before = canvas.sieve, canvas.graph_map.emphasis, canvas.history.count()
    for key in "HPNERW":
        QTest.keySequence(canvas, QKeySequence(key))
    assert (canvas.sieve, canvas.graph_map.emphasis, canvas.history.count()) == before


def test_that_a_slash_asks_for_the_search(active: ActiveTheme, qtbot: QtBot) -> None:
    panel = MapPanel(active)
    qtbot.addWidget(panel)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    panel.take_focus()
    qtbot.waitUntil(panel.canvas.hasFocus)
    with qtbot.waitSignal(panel.search_wanted):
        qtbot.keyClick(panel.canvas, Qt.Key.Key_Slash)


def test_that_neighbours_grow_to_three_steps_and_start_again(canvas: GraphCanvas, qtbot: QtBot) -> None:
    canvas.show_picture(two_communities())
    settle(canvas, qtbot)
    canvas.select_entity(102)  # 1 - hub - three others - the chain
    sizes = []
    for _ in range(4):
        emphasis = canvas.graph_map.emphasis
        assert emphasis is not None
        sizes.append((emphasis.hops, len(emphasis.bright)))
        qtbot.keyClick(canvas, Qt.Key.Key_N)
    assert sizes == [(1, 2), (2, 5), (3, 6), (1, 2)]
