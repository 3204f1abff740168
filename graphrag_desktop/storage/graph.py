"""Entities, relationships, and the sentences that name them."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.domain.graph import Entity, EntityLabel, Relationship
from graphrag_desktop.domain.identity import DocumentId, EntityId, Span, entity_id
from graphrag_desktop.domain.index import IndexCounts
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.former import current_number

_ENTITY_COLUMNS = "e.id, e.number, e.title, e.type, e.description, e.count, e.documents, e.degree"
_RELATIONSHIP_ROWS = (
    "SELECT r.number, a.id, b.id, r.description, r.count, r.clustering_weight, r.strength FROM relationships r"
    " JOIN entities a ON a.number = r.source JOIN entities b ON b.number = r.target"
)
_SENTENCE_ROWS = 'SELECT number, source, document, start, "end", text, quality, heading FROM sentences'


def entities(database: Database) -> tuple[Entity, ...]:
    """All entities in canonical order, by id."""
    with database.reading() as connection:
        aliases = _aliases(connection)
        rows = connection.execute(f"SELECT {_ENTITY_COLUMNS} FROM entities e ORDER BY e.id").fetchall()
    return tuple(_entity(row, aliases) for row in rows)


def entity(database: Database, number: int) -> Entity | None:
    """The entity that `Entities (number)` cites: after a merge the one that it is now; None where there is none."""
    number = current_number(database, "entity", number)
    with database.reading() as connection:
        row = connection.execute(
            f"SELECT {_ENTITY_COLUMNS} FROM entities e WHERE e.number = :number", {"number": number}
        ).fetchone()
        aliases = _aliases(connection, number)
    return None if row is None else _entity(row, aliases)


def entity_labels(database: Database) -> dict[int, EntityLabel]:
    """Title and degree of every entity by number, without anything else."""
    with database.reading() as connection:
        rows = connection.execute("SELECT number, title, degree FROM entities").fetchall()
    return {number: EntityLabel(title, degree) for number, title, degree in rows}


def entities_of(database: Database, ids: Iterable[EntityId]) -> tuple[Entity, ...]:
    """Those entities of `ids` that exist, the best connected first; no other is read."""
    with database.reading() as connection:
        rows = connection.execute(
            f"SELECT {_ENTITY_COLUMNS} FROM json_each(:ids) w JOIN entities e ON e.id = w.value"
            " ORDER BY e.degree DESC, e.id",
            {"ids": json.dumps(list(ids))},
        ).fetchall()
        aliases = _aliases_of(connection, [row[1] for row in rows])
    return tuple(_entity(row, aliases) for row in rows)


def entities_named(database: Database, names: Sequence[str]) -> tuple[Entity, ...]:
    """Entities whose title (however its letters are cased) or one of whose aliases (as it stands) is one of these names."""
    with database.reading() as connection:
        rows = connection.execute(
            f"SELECT {_ENTITY_COLUMNS} FROM entities e WHERE e.id IN (SELECT value FROM json_each(:ids)) OR e.number IN"
            " (SELECT a.entity FROM json_each(:names) n JOIN aliases a ON a.alias = n.value) ORDER BY e.degree DESC, e.id",
            {"ids": json.dumps([entity_id(each) for each in names]), "names": json.dumps(list(names))},
        ).fetchall()
        aliases = _aliases_of(connection, [row[1] for row in rows])
    return tuple(_entity(row, aliases) for row in rows)


def entities_called(database: Database, words: Sequence[str], limit: int) -> tuple[Entity, ...]:
    """Entities in whose title or one of whose aliases all the words stand, the best connected first.

    The words are compared in the form of ids.
    """
    holds = " AND ".join(f"(INSTR(e.id, :w{at}) OR INSTR(a.alias, :w{at}))" for at in range(len(words)))
    with database.reading() as connection:
        connection.create_function("ID_OF", 1, entity_id, deterministic=True)
        rows = connection.execute(
            f"SELECT DISTINCT {_ENTITY_COLUMNS} FROM entities e LEFT JOIN (SELECT entity, ID_OF(alias) AS alias FROM aliases) a"
            f" ON a.entity = e.number WHERE {holds or 'FALSE'} ORDER BY e.degree DESC, e.id LIMIT :limit",
            {"limit": limit, **{f"w{at}": word for at, word in enumerate(words)}},
        ).fetchall()
        aliases = _aliases_of(connection, [row[1] for row in rows])
    return tuple(_entity(row, aliases) for row in rows)


def relationships(database: Database) -> tuple[Relationship, ...]:
    """All relationships in canonical order, by the pair of their entities' ids."""
    with database.reading() as connection:
        rows = connection.execute(f"{_RELATIONSHIP_ROWS} ORDER BY a.id, b.id").fetchall()
    return tuple(_relationship(row) for row in rows)


