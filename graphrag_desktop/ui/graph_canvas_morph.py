"""How territories split and grow together while the level changes; entities stay where they are."""

from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal
from PySide6.QtGui import QPainter, QPainterPath

from graphrag_desktop.ui.colours import Rgb, blend
from graphrag_desktop.ui.graph_canvas_outlines import Outlines
from graphrag_desktop.ui.graph_canvas_territories import paint_areas, path_of
from graphrag_desktop.ui.graph_canvas_tints import Tint
from graphrag_desktop.ui.graph_canvas_view import View
from graphrag_desktop.ui.theme import Theme

_MILLISECONDS = 250
_FINEST = 2.0  # points for each corner of a territory that grows
_MOST_MOVING = 200  # territories at a time: more of them cannot be followed, and cost a frame


@dataclass(frozen=True, slots=True)
class Stage:
    """A moment between two levels: `share` of the way from the coarser level to the next finer one."""

    coarser: int
    share: float


class LevelMorph(QVariantAnimation):
    """Runs from one level to another, a level at a time."""

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setDuration(_MILLISECONDS)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.stage: Stage | None = None
        self.valueChanged.connect(self._advanced)
        self.finished.connect(self._ended)

    def run(self, start: int, end: int) -> None:
        """Set out; a change under way ends at once."""
        self.stop()
        self.setStartValue(float(start))
        self.setEndValue(float(end))
        self.start()

    def _advanced(self, level: float) -> None:
        coarser = int(level)
        share = level - coarser
        self.stage = Stage(coarser, share) if share > 0 else None
        self.moved.emit()

    def _ended(self) -> None:
        self.stage = None
        self.moved.emit()


def paint_stage(painter: QPainter, view: View, outlines: Outlines, tint: Tint, theme: Theme, stage: Stage) -> bool:
    """Paint the finer level's territories on the way out of their parents'; False where there are too many to follow."""
    finer = view.scene.level(stage.coarser + 1)
    parents = view.scene.parents()
    boxes = outlines.boxes(stage.coarser + 1, finer.communities)
    left, bottom, right, top = view.camera.bounds
    seen = (boxes[:, 0] <= right) & (boxes[:, 2] >= left) & (boxes[:, 1] <= top) & (boxes[:, 3] >= bottom)
    numbers = finer.communities[seen].tolist()
    if len(numbers) > _MOST_MOVING:
        return False
    ground = theme.rgb("canvas")
    drawn: list[tuple[QPainterPath, Rgb, Rgb]] = []
    for number in numbers:
        parent = number if view.scene.level(stage.coarser).place(number) is not None else parents.get(number)
        own = tint.community(number)
        if own is None:
            continue
        begins = own if parent is None else tint.community(parent) or own
        shares = tint.shares_of(number)
        fill = _mixed(blend(begins, ground, shares.fill), blend(own, ground, shares.fill), stage.share)
        # A line between siblings comes out of the fill; towards the outside it was there before.
        line = _mixed(fill if parent != number else blend(own, ground, shares.outline),
                      blend(own, ground, shares.outline), stage.share)  # fmt: skip
        fineness = min(outlines.fineness(stage.coarser + 1, number, view.scale), _FINEST)
        path = path_of(outlines.polygons(stage.coarser + 1, number, fineness, stage.share))
        drawn.append((path, fill, line))
    paint_areas(painter, view.camera, drawn)
    return True


def _mixed(start: Rgb, end: Rgb, share: float) -> Rgb:
    return blend(end, start, share)
