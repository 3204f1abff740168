"""One project file: opened with care, written by one process, read by any number of threads."""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from graphrag_desktop.domain.errors import (
    GraphRagError,
    NoSpaceLeft,
    ProjectDamaged,
    ProjectError,
    ProjectInUse,
    ProjectReadOnly,
)
from graphrag_desktop.storage.migrations import NEWEST, back_up, migrate
from graphrag_desktop.storage.project_file import (
    WriterLock,
    claim_writing,
    has_journal,
    is_there,
    make_private,
    may_be_written,
    read_head,
    refuse_foreign,
)

_BUSY_MILLISECONDS = 5_000
_MOST_IN_MEMORY = 256 * 2**20  # bytes of a copy that is made while a project is compacted; a larger one is a file
_FOLDER = 0o700  # of a folder that is made for a project
_PRAGMAS = ("foreign_keys = ON", "temp_store = MEMORY", f"busy_timeout = {_BUSY_MILLISECONDS}")


class Database:
    """An open project file. Get one from `create_database` or `open_database`; close it.

    `read_only_reason` is a sentence where nothing can be written, else empty.
    """

    def __init__(self, path: Path, lock: WriterLock | None, read_only_reason: str, *, is_immutable: bool) -> None:
        self.path = path
        self.read_only_reason = read_only_reason
        self._lock = lock
        self._is_immutable = is_immutable
        self._write_lock = threading.RLock()
        self._writer: sqlite3.Connection | None = None
        self._local = threading.local()
        self._readers: list[tuple[threading.Thread, sqlite3.Connection]] = []
        self._readers_lock = threading.Lock()

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be written."""
        return bool(self.read_only_reason)

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is kept, or nothing. One thread at a time; not nested."""
        if self.is_read_only:
            raise ProjectReadOnly(self.read_only_reason, "Nothing was changed. Save a copy elsewhere to work on it.")
        with self._write_lock, self.plain_errors():
            connection = self._writer_connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                self._roll_back(connection)
                raise

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One unchanging view of the project, on a connection of this thread's own; may be nested."""
        connection = self._reader_connection()
        with self.plain_errors():
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("ROLLBACK")

    def save_copy(self, path: Path) -> None:
        """Write all that is committed into another file, whole or not at all; a project that lies there is replaced."""
        if os.path.realpath(path) == os.path.realpath(self.path):
            raise ProjectError(f"{path.name} is the open project itself.", "Name another file for the copy.")
        if not path.parent.is_dir():
            raise ProjectReadOnly(f"There is no folder {path.parent}.", "Choose a folder that is there.")
        if is_there(path):
            read_head(path, NEWEST)  # raises: what is no project is not ours to replace
        try:
            lock = claim_writing(path)
            if lock is None:
                raise ProjectInUse(f"{path.name} is open in another window or program.", "Name another file.")
            try:
                self._copy_to(path)
            finally:
                lock.release()
        except OSError as error:
            raise ProjectReadOnly(
                f"No copy can be saved at {path}: {error.strerror}.", "Choose a place that you may write."
            ) from error

    def compact(self) -> tuple[int, int]:
        """Write the file anew without what was deleted, so that no byte of that is left in it or beside it.

        Samples that SQLite keeps of columns go too. Waits for whoever reads just now, though not for long: where that is
        not over in time the file beside it may still hold what was deleted, and `ProjectInUse` says so. Returns the bytes
        of the file before and after.
        """
        if self.is_read_only:
            raise ProjectReadOnly(self.read_only_reason, "Nothing was changed. Save a copy elsewhere to work on it.")
        before = self.path.stat().st_size
        with self._write_lock, self.plain_errors():
            connection = self._writer_connection()
            for (table,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'"
            ).fetchall():
                connection.execute(f"DELETE FROM {table}")
            connection.execute("INSERT INTO sentences_fts (sentences_fts) VALUES ('optimize')")
            if before > _MOST_IN_MEMORY:
                connection.execute("PRAGMA temp_store = FILE")
            try:
                connection.execute("VACUUM")
                is_read = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            finally:
                connection.execute("PRAGMA temp_store = MEMORY")
        if is_read:
            raise ProjectInUse(
                f"{self.path.name} is being read: what was deleted is out of it, but may still stand in {self.path.name}-wal.",
                "Close other windows that have it open, then make the file smaller: File menu, or “compact”.",
            )
        return before, self.path.stat().st_size

    def close(self) -> None:
        """Close every connection and leave one file in rollback mode."""
        for _, reader in self._readers:
            reader.close()
        self._readers.clear()
        if self._writer is not None:
            for pragma in ("optimize", "journal_mode = DELETE"):
                with contextlib.suppress(sqlite3.DatabaseError):  # another process still reads, or it is damaged
                    self._writer.execute(f"PRAGMA {pragma}")
            self._writer.close()
            self._writer = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def write_ahead(self, version: int) -> None:
        """Open for writing: migrate if older, go to WAL mode (where the file system has it)."""
        with self.plain_errors():
            connection = self._writer_connection()
            if version < NEWEST:
                back_up(connection, self.path, version)
                migrate(connection, version)
            try:
                mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            except sqlite3.OperationalError:  # as on some network drives: without memory that processes share
                mode = ""
            connection.execute(f"PRAGMA synchronous = {'NORMAL' if mode == 'wal' else 'FULL'}")

    @contextlib.contextmanager
    def plain_errors(self) -> Iterator[None]:
        """Turn what SQLite raises into what the analyst can act on."""
        try:
            yield
        except sqlite3.Error as error:
            raise _explain(error, self.path) from error

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        """Undo what is not committed; a connection that cannot even do that is given up, and the next write has another."""
        try:
            if connection.in_transaction:  # a commit that failed may have left it open
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            connection.close()
            self._writer = None

    def _copy_to(self, path: Path) -> None:
        unfinished = path.with_name(f".{path.name}.new")
        make_private(unfinished)
        try:
            with self.plain_errors(), contextlib.closing(sqlite3.connect(unfinished)) as copy:
                self._reader_connection().backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
                damage = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            if damage != "ok":  # the same as in the original: a copy that cannot be read is none
                raise ProjectDamaged(
                    f"{self.path.name} is damaged ({damage}): no copy was saved.",
                    "Repair it: graphrag-desktop repair PROJECT, or in the File menu.",
                )
            unfinished.replace(path)
        finally:
            with contextlib.suppress(OSError):
                unfinished.unlink(missing_ok=True)

    def _writer_connection(self) -> sqlite3.Connection:
        if self._writer is None:
            self._writer = self._connect(f"file:{_quoted(self.path)}?mode=rw")
        return self._writer

    def _reader_connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            mode = "mode=ro&immutable=1" if self._is_immutable else "mode=rw"
            with self.plain_errors():
                connection = self._connect(f"file:{_quoted(self.path)}?{mode}")
                connection.execute("PRAGMA query_only = ON")
            self._local.connection = connection
            self._enter_reader(connection)
        return connection

    def _enter_reader(self, connection: sqlite3.Connection) -> None:
        """Remember a reader, and close those of threads that have ended: a question may bring threads of its own."""
        with self._readers_lock:
            for thread, reader in self._readers:
                if not thread.is_alive():
                    reader.close()
            self._readers = [each for each in self._readers if each[0].is_alive()]
            self._readers.append((threading.current_thread(), connection))

    def _connect(self, uri: str) -> sqlite3.Connection:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        return connection


