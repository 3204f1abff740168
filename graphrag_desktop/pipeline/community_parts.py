"""Which part of a community each of its entities is in after a change: where it was, or where it is tied to most."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.pipeline.community_growth import Contexts, GrownCommunity

Weights = Mapping[tuple[EntityId, EntityId], float]
"""Edges by their pair, the smaller id first."""

_Neighbours = Mapping[EntityId, Mapping[EntityId, float]]


@dataclass(frozen=True, slots=True)
class Part:
    """Members of a community that belong together; `number` is that of the one they go on from, None for a new one."""

    number: int | None
    members: frozenset[EntityId]


def divide_again(
    was: Mapping[int, frozenset[EntityId]],
    members: frozenset[EntityId],
    edges: tuple[Weights, Weights],
    contexts: Contexts,
    smallest: int,
) -> tuple[Part, ...]:
    """The parts of a community whose members are these now; `was` has the parts it had by number, `edges` those then and now.

    A part that fell apart keeps its largest piece, one that has become smaller than `smallest` is none any more. All that
    is in no part joins the one it is tied to most, then the one with the likest context; the rest are parts of their own.
    """
    old, new = edges
    neighbours = _neighbours(new)
    has_lost = any(pair not in new for pair in old)
    parts: dict[int, set[EntityId]] = {}
    for number in sorted(was):
        staying = was[number] & members
        kept = _largest_pieces(was[number], staying, old, neighbours) if has_lost else staying
        if kept:
            parts[number] = set(kept)
    _drop_splinters(parts, was, smallest)
    homes = {entity: number for number, own in parts.items() for entity in own}
    loose = members - homes.keys()
    loose = _join_by_ties(loose, homes, neighbours)
    loose = _join_by_contexts(loose, homes, contexts)
    for entity, number in homes.items():
        parts[number].add(entity)
    found = [Part(number, frozenset(own)) for number, own in parts.items()]
    return (*found, *(Part(None, each) for each in _pieces(loose, neighbours)))


def weigh(grown: Sequence[GrownCommunity], edges: Weights) -> list[float]:
    """What the edges inside each of these communities weigh together."""
    paths: dict[EntityId, list[int]] = {}
    for at, each in enumerate(grown):  # parents come first
        for entity in each.entities:
            paths.setdefault(entity, []).append(at)
    weights = [0.0] * len(grown)
    for (source, target), weight in sorted(edges.items()):
        for one, other in zip(paths.get(source, ()), paths.get(target, ()), strict=False):
            if one != other:
                break
            weights[one] += weight
    return weights


def _drop_splinters(parts: dict[int, set[EntityId]], was: Mapping[int, frozenset[EntityId]], smallest: int) -> None:
    """Take away what has become too small to stand alone, as long as anything is left to join."""
    small = [number for number, own in parts.items() if len(own) < min(smallest, len(was[number]))]
    if len(small) < len(parts):
        for number in small:
            del parts[number]


def _largest_pieces(
    was: frozenset[EntityId], staying: frozenset[EntityId], old: Weights, neighbours: _Neighbours
) -> frozenset[EntityId]:
    """Those that stay where they were: of what hung together and does no more the largest piece."""
    pieces = _pieces(staying, neighbours)
    if len(pieces) < 2:
        return staying
    own = {pair: weight for pair, weight in old.items() if pair[0] in was and pair[1] in was}
    before = {entity: at for at, piece in enumerate(_pieces(was, _neighbours(own))) for entity in piece}
    largest: dict[int, frozenset[EntityId]] = {}
    for piece in pieces:  # the largest first
        for at in sorted({before[entity] for entity in piece}):
            largest.setdefault(at, piece)
    return frozenset().union(*largest.values())


def _join_by_ties(
    loose: Collection[EntityId], homes: dict[EntityId, int], neighbours: _Neighbours
) -> frozenset[EntityId]:
    """Give a home to all that are tied to something that has one, the nearest first; returns the others."""
    waiting = frozenset(loose)
    while waiting:
        chosen: dict[EntityId, int] = {}
        for entity in waiting:
            ties: dict[int, float] = {}
            for other, weight in sorted(neighbours.get(entity, {}).items()):
                if other in homes:
                    ties[homes[other]] = ties.get(homes[other], 0.0) + weight
            if ties:
                chosen[entity] = min(ties, key=lambda number: (-ties[number], number))
        if not chosen:
            break
        homes.update(chosen)
        waiting -= chosen.keys()
    return waiting


def _join_by_contexts(
    loose: frozenset[EntityId], homes: dict[EntityId, int], contexts: Contexts
) -> frozenset[EntityId]:
    """Give a home to all that are met in the same surroundings as something that has one; returns the others."""
    among = sorted(entity for entity in homes if entity in contexts)
    joining = sorted(entity for entity in loose if entity in contexts)
    if not among or not joining:
        return loose
    nearest = contexts.nearest(joining, among)
    homes.update({entity: homes[other] for entity, other in zip(joining, nearest, strict=True)})
    return loose.difference(joining)


def _neighbours(edges: Weights) -> dict[EntityId, dict[EntityId, float]]:
    found: dict[EntityId, dict[EntityId, float]] = {}
    for (source, target), weight in edges.items():
        found.setdefault(source, {})[target] = weight
        found.setdefault(target, {})[source] = weight
    return found


def _pieces(members: Iterable[EntityId], neighbours: _Neighbours) -> list[frozenset[EntityId]]:
    """Those that hang together through one another, the largest first."""
    left = set(members)
    found: list[frozenset[EntityId]] = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        piece, waiting = {start}, [start]
        while waiting:
            reached = left.intersection(neighbours.get(waiting.pop(), ()))
            left -= reached
            piece |= reached
            waiting.extend(reached)
        found.append(frozenset(piece))
    return sorted(found, key=lambda piece: (-len(piece), min(piece)))
