"""The log of the analyst's edits of entities, and pairs of which it was said that they are not the same."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import replace

from graphrag_desktop.domain.entity_edits import EditKind, EditOutcome, EntityEdit
from graphrag_desktop.domain.identity import DocumentId, EntityId
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.journal import fact, next_numbers

_WITHOUT_EFFECT = "edits without effect"


def edits(database: Database) -> tuple[EntityEdit, ...]:
    """All edits that hold, in the order in which they were made."""
    with database.reading() as connection:
        rows = connection.execute("SELECT number, record FROM entity_edits ORDER BY number").fetchall()
    return tuple(_edit(number, record) for number, record in rows)


def keep_edit(database: Database, edit: EntityEdit) -> EntityEdit:
    """Keep an edit behind all others; returns it with its number. One that has a number gets its old place back."""
    with database.writing() as connection:
        kept = edit if edit.number else replace(edit, number=next_numbers(connection, "edit", 1)[0])
        connection.execute(
            "INSERT INTO entity_edits VALUES (:number, :record)", {"number": kept.number, "record": _record(kept)}
        )
    return kept


def drop_edits(database: Database, numbers: Iterable[int]) -> None:
    """Take edits out of the log."""
    with database.writing() as connection:
        connection.executemany("DELETE FROM entity_edits WHERE number = ?", [(each,) for each in numbers])


def not_same(database: Database) -> frozenset[tuple[EntityId, EntityId]]:
    """The pairs that are not the same, the smaller id first."""
    with database.reading() as connection:
        rows = connection.execute("SELECT one, other FROM not_same").fetchall()
    return frozenset((EntityId(one), EntityId(other)) for one, other in rows)


def keep_not_same(database: Database, one: EntityId, other: EntityId, *, is_so: bool) -> None:
    """Note that two entities are not the same, or take that back."""
    pair = {"one": min(one, other), "other": max(one, other)}
    with database.writing() as connection:
        if is_so:
            connection.execute("INSERT OR IGNORE INTO not_same VALUES (:one, :other)", pair)
        else:
            connection.execute("DELETE FROM not_same WHERE one = :one AND other = :other", pair)


def is_whole(number: int, record: str) -> bool:
    """Whether the record of an edit can be read."""
    try:
        _edit(number, record)
    except (ValueError, TypeError, KeyError):
        return False
    return True


def without_effect(database: Database) -> tuple[int, ...]:
    """The edits that found nothing to change in the index as it is."""
    kept = fact(database, _WITHOUT_EFFECT)
    return tuple(map(int, kept.split())) if kept else ()


def settle_edits(connection: sqlite3.Connection, edited: EditOutcome) -> None:
    """Note which edits had no effect, and forget pairs of which one is no entity; part of the caller's transaction."""
    connection.execute(
        "INSERT OR REPLACE INTO facts VALUES (:name, :numbers)",
        {"name": _WITHOUT_EFFECT, "numbers": " ".join(map(str, edited.unapplied))},
    )
    known = "(SELECT id FROM entities UNION ALL SELECT identity FROM former WHERE kind = 'entity')"
    connection.execute(f"DELETE FROM not_same WHERE one NOT IN {known} OR other NOT IN {known}")


def _record(edit: EntityEdit) -> str:
    kept = {
        "kind": edit.kind.value,
        "entity": edit.entity,
        "title": edit.title,
        "other": edit.other,
        "name": edit.name,
        "type": edit.type,
        "names": edit.names,
        "documents": edit.documents,
        "made_at": edit.made_at,
    }
    return json.dumps(kept, ensure_ascii=False)


def _edit(number: int, record: str) -> EntityEdit:
    kept = json.loads(record)
    return EntityEdit(
        EditKind(kept["kind"]),
        EntityId(kept["entity"]),
        str(kept["title"]),
        EntityId(kept["other"]),
        str(kept["name"]),
        str(kept["type"]),
        tuple(map(str, kept["names"])),
        tuple(DocumentId(each) for each in kept["documents"]),
        number,
        str(kept["made_at"]),
    )
