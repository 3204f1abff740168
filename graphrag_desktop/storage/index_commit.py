"""The commit that puts a whole index, from documents to communities, in place of the one before."""

import sqlite3
import sys
from array import array
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.extractions import ExtractedSentence
from graphrag_desktop.domain.identity import EntityId, member_key
from graphrag_desktop.domain.index import IndexTables
from graphrag_desktop.storage.arrays import lay_map_aside, put_arrays
from graphrag_desktop.storage.claims import claim_key, put_claims, put_origins
from graphrag_desktop.storage.clusterings import put_clustering
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.entity_edits import settle_edits
from graphrag_desktop.storage.former import Former, keep_former, read_former
from graphrag_desktop.storage.gone import InUse, Removal, drop_unused, put_removal
from graphrag_desktop.storage.journal import next_numbers, raise_index_version

Identity = TypeVar("Identity", bound=Hashable)

SENTENCE_NUMBERS = "sentence numbers"
"""The vector whose row r is the number of the sentence at row r of the engine's arrays."""

_REPLACED = (
    "claims", "origins", "homes", "memberships", "communities", "mentions", "aliases", "alternate_types", "relationships", "entities",
    "sentences", "text_units", "paths", "copies", "documents", "skipped", "vectors",
)  # fmt: skip


def commit_index(
    database: Database,
    tables: IndexTables,
    texts: Mapping[str, str],
    in_use: InUse | None = None,
    removal: Removal | None = None,
) -> None:
    """Replace every table from documents to communities in one transaction, keeping the numbers of what stays.

    `texts` gives each document's text by id. Numbers of things that were there before are kept, new ones follow in
    canonical order. Reports of communities that are gone go; vectors and map are to be made again, the map from where
    entities stood. Given what is `in_use`, what was kept of any other text goes with it, so that no kill leaves words of what is gone behind.
    A `removal` is remembered, and the reports that rest on it go at once.
    """
    with database.writing() as connection:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        units = _numbers(connection, "source", "text_units", 'document, start, "end"', _unit_ids(tables.units))
        sentences = _numbers(
            connection, "sentence", "sentences", 'document, start, "end"', _sentence_ids(tables.extractions.sentences)
        )
        former = read_former(connection)
        wanted = [each.id for each in tables.graph.entities]
        entities = _numbers(connection, "entity", "entities", "id", wanted, former.entities)
        pairs = [(entities[each.source], entities[each.target]) for each in tables.graph.relationships]
        relationships = _numbers(
            connection, "relationship", "relationships", "source, target", pairs, former.relationships
        )
        keep_former(connection, former, Former(entities, relationships), tables.extractions.edited)
        claims = _numbers(connection, "claim", "claims", "key", list(map(claim_key, tables.extractions.claims)))
        for table in _REPLACED:
            connection.execute(f"DELETE FROM {table}")
        lay_map_aside(connection)
        _put_documents(connection, tables)
        _put_units(connection, tables.units, units)
        _put_sentences(connection, tables, texts, units, sentences)
        _put_entities(connection, tables, entities)
        _put_relationships(connection, tables, pairs, relationships)
        _put_mentions(connection, tables.extractions.sentences, sentences, entities)
        _put_communities(connection, tables, entities, sentences)
        starts = {(document, start): number for (document, start, _), number in units.items()}
        put_claims(connection, tables.extractions.claims, claims, entities, starts)
        put_origins(
            connection,
            [(entities[each.id], each) for each in tables.extractions.entities if each.id in entities],
            list(zip(relationships.values(), tables.extractions.relationships, strict=True)),
            starts,
        )
        rows = _int_array(sentences, _sentence_ids(tables.extractions.sentences))
        put_arrays(connection, "vectors", {**tables.extractions.arrays, SENTENCE_NUMBERS: rows})
        put_clustering(connection, tables.clustering, entities)
        settle_edits(connection, tables.extractions.edited)
        connection.execute("INSERT INTO sentences_fts (sentences_fts) VALUES ('rebuild')")
        connection.execute("DELETE FROM stages")
        connection.execute("INSERT INTO stages VALUES ('index', :key)", {"key": tables.key})
        if removal is not None:
            put_removal(connection, removal)
        if in_use is not None:
            drop_unused(connection, in_use)
        raise_index_version(connection)


def _numbers(
    connection: sqlite3.Connection,
    kind: str,
    table: str,
    columns: str,
    wanted: Sequence[Identity],
    former: Mapping[Identity, int] | None = None,
) -> dict[Identity, int]:
    """The number of each identity: its old one, the one that it had before an edit, or a new one in the order given."""
    is_single = "," not in columns
    old = dict(former or {}) | {
        (row[1] if is_single else tuple(row[1:])): int(row[0])
        for row in connection.execute(f"SELECT number, {columns} FROM {table}")
    }
    fresh = [each for each in wanted if each not in old]
    given = dict(zip(fresh, next_numbers(connection, kind, len(fresh)), strict=True))
    return {each: given[each] if each in given else old[each] for each in wanted}


def _unit_ids(units: Sequence[TextUnit]) -> list[tuple[str, int, int]]:
    return [(str(each.document), each.span.start, each.span.end) for each in units]


def _sentence_ids(sentences: Sequence[ExtractedSentence]) -> list[tuple[str, int, int]]:
    return [(str(each.document), each.span.start, each.span.end) for each in sentences]


