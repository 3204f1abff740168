"""How much of the processor the map takes: `python -m tests.bench.canvas [ENTITIES ...]`, run by hand or by `make bench`.

On planted graphs with a hierarchy of communities, in milliseconds of processor time (median, 95th percentile, longest): of
setting the camera and painting the view of 1600 × 1000 pixels, on a screen of one and of two pixels to each of ours. A
graph is named by its number of entities: 1000, 8600, 15700, 100000, 1000000.

The map is read from a project in which it was kept, as it would be by an index run; the project has no reports. The
collector of garbage waits, as it does in the window between two frames. A plain loop is timed beside it all, as machines
differ: the targets were set where it takes 0.8 s.
"""

import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.canvas_arrays import stored, stored_words
from graphrag_desktop.pipeline.layout import lay_out
from graphrag_desktop.pipeline.territories import draw_territories
from graphrag_desktop.project import create_project, open_project
from graphrag_desktop.storage.arrays import keep_arrays
from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_canvas_arrangement import Arrangement, complete
from graphrag_desktop.ui.graph_canvas_morph import Stage
from graphrag_desktop.ui.project_view import load_view
from graphrag_desktop.ui.theme import ActiveTheme
from tests.bench.fling import share_covered
from tests.bench.planted_graph import SIZES, picture_of, plant

_WIDTH, _HEIGHT = 1600, 1000
_FRAMES = 60
_ON_THE_WAY = (0.2, 0.5, 0.8)  # from one level to the next
_OVER = object()
_LOOP, _LOOP_OF_THE_TARGETS = 10**7, 0.8

_COLUMNS = ("graph", "screen", "pan", "zoom", "pan, near", "step at rest", "all drawn at rest", "level, next frame", "level, on the way",
            "hover", "hub chosen", "pan, hub chosen", "fling covered", "layout", "areas", "first picture")  # fmt: skip
_TARGETS = ("targets", "", "p95 16, 100k 33, 1M 50", "the same", "the same", "", "", "100k: 20", "", "1", "", "", "95 %",
            "8.6k 2 s, 100k 6 s", "", "1M: 3 s")  # fmt: skip


def main(names: Iterable[str]) -> None:
    """Measure the graphs of these names and print one table."""
    gc.disable()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    active = ActiveTheme(QApplication(sys.argv[:1]))
    loop = _loop_seconds()
    rows = [row for name in names for row in _rows(name, active)]
    print(
        f"\nA plain loop of {_LOOP:,} took {loop:.2f} s ({loop / _LOOP_OF_THE_TARGETS:.1f} × where the targets were set)"
    )
    print(f"before and {_loop_seconds():.2f} s after; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}.")
    print("Milliseconds of processor time, median / 95th percentile / longest.\n")
    for row in (_COLUMNS, ("---",) * len(_COLUMNS), *rows, _TARGETS):
        print("| " + " | ".join(row) + " |")


class Screen:
    """Paints the whole view into an image of so many pixels to each of ours, as a finer screen would have it."""

    def __init__(self, canvas: GraphCanvas, ratio: int) -> None:
        self._canvas = canvas
        self.image = QImage(QSize(_WIDTH, _HEIGHT) * ratio, QImage.Format.Format_RGB32)
        self.image.setDevicePixelRatio(ratio)

    def paint(self) -> None:
        """One frame."""
        painter = QPainter(self.image)
        self._canvas.paint_map(painter)
        painter.end()

    def frame(self, change: Callable[[], object]) -> float:
        """What a change and the frame after it took."""
        started = time.process_time()
        change()
        self.paint()
        return time.process_time() - started


def _loop_seconds() -> float:
    """Of a Python of its own, and outside of any function, which is slower than inside of one."""
    loop = f"import time\ns = 0\nfor i in range({_LOOP}): s += i * i\nprint(time.process_time())"
    return float(subprocess.run([sys.executable, "-c", loop], check=True, capture_output=True, text=True).stdout)


