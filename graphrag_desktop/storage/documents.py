"""Documents, their text and pages; text units and sentences."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.documents import (
    Document,
    DocumentState,
    FileState,
    Member,
    Page,
    ParsedDocument,
    Sentence,
    SkippedFile,
    TextUnit,
    file_states,
)
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.storage.database import Database

_DOCUMENT_COLUMNS = "p.id, p.state, p.reason, p.codec, p.language, p.characters, p.size"
_SENTENCE_COLUMNS = 'number, document, start, "end", source, quality, heading'


@dataclass(frozen=True, slots=True)
class KnownParse:
    """Which version of which reader parsed a document, and what came of it."""

    parser: str
    state: DocumentState
    reason: str = ""


def keep_parsed(database: Database, parser: str, parsed: Iterable[ParsedDocument]) -> None:
    """Keep what parsing gave, under the hash of the bytes; paths are not looked at."""
    with database.writing() as connection:
        for each in parsed:
            known = each.document
            connection.execute("DELETE FROM pages WHERE document = :id", {"id": known.id})
            connection.execute("DELETE FROM members WHERE container = :id", {"id": known.id})
            connection.execute(
                "INSERT INTO parsed VALUES (:id, :parser, :state, :reason, :codec, :language, :characters, :size, :text)"
                " ON CONFLICT (id) DO UPDATE SET parser = excluded.parser, state = excluded.state, reason = excluded.reason,"
                " codec = excluded.codec, language = excluded.language, characters = excluded.characters, text = excluded.text",
                {
                    "id": known.id,
                    "parser": parser,
                    "state": known.state.value,
                    "reason": known.reason,
                    "codec": known.codec,
                    "language": known.language,
                    "characters": known.characters,
                    "size": known.size,
                    "text": each.text,
                },
            )
            connection.executemany(
                "INSERT INTO pages VALUES (?, ?, ?, ?)",
                [(known.id, page.number, page.span.start, page.span.end) for page in each.pages],
            )
            connection.executemany(
                "INSERT INTO members VALUES (?, ?, ?, ?, ?)",
                [(known.id, place, *_member_row(member)) for place, member in enumerate(each.members)],
            )


def keep_members(database: Database, container: DocumentId, found: Mapping[int, DocumentId]) -> None:
    """Note which documents the files inside a file are, by their places in it."""
    with database.writing() as connection:
        connection.executemany(
            "UPDATE members SET document = ? WHERE container = ? AND place = ?",
            [(document, container, place) for place, document in found.items()],
        )


def members_of(database: Database, container: DocumentId) -> tuple[Member, ...]:
    """The files inside a file in its own order; empty where there are none."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT name, size, document FROM members WHERE container = :id ORDER BY place", {"id": container}
        ).fetchall()
    return tuple(
        Member(name, size, None if document is None else DocumentId(document)) for name, size, document in rows
    )


def known_parses(database: Database) -> dict[DocumentId, KnownParse]:
    """What is known of every document that was ever parsed and is still kept."""
    with database.reading() as connection:
        rows = connection.execute("SELECT id, parser, state, reason FROM parsed").fetchall()
    return {
        DocumentId(identity): KnownParse(parser, DocumentState(state), reason)
        for identity, parser, state, reason in rows
    }


def parsed_documents(database: Database, ids: Sequence[DocumentId]) -> dict[DocumentId, Document]:
    """What is known of these documents, those that were parsed; paths are empty."""
    found: dict[DocumentId, Document] = {}
    with database.reading() as connection:
        for each in ids:
            row = connection.execute(
                f"SELECT {_DOCUMENT_COLUMNS} FROM parsed p WHERE p.id = :id", {"id": each}
            ).fetchone()
            if row is not None:
                found[each] = _document(row, ())
    return found


def load_parsed(database: Database, ids: Sequence[DocumentId]) -> tuple[ParsedDocument, ...]:
    """What parsing gave for these documents, in their order; paths are empty."""
    with database.reading() as connection:
        return tuple(_load_parsed(connection, each) for each in ids)


def documents(database: Database) -> tuple[Document, ...]:
    """The documents of the index, by their first path."""
    with database.reading() as connection:
        paths: dict[str, list[str]] = {}
        for path, document in connection.execute("SELECT path, document FROM paths ORDER BY path"):
            paths.setdefault(document, []).append(path)
        rows = connection.execute(
            f"SELECT {_DOCUMENT_COLUMNS} FROM documents d JOIN parsed p ON p.id = d.id"
        ).fetchall()
    found = [_document(row, tuple(paths.get(row[0], ()))) for row in rows]
    return tuple(sorted(found, key=lambda each: each.paths))


def copies(database: Database) -> dict[DocumentId, DocumentId]:
    """The documents of which most is also in another one, with that one: found, cited, and no part of the graph."""
    with database.reading() as connection:
        rows = connection.execute("SELECT document, original FROM copies").fetchall()
    return {DocumentId(document): DocumentId(original) for document, original in rows}


def skipped_files(database: Database) -> tuple[SkippedFile, ...]:
    """The files of the folder of which nothing was read, but for those left out."""
    return tuple(each for each in not_read(database) if each.state is not DocumentState.LEFT_OUT)


