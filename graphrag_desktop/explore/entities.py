"""Entities as rows, and one of them with all that surrounds it."""

from dataclasses import dataclass

from graphrag_desktop.domain.answers import Citation, CitationStatus
from graphrag_desktop.domain.claims import Claim
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.graph import Entity, Relationship
from graphrag_desktop.explore.disagreements import ClaimMark, claim_marks
from graphrag_desktop.explore.support import NO_SUPPORT, Independence, Support
from graphrag_desktop.project import Project
from graphrag_desktop.storage import claims, communities, graph
from graphrag_desktop.storage.evidence import EvidenceReader

MOST_SHOWN = 30
"""Neighbours that have a chip, and are shown before all of them are asked for: each costs a look into the index."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A relationship of an entity, the entity at its other end, the words it rests on (None beyond `MOST_SHOWN`), and how
    many documents bear it out."""

    relationship: Relationship
    entity: Entity
    citation: Citation | None = None
    support: Support = NO_SUPPORT


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim about an entity, the words it rests on, and what is to be known before it is believed."""

    claim: Claim
    citation: Citation
    mark: ClaimMark


@dataclass(frozen=True, slots=True)
class EntityView:
    """An entity, its neighbours (those most often named with it first), its community on each level, and
    how many documents bear it out.

    `citation` names the entity itself, with sentences that name it; `claims` are those of which it is the subject or
    the object.
    """

    entity: Entity
    neighbours: tuple[Neighbour, ...]
    communities: tuple[int, ...]
    citation: Citation
    claims: tuple[ClaimView, ...] = ()
    support: Support = NO_SUPPORT


def entity_rows(project: Project) -> tuple[Entity, ...]:
    """All entities, the most prominent first: the best connected, names and telling topics before words said of anything."""
    from graphrag_desktop.language.prominence import by_prominence, topicality_of

    return by_prominence(graph.entities(project.database), topicality_of(project.arrays))


def entity_view(project: Project, number: int) -> EntityView:
    """One entity; raises `InputError` where there is none of that number."""
    entity = graph.entity(project.database, number)
    if entity is None:
        raise InputError(f"There is no entity {number}.", "It may have gone with the document that named it.")
    number = entity.number  # another one where it was merged
    relationships = graph.relationships_of(project.database, number)
    ends = [each.target if each.source == entity.id else each.source for each in relationships]
    known = {each.id: each for each in graph.entities_of(project.database, ends)}
    reader = EvidenceReader(project.database)
    independence = Independence(project)
    support = independence.of_records(Kind.RELATIONSHIP, [each.number for each in relationships])
    return EntityView(
        entity,
        tuple(
            Neighbour(
                each,
                known[end],
                _citation(reader, Kind.RELATIONSHIP, each.number, each.description) if place < MOST_SHOWN else None,
                support[each.number],
            )
            for place, (each, end) in enumerate(zip(relationships, ends, strict=True))
        ),
        communities.communities_of(project.database, number),
        _citation(reader, Kind.ENTITY, number, entity.description),
        _claims(project, reader, entity),
        independence.of_records(Kind.ENTITY, [number])[number],
    )


def _citation(reader: EvidenceReader, kind: Kind, number: int, words: str) -> Citation:
    return Citation(words, kind, number, CitationStatus.OK, reader.record(kind, number) or ())


def _claims(project: Project, reader: EvidenceReader, entity: Entity) -> tuple[ClaimView, ...]:
    """Marked among all claims about the same, wherever they stand."""
    every = claims.claims(project.database)
    own = [each for each in every if entity.id in (each.subject, each.object)]
    subjects = {each.subject for each in own}
    marks = claim_marks([each for each in every if each.subject in subjects])
    return tuple(
        ClaimView(each, _citation(reader, Kind.CLAIM, each.number, each.quote), marks[each.number]) for each in own
    )
