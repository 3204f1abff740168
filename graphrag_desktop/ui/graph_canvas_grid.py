"""Entities by where they lie on the map, so that the cursor meets a few and not all of them."""

import numpy as np
from numpy.typing import NDArray


class Grid:
    """A square net over the map: the entities of each square lie together in one array."""

    def __init__(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
        self._side = int(np.clip(np.sqrt(len(x)) / 2, 4, 512))
        self._left, self._bottom = x.min(initial=np.inf), y.min(initial=np.inf)
        span = max(x.max(initial=-np.inf) - self._left, y.max(initial=-np.inf) - self._bottom) if len(x) else 0.0
        self._step = span / self._side + 1e-9
        cell = self._index(y, self._bottom) * self._side + self._index(x, self._left)
        self._entities = np.argsort(cell, kind="stable")
        self._starts = np.searchsorted(cell[self._entities], np.arange(self._side**2 + 1))

    def within(self, x: float, y: float, reach: float) -> NDArray[np.intp]:
        """Entities in the squares that a square of that reach touches."""
        left, right = self._index(np.array([x - reach, x + reach]), self._left)
        bottom, top = self._index(np.array([y - reach, y + reach]), self._bottom)
        rows = np.arange(bottom, top + 1) * self._side
        slices = zip(self._starts[rows + left], self._starts[rows + right + 1], strict=True)
        return np.concatenate([self._entities[start:end] for start, end in slices])

    def _index(self, place: NDArray[np.float64], origin: float) -> NDArray[np.int64]:
        if not np.isfinite(origin):
            return np.zeros(len(place), np.int64)
        return np.clip((place - origin) / self._step, 0, self._side - 1).astype(np.int64)
