"""What lies in a folder: the files that have a format we read, and all others with the reason why not."""

import errno
import hashlib
import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from graphrag_desktop.domain.documents import DocumentState, SkippedFile
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.pipeline.formats.registry import refusal
from graphrag_desktop.pipeline.left_out import why_left_out

_BLOCK_BYTES = 2**20


@dataclass(frozen=True, slots=True)
class FolderListing:
    """Paths below a folder, with forward slashes, sorted: the files to be read, those skipped, those left out.

    A folder that is left out is one entry; what is in it is not looked at.
    """

    files: tuple[str, ...]
    skipped: tuple[SkippedFile, ...]
    left_out: tuple[SkippedFile, ...]


def find_files(folder: Path, patterns: tuple[str, ...] = ()) -> FolderListing:
    """List a folder and all below it; raises `InputError` if it is none or cannot be opened.

    What is hidden, what systems and this program drop into folders, and what matches one of `patterns` is left out.
    Links to folders are not followed, so no loop is ever entered. Nothing is opened but folders.
    """
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}.", "Choose a folder that holds your documents.")
    files: list[str] = []
    skipped: list[SkippedFile] = []
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            entries = list(os.scandir(here))
        except OSError as error:
            if here == folder:
                raise InputError(f"{folder} cannot be opened: {words(error)}.", "See who may read it.") from error
            skipped.append(SkippedFile(_below(folder, here), f"The folder cannot be opened: {words(error)}."))
            continue
        for entry in entries:
            path = _below(folder, Path(entry.path))
            if reason := _why_left_out(entry, path, patterns):
                skipped.append(SkippedFile(path, reason, DocumentState.LEFT_OUT))
            elif _is_folder(entry):
                waiting.append(Path(entry.path))
            elif why := _why_skipped(entry, path):
                skipped.append(why)
            else:
                files.append(path)
    skipped.sort(key=lambda each: each.path)
    return FolderListing(
        tuple(sorted(files)),
        tuple(each for each in skipped if each.state is not DocumentState.LEFT_OUT),
        tuple(each for each in skipped if each.state is DocumentState.LEFT_OUT),
    )


def identify(path: Path) -> tuple[DocumentId, int]:
    """The id and the size of a file's content, read block by block; raises `OSError` where it cannot be read."""
    digest, size = hashlib.sha256(), 0
    require_regular(path)
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            digest.update(block)
            size += len(block)
    return DocumentId(digest.hexdigest()), size


def require_regular(path: Path) -> None:
    """Raise `OSError` where there is no plain file: to open a pipe would be to wait for ever."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "Not a file, but a folder, a pipe, a socket or a device")


def words(error: OSError) -> str:
    """What the system says, to be put into a sentence."""
    return (error.strerror or type(error).__name__).lower()


def _why_left_out(entry: os.DirEntry[str], path: str, patterns: tuple[str, ...]) -> str:
    if reason := why_left_out(path, patterns):
        return reason
    if sys.platform != "win32":
        return ""
    is_hidden = entry.stat(follow_symlinks=False).st_file_attributes & stat.FILE_ATTRIBUTE_HIDDEN
    return "A hidden file or folder." if is_hidden else ""


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is a folder itself, not a link to one (on Windows: nor a junction)."""
    if not entry.is_dir(follow_symlinks=False):
        return False
    if sys.platform != "win32":
        return True
    return entry.stat(follow_symlinks=False).st_reparse_tag != stat.IO_REPARSE_TAG_MOUNT_POINT


def _why_skipped(entry: os.DirEntry[str], path: str) -> SkippedFile | None:
    """An entry that is no folder and is not read, with the reason; None where it is read."""
    try:
        mode = entry.stat().st_mode
    except OSError as error:
        reason = "The link leads nowhere." if entry.is_symlink() else f"It cannot be looked at: {words(error)}."
        return SkippedFile(path, reason)
    if stat.S_ISDIR(mode):
        return SkippedFile(path, "A link to a folder is not followed.")
    if not stat.S_ISREG(mode):
        return SkippedFile(path, "Not a file, but a pipe, a socket or a device.")
    if reason := refusal(entry.name):
        return SkippedFile(path, reason, DocumentState.UNSUPPORTED)
    try:
        entry.path.encode("utf-8")
    except UnicodeEncodeError:  # a name in a legacy encoding, on a system whose names are bytes
        return SkippedFile(path, "Its name, or a folder's above it, is no valid text. Rename it.")
    return None


def _below(folder: Path, path: Path) -> str:
    relative = path.relative_to(folder).as_posix()
    return relative.encode("utf-8", "replace").decode("utf-8")
