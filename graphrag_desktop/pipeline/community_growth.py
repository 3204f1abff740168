"""From the clusters that Leiden gave to communities that partition every level, without splinters and strays."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.identity import EntityId

_BLOCK_ROWS = 512  # of likenesses held at once

Path = tuple[int, ...]
"""Clusters from the root down; a cluster's number holds within the one above."""


@dataclass(frozen=True, slots=True)
class GrownCommunity:
    """A community without a number; `parent` is its place in the list it stands in. Members are sorted."""

    level: int
    parent: int | None
    entities: tuple[EntityId, ...]
    is_unconnected: bool = False


class Contexts:
    """In what surroundings each entity is met, to find those that are met in the same."""

    def __init__(self, entities: Sequence[EntityId], stored: StoredArray | None) -> None:
        """`stored` has a row for each of `entities`; a row of zeros is no context."""
        self._rows: dict[EntityId, int] = {}
        self._vectors: NDArray[np.float32] = np.empty((0, 0), np.float32)
        if stored is not None:
            vectors = np.frombuffer(stored.data, stored.dtype).reshape(stored.shape).astype(np.float32)
            # The order of rows must not matter, down to the last bit of a product.
            order = sorted(range(len(entities)), key=lambda row: entities[row])
            self._vectors = np.ascontiguousarray(vectors[order])
            self._rows = {
                entities[order[row]]: row for row in np.flatnonzero((self._vectors != 0).any(axis=1)).tolist()
            }

    def __contains__(self, entity: EntityId) -> bool:
        return entity in self._rows

    def nearest(self, entities: Sequence[EntityId], among: Sequence[EntityId]) -> list[EntityId]:
        """For each of `entities` the one of `among` with the likest context (of several, the first)."""
        others = self._vectors[[self._rows[each] for each in among]]
        found: list[EntityId] = []
        for start in range(0, len(entities), _BLOCK_ROWS):
            block = self._vectors[[self._rows[each] for each in entities[start : start + _BLOCK_ROWS]]]
            found.extend(among[row] for row in np.argmax(block @ others.T, axis=1).tolist())
        return found


def grow_communities(
    entities: Sequence[EntityId], paths: Mapping[EntityId, Path], contexts: Contexts, smallest: tuple[int, int]
) -> list[GrownCommunity]:
    """The communities of these entities, each after its parent; on every level they are a partition.

    `paths` has for each entity its clusters from the root down. A cluster below the smallest size (at the root, and
    deeper) is a splinter: its members, and entities without a path, join the community of the member with the likest
    context. Those without a context stay where they are, alone if need be.
    """
    found: list[GrownCommunity] = []
    waiting: list[tuple[int, Path]] = []
    for part in _divide(entities, (), paths, contexts, smallest[0]):
        waiting.append((len(found), part.path))
        found.append(GrownCommunity(0, None, tuple(sorted(part.members))))
    while waiting:
        place, path = waiting.pop()
        parts = _divide(found[place].entities, path, paths, contexts, smallest[1]) if path else ()
        if len(parts) == 1:  # the same members under another name: what splits comes further down
            waiting.append((place, parts[0].path))
            continue
        for part in parts:
            waiting.append((len(found), part.path))
            found.append(GrownCommunity(found[place].level + 1, place, tuple(sorted(part.members))))
    return found


@dataclass(frozen=True, slots=True)
class _Part:
    """Members of one cluster, with those that joined them; no path where they are in none."""

    path: Path
    members: list[EntityId]


def _divide(
    members: Sequence[EntityId], path: Path, paths: Mapping[EntityId, Path], contexts: Contexts, smallest: int
) -> list[_Part]:
    """The parts of a community whose cluster is `path`; none if it does not split."""
    clusters: dict[Path, list[EntityId]] = {}
    strays: list[EntityId] = []
    depth = len(path)
    for entity in members:
        own = paths.get(entity, ())
        is_below = len(own) > depth and own[:depth] == path  # one that joined from elsewhere is not
        (clusters.setdefault(own[: depth + 1], []) if is_below else strays).append(entity)
    kept = {each: found for each, found in clusters.items() if len(found) >= smallest}
    if not kept and depth > 0:
        return []
    kept = kept or clusters  # so small a graph that all its clusters are splinters
    splinters = [found for each, found in clusters.items() if each not in kept]
    return _joined(kept, [*splinters, *([each] for each in strays)], contexts)


def _joined(
    kept: Mapping[Path, Sequence[EntityId]], loose: Iterable[Sequence[EntityId]], contexts: Contexts
) -> list[_Part]:
    """The kept clusters with the loose entities that have a context; the others by themselves, as they came."""
    parts = {each: list(members) for each, members in kept.items()}
    kin = {entity: each for each, members in kept.items() for entity in members if entity in contexts}
    joining: list[EntityId] = []
    apart: list[_Part] = []
    for group in loose:
        homeless = [entity for entity in group if not kin or entity not in contexts]
        joining.extend(entity for entity in group if kin and entity in contexts)
        if homeless:
            apart.append(_Part((), homeless))
    if joining:
        among = sorted(kin)
        for entity, nearest in zip(joining, contexts.nearest(joining, among), strict=True):
            parts[kin[nearest]].append(entity)
    return [*(_Part(each, members) for each, members in parts.items()), *apart]
