"""A fling across the map: how many of its frames are covered, by a clock that runs with the processor's time.

A frame that takes longer than a sixtieth of a second moves the map further with the next one, as on a screen.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter

from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_canvas_export import Picture, picture_of

_PIXELS_A_SECOND, _FRAME = 1_200.0, 1 / 60
_BLOCK = 4  # pixels each way that are compared together: what was painted may lie half a pixel off
_WITHIN = 20  # of a colour, one painting from another
_ALIKE = 0.9  # of what the full picture shows in the strip; names wait for the map to rest


def share_covered(
    canvas: GraphCanvas, frame: Callable[[Callable[[], object]], float], image: QImage, seconds: float = 2.0
) -> float:
    """Fling the map to the left for so many seconds; the share of frames whose fresh strip shows what a full painting shows there.

    `frame` paints one into the image after a change, and tells how many seconds that took.
    """
    ratio = image.devicePixelRatioF()
    reference = picture_of(canvas, "", ratio=ratio)
    full = image.copy()
    passed, taken = 0.0, _FRAME
    covered: list[bool] = []
    while passed < seconds:
        pixels = _PIXELS_A_SECOND * taken
        frame_seconds = frame(partial(canvas.pan, pixels / canvas.camera.width, 0.0))
        _paint_in_full(reference, canvas, full)
        strip = slice(-max(round(pixels * ratio), 1), None)
        covered.append(_is_covered(_pixels(image)[:, strip], _pixels(full)[:, strip]))
        taken = max(frame_seconds, _FRAME)
        passed += taken
    return float(np.mean(covered))


def _paint_in_full(reference: Picture, canvas: GraphCanvas, image: QImage) -> None:
    painter = QPainter(image)
    painter.fillRect(0, 0, image.width(), image.height(), reference.graph_map.theme.colour("canvas"))
    reference.graph_map.paint(painter, replace(reference.frame, camera=canvas.camera))
    painter.end()


def _is_covered(seen: NDArray[np.int16], full: NDArray[np.int16]) -> bool:
    """Whether what is not bare in the full painting is there."""
    ground = np.median(full.reshape(-1, 3), axis=0)
    full_blocks, seen_blocks = _blocks(full), _blocks(seen)
    painted: NDArray[np.bool_] = np.abs(full_blocks - ground).max(axis=2) > 1
    alike: NDArray[np.bool_] = np.abs(seen_blocks - full_blocks).max(axis=2) <= _WITHIN
    return not painted.any() or float(alike[painted].mean()) >= _ALIKE


def _blocks(pixels: NDArray[np.int16]) -> NDArray[np.float64]:
    """The middle colour of each block; a strip narrower than a block is one."""
    high, wide = pixels.shape[0] // _BLOCK * _BLOCK, max(pixels.shape[1] // _BLOCK * _BLOCK, 1)
    across = min(_BLOCK, wide)
    blocks = pixels[:high, :wide].reshape(high // _BLOCK, _BLOCK, wide // across, across, 3)
    middles: NDArray[np.float64] = blocks.mean(axis=(1, 3))
    return middles


def _pixels(image: QImage) -> NDArray[np.int16]:
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return rows[..., :3].astype(np.int16)
