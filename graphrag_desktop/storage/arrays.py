"""Arrays kept whole, one read each: what an engine wants again (`vectors`) and what the map draws (`canvas`)."""

import json
import sqlite3
import zlib
from collections.abc import Mapping
from typing import Literal

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.errors import ProjectDamaged
from graphrag_desktop.storage.database import Database

Shelf = Literal["vectors", "canvas"]

EARLIER = "earlier "
"""What the names begin with of arrays of a map that is no more true, from which the next one goes on."""

_GONE_ON_FROM = ("entity numbers", "positions", "is settled", "hues")
_BY_HAND = "pins"

_COLUMNS = "name, dtype, shape, data, checksum"


class StoredArrays:
    """The `ArrayStore` of a project: its `vectors` by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def array(self, name: str) -> StoredArray | None:
        """The array of that name, or None if none is kept."""
        return load_array(self._database, "vectors", name)


def load_array(database: Database, shelf: Shelf, name: str) -> StoredArray | None:
    """One array by name, None where none is kept."""
    with database.reading() as connection:
        row = connection.execute(f"SELECT {_COLUMNS} FROM {shelf} WHERE name = :name", {"name": name}).fetchone()
    return None if row is None else _whole(database, *row)


def load_arrays(database: Database, shelf: Shelf) -> dict[str, StoredArray]:
    """All arrays of a shelf by name."""
    with database.reading() as connection:
        rows = connection.execute(f"SELECT {_COLUMNS} FROM {shelf}").fetchall()
    return {row[0]: _whole(database, *row) for row in rows}


def keep_arrays(database: Database, shelf: Shelf, arrays: Mapping[str, StoredArray]) -> None:
    """Keep arrays under their names, in place of earlier ones of the same name."""
    with database.writing() as connection:
        put_arrays(connection, shelf, arrays)


def put_arrays(connection: sqlite3.Connection, shelf: Shelf, arrays: Mapping[str, StoredArray]) -> None:
    """The same as part of the caller's transaction."""
    connection.executemany(
        f"INSERT OR REPLACE INTO {shelf} ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)",
        [(name, each.dtype, json.dumps(each.shape), each.data, zlib.crc32(each.data)) for name, each in arrays.items()],
    )


def lay_map_aside(connection: sqlite3.Connection) -> None:
    """Drop the map but for where entities stood, what was pinned and which hues communities had: numbers, and no words.

    A sketch that a stopped run left is nothing to go on from: then what was laid aside before it stays.
    """
    settled = connection.execute("SELECT data FROM canvas WHERE name = 'is settled'").fetchone()
    if settled is not None and any(settled[0]):
        connection.execute("DELETE FROM canvas WHERE name LIKE :earlier || '%'", {"earlier": EARLIER})
        for name in _GONE_ON_FROM:
            connection.execute(
                "UPDATE canvas SET name = :earlier || name WHERE name = :name", {"earlier": EARLIER, "name": name}
            )
    connection.execute(
        "DELETE FROM canvas WHERE name NOT LIKE :earlier || '%' AND name <> :by_hand",
        {"earlier": EARLIER, "by_hand": _BY_HAND},
    )


def is_whole(dtype: str, shape: str, data: bytes, checksum: int) -> bool:
    """Whether an array is as it was kept."""
    try:
        extents = json.loads(shape)
        size = int(dtype[2:])
        for extent in extents:
            size *= extent
    except (ValueError, TypeError):
        return False
    return size == len(data) and zlib.crc32(data) == checksum


def _whole(database: Database, name: str, dtype: str, shape: str, data: bytes, checksum: int) -> StoredArray:
    """The array as it was kept; raises `ProjectDamaged` where a bit of it is not."""
    if zlib.crc32(data) != checksum:
        raise ProjectDamaged(
            f"{database.path.name} is damaged: “{name}” is not as it was kept.",
            "Restore it from a backup, or index the folder into a new project.",
        )
    return StoredArray(dtype, tuple(json.loads(shape)), data)
