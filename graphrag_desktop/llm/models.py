"""What is said to a model and what comes back, whatever server it runs on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from graphrag_desktop.domain.identity import Key, memo_key
from graphrag_desktop.domain.run_control import RunControl

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CountTokens = Callable[[str], int]
"""How long a text is; handed in, since a model layer has no tokeniser of its own."""

Heard = Callable[[str], None]
"""Who is told each piece of an answer as it comes."""


class Role(StrEnum):
    """Who speaks in a conversation."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class Finish(StrEnum):
    """Why a model stopped; only `STOP` is a complete reply."""

    STOP = "stop"
    LENGTH = "length"
    BLOCKED = "blocked"
    UNTOLD = "untold"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Schema:
    """The shape of a reply in JSON: a name, and a JSON schema as text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A conversation to go on with.

    `most_tokens` is the room for the reply. With `schema` the reply is to be JSON of that shape. With `choices` it is
    to be one of these words, forced by logit bias where the server takes it. `task` names what it is for, in counts and
    failures; it is no part of the request.
    """

    messages: tuple[Message, ...]
    most_tokens: int
    schema: Schema | None = None
    choices: tuple[str, ...] = ()
    task: str = ""

    @property
    def text(self) -> str:
        """All that is sent, as one text, to be counted."""
        return "\n".join(message.text for message in self.messages)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them, or as we did where it did not say."""

    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class ChatReply:
    """What a model answered; `reasoning` is what it thought aloud, which is never part of the answer."""

    text: str
    finish: Finish
    usage: Usage
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A model and how to reach it. The key is never shown where the record is printed or logged.

    `context_tokens` is the window where the analyst knows it. `seconds` is how long one call may take in all.
    `is_local_only` refuses every address that is not on this machine. `api_version` is for Azure's older addresses.
    """

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    temperature: float | None = 0.0
    seed: int | None = None
    context_tokens: int | None = None
    seconds: float = 600.0
    is_local_only: bool = False
    api_version: str = ""


class Model(Protocol):
    """A model that can be asked, from any thread: a server's, or the scripted one of the tests."""

    @property
    def settings(self) -> ModelSettings:
        """Which model, and how it is reached."""
        ...

    def chat(self, request: ChatRequest, control: RunControl) -> ChatReply:
        """The reply in one piece; raises a `ModelError` or `Cancelled`, never returns an empty reply for a failure."""
        ...

    def stream(self, request: ChatRequest, control: RunControl, heard: Heard) -> ChatReply:
        """The same, its text told piece by piece while it comes."""
        ...

    def embed(self, texts: Sequence[str], control: RunControl) -> "NDArray[np.float32]":
        """A unit row for each text."""
        ...

    def names(self, control: RunControl) -> tuple[str, ...]:
        """The models that the server says it has; empty where it does not say."""
        ...


def request_key(settings: ModelSettings, request: ChatRequest) -> Key:
    """The memo key of a request: all that determines the reply, whatever server it is sent to."""
    schema = None if request.schema is None else request.schema.text
    return memo_key(
        "chat",
        settings.model,
        settings.temperature,
        settings.seed,
        request.most_tokens,
        schema,
        *request.choices,
        None,
        *(part for message in request.messages for part in (message.role.value, message.text)),
    )
