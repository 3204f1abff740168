"""What is known about the runs: facts, settings, stages that hold, failures, numbers given out."""

import json
import sqlite3
from collections.abc import Iterable, Mapping

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.errors import InvalidSetting, ProjectDamaged
from graphrag_desktop.domain.index import Failure
from graphrag_desktop.domain.settings import Settings, SettingValue
from graphrag_desktop.storage.database import Database


def fact(database: Database, name: str) -> str | None:
    """A fact about the project by name, such as the folder it was made from."""
    with database.reading() as connection:
        row = connection.execute("SELECT value FROM facts WHERE name = :name", {"name": name}).fetchone()
    return None if row is None else str(row[0])


def keep_fact(database: Database, name: str, value: str) -> None:
    """Set a fact about the project."""
    with database.writing() as connection:
        connection.execute("INSERT OR REPLACE INTO facts VALUES (:name, :value)", {"name": name, "value": value})


def settings(database: Database) -> Settings:
    """The project's settings; names this version does not know are passed over."""
    with database.reading() as connection:
        rows = connection.execute("SELECT name, value FROM settings").fetchall()
    known = Settings().as_dict()
    try:
        changes: dict[str, SettingValue] = {name: json.loads(value) for name, value in rows if name in known}
        return Settings().changed(changes)
    except (ValueError, InvalidSetting) as error:
        raise ProjectDamaged(
            f"{database.path.name} keeps a setting that cannot be: {error}",
            "Restore it from a backup, or index the folder into a new project.",
        ) from error


def keep_settings(database: Database, chosen: Settings) -> None:
    """Keep the settings that differ from the defaults."""
    usual = Settings().as_dict()
    changed = {name: value for name, value in chosen.as_dict().items() if value != usual[name]}
    with database.writing() as connection:
        connection.execute("DELETE FROM settings")
        connection.executemany(
            "INSERT INTO settings VALUES (?, ?)", [(name, json.dumps(value)) for name, value in changed.items()]
        )


def prompts(database: Database) -> dict[str, str]:
    """The project's own prompts by name, in place of those that ship with the program."""
    with database.reading() as connection:
        return dict(connection.execute("SELECT name, text FROM prompts").fetchall())


def keep_prompt(database: Database, name: str, text: str | None) -> None:
    """Set a prompt of the project's own; None takes it back."""
    with database.writing() as connection:
        connection.execute("DELETE FROM prompts WHERE name = :name", {"name": name})
        if text is not None:
            connection.execute("INSERT INTO prompts VALUES (:name, :text)", {"name": name, "text": text})


def index_version(database: Database) -> int:
    """Raised by every run that changed what an answer may rest on; 0 before the first."""
    return int(fact(database, "index version") or 0)


def holds_work(database: Database) -> bool:
    """Whether anything is kept that took time or money to come by: text, readings, replies, an index, answers."""
    with database.reading() as connection:
        row = connection.execute(
            "SELECT EXISTS (SELECT 1 FROM facts WHERE name = 'index version')"
            " OR EXISTS (SELECT 1 FROM parsed WHERE state IN (:whole, :part)) OR EXISTS (SELECT 1 FROM extractions)"
            " OR EXISTS (SELECT 1 FROM model_replies) OR EXISTS (SELECT 1 FROM answers)",
            {"whole": DocumentState.READ.value, "part": DocumentState.PARTLY_READ.value},
        ).fetchone()
    return bool(row[0])


def raise_index_version(connection: sqlite3.Connection) -> None:
    """Raise the version, once for a run however often it was interrupted; part of the caller's transaction."""
    row = connection.execute("SELECT value FROM facts WHERE name = 'index is whole'").fetchone()
    if row is None or row[0] == "yes":
        connection.execute(
            "INSERT INTO facts VALUES ('index version', '1')"
            " ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)"
        )
    connection.execute("INSERT OR REPLACE INTO facts VALUES ('index is whole', 'no')")


def stage_key(database: Database, stage: str) -> str | None:
    """The memo key under which a stage's result is kept, None where none holds."""
    with database.reading() as connection:
        row = connection.execute("SELECT key FROM stages WHERE name = :name", {"name": stage}).fetchone()
    return None if row is None else str(row[0])


def keep_stage_key(database: Database, stage: str, key: str) -> None:
    """Say that a stage's result holds for `key`."""
    with database.writing() as connection:
        connection.execute("INSERT OR REPLACE INTO stages VALUES (:name, :key)", {"name": stage, "key": key})


def next_numbers(connection: sqlite3.Connection, kind: str, count: int) -> range:
    """Numbers of a kind never given before, in order from 1; part of the caller's transaction."""
    row = connection.execute("SELECT following FROM sequences WHERE kind = :kind", {"kind": kind}).fetchone()
    first = 1 if row is None else int(row[0])
    connection.execute("INSERT OR REPLACE INTO sequences VALUES (:kind, :next)", {"kind": kind, "next": first + count})
    return range(first, first + count)


