"""Pages of PDF documents drawn from the files they were read from, in a process that can be lost."""

import threading
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from graphrag_desktop.domain.documents import INSIDE, Document, Page
from graphrag_desktop.domain.errors import GraphRagError, InputError, UnreadableDocument
from graphrag_desktop.domain.identity import DocumentId, Span, document_id
from graphrag_desktop.domain.page_pictures import PagePicture, SoughtWords
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.explore.originals import OriginalState, original_of
from graphrag_desktop.pipeline.formats.containers import Container, open_container, open_within
from graphrag_desktop.pipeline.formats.pdf_pictures import draw_page
from graphrag_desktop.project import Project
from graphrag_desktop.workers import worker_pool

_SECONDS = 20.0
_MEGABYTES = 2_000
_MOST_BYTES = 256 * 2**20
_MOST_INSIDE = 20_000


def has_pages_to_draw(document: Document) -> bool:
    """Whether the pages of a document can be drawn as they look: a PDF's can."""
    return any(PurePosixPath(path.lower()).suffix == ".pdf" for path in document.paths)


@dataclass(frozen=True, slots=True)
class WantedPage:
    """A page of a document with the document's whole text, the passages to be found on it, and the picture's width in
    pixels."""

    document: Document
    page: Page
    text: str
    passages: tuple[Span, ...]
    width: int


class PagePictures:
    """Draws pages one at a time; its process starts with the first and ends with `rest`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stack = ExitStack()
        self._pool: Executor | None = None

    def rest(self) -> None:
        """End the process; the next page starts another."""
        with self._lock:
            self._stack.close()
            self._pool = None

    def draw(self, project: Project, wanted: WantedPage, passwords: Passwords = NO_PASSWORDS) -> PagePicture:
        """Draw a page and find its passages on it, those on other pages left out.

        Raises `InputError` where the file is gone or was changed since it was read, and `GraphRagError` where it
        cannot be drawn.
        """
        original = original_of(project, wanted.document)
        if original.path is None or original.state is not OriginalState.SAME or project.folder is None:
            raise InputError(f"The page cannot be drawn: its file is {original.state}.", "Its text is shown instead.")
        paths = (each.split(INSIDE) for each in wanted.document.paths)
        inside = next((steps[1:] for steps in paths if project.folder / steps[0] == original.path), [])
        call = _Drawing(
            original.path,
            tuple(inside),
            wanted.document.id,
            passwords,
            wanted.page.number,
            wanted.width,
            tuple(words for each in wanted.passages if (words := _on_page(wanted.page, wanted.text, each)) is not None),
        )
        return self._executor().submit(_draw, call).result()

    def _executor(self) -> Executor:
        with self._lock:
            if self._pool is None:
                self._pool = self._stack.enter_context(worker_pool(1, seconds=_SECONDS, megabytes=_MEGABYTES))
            return self._pool


def _on_page(page: Page, text: str, span: Span) -> SoughtWords | None:
    start, end = max(span.start, page.span.start), min(span.end, page.span.end)
    if start >= end:
        return None
    return SoughtWords(text[start:end], (start - page.span.start) / max(1, page.span.end - page.span.start))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What the process is told: the file and the way to the document in it, the page, and what to find there."""

    path: Path
    inside: tuple[str, ...]
    identity: DocumentId
    passwords: Passwords
    page: int
    width: int
    sought: tuple[SoughtWords, ...]


def _draw(wanted: _Drawing) -> PagePicture:
    content = _content(wanted.path, wanted.inside, wanted.passwords)
    if document_id(content) != wanted.identity:
        raise UnreadableDocument("The file was changed since it was read.", "Index the folder again.")
    return draw_page(content, wanted.passwords, wanted.page, wanted.width, wanted.sought)


def _content(path: Path, inside: Sequence[str], passwords: Passwords) -> bytes:
    """The bytes of a file, or of a file in it."""
    try:
        if not inside:
            if path.stat().st_size > _MOST_BYTES:
                raise UnreadableDocument("The file is too large to be drawn.", "Its text is shown instead.")
            return path.read_bytes()
        with path.open("rb") as file:
            container = open_container(path.name, file, passwords)
            for name in inside[:-1]:
                container = open_within(container, _number(container, name), passwords)
            return container.read(_number(container, inside[-1]))
    except OSError as error:
        raise UnreadableDocument(f"The file cannot be read: {error.strerror}.", "Its text is shown instead.") from error


def _number(container: Container, name: str) -> int:
    for number in range(_MOST_INSIDE):
        found = container.name(number)
        if found == name:
            return number
        if not found:
            break
    raise GraphRagError(f"There is no {name} in the file any more.")
