"""Entities as rows, and one of them with all that surrounds it."""

from dataclasses import dataclass

from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.graph import Entity, Relationship
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, graph


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A relationship of an entity and the entity at its other end."""

    relationship: Relationship
    entity: Entity


@dataclass(frozen=True, slots=True)
class EntityView:
    """An entity, its neighbours (those most often named with it first), and its community on each level."""

    entity: Entity
    neighbours: tuple[Neighbour, ...]
    communities: tuple[int, ...]


def entity_rows(project: Project) -> tuple[Entity, ...]:
    """All entities, the most prominent first: the best connected, names and telling topics before words said of anything."""
    from graphrag_desktop.language.prominence import by_prominence, topicality_of

    return by_prominence(graph.entities(project.database), topicality_of(project.arrays))


def entity_view(project: Project, number: int) -> EntityView:
    """One entity; raises `InputError` where there is none of that number."""
    entity = graph.entity(project.database, number)
    if entity is None:
        raise InputError(f"There is no entity {number}.", "It may have gone with the document that named it.")
    relationships = graph.relationships_of(project.database, number)
    ends = [each.target if each.source == entity.id else each.source for each in relationships]
    known = {each.id: each for each in graph.entities_of(project.database, ends)}
    return EntityView(
        entity,
        tuple(Neighbour(each, known[end]) for each, end in zip(relationships, ends, strict=True)),
        communities.communities_of(project.database, number),
    )