def create_database(path: Path) -> Database:
    """Make an empty project at `path`, whole or not at all, and open it; raises where one is already."""
    if is_there(path):
        raise ProjectError(f"{path} is there already.", "Choose another name, or open it.")
    lock: WriterLock | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=_FOLDER)
        lock = claim_writing(path)
        if lock is None:
            raise ProjectInUse(
                f"{path.name} is open in another window or program, which makes it just now.", "Wait until it is there."
            )
        if is_there(path):  # made meanwhile
            raise ProjectError(f"{path} is there already.", "Choose another name, or open it.")
        _make(path)
    except OSError as error:
        _give_back(lock)
        raise ProjectReadOnly(
            f"No project can be made at {path}: {error.strerror}.", "Choose a place that you may write, with -p."
        ) from error
    except BaseException:
        _give_back(lock)
        raise
    return _opened(path, NEWEST, lock, "", is_immutable=False)


def _make(path: Path) -> None:
    unfinished = path.with_name(f".{path.name}.new")
    try:
        make_private(unfinished)
        with contextlib.closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
            migrate(connection, 0)
        unfinished.replace(path)
    except sqlite3.Error as error:
        raise _explain(error, path) from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _give_back(lock: WriterLock | None) -> None:
    if lock is not None:
        lock.release()


