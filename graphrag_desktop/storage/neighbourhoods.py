"""What lies around entities and text units: who is named where, which relationships they have, and their texts."""

import json
from collections.abc import Iterable, Sequence

from graphrag_desktop.domain.claims import Claim
from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.graph import Relationship
from graphrag_desktop.domain.identity import DocumentId, EntityId
from graphrag_desktop.storage import claims, documents
from graphrag_desktop.storage.database import Database

_RELATIONSHIPS = (
    "SELECT r.number, a.id, b.id, r.description, r.count, r.clustering_weight, r.strength FROM relationships r"
    " JOIN entities a ON a.number = r.source JOIN entities b ON b.number = r.target"
)


def sentence_sources(database: Database) -> tuple[tuple[int, int], ...]:
    """The number of every sentence and that of its text unit, by number."""
    with database.reading() as connection:
        return tuple(connection.execute("SELECT number, source FROM sentences ORDER BY number").fetchall())


def sources_naming(database: Database, entities: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    """Which of these entities each text unit names, and how often: entity, text unit, sentences; by all three.

    Where a model read an entity from a text unit, it is named there once at least.
    """
    wanted = {"entities": json.dumps(list(entities))}
    found: dict[tuple[int, int], int] = {}
    with database.reading() as connection:
        for entity, source in connection.execute(
            "SELECT o.number, o.source FROM json_each(:entities) w JOIN origins o ON o.number = w.value"
            " WHERE o.kind = 'entity'",
            wanted,
        ):
            found[entity, source] = 1
        for entity, source, count in connection.execute(
            "SELECT m.entity, s.source, COUNT(DISTINCT s.number) FROM json_each(:entities) w"
            " JOIN mentions m ON m.entity = w.value JOIN sentences s ON s.number = m.sentence GROUP BY m.entity, s.source",
            wanted,
        ):
            found[entity, source] = count
    return tuple(sorted((entity, source, count) for (entity, source), count in found.items()))


def naming_pairs(database: Database) -> tuple[tuple[int, int], ...]:
    """Every entity with every text unit that names it, each pair once; by both."""
    with database.reading() as connection:
        return tuple(
            connection.execute(
                "SELECT m.entity, s.source FROM mentions m JOIN sentences s ON s.number = m.sentence"
                " UNION SELECT number, source FROM origins WHERE kind = 'entity' ORDER BY 1, 2"
            ).fetchall()
        )


def relationship_pairs(database: Database) -> tuple[tuple[int, int, int, float], ...]:
    """Every relationship as its number, those of its two entities, and its weight for clustering; by number."""
    with database.reading() as connection:
        query = "SELECT number, source, target, clustering_weight FROM relationships ORDER BY number"
        return tuple(connection.execute(query).fetchall())


def relationships_numbered(database: Database, numbers: Iterable[int]) -> tuple[Relationship, ...]:
    """Those relationships of `numbers` that exist, by number."""
    with database.reading() as connection:
        rows = connection.execute(
            f"{_RELATIONSHIPS} JOIN json_each(:numbers) w ON r.number = w.value ORDER BY r.number",
            {"numbers": json.dumps(sorted(set(numbers)))},
        ).fetchall()
    return tuple(map(_relationship, rows))


def relationships_around(database: Database, entities: Sequence[int]) -> tuple[Relationship, ...]:
    """All relationships that have one of these entities at an end, by number."""
    with database.reading() as connection:
        rows = connection.execute(
            f"{_RELATIONSHIPS} WHERE r.number IN ("
            " SELECT r.number FROM json_each(:entities) w JOIN relationships r ON r.source = w.value"
            " UNION SELECT r.number FROM json_each(:entities) w JOIN relationships r ON r.target = w.value)"
            " ORDER BY r.number",
            {"entities": json.dumps(list(entities))},
        ).fetchall()
    return tuple(map(_relationship, rows))


def claims_about(database: Database, entities: Iterable[EntityId]) -> tuple[Claim, ...]:
    """The claims whose subject is one of these entities, by number."""
    wanted = frozenset(entities)
    return tuple(each for each in claims.claims(database) if each.subject in wanted)


class UnitTexts:
    """The words of text units with the path of their document; each document is read once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._texts: dict[DocumentId, str] = {}
        self._paths: dict[DocumentId, str] = {}

    def text(self, unit: TextUnit) -> str:
        """The words of a text unit."""
        return self._within(unit.document)[unit.span.start : unit.span.end]

    def path(self, document: DocumentId) -> str:
        """The first path of a document."""
        if document not in self._paths:
            self._paths[document] = documents.first_path(self._database, document)
        return self._paths[document]

    def _within(self, document: DocumentId) -> str:
        if document not in self._texts:
            self._texts[document] = documents.text_of(self._database, document)
        return self._texts[document]


def _relationship(row: tuple[int, str, str, str, int, float, float | None]) -> Relationship:
    number, source, target, description, count, weight, strength = row
    return Relationship(number, EntityId(source), EntityId(target), description, count, weight, strength)
