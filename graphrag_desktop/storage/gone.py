"""What rests on text that is about to go, so that it goes in the same transaction; and the documents that are to stay out."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.documents import RemovedDocument
from graphrag_desktop.domain.identity import DocumentId, Key
from graphrag_desktop.domain.replies import DESCRIPTION_TASKS, EMBED_TASK, QUESTION_TASKS, READING_TASKS, REPORT_TASKS
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.journal import drop_readings
from graphrag_desktop.storage.replies import drop_replies


@dataclass(frozen=True, slots=True)
class InUse:
    """What an index was made of: the keys of an engine's readings, and the origins of replies about what it holds.

    `texts` are the origins of text units, `descriptions` those of descriptions, `reports` of reports that rest on nothing that
    goes, `embedded` of the texts that have vectors.
    """

    engine: str
    readings: Collection[Key]
    texts: Collection[Key]
    descriptions: Collection[Key] = ()
    reports: Collection[Key] = ()
    embedded: Collection[Key] = ()


@dataclass(frozen=True, slots=True)
class Removal:
    """Documents that the analyst takes out, and the communities whose reports rest on their words."""

    documents: tuple[RemovedDocument, ...]
    stale_reports: Collection[int]


def resting_on(database: Database, units: Iterable[int]) -> frozenset[int]:
    """The communities in whose reports words of these text units may stand: theirs, and all above them."""
    wanted = {"units": json.dumps(list(units))}
    among = "(SELECT value FROM json_each(:units))"
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT DISTINCT community FROM memberships WHERE entity IN ("
            f"SELECT m.entity FROM sentences s JOIN mentions m ON m.sentence = s.number WHERE s.source IN {among}"
            f" UNION SELECT number FROM origins WHERE kind = 'entity' AND source IN {among}"
            " UNION SELECT r.source FROM origins o JOIN relationships r ON r.number = o.number"
            f" WHERE o.kind = 'relationship' AND o.source IN {among}"
            " UNION SELECT r.target FROM origins o JOIN relationships r ON r.number = o.number"
            f" WHERE o.kind = 'relationship' AND o.source IN {among}"
            f" UNION SELECT subject FROM claims WHERE source IN {among}"
            f" UNION SELECT object FROM claims WHERE object IS NOT NULL AND source IN {among})"
            " UNION SELECT h.community FROM homes h JOIN sentences s ON s.number = h.sentence"
            f" WHERE s.source IN {among}",
            wanted,
        ).fetchall()
        parents = dict(connection.execute("SELECT number, parent FROM communities"))
    found: set[int] = set()
    for (number,) in rows:
        at: int | None = number
        while at is not None and at not in found:
            found.add(at)
            at = parents.get(at)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class LostWith:
    """What rests on some documents: `entities` are named in them, `entities_going` nowhere else."""

    text_units: int
    entities: int
    entities_going: int
    reports: int
    answers: int


def lost_with(database: Database, going: Sequence[DocumentId]) -> LostWith:
    """What goes with these documents, and what must be written anew."""
    wanted = {"documents": json.dumps(list(going))}
    among = "IN (SELECT value FROM json_each(:documents))"
    named = (
        "SELECT m.entity FROM sentences s JOIN mentions m ON m.sentence = s.number WHERE s.document {0}"
        " UNION SELECT o.number FROM text_units u JOIN origins o ON o.source = u.number AND o.kind = 'entity'"
        " WHERE u.document {0}"
    )
    with database.reading() as connection:
        units = [row[0] for row in connection.execute(f"SELECT number FROM text_units WHERE document {among}", wanted)]
        entities = {row[0] for row in connection.execute(named.format(among), wanted)}
        elsewhere = {row[0] for row in connection.execute(named.format(f"NOT {among}"), wanted)}
        written = {row[0] for row in connection.execute("SELECT number FROM reports")}
        quoting = connection.execute(
            "SELECT COUNT(*) FROM answers WHERE EXISTS"
            " (SELECT 1 FROM json_each(:documents) WHERE INSTR(answers.record, json_each.value))",
            wanted,
        ).fetchone()[0]
    reports = len(resting_on(database, units) & written)
    return LostWith(len(units), len(entities), len(entities - elsewhere), reports, quoting)


def drop_unused(connection: sqlite3.Connection, in_use: InUse) -> None:
    """Where text is gone, drop what engines and models made of it; part of the caller's transaction.

    What was made of text that is still there stays: it is not to be paid for again.
    """
    drop_readings(connection, in_use.engine, in_use.readings)
    if drop_replies(connection, READING_TASKS, in_use.texts):
        drop_replies(connection, DESCRIPTION_TASKS, in_use.descriptions)
        drop_replies(connection, REPORT_TASKS, in_use.reports)
        drop_replies(connection, (EMBED_TASK,), in_use.embedded)
        drop_replies(connection, QUESTION_TASKS, ())


def put_removal(connection: sqlite3.Connection, removal: Removal) -> None:
    """Remember documents that are to stay out, and drop the reports that rest on them; part of the caller's transaction."""
    connection.executemany(
        "INSERT OR REPLACE INTO removed VALUES (?, ?, ?, ?)",
        [(each.id, each.path, each.removed_at, each.is_erased) for each in removal.documents],
    )
    connection.executemany("DELETE FROM reports WHERE number = ?", [(number,) for number in removal.stale_reports])


def removed_documents(database: Database) -> tuple[RemovedDocument, ...]:
    """The documents that the analyst took out, by path."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT document, path, removed_at, is_erased FROM removed ORDER BY path, document"
        ).fetchall()
    return tuple(
        RemovedDocument(DocumentId(identity), path, removed_at, bool(is_erased))
        for identity, path, removed_at, is_erased in rows
    )


def take_back(database: Database, documents: Iterable[DocumentId]) -> int:
    """Let documents in again, by the next run; returns how many were out."""
    with database.writing() as connection:
        before = connection.total_changes
        connection.executemany("DELETE FROM removed WHERE document = ?", [(each,) for each in documents])
        return connection.total_changes - before
