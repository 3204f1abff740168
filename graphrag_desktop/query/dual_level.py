"""Dual-level search: what a question is about in particular leads to entities, what it is about in general to relationships.

LightRAG (Guo et al. 2024): two lists of key words, the first looked up among the vectors of entities, the second among those
of relationships; then a step further from each, and the text units they come from. A third of the window for each kind.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

import numpy as np

from graphrag_desktop.domain.asking import Candidate, Considered, Keywords, fill
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.graph import Entity, Relationship
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.pipeline.report_records import entity_item, relationship_item
from graphrag_desktop.project import Project
from graphrag_desktop.query.kept_vectors import Kept, is_latent, question_vector, vectors_of
from graphrag_desktop.query.measured_question import MeasuredQuestion
from graphrag_desktop.query.named_entities import named_entities
from graphrag_desktop.query.restricting import items_within
from graphrag_desktop.query.text_unit_records import unit_items
from graphrag_desktop.storage import documents, graph
from graphrag_desktop.storage.neighbourhoods import relationships_around, relationships_numbered, sources_naming

_EACH = 5  # relationships of one entity that are looked at
_MOST_UNITS = 60  # text units that are looked at: far more than fit
_THIRD = 1 / 3  # of the window, for entities and for relationships; text units have the rest
Item = TypeVar("Item")


def consider_dual_level(project: Project, question: str, control: RunControl) -> Considered:
    """Entities, relationships and text units by both lists of key words, in turn, each kind in or out of its share."""
    keywords = project.engine.keywords(question, control)
    control.checkpoint()
    entities, relationships = _found(project, question, keywords, control)
    measured = MeasuredQuestion(project, question) if is_latent(project) else None
    limit, encoding = project.settings.map_data_tokens, project.settings.encoding

    def count(text: str) -> int:
        return count_tokens(text, encoding)

    known = {each.id: each for each in entities}
    ends = {end for each in relationships for end in (each.source, each.target)} - set(known)
    known |= {each.id: each for each in graph.entities_of(project.database, ends)}
    told = tuple(entity_item(each, (), count) for each in entities)
    if measured is not None:
        told = measured.told((item, measured.entity(item.entity) if item.entity else None) for item in told)
    tied = tuple(relationship_item(each, known, (), count) for each in relationships)
    told, tied = items_within(project, told), items_within(project, tied)
    filled = [*fill(told, int(_THIRD * limit)), *fill(tied, int(_THIRD * limit))]
    used = sum(each.item.tokens for each in filled if each.is_in)
    units = items_within(project, _units(project, [each.number for each in entities], measured))
    candidates = (*filled, *fill(units, limit - used))
    choices = len(vectors_of(project, "entity", control).numbers)
    if measured is None:
        return Considered(candidates, limit, Kind.SOURCE, choices=choices)
    if not any(each.item.relevance for each in candidates if each.is_in):
        candidates = tuple(Candidate(each.item, is_in=False) for each in candidates)
    return Considered(candidates, limit, Kind.SOURCE, measured.missing, choices)


def _found(
    project: Project, question: str, keywords: Keywords, control: RunControl
) -> tuple[tuple[Entity, ...], tuple[Relationship, ...]]:
    """What both lists lead to, a step further from each, taken in turn; what the question names comes first."""
    database = project.database
    named = [each.number for each in named_entities(database, question)]
    low = [*named, *_nearest(project, "entity", keywords.low, control)]
    high = relationships_numbered(database, by_nearness := _nearest(project, "relationship", keywords.high, control))
    place_of = {number: place for place, number in enumerate(by_nearness)}
    high = tuple(sorted(high, key=lambda each: place_of[each.number]))
    around = relationships_around(database, low)
    known = {each.number: each for number in dict.fromkeys(low) if (each := graph.entity(database, number)) is not None}
    ends = {end for each in (*around, *high) for end in (each.source, each.target)}
    by_id = {each.id: each for each in graph.entities_of(database, ends)}
    of_high = [by_id[end] for each in high for end in (each.source, each.target)]
    ranked = sorted(around, key=lambda each: (-by_id[each.source].degree - by_id[each.target].degree, -each.count))
    entities = tuple({each.number: each for each in in_turn(tuple(known.values()), of_high)}.values())
    return entities, tuple({each.number: each for each in in_turn(ranked[: _EACH * len(known)], high)}.values())


def in_turn(one: Sequence[Item], other: Sequence[Item]) -> Iterator[Item]:
    """The first of each, the second of each, and so on; what is left of the longer one after that."""
    for pair in zip_longest(one, other):
        yield from (each for each in pair if each is not None)


def _nearest(project: Project, what: Kept, words: Sequence[str], control: RunControl) -> list[int]:
    """The numbers of the records nearest to the words together, the nearest first."""
    vectors = vectors_of(project, what, control)
    cosines = vectors.cosines(question_vector(project, ", ".join(words), control))
    order = np.argsort(-cosines, kind="stable")[: project.settings.dual_records].tolist()
    return [int(vectors.numbers[place]) for place in order if cosines[place] > 0]


def _units(project: Project, entities: Sequence[int], measured: MeasuredQuestion | None) -> tuple[ContextItem, ...]:
    """The text units that name the entities: by what they say to the question where that is known, then by how many."""
    place_of = {number: place for place, number in enumerate(entities)}
    count: Counter[int] = Counter()
    first: dict[int, int] = {}
    for entity, source, _ in sources_naming(project.database, entities):
        count[source] += 1
        first[source] = min(first.get(source, len(entities)), place_of[entity])
    helpful = {} if measured is None else measured.units

    def rank(source: int) -> tuple[float, int, int, int]:
        said = helpful.get(source)
        return (0.0 if said is None else -said.relevance), -count[source], first[source], source

    ranked = sorted(count, key=rank)[:_MOST_UNITS]
    units = (documents.text_unit(project.database, number) for number in ranked)
    items = unit_items(project, [each for each in units if each is not None], {})
    return items if measured is None else measured.told((item, helpful.get(item.number)) for item in items)
