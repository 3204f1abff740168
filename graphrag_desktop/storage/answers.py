"""Questions asked and the answers given, each with what it was given and what it cites."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from graphrag_desktop.domain.answers import (
    Answer,
    AnswerHead,
    Mode,
    ReportUse,
    ScoredPart,
    StatementCheck,
    Use,
)
from graphrag_desktop.domain.asking import Considered
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.identity import Span, entity_id, memo_key
from graphrag_desktop.domain.restriction import Restriction, restriction_of
from graphrag_desktop.storage.answer_checks import check_of
from graphrag_desktop.storage.considered import considered_text, read_considered
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.records import citations_of

Sent = tuple[int, ContextItem]
"""The number of the part (0 for the final answer) and a record that was sent for it."""


def keep_answer(
    database: Database, answer: Answer, sent: Sequence[Sent], considered: Sequence[Considered] = ()
) -> None:
    """Keep an answer for good, with the records it was given; a text sent for several answers is kept once.

    Of what was `considered` for it no text is kept, and of what was not sent only what comes first.
    """
    with database.writing() as connection:
        connection.execute(
            "INSERT INTO answers (id, asked_at, question, mode, level, index_version, text, record, restriction, thread,"
            " parent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                answer.id, answer.asked_at, answer.question, answer.mode.value, answer.level, answer.index_version,
                answer.text, json.dumps(asdict(answer), ensure_ascii=False), restriction_text(answer.restriction),
                answer.thread, answer.parent,
            ),
        )  # fmt: skip
        connection.executemany(
            "INSERT OR IGNORE INTO sent_texts VALUES (?, ?)", [(memo_key(item.text), item.text) for _, item in sent]
        )
        connection.executemany(
            "INSERT INTO contexts VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (answer.id, place, part, item.kind.value, item.number, item.tokens, item.relevance, memo_key(item.text))
                for place, (part, item) in enumerate(sent)
            ],
        )
        if considered:
            connection.execute("INSERT INTO considered VALUES (?, ?)", (answer.id, considered_text(considered)))


def place_in_thread(database: Database, answer: Answer) -> None:
    """Keep in which conversation an answer stands, and the words of which its question was made."""
    with database.writing() as connection:
        connection.execute(
            "UPDATE answers SET thread = :thread, parent = :parent, record ="
            " JSON_SET(record, '$.thread', :thread, '$.parent', :parent, '$.typed', :typed) WHERE id = :id",
            {"id": answer.id, "thread": answer.thread, "parent": answer.parent, "typed": answer.typed},
        )


def answers(database: Database) -> tuple[Answer, ...]:
    """All answers, the latest first."""
    with database.reading() as connection:
        rows = connection.execute("SELECT record FROM answers ORDER BY asked_at DESC, id").fetchall()
    return tuple(_answer(row[0]) for row in rows)


def answer_heads(database: Database, words: Sequence[str] = ()) -> tuple[AnswerHead, ...]:
    """The answers that hold all these words in question or text, the latest first, without what they rest on.

    The words are compared in the form of ids.
    """
    holds = " AND ".join(f"INSTR(FOLDED(question || ' ' || text), :w{at})" for at in range(len(words)))
    with database.reading() as connection:
        connection.create_function("FOLDED", 1, entity_id, deterministic=True)
        rows = connection.execute(
            f"SELECT {_HEAD} FROM answers WHERE {holds or 'TRUE'} ORDER BY asked_at DESC, id",
            {f"w{at}": word for at, word in enumerate(words)},
        ).fetchall()
    return tuple(map(_head, rows))


def thread_heads(database: Database, thread: str) -> tuple[tuple[AnswerHead, str], ...]:
    """The answers of a conversation, the earliest first, each with the id of the answer that it follows."""
    with database.reading() as connection:
        rows = connection.execute(
            f"SELECT {_HEAD}, parent FROM answers WHERE thread = :thread OR id = :thread ORDER BY asked_at, id",
            {"thread": thread},
        ).fetchall()
    return tuple((_head(row[:-1]), row[-1]) for row in rows)


def answer(database: Database, identity: str) -> Answer | None:
    """One answer, None where none of that id is kept."""
    with database.reading() as connection:
        row = connection.execute("SELECT record FROM answers WHERE id = :id", {"id": identity}).fetchone()
    return None if row is None else _answer(row[0])


def latest_answer(database: Database) -> Answer | None:
    """The answer given last, None before there is any."""
    with database.reading() as connection:
        row = connection.execute("SELECT record FROM answers ORDER BY asked_at DESC, id LIMIT 1").fetchone()
    return None if row is None else _answer(row[0])


def sent_for(database: Database, identity: str) -> tuple[Sent, ...]:
    """All that was sent for an answer, in its order; what the final answer was made of has the number 0."""
    with database.reading() as connection:
        return _sent(connection, identity)


def sent_tokens(database: Database, identity: str) -> dict[Kind, int]:
    """How many tokens of each kind of record were sent for an answer; parts, which are made of records, are left out."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT kind, SUM(tokens) FROM contexts WHERE answer = :id AND kind <> :part GROUP BY kind",
            {"id": identity, "part": Kind.PART.value},
        ).fetchall()
    return {Kind(kind): tokens for kind, tokens in rows}


