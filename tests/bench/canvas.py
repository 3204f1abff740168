"""How much of the processor a frame of the map takes: `python -m tests.bench.canvas [SIZE ...]`, run by hand.

Milliseconds of processor time, median and 95th percentile, of setting the camera and painting the view of 1600 × 1000
pixels: moving the whole map, coming 20 times nearer to its largest hub, moving about there. Slices are what runs between
frames while the view rests.
"""

import os
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np
from PySide6.QtCore import QEventLoop, QPointF
from PySide6.QtWidgets import QApplication

from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_canvas_scene import arrange
from graphrag_desktop.ui.theme import ActiveTheme
from tests.bench.planted_graph import SIZES, PlantedGraph, picture_of, plant, scatter

_WIDTH, _HEIGHT = 1600, 1000
_FRAMES = 50


def main(names: Iterable[str]) -> None:
    """Measure the sizes of these names."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    active = ActiveTheme(QApplication(sys.argv[:1]))
    for name in names:
        graph = plant(*SIZES[name])
        canvas = GraphCanvas(active)
        canvas.is_animated = False
        canvas.resize(_WIDTH, _HEIGHT)
        canvas.show()
        QApplication.processEvents()
        _measure(name, graph, canvas)
        canvas.hide()
        canvas.deleteLater()


def _measure(name: str, graph: PlantedGraph, canvas: GraphCanvas) -> None:
    picture = picture_of(graph, scatter(graph))
    started = time.process_time()
    scene = arrange(picture)
    _say(name, "arrange (worker)", [time.process_time() - started])
    _say(name, "show, first frame", [_frame(canvas, partial(canvas.show_scene, scene))])
    _rest(name, canvas)
    moves = [partial(canvas.pan, shift, shift / 2) for shift in 0.01 * np.cos(np.arange(_FRAMES) / 5)]
    _say(name, "pan, all", [_frame(canvas, move) for move in moves])
    _rest(name, canvas)
    _say(name, "set level", [_frame(canvas, partial(canvas.set_level, level)) for level in (1, 2, 3, 0)])
    hub = int(scene.by_degree[-1])
    canvas.fit()
    factor = 20 ** (1 / _FRAMES)
    canvas.go_to((scene.x[hub] - 1e-6, scene.y[hub] - 1e-6, scene.x[hub] + 1e-6, scene.y[hub] + 1e-6))
    canvas.zoom(canvas.fit_scale / canvas.camera.scale)
    canvas.viewport().repaint()
    _say(name, "zoom to the hub", [_frame(canvas, lambda: canvas.zoom(factor)) for _ in range(_FRAMES)])
    _rest(name, canvas)
    _say(name, "pan, near", [_frame(canvas, move) for move in moves])
    canvas.fit()
    _rest(name, canvas)
    places = [QPointF(scene.x[entity], scene.y[entity]) for entity in scene.by_degree[-_FRAMES:]]
    _say(name, "move of the cursor", [_timed(partial(canvas.cursor_moved, place)) for place in places])
    number = int(scene.numbers[hub])
    _say(name, "select the hub", [_frame(canvas, lambda: canvas.select_entity(number)) for _ in range(5)])
    _rest(name, canvas)


def _frame(canvas: GraphCanvas, change: Callable[[], object]) -> float:
    started = time.process_time()
    change()
    canvas.viewport().repaint()
    return time.process_time() - started


def _timed(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _rest(name: str, canvas: GraphCanvas) -> None:
    """Let the view rest until all that is due is drawn; says what each turn of the event loop took."""
    turns: list[float] = []
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        turns.append(_timed(partial(QApplication.processEvents, QEventLoop.ProcessEventsFlag.AllEvents)))
        time.sleep(0.001)
    busy = [turn for turn in turns if turn > 0.0005]
    _say(name, f"at rest, {len(busy)} turns", busy or [0.0])


def _say(name: str, what: str, seconds: list[float]) -> None:
    middle, high = np.percentile(seconds, [50, 95]) * 1e3
    print(f"{name:>5}  {what:24} {middle:7.1f} {high:7.1f} {max(seconds) * 1e3:7.1f} ms")


if __name__ == "__main__":
    main(sys.argv[1:] or SIZES)
