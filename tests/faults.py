"""Faults put under the program where it meets the computer: the n-th write fails as on a full disk.

Nothing of our own is replaced: the connections that Python opens count what is written through them, and Python's own
audit events those files that are opened for writing, renamed, removed or made.
"""

import errno
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

_WRITES = ("INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP", "COMMIT", "VACUUM")
_FULL = 13
_connect = sqlite3.connect


class Disk:
    """Counts writes, of one `table` where it is named; from the `first`-th of them on, `count` of them fail."""

    def __init__(self, first: int | None = None, count: int = 1, table: str = "") -> None:
        self.writes = 0
        self.table = table
        self._first = first
        self._count = count
        self._lock = threading.Lock()

    @property
    def has_failed(self) -> bool:
        """Whether it came to the write that was to fail."""
        return self._first is not None and self.writes >= self._first

    def fail_at(self, first: int) -> None:
        """Have another write fail."""
        self._first = first

    def write(self) -> bool:
        """Count a write; whether it is one of those that fail."""
        with self._lock:
            self.writes += 1
            return self._first is not None and 0 <= self.writes - self._first < self._count


class _Connection(sqlite3.Connection):
    """One whose statements that write may fail as on a full disk."""

    disk: Disk

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        self._meet(sql)
        return super().execute(sql, *parameters)

    def executemany(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        self._meet(sql)
        return super().executemany(sql, *parameters)

    def _meet(self, sql: str) -> None:
        is_write = _disk is not None and _disk.table in sql and sql.lstrip().upper().startswith(_WRITES)
        if is_write and _disk is not None and _disk.write():
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname, error.sqlite_errorcode = "SQLITE_FULL", _FULL
            raise error


_disk: Disk | None = None
_is_listening = False


@contextmanager
def faulty(disk: Disk) -> Iterator[Disk]:
    """Have what this process writes meet the faults of `disk`."""
    global _disk, _is_listening  # noqa: PLW0603  # an audit hook is one for the process and stays
    if not _is_listening:
        sys.addaudithook(_hear)
        _is_listening = True
    sqlite3.connect = partial(_connect, factory=_Connection)  # type: ignore[assignment]
    _disk = disk
    try:
        yield disk
    finally:
        _disk = None
        sqlite3.connect = _connect


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    disk = _disk
    if disk is not None and not disk.table and _writes_file(event, arguments) and disk.write():
        raise OSError(errno.ENOSPC, "No space left on device")


def _writes_file(event: str, arguments: tuple[object, ...]) -> bool:
    if event == "open":
        path, _, flags = arguments
        is_ours = not isinstance(path, int) and ".pyc" not in str(path) and not str(path).startswith(("/dev", "/proc"))
        return is_ours and isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
    return event in {"os.rename", "os.mkdir"}