def sent_heads(database: Database, identity: str) -> tuple[Sent, ...]:
    """All that was sent for an answer, as `sent_for`, without the texts."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT part, kind, number, tokens, relevance FROM contexts WHERE answer = :id ORDER BY position",
            {"id": identity},
        ).fetchall()
    return tuple(
        (part, ContextItem(Kind(kind), number, "", "", tokens, relevance=relevance))
        for part, kind, number, tokens, relevance in rows
    )


def considered_for(database: Database, identity: str) -> tuple[Considered, ...]:
    """What was considered for an answer, a context for each call, without texts; empty where that was not noted."""
    with database.reading() as connection:
        row = connection.execute("SELECT record FROM considered WHERE answer = :id", {"id": identity}).fetchone()
    return () if row is None else read_considered(row[0])


def is_whole(identity: str, question: str, text: str, record: str) -> bool:
    """Whether the record of an answer can be read, and is of this very answer."""
    try:
        kept = _answer(record)
    except (ValueError, TypeError, KeyError):
        return False
    return (kept.id, kept.question, kept.text) == (identity, question, text)


def forget_answer(database: Database, identity: str) -> tuple[Answer, tuple[Sent, ...], tuple[Considered, ...]] | None:
    """Take an answer out with all that was sent for it; what is returned can be kept again. None where there is none."""
    with database.writing() as connection:
        row = connection.execute("SELECT record FROM answers WHERE id = :id", {"id": identity}).fetchone()
        if row is None:
            return None
        sent, considered = _sent(connection, identity), considered_for(database, identity)
        connection.execute("DELETE FROM considered WHERE answer = :id", {"id": identity})
        connection.execute("DELETE FROM contexts WHERE answer = :id", {"id": identity})
        connection.execute("DELETE FROM answers WHERE id = :id", {"id": identity})
        connection.execute(
            "DELETE FROM sent_texts WHERE key IN (SELECT value FROM json_each(:keys))"
            " AND key NOT IN (SELECT text FROM contexts)",
            {"keys": json.dumps([memo_key(item.text) for _, item in sent])},
        )
    return _answer(row[0]), sent, considered


_HEAD = (
    "id, question, mode, level, asked_at, index_version, restriction, thread,"
    " id IN (SELECT latest FROM standing_questions), record ->> '$.is_stopped', IFNULL(record ->> '$.failure', ''),"
    " IFNULL(record ->> '$.prompt_tokens', 0) + IFNULL(record ->> '$.completion_tokens', 0), record ->> '$.money'"
)


def _head(row: Sequence[Any]) -> AnswerHead:
    (
        identity,
        question,
        mode,
        level,
        asked_at,
        version,
        restriction,
        thread,
        is_standing,
        is_stopped,
        failure,
        tokens,
        money,
    ) = row
    return AnswerHead(
        identity, question, Mode(mode), level, asked_at, version, bool(is_stopped), failure, tokens, money,
        restriction_read(restriction), thread, bool(is_standing),
    )  # fmt: skip


def restriction_text(restriction: Restriction) -> str:
    """A restriction as it is kept; empty where everything was asked."""
    return "" if restriction.is_empty else json.dumps(asdict(restriction), ensure_ascii=False)


def restriction_read(text: str) -> Restriction:
    """The same read again."""
    return restriction_of(json.loads(text) if text else None)


def _sent(connection: sqlite3.Connection, identity: str) -> tuple[Sent, ...]:
    rows = connection.execute(
        "SELECT c.part, c.kind, c.number, t.text, c.tokens, c.relevance FROM contexts c JOIN sent_texts t ON t.key = c.text"
        " WHERE c.answer = :id ORDER BY c.position",
        {"id": identity},
    ).fetchall()
    return tuple(
        (part, ContextItem(Kind(kind), number, "", text, tokens, relevance=relevance))
        for part, kind, number, text, tokens, relevance in rows
    )


def _answer(record: str) -> Answer:
    kept = json.loads(record)
    kept["mode"] = Mode(kept["mode"])
    kept["parts"] = tuple(ScoredPart(**{**each, "reports": tuple(each["reports"])}) for each in kept["parts"])
    kept["reports"] = tuple(ReportUse(**{**each, "use": Use(each["use"])}) for each in kept["reports"])
    kept["citations"] = citations_of(kept["citations"])
    kept["statements"] = tuple(
        StatementCheck(
            each["text"], Span(**each["span"]), each["is_cited"], tuple(each["anchors"]), tuple(each["missing"])
        )
        for each in kept.get("statements", ())
    )
    kept["restriction"] = restriction_of(kept.get("restriction"))
    kept["check"] = check_of(kept.get("check"))
    return Answer(**kept)
