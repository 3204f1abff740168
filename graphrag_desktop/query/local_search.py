"""Local search: from the entities that a question means to what is known around them, in one window.

As in microsoft/graphrag 3: ten entities by name and by the vectors of their descriptions; half of the window for text
units, 15 % for reports, the rest for entities, relationships and claims. What reports and records leave goes to text.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from graphrag_desktop.domain.asking import Candidate, Considered, fill
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.graph import Entity, Relationship
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.pipeline.report_records import claim_item, entity_item, relationship_item
from graphrag_desktop.project import Project
from graphrag_desktop.query.index_memory import remember_index
from graphrag_desktop.query.kept_vectors import is_latent, question_vector, vectors_of
from graphrag_desktop.query.measured_question import MeasuredQuestion
from graphrag_desktop.query.named_entities import named_entities
from graphrag_desktop.query.report_ranking import SUMMARY_LEVEL, report_item
from graphrag_desktop.query.restricting import items_within
from graphrag_desktop.query.retrieval import Helpful
from graphrag_desktop.query.text_unit_records import unit_items
from graphrag_desktop.storage import communities, documents, graph
from graphrag_desktop.storage.neighbourhoods import claims_about, relationships_around, sources_naming

MOST_ENTITIES, RELATIONSHIPS_EACH = 10, 10
TEXT_SHARE, REPORT_SHARE = 0.5, 0.15
"""Of the window; entities, relationships and claims have the rest."""

_MOST_UNITS = 60  # text units that are looked at: far more than fit
_CONCEPT = "concept"


@dataclass(frozen=True, slots=True)
class Chosen:
    """An entity that a question means: by its name (`is_named`), or near to it by `cosine`."""

    entity: Entity
    cosine: float
    is_named: bool


def consider_local(project: Project, question: str, control: RunControl) -> Considered:
    """Every record around the entities of a question, in the order of the window, each in or out of its share."""
    chosen = choose_entities(project, question, control)
    control.checkpoint()
    measured = MeasuredQuestion(project, question) if is_latent(project) else None
    around = _Around(project, chosen, measured)
    limit = project.settings.map_data_tokens
    reports = fill(items_within(project, around.reports()), int(REPORT_SHARE * limit))
    records = fill(items_within(project, around.records()), int((1 - TEXT_SHARE - REPORT_SHARE) * limit))
    used = sum(each.item.tokens for each in (*reports, *records) if each.is_in)
    texts = fill(items_within(project, around.text_units()), limit - used)
    candidates = (*reports, *records, *texts)
    choices = len(vectors_of(project, "entity", control).numbers)
    if measured is None:
        return Considered(candidates, limit, Kind.SOURCE, choices=choices)
    if not any(each.item.relevance for each in candidates if each.is_in):
        candidates = tuple(Candidate(each.item, is_in=False) for each in candidates)
    return Considered(candidates, limit, Kind.SOURCE, measured.missing, choices)


def choose_entities(project: Project, question: str, control: RunControl) -> tuple[Chosen, ...]:
    """Those that the question names, names of things that are no concepts first, then the nearest by their vectors."""
    vectors = vectors_of(project, "entity", control)
    cosines = vectors.cosines(question_vector(project, question, control))
    place_of = dict(zip(vectors.numbers.tolist(), range(len(vectors.numbers)), strict=True))
    named = [
        Chosen(each, float(cosines[place_of[each.number]]), is_named=True)
        for each in named_entities(project.database, question)
        if each.number in place_of
    ]
    named.sort(key=lambda each: (each.entity.type.casefold() == _CONCEPT, -each.cosine))
    known = {each.entity.number for each in named}
    nearest = [
        int(vectors.numbers[place])
        for place in np.argsort(-cosines, kind="stable")[: MOST_ENTITIES + len(named)].tolist()
        if cosines[place] > 0
    ]
    wanted = [each for each in nearest if each not in known][: max(0, MOST_ENTITIES - len(named))]
    near = (graph.entity(project.database, each) for each in wanted)
    others = [Chosen(each, float(cosines[place_of[each.number]]), is_named=False) for each in near if each is not None]
    return tuple((*named, *others)[: max(MOST_ENTITIES, len(named))])


def rank_relationships(
    chosen: Sequence[EntityId], relationships: Sequence[Relationship], degrees: Mapping[EntityId, int]
) -> tuple[Relationship, ...]:
    """Those between chosen entities first, by the combined degree of their ends; then those that lead out of them.

    Of the latter first those whose other end is tied to most chosen entities. At most ten for each chosen entity.
    """
    inside = frozenset(chosen)
    outer = Counter(end for each in relationships for end in (each.source, each.target) if end not in inside)

    def rank(each: Relationship) -> tuple[bool, int, int, int]:
        out = [end for end in (each.source, each.target) if end not in inside]
        return bool(out), -sum(outer[end] for end in out), -degrees[each.source] - degrees[each.target], each.number

    return tuple(sorted(relationships, key=rank)[: RELATIONSHIPS_EACH * len(inside)])


class _Around:
    """The records around chosen entities, each kind in its order."""

    def __init__(self, project: Project, chosen: Sequence[Chosen], measured: MeasuredQuestion | None) -> None:
        self._project = project
        self._chosen = chosen
        self._measured = measured
        self._numbers = [each.entity.number for each in chosen]
        self._encoding = project.settings.encoding

    def reports(self) -> tuple[ContextItem, ...]:
        """Of the communities at C2, or the deepest level, that hold most of them, the highest rated first."""
        memory = remember_index(self._project)
        level = memory.hierarchy.clamp(SUMMARY_LEVEL)
        held = Counter(communities.communities_at(self._project.database, self._numbers, level))
        found = communities.reports_of(self._project.database, held)
        ranked = sorted(found.values(), key=lambda each: (-held[each.number], -each.rating, each.number))
        items = tuple(map(report_item, ranked))
        if self._measured is None:
            return items
        told = self._measured.reports(memory, held)
        return self._measured.told((item, told[item.number]) for item in items)

    def records(self) -> tuple[ContextItem, ...]:
        """The entities, what ties them together and to others, and what is claimed of them."""
        ids = [each.entity.id for each in self._chosen]
        tied = relationships_around(self._project.database, self._numbers)
        ends = {end for each in tied for end in (each.source, each.target)}
        known = {each.id: each for each in graph.entities_of(self._project.database, ends)}
        degrees = {identity: each.degree for identity, each in known.items()}
        ranked = rank_relationships(ids, tied, degrees)
        claims = claims_about(self._project.database, ids)
        for claim in claims:
            known.update((each.entity.id, each.entity) for each in self._chosen)
            if claim.object is not None and claim.object not in known:
                known |= {each.id: each for each in graph.entities_of(self._project.database, [claim.object])}
        return (
            *self._entities(),
            *(relationship_item(each, known, (), self._count) for each in ranked),
            *(claim_item(each, known, self._count) for each in claims),
        )

    def text_units(self) -> tuple[ContextItem, ...]:
        """Those that name them: by what they say to the question where that is known, by the first entity that they
        name, by how many they name and how often.
        """
        place_of = {number: place for place, number in enumerate(self._numbers)}
        naming: dict[int, list[tuple[int, int]]] = {}
        for entity, source, count in sources_naming(self._project.database, self._numbers):
            naming.setdefault(source, []).append((place_of[entity], count))
        helpful = {} if self._measured is None else self._measured.units

        def rank(source: int) -> tuple[float, int, int, int, int]:
            said = helpful.get(source)
            named = naming[source]
            relevance = 0.0 if said is None else said.relevance
            return -relevance, min(named)[0], -len(named), -sum(count for _, count in named), source

        ranked = sorted(naming, key=rank)[:_MOST_UNITS]
        units = (documents.text_unit(self._project.database, number) for number in ranked)
        items = unit_items(self._project, [each for each in units if each is not None], {})
        if self._measured is None:
            return items
        return self._measured.told((item, helpful.get(item.number)) for item in items)

    def _entities(self) -> tuple[ContextItem, ...]:
        items = tuple(
            replace(
                entity_item(each.entity, (), self._count), relevance=1.0 if each.is_named else max(0.0, each.cosine)
            )
            for each in self._chosen
        )
        if self._measured is None:
            return items
        told: list[tuple[ContextItem, Helpful | None]] = [
            (item, self._measured.entity(each.entity.id)) for item, each in zip(items, self._chosen, strict=True)
        ]
        return self._measured.told(told)

    def _count(self, text: str) -> int:
        return count_tokens(text, self._encoding)
