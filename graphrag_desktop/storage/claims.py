"""Claims, and the text units from which a model read each entity and relationship."""

import sqlite3
from collections.abc import Mapping, Sequence

from graphrag_desktop.domain.claims import Claim
from graphrag_desktop.domain.extractions import (
    ExtractedClaim,
    ExtractedEntity,
    ExtractedRelationship,
    Origin,
    QuoteMatch,
)
from graphrag_desktop.domain.identity import DocumentId, EntityId, Key, Span, memo_key
from graphrag_desktop.storage.database import Database

_COLUMNS = (
    "c.number, s.id, o.id, c.subject_words, c.object_words, c.type, c.status, c.start_date, c.end_date, c.description,"
    ' c.quote, c.quote_match, c.source, u.document, c.start, c."end"'
)
_ROWS = (
    f"SELECT {_COLUMNS} FROM claims c JOIN entities s ON s.number = c.subject LEFT JOIN entities o ON o.number = c.object"
    " JOIN text_units u ON u.number = c.source"
)


def claims(database: Database) -> tuple[Claim, ...]:
    """All claims by number."""
    with database.reading() as connection:
        rows = connection.execute(f"{_ROWS} ORDER BY c.number").fetchall()
    return tuple(_claim(row) for row in rows)


def claim(database: Database, number: int) -> Claim | None:
    """The claim that `Claims (number)` cites, None where there is none."""
    with database.reading() as connection:
        row = connection.execute(f"{_ROWS} WHERE c.number = :number", {"number": number}).fetchone()
    return None if row is None else _claim(row)


def sources_of(database: Database, kind: str, number: int) -> tuple[int, ...]:
    """The numbers of the text units from which an entity or a relationship was read."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT source FROM origins WHERE kind = :kind AND number = :number ORDER BY source",
            {"kind": kind, "number": number},
        ).fetchall()
    return tuple(row[0] for row in rows)


def claim_key(claim: ExtractedClaim) -> Key:
    """A claim's identity: its fields and its text unit."""
    found = claim.found
    return memo_key(
        found.subject, found.object, found.type, found.status, found.start_date, found.end_date, found.description,
        found.quote, claim.origin.document, claim.origin.start,
    )  # fmt: skip


def put_claims(
    connection: sqlite3.Connection,
    extracted: Sequence[ExtractedClaim],
    numbers: Mapping[Key, int],
    entities: Mapping[EntityId, int],
    units: Mapping[tuple[str, int], int],
) -> None:
    """Put claims in; part of the caller's transaction. `units` gives the number of a text unit by document and start."""
    connection.executemany(
        "INSERT OR IGNORE INTO claims VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                numbers[claim_key(each)], claim_key(each), entities[each.subject],
                None if each.object is None else entities[each.object], each.found.subject, each.found.object,
                each.found.type, each.found.status, each.found.start_date, each.found.end_date, each.found.description,
                each.found.quote, each.match.value, units[str(each.origin.document), each.origin.start],
                None if each.span is None else each.span.start, None if each.span is None else each.span.end,
            )
            for each in extracted
        ],
    )  # fmt: skip


def put_origins(
    connection: sqlite3.Connection,
    entities: Sequence[tuple[int, ExtractedEntity]],
    relationships: Sequence[tuple[int, ExtractedRelationship]],
    units: Mapping[tuple[str, int], int],
) -> None:
    """Put in where entities and relationships were read, each with its number; part of the caller's transaction."""
    rows = [("entity", number, each.origins) for number, each in entities]
    rows += [("relationship", number, each.origins) for number, each in relationships]
    connection.executemany(
        "INSERT INTO origins VALUES (?, ?, ?)",
        (
            (kind, number, source)
            for kind, number, origins in rows
            for source in dict.fromkeys(_source(origin, units) for origin in origins)
        ),
    )


def _source(origin: Origin, units: Mapping[tuple[str, int], int]) -> int:
    return units[str(origin.document), origin.start]


def _claim(row: tuple[object, ...]) -> Claim:
    (
        number, subject, other, subject_words, object_words, kind, status, start_date, end_date, description, quote,
        match, source, document, start, end,
    ) = row  # fmt: skip
    return Claim(
        int(str(number)),
        EntityId(str(subject)),
        None if other is None else EntityId(str(other)),
        str(subject_words),
        str(object_words),
        str(kind),
        str(status),
        None if start_date is None else str(start_date),
        None if end_date is None else str(end_date),
        str(description),
        str(quote),
        QuoteMatch(str(match)),
        int(str(source)),
        DocumentId(str(document)),
        None if start is None else Span(int(str(start)), int(str(end))),
    )
