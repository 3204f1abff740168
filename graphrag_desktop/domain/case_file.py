"""The case file: what the analyst kept of a project as found, with words of their own beside it."""

from dataclasses import dataclass
from enum import StrEnum

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.domain.graph import Evidence


class CaseKind(StrEnum):
    """What an item of a case file was made of."""

    NOTE = "note"
    QUOTE = "quote"
    ENTITY = "entity"
    REPORT = "report"
    ANSWER = "answer"
    VIEW = "view"


@dataclass(frozen=True, slots=True)
class CaseItem:
    """One item, a copy of what it was made of: it stays as it was, whatever becomes of the index.

    `text` is Markdown in which citations stand as written, `citations` are those in their order; `evidence` are words
    of documents that belong to it besides. `about` is the answer's id, the entity's or the community's number as text.
    `picture` is a PNG, of a view alone. `index_version` is that of the index when it was kept.
    """

    id: str
    kind: CaseKind
    title: str
    text: str
    added_at: str
    citations: tuple[Citation, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    note: str = ""
    about: str = ""
    index_version: int = 0
    picture: bytes = b""