def following_number(database: Database, kind: str) -> int:
    """The next number of a kind that would be given."""
    with database.reading() as connection:
        row = connection.execute("SELECT following FROM sequences WHERE kind = :kind", {"kind": kind}).fetchone()
    return 1 if row is None else int(row[0])


def start_run(database: Database, started: str, engine: str) -> int:
    """Note that a run began; returns its number."""
    with database.writing() as connection:
        cursor = connection.execute(
            "INSERT INTO runs (started, outcome, engine) VALUES (:started, 'running', :engine)",
            {"started": started, "engine": engine},
        )
        return int(cursor.lastrowid or 0)


def end_run(database: Database, number: int, outcome: str, ended: str) -> None:
    """Note how a run ended; a complete one makes the index whole."""
    with database.writing() as connection:
        connection.execute(
            "UPDATE runs SET outcome = :outcome, ended = :ended WHERE number = :number",
            {"outcome": outcome, "ended": ended, "number": number},
        )
        if outcome == "complete":
            connection.execute("INSERT OR REPLACE INTO facts VALUES ('index is whole', 'yes')")


def last_engine(database: Database) -> str:
    """Who read the project in its latest run; empty before the first."""
    with database.reading() as connection:
        row = connection.execute("SELECT engine FROM runs ORDER BY number DESC LIMIT 1").fetchone()
    return "" if row is None else str(row[0])


def last_outcome(database: Database) -> str:
    """How the latest run ended: complete, incomplete, stopped or failed; running for one that never came to an end."""
    with database.reading() as connection:
        row = connection.execute("SELECT outcome FROM runs ORDER BY number DESC LIMIT 1").fetchone()
    return "" if row is None else str(row[0])


def count_readings(database: Database, number: int, *, done: int, reused: int) -> None:
    """Note how many readings a run has done and how many it found kept."""
    with database.writing() as connection:
        connection.execute(
            "UPDATE runs SET readings_done = :done, readings_reused = :reused WHERE number = :number",
            {"done": done, "reused": reused, "number": number},
        )


def failures(database: Database) -> tuple[Failure, ...]:
    """What failed for good in the latest run."""
    with database.reading() as connection:
        rows = connection.execute("SELECT stage, item, reason, reply FROM failures ORDER BY stage, item").fetchall()
    return tuple(Failure(*row) for row in rows)


def replace_failures(database: Database, stage: str, found: Iterable[Failure]) -> None:
    """Keep a stage's failures in place of its earlier ones."""
    with database.writing() as connection:
        connection.execute("DELETE FROM failures WHERE stage = :stage", {"stage": stage})
        connection.executemany(
            "INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?)",
            [(each.stage, each.item, each.reason, each.reply) for each in found],
        )


def forget_failures_of(database: Database, paths: Iterable[str]) -> None:
    """Forget what failed of the documents at these paths, with the words a model wrote instead."""
    with database.writing() as connection:
        connection.executemany(
            "DELETE FROM failures WHERE item = :path OR SUBSTR(item, 1, LENGTH(:path) + 1) = :path || ','",
            [{"path": path} for path in paths],
        )


def keep_readings(database: Database, engine: str, readings: Mapping[str, bytes]) -> None:
    """Keep encoded readings under their memo keys."""
    with database.writing() as connection:
        connection.executemany(
            "INSERT OR REPLACE INTO extractions VALUES (?, ?, ?)",
            [(key, engine, reading) for key, reading in readings.items()],
        )


def kept_readings(database: Database, keys: Iterable[str]) -> dict[str, bytes]:
    """Those readings of `keys` that are kept."""
    found: dict[str, bytes] = {}
    with database.reading() as connection:
        for key in keys:
            row = connection.execute("SELECT reading FROM extractions WHERE key = :key", {"key": key}).fetchone()
            if row is not None:
                found[key] = row[0]
    return found


def drop_readings(connection: sqlite3.Connection, engine: str, used: Iterable[str]) -> None:
    """Drop an engine's kept readings but those in use: what is gone from the folder is gone from the project.

    Part of the caller's transaction.
    """
    connection.execute("CREATE TEMP TABLE used (key TEXT PRIMARY KEY) WITHOUT ROWID")
    connection.executemany("INSERT OR IGNORE INTO used VALUES (?)", [(key,) for key in used])
    connection.execute(
        "DELETE FROM extractions WHERE engine = :engine AND key NOT IN (SELECT key FROM used)", {"engine": engine}
    )
    connection.execute("DROP TABLE used")
