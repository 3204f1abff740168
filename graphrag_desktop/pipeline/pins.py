"""Which entities the analyst pinned: they keep their places on the map when it is drawn again."""

from collections.abc import Collection

import numpy as np

from graphrag_desktop.pipeline.canvas_arrays import KeptArrays, stored
from graphrag_desktop.project import Project
from graphrag_desktop.storage.arrays import keep_arrays, load_arrays

PINS = "pins"
"""The name of their numbers among the arrays of the map."""


def keep_pins(project: Project, numbers: Collection[int]) -> None:
    """Keep these entities (their numbers) and no others pinned."""
    keep_arrays(project.database, "canvas", {PINS: stored(np.array(sorted(numbers), np.int32))})


def pins(project: Project) -> frozenset[int]:
    """The numbers of the pinned entities."""
    kept = KeptArrays(load_arrays(project.database, "canvas")).numbers(PINS, np.int64, None)
    return frozenset() if kept is None else frozenset(kept.tolist())
