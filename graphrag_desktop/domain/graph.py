"""The knowledge graph: entities, relationships and claims, and where the documents show them."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphrag_desktop.domain.identity import DocumentId, EntityId, Span


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, organisation, place, event or concept, merged over all text units.

    `count` is the number of sentences (built-in engine) or records (a model) that name it, `documents` the number of
    documents, `degree` the number of its relationships.
    """

    id: EntityId
    number: int
    title: str
    type: str
    description: str
    count: int
    documents: int
    degree: int
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityLabel:
    """What a picture shows of an entity."""

    title: str
    degree: int


@dataclass(frozen=True, slots=True)
class Relationship:
    """Two entities and what connects them, as found in one or more text units.

    Undirected: `source` is the smaller id. `count` is the number of instances, reversed ones included.
    `strength` is the sum a model gave, kept apart. `clustering_weight` is what Leiden sees; 0 where pruned.
    """

    number: int
    source: EntityId
    target: EntityId
    description: str
    count: int
    clustering_weight: float
    strength: float | None = None


def entity_words(entity: Entity) -> str:
    """An entity in words, as its vector is made of them: its name and its description (microsoft/graphrag)."""
    return f"{entity.title}: {entity.description}" if entity.description else entity.title


def relationship_words(relationship: Relationship, titles: Mapping[EntityId, str]) -> str:
    """A relationship in words, as its vector is made of them."""
    return f"{titles[relationship.source]} – {titles[relationship.target]}. {relationship.description}".strip()


@dataclass(frozen=True, slots=True)
class KnowledgeGraph:
    """Entities in canonical order (by id), and relationships (by their pair of ids)."""

    entities: tuple[Entity, ...]
    relationships: tuple[Relationship, ...]
    ties: tuple[tuple[EntityId, EntityId, float], ...] = ()
    hubs: frozenset[EntityId] = frozenset()


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words of a document: `quote` is exactly `text[span.start:span.end]`; `page` counts from 1 or is None."""

    document: DocumentId
    path: str
    page: int | None
    span: Span
    quote: str
