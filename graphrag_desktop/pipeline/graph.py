"""From consolidated extractions to the knowledge graph: what each entity amounts to in the whole collection."""

from bisect import bisect_right
from collections.abc import Sequence

from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.extractions import ExtractedEntity, ExtractedSentence, Extractions, Origin
from graphrag_desktop.domain.graph import Entity, KnowledgeGraph, Relationship
from graphrag_desktop.domain.identity import DocumentId, EntityId


def build_graph(extractions: Extractions) -> KnowledgeGraph:
    """Entities with their counts and degrees, and their relationships; numbers are given when it is kept."""
    sentences: dict[EntityId, int] = {}
    documents: dict[EntityId, set[DocumentId]] = {}
    for sentence in extractions.sentences:
        for entity in {mention.entity for mention in sentence.mentions}:
            sentences[entity] = sentences.get(entity, 0) + 1
            documents.setdefault(entity, set()).add(sentence.document)
    for found in extractions.entities:
        documents.setdefault(found.id, set()).update(origin.document for origin in found.origins)
    degrees: dict[EntityId, int] = {}
    for relationship in extractions.relationships:
        for end in (relationship.source, relationship.target):
            degrees[end] = degrees.get(end, 0) + 1
    entities = tuple(
        Entity(
            id=each.id,
            number=0,
            title=each.title,
            type=each.type,
            description=_describe(each, sentences.get(each.id, 0), len(documents[each.id])),
            count=each.count or sentences.get(each.id, 0),
            documents=len(documents[each.id]),
            degree=degrees.get(each.id, 0),
            aliases=each.aliases,
        )
        for each in extractions.entities
    )
    relationships = tuple(
        Relationship(
            number=0,
            source=each.source,
            target=each.target,
            description=" ".join(each.descriptions),
            count=each.count,
            clustering_weight=each.clustering_weight,
            strength=each.strength,
        )
        for each in extractions.relationships
    )
    return KnowledgeGraph(entities, relationships, extractions.ties, extractions.hubs)


def place_sentences(sentences: Sequence[ExtractedSentence], units: Sequence[TextUnit]) -> tuple[int, ...]:
    """For each sentence the index of the first text unit that holds its first character: it counts there alone.

    `units` are in order within each document and cover its text.
    """
    ends: dict[DocumentId, list[int]] = {}
    firsts: dict[DocumentId, int] = {}
    for index, unit in enumerate(units):
        firsts.setdefault(unit.document, index)
        ends.setdefault(unit.document, []).append(unit.span.end)
    return tuple(firsts[each.document] + bisect_right(ends[each.document], each.span.start) for each in sentences)


def units_entities(
    extractions: Extractions, places: Sequence[int], units: Sequence[TextUnit]
) -> tuple[tuple[EntityId, ...], ...]:
    """The entities that each text unit names, or from which they were read, sorted."""
    named: list[set[EntityId]] = [set() for _ in units]
    for sentence, place in zip(extractions.sentences, places, strict=True):
        named[place].update(mention.entity for mention in sentence.mentions)
    unit_of = {Origin(unit.document, unit.span.start): place for place, unit in enumerate(units)}
    for entity in extractions.entities:
        for origin in entity.origins:
            named[unit_of[origin]].add(entity.id)
    return tuple(tuple(sorted(each)) for each in named)


def _describe(entity: ExtractedEntity, sentences: int, documents: int) -> str:
    if entity.descriptions:
        return " ".join(entity.descriptions)
    return (
        f"Named in {sentences:,} sentence{'' if sentences == 1 else 's'}"
        f" of {documents:,} document{'' if documents == 1 else 's'}."
    )
