"""A model on a server, as the rest of the program asks it."""

import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphrag_desktop.domain.errors import PromptTooLong, ReplyBlocked, ReplyCutOff
from graphrag_desktop.domain.events import ModelAsked
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.capabilities import Capabilities
from graphrag_desktop.llm.embeddings import Embedder
from graphrag_desktop.llm.hosts import check_address, origin
from graphrag_desktop.llm.json_text import Json, items_at, parse_json, text_at
from graphrag_desktop.llm.models import (
    ChatReply,
    ChatRequest,
    CountTokens,
    Finish,
    Heard,
    Message,
    ModelSettings,
    Role,
    Usage,
)
from graphrag_desktop.llm.prompt_cuts import CutPrompts
from graphrag_desktop.llm.refusals import SLOW_COST, Refusal, Remedy, empty, flooded, read_refusal, too_long_hint
from graphrag_desktop.llm.server import Caller, Question, Server
from graphrag_desktop.llm.streams import read_stream
from graphrag_desktop.llm.transport import Call, OpenResponse, Transport, Unanswered
from graphrag_desktop.llm.usage import Price
from graphrag_desktop.llm.wire import chat_body, read_chat, stream_body

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CHAT, _MODELS = "/chat/completions", "/models"
_THINKING_ROOM = 4_096  # tokens beside the reply, for a model that reasons first
_LEAST_ROOM = 200  # tokens; a reply that had to be shorter is not worth asking for
_BYTES_A_TOKEN = 4  # of prose: an estimate to keep a pace by, corrected by what the server counts
_EXPECTED_REPLY = 800  # tokens, likewise
_LEAST_LIMIT, _MOST_A_TOKEN = 20_000, 50  # characters of a reply: far more than any model writes in its room
_MARGIN = 1.05  # the model's own tokeniser counts otherwise than ours


