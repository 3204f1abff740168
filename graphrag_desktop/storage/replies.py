"""Replies of models, so that none is asked for twice, and what every run and every question took."""

import json
import sqlite3
import threading
import zlib
from collections.abc import Iterable

from graphrag_desktop.domain.estimates import Measured, TaskMeasure
from graphrag_desktop.domain.identity import Key
from graphrag_desktop.domain.replies import StoredReply
from graphrag_desktop.domain.usage import UsageLine
from graphrag_desktop.storage.database import Database

_FAST = 1  # the level of compression


class KeptReplies:
    """The `ReplyStore` of a project. A reply is written before `keep` returns, those that come at once in one go.

    So whoever asks for one thing at a time never has more unwritten than what was asked last, however it ends. Where the
    project cannot be written replies are kept while it is open.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._turn = threading.Lock()  # of writing: who waits for it finds its own reply written with the others
        self._waiting: dict[Key, StoredReply] = {}
        self._written: set[str] | None = None

    def reply(self, key: Key) -> StoredReply | None:
        """The reply kept under this key, None where none is."""
        with self._lock:
            waiting = self._waiting.get(key)
            is_written = waiting is None and self._is_written(key)
        if not is_written:
            return waiting
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT origin, task, model, is_cut, reply FROM model_replies WHERE key = :key", {"key": key}
            ).fetchone()
        if row is None:
            return None
        origin, task, model, is_cut, packed = row
        text = unpacked(packed)
        return None if text is None else StoredReply(key, origin, task, model, text, bool(is_cut))

    def keep(self, reply: StoredReply) -> None:
        """Keep a reply; raises a `ProjectError` where it cannot be written, and tries again with the next one."""
        with self._lock:
            self._waiting[reply.key] = reply
        self.write()

    def write(self) -> None:
        """Write what waits."""
        with self._turn:
            with self._lock:
                waiting = dict(self._waiting)
            if not waiting or self._database.is_read_only:
                return
            with self._database.writing() as connection:
                connection.executemany(
                    "INSERT OR REPLACE INTO model_replies VALUES (?, ?, ?, ?, ?, ?)",
                    [
                        (each.key, each.origin, each.task, each.model, each.is_cut, _packed(each.text))
                        for each in waiting.values()
                    ],
                )
            with self._lock:
                if self._written is not None:
                    self._written.update(waiting)
                for key, each in waiting.items():
                    if self._waiting.get(key) is each:
                        del self._waiting[key]

    def _is_written(self, key: Key) -> bool:
        """Whether the file may hold the reply: most that are asked for are new, and not looked for in it."""
        if self._database.is_read_only:
            return True  # whoever writes it may have written more
        if self._written is None:
            with self._database.reading() as connection:
                self._written = {key for (key,) in connection.execute("SELECT key FROM model_replies")}
        return key in self._written


def drop_replies(connection: sqlite3.Connection, tasks: Iterable[str], used: Iterable[Key]) -> int:
    """Drop the replies to these tasks whose origin is in use no more; returns how many.

    What is gone from the folder is gone from here. Part of the caller's transaction.
    """
    connection.execute("CREATE TEMP TABLE used (key TEXT PRIMARY KEY) WITHOUT ROWID")
    connection.executemany("INSERT OR IGNORE INTO used VALUES (?)", [(key,) for key in used])
    gone = connection.execute(
        "DELETE FROM model_replies WHERE task IN (SELECT value FROM json_each(:tasks))"
        " AND origin NOT IN (SELECT key FROM used)",
        {"tasks": json.dumps(list(tasks))},
    ).rowcount
    connection.execute("DROP TABLE used")
    return gone


def keep_usage(
    database: Database, lines: Iterable[UsageLine], *, run: int | None = None, answer: str | None = None
) -> None:
    """Note what a run or an answer took, by task and model."""
    with database.writing() as connection:
        connection.executemany(
            "INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    run, answer, each.task, each.model, each.calls, each.stored, each.prompt_tokens,
                    each.completion_tokens,
                )
                for each in lines
            ],
        )  # fmt: skip


def usage_of_run(database: Database, run: int) -> tuple[UsageLine, ...]:
    """What a run took."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT task, model, calls, stored, prompt_tokens, completion_tokens FROM usage WHERE run = :run"
            " ORDER BY task, model",
            {"run": run},
        ).fetchall()
    return tuple(UsageLine(*row) for row in rows)


def measured_usage(database: Database, engine: str) -> Measured:
    """What an engine's runs took that read text units and came to an end, all together."""
    runs = "SELECT number FROM runs WHERE engine = :engine AND readings_done > 0 AND ended IS NOT NULL"
    with database.reading() as connection:
        units, seconds = connection.execute(
            "SELECT SUM(readings_done), SUM(MAX(0.0, (julianday(ended) - julianday(started)) * 86400.0))"
            f" FROM runs WHERE number IN ({runs})",
            {"engine": engine},
        ).fetchone()
        rows = connection.execute(
            "SELECT task, SUM(calls + stored), SUM(calls), SUM(prompt_tokens), SUM(completion_tokens) FROM usage"
            f" WHERE run IN ({runs}) GROUP BY task ORDER BY task",
            {"engine": engine},
        ).fetchall()
    return Measured(units or 0, seconds or 0.0, tuple((row[0], TaskMeasure(*row[1:])) for row in rows))


def usage_in_all(database: Database) -> tuple[UsageLine, ...]:
    """What the project took until now, runs and questions together, by model."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT model, SUM(calls), SUM(stored), SUM(prompt_tokens), SUM(completion_tokens) FROM usage"
            " GROUP BY model ORDER BY model"
        ).fetchall()
    return tuple(UsageLine("", *row) for row in rows)


def unpacked(packed: bytes) -> str | None:
    """The text of a kept reply; None where a bit of it is not as it was kept."""
    try:
        return zlib.decompress(packed).decode("utf-8")
    except (zlib.error, UnicodeDecodeError):
        return None


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode("utf-8", "replace"), _FAST)