def _int_array(numbers: Mapping[Identity, int], order: Sequence[Identity]) -> StoredArray:
    values = array("i", (numbers[each] for each in order))
    if sys.byteorder == "big":
        values.byteswap()
    return StoredArray("<i4", (len(values),), values.tobytes())


def _put_documents(connection: sqlite3.Connection, tables: IndexTables) -> None:
    connection.executemany("INSERT INTO documents VALUES (?)", [(each.id,) for each in tables.documents])
    connection.executemany(
        "INSERT INTO paths VALUES (?, ?)", [(path, each.id) for each in tables.documents for path in each.paths]
    )
    connection.executemany(
        "INSERT INTO skipped VALUES (?, ?, ?)", [(each.path, each.reason, each.state.value) for each in tables.skipped]
    )
    connection.executemany("INSERT INTO copies VALUES (?, ?)", sorted(tables.extractions.copies.items()))
    connection.execute("DELETE FROM parsed WHERE id NOT IN (SELECT id FROM documents)")


def _put_units(
    connection: sqlite3.Connection, units: Sequence[TextUnit], numbers: Mapping[tuple[str, int, int], int]
) -> None:
    connection.executemany(
        "INSERT INTO text_units VALUES (?, ?, ?, ?, ?)",
        [(numbers[key], *key, unit.tokens) for key, unit in zip(_unit_ids(units), units, strict=True)],
    )


def _put_sentences(
    connection: sqlite3.Connection,
    tables: IndexTables,
    texts: Mapping[str, str],
    units: Mapping[tuple[str, int, int], int],
    numbers: Mapping[tuple[str, int, int], int],
) -> None:
    unit_ids = _unit_ids(tables.units)
    connection.executemany(
        "INSERT INTO sentences VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                numbers[key], *key, units[unit_ids[unit]], each.quality, each.heading,
                texts[each.document][each.span.start : each.span.end], each.terms,
            )
            for key, each, unit in zip(
                _sentence_ids(tables.extractions.sentences), tables.extractions.sentences, tables.sentence_units, strict=True
            )
        ),
    )  # fmt: skip


def _put_entities(connection: sqlite3.Connection, tables: IndexTables, numbers: Mapping[EntityId, int]) -> None:
    connection.executemany(
        "INSERT INTO entities VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                numbers[each.id],
                each.id,
                each.title,
                each.type,
                each.description,
                each.count,
                each.documents,
                each.degree,
            )
            for each in tables.graph.entities
        ],
    )
    extracted = tables.extractions.entities
    connection.executemany(
        "INSERT OR IGNORE INTO aliases VALUES (?, ?)",
        [(alias, numbers[each.id]) for each in extracted if each.id in numbers for alias in each.aliases],
    )
    connection.executemany(
        "INSERT INTO alternate_types VALUES (?, ?, ?)",
        [
            (numbers[each.id], kind, votes)
            for each in extracted
            if each.id in numbers
            for kind, votes in each.alternate_types.items()
        ],
    )


def _put_relationships(
    connection: sqlite3.Connection,
    tables: IndexTables,
    pairs: Sequence[tuple[int, int]],
    numbers: Mapping[tuple[int, int], int],
) -> None:
    connection.executemany(
        "INSERT INTO relationships VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (numbers[pair], *pair, each.description, each.count, each.clustering_weight, each.strength)
            for pair, each in zip(pairs, tables.graph.relationships, strict=True)
        ],
    )


def _put_mentions(
    connection: sqlite3.Connection,
    sentences: Sequence[ExtractedSentence],
    numbers: Mapping[tuple[str, int, int], int],
    entities: Mapping[EntityId, int],
) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO mentions VALUES (?, ?, ?, ?)",
        (
            (entities[mention.entity], numbers[key], mention.span.start, mention.span.end)
            for key, each in zip(_sentence_ids(sentences), sentences, strict=True)
            for mention in each.mentions
        ),
    )


def _put_communities(
    connection: sqlite3.Connection,
    tables: IndexTables,
    entities: Mapping[EntityId, int],
    sentences: Mapping[tuple[str, int, int], int],
) -> None:
    hierarchy = tables.hierarchy
    connection.executemany(
        "INSERT INTO communities VALUES (?, ?, ?, ?, ?)",
        [
            (each.number, member_key(each.entities), each.level, each.parent, each.is_unconnected)
            for each in sorted(hierarchy.communities.values(), key=lambda each: (each.level, each.number))
        ],
    )
    connection.executemany(
        "INSERT INTO memberships VALUES (?, ?, ?)",
        (
            (level, entities[member], number)
            for level, numbers in enumerate(hierarchy.levels)
            for number in numbers
            for member in hierarchy.communities[number].entities
        ),
    )
    rows = _sentence_ids(tables.extractions.sentences)
    connection.executemany(
        "INSERT INTO homes VALUES (?, ?)",
        [(community, sentences[rows[row]]) for community, found in tables.homes.items() for row in found],
    )
    connection.execute("DELETE FROM reports WHERE number NOT IN (SELECT number FROM communities)")
    highest = max(hierarchy.communities, default=0)
    connection.execute(
        "INSERT INTO sequences VALUES ('community', :next)"
        " ON CONFLICT (kind) DO UPDATE SET following = MAX(following, excluded.following)",
        {"next": highest + 1},
    )
