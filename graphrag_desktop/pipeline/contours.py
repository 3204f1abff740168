"""Lines of equal height through a field of numbers: marching squares over a whole sheet at once.

Lorensen and Cline, Marching Cubes (SIGGRAPH 1987), in two dimensions. A loop in Python over the squares of one level of
a large map takes minutes, this less than a second.
"""

import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]
Points = NDArray[np.float64]

_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
_NONE = (_TOP, _TOP)
# For each choice of corners that are inside (1 upper left, 2 upper right, 4 lower right, 8 lower left): the sides between
# which the line crosses the square. Walking clockwise around it, the line leaves where the walk leaves the inside.
_CROSSINGS = np.array(
    [_NONE, (_TOP, _LEFT), (_RIGHT, _TOP), (_RIGHT, _LEFT), (_BOTTOM, _RIGHT), (_TOP, _LEFT), (_BOTTOM, _TOP),
     (_BOTTOM, _LEFT), (_LEFT, _BOTTOM), (_TOP, _BOTTOM), (_RIGHT, _TOP), (_RIGHT, _BOTTOM), (_LEFT, _RIGHT),
     (_TOP, _RIGHT), (_LEFT, _TOP), _NONE]
)  # fmt: skip
_SECOND_CROSSINGS = {5: (_BOTTOM, _RIGHT), 10: (_LEFT, _BOTTOM)}  # opposite corners


def trace_rings(field: Field, height: float) -> tuple[Points, NDArray[np.int64]]:
    """The closed lines along which the field passes a height: points (row, column), and how many belong to each line.

    What is higher lies to the same side of every line, so that holes turn the other way round. The rim of the field must
    be lower, or lines would end there.
    """
    starts, ends = _segments(field >= height)
    if not len(starts):
        return np.zeros((0, 2)), np.zeros(0, np.int64)
    order = np.argsort(starts, kind="stable")
    starts, ends = starts[order], ends[order]
    walked, lengths = _walk(np.searchsorted(starts, ends).tolist())
    return _crossing_points(field, height, starts[walked]), lengths


def _segments(is_inside: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """From where to where lines cross squares; each number is a side between two neighbours of the field."""
    corners = is_inside.view(np.uint8)
    code = corners[:-1, :-1] | corners[:-1, 1:] << 1 | corners[1:, 1:] << 2 | corners[1:, :-1] << 3
    rows, columns = np.nonzero((code != 0) & (code != 15))
    kinds = code[rows, columns]
    crossings = [(rows, columns, _CROSSINGS[kinds])]
    for kind, sides in _SECOND_CROSSINGS.items():
        twice = kinds == kind
        crossings.append((rows[twice], columns[twice], np.broadcast_to(sides, (int(twice.sum()), 2))))
    shape = is_inside.shape
    starts = np.concatenate([_side(row, column, sides[:, 0], shape) for row, column, sides in crossings])
    ends = np.concatenate([_side(row, column, sides[:, 1], shape) for row, column, sides in crossings])
    return starts, ends


def _side(
    rows: NDArray[np.int64], columns: NDArray[np.int64], sides: NDArray[np.int64], shape: tuple[int, ...]
) -> NDArray[np.int64]:
    """The number of a side, the same for both squares it lies between: first all level ones, then all upright ones."""
    height, width = shape
    places: NDArray[np.int64] = (rows + (sides == _BOTTOM)) * width + columns + (sides == _RIGHT)
    places += height * width * ((sides == _LEFT) | (sides == _RIGHT))
    return places


def _walk(following: list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All cycles one after the other, and the length of each."""
    is_walked = bytearray(len(following))
    walked: list[int] = []
    lengths: list[int] = []
    for start in range(len(following)):
        before, each = len(walked), start
        while not is_walked[each]:
            is_walked[each] = 1
            walked.append(each)
            each = following[each]
        if len(walked) > before:
            lengths.append(len(walked) - before)
    return np.array(walked, np.int64), np.array(lengths, np.int64)


def _crossing_points(field: Field, height: float, sides: NDArray[np.int64]) -> Points:
    """Where on each side the field has that height."""
    is_upright = sides >= field.size
    places = np.where(is_upright, sides - field.size, sides)
    rows, columns = places // field.shape[1], places % field.shape[1]
    near, far = field[rows, columns], field[rows + is_upright, columns + ~is_upright]
    share = (height - near.astype(np.float64)) / (far.astype(np.float64) - near)
    return np.stack([rows + share * is_upright, columns + share * ~is_upright], axis=1)
