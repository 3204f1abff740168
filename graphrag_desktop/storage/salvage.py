"""What can still be read of a damaged project, put into a new file: row by row, each looked at before it is taken.

Nothing is written into the damaged file, and nothing is made up: what cannot be read is counted.
"""

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.errors import InvalidSetting, ProjectDamaged
from graphrag_desktop.domain.reading_codec import decode_reading
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.storage import answers, case_file, changes, considered, entity_edits, standing
from graphrag_desktop.storage.arrays import is_whole as is_whole_array
from graphrag_desktop.storage.check_rules import COMMUNITY_RULES, NUMBERED_KINDS
from graphrag_desktop.storage.database import create_database
from graphrag_desktop.storage.migrations import NEWEST
from graphrag_desktop.storage.replies import unpacked

_MOST_FAILURES = 50_000  # of a table: rows looked for one by one where no range of them can be read
_HIGHEST_ROW = 2**40
_FULL_TEXT = "sentences_fts"

Row = tuple[object, ...]


def salvage(damaged: Path, target: Path) -> dict[str, int]:
    """Put what can be read of `damaged` into a new project at `target`; returns how many places of which table are lost.

    A place is a row, or a stretch of rows of which nobody can say how many they were. A journal beside `damaged` is
    worked off, so hand in a copy. Raises `ProjectDamaged` where not even its list of tables can be read.
    """
    create_database(target).close()
    lost: dict[str, int] = {}
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as fresh:
        with contextlib.closing(_opened(damaged)) as source:
            fresh.execute("PRAGMA foreign_keys = OFF")
            fresh.execute("BEGIN IMMEDIATE")
            for table in _tables(fresh):
                lost[table] = _copy(source, fresh, table)
        _drop_unreadable(fresh, lost)
        _drop_dangling(fresh, lost)
        _raise_sequences(fresh)
        fresh.execute(f"INSERT INTO {_FULL_TEXT} ({_FULL_TEXT}) VALUES ('rebuild')")
        fresh.execute("COMMIT")
    return {table: count for table, count in lost.items() if count}


def has_whole_hierarchy(path: Path) -> bool:
    """Whether the communities are as they were found, so that they can be gone on from."""
    rules = [query for rule, query in COMMUNITY_RULES if "report" not in rule and "finding" not in rule]
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return not any(connection.execute(query).fetchone() for query in rules)


