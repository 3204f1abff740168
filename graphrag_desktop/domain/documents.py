"""Documents and the pieces of their text that everything else points into."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from graphrag_desktop.domain.identity import DocumentId, Span


class DocumentState(StrEnum):
    """What became of a file: exactly one of these for each file found."""

    READ = "read"
    PARTLY_READ = "read in part"
    EMPTY = "empty"
    NO_TEXT_LAYER = "no text layer"
    NEEDS_PASSWORD = "needs a password"  # noqa: S105  # words, no password
    UNSUPPORTED = "unsupported"
    UNREADABLE = "unreadable"
    DUPLICATE = "duplicate"
    LEFT_OUT = "left out"


INSIDE = " › "
"""Between a file and what it holds, in the path of an attachment or of a file in an archive."""


@dataclass(frozen=True, slots=True)
class Document:
    """One file's content, under all the paths where it was found.

    `paths` are relative to the folder, with forward slashes, sorted. `reason` is a sentence
    where the state is not `READ`. `codec` says in words how the bytes were decoded: guessed or not.
    """

    id: DocumentId
    paths: tuple[str, ...]
    state: DocumentState
    reason: str = ""
    codec: str = ""
    language: str = ""
    characters: int = 0
    size: int = 0

    @property
    def has_text(self) -> bool:
        """Whether there is text to be indexed; an archive is read and has none of its own."""
        return self.characters > 0 and not self.is_unread

    @property
    def is_unread(self) -> bool:
        """Whether nothing of the file was read."""
        return self.state not in {DocumentState.READ, DocumentState.PARTLY_READ}


@dataclass(frozen=True, slots=True)
class Page:
    """A page, sheet or slide: a span of its document's text, numbered from 1."""

    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class Member:
    """A file inside a file: an attachment of a mail, a file of an archive.

    `name` is its path inside, unique there; `size` what its container says of it. `document` is its id once its bytes
    were read, None before and where they cannot be.
    """

    name: str
    size: int
    document: DocumentId | None = None


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document with its text in full, and the names of what it holds besides.

    The text is normalised once and for all: `\\r\\n`, `\\r` and `\\f` are `\\n`, NUL is removed, a
    byte order mark is gone; else it stands as in the file. All spans count its code points.
    `pages` is empty where the format has none. Each of `members` is a document of its own.
    """

    document: Document
    text: str
    pages: tuple[Page, ...] = ()
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file of which nothing was read, not even its identity, and why."""

    path: str
    reason: str
    state: DocumentState = DocumentState.UNREADABLE


REMOVED_REASON = "Removed by you. It stays out until it is taken back."
"""Why a file of the folder is left out whose document the analyst took out of the project."""


@dataclass(frozen=True, slots=True)
class RemovedDocument:
    """A document that the analyst took out of the project, under the path it had; it stays out though its file may be there.

    Of one that was erased not even the path is kept.
    """

    id: DocumentId
    path: str
    removed_at: str
    is_erased: bool = False


@dataclass(frozen=True, slots=True)
class FileState:
    """What became of the file at a path; `reason` is empty where it was read as it stands."""

    path: str
    state: DocumentState
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


def file_states(documents: Iterable[Document], skipped: Iterable[SkippedFile]) -> tuple[FileState, ...]:
    """One state for each file found, by path: of files with the same content that was read all but the first are duplicates."""
    found = [FileState(each.path, each.state, each.reason) for each in skipped]
    for document in documents:
        first, *others = document.paths
        found.append(FileState(first, document.state, document.reason))
        if document.is_unread:
            found += [FileState(each, document.state, document.reason) for each in others]
        else:
            found += [FileState(each, DocumentState.DUPLICATE, f"The same content as {first}.") for each in others]
    return tuple(sorted(found, key=lambda each: each.path))


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