def relationship(database: Database, number: int) -> Relationship | None:
    """The relationship that `Relationships (number)` cites, None where there is none; one merged is what it is now."""
    number = current_number(database, "relationship", number)
    with database.reading() as connection:
        row = connection.execute(f"{_RELATIONSHIP_ROWS} WHERE r.number = :number", {"number": number}).fetchone()
    return None if row is None else _relationship(row)


def relationship_ends(database: Database, number: int) -> tuple[int, int] | None:
    """The numbers of the two entities of a relationship, None where there is no such relationship."""
    number = current_number(database, "relationship", number)
    with database.reading() as connection:
        row = connection.execute(
            "SELECT source, target FROM relationships WHERE number = :number", {"number": number}
        ).fetchone()
    return None if row is None else (row[0], row[1])


def relationships_of(database: Database, number: int) -> tuple[Relationship, ...]:
    """An entity's relationships, the most often stated first."""
    with database.reading() as connection:
        rows = connection.execute(
            f"{_RELATIONSHIP_ROWS} WHERE r.source = :number OR r.target = :number ORDER BY r.count DESC, a.id, b.id",
            {"number": number},
        ).fetchall()
    return tuple(_relationship(row) for row in rows)


def all_sentences(database: Database) -> tuple[EvidenceSentence, ...]:
    """Every sentence with the entities it names, by number."""
    with database.reading() as connection:
        ids = dict(connection.execute("SELECT number, id FROM entities"))
        named: dict[int, list[EntityId]] = {}
        for sentence, number in connection.execute("SELECT DISTINCT sentence, entity FROM mentions"):
            named.setdefault(sentence, []).append(ids[number])
        rows = connection.execute(f"{_SENTENCE_ROWS} ORDER BY number").fetchall()
    return tuple(_evidence(row, tuple(sorted(named.get(row[0], ())))) for row in rows)


def evidence_sentences(database: Database, numbers: Iterable[int]) -> dict[int, EvidenceSentence]:
    """Those sentences of `numbers` that exist, in the order asked for, with the entities they name and their path."""
    wanted = {"numbers": json.dumps(list(dict.fromkeys(numbers)))}
    named: dict[int, list[EntityId]] = {}
    with database.reading() as connection:
        paths = dict(connection.execute("SELECT document, MIN(path) FROM paths GROUP BY document").fetchall())
        rows = connection.execute(
            f"{_SENTENCE_ROWS} JOIN json_each(:numbers) w ON number = w.value ORDER BY w.key", wanted
        ).fetchall()
        for sentence, identity in connection.execute(
            "SELECT DISTINCT m.sentence, e.id FROM json_each(:numbers) w JOIN mentions m ON m.sentence = w.value"
            " JOIN entities e ON e.number = m.entity ORDER BY m.sentence, e.id",
            wanted,
        ):
            named.setdefault(sentence, []).append(EntityId(identity))
    found = (_evidence(row, tuple(named.get(row[0], ()))) for row in rows)
    return {each.number: replace(each, path=paths.get(each.document, "")) for each in found}


def sentences_naming(database: Database, numbers: Sequence[int], limit: int) -> tuple[int, ...]:
    """Numbers of the sentences that name all these entities, those that stand alone best first."""
    marks = ", ".join("?" * len(numbers))
    with database.reading() as connection:
        rows = connection.execute(
            f"SELECT m.sentence FROM mentions m JOIN sentences s ON s.number = m.sentence WHERE m.entity IN ({marks})"
            " GROUP BY m.sentence HAVING COUNT(DISTINCT m.entity) = ? ORDER BY MAX(s.quality) DESC, m.sentence LIMIT ?",
            (*numbers, len(set(numbers)), limit),
        ).fetchall()
    return tuple(int(row[0]) for row in rows)