def _rows(name: str, active: ActiveTheme) -> Iterator[tuple[str, ...]]:
    entities, relationships = SIZES[name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "planted.graphrag"
        layout, areas = _keep_map(name, path)
        for ratio in (1, 2):
            gc.collect()
            canvas = GraphCanvas(active)
            canvas.is_animated = False
            canvas.resize(_WIDTH, _HEIGHT)
            canvas.show()
            QApplication.processEvents()
            screen = Screen(canvas, ratio)
            started = time.process_time()
            arrangement = _read_map(path)
            canvas.show_arrangement(arrangement)
            screen.paint()
            first = time.process_time() - started
            complete(arrangement)  # as the window does on a worker
            measured = _measured(arrangement, canvas, screen)
            canvas.hide()
            canvas.deleteLater()
            graph = f"{entities:,} / {relationships:,}" if ratio == 1 else ""
            background = (f"{layout:.2f} s", f"{areas:.2f} s") if ratio == 1 else ("", "")
            yield graph, f"× {ratio}", *measured, *background, f"{first:.2f} s"


def _keep_map(name: str, path: Path) -> tuple[float, float]:
    """Lay a planted graph out and keep it in a project; how long the layout and the areas took."""
    graph = plant(*SIZES[name])
    picture = picture_of(graph, np.zeros((graph.entities, 2)))
    levels = picture.communities.astype(np.int32)
    pairs = graph.pairs.astype(np.int32)
    started = time.process_time()
    places = lay_out(pairs, levels, 1, RunControl(), lambda _: None)
    layout = time.process_time() - started
    started = time.process_time()
    territories = draw_territories(places, levels, RunControl())
    areas = time.process_time() - started
    documents = np.random.default_rng(1).geometric(0.5, len(pairs)).astype(np.int32)
    strongest = np.argsort(-documents, kind="stable")
    arrays = {
        "entity numbers": stored(picture.entity_numbers.astype(np.int32)),
        "levels": stored(levels),
        "degrees": stored(picture.degrees.astype(np.int32)),
        "positions": stored(places),
        "is settled": stored(np.array([1], np.int32)),
        "pairs": stored(pairs[strongest]),
        "pair numbers": stored(np.arange(1, len(pairs) + 1, dtype=np.int32)),
        "pair documents": stored(documents[strongest]),
        "corners": stored(territories.corners),
        "merged": stored(territories.merged),
        "rings": stored(territories.rings),
        **stored_words("titles", picture.titles),
    }
    with create_project(path) as project:
        keep_arrays(project.database, "canvas", arrays)
    return layout, areas


def _read_map(path: Path) -> Arrangement:
    """As the window reads it, on a worker."""
    with open_project(path) as project:
        return load_view(project, RunControl()).arrangement


def _measured(arrangement: Arrangement, canvas: GraphCanvas, screen: Screen) -> tuple[str, ...]:
    scene, frame = arrangement.scene, screen.frame

    def rest(found: dict[str, list[float]]) -> None:
        took = _at_rest(canvas, screen)
        found["step at rest"] += took
        found["all drawn at rest"].append(sum(took))

    moves = [partial(canvas.pan, shift, shift / 2) for shift in 0.01 * np.cos(np.arange(_FRAMES // 2) / 5)]
    found: dict[str, list[float]] = {each: [] for each in _COLUMNS}
    for level in (0, scene.depth - 1):
        canvas.set_level(level)
        rest(found)
        found["pan"] += [frame(move) for move in moves]
    for level in (*range(scene.depth - 2, -1, -1), *range(1, scene.depth)):
        found["level, next frame"].append(frame(partial(canvas.set_level, level)))
        rest(found)
    found["level, on the way"] = [
        frame(partial(_show_stage, canvas, Stage(coarser, share)))
        for coarser in range(scene.depth - 1)
        for share in _ON_THE_WAY
    ]
    _show_stage(canvas, None)
    canvas.set_level(1)
    _go_to_hub(canvas, scene.by_degree[-1])
    screen.paint()
    factor = 20 ** (1 / _FRAMES)
    found["zoom"] = [frame(partial(canvas.zoom, factor)) for _ in range(_FRAMES)]
    rest(found)
    found["pan, near"] = [frame(move) for move in moves]
    canvas.fit()
    _at_rest(canvas, screen)
    places = [QPointF(scene.x[entity], scene.y[entity]) for entity in scene.by_degree[-_FRAMES:]]
    found["hover"] = [_timed(partial(canvas.cursor_moved, place)) for place in places]
    numbers = scene.numbers[scene.by_degree[-8:]].tolist()
    found["hub chosen"] = [frame(partial(canvas.select_entity, number)) for number in numbers]
    _at_rest(canvas, screen)
    found["pan, hub chosen"] = [frame(move) for move in moves]
    canvas.clear_selection()
    _go_to_hub(canvas, scene.by_degree[-1])
    canvas.zoom(4)
    _at_rest(canvas, screen)
    covered = f"{share_covered(canvas, screen.frame, screen.image):.0%}"
    return *(_words(found[each]) for each in _COLUMNS[2:12]), covered


def _go_to_hub(canvas: GraphCanvas, hub: int) -> None:
    """The hub in the middle, at the scale at which all fits."""
    scene = canvas.graph_map.scene
    canvas.go_to((scene.x[hub] - 1e-6, scene.y[hub] - 1e-6, scene.x[hub] + 1e-6, scene.y[hub] + 1e-6))
    canvas.zoom(canvas.fit_scale / canvas.camera.scale)


def _show_stage(canvas: GraphCanvas, stage: Stage | None) -> None:
    """A moment on the way from one level to the next."""
    canvas.graph_map.stage = stage
    canvas.changed()


def _at_rest(canvas: GraphCanvas, screen: Screen) -> list[float]:
    """The steps in which all is drawn that is left out while the map moves; one of them is the frame that shows it."""
    took: list[float] = []
    steps = canvas.come_to_rest(screen.image.devicePixelRatioF(), screen.paint)
    is_over = False
    while not is_over:
        started = time.process_time()
        is_over = next(steps, _OVER) is _OVER
        took.append(time.process_time() - started)
    return took


def _timed(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _words(seconds: Sequence[float]) -> str:
    middle, high = np.percentile(seconds, [50, 95]) * 1e3
    return " / ".join(f"{value:.1f}" if value < 10 else f"{value:.0f}" for value in (middle, high, max(seconds) * 1e3))


if __name__ == "__main__":
    main(sys.argv[1:] or SIZES)
