"""Arrays kept whole, one read each: what an engine wants again (`vectors`) and what the map draws (`canvas`)."""

import json
import sqlite3
from collections.abc import Mapping
from typing import Literal

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.storage.database import Database

Shelf = Literal["vectors", "canvas"]


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
        row = connection.execute(
            f"SELECT dtype, shape, data FROM {shelf} WHERE name = :name", {"name": name}
        ).fetchone()
    return None if row is None else StoredArray(row[0], tuple(json.loads(row[1])), row[2])


def load_arrays(database: Database, shelf: Shelf) -> dict[str, StoredArray]:
    """All arrays of a shelf by name."""
    with database.reading() as connection:
        rows = connection.execute(f"SELECT name, dtype, shape, data FROM {shelf}").fetchall()
    return {name: StoredArray(dtype, tuple(json.loads(shape)), data) for name, dtype, shape, data in rows}


def keep_arrays(database: Database, shelf: Shelf, arrays: Mapping[str, StoredArray]) -> None:
    """Keep arrays under their names, in place of earlier ones of the same name."""
    with database.writing() as connection:
        put_arrays(connection, shelf, arrays)


def put_arrays(connection: sqlite3.Connection, shelf: Shelf, arrays: Mapping[str, StoredArray]) -> None:
    """The same as part of the caller's transaction."""
    connection.executemany(
        f"INSERT OR REPLACE INTO {shelf} VALUES (?, ?, ?, ?)",
        [(name, each.dtype, json.dumps(each.shape), each.data) for name, each in arrays.items()],
    )
