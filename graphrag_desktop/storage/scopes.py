"""Which records lie within some text units or around some entities: read in bulk, for questions that are restricted."""

import json
from collections.abc import Iterable

from graphrag_desktop.storage.database import Database

_MENTIONED = (
    "SELECT m.entity, s.source FROM mentions m JOIN sentences s ON s.number = m.sentence"
    " UNION SELECT o.number, o.source FROM origins o WHERE o.kind = 'entity'"
)


def entity_sources(database: Database) -> list[tuple[int, int]]:
    """Every entity with every text unit that names it or that it was read from."""
    with database.reading() as connection:
        return connection.execute(_MENTIONED).fetchall()


def typed_entities(database: Database, types: Iterable[str]) -> frozenset[int]:
    """The numbers of the entities of these types, however their letters are cased."""
    with database.reading() as connection:
        rows = connection.execute("SELECT number, type FROM entities").fetchall()
    wanted = {each.casefold() for each in types}
    return frozenset(number for number, kind in rows if kind.casefold() in wanted)


def entity_types(database: Database) -> tuple[str, ...]:
    """All types of entities there are."""
    with database.reading() as connection:
        return tuple(kind for (kind,) in connection.execute("SELECT DISTINCT type FROM entities ORDER BY type"))


def members(database: Database) -> list[tuple[int, int]]:
    """Every community with each of its entities."""
    with database.reading() as connection:
        return connection.execute("SELECT DISTINCT community, entity FROM memberships").fetchall()


def sentences_of(database: Database, sources: Iterable[int]) -> frozenset[int]:
    """The numbers of the sentences of these text units."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT s.number FROM sentences s WHERE s.source IN (SELECT value FROM json_each(:sources))",
            {"sources": json.dumps(list(sources))},
        )
        return frozenset(number for (number,) in rows)


def relationships_within(database: Database, sources: Iterable[int]) -> frozenset[int]:
    """The relationships that were read from these text units, or whose ends one of their sentences names together."""
    wanted = {"sources": json.dumps(list(sources))}
    with database.reading() as connection:
        read = connection.execute(
            "SELECT o.number FROM json_each(:sources) w JOIN origins o ON o.source = w.value"
            " WHERE o.kind = 'relationship'",
            wanted,
        ).fetchall()
        together = connection.execute(
            "SELECT DISTINCT r.number FROM sentences s JOIN mentions a ON a.sentence = s.number"
            " JOIN mentions b ON b.sentence = s.number JOIN relationships r ON r.source = a.entity"
            " AND r.target = b.entity WHERE s.source IN (SELECT value FROM json_each(:sources))",
            wanted,
        ).fetchall()
    return frozenset(number for (number,) in (*read, *together))


def relationship_ends(database: Database) -> list[tuple[int, int, int]]:
    """Every relationship with the numbers of its entities."""
    with database.reading() as connection:
        return connection.execute("SELECT number, source, target FROM relationships").fetchall()


def claim_places(database: Database) -> list[tuple[int, int, int, int | None, str, str]]:
    """Every claim with its text unit, its subject, its object, and the dates that it has, as they are written."""
    with database.reading() as connection:
        return connection.execute(
            "SELECT number, source, subject, object, COALESCE(start_date, ''), COALESCE(end_date, '') FROM claims"
        ).fetchall()