def mention_places(database: Database) -> list[tuple[int, int, str]]:
    """Which entity is named in which sentence of which document: numbers of both, and the document's id."""
    with database.reading() as connection:
        return connection.execute(
            "SELECT DISTINCT m.entity, m.sentence, s.document FROM mentions m JOIN sentences s ON s.number = m.sentence"
        ).fetchall()


def mentions_within(database: Database, document: DocumentId) -> tuple[tuple[int, Span], ...]:
    """Number of the entity and place of every mention in a document, in order."""
    with database.reading() as connection:
        rows = connection.execute(
            'SELECT m.entity, m.start, m."end" FROM sentences s JOIN mentions m ON m.sentence = s.number'
            " WHERE s.document = :document ORDER BY m.start",
            {"document": document},
        ).fetchall()
    return tuple((number, Span(start, end)) for number, start, end in rows)


def naming_documents(database: Database, number: int) -> tuple[DocumentId, ...]:
    """The documents that name an entity, or from which a model read it, those that name it most often first."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT document FROM (SELECT s.document AS document, m.sentence AS place FROM mentions m"
            " JOIN sentences s ON s.number = m.sentence WHERE m.entity = :number"
            " UNION ALL SELECT u.document, NULL FROM origins o JOIN text_units u ON u.number = o.source"
            " WHERE o.kind = 'entity' AND o.number = :number)"
            " GROUP BY document ORDER BY COUNT(DISTINCT place) DESC, document",
            {"number": number},
        ).fetchall()
    return tuple(DocumentId(row[0]) for row in rows)


def counts(database: Database) -> IndexCounts:
    """How much the project holds; unconnected entities are no communities here."""
    tables = ("documents", "text_units", "sentences", "entities", "relationships", "claims", "reports")
    with database.reading() as connection:
        count = {table: int(connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]) for table in tables}
        communities = connection.execute("SELECT COUNT(*) FROM communities WHERE NOT is_unconnected").fetchone()[0]
    return IndexCounts(
        documents=count["documents"],
        text_units=count["text_units"],
        sentences=count["sentences"],
        entities=count["entities"],
        relationships=count["relationships"],
        claims=count["claims"],
        communities=int(communities),
        reports=count["reports"],
    )


def _aliases(connection: sqlite3.Connection, number: int | None = None) -> dict[int, tuple[str, ...]]:
    found: dict[int, list[str]] = {}
    only = "" if number is None else " WHERE entity = :number"
    for alias, owner in connection.execute(
        f"SELECT alias, entity FROM aliases{only} ORDER BY alias", {"number": number}
    ):
        found.setdefault(owner, []).append(alias)
    return {owner: tuple(names) for owner, names in found.items()}


def _aliases_of(connection: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, tuple[str, ...]]:
    found: dict[int, list[str]] = {}
    for alias, owner in connection.execute(
        "SELECT alias, entity FROM aliases WHERE entity IN (SELECT value FROM json_each(:numbers)) ORDER BY alias",
        {"numbers": json.dumps(list(numbers))},
    ):
        found.setdefault(owner, []).append(alias)
    return {owner: tuple(names) for owner, names in found.items()}


def _entity(row: tuple[str, int, str, str, str, int, int, int], aliases: dict[int, tuple[str, ...]]) -> Entity:
    identity, number, title, kind, description, count, documents, degree = row
    others = tuple(each for each in aliases.get(number, ()) if each != title)  # the title is kept there to be found by
    return Entity(EntityId(identity), number, title, kind, description, count, documents, degree, others)


def _relationship(row: tuple[int, str, str, str, int, float, float | None]) -> Relationship:
    number, source, target, description, count, weight, strength = row
    return Relationship(number, EntityId(source), EntityId(target), description, count, weight, strength)


def _evidence(row: tuple[int, int, str, int, int, str, float, str], named: tuple[EntityId, ...]) -> EvidenceSentence:
    number, source, document, start, end, text, quality, heading = row
    return EvidenceSentence(number, source, DocumentId(document), Span(start, end), text, quality, heading, named)