@dataclass(frozen=True, slots=True)
class Tokens:
    """How texts are measured, and which token of a model a word is: none where its tokeniser is not known."""

    count: CountTokens
    of_words: Callable[[str, Sequence[str]], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class _Line:
    """The way to the server, once there is one."""

    settings: ModelSettings
    transport: Transport
    caller: Caller
    embedder: Embedder


class ModelClient:
    """One model of a server. It keeps every promise of `Model`, and counts each call as an event of who asked.

    Its key is looked for by `find_key` when it is first asked: a keychain may wait for a person.
    """

    def __init__(
        self,
        settings: ModelSettings,
        server: Server,
        tokens: Tokens,
        price: Price | None = None,
        find_key: Callable[[str], str] | None = None,
    ) -> None:
        check_address(settings.base_url, is_local_only=settings.is_local_only)
        self._settings = settings
        self._server = server
        self._tokens = tokens
        self._price = price or Price()
        self._find_key = find_key
        self._cuts = CutPrompts(settings, server.memory, tokens.count)
        self._lock = threading.Lock()
        self._connected: _Line | None = None
        self._runs: weakref.WeakSet[RunControl] = weakref.WeakSet()

    @property
    def settings(self) -> ModelSettings:
        """Which model, and how it is reached."""
        return self._settings

    def chat(self, request: ChatRequest, control: RunControl) -> ChatReply:
        """The reply in one piece. A reply that was cut off is returned as far as it came, with its finish."""

        def read(response: OpenResponse, known: Capabilities) -> ChatReply:
            return self._sound(read_chat(b"".join(response.chunks()).decode("utf-8", "replace")), request, known)

        return self._answered(request, lambda known: self._body(request, known), read, control)

    def stream(self, request: ChatRequest, control: RunControl, heard: Heard) -> ChatReply:
        """The same, its text told while it comes. Once a part was told nothing is tried again."""

        def read(response: OpenResponse, known: Capabilities) -> ChatReply:
            return self._sound(read_stream(response.chunks(), heard), request, known)

        return self._answered(request, lambda known: stream_body(self._body(request, known), known), read, control)

    def embed(self, texts: Sequence[str], control: RunControl) -> "NDArray[np.float32]":
        """A unit row for each text."""
        return self._line.embedder.embed(texts, control)

    def names(self, control: RunControl) -> tuple[str, ...]:
        """The models that the server lists, sorted; none where it has no list. Raises where nothing answers there."""
        found = {text_at(each, "id") or text_at(each, "name") for each in self.listed(control)}
        return tuple(sorted(found - {""}))

    def listed(self, control: RunControl) -> Sequence[Json]:
        """The list of models as the server gives it; raises as `names`."""
        try:
            answer = self._line.transport.ask(Call(_MODELS), control)
        except Unanswered as error:
            raise error.refusal.error from error
        if answer.status == 200:
            try:
                return items_at(parse_json(answer.body), "data")
            except ValueError:
                return ()
        refusal = read_refusal(answer, self._line.settings)
        if answer.status in {404, 405, 501}:
            return ()
        raise refusal.error

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            connected, self._connected = self._connected, None
        if connected is not None:
            connected.transport.close()

    def _begin(self, control: RunControl) -> None:
        """Where this is the first that a run asks: what was set at the server may have been changed since the last one."""
        with self._lock:
            is_new = control not in self._runs
            self._runs.add(control)
        if is_new:
            self._server.memory.begin_run(self._settings)

    @property
    def _line(self) -> _Line:
        with self._lock:
            if self._connected is None:
                settings = self._settings
                if not settings.key and self._find_key is not None:
                    settings = replace(settings, key=self._find_key(settings.base_url))
                transport = Transport(settings)
                caller = Caller(settings, self._server, transport)
                self._connected = _Line(settings, transport, caller, Embedder(settings, caller, self._spent))
            return self._connected

    def _answered(
        self,
        request: ChatRequest,
        body: Callable[[Capabilities], Mapping[str, Json]],
        read: Callable[[OpenResponse, Capabilities], ChatReply],
        control: RunControl,
    ) -> ChatReply:
        self._begin(control)
        text = request.text
        expected = len(text.encode("utf-8", "replace")) // _BYTES_A_TOKEN + min(request.most_tokens, _EXPECTED_REPLY)
        question = Question(lambda known: Call(_CHAT, body(known)), read, expected, request.task)
        reply = self._line.caller.have_answered(question, control)
        self._spent(request.task, reply.usage, expected, control)
        self._cuts.refuse(text, reply.usage, lambda probe: self._counted(probe, control))
        return reply

    def _body(self, request: ChatRequest, known: Capabilities) -> dict[str, Json]:
        forced = () if known.thinks else self._tokens.of_words(self._settings.model, request.choices)
        return chat_body(request, self._settings, known, forced, self._room(request, known))

    def _room(self, request: ChatRequest, known: Capabilities) -> int:
        """The tokens that the reply may have; raises `PromptTooLong` where the window leaves too few."""
        most = request.most_tokens + (_THINKING_ROOM if known.thinks else 0)
        if known.most_reply_tokens is not None:
            most = min(most, known.most_reply_tokens)
        if known.window is None:
            return most
        tokens = round(self._tokens.count(request.text) * _MARGIN) + 8 * len(request.messages)
        left = known.window - tokens
        if left < min(_LEAST_ROOM, request.most_tokens):
            raise PromptTooLong(
                f"The request has about {tokens:,} tokens and the context of {origin(self._settings.base_url)} is"
                f" {known.window:,}.",
                too_long_hint(known.window),
            )
        return min(most, left)

    def _sound(self, reply: ChatReply, request: ChatRequest, known: Capabilities) -> ChatReply:
        """The reply, unless it is none: blocked, empty, or nothing but reasoning."""
        if len(reply.text) > _LEAST_LIMIT + _MOST_A_TOKEN * request.most_tokens:
            raise Unanswered(flooded(origin(self._settings.base_url), len(reply.text)))
        if reply.finish is Finish.BLOCKED:
            blocked = ReplyBlocked("The model declined, or a filter stopped it.", reply.text[:300], reply.text)
            raise Unanswered(Refusal(Remedy.GIVE_UP, blocked))
        if reply.reasoning and not known.thinks:
            self._server.memory.learn(self._settings, known, replace(known, thinks=True))
        if reply.text.strip():
            is_forced_word = bool(request.choices) and reply.finish is Finish.LENGTH
            return replace(reply, finish=Finish.STOP) if is_forced_word else reply
        if reply.finish is not Finish.LENGTH:
            raise Unanswered(empty(origin(self._settings.base_url)))
        if not known.thinks:
            self._server.memory.learn(self._settings, known, replace(known, thinks=True))
        cut = ReplyCutOff(
            "The model returned only reasoning and no answer.",
            "Raise the room for replies, switch its reasoning off, or use a model that does not reason.",
            reply.reasoning,
        )
        raise Unanswered(Refusal(Remedy.RETRY, cut, cost=SLOW_COST))

    def _counted(self, text: str, control: RunControl) -> int:
        """How many tokens of a text the server says it reads."""
        request = ChatRequest((Message(Role.USER, text),), 1, choices=("1",), task="look at the context")
        question = Question(
            lambda known: Call(_CHAT, chat_body(request, self._settings, replace(known, window=None), (), 1)),
            lambda response, _: read_chat(b"".join(response.chunks()).decode("utf-8", "replace")),
            self._tokens.count(text),
            request.task,
        )
        try:
            usage = self._line.caller.have_answered(question, control).usage
        except PromptTooLong:
            return 0
        self._spent(request.task, usage, question.tokens, control)
        return usage.prompt_tokens

    def _spent(self, task: str, usage: Usage, expected: int, control: RunControl) -> None:
        """Count a call that was answered."""
        self._server.allowance.end_call(control, usage, self._price)
        used = usage.prompt_tokens + usage.completion_tokens
        self._server.rates.correct(expected, used or expected)
        control.emit(ModelAsked(task, self._settings.model, usage.prompt_tokens, usage.completion_tokens))
