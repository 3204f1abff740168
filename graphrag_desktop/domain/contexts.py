"""Contexts: the records an engine is given for one report or one question, within a budget of tokens."""

from dataclasses import dataclass
from enum import StrEnum

from graphrag_desktop.domain.identity import DocumentId, EntityId, Span


class Kind(StrEnum):
    """The kinds of record that a context holds and a citation names."""

    REPORT = "report"
    ENTITY = "entity"
    RELATIONSHIP = "relationship"
    CLAIM = "claim"
    SOURCE = "source"
    PART = "part"


@dataclass(frozen=True, slots=True)
class EvidenceSentence:
    """A sentence of a document that a record rests on, for an engine that quotes.

    `number` is the sentence's, `source` its text unit's, `report` that of the report through which it came (None
    outside questions), with that report's title and its own score, 0 to 100, once its part was answered. `relevance`
    is 0 to 1 for the question at hand. `entities` are those it names. `path` is its document's first path, by which
    answers order documents; empty where nobody looked it up.
    """

    number: int
    source: int
    document: DocumentId
    span: Span
    text: str
    quality: float
    heading: str = ""
    entities: tuple[EntityId, ...] = ()
    report: int | None = None
    relevance: float = 0.0
    path: str = ""
    report_title: str = ""
    report_score: int = 0


@dataclass(frozen=True, slots=True)
class ContextItem:
    """One record of a context: `text` is what a model reads, `tokens` its length.

    `entity` is set for records of kind entity. `relevance` is 0 to 1, None where nothing was asked.
    """

    kind: Kind
    number: int
    title: str
    text: str
    tokens: int
    entity: EntityId | None = None
    relevance: float | None = None
    sentences: tuple[EvidenceSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """Records in the order in which they are sent; `is_truncated` says that not all that belongs here fitted.

    `cited` is the kind that statements made of them mostly cite: it is what a question reads, reports or text units.
    A record without words of its own is told by the one before it; `separator` stands between all others.
    """

    items: tuple[ContextItem, ...]
    tokens: int
    is_truncated: bool = False
    cited: Kind = Kind.REPORT
    separator: str = "\n\n"

    @property
    def text(self) -> str:
        """All records, one after the other, as they are sent."""
        return self.separator.join(item.text for item in self.items if item.text)


@dataclass(frozen=True, slots=True)
class ReportContext:
    """What a report of one community is written from: its records, by the leaf or the higher-level rule.

    `entities` are all members and `sentences` the numbers of all sentences at home in the community, more than may
    fit its records: an engine that counts needs them; empty, it counts what the records carry.
    """

    community: int
    level: int
    context: Context
    report_tokens: int
    entities: tuple[EntityId, ...] = ()
    sentences: tuple[int, ...] = ()
