"""Whether a project is sound: every rule that its tables must hold, and a sentence for each that is broken."""

import contextlib
import json
import sqlite3
import struct
from collections.abc import Callable, Iterator

from graphrag_desktop.domain.errors import ProjectDamaged
from graphrag_desktop.storage.database import Database

_SHOWN = 5

_NUMBERED = (
    ("vectors", "sentence numbers", "sentences"),
    ("canvas", "entity numbers", "entities"),
    ("vectors", "report numbers", "reports"),
)
_GROWING = "reports"  # written one by one: between two runs some may still be without a vector

_RULES = (
    ("pages lie within their documents",
     'SELECT p.document || " page " || p.number FROM pages p JOIN parsed d ON d.id = p.document'
     ' WHERE p.start < 0 OR p.start > p."end" OR p."end" > d.characters'),
    ("text units lie within their documents",
     "SELECT u.number FROM text_units u LEFT JOIN parsed d ON d.id = u.document"
     ' WHERE d.id IS NULL OR u.start < 0 OR u.start >= u."end" OR u."end" > d.characters'),
    ("documents have the length they say",
     "SELECT id FROM parsed WHERE characters <> LENGTH(text)"),
    ("sentences lie in their text units' documents",
     "SELECT s.number FROM sentences s LEFT JOIN text_units u ON u.number = s.source"
     " WHERE u.number IS NULL OR u.document <> s.document OR s.start < u.start OR s.start >= u.\"end\""),
    ("mentions lie within their sentences",
     'SELECT m.sentence || " entity " || m.entity FROM mentions m LEFT JOIN sentences s ON s.number = m.sentence'
     ' WHERE s.number IS NULL OR m.start < s.start OR m."end" > s."end" OR m.start >= m."end"'),
    ("mentions name entities that exist",
     "SELECT m.entity FROM mentions m LEFT JOIN entities e ON e.number = m.entity WHERE e.number IS NULL"),
    ("aliases belong to entities that exist",
     "SELECT a.alias FROM aliases a LEFT JOIN entities e ON e.number = a.entity WHERE e.number IS NULL"),
    ("relationships join two different entities that exist",
     "SELECT r.number FROM relationships r LEFT JOIN entities a ON a.number = r.source LEFT JOIN entities b"
     " ON b.number = r.target WHERE a.number IS NULL OR b.number IS NULL OR a.number = b.number OR a.id >= b.id"),
    ("degrees count relationships",
     "SELECT e.number FROM entities e WHERE e.degree <>"
     " (SELECT COUNT(*) FROM relationships r WHERE r.source = e.number)"
     " + (SELECT COUNT(*) FROM relationships r WHERE r.target = e.number)"),
    ("every entity is in exactly one community of every level",
     "SELECT l.level || ': ' || e.id FROM (SELECT DISTINCT level FROM memberships) l CROSS JOIN entities e"
     " LEFT JOIN memberships m ON m.level = l.level AND m.entity = e.number WHERE m.entity IS NULL"),
    ("entities have communities",
     "SELECT COUNT(*) || ' entities and no level' FROM entities"
     " WHERE NOT EXISTS (SELECT 1 FROM memberships) HAVING COUNT(*) > 0"),
    ("memberships name entities and communities that exist",
     "SELECT m.community FROM memberships m LEFT JOIN entities e ON e.number = m.entity LEFT JOIN communities c"
     " ON c.number = m.community WHERE e.number IS NULL OR c.number IS NULL"),
    ("a community of a level lies within one community of the level before",
     "SELECT b.community || ' at level ' || b.level FROM memberships b JOIN memberships a"
     " ON a.level = b.level - 1 AND a.entity = b.entity GROUP BY b.level, b.community"
     " HAVING COUNT(DISTINCT a.community) > 1"),
    ("a community stands on its own level and is part of its parent",
     "SELECT c.number FROM communities c LEFT JOIN communities p ON p.number = c.parent"
     " WHERE NOT EXISTS (SELECT 1 FROM memberships m WHERE m.community = c.number AND m.level = c.level)"
     " OR (c.level = 0) <> (c.parent IS NULL) OR (c.parent IS NOT NULL AND (p.number IS NULL OR p.level >= c.level"
     " OR EXISTS (SELECT 1 FROM memberships m LEFT JOIN memberships o ON o.level = p.level AND o.entity = m.entity"
     " AND o.community = p.number WHERE m.community = c.number AND m.level = c.level AND o.entity IS NULL)))"),
    ("sentences speak of communities that exist",
     "SELECT h.sentence FROM homes h LEFT JOIN communities c ON c.number = h.community LEFT JOIN sentences s"
     " ON s.number = h.sentence WHERE c.number IS NULL OR s.number IS NULL"),
    ("reports belong to communities that exist",
     "SELECT r.number FROM reports r LEFT JOIN communities c ON c.number = r.number WHERE c.number IS NULL"),
    ("findings belong to reports that exist",
     "SELECT f.report FROM findings f LEFT JOIN reports r ON r.number = f.report WHERE r.number IS NULL"),
    ("paths belong to documents that exist",
     "SELECT p.path FROM paths p LEFT JOIN documents d ON d.id = p.document WHERE d.id IS NULL"),
)  # fmt: skip


