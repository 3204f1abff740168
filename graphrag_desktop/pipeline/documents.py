"""From a folder to the text of its documents: what is found, what is skipped and why, each file's failure its own."""

import errno
import hashlib
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from graphrag_desktop.domain.documents import Document, DocumentState, ParsedDocument, SkippedFile
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, InputError, UnreadableDocument
from graphrag_desktop.domain.fan_out import fan_out
from graphrag_desktop.domain.identity import DocumentId, document_id
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.formats import plain_text
from graphrag_desktop.pipeline.formats.format_text import FormatText
from graphrag_desktop.workers import worker_pool

PARSER_VERSION = "1"
"""Changed whenever the same bytes could give another text: part of the memo key of parsing."""

READERS: Mapping[str, Callable[[bytes], FormatText]] = dict.fromkeys(plain_text.SUFFIXES, plain_text.read)
"""Who reads files of which ending, in small letters. A new format is a module in `formats` and an entry here."""

MOST_BYTES = 256 * 2**20
"""A larger file is refused: its text, and what is made of it, would not fit the memory of a worker."""

_BLOCK_BYTES = 2**20
_PARSE_SECONDS = 120.0
_PARSE_MEGABYTES = 3_000  # text of `MOST_BYTES` takes up to four bytes a character, and is held twice while normalised
_IN_PROCESS_BYTES = 2 * 2**20  # this much plain text is read before a worker process could have started

_DROPPINGS = frozenset(
    {"thumbs.db", "desktop.ini", "__macosx", "$recycle.bin", "system volume information", "lost+found"}
)
_OWN = re.compile(r"\.graphrag(-wal|-shm|-journal|\.lock|\.v\d+\.backup)?$")
_VISIBLE = re.compile("[^\\s\u00ad\u200b-\u200f\u2060\ufeff]")


@dataclass(frozen=True, slots=True)
class FolderListing:
    """The files that have a format we read, and those skipped: paths below the folder, with forward slashes, sorted."""

    files: tuple[str, ...]
    skipped: tuple[SkippedFile, ...]


def find_files(folder: Path) -> FolderListing:
    """List a folder and all below it; raises `InputError` if it is none or cannot be opened.

    What is hidden, and what systems and this program drop into folders, is passed over in silence. Links to folders
    are not followed, so no loop is ever entered. Nothing is opened but folders.
    """
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}.", "Choose a folder that holds your documents.")
    files: list[str] = []
    skipped: list[SkippedFile] = []
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            entries = [entry for entry in os.scandir(here) if not _is_passed_over(entry)]
        except OSError as error:
            if here == folder:
                raise InputError(f"{folder} cannot be opened: {_words(error)}.", "See who may read it.") from error
            skipped.append(SkippedFile(_below(folder, here), f"The folder cannot be opened: {_words(error)}."))
            continue
        for entry in entries:
            if _is_folder(entry):
                waiting.append(Path(entry.path))
            elif reason := _reason_to_skip(entry):
                skipped.append(SkippedFile(_below(folder, Path(entry.path)), reason))
            else:
                files.append(_below(folder, Path(entry.path)))
    return FolderListing(tuple(sorted(files)), tuple(sorted(skipped, key=lambda each: each.path)))


def identify(path: Path) -> tuple[DocumentId, int]:
    """The id and the size of a file's content, read block by block; raises `OSError` where it cannot be read."""
    digest, size = hashlib.sha256(), 0
    _require_regular(path)
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            digest.update(block)
            size += len(block)
    return DocumentId(digest.hexdigest()), size


def parse_file(path: Path) -> ParsedDocument:
    """The document that a file holds, under the file's own name.

    Content that is of no use is a document too, of state empty or unreadable, with the reason. Raises
    `UnreadableDocument` where there is no content to be had: no such file, none that may be read, or no format we know.
    """
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise UnreadableDocument(_not_read_yet(path.suffix), "Save it as plain text.")
    with _unreadable_where_refused():
        _require_regular(path)
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            known, size = identify(path)
            reason = f"The file has {size / 2**20:,.0f} MB; {MOST_BYTES // 2**20} MB are read at most. Split it."
            return ParsedDocument(Document(known, (path.name,), DocumentState.UNREADABLE, reason, size=size), "")
    return _understood(path.name, content, reader)


