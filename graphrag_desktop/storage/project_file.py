"""Looking at a file before anything opens it: is it ours, whole, of a version we know, and may we write it."""

import glob
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from graphrag_desktop.domain.errors import NotAProject, ProjectDamaged, ProjectError, ProjectTooNew

APPLICATION_ID = 0x47524447
"""“GRDG”: marks an SQLite file as a GraphRAG Desktop project."""

PRIVATE = 0o600
"""The permissions of what we write: for whoever wrote it, and nobody else."""

_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100


def refuse_foreign(path: Path, newest: int) -> int:
    """The schema version of the project at `path`; raises where it is not one we can use. Changes no byte of it."""
    header = read_head(path, newest)
    if not has_journal(path):
        page_bytes = int.from_bytes(header[16:18], "big")
        page_bytes = 65_536 if page_bytes == 1 else page_bytes
        if path.stat().st_size < page_bytes * int.from_bytes(header[28:32], "big"):
            raise _cut_off(path)
    return _version(header)


def read_head(path: Path, newest: int) -> bytes:
    """The head of the project at `path`, whatever lies behind it; raises where it is not that of a project we know."""
    header = _read_header(path)
    if not header:
        raise ProjectDamaged(
            f"{path.name} is empty.", "Restore it from a backup, or delete it and index the folder again."
        )
    if not header.startswith(_MAGIC):
        raise NotAProject(
            f"{path.name} is not a GraphRAG Desktop project.", "Choose a file that GraphRAG Desktop made (.graphrag)."
        )
    if len(header) < _HEADER_BYTES:
        raise _cut_off(path)
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise NotAProject(
            f"{path.name} is a database of another program.", "Choose a file that GraphRAG Desktop made (.graphrag)."
        )
    version = _version(header)
    if version > newest:
        raise ProjectTooNew(
            f"{path.name} was written by a newer version of GraphRAG Desktop (format {version}, this one knows {newest}).",
            "Update GraphRAG Desktop, or open the backup that the newer version left beside the file.",
        )
    return header


def make_private(path: Path) -> None:
    """Make an empty file at `path`, in place of any, that nobody else may read: its journals will be as private."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def is_there(path: Path) -> bool:
    """Whether anything lies at `path`; no for what cannot even be looked at: using it will say why."""
    try:
        return path.exists()
    except OSError:
        return False


def has_journal(path: Path) -> bool:
    """Whether the file was left open by a process that ended without closing it, or is open now."""
    return any(map(is_there, journals_of(path)))


def journals_of(path: Path) -> tuple[Path, Path]:
    """Where what is not yet worked into the file would lie."""
    return _beside(path, "-wal"), _beside(path, "-journal")


def backups_of(path: Path) -> tuple[Path, ...]:
    """The backups of earlier versions, and what was kept of it when it was damaged, that lie beside a project."""
    name = glob.escape(path.name)
    return tuple(sorted(each for end in (".v*.backup", ".damaged*") for each in path.parent.glob(f"{name}{end}")))


def may_be_written(path: Path) -> bool:
    """Whether file and folder admit writing, by their own marks (an administrator could write all the same)."""
    file = Path(os.path.realpath(path))
    return all(each.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) for each in (file, file.parent))


@dataclass(frozen=True, slots=True)
class WriterLock:
    """The right to write a project: held by one process, given back by the system when that process ends."""

    lock: FileLock

    def release(self) -> None:
        """Give the right back and take the sidecar away."""
        Path(self.lock.lock_file).unlink(missing_ok=True)
        self.lock.release()


def claim_writing(path: Path) -> WriterLock | None:
    """The lock of the project at `path`, or None where another process holds it; OSError on read-only media."""
    for _ in range(2):  # the one before may have taken the sidecar away between our opening and locking it
        lock = FileLock(_beside(path, ".lock"), timeout=0, mode=PRIVATE, thread_local=False, is_singleton=False)
        try:
            lock.acquire()
        except Timeout:
            return None
        if Path(lock.lock_file).exists():
            return WriterLock(lock)
        lock.release()
    return None


def _beside(path: Path, ending: str) -> Path:
    """The file of that ending beside the project itself: all links to a project have one lock and one journal."""
    return Path(os.path.realpath(path) + ending)


def _version(header: bytes) -> int:
    return int.from_bytes(header[60:64], "big")


def _read_header(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):  # to open a pipe would be to wait for ever
            what = "folder" if stat.S_ISDIR(mode) else "pipe, a socket or a device"
            raise NotAProject(
                f"{path} is no project, but a {what}.", "Choose a file that GraphRAG Desktop made (.graphrag)."
            )
        with path.open("rb") as file:
            return file.read(_HEADER_BYTES)
    except FileNotFoundError as error:
        raise ProjectError(
            f"There is no project at {path}.", "Check the name, or index a folder to make one."
        ) from error
    except OSError as error:
        raise ProjectError(
            f"{path} cannot be read: {error.strerror}.", "Check that the disk is there and that you may read the file."
        ) from error


def _cut_off(path: Path) -> ProjectDamaged:
    return ProjectDamaged(
        f"{path.name} is cut off: the file is shorter than it says.",
        "Copy it again from where it came, or restore it from a backup.",
    )
