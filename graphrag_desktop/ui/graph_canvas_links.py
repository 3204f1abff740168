"""Who is tied to whom: each entity's relationships in one stretch of an array."""

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.ui.graph_canvas_grouping import Indexes, Mask


class Links:
    """The relationships of a graph, to be gone along from entities to their neighbours."""

    def __init__(self, pairs: NDArray[np.int32], count: int) -> None:
        self._pairs = pairs
        ends = pairs.T.ravel()
        self._lines = np.argsort(ends, kind="stable").astype(np.int32)
        self._starts = np.zeros(count + 1, np.int64)
        np.cumsum(np.bincount(ends, minlength=count), out=self._starts[1:])

    def count(self, entities: Indexes) -> int:
        """How many relationships these entities have, those between two of them twice."""
        return int((self._starts[entities + 1] - self._starts[entities]).sum())

    def of(self, entities: Indexes) -> Indexes:
        """The relationships of these entities, each once."""
        starts, counts = self._starts[entities], self._starts[entities + 1] - self._starts[entities]
        ends = np.cumsum(counts)
        places = np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - (ends - counts), counts)
        lines = self._lines[places]
        is_there = np.zeros(len(self._pairs), np.bool_)
        is_there[np.where(lines >= len(self._pairs), lines - len(self._pairs), lines)] = True
        return np.flatnonzero(is_there)

    def around(self, start: Mask, hops: int, is_shown: Mask) -> Mask:
        """These entities and all that are at most so many relationships away, without passing through others than shown."""
        inside = start.copy()
        for _ in range(hops):
            lines = self.of(np.flatnonzero(inside))
            grown = inside.copy()
            grown[self._pairs[lines].ravel()] = True
            grown &= is_shown | start
            if (grown == inside).all():
                break
            inside = grown
        return inside
