"""The numbers of entities and relationships that an edit took out of the graph: kept so that undoing it brings them back.

What cites such a number is led to what stands in its place.
"""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field

from graphrag_desktop.domain.entity_edits import EditOutcome
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.storage.database import Database

ENTITY, RELATIONSHIP = "entity", "relationship"

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Former:
    """Numbers by what they are of: entities by id, relationships by the numbers of their ends."""

    entities: Mapping[EntityId, int] = field(default_factory=dict)
    relationships: Mapping[Pair, int] = field(default_factory=dict)


def read_former(connection: sqlite3.Connection) -> Former:
    """The numbers of what is gone."""
    rows = connection.execute("SELECT kind, number, identity FROM former").fetchall()
    return Former(
        {EntityId(identity): number for kind, number, identity in rows if kind == ENTITY},
        {_pair(identity): number for kind, number, identity in rows if kind == RELATIONSHIP},
    )


def keep_former(connection: sqlite3.Connection, before: Former, after: Former, edited: EditOutcome) -> None:
    """Note what an edit took away, before the tables are replaced; part of the caller's transaction.

    Nothing is noted of what is gone for another reason, such as a document that was removed.
    """
    numbers = dict(before.entities) | {
        EntityId(identity): number for identity, number in connection.execute("SELECT id, number FROM entities")
    }
    pairs = dict(before.relationships) | {
        (source, target): number
        for source, target, number in connection.execute("SELECT source, target, number FROM relationships")
    }
    connection.execute("DELETE FROM former")
    if not edited.is_edited:
        return
    gone = {each: numbers[each] for each in edited.heirs if each in numbers and each not in after.entities}
    heirs = {
        number: after.entities.get(heir) if (heir := edited.heirs[each]) is not None else None
        for each, number in gone.items()
    }
    known = {*after.entities.values(), *gone.values()}
    rows: list[tuple[str, int, str, int | None]] = [
        (ENTITY, number, identity, heirs[number]) for identity, number in gone.items()
    ]
    for pair, number in pairs.items():
        if pair not in after.relationships and known.issuperset(pair):
            rows.append((RELATIONSHIP, number, json.dumps(pair), _heir(pair, heirs, after.relationships)))
    connection.executemany("INSERT INTO former VALUES (?, ?, ?, ?)", rows)


def current_number(database: Database, kind: str, number: int) -> int:
    """The number of what stands in the place of an entity or a relationship; its own where nothing took it away."""
    with database.reading() as connection:
        row = connection.execute(
            "SELECT heir FROM former WHERE kind = :kind AND number = :number", {"kind": kind, "number": number}
        ).fetchone()
    return number if row is None or row[0] is None else int(row[0])


def _heir(pair: Pair, heirs: Mapping[int, int | None], relationships: Mapping[Pair, int]) -> int | None:
    ends = [heirs.get(each, each) for each in pair]
    source, target = ends
    if source is None or target is None:
        return None
    return relationships.get((source, target), relationships.get((target, source)))


def _pair(identity: str) -> Pair:
    source, target = json.loads(identity)
    return int(source), int(target)