def find_problems(database: Database) -> tuple[str, ...]:
    """Every broken rule as a sentence; empty for a sound project."""
    try:
        return _find_problems(database)
    except ProjectDamaged as error:  # so damaged that the rules cannot even be asked for
        return (str(error),)


def _find_problems(database: Database) -> tuple[str, ...]:
    with database.reading() as connection:
        damage = [row[0] for row in connection.execute("PRAGMA quick_check") if row[0] != "ok"]
        if damage:
            return tuple(f"The file is damaged: {each}." for each in damage[:_SHOWN])
        broken = [_broken(rule, connection.execute(query).fetchall()) for rule, query in _RULES]
        checks: tuple[Callable[[sqlite3.Connection], Iterator[str]], ...] = (_texts, _quotes, _arrays, _search)
        extra = [problem for check in checks for problem in check(connection)]
    return tuple(problem for problem in [*broken, *extra] if problem)


def _broken(rule: str, rows: list[tuple[object]]) -> str:
    if not rows:
        return ""
    shown = ", ".join(str(row[0]) for row in rows[:_SHOWN])
    return f"It does not hold that {rule}: {shown}{f' and {len(rows) - _SHOWN} more' if len(rows) > _SHOWN else ''}."


def _texts(connection: sqlite3.Connection) -> Iterator[str]:
    """Sentences must be the very words of their documents."""
    for document, text in connection.execute("SELECT d.id, p.text FROM documents d JOIN parsed p ON p.id = d.id"):
        rows = connection.execute('SELECT number, start, "end", text FROM sentences WHERE document = ?', (document,))
        wrong = [(number,) for number, start, end, kept in rows if text[start:end] != kept]
        if wrong:
            yield _broken("sentences are the words of their documents", wrong)


def _quotes(connection: sqlite3.Connection) -> Iterator[str]:
    """Reports quote sentences that exist."""
    known = {row[0] for row in connection.execute("SELECT number FROM sentences")}
    quoted = [
        *connection.execute("SELECT number, summary_sentences FROM reports"),
        *connection.execute("SELECT report, sentences FROM findings"),
    ]
    wrong = sorted({report for report, numbers in quoted if not known.issuperset(json.loads(numbers))})
    if wrong:
        yield _broken("reports quote sentences that exist", [(each,) for each in wrong])


def _arrays(connection: sqlite3.Connection) -> Iterator[str]:
    """Vectors and positions stand for things that exist, and have a row for each."""
    for shelf in ("vectors", "canvas"):
        for name, dtype, shape, length in connection.execute(f"SELECT name, dtype, shape, LENGTH(data) FROM {shelf}"):
            expected = int(dtype.lstrip("<>|=")[1:])
            for extent in json.loads(shape):
                expected *= extent
            if length != expected:
                yield f"It does not hold that {shelf} “{name}” has the size it says."
    for shelf, name, table in _NUMBERED:
        row = connection.execute(f"SELECT data FROM {shelf} WHERE name = ?", (name,)).fetchone()
        if row is not None:
            numbers = {each for (each,) in struct.iter_unpack("<i", row[0][: len(row[0]) // 4 * 4])}
            known = {each for (each,) in connection.execute(f"SELECT number FROM {table}")}
            if wrong := sorted(numbers - known if table == _GROWING else numbers ^ known):
                yield _broken(f"{shelf} “{name}” stands for the {table} that there are", [(each,) for each in wrong])
    positions = connection.execute("SELECT shape FROM canvas WHERE name = 'positions'").fetchone()
    count = connection.execute("SELECT COUNT(*) FROM entities").fetchone()[0]
    if positions is not None and json.loads(positions[0]) != [count, 2]:
        yield f"It does not hold that each of {count} entities has a position."


def _search(connection: sqlite3.Connection) -> Iterator[str]:
    """Every sentence is in the full-text index with its own terms, and nothing else is."""
    differing = connection.execute(
        "SELECT number FROM sentences WHERE number NOT IN (SELECT id FROM sentences_fts_docsize)"
        " UNION ALL SELECT id FROM sentences_fts_docsize WHERE id NOT IN (SELECT number FROM sentences)"
    ).fetchall()
    if differing:
        yield _broken("the full-text index has the sentences that there are", differing)
    with contextlib.closing(sqlite3.connect("", isolation_level=None)) as copy:  # "": in a file that goes by itself
        connection.backup(copy)  # SQLite compares them only where it may write, and a check must change nothing
        try:
            copy.execute("INSERT INTO sentences_fts (sentences_fts, rank) VALUES ('integrity-check', 1)")
        except sqlite3.DatabaseError as error:
            if not getattr(error, "sqlite_errorname", "").startswith("SQLITE_CORRUPT"):
                raise
            yield "It does not hold that the full-text index agrees with the sentences."
