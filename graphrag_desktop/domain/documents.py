"""Documents and the pieces of their text that everything else points into."""

from dataclasses import dataclass
from enum import StrEnum

from graphrag_desktop.domain.identity import DocumentId, Span


class DocumentState(StrEnum):
    """What became of a file."""

    READ = "read"
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Document:
    """One file's content, under all the paths where it was found.

    `paths` are relative to the folder, with forward slashes, sorted. `reason` is a sentence
    where the state is not `READ`. `key` is the memo key of its parsing.
    """

    id: DocumentId
    paths: tuple[str, ...]
    state: DocumentState
    reason: str = ""
    codec: str = ""
    language: str = ""
    characters: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """A page, sheet or slide: a span of its document's text, numbered from 1."""

    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document with its text in full.

    The text is normalised once and for all: `\\r\\n`, `\\r` and `\\f` are `\\n`, NUL is removed, a
    byte order mark is gone; else it stands as in the file. All spans count its code points.
    `pages` is empty where the format has none.
    """

    document: Document
    text: str
    pages: tuple[Page, ...] = ()


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that was not read, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class TextUnit:
    """A window of a document's tokens; `number` is the one that `Sources (n)` cites."""

    number: int
    document: DocumentId
    span: Span
    tokens: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, where it stands, and whether it can stand alone.

    `number` counts all sentences of the project in canonical order, from 1. `source` is the number of
    the first text unit that holds its first character. `quality` is 0 to 1. `heading` is a headline
    made of the sentence's own words, or empty.
    """

    number: int
    document: DocumentId
    span: Span
    source: int
    quality: float
    heading: str = ""


def page_at(pages: tuple[Page, ...], position: int) -> int | None:
    """The number of the page that holds the character at `position`; None where there are no pages."""
    low, high = 0, len(pages)
    while low < high:
        middle = (low + high) // 2
        if pages[middle].span.end <= position:
            low = middle + 1
        else:
            high = middle
    return pages[min(low, len(pages) - 1)].number if pages else None
