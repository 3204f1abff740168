"""A client on a scripted server with what it knows and what it said, for tests."""

import time
from collections.abc import Callable
from typing import Self

from graphrag_desktop.domain.events import Event, ModelAsked
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.llm.capabilities import Capabilities, ServerMemory
from graphrag_desktop.llm.client import ModelClient, Tokens
from graphrag_desktop.llm.models import ModelSettings
from graphrag_desktop.llm.retries import RetryPolicy
from graphrag_desktop.llm.server import Limits, Servers
from tests.scripted_server import ScriptedServer

QUICK = RetryPolicy(first=0.002, longest=0.01)
LETTERS = {"Y": 56, "N": 45}


def tokens_of(model: str, words: object) -> tuple[int, ...]:
    """Tokens of words, for models that are said to be known."""
    return tuple(LETTERS[str(word)] for word in list(words)) if model == "known" else ()  # type: ignore[call-overload]


class Speaking:
    """A client on a server; `ask` makes another one that shares nothing but the server."""

    def __init__(self, server: ScriptedServer, limits: Limits | None = None, **settings: object) -> None:
        values = {"base_url": server.base_url, "model": "scripted-model", "seconds": 10.0, **settings}
        self.settings = ModelSettings(**values)  # type: ignore[arg-type]  # names of its own fields
        self.memory = ServerMemory()
        self.shared = Servers(limits or Limits(), self.memory, QUICK).of(self.settings)
        self.model = ModelClient(self.settings, self.shared, Tokens(count_tokens, tokens_of))
        self.events: list[Event] = []
        self.control = RunControl(self.events.append)

    @property
    def known(self) -> Capabilities:
        """What was learnt of the model."""
        return self.memory.of(self.settings)

    @property
    def asked(self) -> list[ModelAsked]:
        """The calls that were counted."""
        return [each for each in self.events if isinstance(each, ModelAsked)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.model.close()


def eventually(is_so: Callable[[], bool]) -> bool:
    """Whether something becomes so; looked at again and again for a while."""
    for _ in range(1_000):
        if is_so():
            return True
        time.sleep(0.01)
    return is_so()
