"""The items of the case file in their order."""

import json
import sqlite3

from graphrag_desktop.domain.case_file import CaseItem, CaseKind
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.records import as_records, citations_of, evidence_of

Row = tuple[str, str, str, bytes]


def case_items(database: Database) -> tuple[CaseItem, ...]:
    """All items in the order in which the analyst has them."""
    with database.reading() as connection:
        rows = connection.execute("SELECT id, note, record, picture FROM case_items ORDER BY position, id").fetchall()
    return tuple(map(_item, rows))


def keep_item(database: Database, item: CaseItem, place: int | None = None) -> None:
    """Keep an item at a place (from 0), or behind all others."""
    with database.writing() as connection:
        connection.execute(
            "INSERT INTO case_items VALUES (:id, :position, :note, :record, :picture)",
            {
                "id": item.id,
                "position": _position(connection, place),
                "note": item.note,
                "record": _record(item),
                "picture": item.picture,
            },
        )


def drop_item(database: Database, identity: str) -> tuple[CaseItem, int] | None:
    """Take an item out; returns it with its place, so that it can be put back, or None where there is none."""
    with database.writing() as connection:
        row = connection.execute(
            "SELECT id, note, record, picture, (SELECT COUNT(*) FROM case_items b WHERE (b.position, b.id) < (a.position, a.id))"
            " FROM case_items a WHERE id = :id",
            {"id": identity},
        ).fetchone()
        if row is None:
            return None
        connection.execute("DELETE FROM case_items WHERE id = :id", {"id": identity})
    return _item(row[:4]), row[4]


def write_note(database: Database, identity: str, note: str) -> str | None:
    """Put other words beside an item; returns those that stood there, None where there is no such item."""
    with database.writing() as connection:
        row = connection.execute("SELECT note FROM case_items WHERE id = :id", {"id": identity}).fetchone()
        if row is None:
            return None
        connection.execute("UPDATE case_items SET note = :note WHERE id = :id", {"note": note, "id": identity})
    return str(row[0])


def move_item(database: Database, identity: str, place: int) -> None:
    """Put an item at another place among the others (from 0)."""
    with database.writing() as connection:
        row = connection.execute("SELECT position FROM case_items WHERE id = :id", {"id": identity}).fetchone()
        if row is None:
            return
        connection.execute("UPDATE case_items SET position = 1e18 WHERE id = :id", {"id": identity})
        position = _position(connection, place, without=identity)
        connection.execute("UPDATE case_items SET position = :p WHERE id = :id", {"p": position, "id": identity})


def is_whole(record: str) -> bool:
    """Whether the record of an item can be read."""
    try:
        _item(("", "", record, b""))
    except (ValueError, TypeError, KeyError):
        return False
    return True


def _position(connection: sqlite3.Connection, place: int | None, without: str = "") -> float:
    """A number between those of the neighbours; all are numbered anew where there is no room between two."""
    rows = connection.execute(
        "SELECT id, position FROM case_items WHERE id <> :without ORDER BY position, id", {"without": without}
    ).fetchall()
    positions = [float(position) for _, position in rows]
    if place is None or place >= len(rows):
        return positions[-1] + 1 if positions else 0.0
    if place <= 0:
        return positions[0] - 1
    between = (positions[place - 1] + positions[place]) / 2
    if positions[place - 1] < between < positions[place]:
        return between
    connection.executemany(
        "UPDATE case_items SET position = ? WHERE id = ?",
        [(float(at), identity) for at, (identity, _) in enumerate(rows)],
    )
    return place - 0.5


def _record(item: CaseItem) -> str:
    kept = {
        "kind": item.kind.value,
        "title": item.title,
        "text": item.text,
        "added_at": item.added_at,
        "about": item.about,
        "index_version": item.index_version,
        "citations": as_records(item.citations),
        "evidence": as_records(item.evidence),
    }
    return json.dumps(kept, ensure_ascii=False)


def _item(row: Row) -> CaseItem:
    identity, note, record, picture = row
    kept = json.loads(record)
    return CaseItem(
        identity,
        CaseKind(kept["kind"]),
        kept["title"],
        kept["text"],
        kept["added_at"],
        citations_of(kept["citations"]),
        evidence_of(kept["evidence"]),
        note,
        kept["about"],
        kept["index_version"],
        bytes(picture),
    )
