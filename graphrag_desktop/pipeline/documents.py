"""From a file, or a file within a file, to its document: each file's failure its own, each outcome one state."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from graphrag_desktop.domain.documents import Document, DocumentState, ParsedDocument, SkippedFile
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.fan_out import fan_out
from graphrag_desktop.domain.identity import document_id
from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.detection import main_language
from graphrag_desktop.pipeline.files import identify, require_regular, words
from graphrag_desktop.pipeline.formats.containers import Container, open_container, open_within
from graphrag_desktop.pipeline.formats.format_text import FormatText, count_unread, is_blank
from graphrag_desktop.pipeline.formats.registry import NO_HINTS, PLAIN, Format, Hints, format_of, refusal
from graphrag_desktop.workers import worker_pool

MOST_BYTES = 256 * 2**20
"""A larger file is refused, but for archives: its text, and what is made of it, would not fit the memory of a worker."""

_PARSE_SECONDS = 120.0
_PARSE_MEGABYTES = 3_000  # text of `MOST_BYTES` takes up to four bytes a character, and is held twice while normalised
_IN_PROCESS_BYTES = 2 * 2**20  # this much plain text is read before a worker process could have started
_PARTS = 8  # of a piece that was lost

Outcome = ParsedDocument | SkippedFile


@dataclass(frozen=True, slots=True)
class Piece:
    """What one task parses: the file at a path below the folder, or some of the files inside it.

    `way` leads to the container of `members`; each step is the place of a container in the one before. `codec` is the
    one chosen for the file itself.
    """

    path: str
    codec: str = ""
    way: tuple[int, ...] = ()
    members: tuple["WantedMember", ...] = ()


@dataclass(frozen=True, slots=True)
class WantedMember:
    """A file inside a file by its place and its name there, and the codec chosen for it."""

    place: int
    name: str
    codec: str = ""


def parse_file(path: Path, hints: Hints = NO_HINTS) -> ParsedDocument:
    """The document that a file holds, under the file's own name.

    Content that is of no use is a document too, in a state that says so, with the reason. Raises
    `UnreadableDocument` where there is no content to be had: no such file, none that may be read, or no format we know.
    """
    known = format_of(path.name)
    if known is None:
        raise UnreadableDocument(refusal(path.name))
    with _unreadable_where_refused():
        require_regular(path)
        if known.is_archive:
            return _listed(path)
        size = path.stat().st_size
        if size <= MOST_BYTES:
            with path.open("rb") as file:
                content = file.read(MOST_BYTES + 1)
            size = max(size, len(content))
        if size > MOST_BYTES:
            identity, size = identify(path)
            reason = f"The file has {size / 2**20:,.0f} MB; {MOST_BYTES // 2**20} MB are read at most. Split it."
            return ParsedDocument(Document(identity, (path.name,), DocumentState.UNREADABLE, reason, size=size), "")
    return _understood(path.name, content, known, hints)


def parse_pieces(
    folder: Path, pieces: Sequence[Piece], control: RunControl, workers: int, passwords: Passwords
) -> Iterator[tuple[Piece, tuple[Outcome, ...]]]:
    """Parse pieces of what lies below a folder and yield each with what it holds, in any order: one outcome for the
    file itself, or one for each member.

    Work is spread over `workers` processes that can be lost: whatever one file does, it is that file alone which is
    skipped. Little plain text is read without them.
    """
    if _is_quick(folder, pieces):
        for piece in pieces:
            control.checkpoint()
            yield piece, _parse_piece(folder, passwords, piece)
        return
    waiting: Sequence[Piece] = pieces
    with worker_pool(workers, seconds=_PARSE_SECONDS, megabytes=_PARSE_MEGABYTES) as pool:
        parse = partial(_parse_piece, folder, passwords)
        while waiting:
            lost: list[Piece] = []
            for piece, outcome in fan_out(parse, waiting, pool, control, in_flight=2 * max(1, workers)):
                if isinstance(outcome, Cancelled):
                    raise outcome
                if not isinstance(outcome, Exception):
                    yield piece, outcome
                elif len(piece.members) > 1:  # one of them is to blame; the others are read without it
                    lost.extend(_parts(piece))
                else:
                    yield piece, (SkippedFile(piece.path, _failure_words(outcome)),)
            waiting = lost


def _parts(piece: Piece) -> Iterator[Piece]:
    """The members of a piece in several, so that the one to blame is soon alone."""
    size = max(1, len(piece.members) // _PARTS)
    for start in range(0, len(piece.members), size):
        yield replace(piece, members=piece.members[start : start + size])


def _parse_piece(folder: Path, passwords: Passwords, piece: Piece) -> tuple[Outcome, ...]:
    path = folder / piece.path
    try:
        if not piece.members:
            return (parse_file(path, Hints(passwords, piece.codec)),)
        with _unreadable_where_refused(), _container(path, piece.way, passwords) as container:
            return tuple(_member(container, each, passwords) for each in piece.members)
    except UnreadableDocument as error:
        failure = SkippedFile(piece.path, _sentences(error))
        return (failure,) * max(1, len(piece.members))


@contextmanager
def _container(path: Path, way: tuple[int, ...], passwords: Passwords) -> Iterator[Container]:
    require_regular(path)
    with path.open("rb") as file:
        container = open_container(path.name, file, passwords)
        for place in way:
            container = open_within(container, place, passwords)
        yield container


def _member(container: Container, wanted: WantedMember, passwords: Passwords) -> Outcome:
    place, name = wanted.place, wanted.name
    known = format_of(name)
    if known is None or container.name(place) != name:
        return SkippedFile(name, "The file around it changed while it was read. Index the folder again.")
    try:
        content = container.read(place)
    except NeedsPassword as error:
        return SkippedFile(name, _sentences(error), DocumentState.NEEDS_PASSWORD)
    except UnreadableDocument as error:
        return SkippedFile(name, _sentences(error))
    return _understood(name, content, known, Hints(passwords, wanted.codec))


def _listed(path: Path) -> ParsedDocument:
    """An archive's members; it may be larger than what is read whole."""
    from graphrag_desktop.pipeline.formats.archive import list_archive

    identity, size = identify(path)
    with path.open("rb") as file:
        return _told(Document(identity, (path.name,), DocumentState.READ, size=size), lambda: list_archive(file))


