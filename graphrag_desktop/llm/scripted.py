"""A model without a model: it answers what it was told to, and remembers what it was asked."""

import re
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from graphrag_desktop.domain.errors import UnreadableReply
from graphrag_desktop.domain.events import ModelAsked
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.models import ChatReply, ChatRequest, Finish, Heard, ModelSettings, Usage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Scripted = str | ChatReply | Exception
"""A reply as text or as a whole, or what is raised in place of one."""

_PIECE = re.compile(r"\S+\s*|\s+")


class ScriptedModel:
    """Answers by a list of replies, each used once, or by a function of the request; from any thread, always the same.

    Words stand in for tokens. Vectors count words, so that texts with the same words lie close together.
    """

    def __init__(
        self,
        replies: Iterable[Scripted] | Callable[[ChatRequest], Scripted] = (),
        *,
        name: str = "scripted",
        dimensions: int = 64,
    ) -> None:
        self.settings = ModelSettings("http://127.0.0.1:1/v1", name)
        self._reply = replies if callable(replies) else self._next(iter(replies))
        self._dimensions = dimensions
        self._lock = threading.Lock()
        self._requests: list[ChatRequest] = []

    @property
    def requests(self) -> tuple[ChatRequest, ...]:
        """All that was asked, in order."""
        with self._lock:
            return tuple(self._requests)

    def chat(self, request: ChatRequest, control: RunControl) -> ChatReply:
        """The next reply, or the one for this request."""
        control.checkpoint()
        with self._lock:
            self._requests.append(request)
        scripted = self._reply(request)
        if isinstance(scripted, Exception):
            control.emit(ModelAsked(request.task, self.settings.model, 0, 0))
            raise scripted
        reply = scripted if isinstance(scripted, ChatReply) else _whole(request, scripted)
        control.emit(
            ModelAsked(request.task, self.settings.model, reply.usage.prompt_tokens, reply.usage.completion_tokens)
        )
        return reply

    def stream(self, request: ChatRequest, control: RunControl, heard: Heard) -> ChatReply:
        """The same, told word by word."""
        reply = self.chat(request, control)
        for piece in _PIECE.findall(reply.text):
            control.checkpoint()
            heard(piece)
        return reply

    def embed(self, texts: Sequence[str], control: RunControl) -> "NDArray[np.float32]":
        """A unit row for each text."""
        import numpy as np

        control.checkpoint()
        rows = np.full((len(texts), self._dimensions), 1e-3, np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in re.findall(r"\w+", text.casefold()):
                row[zlib.crc32(word.encode()) % self._dimensions] += 1
        control.emit(ModelAsked("embed", self.settings.model, sum(len(text.split()) for text in texts), 0))
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)

    def names(self, control: RunControl) -> tuple[str, ...]:
        """Its own name."""
        control.checkpoint()
        return (self.settings.model,)

    def _next(self, replies: Iterator[Scripted]) -> Callable[[ChatRequest], Scripted]:
        def take(request: ChatRequest) -> Scripted:
            with self._lock:
                reply = next(replies, None)
            return UnreadableReply(f"Nothing was scripted for “{request.task}”.") if reply is None else reply

        return take


def _whole(request: ChatRequest, text: str) -> ChatReply:
    return ChatReply(text, Finish.STOP, Usage(len(request.text.split()), len(text.split())))
