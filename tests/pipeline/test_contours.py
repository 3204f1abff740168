"""Lines of equal height: closed, whole, and with what is higher always to the same side."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from graphrag_desktop.pipeline.contours import trace_rings


def rings_of(field: NDArray[np.float32], height: float = 1.0) -> list[NDArray[np.float64]]:
    points, lengths = trace_rings(field, height)
    return [points[start:end] for start, end in pairwise(np.append(0, np.cumsum(lengths)).tolist())]


def area(ring: NDArray[np.float64]) -> float:
    y, x = ring.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def hill(rows: int, columns: int, row: float, column: float, radius: float) -> NDArray[np.float32]:
    y, x = np.mgrid[:rows, :columns]
    heights: NDArray[np.float32] = np.maximum(0, 1 + radius - np.hypot(y - row, x - column)).astype(np.float32)
    return heights


def test_that_nothing_high_has_no_line() -> None:
    assert rings_of(np.zeros((5, 5), np.float32)) == []


def test_that_a_hill_has_one_round_line() -> None:
    (ring,) = rings_of(hill(40, 50, 18, 22, 9))
    assert np.abs(np.hypot(*(ring - (18, 22)).T) - 9).max() < 0.1
    assert abs(abs(area(ring)) - np.pi * 81) < 4


def test_that_two_hills_have_two_lines_and_a_hollow_turns_the_other_way() -> None:
    hollow = hill(40, 90, 20, 20, 12) - 3 * hill(40, 90, 20, 20, 4).clip(0, 5)
    rings = rings_of(hollow + hill(40, 90, 20, 65, 8))
    signs = sorted(np.sign(area(ring)) for ring in rings)
    assert signs == [-1, 1, 1]


@given(st.lists(st.integers(0, 3), min_size=64, max_size=64))
def test_that_every_line_is_closed_and_separates_high_from_low(values: list[int]) -> None:
    field = np.zeros((10, 10), np.float32)
    field[1:9, 1:9] = np.array(values, np.float32).reshape(8, 8)
    rings = rings_of(field, 1.5)
    for ring in rings:
        steps = np.hypot(*(ring - np.roll(ring, -1, axis=0)).T)
        assert steps.max() <= np.sqrt(2) + 1e-9  # from square to neighbouring square
    inside = np.zeros(field.shape, np.int64)
    for ring in rings:  # the lines around a cell, counted by sign, say whether it is high
        for row, column in np.ndindex(field.shape):
            inside[row, column] += winding(ring, row, column)
    assert ((inside == 1) == (field >= 1.5)).all()


def winding(ring: NDArray[np.float64], row: int, column: int) -> int:
    y0, x0 = ring.T
    y1, x1 = np.roll(ring, -1, axis=0).T
    crosses = (y0 > row) != (y1 > row)
    where = x0[crosses] + (row - y0[crosses]) / (y1[crosses] - y0[crosses]) * (x1[crosses] - x0[crosses])
    return int((np.sign(y1[crosses] - y0[crosses]) * (where > column)).sum())
