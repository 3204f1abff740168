"""The tables of a project, and how a project of an older version becomes one of this version."""

import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

from graphrag_desktop.storage.project_file import APPLICATION_ID, make_private

_FIRST = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sequences (kind TEXT PRIMARY KEY, following INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE stages (name TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE parsed (
    id TEXT NOT NULL, parser TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, codec TEXT NOT NULL,
    language TEXT NOT NULL, characters INTEGER NOT NULL, size INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE pages (
    document TEXT NOT NULL REFERENCES parsed (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, PRIMARY KEY (document, number)
) WITHOUT ROWID;
CREATE TABLE members (
    container TEXT NOT NULL REFERENCES parsed (id) ON DELETE CASCADE, place INTEGER NOT NULL, name TEXT NOT NULL,
    size INTEGER NOT NULL, document TEXT, PRIMARY KEY (container, place)
) WITHOUT ROWID;
CREATE TABLE documents (id TEXT PRIMARY KEY REFERENCES parsed (id)) WITHOUT ROWID;
CREATE TABLE paths (
    path TEXT PRIMARY KEY, document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX paths_document ON paths (document);
CREATE TABLE skipped (path TEXT PRIMARY KEY, reason TEXT NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE text_units (
    number INTEGER PRIMARY KEY, document TEXT NOT NULL REFERENCES documents (id), start INTEGER NOT NULL,
    "end" INTEGER NOT NULL, tokens INTEGER NOT NULL, UNIQUE (document, start, "end")
);
CREATE TABLE sentences (
    number INTEGER PRIMARY KEY, document TEXT NOT NULL REFERENCES documents (id), start INTEGER NOT NULL,
    "end" INTEGER NOT NULL, source INTEGER NOT NULL REFERENCES text_units (number), quality REAL NOT NULL,
    heading TEXT NOT NULL, text TEXT NOT NULL, terms TEXT NOT NULL, UNIQUE (document, start, "end")
);
CREATE TABLE extractions (key TEXT PRIMARY KEY, engine TEXT NOT NULL, reading BLOB NOT NULL);

CREATE TABLE entities (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, type TEXT NOT NULL,
    description TEXT NOT NULL, count INTEGER NOT NULL, documents INTEGER NOT NULL, degree INTEGER NOT NULL
);
CREATE TABLE aliases (alias TEXT NOT NULL, entity INTEGER NOT NULL REFERENCES entities (number),
    PRIMARY KEY (alias, entity)) WITHOUT ROWID;
CREATE TABLE alternate_types (entity INTEGER NOT NULL REFERENCES entities (number), type TEXT NOT NULL,
    votes INTEGER NOT NULL, PRIMARY KEY (entity, type)) WITHOUT ROWID;
CREATE TABLE relationships (
    number INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES entities (number),
    target INTEGER NOT NULL REFERENCES entities (number), description TEXT NOT NULL, count INTEGER NOT NULL,
    clustering_weight REAL NOT NULL, strength REAL, UNIQUE (source, target)
);
CREATE INDEX relationships_target ON relationships (target);
CREATE TABLE mentions (
    entity INTEGER NOT NULL REFERENCES entities (number), sentence INTEGER NOT NULL REFERENCES sentences (number),
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, PRIMARY KEY (sentence, entity, start)
) WITHOUT ROWID;
CREATE INDEX mentions_entity ON mentions (entity);

CREATE TABLE communities (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL, level INTEGER NOT NULL, parent INTEGER REFERENCES communities (number),
    is_unconnected INTEGER NOT NULL
);
CREATE TABLE memberships (
    level INTEGER NOT NULL, entity INTEGER NOT NULL REFERENCES entities (number),
    community INTEGER NOT NULL REFERENCES communities (number), PRIMARY KEY (level, entity)
) WITHOUT ROWID;
CREATE TABLE homes (
    community INTEGER NOT NULL REFERENCES communities (number), sentence INTEGER NOT NULL REFERENCES sentences (number),
    PRIMARY KEY (community, sentence)
) WITHOUT ROWID;
CREATE TABLE reports (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL, title TEXT NOT NULL, summary TEXT NOT NULL,
    summary_sentences TEXT NOT NULL, rating REAL NOT NULL, rating_explanation TEXT NOT NULL, tokens INTEGER NOT NULL,
    truncated INTEGER NOT NULL, engine TEXT NOT NULL
);
CREATE TABLE findings (
    report INTEGER NOT NULL REFERENCES reports (number) ON DELETE CASCADE, position INTEGER NOT NULL,
    summary TEXT NOT NULL, explanation TEXT NOT NULL, sentences TEXT NOT NULL, PRIMARY KEY (report, position)
) WITHOUT ROWID;
CREATE TABLE vectors (name TEXT PRIMARY KEY, dtype TEXT NOT NULL, shape TEXT NOT NULL, data BLOB NOT NULL);
CREATE TABLE canvas (name TEXT PRIMARY KEY, dtype TEXT NOT NULL, shape TEXT NOT NULL, data BLOB NOT NULL);

CREATE TABLE runs (
    number INTEGER PRIMARY KEY, started TEXT NOT NULL, ended TEXT, outcome TEXT NOT NULL, engine TEXT NOT NULL,
    readings_done INTEGER NOT NULL DEFAULT 0, readings_reused INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE failures (
    stage TEXT NOT NULL, item TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (stage, item)
) WITHOUT ROWID;
CREATE TABLE answers (
    id TEXT PRIMARY KEY, asked_at TEXT NOT NULL, question TEXT NOT NULL, mode TEXT NOT NULL, level INTEGER NOT NULL,
    index_version INTEGER NOT NULL, text TEXT NOT NULL, record TEXT NOT NULL
);
CREATE TABLE sent_texts (key TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE contexts (
    answer TEXT NOT NULL REFERENCES answers (id) ON DELETE CASCADE, position INTEGER NOT NULL, part INTEGER NOT NULL,
    kind TEXT NOT NULL, number INTEGER NOT NULL, tokens INTEGER NOT NULL, relevance REAL,
    text TEXT NOT NULL REFERENCES sent_texts (key), PRIMARY KEY (answer, position)
) WITHOUT ROWID;
"""


def _create_first(connection: sqlite3.Connection) -> None:
    from sqlite_utils import Database as Schema

    for statement in _FIRST.split(";\n"):
        if statement.strip():
            connection.execute(statement)
    Schema(connection).table("sentences").enable_fts(["terms"], tokenize="unicode61")


def _name_copies(connection: sqlite3.Connection) -> None:
    """Which documents are mostly in another one."""
    connection.execute(
        "CREATE TABLE copies (document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,"
        " original TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE) WITHOUT ROWID"
    )


_MODELS = """
CREATE TABLE model_replies (
    key TEXT PRIMARY KEY, origin TEXT NOT NULL, task TEXT NOT NULL, model TEXT NOT NULL, is_cut INTEGER NOT NULL,
    reply BLOB NOT NULL
);
CREATE INDEX model_replies_origin ON model_replies (origin);
CREATE TABLE usage (
    run INTEGER REFERENCES runs (number), answer TEXT REFERENCES answers (id) ON DELETE SET NULL, task TEXT NOT NULL,
    model TEXT NOT NULL, calls INTEGER NOT NULL, stored INTEGER NOT NULL, prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL
);
CREATE TABLE origins (
    kind TEXT NOT NULL, number INTEGER NOT NULL, source INTEGER NOT NULL REFERENCES text_units (number),
    PRIMARY KEY (kind, number, source)
) WITHOUT ROWID;
CREATE INDEX origins_source ON origins (source);
CREATE TABLE claims (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, subject INTEGER NOT NULL REFERENCES entities (number),
    object INTEGER REFERENCES entities (number), subject_words TEXT NOT NULL, object_words TEXT NOT NULL,
    type TEXT NOT NULL, status TEXT NOT NULL, start_date TEXT, end_date TEXT, description TEXT NOT NULL,
    quote TEXT NOT NULL, quote_match TEXT NOT NULL, source INTEGER NOT NULL REFERENCES text_units (number),
    start INTEGER, "end" INTEGER
);
CREATE INDEX claims_subject ON claims (subject);
CREATE TABLE prompts (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
ALTER TABLE failures ADD COLUMN reply TEXT NOT NULL DEFAULT '';
"""


def _keep_models(connection: sqlite3.Connection) -> None:
    """What a model was asked and answered, what that took, and where what it read stands."""
    for statement in _MODELS.split(";\n"):
        if statement.strip():
            connection.execute(statement)


def _keep_case(connection: sqlite3.Connection) -> None:
    """What the analyst keeps: items in an order of their own, each a copy that outlives what it was made of."""
    connection.execute(
        "CREATE TABLE case_items (id TEXT PRIMARY KEY, position REAL NOT NULL, note TEXT NOT NULL, record TEXT NOT NULL,"
        " picture BLOB NOT NULL)"
    )


def _sum_arrays(connection: sqlite3.Connection) -> None:
    """Each array has a checksum: a wrong bit in one is no error to SQLite, and may be anything to what computes with it."""
    connection.create_function("CRC32", 1, zlib.crc32, deterministic=True)
    for shelf in ("vectors", "canvas"):
        connection.execute(f"ALTER TABLE {shelf} ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0")
        connection.execute(f"UPDATE {shelf} SET checksum = CRC32(data)")


_CHANGES = """
CREATE TABLE clusterings (community INTEGER PRIMARY KEY, weight REAL NOT NULL, drift REAL NOT NULL);
CREATE TABLE removed (
    document TEXT PRIMARY KEY, path TEXT NOT NULL, removed_at TEXT NOT NULL, is_erased INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE changes (version INTEGER PRIMARY KEY, made_at TEXT NOT NULL, record TEXT NOT NULL);
ALTER TABLE reports ADD COLUMN origin TEXT NOT NULL DEFAULT '';
"""


def _keep_changes(connection: sqlite3.Connection) -> None:
    """What communities were clustered with, which documents are to stay out, what each run changed."""
    for statement in _CHANGES.split(";\n"):
        if statement.strip():
            connection.execute(statement)


_EDITS = """
CREATE TABLE entity_edits (number INTEGER PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE former (
    kind TEXT NOT NULL, number INTEGER NOT NULL, identity TEXT NOT NULL, heir INTEGER, PRIMARY KEY (kind, number)
) WITHOUT ROWID;
CREATE TABLE not_same (one TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (one, other)) WITHOUT ROWID;
"""


def _keep_edits(connection: sqlite3.Connection) -> None:
    """What the analyst changed of the entities, the numbers of what that took away, and pairs that only look alike."""
    for statement in _EDITS.split(";\n"):
        if statement.strip():
            connection.execute(statement)


def _keep_considered(connection: sqlite3.Connection) -> None:
    """What was considered for the contexts of an answer, whether it was sent or not."""
    connection.execute(
        "CREATE TABLE considered (answer TEXT PRIMARY KEY REFERENCES answers (id) ON DELETE CASCADE,"
        " record TEXT NOT NULL) WITHOUT ROWID"
    )


_CONVERSATIONS = """
ALTER TABLE answers ADD COLUMN restriction TEXT NOT NULL DEFAULT '';
ALTER TABLE answers ADD COLUMN thread TEXT NOT NULL DEFAULT '';
ALTER TABLE answers ADD COLUMN parent TEXT NOT NULL DEFAULT '';
CREATE INDEX answers_thread ON answers (thread);
CREATE TABLE standing_questions (
    id TEXT PRIMARY KEY, question TEXT NOT NULL, mode TEXT NOT NULL, level INTEGER NOT NULL, restriction TEXT NOT NULL,
    kept_at TEXT NOT NULL, latest TEXT NOT NULL, before TEXT NOT NULL
) WITHOUT ROWID;
"""


def _keep_conversations(connection: sqlite3.Connection) -> None:
    """What a question was restricted to and which answer it follows, and the questions that are asked again and again.

    Answers may be deleted: what follows one, or is the latest to a standing question, does not go with it.
    """
    for statement in _CONVERSATIONS.split(";\n"):
        if statement.strip():
            connection.execute(statement)


_MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _create_first,
    _name_copies,
    _keep_models,
    _sum_arrays,
    _keep_case,
    _keep_changes,
    _keep_edits,
    _keep_considered,
    _keep_conversations,
)

NEWEST = len(_MIGRATIONS)
"""The schema version this program writes."""


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring the tables from `version` (0: none yet) to the newest, all or nothing."""
    for number, migration in enumerate(_MIGRATIONS[version:], start=version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            migration(connection)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")


def back_up(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy the project beside itself before a migration; returns where."""
    target = path.with_name(f"{path.name}.v{version}.backup")
    make_private(target)
    copy = sqlite3.connect(target)
    try:
        connection.backup(copy)
    finally:
        copy.close()
    return target
