"""All records of a collection merged: one entity a name, one relationship a pair, every instance remembered."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphrag_desktop.domain.entity_edits import EditedLooks, EditedNames, EntityEdit, RawEntity, name_form
from graphrag_desktop.domain.extractions import (
    ExtractedClaim,
    ExtractedEntity,
    ExtractedRelationship,
    Extractions,
    FoundClaim,
    FoundEntity,
    FoundRelationship,
    Origin,
    Reading,
    ReadingTask,
)
from graphrag_desktop.domain.identity import DocumentId, EntityId, Span, entity_id
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.engines.model_claims import match_quote
from graphrag_desktop.engines.model_evidence import find_sentences, places_of
from graphrag_desktop.language.repetition import find_copies

UNKNOWN_TYPE = "unknown"
"""The type of an entity that was only ever named at the end of a relationship."""


@dataclass(frozen=True, slots=True)
class Consolidated:
    """The extractions, and what the analyst should know of them: how many names their texts do not have, and the like."""

    extractions: Extractions
    absent_names: int
    loose_ends: int


def consolidate_records(
    readings: Sequence[tuple[ReadingTask, Reading]],
    types: Sequence[str],
    settings: Settings,
    control: RunControl,
    edits: Sequence[EntityEdit] = (),
) -> Consolidated:
    """Merge the records of all readings; their order does not matter.

    Entities merge by normalised name alone (GraphRAG, Edge et al.: exact match), so that one name with two types is one
    entity: the types vote, the others are kept. Both directions of a relationship are one; its count is the number of
    instances, the strengths a model gave are summed apart. The analyst's `edits` say where a name leads instead.
    """
    ordered = sorted(readings, key=lambda each: (each[0].document, each[0].start))
    names = EditedNames(edits, _raw_entities(ordered) if edits else {})
    gathered = _Gathered(names, keeps_loose_ends=settings.loose_ends == "keep")
    for task, reading in ordered:
        control.checkpoint()
        gathered.add(task, reading)
    entities = gathered.entities(types)
    relationships = gathered.relationships(settings.relationship_weight)
    control.checkpoint()
    sentences = find_sentences([task for task, _ in ordered], gathered.places)
    copies = find_copies(_texts([task for task, _ in ordered]))
    extractions = Extractions(
        entities,
        relationships,
        sentences,
        copies=copies,
        claims=gathered.claims(),
        edited=names.outcome(each.id for each in entities),
    )
    return Consolidated(extractions, gathered.absent_names, gathered.loose_ends)


def _texts(tasks: Sequence[ReadingTask]) -> dict[DocumentId, str]:
    """The documents, their text units one after the other."""
    found: dict[DocumentId, list[str]] = {}
    for task in tasks:
        found.setdefault(task.document, []).append(task.text)
    return {document: "\n".join(texts) for document, texts in found.items()}


def _raw_entities(readings: Sequence[tuple[ReadingTask, Reading]]) -> dict[EntityId, RawEntity]:
    """Every name that was read, with its usual spelling."""
    spellings: dict[EntityId, Counter[str]] = {}
    for _, reading in readings:
        titles = [each.title for each in reading.entities]
        ends = [end for each in reading.relationships for end in (each.source, each.target)]
        for title in titles:
            spellings.setdefault(entity_id(title), Counter())[title] += 1
        for title in ends:
            spellings.setdefault(entity_id(title), Counter({title: 0}))
    return {identity: RawEntity(_most_common(each)) for identity, each in spellings.items()}


@dataclass(slots=True)
class _Name:
    """One entity while its instances are gathered."""

    spellings: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    descriptions: dict[str, str] = field(default_factory=dict)
    origins: dict[Origin, None] = field(default_factory=dict)


@dataclass(slots=True)
class _Pair:
    """One relationship while its instances are gathered."""

    descriptions: dict[str, str] = field(default_factory=dict)
    origins: dict[Origin, None] = field(default_factory=dict)
    count: int = 0
    strength: float = 0.0
    has_strength: bool = False


class _Gathered:
    """Names and pairs of all readings so far, which come in canonical order."""

    def __init__(self, names: EditedNames, *, keeps_loose_ends: bool) -> None:
        self._edited = names
        self.places: dict[
            DocumentId, dict[tuple[Span, EntityId], None]
        ] = {}  # text units overlap, places do not repeat
        self.absent_names = 0
        self.loose_ends = 0
        self._keeps_loose_ends = keeps_loose_ends
        self._names: dict[EntityId, _Name] = {}
        self._pairs: dict[tuple[EntityId, EntityId], _Pair] = {}
        self._ends: dict[EntityId, Counter[str]] = {}
        self._end_origins: dict[EntityId, dict[Origin, None]] = {}
        self._claims: list[tuple[ReadingTask, FoundClaim]] = []

    def add(self, task: ReadingTask, reading: Reading) -> None:
        """Take one reading; an entity counts once in it, however often it was written."""
        origin = Origin(task.document, task.start)
        titles: dict[EntityId, str] = {}
        for entity in reading.entities:
            identity = self._lead(entity.title, task)
            if identity is not None:
                _add_entity(self._names.setdefault(identity, _Name()), entity, origin)
            titles.setdefault(entity_id(entity.title), entity.title)
        for relationship in reading.relationships:
            self._add_relationship(relationship, task, origin)
            for title in (relationship.source, relationship.target):
                titles.setdefault(entity_id(title), title)
        self._claims.extend((task, claim) for claim in reading.claims)
        self._find(task, titles)

    def entities(self, types: Sequence[str]) -> tuple[ExtractedEntity, ...]:
        """The entities by id, those that were only ever an end of a relationship among them where they are kept."""
        looks = self._edited.looks({*self._names, *self._ends})
        found = {
            identity: _entity(identity, name, types, looks.get(identity)) for identity, name in self._names.items()
        }
        loose = [each for each in self._ends if each not in found]
        self.loose_ends = len(loose)
        if self._keeps_loose_ends:
            for identity in loose:
                origins = tuple(self._end_origins[identity])
                look = looks.get(identity) or EditedLooks(_most_common(self._ends[identity]), "", ())
                found[identity] = ExtractedEntity(
                    identity,
                    look.title,
                    look.type or UNKNOWN_TYPE,
                    aliases=look.aliases,
                    count=len(origins),
                    origins=origins,
                )
        else:
            self.places = {
                document: {place: None for place in places if place[1] in found}
                for document, places in self.places.items()
            }
        return tuple(found[identity] for identity in sorted(found))

    def relationships(self, weight: str) -> tuple[ExtractedRelationship, ...]:
        """The relationships by their pair of ids, weighted by count, by share of the largest count, or by strength."""
        kept = {
            ends: pair
            for ends, pair in self._pairs.items()
            if self._keeps_loose_ends or all(end in self._names for end in ends)
        }
        most = max((pair.count for pair in kept.values()), default=1)
        return tuple(
            ExtractedRelationship(
                *ends,
                pair.count,
                _weight(pair, weight, most),
                tuple(pair.descriptions.values()),
                pair.strength if pair.has_strength else None,
                tuple(pair.origins),
            )
            for ends, pair in sorted(kept.items())
        )

    def claims(self) -> tuple[ExtractedClaim, ...]:
        """The claims about entities of the collection, with the place of the words they quote."""
        known = self._names.keys() | (self._ends.keys() if self._keeps_loose_ends else set())
        found: list[ExtractedClaim] = []
        for task, claim in self._claims:
            subject, other = self._lead(claim.subject, task), self._lead(claim.object, task)
            if subject is None or subject not in known:
                continue
            match, span = match_quote(task.text, claim.quote)
            place = None if span is None else Span(task.start + span.start, task.start + span.end)
            is_itself = other == subject and entity_id(claim.object) != entity_id(
                claim.subject
            )  # since they were merged
            target = other if other in known and not is_itself else None
            found.append(ExtractedClaim(subject, target, claim, Origin(task.document, task.start), match, place))
        return tuple(found)

    def _lead(self, title: str, task: ReadingTask) -> EntityId | None:
        """The entity that a written name leads to, None where that was deleted."""
        return self._edited.lead(entity_id(title), name_form(title), task.document)

    def _add_relationship(self, relationship: FoundRelationship, task: ReadingTask, origin: Origin) -> None:
        source, target = (self._lead(each, task) for each in (relationship.source, relationship.target))
        if source is not None and target is not None and source != target:
            pair = self._pairs.setdefault((min(source, target), max(source, target)), _Pair())
            _add_relationship(pair, relationship, origin)
        for end, title in ((source, relationship.source), (target, relationship.target)):
            if end is not None:
                self._ends.setdefault(end, Counter())[title] += 1
                self._end_origins.setdefault(end, {})[origin] = None

    def _find(self, task: ReadingTask, titles: Mapping[EntityId, str]) -> None:
        own = self.places.setdefault(task.document, {})
        for raw, title in titles.items():
            spans = places_of(task, title)
            self.absent_names += not spans
            identity = self._edited.lead(raw, name_form(title), task.document)
            if identity is not None:
                own.update(dict.fromkeys((span, identity) for span in spans))


def _add_entity(name: _Name, entity: FoundEntity, origin: Origin) -> None:
    name.spellings[entity.title] += 1
    if entity.type:
        name.types[entity.type] += 1
    if entity.description:
        name.descriptions.setdefault(_plain(entity.description), entity.description)
    name.origins[origin] = None


def _add_relationship(pair: _Pair, relationship: FoundRelationship, origin: Origin) -> None:
    pair.count += 1
    if relationship.description:
        pair.descriptions.setdefault(_plain(relationship.description), relationship.description)
    if relationship.strength is not None:
        pair.strength += relationship.strength
        pair.has_strength = True
    pair.origins[origin] = None


def _entity(identity: EntityId, name: _Name, types: Sequence[str], look: EditedLooks | None) -> ExtractedEntity:
    votes = _votes(name.types, types)
    first = (look.type if look else "") or next(iter(votes), UNKNOWN_TYPE)
    return ExtractedEntity(
        identity,
        look.title if look else _most_common(name.spellings),
        first,
        {kind: count for kind, count in votes.items() if kind != first},
        tuple(name.descriptions.values()),
        look.aliases if look else (),
        count=len(name.origins),
        origins=tuple(name.origins),
    )


def _votes(found: Counter[str], types: Sequence[str]) -> dict[str, int]:
    """The types by votes, whatever their case; ties by the order of the types asked for, then by name."""
    places = {kind.casefold(): place for place, kind in enumerate(types)}
    merged: dict[str, Counter[str]] = {}
    for kind, count in found.items():
        merged.setdefault(kind.casefold(), Counter())[kind] += count
    ranked = sorted(merged, key=lambda kind: (-merged[kind].total(), places.get(kind, len(places)), kind))
    asked_for = {kind.casefold(): kind for kind in types}
    return {asked_for.get(kind) or _most_common(merged[kind]): merged[kind].total() for kind in ranked}


def _most_common(spellings: Counter[str]) -> str:
    return min(spellings, key=lambda each: (-spellings[each], each))


def _weight(pair: _Pair, weight: str, most: int) -> float:
    if weight == "strength":
        return pair.strength if pair.has_strength else float(pair.count)
    return pair.count / most if weight == "share" else float(pair.count)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


def warnings_of(found: Consolidated) -> Iterable[tuple[str, str]]:
    """What to tell of a consolidation: what it is about, and a sentence."""
    if found.absent_names:
        yield (
            f"{found.absent_names:,} names",
            "Their text units do not have them; look at their descriptions with care.",
        )
    if found.loose_ends:
        yield (
            f"{found.loose_ends:,} names",
            "They are named in relationships only, and have no kind and no description.",
        )