def open_database(path: Path, *, for_writing: bool = True) -> Database:
    """Open the project at `path`; what is not a project of ours is refused and stays as it is, to the byte.

    Where another process writes it, where it lies on read-only media, or `for_writing` is false, it can be read only;
    `read_only_reason` says why.
    """
    version = refuse_foreign(path, NEWEST)
    lock: WriterLock | None = None
    reason, is_immutable = "", False
    if not for_writing:
        reason = f"{path.name} was opened for reading."
    elif not may_be_written(path):
        reason, is_immutable = f"{path.name} lies where nothing can be written; it can be read.", True
    else:
        try:
            lock = claim_writing(path)
            if lock is None:
                reason = f"{path.name} is open in another window or program; here it can be read."
        except OSError:
            reason, is_immutable = f"{path.name} lies where nothing can be written; it can be read.", True
    return _opened(path, version, lock, reason, is_immutable=is_immutable)


def _opened(path: Path, version: int, lock: WriterLock | None, reason: str, *, is_immutable: bool) -> Database:
    if is_immutable and has_journal(path):
        raise ProjectReadOnly(
            f"{path.name} was not closed properly and lies where nothing can be written.",
            "Copy it, with the files of the same name beside it, to a place that you may write, and open the copy.",
        )
    database = Database(path, lock, reason, is_immutable=is_immutable)
    try:
        if reason and version < NEWEST:
            raise ProjectReadOnly(
                f"{path.name} is of an older version and must be brought up to date before it can be read. {reason}",
                "Open it in the window or index its folder again, where it may be written and nothing else has it open.",
            )
        with database.reading() as connection:  # before anything is written: what is damaged stays as it is
            connection.execute("SELECT COUNT(*) FROM facts").fetchone()
        if not reason:
            database.write_ahead(version)
    except BaseException:
        database.close()
        raise
    return database


def _quoted(path: Path) -> str:
    from urllib.parse import quote

    return quote(os.fsencode(os.path.realpath(path)))  # bytes: a name need not be valid text


def _explain(error: sqlite3.Error, path: Path) -> GraphRagError:
    name = getattr(error, "sqlite_errorname", "") or ""
    if name == "SQLITE_FULL":
        return NoSpaceLeft(
            f"There is no space left for {path.name}. Everything finished so far is kept.",
            f"Free some space on the disk of {path.parent} and go on.",
        )
    if name in {"SQLITE_CORRUPT", "SQLITE_NOTADB"} or name.startswith("SQLITE_CORRUPT"):
        return ProjectDamaged(
            f"{path.name} is damaged ({error}).",
            "Repair it: graphrag-desktop repair PROJECT, or in the File menu.",
        )
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return ProjectInUse(f"{path.name} is being written by another program.", "Try again when that has finished.")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return ProjectReadOnly(f"{path.name} cannot be written ({error}).", "Copy it to a place that you may write.")
    if name.startswith("SQLITE_IOERR"):
        return ProjectError(
            f"The disk that holds {path.name} does not answer as it should ({error}). Everything finished is kept.",
            "Check the disk or the network drive, and that there is space, then go on.",
        )
    return ProjectError(f"{path.name}: {error}.", "Run “graphrag-desktop check” on it.")
