"""Whether a project is sound: every rule that its tables must hold, and a sentence for each that is broken."""

import contextlib
import json
import sqlite3
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence

from graphrag_desktop.domain.errors import GraphRagError, ProjectDamaged
from graphrag_desktop.domain.identity import EntityId, entity_id, member_key, memo_key
from graphrag_desktop.domain.reading_codec import decode_reading
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.storage import answers, case_file, changes, considered, entity_edits, standing
from graphrag_desktop.storage.check_rules import RULES
from graphrag_desktop.storage.clusterings import PAIRS
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.migrations import migrate
from graphrag_desktop.storage.replies import unpacked

_SHOWN = 5

_NUMBERED = (
    ("vectors", "sentence numbers", "sentences"),
    ("canvas", "entity numbers", "entities"),
    ("canvas", "pair numbers", "relationships"),
    ("vectors", "report numbers", "reports"),
    ("vectors", PAIRS, "entities"),
)
_IN_PART = frozenset({"report numbers", PAIRS})  # reports are written one by one; not every entity is in an edge

_Row = tuple[object, ...]


def find_problems(database: Database) -> tuple[str, ...]:
    """Every broken rule as a sentence; empty for a sound project."""
    try:
        return _find_problems(database)
    except ProjectDamaged as error:  # so damaged that the rules cannot even be asked for
        return (str(error),)


def _find_problems(database: Database) -> tuple[str, ...]:
    with database.reading() as connection:
        damage = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
        if damage:
            return tuple(f"The file is damaged: {each}." for each in damage[:_SHOWN])
        if strange := tuple(_schema(connection)):  # the other rules ask for tables that may be missing
            return strange
        if mistaken := tuple(_kinds(connection)):
            return mistaken
        broken = [_broken(rule, connection.execute(query).fetchall()) for rule, query in RULES]
        checks: tuple[Callable[[sqlite3.Connection], Iterator[str]], ...] = (
            _references, _texts, _quotes, _names, _members, _settings, _readings, _replies, _answers, _standing, _case, _changes,
            _edits, _arrays, _map, _search,
        )  # fmt: skip
        extra = [problem for check in checks for problem in check(connection)]
    return tuple(problem for problem in [*broken, *extra] if problem)


def _broken(rule: str, rows: Sequence[_Row]) -> str:
    if not rows:
        return ""
    shown = ", ".join(str(row[0]) for row in rows[:_SHOWN])
    return f"It does not hold that {rule}: {shown}{f' and {len(rows) - _SHOWN} more' if len(rows) > _SHOWN else ''}."


def _schema(connection: sqlite3.Connection) -> Iterator[str]:
    """The tables are those that this program makes, and nothing else is in the file."""
    query = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, 0)
        expected = set(fresh.execute(query))
    if differing := sorted({name for name, _ in expected ^ set(connection.execute(query))}):
        yield _broken("the file has the tables of a project", [(each,) for each in differing])


def _kinds(connection: sqlite3.Connection) -> Iterator[str]:
    """Every column holds what it is declared to hold: SQLite itself would take anything."""
    tables = (
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%' AND name NOT LIKE '%!_fts!_%'"
    )
    wrong: list[str] = []
    for (table,) in connection.execute(f"{tables} ESCAPE '!' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'").fetchall():
        for _, column, kind, *_ in connection.execute(f"PRAGMA table_info ({table})").fetchall():
            other = f"SELECT 1 FROM {table} WHERE TYPEOF(\"{column}\") NOT IN (?, 'null') LIMIT 1"
            if connection.execute(other, (kind.lower(),)).fetchone():
                wrong.append(f"{table}.{column}")
    if wrong:
        yield _broken("every column holds what it is for", [(each,) for each in wrong])


