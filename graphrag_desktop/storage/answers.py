"""Questions asked and the answers given, each with what it was given and what it cites."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from graphrag_desktop.domain.answers import (
    Answer,
    Citation,
    CitationStatus,
    Mode,
    ReportUse,
    ScoredPart,
    Use,
)
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId, Span, memo_key
from graphrag_desktop.storage.database import Database

Sent = tuple[int, ContextItem]
"""The number of the part (0 for the final answer) and a record that was sent for it."""


def keep_answer(database: Database, answer: Answer, sent: Sequence[Sent]) -> None:
    """Keep an answer for good, with the records it was given; a text sent for several answers is kept once."""
    with database.writing() as connection:
        connection.execute(
            "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                answer.id, answer.asked_at, answer.question, answer.mode.value, answer.level, answer.index_version,
                answer.text, json.dumps(asdict(answer), ensure_ascii=False),
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


def answers(database: Database) -> tuple[Answer, ...]:
    """All answers, the latest first."""
    with database.reading() as connection:
        rows = connection.execute("SELECT record FROM answers ORDER BY asked_at DESC, id").fetchall()
    return tuple(_answer(row[0]) for row in rows)


def _answer(record: str) -> Answer:
    kept = json.loads(record)
    kept["mode"] = Mode(kept["mode"])
    kept["parts"] = tuple(ScoredPart(**{**each, "reports": tuple(each["reports"])}) for each in kept["parts"])
    kept["reports"] = tuple(ReportUse(**{**each, "use": Use(each["use"])}) for each in kept["reports"])
    kept["citations"] = tuple(
        Citation(
            each["text"],
            Kind(each["kind"]),
            each["number"],
            CitationStatus(each["status"]),
            tuple(
                Evidence(DocumentId(e["document"]), e["path"], e["page"], Span(**e["span"]), e["quote"])
                for e in each["evidence"]
            ),
        )
        for each in kept["citations"]
    )
    return Answer(**kept)