def forget_stages(path: Path) -> None:
    """Have all that is made of what is kept made again by the next run."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM stages")


def _opened(damaged: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(damaged, isolation_level=None)
    try:
        connection.execute("SELECT name FROM sqlite_master").fetchall()
    except sqlite3.DatabaseError as error:
        connection.close()
        raise ProjectDamaged(
            f"{damaged.name} is damaged where the list of its tables stands: nothing of it can be read ({error}).",
            "Restore it from a backup, or index the folder into a new project.",
        ) from error
    return connection


def _tables(fresh: sqlite3.Connection) -> list[str]:
    rows = fresh.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'"
        " AND name NOT LIKE '%!_fts!_%' ESCAPE '!' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    )
    return [name for (name,) in rows]


def _copy(source: sqlite3.Connection, fresh: sqlite3.Connection, table: str) -> int:
    """Copy the rows of a table that can be read; returns how many places cannot."""
    try:
        there = {row[1] for row in source.execute(f"PRAGMA table_info ({table})").fetchall()}
    except sqlite3.DatabaseError:
        return 1
    declared = fresh.execute(f"PRAGMA table_info ({table})").fetchall()
    columns = [row[1] for row in declared if row[1] in there]
    if not columns:  # gone, unless it is of a younger version
        return int(source.execute("PRAGMA user_version").fetchone()[0] >= NEWEST)
    kinds = [row[2].lower() for row in declared if row[1] in there]
    names = ", ".join(f'"{each}"' for each in columns)
    insert = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})"
    reader = _Reader(source, table, names)
    key = [row[1] for row in sorted(declared, key=lambda row: row[5]) if row[5]]
    rows = reader.by_row_number() if reader.has_row_numbers else reader.by_key(key)
    for row in rows:
        if all(_is_kind(value, kind) for value, kind in zip(row, kinds, strict=True)):
            try:
                fresh.execute(insert, row)
            except sqlite3.Error:
                reader.lost += 1
        else:
            reader.lost += 1
    return reader.lost


def _is_kind(value: object, kind: str) -> bool:
    kinds: dict[str, type | tuple[type, ...]] = {"text": str, "integer": int, "real": (int, float), "blob": bytes}
    return value is None or isinstance(value, kinds.get(kind, object))


class _Reader:
    """Reads the rows of one table of a damaged file; `lost` counts the places where that fails."""

    def __init__(self, source: sqlite3.Connection, table: str, names: str) -> None:
        self._source = source
        self._table = table
        self._names = names
        self._failures = 0
        self.lost = 0

    @property
    def has_row_numbers(self) -> bool:
        """Whether the table has row numbers to look for its rows by."""
        try:
            self._source.execute(f"SELECT rowid FROM {self._table} WHERE rowid = 0").fetchall()
        except sqlite3.OperationalError as error:
            return "no such column" not in str(error)
        except sqlite3.DatabaseError:
            return True
        return True

    def by_row_number(self) -> Iterator[Row]:
        """All rows, range by range: one that cannot be read is halved until the row to blame is alone."""
        yield from self._range(0, self._highest())

    def by_key(self, key: Sequence[str]) -> Iterator[Row]:
        """The rows up to the first place that cannot be read, and those behind the last one."""
        order = ", ".join(f'"{each}"' for each in key)
        seen: set[Row] = set()
        for way in ("ASC", "DESC"):
            ordered = ", ".join(f"{each} {way}" for each in order.split(", "))
            found, is_whole = self._until_damage(f"SELECT {self._names} FROM {self._table} ORDER BY {ordered}")
            fresh = [row for row in found if row not in seen]
            seen.update(fresh)
            yield from fresh
            if is_whole:
                return
        self.lost += 1

    def _until_damage(self, query: str) -> tuple[list[Row], bool]:
        rows: list[Row] = []
        try:
            rows.extend(self._source.execute(query))
        except sqlite3.DatabaseError:
            return rows, False
        return rows, True

    def _highest(self) -> int:
        """A number that no row is above; rows that are hard to read may hide which is the highest."""
        try:
            row = self._source.execute(f"SELECT MAX(rowid) FROM {self._table}").fetchone()
        except sqlite3.DatabaseError:
            return _HIGHEST_ROW
        return int(row[0] or 0)

    def _range(self, low: int, high: int) -> Iterator[Row]:
        if self._failures > _MOST_FAILURES:
            return
        query = f"SELECT {self._names} FROM {self._table} NOT INDEXED WHERE rowid BETWEEN :low AND :high"
        try:
            rows = self._source.execute(query, {"low": low, "high": high}).fetchall()
        except sqlite3.DatabaseError:
            self._failures += 1
            if low == high:
                self.lost += 1
                return
            middle = (low + high) // 2
            yield from self._range(low, middle)
            yield from self._range(middle + 1, high)
        else:
            yield from rows


def _drop_unreadable(fresh: sqlite3.Connection, lost: dict[str, int]) -> None:
    """Drop what SQLite can read and the program cannot."""
    looks: tuple[tuple[str, str, Callable[..., bool]], ...] = (
        ("settings", "name, name, value", _is_setting),
        ("parsed", "id, state, characters, text", _is_document),
        ("extractions", "key, key, reading", _is_reading),
        ("model_replies", "key, reply", lambda packed: unpacked(packed) is not None),
        ("vectors", "name, dtype, shape, data, checksum", is_whole_array),
        ("canvas", "name, dtype, shape, data, checksum", is_whole_array),
        ("answers", "id, id, question, text, record", answers.is_whole),
        ("considered", "answer, record", considered.is_whole),
        ("standing_questions", "id, mode, restriction", standing.is_whole),
        ("changes", "version, record", changes.is_whole),
        ("entity_edits", "number, number, record", entity_edits.is_whole),
        ("case_items", "id, record", case_file.is_whole),
    )
    for table, columns, is_whole in looks:
        key = columns.partition(",")[0]
        rows = fresh.execute(f"SELECT {columns} FROM {table}").fetchall()
        wrong = [(row[0],) for row in rows if not is_whole(*row[1:])]
        fresh.executemany(f"DELETE FROM {table} WHERE {key} = ?", wrong)
        lost[table] = lost.get(table, 0) + len(wrong)


def _is_setting(name: str, value: str) -> bool:
    try:
        if name in Settings().as_dict():
            Settings().changed({name: json.loads(value)})
    except (ValueError, TypeError, InvalidSetting):
        return False
    return True


def _is_document(state: str, characters: int, text: str) -> bool:
    return state in set(DocumentState) and characters == len(text)


def _is_reading(key: str, reading: bytes) -> bool:
    try:
        return decode_reading(reading).key == key
    except (ValueError, TypeError, KeyError, IndexError):
        return False


def _drop_dangling(fresh: sqlite3.Connection, lost: dict[str, int]) -> None:
    """Drop what refers to a row that is lost, again and again, until nothing does."""
    while wrong := {(table, row) for table, row, _, _ in fresh.execute("PRAGMA foreign_key_check") if row is not None}:
        for table, row in wrong:
            fresh.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))
            lost[table] = lost.get(table, 0) + 1
    for table, column, parent, other in _references(fresh):
        gone = fresh.execute(
            f'DELETE FROM {table} WHERE "{column}" IS NOT NULL AND "{column}" NOT IN (SELECT "{other}" FROM {parent})'
        ).rowcount
        lost[table] = lost.get(table, 0) + gone
    fresh.execute("DELETE FROM sent_texts WHERE key NOT IN (SELECT text FROM contexts)")


def _references(fresh: sqlite3.Connection) -> list[tuple[str, str, str, str]]:
    """Column by column what tables without row numbers refer to: the check above does not name their rows."""
    found = []
    for table in _tables(fresh):
        for row in fresh.execute(f"PRAGMA foreign_key_list ({table})").fetchall():
            found.append((table, row[3], row[2], row[4]))
    return found


def _raise_sequences(fresh: sqlite3.Connection) -> None:
    """No number that is in use is given a second time, though the count of them be lost."""
    for kind, table in NUMBERED_KINDS:
        fresh.execute(
            f"INSERT INTO sequences SELECT :kind, IFNULL(MAX(number), 0) + 1 FROM {table} WHERE true"
            " ON CONFLICT (kind) DO UPDATE SET following = MAX(following, excluded.following)",
            {"kind": kind},
        )