def _references(connection: sqlite3.Connection) -> Iterator[str]:
    """What refers to a row of another table refers to one that is there."""
    wrong = {f"{table} to {parent}" for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check")}
    if wrong:
        yield _broken("references lead to what is there", [(each,) for each in sorted(wrong)])


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
    if wrong := sorted({report for report, numbers in quoted if not known.issuperset(_numbers(numbers))}):
        yield _broken("reports quote sentences that exist", [(each,) for each in wrong])


def _numbers(text: str) -> list[object]:
    """The numbers of a kept list; where it cannot be read, something that is no number of anything."""
    with contextlib.suppress(ValueError):
        read = json.loads(text)
        if isinstance(read, list) and all(isinstance(each, int) for each in read):
            return list(read)
    return [text]


def _names(connection: sqlite3.Connection) -> Iterator[str]:
    """An entity's id is a title in normal form, and its own."""
    ids = [row[0] for row in connection.execute("SELECT id FROM entities")]
    if wrong := [(each,) for each in ids if not each or entity_id(each) != each]:
        yield _broken("ids of entities are titles in normal form", wrong)


def _members(connection: sqlite3.Connection) -> Iterator[str]:
    """A community's key is that of its members."""
    members: dict[tuple[int, str], list[EntityId]] = {}
    for number, key, member in connection.execute(
        "SELECT c.number, c.key, e.id FROM communities c JOIN memberships m ON m.community = c.number AND m.level = c.level"
        " JOIN entities e ON e.number = m.entity"
    ):
        members.setdefault((number, key), []).append(member)
    if wrong := [(number,) for (number, key), own in members.items() if member_key(own) != key]:
        yield _broken("communities have the entities that they were kept with", wrong)


def _settings(connection: sqlite3.Connection) -> Iterator[str]:
    """What is kept as a setting is one, within its range."""
    rows = connection.execute("SELECT name, value FROM settings").fetchall()
    try:
        known = Settings().as_dict()
        Settings().changed({name: json.loads(value) for name, value in rows if name in known})
    except (ValueError, TypeError) as error:
        yield f"It does not hold that settings can be read: {error}."
    except GraphRagError as error:
        yield f"It does not hold that settings are within their ranges: {error.message}"


def _readings(connection: sqlite3.Connection) -> Iterator[str]:
    """What an engine read can be read again, and is kept under its own key."""
    wrong: list[_Row] = []
    for key, reading in connection.execute("SELECT key, reading FROM extractions"):
        try:
            is_own = decode_reading(reading).key == key
        except ValueError:
            is_own = False
        if not is_own:
            wrong.append((key[:12],))
    if wrong:
        yield _broken("what was read of the documents can be read again", wrong)


def _replies(connection: sqlite3.Connection) -> Iterator[str]:
    """What models answered can be read again."""
    rows = connection.execute("SELECT key, reply FROM model_replies")
    if wrong := [(key[:12],) for key, packed in rows if unpacked(packed) is None]:
        yield _broken("replies of models can be read again", wrong)


def _case(connection: sqlite3.Connection) -> Iterator[str]:
    rows = connection.execute("SELECT id, record FROM case_items")
    if wrong := [(identity,) for identity, record in rows if not case_file.is_whole(record)]:
        yield _broken("items of the case file can be shown again", wrong)


def _edits(connection: sqlite3.Connection) -> Iterator[str]:
    rows = connection.execute("SELECT number, record FROM entity_edits")
    if wrong := [(number,) for number, record in rows if not entity_edits.is_whole(number, record)]:
        yield _broken("edits of entities can be applied again", wrong)


def _changes(connection: sqlite3.Connection) -> Iterator[str]:
    rows = connection.execute("SELECT version, record FROM changes")
    if wrong := [(version,) for version, record in rows if not changes.is_whole(record)]:
        yield _broken("what versions of the index changed can be told again", wrong)


def _answers(connection: sqlite3.Connection) -> Iterator[str]:
    """Answers are whole, and what was sent for them is as it was."""
    rows = connection.execute("SELECT id, question, text, record FROM answers")
    if wrong := [(row[0],) for row in rows if not answers.is_whole(*row)]:
        yield _broken("answers can be shown again", wrong)
    rows = connection.execute("SELECT answer, record FROM considered")
    if wrong := [(answer,) for answer, record in rows if not considered.is_whole(record)]:
        yield _broken("what was considered for answers can be shown again", wrong)
    texts = connection.execute("SELECT key, text FROM sent_texts")
    if wrong := [(key[:12],) for key, text in texts if memo_key(text) != key]:
        yield _broken("what was sent for answers is as it was", wrong)


def _standing(connection: sqlite3.Connection) -> Iterator[str]:
    rows = connection.execute("SELECT id, mode, restriction FROM standing_questions")
    if wrong := [(identity,) for identity, mode, kept in rows if not standing.is_whole(mode, kept)]:
        yield _broken("standing questions can be asked again", wrong)


def _arrays(connection: sqlite3.Connection) -> Iterator[str]:
    """Arrays are as they were kept, and stand for things that exist, with a row for each."""
    for shelf in ("vectors", "canvas"):
        query = f"SELECT name, dtype, shape, data, checksum FROM {shelf}"
        for name, dtype, shape, data, checksum in connection.execute(query):
            if len(data) != _size(dtype, shape):
                yield f"It does not hold that {shelf} “{name}” has the size it says."
            elif zlib.crc32(data) != checksum:
                yield f"It does not hold that {shelf} “{name}” is as it was kept."
    for shelf, name, table in _NUMBERED:
        if (kept := _ints(connection, shelf, name)) is not None:
            numbers, known = set(kept), {each for (each,) in connection.execute(f"SELECT number FROM {table}")}
            if wrong := sorted(numbers - known if name in _IN_PART else numbers ^ known):
                yield _broken(f"{shelf} “{name}” stands for the {table} that there are", [(each,) for each in wrong])


def _map(connection: sqlite3.Connection) -> Iterator[str]:
    """The map shows each entity at a place, and in its community on every level."""
    positions = connection.execute("SELECT shape FROM canvas WHERE name = 'positions'").fetchone()
    count = connection.execute("SELECT COUNT(*) FROM entities").fetchone()[0]
    if positions is not None and _numbers(positions[0]) != [count, 2]:
        yield f"It does not hold that each of {count} entities has a position."
    shown, levels = _ints(connection, "canvas", "entity numbers"), _ints(connection, "canvas", "levels")
    if shown is None or levels is None:
        return
    standing: dict[int, dict[int, int]] = {}
    for level, entity, community in connection.execute("SELECT level, entity, community FROM memberships"):
        standing.setdefault(level, {})[entity] = community
    if levels != [standing[level].get(entity) for level in sorted(standing) for entity in shown]:
        yield "It does not hold that the map shows the entities in their communities."


def _size(dtype: str, shape: str) -> int:
    """How many bytes an array of that kind has; less than none where there is no such kind."""
    extents = _numbers(shape)
    size = int(dtype[2:]) if dtype[:1] in set("<|") and dtype[2:].isdecimal() else -1
    for extent in extents:
        size *= extent if isinstance(extent, int) else -1
    return size


def _ints(connection: sqlite3.Connection, shelf: str, name: str) -> list[int] | None:
    """An array of whole numbers; None where none is kept."""
    row = connection.execute(f"SELECT data FROM {shelf} WHERE name = ?", (name,)).fetchone()
    if row is None:
        return None
    return [each for (each,) in struct.iter_unpack("<i", row[0][: len(row[0]) // 4 * 4])]


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