def parse_documents(
    folder: Path, paths: Sequence[str], control: RunControl, workers: int
) -> Iterator[tuple[str, ParsedDocument | SkippedFile]]:
    """Parse files below a folder and yield each path with what it holds as it is done, in any order.

    Work is spread over `workers` processes that can be lost: whatever one file does, it is that file alone which is
    skipped. Little plain text is read without them.
    """
    if _is_quick(folder, paths):
        for path in paths:
            control.checkpoint()
            yield path, _parse_below(folder, path)
        return
    with worker_pool(workers, seconds=_PARSE_SECONDS, megabytes=_PARSE_MEGABYTES) as pool:
        parse = partial(_parse_below, folder)
        for path, outcome in fan_out(parse, paths, pool, control, in_flight=2 * max(1, workers)):
            if isinstance(outcome, Cancelled):
                raise outcome
            yield path, SkippedFile(path, _failure_words(outcome)) if isinstance(outcome, Exception) else outcome


def _parse_below(folder: Path, path: str) -> ParsedDocument | SkippedFile:
    try:
        parsed = parse_file(folder / path)
    except UnreadableDocument as error:
        return SkippedFile(path, error.message)
    return replace(parsed, document=replace(parsed.document, paths=(path,)))


def _understood(name: str, content: bytes, reader: Callable[[bytes], FormatText]) -> ParsedDocument:
    document = Document(document_id(content), (name,), DocumentState.READ, size=len(content))
    try:
        found = reader(content)
    except UnreadableDocument as error:
        reason = " ".join(part for part in (error.message, error.hint) if part)
        return ParsedDocument(replace(document, state=DocumentState.UNREADABLE, reason=reason), "")
    document = replace(document, codec=found.codec, characters=len(found.text))
    if not _VISIBLE.search(found.text):
        reason = "No text found: the file holds only white space." if content else "The file is empty."
        document = replace(document, state=DocumentState.EMPTY, reason=reason)
    return ParsedDocument(document, found.text, found.pages)


def _is_quick(folder: Path, paths: Sequence[str]) -> bool:
    size = 0
    for path in paths:
        if Path(path).suffix.lower() not in plain_text.SUFFIXES:
            return False
        with suppress(OSError):
            size += (folder / path).stat().st_size
    return size <= _IN_PROCESS_BYTES


def _failure_words(error: Exception) -> str:
    return (
        error.message
        if isinstance(error, GraphRagError)
        else f"It could not be read ({type(error).__name__}: {error})."
    )


def _is_passed_over(entry: os.DirEntry[str]) -> bool:
    name = entry.name.casefold()
    if name.startswith((".", "~$")) or name in _DROPPINGS or _OWN.search(name):
        return True
    if sys.platform != "win32":
        return False
    return bool(entry.stat(follow_symlinks=False).st_file_attributes & stat.FILE_ATTRIBUTE_HIDDEN)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is a folder itself, not a link to one (on Windows: nor a junction)."""
    if not entry.is_dir(follow_symlinks=False):
        return False
    if sys.platform != "win32":
        return True
    return entry.stat(follow_symlinks=False).st_reparse_tag != stat.IO_REPARSE_TAG_MOUNT_POINT


def _reason_to_skip(entry: os.DirEntry[str]) -> str:
    """Why an entry that is no folder is not read; empty where it is."""
    try:
        mode = entry.stat().st_mode
    except OSError as error:
        return "The link leads nowhere." if entry.is_symlink() else f"It cannot be looked at: {_words(error)}."
    if stat.S_ISDIR(mode):
        return "A link to a folder is not followed."
    if not stat.S_ISREG(mode):
        return "Not a file, but a pipe, a socket or a device."
    suffix = Path(entry.name).suffix.lower()
    if suffix not in READERS:
        return _not_read_yet(suffix)
    try:
        entry.path.encode("utf-8")
    except UnicodeEncodeError:  # a name in a legacy encoding, on a system whose names are bytes
        return "Its name, or a folder's above it, is no valid text. Rename it."
    return ""


def _not_read_yet(suffix: str) -> str:
    kind = f"{suffix[1:].upper()} files" if suffix else "Files without an ending"
    return f"{kind} are not read yet by this version."


def _below(folder: Path, path: Path) -> str:
    relative = path.relative_to(folder).as_posix()
    return relative.encode("utf-8", "replace").decode("utf-8")


def _require_regular(path: Path) -> None:
    if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would wait for ever
        raise OSError(errno.EINVAL, "Not a file, but a folder, a pipe, a socket or a device")


@contextmanager
def _unreadable_where_refused() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise UnreadableDocument("The file is gone.", "Index the folder again.") from error
    except OSError as error:
        raise UnreadableDocument(f"The file cannot be opened: {_words(error)}.", "See who may read it.") from error


def _words(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
