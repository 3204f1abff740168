"""How much of the processor a frame of the map takes: `python -m tests.bench.canvas [SIZE ...]`, run by hand.

Milliseconds of processor time, median, 95th percentile and longest, of setting the camera and painting the view of
1600 × 1000 pixels, on a screen of one and of two pixels to each of ours: moving the whole map, coming 20 times nearer to
its largest hub, moving about there, changing the level, pointing, choosing. A size that ends in a full stop is measured
from a project in which the map was kept.
"""

import os
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.layout import lay_out
from graphrag_desktop.pipeline.territories import draw_territories
from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_canvas_arrangement import Arrangement, arrange
from graphrag_desktop.ui.graph_picture import GraphPicture
from graphrag_desktop.ui.theme import ActiveTheme
from tests.bench.planted_graph import SIZES, picture_of, plant

_WIDTH, _HEIGHT = 1600, 1000
_FRAMES = 60


def main(names: Iterable[str]) -> None:
    """Measure the sizes of these names."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    active = ActiveTheme(QApplication(sys.argv[:1]))
    for name in names:
        picture = _laid_out(name)
        started = time.process_time()
        arrangement = arrange(picture)
        _say(name, "make ready (worker)", [time.process_time() - started])
        for ratio in (1, 2):
            canvas = GraphCanvas(active)
            canvas.is_animated = False
            canvas.resize(_WIDTH, _HEIGHT)
            canvas.show()
            QApplication.processEvents()
            _measure(f"{name} ×{ratio}", arrangement, canvas, Screen(canvas, ratio))
            canvas.hide()
            canvas.deleteLater()


class Screen:
    """Paints the whole view into an image of so many pixels to each of ours, as a finer screen would have it."""

    def __init__(self, canvas: GraphCanvas, ratio: int) -> None:
        self._canvas = canvas
        self._image = QImage(QSize(_WIDTH, _HEIGHT) * ratio, QImage.Format.Format_RGB32)
        self._image.setDevicePixelRatio(ratio)

    def paint(self) -> None:
        """One frame."""
        painter = QPainter(self._image)
        painter.fillRect(0, 0, _WIDTH, _HEIGHT, self._canvas.graph_map.theme.colour("canvas"))
        self._canvas.paint_map(painter)
        painter.end()


def _laid_out(name: str) -> GraphPicture:
    """A planted graph with its places and territories, and what those took."""
    graph = plant(*SIZES[name])
    sketch = picture_of(graph, np.zeros((graph.entities, 2)))
    levels = sketch.communities.astype(np.int32)
    started = time.process_time()
    places = lay_out(graph.pairs.astype(np.int32), levels, 1, RunControl(), lambda _: None)
    _say(name, "layout (background)", [time.process_time() - started])
    started = time.process_time()
    territories = draw_territories(places, levels, RunControl())
    _say(name, "territories (background)", [time.process_time() - started])
    return picture_of(graph, places.astype(np.float64), territories=territories)


def _measure(name: str, arrangement: Arrangement, canvas: GraphCanvas, screen: Screen) -> None:
    _say(name, "show, first frame", [_frame(screen, partial(canvas.show_arrangement, arrangement))])
    scene = arrangement.scene
    moves = [partial(canvas.pan, shift, shift / 2) for shift in 0.01 * np.cos(np.arange(_FRAMES) / 5)]
    _say(name, "pan, all", [_frame(screen, move) for move in moves])
    _say(name, "at rest, all", [_still(canvas, screen) for _ in range(5)])
    levels = [*range(1, scene.depth), 0] * 3
    _say(name, "change the level", [_frame(screen, partial(canvas.set_level, level)) for level in levels])
    canvas.set_level(scene.depth - 1)
    _say(name, "pan, all, deepest", [_frame(screen, move) for move in moves])
    hub = int(scene.by_degree[-1])
    canvas.go_to((scene.x[hub] - 1e-6, scene.y[hub] - 1e-6, scene.x[hub] + 1e-6, scene.y[hub] + 1e-6))
    canvas.zoom(canvas.fit_scale / canvas.camera.scale)
    screen.paint()
    factor = 20 ** (1 / _FRAMES)
    _say(name, "zoom to the hub", [_frame(screen, lambda: canvas.zoom(factor)) for _ in range(_FRAMES)])
    _say(name, "pan, near", [_frame(screen, move) for move in moves])
    _say(name, "at rest, near", [_still(canvas, screen) for _ in range(5)])
    canvas.fit()
    screen.paint()
    places = [QPointF(scene.x[entity], scene.y[entity]) for entity in scene.by_degree[-_FRAMES:]]
    _say(name, "move of the cursor", [_timed(partial(canvas.cursor_moved, place)) for place in places])
    numbers = scene.numbers[scene.by_degree[-8:]].tolist()
    _say(name, "choose a hub", [_frame(screen, partial(canvas.select_entity, number)) for number in numbers])
    _say(name, "pan, hub chosen", [_frame(screen, move) for move in moves])


def _frame(screen: Screen, change: Callable[[], object]) -> float:
    started = time.process_time()
    change()
    screen.paint()
    return time.process_time() - started


def _still(canvas: GraphCanvas, screen: Screen) -> float:
    """A frame with all that is left out while the map moves."""
    canvas.rest()
    return _frame(screen, lambda: None)


def _timed(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _say(name: str, what: str, seconds: list[float]) -> None:
    middle, high = np.percentile(seconds, [50, 95]) * 1e3
    print(f"{name:>8}  {what:26} {middle:8.1f} {high:8.1f} {max(seconds) * 1e3:8.1f} ms", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or SIZES)
