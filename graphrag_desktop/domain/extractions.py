"""What an engine reads out of text, before and after the whole collection is known."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.entity_edits import UNEDITED, EditOutcome
from graphrag_desktop.domain.identity import DocumentId, EntityId, Key, Span


@dataclass(frozen=True, slots=True)
class ReadingTask:
    """Text that one reading covers: a text unit (a model) or a stretch of paragraphs (the built-in engine).

    `key` is the memo key under which the reading is kept: a task whose key is kept is never done. `start` is where
    `text` begins in its document. `page_lines` are the spans in `text` of what pages repeat: headers, footers, numbers.
    """

    key: Key
    document: DocumentId
    start: int
    text: str
    page_lines: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundName:
    """Words that may name something, at one place: `label` is the kind the reader guessed, or empty for a noun phrase."""

    title: str
    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """A sentence as read without a model: its names, how well it stands alone (0 to 1), its headline.

    `paragraph` is where its paragraph begins, `words` counts its words.
    """

    span: Span
    paragraph: int
    language: str
    quality: float
    words: int
    heading: str = ""
    names: tuple[FoundName, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundEntity:
    """An entity record of a model's reply."""

    title: str
    type: str
    description: str


@dataclass(frozen=True, slots=True)
class FoundRelationship:
    """A relationship record of a model's reply."""

    source: str
    target: str
    description: str
    strength: float | None = None


@dataclass(frozen=True, slots=True)
class FoundClaim:
    """A claim record with the eight fields of the paper's covariates."""

    subject: str
    object: str
    type: str
    status: str
    start_date: str | None
    end_date: str | None
    description: str
    quote: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What one task gave: the built-in engine fills `sentences`, a model the records.

    All spans count from the start of the task's text, so that the same text read once serves wherever it stands.
    `rejected` are records of a model that could not be used, each with the reason.
    """

    key: Key
    sentences: tuple[ReadSentence, ...] = ()
    entities: tuple[FoundEntity, ...] = ()
    relationships: tuple[FoundRelationship, ...] = ()
    claims: tuple[FoundClaim, ...] = ()
    rejected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadingFailure:
    """A task that failed for good, and why; `reply` is what the model wrote instead.

    `is_waiting` marks one that was not tried, since nothing could be asked any more: the run is paused.
    """

    task: ReadingTask
    reason: str
    reply: str = ""
    is_waiting: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Origin:
    """The text of a task by its document and place: what a model's records were read from."""

    document: DocumentId
    start: int


@dataclass(frozen=True, slots=True)
class ExtractedSentence:
    """A sentence of the collection with what it names; `terms` are its search terms, separated by spaces."""

    document: DocumentId
    span: Span
    quality: float
    heading: str
    terms: str
    mentions: tuple["ExtractedMention", ...]


@dataclass(frozen=True, slots=True)
class ExtractedMention:
    """An entity named at a span."""

    entity: EntityId
    span: Span


@dataclass(frozen=True, slots=True)
class ExtractedEntity:
    """An entity once names have been merged: its title as most often written, its voted type.

    `count` is the number of records, and `origins` where they were read, for an engine that reads records.
    """

    id: EntityId
    title: str
    type: str
    alternate_types: Mapping[str, int] = field(default_factory=dict)
    descriptions: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    count: int = 0
    origins: tuple[Origin, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtractedRelationship:
    """Two entities, what connects them and how often: `count` is the number of instances (sentences or records)."""

    source: EntityId
    target: EntityId
    count: int
    clustering_weight: float
    descriptions: tuple[str, ...] = ()
    strength: float | None = None
    origins: tuple[Origin, ...] = ()


class QuoteMatch(StrEnum):
    """How the words that a claim quotes were found in its text unit."""

    EXACT = "exact"
    LOOSE = "loose"
    NONE = "not found"


@dataclass(frozen=True, slots=True)
class ExtractedClaim:
    """A claim about an entity, read once: `object` is None where it concerns no other entity of the collection.

    `span` is where its document has the quoted words, None where it has not.
    """

    subject: EntityId
    object: EntityId | None
    found: FoundClaim
    origin: Origin
    match: QuoteMatch
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Extractions:
    """The whole collection's extractions, consolidated.

    Entities are sorted by id, relationships by their pair of ids (the smaller first), sentences by
    document and span. `ties` are pairs that count for clustering only. `hubs` are entities left out of
    clustering because they are everywhere; they join the community of the likest contexts. `contexts` has a unit
    row for each entity, float32; `arrays` is what the engine wants kept with the index and asks for again.
    `copies` are documents of which most is also in another, with that other. `edited` is what the analyst's edits came to.
    """

    entities: tuple[ExtractedEntity, ...]
    relationships: tuple[ExtractedRelationship, ...]
    sentences: tuple[ExtractedSentence, ...]
    ties: tuple[tuple[EntityId, EntityId, float], ...] = ()
    hubs: frozenset[EntityId] = frozenset()
    contexts: StoredArray | None = None
    arrays: Mapping[str, StoredArray] = field(default_factory=dict)
    copies: Mapping[DocumentId, DocumentId] = field(default_factory=dict)
    claims: tuple[ExtractedClaim, ...] = ()
    edited: EditOutcome = UNEDITED
