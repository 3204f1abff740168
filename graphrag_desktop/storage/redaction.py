"""Taking words out of what is kept for good: answers with what was sent for them, and the case file."""

import json
import sqlite3
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from graphrag_desktop.domain.identity import DocumentId, memo_key
from graphrag_desktop.storage.database import Database

_NO_WORDS = frozenset(
    {"id", "mode", "engine", "asked_at", "added_at", "checked_at", "kind", "status", "use", "document", "verdict", "entered", "about",
     "thread", "parent"}
)  # fmt: skip
_OF_THE_ANALYST = frozenset({"question", "typed", "note"})


@dataclass(frozen=True, slots=True)
class Redactor:
    """How words are taken out of a text: whole sentences, or of what the analyst wrote single words; `documents` are gone."""

    documents: Collection[DocumentId]
    sentences: Callable[[str], str]
    words: Callable[[str], str]

    def text(self, text: str, name: str = "") -> str:
        """A text as it may stay; `name` is that of its field."""
        if name in _NO_WORDS:
            return text
        return self.words(text) if name in _OF_THE_ANALYST else self.sentences(text)


def redact_kept(database: Database, redactor: Redactor) -> int:
    """Take the words out of every answer and every item of the case file, all or nothing; returns how many had any."""
    with database.writing() as connection:
        _drop_edits(connection, redactor)
        _redact_standing(connection, redactor)
        return _redact_answers(connection, redactor) + _redact_case(connection, redactor)


def _redact_answers(connection: sqlite3.Connection, redactor: Redactor) -> int:
    changed: set[str] = set()
    for key, text in connection.execute("SELECT key, text FROM sent_texts").fetchall():
        left = redactor.text(text)
        if left != text:
            changed.update(row[0] for row in connection.execute("SELECT answer FROM contexts WHERE text = ?", (key,)))
            connection.execute("INSERT OR IGNORE INTO sent_texts VALUES (?, ?)", (memo_key(left), left))
            connection.execute("UPDATE contexts SET text = ? WHERE text = ?", (memo_key(left), key))
            connection.execute("DELETE FROM sent_texts WHERE key = ?", (key,))
    for identity, record in connection.execute("SELECT answer, record FROM considered").fetchall():
        kept = json.loads(record)
        if (left := _redacted(kept, redactor)) != kept:
            changed.add(identity)
            connection.execute(
                "UPDATE considered SET record = ? WHERE answer = ?", (json.dumps(left, ensure_ascii=False), identity)
            )
    for identity, record in connection.execute("SELECT id, record FROM answers").fetchall():
        kept = json.loads(record)
        left = _redacted(kept, redactor)
        if left == kept:
            continue
        if left["text"] != kept["text"]:  # where its statements stood is not where they stand now
            left["statements"], left["check"] = [], None
        changed.add(identity)
        connection.execute(
            "UPDATE answers SET question = ?, text = ?, record = ? WHERE id = ?",
            (left["question"], left["text"], json.dumps(left, ensure_ascii=False), identity),
        )
        connection.execute(
            "UPDATE answers SET restriction = ? WHERE id = ? AND restriction != ''",
            (json.dumps(left.get("restriction"), ensure_ascii=False), identity),
        )
    return len(changed)


def _redact_standing(connection: sqlite3.Connection, redactor: Redactor) -> None:
    rows = connection.execute("SELECT id, question, restriction FROM standing_questions").fetchall()
    for identity, question, restriction in rows:
        left = _redacted(json.loads(restriction), redactor) if restriction else None
        connection.execute(
            "UPDATE standing_questions SET question = ?, restriction = ? WHERE id = ?",
            (
                redactor.text(question, "question"),
                "" if left is None else json.dumps(left, ensure_ascii=False),
                identity,
            ),
        )


def _redact_case(connection: sqlite3.Connection, redactor: Redactor) -> int:
    changed = 0
    for identity, note, record in connection.execute("SELECT id, note, record FROM case_items").fetchall():
        kept = json.loads(record)
        left, left_note = _redacted(kept, redactor), redactor.text(note, "note")
        if (left, left_note) != (kept, note):
            changed += 1
            connection.execute(
                "UPDATE case_items SET note = ?, record = ? WHERE id = ?",
                (left_note, json.dumps(left, ensure_ascii=False), identity),
            )
    return changed


def _drop_edits(connection: sqlite3.Connection, redactor: Redactor) -> None:
    """Drop edits of entities, and names that entities had, that only what is gone has words for."""
    for table, column in (
        ("entity_edits", "record"),
        ("former", "identity"),
        ("not_same", "one"),
        ("not_same", "other"),
    ):
        rows = connection.execute(f"SELECT DISTINCT {column} FROM {table}").fetchall()
        gone = [(words,) for (words,) in rows if redactor.words(words) != words]
        connection.executemany(f"DELETE FROM {table} WHERE {column} = ?", gone)


def _redacted(value: Any, redactor: Redactor, name: str = "") -> Any:  # noqa: ANN401  # whatever JSON holds
    """The same without the words, and without evidence from documents that are gone."""
    if isinstance(value, str):
        return redactor.text(value, name)
    if isinstance(value, list):
        staying = [
            each for each in value if not (isinstance(each, dict) and each.get("document") in redactor.documents)
        ]
        return [_redacted(each, redactor, name) for each in staying]
    if isinstance(value, dict):
        return {key: _redacted(each, redactor, key) for key, each in value.items()}
    return value
