"""Which documents bear a record out: those from which it was read, or whose sentences name it."""

import json
import sqlite3
from collections.abc import Iterable

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.storage.database import Database

Documents = dict[int, set[DocumentId]]

_ORIGINS = (
    "SELECT o.number, u.document FROM json_each(:numbers) w JOIN origins o ON o.number = w.value AND o.kind = :kind"
    " JOIN text_units u ON u.number = o.source"
)
_NAMED = (
    "SELECT m.entity, s.document FROM json_each(:numbers) w JOIN mentions m ON m.entity = w.value"
    " JOIN sentences s ON s.number = m.sentence"
)
_NAMED_TOGETHER = (
    "SELECT r.number, s.document FROM json_each(:numbers) w JOIN relationships r ON r.number = w.value"
    " JOIN mentions a ON a.entity = r.source JOIN mentions b ON b.sentence = a.sentence AND b.entity = r.target"
    " JOIN sentences s ON s.number = a.sentence"
)
_CLAIMED = (
    "SELECT c.number, u.document FROM json_each(:numbers) w JOIN claims c ON c.number = w.value"
    " JOIN text_units u ON u.number = c.source"
)


def documents_behind(database: Database, kind: Kind, numbers: Iterable[int]) -> Documents:
    """For each entity, relationship or claim its documents; of a relationship that a model read those it was read from."""
    wanted = list(dict.fromkeys(numbers))
    found: Documents = {number: set() for number in wanted}
    with database.reading() as connection:
        if kind is Kind.CLAIM:
            _add(connection, _CLAIMED, kind, wanted, found)
            return found
        _add(connection, _ORIGINS, kind, wanted, found)
        if kind is Kind.ENTITY:
            _add(connection, _NAMED, kind, wanted, found)
        elif kind is Kind.RELATIONSHIP:
            _add(connection, _NAMED_TOGETHER, kind, [each for each in wanted if not found[each]], found)
    return found


def _add(connection: sqlite3.Connection, statement: str, kind: Kind, numbers: list[int], found: Documents) -> None:
    for number, document in connection.execute(
        f"SELECT DISTINCT * FROM ({statement})", {"numbers": json.dumps(numbers), "kind": kind.value}
    ):
        found[number].add(DocumentId(document))
