"""The map of a project: where each entity stands, laid out once and kept as arrays that are drawn as they are."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.communities import CommunityHierarchy
from graphrag_desktop.domain.events import Stage, StageAdvanced
from graphrag_desktop.domain.graph import Entity, Relationship
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.layout import lay_out


def draw_canvas(
    entities: Sequence[Entity],
    relationships: Sequence[Relationship],
    hierarchy: CommunityHierarchy,
    seed: int,
    control: RunControl,
) -> dict[str, StoredArray]:
    """The arrays of the map by name.

    "entity numbers" (n), "positions" (n, 2), "levels" (L, n) with the community of each entity on each level, and
    "pairs" (m, 2): rows of the relationships that clustering saw, strongest first.
    """
    rows = {each.id: row for row, each in enumerate(entities)}
    levels = _levels(hierarchy, rows)
    strong = sorted(
        (each for each in relationships if each.clustering_weight > 0),
        key=lambda each: (-each.clustering_weight, each.source, each.target),
    )
    pairs = np.array([(rows[each.source], rows[each.target]) for each in strong], np.int32).reshape(-1, 2)
    positions = lay_out(pairs, levels, seed, control, lambda step: control.emit(StageAdvanced(Stage.LAYOUT, step)))
    return {
        "entity numbers": _stored(np.array([each.number for each in entities], "<i4")),
        "positions": _stored(positions.astype("<f4")),
        "levels": _stored(levels.astype("<i4")),
        "pairs": _stored(pairs.astype("<i4")),
    }


def _levels(hierarchy: CommunityHierarchy, rows: dict[EntityId, int]) -> NDArray[np.int32]:
    levels = np.zeros((len(hierarchy.levels), len(rows)), np.int32)
    for level, numbers in enumerate(hierarchy.levels):
        for number in numbers:
            levels[level, [rows[member] for member in hierarchy.communities[number].entities]] = number
    return levels


def _stored(values: NDArray[np.int32] | NDArray[np.float32]) -> StoredArray:
    return StoredArray(values.dtype.str, tuple(values.shape), np.ascontiguousarray(values).tobytes())
