"""Which records fit a budget of tokens: the rules of the paper, on costs handed in.

Leaf rule, higher-level rule: GraphRAG (Edge et al.) 3.1.5. Map batches and reduce: 3.1.6. All of them stop at the first
record that does not fit; none skips it to fill the gap.
"""

import random
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Record = TypeVar("Record", bound=Hashable)


@dataclass(frozen=True, slots=True)
class LeafRelationship(Generic[Record]):
    """A relationship of a community: its record, and those of its two entities."""

    record: Record
    source: Record
    target: Record


@dataclass(frozen=True, slots=True)
class Packed(Generic[Record]):
    """The records that fit, in order, and their tokens; `is_truncated` if some did not."""

    records: tuple[Record, ...]
    tokens: int
    is_truncated: bool


def order_leaf(
    degrees: Mapping[Record, int],
    relationships: Sequence[LeafRelationship[Record]],
    claims: Mapping[Record, Sequence[Record]],
    *,
    claims_first: bool = False,
) -> tuple[Record, ...]:
    """The records of a community in the order of the leaf rule, each once.

    Relationships by the combined degree of their ends, descending (ties in the order given); for each: source,
    target, relationship, then the claims of both (v2 of the paper; `claims_first`: before the relationship, v1).
    Entities without a relationship here follow by degree, so that none is lost. `claims` maps an entity to its claims.
    """
    ordered: dict[Record, None] = {}
    ranked = sorted(relationships, key=lambda each: -(degrees[each.source] + degrees[each.target]))
    for relationship in ranked:
        ends = (relationship.source, relationship.target)
        told = [claim for end in ends for claim in claims.get(end, ())]
        rest = [*told, relationship.record] if claims_first else [relationship.record, *told]
        ordered.update(dict.fromkeys([*ends, *rest]))
    for entity in sorted((entity for entity in degrees if entity not in ordered), key=lambda each: -degrees[each]):
        ordered.update(dict.fromkeys([entity, *claims.get(entity, ())]))
    return tuple(ordered)


def take_until_overflow(records: Iterable[Record], costs: Mapping[Record, int], limit: int) -> Packed[Record]:
    """The longest beginning of `records` whose costs stay within `limit`."""
    taken: list[Record] = []
    tokens = 0
    for record in records:
        if tokens + costs[record] > limit:
            return Packed(tuple(taken), tokens, is_truncated=True)
        taken.append(record)
        tokens += costs[record]
    return Packed(tuple(taken), tokens, is_truncated=False)


@dataclass(frozen=True, slots=True)
class SubCommunity(Generic[Record]):
    """A child of a community: the tokens of its elements that no sibling has, and those of its report (None: it has none)."""

    record: Record
    element_tokens: int
    report_tokens: int | None


@dataclass(frozen=True, slots=True)
class Substitution(Generic[Record]):
    """The children whose reports stand in for their elements, in order; `fits` if all is within the limit then."""

    replaced: tuple[Record, ...]
    tokens: int
    fits: bool


def substitute_reports(
    children: Sequence[SubCommunity[Record]], residual_tokens: int, limit: int
) -> Substitution[Record]:
    """The higher-level rule: while it is too much, put the report of the child with most element tokens for its elements.

    `residual_tokens` are those of elements that belong to no child, such as relationships between children.
    """
    tokens = residual_tokens + sum(child.element_tokens for child in children)
    replaced: list[Record] = []
    for child in sorted(children, key=lambda each: -each.element_tokens):
        if tokens <= limit:
            break
        if child.report_tokens is not None:
            replaced.append(child.record)
            tokens += child.report_tokens - child.element_tokens
    return Substitution(tuple(replaced), tokens, fits=tokens <= limit)


def shuffle(records: Sequence[Record], seed: int) -> tuple[Record, ...]:
    """The records in an order that depends on `seed` and their number alone."""
    shuffled = list(records)
    random.Random(seed).shuffle(shuffled)  # noqa: S311 - an order, not a secret
    return tuple(shuffled)


def pack_batches(records: Sequence[Record], costs: Mapping[Record, int], limit: int) -> tuple[tuple[Record, ...], ...]:
    """Fill map batches greedily in the order given; a record above the limit has a batch to itself."""
    batches: list[list[Record]] = []
    tokens = 0
    for record in records:
        if not batches or tokens + costs[record] > limit:
            batches.append([])
            tokens = 0
        batches[-1].append(record)
        tokens += costs[record]
    return tuple(tuple(batch) for batch in batches)


def keep_helpful(
    records: Sequence[Record], scores: Mapping[Record, int], costs: Mapping[Record, int], limit: int
) -> Packed[Record]:
    """The reduce rule: zeros dropped, the rest by score, descending (ties in the order given), until the first overflow."""
    helpful = [record for record in records if scores[record] > 0]
    return take_until_overflow(sorted(helpful, key=lambda each: -scores[each]), costs, limit)
