"""The picture of the graph: arrays that a canvas draws as they are, one read each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.canvas_arrays import KeptArrays, PackedWords, Territories
from graphrag_desktop.project import Project
from graphrag_desktop.storage import graph
from graphrag_desktop.storage.arrays import load_arrays


@dataclass(frozen=True)
class Picture:
    """One row an entity: `positions` (n, 2), `numbers`, `degrees`, `titles`, and per level its community (L, n).

    Also in how many sentences (`mentions`) and `documents` it is named, and its kind: a place in `kind_names`. `pairs`
    (m, 2) are rows of the two ends of each relationship, strongest first; `pair_numbers` are their numbers and
    `pair_documents` in how many documents they are found. `hues` are those of root communities, by number. `territories`
    is None while the map is a sketch.
    """

    numbers: NDArray[np.int32]
    positions: NDArray[np.float32]
    pairs: NDArray[np.int32]
    communities: NDArray[np.int32]
    degrees: NDArray[np.int32]
    titles: Sequence[str]
    mentions: NDArray[np.int32]
    documents: NDArray[np.int32]
    kinds: NDArray[np.int32]
    kind_names: Sequence[str]
    pair_numbers: NDArray[np.int32]
    pair_documents: NDArray[np.int32]
    hues: Mapping[int, int]
    territories: Territories | None

    @property
    def count(self) -> int:
        """The number of entities."""
        return len(self.numbers)

    def rows_of(self, community: int, level: int) -> NDArray[np.intp]:
        """The rows of a community's entities on a level where it stands."""
        return np.flatnonzero(self.communities[level] == community)


def picture(project: Project) -> Picture | None:
    """The picture as it was laid out; None until a run has drawn one.

    What an older version did not keep, or kept otherwise, is left out: entities then have no place, no kind, no area.
    """
    kept = KeptArrays(load_arrays(project.database, "canvas"))
    numbers = kept.numbers("entity numbers", np.int32, None)
    if numbers is None:
        return None
    count = len(numbers)
    pairs = _pairs(kept, count)
    positions = kept.numbers("positions", np.float32, count, 2)
    levels = kept.numbers("levels", np.int32, None, count)
    degrees, titles = _labels(project, kept, numbers)
    kinds, kind_names = _kinds(kept, count)
    hues = kept.numbers("hues", np.int32, None, 2)
    return Picture(
        numbers=numbers,
        positions=np.full((count, 2), np.nan, np.float32) if positions is None else positions,
        pairs=pairs,
        communities=np.zeros((0, count), np.int32) if levels is None else levels,
        degrees=degrees,
        titles=titles,
        mentions=_or_zeros(kept.numbers("mentions", np.int32, count), count),
        documents=_or_zeros(kept.numbers("documents", np.int32, count), count),
        kinds=kinds,
        kind_names=kind_names,
        pair_numbers=_or_zeros(kept.numbers("pair numbers", np.int32, len(pairs)), len(pairs)),
        pair_documents=_or_zeros(kept.numbers("pair documents", np.int32, len(pairs)), len(pairs)),
        hues={} if hues is None else dict(hues.tolist()),
        territories=_territories(kept, positions, levels),
    )


def _pairs(kept: KeptArrays, count: int) -> NDArray[np.int32]:
    pairs = kept.numbers("pairs", np.int32, None, 2)
    if pairs is None or (len(pairs) and (pairs.min() < 0 or pairs.max() >= count)):
        return np.zeros((0, 2), np.int32)
    return pairs


def _labels(project: Project, kept: KeptArrays, numbers: NDArray[np.int32]) -> tuple[NDArray[np.int32], Sequence[str]]:
    degrees, titles = kept.numbers("degrees", np.int32, len(numbers)), kept.words("titles", len(numbers))
    if degrees is not None and titles is not None:
        return degrees, titles
    labels = graph.entity_labels(project.database)
    known = [labels.get(number) for number in numbers.tolist()]
    return (
        np.array([0 if each is None else each.degree for each in known], np.int32),
        tuple("" if each is None else each.title for each in known),
    )


def _kinds(kept: KeptArrays, count: int) -> tuple[NDArray[np.int32], Sequence[str]]:
    kinds, names = kept.numbers("kinds", np.int32, count), kept.words("kind names")
    if kinds is None or names is None or (count and not 0 <= kinds.min() <= kinds.max() < len(names)):
        return np.zeros(count, np.int32), PackedWords.pack([""])
    return kinds, names


def _territories(
    kept: KeptArrays, positions: NDArray[np.float32] | None, levels: NDArray[np.int32] | None
) -> Territories | None:
    """Those kept; of a map that an older version drew without any, those it has now; of a sketch none."""
    if positions is None or levels is None:
        return None
    rings = kept.numbers("rings", np.int32, None, 3)
    if rings is None:
        from graphrag_desktop.pipeline.territories import draw_territories

        return draw_territories(positions, levels, RunControl())
    if not len(rings) or not 0 <= rings[:, 0].min() <= rings[:, 0].max() < len(levels) or rings[:, 2].min() < 3:
        return None
    corners = kept.numbers("corners", np.float32, int(rings[:, 2].sum()), 2)
    merged = kept.numbers("merged", np.float32, int(rings[:, 2].sum()), 2)
    return None if corners is None or merged is None else Territories(corners, merged, rings)


def _or_zeros(values: NDArray[np.int32] | None, count: int) -> NDArray[np.int32]:
    return np.zeros(count, np.int32) if values is None else values
