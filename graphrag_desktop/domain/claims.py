"""Claims: what a text unit says of an entity, with its status, its dates and the words that say so."""

from dataclasses import dataclass

from graphrag_desktop.domain.extractions import QuoteMatch
from graphrag_desktop.domain.identity import DocumentId, EntityId, Span


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim as kept: the eight fields of the paper's covariates, and where it stands.

    `subject_words` and `object_words` are the names as the model wrote them. `source` is the number of the text unit;
    `span` is where its document has the quoted words, None where it has not.
    """

    number: int
    subject: EntityId
    object: EntityId | None
    subject_words: str
    object_words: str
    type: str
    status: str
    start_date: str | None
    end_date: str | None
    description: str
    quote: str
    match: QuoteMatch
    source: int
    document: DocumentId
    span: Span | None
