"""The records of each community with the sentences they rest on, and what each costs in tokens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphrag_desktop.domain.claims import Claim
from graphrag_desktop.domain.communities import CommunityHierarchy
from graphrag_desktop.domain.contexts import ContextItem, EvidenceSentence, Kind
from graphrag_desktop.domain.graph import Entity, Relationship
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.packing import LeafRelationship

Record = tuple[Kind, int]
"""A record by its kind and number."""

_SENTENCES_OF = {Kind.ENTITY: 6, Kind.RELATIONSHIP: 3}  # the best of each record; else a few fill the whole budget


@dataclass(frozen=True, slots=True)
class CommunityRecords:
    """What belongs to one community and to none of its children.

    A community without children has its entities and their relationships; one with children has the relationships
    between them. `degrees` are of all entities in it, those of its children included, and `sentences` the numbers of
    all that speak of it. `claims` are those about each of its own entities.
    """

    degrees: Mapping[Record, int]
    relationships: tuple[LeafRelationship[Record], ...]
    own: tuple[Record, ...]
    sentences: tuple[int, ...] = ()
    claims: Mapping[Record, tuple[Record, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordShelf:
    """Every record as an item of a context, and for each community which are its own."""

    items: Mapping[Record, ContextItem]
    communities: Mapping[int, CommunityRecords]

    def tokens(self, records: Sequence[Record]) -> int:
        """What the records cost together."""
        return sum(self.items[record].tokens for record in records)


def shelve_records(
    hierarchy: CommunityHierarchy,
    entities: Sequence[Entity],
    relationships: Sequence[Relationship],
    homes: Mapping[int, Sequence[EvidenceSentence]],
    count_tokens: Callable[[str], int],
    claims: Sequence[Claim] = (),
) -> RecordShelf:
    """Lay out the records of all communities; `homes` has the sentences of each community that does not split.

    A sentence goes with the relationship whose two ends it names that comes first in the leaf order, else with the
    entity it names that does, so that it is sent once.
    """
    known = {each.id: each for each in entities}
    paths = _paths(hierarchy)
    within: dict[int, list[Relationship]] = {}
    for relationship in relationships:
        lowest = _lowest_common(paths[relationship.source], paths[relationship.target])
        if lowest is not None:
            within.setdefault(lowest, []).append(relationship)
    items = {(Kind.CLAIM, each.number): claim_item(each, known, count_tokens) for each in claims}
    told_of: dict[EntityId, list[Record]] = {}
    for claim in claims:
        told_of.setdefault(claim.subject, []).append((Kind.CLAIM, claim.number))
    communities: dict[int, CommunityRecords] = {}
    for number, community in hierarchy.communities.items():
        members = [known[each] for each in community.entities]
        own_entities = [] if community.children else members
        pool = _pool(hierarchy, number, homes)
        told = _assign(
            within.get(number, []),
            own_entities,
            pool,
            known,
            has_children=bool(community.children),
        )
        for entity in own_entities:
            items[Kind.ENTITY, entity.number] = entity_item(
                entity, told.get((Kind.ENTITY, entity.number), ()), count_tokens
            )
        for each in within.get(number, []):
            record = (Kind.RELATIONSHIP, each.number)
            items[record] = relationship_item(each, known, told.get(record, ()), count_tokens)
        records = _community(within.get(number, []), own_entities, members, known)
        claimed = {(Kind.ENTITY, each.number): tuple(told_of.get(each.id, ())) for each in own_entities}
        communities[number] = replace(
            records,
            own=(*records.own, *(claim for found in claimed.values() for claim in found)),
            sentences=tuple(each.number for each in pool),
            claims=claimed,
        )
    return RecordShelf(items, communities)


def _community(
    relationships: Sequence[Relationship],
    own_entities: Sequence[Entity],
    members: Sequence[Entity],
    known: Mapping[EntityId, Entity],
) -> CommunityRecords:
    return CommunityRecords(
        degrees={(Kind.ENTITY, each.number): each.degree for each in members},
        relationships=tuple(
            LeafRelationship(
                (Kind.RELATIONSHIP, each.number),
                (Kind.ENTITY, known[each.source].number),
                (Kind.ENTITY, known[each.target].number),
            )
            for each in relationships
        ),
        own=(
            *((Kind.ENTITY, each.number) for each in own_entities),
            *((Kind.RELATIONSHIP, each.number) for each in relationships),
        ),
    )


def _paths(hierarchy: CommunityHierarchy) -> dict[EntityId, tuple[int, ...]]:
    """For each entity the communities that hold it, from level 0 down, each once."""
    paths: dict[EntityId, tuple[int, ...]] = {}
    for numbers in hierarchy.levels:
        for number in numbers:
            for member in hierarchy.communities[number].entities:
                path = paths.get(member, ())
                if not path or path[-1] != number:
                    paths[member] = (*path, number)
    return paths


def _lowest_common(first: tuple[int, ...], second: tuple[int, ...]) -> int | None:
    lowest = None
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        lowest = one
    return lowest


def _pool(
    hierarchy: CommunityHierarchy, number: int, homes: Mapping[int, Sequence[EvidenceSentence]]
) -> list[EvidenceSentence]:
    children = hierarchy.communities[number].children
    if not children:
        return list(homes.get(number, ()))
    found = {each.number: each for child in children for each in _pool(hierarchy, child, homes)}
    return [found[key] for key in sorted(found)]


def _assign(
    relationships: Sequence[Relationship],
    entities: Sequence[Entity],
    pool: Sequence[EvidenceSentence],
    known: Mapping[EntityId, Entity],
    *,
    has_children: bool,
) -> dict[Record, tuple[EvidenceSentence, ...]]:
    ranked = sorted(relationships, key=lambda each: -(known[each.source].degree + known[each.target].degree))
    pairs = {(each.source, each.target): position for position, each in enumerate(ranked)}
    singles = {each.id: each for each in entities}
    told: dict[Record, list[EvidenceSentence]] = {}
    for sentence in pool:
        named = sentence.entities
        found = [
            pairs[pair] for at, one in enumerate(named) for other in named[at + 1 :] if (pair := (one, other)) in pairs
        ]
        if found:
            told.setdefault((Kind.RELATIONSHIP, ranked[min(found)].number), []).append(sentence)
        elif not has_children and (members := [singles[each] for each in named if each in singles]):
            best = max(members, key=lambda each: (each.degree, each.id))
            told.setdefault((Kind.ENTITY, best.number), []).append(sentence)
    return {
        record: tuple(sorted(found, key=lambda each: (-each.quality, each.number))[: _SENTENCES_OF[record[0]]])
        for record, found in told.items()
    }


def entity_item(
    entity: Entity, sentences: tuple[EvidenceSentence, ...], count_tokens: Callable[[str], int]
) -> ContextItem:
    """An entity as a record, with the sentences that go with it."""
    header = f"Entity {entity.number}: {entity.title} ({entity.type}). {entity.description}"
    text = _with_sentences(header, sentences)
    return ContextItem(
        Kind.ENTITY, entity.number, entity.title, text, count_tokens(text), entity=entity.id, sentences=sentences
    )


def relationship_item(
    relationship: Relationship,
    known: Mapping[EntityId, Entity],
    sentences: tuple[EvidenceSentence, ...],
    count_tokens: Callable[[str], int],
) -> ContextItem:
    """A relationship as a record, with the sentences that go with it."""
    title = f"{known[relationship.source].title} – {known[relationship.target].title}"
    times = "once" if relationship.count == 1 else f"{relationship.count:,} times"
    header = f"Relationship {relationship.number}: {title}. {relationship.description or f'Named together {times}.'}"
    text = _with_sentences(header, sentences)
    return ContextItem(Kind.RELATIONSHIP, relationship.number, title, text, count_tokens(text), sentences=sentences)


def claim_item(claim: Claim, known: Mapping[EntityId, Entity], count_tokens: Callable[[str], int]) -> ContextItem:
    """A claim as a record."""
    about = known[claim.subject].title
    if claim.object_words:
        about += f" and {claim.object_words if claim.object is None else known[claim.object].title}"
    dates = " to ".join(dict.fromkeys(each for each in (claim.start_date, claim.end_date) if each))
    text = f"Claim {claim.number}: {about} ({claim.type}, {claim.status}{f', {dates}' if dates else ''}). {claim.description}"
    return ContextItem(Kind.CLAIM, claim.number, about, text, count_tokens(text))


def _with_sentences(header: str, sentences: Sequence[EvidenceSentence]) -> str:
    return "\n".join([header, *(f"- {' '.join(each.text.split())} (Source {each.source})" for each in sentences)])
