"""The picture of the graph: arrays that a canvas draws as they are, one read each."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.project import Project
from graphrag_desktop.storage import graph
from graphrag_desktop.storage.arrays import load_array


@dataclass(frozen=True)
class Picture:
    """One row an entity: `positions` (n, 2), `numbers`, `degrees`, `titles`, and per level its community (L, n).

    `pairs` (m, 2) are rows of the two ends of each relationship that is drawn, strongest first.
    """

    numbers: NDArray[np.int32]
    positions: NDArray[np.float32]
    pairs: NDArray[np.int32]
    communities: NDArray[np.int32]
    degrees: NDArray[np.int32]
    titles: tuple[str, ...]

    @property
    def count(self) -> int:
        """The number of entities."""
        return len(self.numbers)

    def rows_of(self, community: int, level: int) -> NDArray[np.intp]:
        """The rows of a community's entities on a level where it stands."""
        return np.flatnonzero(self.communities[level] == community)


def picture(project: Project) -> Picture | None:
    """The picture as it was laid out; None until a run has drawn one."""
    stored = {name: load_array(project.database, "canvas", name) for name in _NAMES}
    arrays = {
        name: np.frombuffer(each.data, np.dtype(each.dtype)).reshape(each.shape)
        for name, each in stored.items()
        if each is not None
    }
    if len(arrays) < len(_NAMES):
        return None
    labels = graph.entity_labels(project.database)
    numbers = arrays["entity numbers"].astype(np.int32)
    return Picture(
        numbers,
        arrays["positions"].astype(np.float32),
        arrays["pairs"].astype(np.int32),
        arrays["levels"].astype(np.int32),
        np.array([labels[number].degree for number in numbers.tolist()], np.int32),
        tuple(labels[number].title for number in numbers.tolist()),
    )


_NAMES = ("entity numbers", "positions", "pairs", "levels")
