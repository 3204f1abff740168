"""What would be read from one file of a folder, before anything is indexed: in a process that can be lost, kept nowhere."""

from dataclasses import dataclass, replace
from pathlib import Path

from graphrag_desktop.domain.documents import Document, DocumentState, Page, SkippedFile
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.documents import Piece, parse_pieces
from graphrag_desktop.pipeline.formats.registry import format_of

MOST_CHARACTERS = 200_000
"""Of a text that are shown: enough to judge how it was read."""


@dataclass(frozen=True, slots=True)
class FilePreview:
    """A file as it would be read: its text as far as it is shown, its pages in full, the names of the files inside it.

    `has_codec` says whether another codec could be chosen for it; `codec` is the one that was. `document` is None where
    not even its bytes could be read.
    """

    path: str
    state: DocumentState
    reason: str
    text: str = ""
    pages: tuple[Page, ...] = ()
    members: tuple[str, ...] = ()
    document: Document | None = None
    has_codec: bool = False
    codec: str = ""

    @property
    def is_cut(self) -> bool:
        """Whether there is more text than is shown."""
        return self.document is not None and self.document.characters > len(self.text)


def preview_file(
    folder: Path, path: str, codec: str, control: RunControl, passwords: Passwords = NO_PASSWORDS
) -> FilePreview:
    """Read the file at a path below the folder, in `codec` where one is named."""
    known = format_of(path)
    has_codec = known is not None and known.has_codec
    ((_, (outcome,)),) = parse_pieces(folder, [Piece(path, codec)], control, 1, passwords)
    if isinstance(outcome, SkippedFile):
        return FilePreview(path, outcome.state, outcome.reason, has_codec=has_codec, codec=codec)
    document = outcome.document
    text = outcome.text[:MOST_CHARACTERS]
    return FilePreview(
        path,
        document.state,
        document.reason,
        text,
        tuple(_within(page, len(text)) for page in outcome.pages),
        tuple(each.name for each in outcome.members),
        document,
        has_codec,
        codec,
    )


def _within(page: Page, end: int) -> Page:
    return replace(page, span=Span(min(page.span.start, end), min(page.span.end, end)))
