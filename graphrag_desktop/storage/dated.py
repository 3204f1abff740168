"""Sentences that may hold a date or a figure, and where in the graph they belong: read in bulk, for lists over all of a project."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from graphrag_desktop.domain.identity import DocumentId, EntityId, Span
from graphrag_desktop.storage.database import Database

Grouped = dict[int, tuple[int, ...]]
"""Numbers by a number."""


@dataclass(frozen=True, slots=True)
class FiguredSentence:
    """A sentence in which a figure stands, in any script that writes years."""

    number: int
    document: DocumentId
    span: Span
    text: str


def figured_sentences(database: Database) -> tuple[FiguredSentence, ...]:
    """All sentences in which a digit or the Chinese sign for a year stands, by number: others name no date with its year."""
    with database.reading() as connection:
        rows = connection.execute(
            'SELECT number, document, start, "end", text FROM sentences'
            " WHERE text GLOB '*[0-9]*' OR INSTR(text, '年') ORDER BY number"
        ).fetchall()
    return tuple(
        FiguredSentence(number, DocumentId(document), Span(start, end), text)
        for number, document, start, end, text in rows
    )


def entities_in(database: Database, sentences: Iterable[int]) -> Grouped:
    """The numbers of the entities that each of these sentences names."""
    return _grouped(
        database,
        "SELECT DISTINCT m.sentence, m.entity FROM json_each(:numbers) w JOIN mentions m ON m.sentence = w.value"
        " ORDER BY m.sentence, m.entity",
        sentences,
    )


def homes_of(database: Database, sentences: Iterable[int]) -> Grouped:
    """The communities that each of these sentences speaks of, those that do not split."""
    return _grouped(
        database,
        "SELECT h.sentence, h.community FROM homes h WHERE h.sentence IN (SELECT value FROM json_each(:numbers))"
        " ORDER BY h.sentence, h.community",
        sentences,
    )


def deepest_communities(database: Database) -> dict[int, int]:
    """The community of each entity on the deepest level."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT entity, community FROM memberships WHERE level = (SELECT MAX(level) FROM memberships)"
        ).fetchall()
    return dict(rows)


def entity_numbers(database: Database) -> dict[EntityId, int]:
    """The number of every entity by its id."""
    with database.reading() as connection:
        rows = connection.execute("SELECT id, number FROM entities").fetchall()
    return {EntityId(identity): number for identity, number in rows}


def _grouped(database: Database, statement: str, numbers: Iterable[int]) -> Grouped:
    found: dict[int, list[int]] = {}
    with database.reading() as connection:
        for key, value in connection.execute(statement, {"numbers": json.dumps(list(numbers))}):
            found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}