def files(database: Database) -> tuple[FileState, ...]:
    """One state for each file that was found in the folder, by path."""
    return file_states(documents(database), not_read(database))


def text_of(database: Database, document: DocumentId) -> str:
    """The document's text as kept; empty where there is no such document."""
    with database.reading() as connection:
        row = connection.execute("SELECT text FROM parsed WHERE id = :id", {"id": document}).fetchone()
    return "" if row is None else str(row[0])


def first_path(database: Database, document: DocumentId) -> str:
    """The path under which a document is named; empty where there is no such document."""
    with database.reading() as connection:
        row = connection.execute("SELECT MIN(path) FROM paths WHERE document = :id", {"id": document}).fetchone()
    return row[0] or ""


def paths_of_all(database: Database) -> dict[str, DocumentId]:
    """The document at each path of the index."""
    with database.reading() as connection:
        return {path: DocumentId(each) for path, each in connection.execute("SELECT path, document FROM paths")}


def pages_of(database: Database, document: DocumentId) -> tuple[Page, ...]:
    """The document's pages in order, empty where its format has none."""
    with database.reading() as connection:
        return _pages(connection, document)


def text_units(database: Database) -> tuple[TextUnit, ...]:
    """All text units by number."""
    with database.reading() as connection:
        rows = connection.execute(
            'SELECT number, document, start, "end", tokens FROM text_units ORDER BY number'
        ).fetchall()
    return tuple(_text_unit(row) for row in rows)


def text_unit(database: Database, number: int) -> TextUnit | None:
    """The text unit that `Sources (number)` cites, None where there is none."""
    with database.reading() as connection:
        row = connection.execute(
            'SELECT number, document, start, "end", tokens FROM text_units WHERE number = :number', {"number": number}
        ).fetchone()
    return None if row is None else _text_unit(row)


def unit_counts(database: Database) -> dict[DocumentId, int]:
    """How many text units each document has."""
    with database.reading() as connection:
        return dict(connection.execute("SELECT document, COUNT(*) FROM text_units GROUP BY document").fetchall())


def page_counts(database: Database) -> dict[DocumentId, int]:
    """How many pages each document has that has any."""
    with database.reading() as connection:
        return dict(connection.execute("SELECT document, COUNT(*) FROM pages GROUP BY document").fetchall())


def sentence(database: Database, number: int) -> Sentence | None:
    """A sentence by number, None where there is none."""
    with database.reading() as connection:
        row = connection.execute(
            f"SELECT {_SENTENCE_COLUMNS} FROM sentences WHERE number = :number", {"number": number}
        ).fetchone()
    return None if row is None else _sentence(row)


def sentences_within(database: Database, document: DocumentId, span: Span) -> tuple[Sentence, ...]:
    """The document's sentences that share a character with `span`, in order."""
    with database.reading() as connection:
        rows = connection.execute(
            f"SELECT {_SENTENCE_COLUMNS} FROM sentences"
            ' WHERE document = :document AND start < :end AND "end" > :start ORDER BY start',
            {"document": document, "start": span.start, "end": span.end},
        ).fetchall()
    return tuple(_sentence(row) for row in rows)


def not_read(database: Database) -> tuple[SkippedFile, ...]:
    """The files of the folder of which nothing was read, those left out among them."""
    with database.reading() as connection:
        rows = connection.execute("SELECT path, reason, state FROM skipped ORDER BY path").fetchall()
    return tuple(SkippedFile(path, reason, DocumentState(state)) for path, reason, state in rows)


def _member_row(member: Member) -> tuple[str, int, DocumentId | None]:
    return member.name, member.size, member.document


def _load_parsed(connection: sqlite3.Connection, document: DocumentId) -> ParsedDocument:
    row = connection.execute(
        f"SELECT {_DOCUMENT_COLUMNS}, p.text FROM parsed p WHERE p.id = :id", {"id": document}
    ).fetchone()
    return ParsedDocument(_document(row[:-1], ()), row[-1], _pages(connection, document))


def _pages(connection: sqlite3.Connection, document: DocumentId) -> tuple[Page, ...]:
    rows = connection.execute(
        'SELECT number, start, "end" FROM pages WHERE document = :id ORDER BY number', {"id": document}
    ).fetchall()
    return tuple(Page(number, Span(start, end)) for number, start, end in rows)


def _document(row: tuple[str, str, str, str, str, int, int], paths: tuple[str, ...]) -> Document:
    identity, state, reason, codec, language, characters, size = row
    return Document(DocumentId(identity), paths, DocumentState(state), reason, codec, language, characters, size)


def _text_unit(row: tuple[int, str, int, int, int]) -> TextUnit:
    number, document, start, end, tokens = row
    return TextUnit(number, DocumentId(document), Span(start, end), tokens)


def _sentence(row: tuple[int, str, int, int, int, float, str]) -> Sentence:
    number, document, start, end, source, quality, heading = row
    return Sentence(number, DocumentId(document), Span(start, end), source, quality, heading)
