"""What all models of one server share: its pace, its memory, and how a single call is brought to an answer."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from graphrag_desktop.domain.errors import PromptTooLong
from graphrag_desktop.domain.events import ModelAsked
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.capabilities import Capabilities, ServerMemory, adapted
from graphrag_desktop.llm.concurrency import Gate
from graphrag_desktop.llm.hosts import origin
from graphrag_desktop.llm.models import ModelSettings
from graphrag_desktop.llm.rates import Rates
from graphrag_desktop.llm.refusals import HttpAnswer, Refusal, Remedy, garbled, read_refusal
from graphrag_desktop.llm.retries import RetryPolicy, refuse_long_wait
from graphrag_desktop.llm.transport import Call, OpenResponse, Transport, Unanswered
from graphrag_desktop.llm.usage import Allowance, Caps
from graphrag_desktop.llm.wire import sent_names

Result = TypeVar("Result")

_MOST_ADAPTATIONS = 10  # more than there are parameters to leave out
_NONE_LEFT = 1e-9  # of our patience: tenths do not add up to one


@dataclass(frozen=True, slots=True)
class Limits:
    """How fast and how much may be asked; None: no end."""

    at_once: int = 25
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    caps: Caps = field(default_factory=Caps)


@dataclass(frozen=True, slots=True)
class Server:
    """The state of one server that all who ask it share."""

    gate: Gate
    rates: Rates
    memory: ServerMemory
    allowance: Allowance
    policy: RetryPolicy


class Servers:
    """The servers that are asked, one for each origin; the caps are those of all together."""

    def __init__(self, limits: Limits, memory: ServerMemory, policy: RetryPolicy | None = None) -> None:
        self._limits = limits
        self._memory = memory
        self._policy = policy or RetryPolicy()
        self._allowance = Allowance(limits.caps)
        self._lock = threading.Lock()
        self._known: dict[str, Server] = {}

    def of(self, settings: ModelSettings) -> Server:
        """The server of a model."""
        where = origin(settings.base_url)
        with self._lock:
            if where not in self._known:
                self._known[where] = Server(
                    Gate(self._limits.at_once),
                    Rates(self._limits.requests_per_minute, self._limits.tokens_per_minute),
                    self._memory,
                    self._allowance,
                    self._policy,
                )
            return self._known[where]


@dataclass(frozen=True, slots=True)
class Question(Generic[Result]):
    """A call to be answered.

    It is made for what the server can do, and its response is read: that raises `Unanswered` for one that is none, and
    `ValueError` where it cannot be understood. `tokens` are what it will take, by estimate; `task` names what it is for.
    """

    make: Callable[[Capabilities], Call]
    read: Callable[[OpenResponse, Capabilities], Result]
    tokens: int
    task: str


class Caller:
    """Brings calls of one model to an answer: waits its turn, tries again, leaves out what the server does not take."""

    def __init__(self, settings: ModelSettings, server: Server, transport: Transport) -> None:
        self._settings = settings
        self._server = server
        self._transport = transport
        self._where = origin(settings.base_url)

    def have_answered(self, question: Question[Result], control: RunControl) -> Result:
        """The answer; raises the `ModelError` that ended all attempts, or `Cancelled`."""
        patience, attempt, adaptations = 1.0, 0, 0
        while True:
            known = self._server.memory.of(self._settings)
            call = question.make(known)
            outcome = self._attempted(question, call, known, control)
            if not isinstance(outcome, Refusal):
                return outcome
            if adaptations < _MOST_ADAPTATIONS and self._is_mended(outcome, call, known):
                adaptations += 1
                continue
            attempt += 1
            patience -= outcome.cost
            if outcome.remedy not in {Remedy.RETRY, Remedy.SLOW_DOWN} or patience < _NONE_LEFT:
                raise outcome.error
            self._wait(outcome, attempt, control)

    def _attempted(
        self, question: Question[Result], call: Call, known: Capabilities, control: RunControl
    ) -> Result | Refusal:
        server = self._server
        server.rates.wait(question.tokens, control)
        with server.gate.slot(control) as ticket:
            server.allowance.begin_call(control)
            outcome = self._response(question, call, known, control)
            if not isinstance(outcome, Refusal):
                server.gate.served(ticket)
                return outcome
            control.emit(ModelAsked(question.task, self._settings.model, 0, 0))
            if outcome.remedy is Remedy.SLOW_DOWN:
                server.gate.struggled(ticket)
            if outcome.remedy is Remedy.ALONE and ticket.limit > 1:
                server.gate.serve_one_at_a_time()
                return replace(outcome, remedy=Remedy.RETRY, cost=0.0)
            return outcome

    def _response(
        self, question: Question[Result], call: Call, known: Capabilities, control: RunControl
    ) -> Result | Refusal:
        try:
            with self._transport.opened(call, control) as response:
                if response.status == 200:
                    return question.read(response, known)
                body = b"".join(response.chunks()).decode("utf-8", "replace")
                return read_refusal(HttpAnswer(response.status, response.headers, body), self._settings)
        except Unanswered as error:
            return error.refusal
        except ValueError as error:
            return garbled(self._where, str(error))

    def _is_mended(self, refusal: Refusal, call: Call, known: Capabilities) -> bool:
        """Whether the same call made anew may be taken: within a window that is known now, or without what was refused."""
        memory = self._server.memory
        if refusal.remedy not in {Remedy.ADAPT, Remedy.ALONE}:
            return False
        if isinstance(refusal.error, PromptTooLong):
            tried = replace(known, window=refusal.window) if refusal.window else None
        else:
            tried = adapted(refusal.told, known, sent_names(call.body or {}))
        if memory.of(self._settings) != known:
            return True  # another thread has learnt it meanwhile
        if tried is None or tried == known:
            return False
        memory.learn(self._settings, known, tried)
        return memory.of(self._settings) != known

    def _wait(self, refusal: Refusal, attempt: int, control: RunControl) -> None:
        policy = self._server.policy
        if refusal.wait is None:
            control.wait(policy.wait(attempt))
            return
        refuse_long_wait(refusal.wait, self._where)
        seconds = policy.advised(refusal.wait)
        self._server.rates.hold(seconds, f"{self._where} asks to wait", control)
