"""Replies of models that were paid for once: kept under all that determines them, and never asked for again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from graphrag_desktop.domain.identity import Key, memo_key

READING_TASKS = ("extract", "extract check", "claims", "claims check")
DESCRIBE_TASK = "describe"
DESCRIPTION_TASKS = (DESCRIBE_TASK,)
REPORT_TASKS = ("report",)
EMBED_TASK = "embed"
QUESTION_TASKS = ("map", "reduce", "answer", "check", "restate")
"""The tasks whose replies may hold words of anything that was read."""

QUESTION_ORIGIN = memo_key("question")


def text_origin(text: str) -> Key:
    """The origin of replies about a text unit."""
    return memo_key("text", text)


def description_origin(title: str, descriptions: Sequence[str]) -> Key:
    """The origin of replies that make one description of several."""
    return memo_key("descriptions", title, *descriptions)


def report_origin(community: int, records: str) -> Key:
    """The origin of a report's replies."""
    return memo_key("report", community, records)


def embed_origin(text: str) -> Key:
    """The origin of the vector of a text."""
    return memo_key(EMBED_TASK, text)


@dataclass(frozen=True, slots=True)
class StoredReply:
    """A reply that could be read, as the model gave it.

    `origin` is the key of what it was made from: with that, the reply goes too. `is_cut` marks one that broke off and
    was gone on with.
    """

    key: Key
    origin: Key
    task: str
    model: str
    text: str
    is_cut: bool = False


class ReplyStore(Protocol):
    """Where replies are kept; safe from any thread."""

    def reply(self, key: Key) -> StoredReply | None:
        """The reply kept under this key, None where none is."""
        ...

    def keep(self, reply: StoredReply) -> None:
        """Keep a reply; it may be written a little later, together with others."""
        ...
