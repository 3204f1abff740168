"""The map of a project: where each entity stands and what area each community has, made once and drawn as it is kept."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.communities import CommunityHierarchy
from graphrag_desktop.domain.events import EntitiesMoved, Stage, StageAdvanced
from graphrag_desktop.domain.graph import Entity, Relationship
from graphrag_desktop.domain.hues import root_hues
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.canvas_arrays import KeptArrays, stored, stored_words
from graphrag_desktop.pipeline.layout import counted_from_zero, distinct_pairs, lay_out
from graphrag_desktop.pipeline.layout_growth import KeptPlaces, can_grow, grow_layout
from graphrag_desktop.pipeline.layout_packing import Points, pack_communities
from graphrag_desktop.pipeline.pins import PINS
from graphrag_desktop.pipeline.territories import draw_territories
from graphrag_desktop.storage.arrays import EARLIER

_SHOWN_EVERY = 0.18  # seconds: often enough to be seen settling, seldom enough to cost nothing

Arrays = dict[str, StoredArray]


@dataclass(frozen=True, slots=True)
class CanvasMaterial:
    """What the map is made of.

    `mentions` are which entity (its number) is named in which sentence of which document; `kept` the arrays of the map
    that was drawn before, or none.
    """

    entities: Sequence[Entity]
    relationships: Sequence[Relationship]
    hierarchy: CommunityHierarchy
    mentions: Sequence[tuple[int, int, str]]
    kept: Mapping[str, StoredArray]


def draw_canvas(material: CanvasMaterial, seed: int, control: RunControl) -> Iterator[Arrays]:
    """The arrays of the map by name: where a new map is drawn first a sketch, then the map.

    A row an entity: "entity numbers", "positions" (n, 2), "degrees", "mentions", "documents", "kinds" (its place in the
    words "kind names"), the words "titles", and "levels" (L, n) with its community on each level. A row a relationship,
    those that clustering saw first, the strongest of them before others: "pairs" (m, 2) of entities, "pair numbers" and
    "pair documents", in how many it is found. A row a root community: "hues". And the territories: "corners", "merged"
    and "rings".
    """
    rows = {each.id: row for row, each in enumerate(material.entities)}
    levels = _levels(material.hierarchy, rows)
    strongest = sorted(
        material.relationships, key=lambda each: (-each.clustering_weight, -each.count, each.source, each.target)
    )
    pairs = np.array([(rows[each.source], rows[each.target]) for each in strongest], np.int32).reshape(-1, 2)
    drawing = pairs[: sum(each.clustering_weight > 0 for each in strongest)]
    numbers = np.array([each.number for each in material.entities], np.int32)
    fixed = {
        **_entity_arrays(material.entities, levels),
        "pairs": stored(pairs),
        "pair numbers": stored(np.array([each.number for each in strongest], np.int32)),
        "pair documents": stored(_shared_documents(pairs, numbers, material.mentions)),
        "hues": stored(_hues(material)),
    }
    kept = kept_places(material.kept, numbers)
    if kept is not None and can_grow(kept):
        positions = grow_layout(drawing, levels, kept, seed, control)
    else:
        if len(numbers):
            sketch = pack_communities(distinct_pairs(drawing), counted_from_zero(levels))
            yield {
                **fixed,
                **_places(sketch.astype(np.float32), is_settled=False),
                **_territories(None, levels, control),
            }
        positions = lay_out(drawing, levels, seed, control, _Settling(numbers, control).show)
    yield {**fixed, **_places(positions, is_settled=True), **_territories(positions, levels, control)}


def kept_places(kept: Mapping[str, StoredArray], numbers: NDArray[np.int32]) -> KeptPlaces | None:
    """Where entities of these numbers stand on a map drawn before; None if there was none, or but a sketch."""
    arrays = KeptArrays(kept)
    found = next((each for each in (_settled(arrays, ""), _settled(arrays, EARLIER)) if each is not None), None)
    if found is None:
        return None
    before, positions = found
    order = np.argsort(before)
    place = np.minimum(np.searchsorted(before, numbers, sorter=order), len(before) - 1)
    known = order[place]
    places = np.where((before[known] == numbers)[:, None], positions[known], np.nan)
    pinned = arrays.numbers(PINS, np.int64, None)
    return KeptPlaces(places, np.isin(numbers, [] if pinned is None else pinned))


def _settled(arrays: KeptArrays, prefix: str) -> tuple[NDArray[np.int64], NDArray[np.float64]] | None:
    """The numbers of entities and their places on a map that was finished; `prefix` begins the names of its arrays."""
    settled = arrays.numbers(f"{prefix}is settled", np.int64, 1)
    numbers = arrays.numbers(f"{prefix}entity numbers", np.int64, None)
    positions = None if numbers is None else arrays.numbers(f"{prefix}positions", np.float64, len(numbers), 2)
    if numbers is None or positions is None or not len(numbers) or settled is None or not settled[0]:
        return None
    return numbers, positions


class _Settling:
    """Tells now and then where the entities stand while they find their places."""

    def __init__(self, numbers: NDArray[np.int32], control: RunControl) -> None:
        self._numbers = stored(numbers)
        self._control = control
        self._steps = 0
        self._told = time.monotonic()

    def show(self, places: Points) -> None:
        """Another step was taken."""
        self._steps += 1
        self._control.emit(StageAdvanced(Stage.LAYOUT, self._steps))
        if time.monotonic() - self._told >= _SHOWN_EVERY:
            self._told = time.monotonic()
            self._control.emit(EntitiesMoved(self._numbers, stored(places.astype(np.float32))))


def _levels(hierarchy: CommunityHierarchy, rows: Mapping[EntityId, int]) -> NDArray[np.int32]:
    levels = np.zeros((len(hierarchy.levels), len(rows)), np.int32)
    for level, numbers in enumerate(hierarchy.levels):
        for number in numbers:
            levels[level, [rows[member] for member in hierarchy.communities[number].entities]] = number
    return levels


def _entity_arrays(entities: Sequence[Entity], levels: NDArray[np.int32]) -> Arrays:
    kinds = sorted({each.type for each in entities})
    places = {kind: place for place, kind in enumerate(kinds)}
    return {
        "entity numbers": stored(np.array([each.number for each in entities], np.int32)),
        "levels": stored(levels),
        "degrees": stored(np.array([each.degree for each in entities], np.int32)),
        "mentions": stored(np.array([each.count for each in entities], np.int32)),
        "documents": stored(np.array([each.documents for each in entities], np.int32)),
        "kinds": stored(np.array([places[each.type] for each in entities], np.int32)),
        **stored_words("titles", [each.title for each in entities]),
        **stored_words("kind names", kinds),
    }


def _places(positions: NDArray[np.float32], *, is_settled: bool) -> Arrays:
    """A run that was stopped leaves a sketch behind: nothing to go on from."""
    return {"positions": stored(positions), "is settled": stored(np.array([is_settled], np.int32))}


def _territories(positions: NDArray[np.float32] | None, levels: NDArray[np.int32], control: RunControl) -> Arrays:
    """Those of the map; of a sketch none, as areas would have to be drawn again at once."""
    shown = np.full((levels.shape[1], 2), np.nan) if positions is None else positions
    drawn = draw_territories(shown, levels, control)
    return {"corners": stored(drawn.corners), "merged": stored(drawn.merged), "rings": stored(drawn.rings)}


def _hues(material: CanvasMaterial) -> NDArray[np.int32]:
    arrays = KeptArrays(material.kept)
    kept = arrays.numbers("hues", np.int64, None, 2)
    kept = arrays.numbers(f"{EARLIER}hues", np.int64, None, 2) if kept is None else kept
    before = {} if kept is None else dict(kept.tolist())
    sizes = {each.number: len(each.entities) for each in material.hierarchy.communities.values() if each.parent is None}
    return np.array(sorted(root_hues(sizes, before).items()), np.int32).reshape(-1, 2)


def _shared_documents(
    pairs: NDArray[np.int32], numbers: NDArray[np.int32], mentions: Sequence[tuple[int, int, str]]
) -> NDArray[np.int32]:
    """In how many documents a sentence names both entities of each pair; 0 where none does (a model found it)."""
    count = len(numbers)
    documents = {document: place for place, document in enumerate(sorted({each[2] for each in mentions}))}
    rows = dict(zip(numbers.tolist(), range(count), strict=True))
    named = np.array(
        [(sentence, rows[entity], documents[document]) for entity, sentence, document in mentions if entity in rows],
        np.int64,
    ).reshape(-1, 3)
    named = np.unique(named, axis=0)
    found: list[NDArray[np.int64]] = []
    ahead = 1
    while ahead < len(named) and (same := named[ahead:, 0] == named[:-ahead, 0]).any():  # all pairs within a sentence
        one, other = named[:-ahead][same], named[ahead:][same]
        found.append((one[:, 1] * count + other[:, 1]) * len(documents) + one[:, 2])
        ahead += 1
    if not found:
        return np.zeros(len(pairs), np.int32)
    codes, times = np.unique(np.unique(np.concatenate(found)) // len(documents), return_counts=True)
    low, high = pairs.min(axis=1).astype(np.int64), pairs.max(axis=1).astype(np.int64)
    place = np.minimum(np.searchsorted(codes, low * count + high), len(codes) - 1)
    return np.where(codes[place] == low * count + high, times[place], 0).astype(np.int32)
