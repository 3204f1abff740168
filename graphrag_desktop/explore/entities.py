"""Entities as rows, and one of them with all that surrounds it."""

from dataclasses import dataclass

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.graph import Entity, Relationship
from graphrag_desktop.explore.support import NO_SUPPORT, Independence, Support
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, graph


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A relationship of an entity, the entity at its other end, and how many documents bear it out."""

    relationship: Relationship
    entity: Entity
    support: Support = NO_SUPPORT


@dataclass(frozen=True, slots=True)
class EntityView:
    """An entity, its neighbours (those most often named with it first), its community on each level, and how many
    documents bear it out."""

    entity: Entity
    neighbours: tuple[Neighbour, ...]
    communities: tuple[int, ...]
    support: Support = NO_SUPPORT


def entity_rows(project: Project) -> tuple[Entity, ...]:
    """All entities, the best connected first."""
    return tuple(sorted(graph.entities(project.database), key=lambda each: (-each.degree, each.id)))


def entity_view(project: Project, number: int) -> EntityView:
    """One entity; raises `InputError` where there is none of that number."""
    entity = graph.entity(project.database, number)
    if entity is None:
        raise InputError(f"There is no entity {number}.", "It may have gone with the document that named it.")
    relationships = graph.relationships_of(project.database, number)
    ends = [each.target if each.source == entity.id else each.source for each in relationships]
    known = {each.id: each for each in graph.entities_of(project.database, ends)}
    independence = Independence(project)
    support = independence.of_records(Kind.RELATIONSHIP, [each.number for each in relationships])
    return EntityView(
        entity,
        tuple(Neighbour(each, known[end], support[each.number]) for each, end in zip(relationships, ends, strict=True)),
        communities.communities_of(project.database, number),
        independence.of_records(Kind.ENTITY, [number])[number],
    )