def _understood(name: str, content: bytes, known: Format, hints: Hints) -> ParsedDocument:
    document = Document(document_id(content), (name,), DocumentState.READ, size=len(content))
    if not content:
        return ParsedDocument(replace(document, state=DocumentState.EMPTY, reason="The file is empty."), "")
    return _told(document, lambda: known.read(content, hints))


def _told(document: Document, read: Callable[[], FormatText]) -> ParsedDocument:
    """The document with what a reader made of it; whatever the reader raises is this document's state."""
    try:
        found = read()
    except NeedsPassword as error:
        return ParsedDocument(replace(document, state=DocumentState.NEEDS_PASSWORD, reason=_sentences(error)), "")
    except UnreadableDocument as error:
        return ParsedDocument(replace(document, state=DocumentState.UNREADABLE, reason=_sentences(error)), "")
    except MemoryError:
        raise
    except RecursionError:
        reason = "It is nested too deeply to be read."
        return ParsedDocument(replace(document, state=DocumentState.UNREADABLE, reason=reason), "")
    except Exception as error:  # noqa: BLE001  # parsers of damaged files raise anything; it is this file's failure alone
        reason = f"It is damaged in a way its reader does not know ({type(error).__name__}: {error})."
        return ParsedDocument(replace(document, state=DocumentState.UNREADABLE, reason=reason), "")
    document = replace(document, codec=found.codec, characters=len(found.text), state=found.state, reason=found.reason)
    document = replace(document, language=main_language(found.text))
    return ParsedDocument(_judged(document, found), found.text, found.pages, found.members)


def _judged(document: Document, found: FormatText) -> Document:
    """The document with its state where the text itself tells: blank, or with characters that could not be read."""
    if found.state is DocumentState.READ and not found.members and is_blank(found.text):
        return replace(document, state=DocumentState.EMPTY, reason="No text found: the file holds only white space.")
    unread = count_unread(found.text)
    if not unread or found.state not in {DocumentState.READ, DocumentState.PARTLY_READ}:
        return document
    lost = "One character" if unread == 1 else f"{unread:,} characters"
    reason = f"{found.reason} {lost} of {len(found.text):,} could not be read, and {'stands' if unread == 1 else 'stand'} as � or as private signs."
    return replace(document, state=DocumentState.PARTLY_READ, reason=reason.strip())


def _is_quick(folder: Path, pieces: Sequence[Piece]) -> bool:
    size = 0
    for piece in pieces:
        if piece.members or format_of(piece.path) is not PLAIN:
            return False
        with suppress(OSError):
            size += (folder / piece.path).stat().st_size
    return size <= _IN_PROCESS_BYTES


def _sentences(error: GraphRagError) -> str:
    return " ".join(part for part in (error.message, error.hint) if part)


def _failure_words(error: Exception) -> str:
    if isinstance(error, GraphRagError):
        return error.message
    return f"It could not be read ({type(error).__name__}: {error})."


@contextmanager
def _unreadable_where_refused() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise UnreadableDocument("The file is gone.", "Index the folder again.") from error
    except OSError as error:
        raise UnreadableDocument(f"The file cannot be opened: {words(error)}.", "See who may read it.") from error
