"""What a refusal means: whether to try again, to slow down, to leave something out, or to tell the analyst."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from graphrag_desktop.domain.errors import (
    HostRefused,
    KeyRefused,
    ModelError,
    ModelNotFound,
    NoCredit,
    PromptTooLong,
    ReplyBlocked,
    RequestRefused,
    ServerFailed,
    ServerUnreachable,
    UnreadableReply,
)
from graphrag_desktop.llm.advice import advised_wait
from graphrag_desktop.llm.hosts import origin
from graphrag_desktop.llm.json_text import Json, member, parse_json, text_at, whole_at
from graphrag_desktop.llm.models import ModelSettings

PASSING_COST = 0.1
"""Of our patience. Ten attempts: where three in ten fail for no reason of their own, one in 170,000 requests is lost."""

UNREACHABLE_COST, SLOW_COST = 1 / 6, 1 / 3
"""A server that is gone is waited for 15 seconds; a call that never ends, or says nothing, is made three times."""


class Remedy(StrEnum):
    """What to do after a refusal."""

    RETRY = "retry"
    SLOW_DOWN = "slow down"
    ALONE = "send it alone"
    ADAPT = "leave something out"
    GIVE_UP = "give up"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that was not answered. `error` is what is raised where the remedy does not help.

    `told` are the server's own words, `wait` the seconds it asks for, `window` the context in tokens that it names.
    `cost` is the share of our patience that it uses up.
    """

    remedy: Remedy
    error: ModelError
    told: str = ""
    wait: float | None = None
    window: int | None = None
    cost: float = PASSING_COST


def overdue(where: str, seconds: float) -> Refusal:
    """A call that was given up since it took too long."""
    error = ServerFailed(
        f"{where} did not answer within {seconds:,.0f} s.", "Allow more time for a call, or ask for less at a time."
    )
    return Refusal(Remedy.SLOW_DOWN, error, cost=SLOW_COST)


def dropped(where: str, words: str) -> Refusal:
    """A call during which the connection was lost."""
    return Refusal(Remedy.RETRY, ServerFailed(f"{where} broke off: {words}.", "Run again to try once more."))


def unreachable(where: str, words: str) -> Refusal:
    """No connection at all."""
    error = ServerUnreachable(
        f"Nothing answers at {where}: {words}.", "Check the address, and that the model server is running."
    )
    return Refusal(Remedy.RETRY, error, cost=UNREACHABLE_COST)


_UNTRUSTED = re.compile(r"certificate verify failed: (.*?)(?: \(_ssl|$)")
_UNENCRYPTED = ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST")


def unconnected(where: str, words: str) -> Refusal:
    """No connection: nothing is there, or what is there is not who it should be."""
    if found := _UNTRUSTED.search(words):
        error = ServerUnreachable(
            f"{where} is not trusted: {found[1].strip().rstrip('.')}. Nothing was sent to it, neither text nor key.",
            "Check the address. Where an organisation has a certificate of its own, name its file in SSL_CERT_FILE.",
        )
        return Refusal(Remedy.GIVE_UP, error)
    if any(each in words for each in _UNENCRYPTED):
        error = ServerUnreachable(
            f"{where} does not answer encrypted. Nothing was sent to it.",
            "If it is a server on your own machine, its address begins with http:// and not with https://.",
        )
        return Refusal(Remedy.GIVE_UP, error)
    return unreachable(where, words)


def garbled(where: str, words: str) -> Refusal:
    """A response that is no reply at all."""
    error = UnreadableReply(
        f"{where} sent no reply that can be read: {words}.", "Check that it speaks OpenAI's protocol."
    )
    return Refusal(Remedy.RETRY, error)


def empty(where: str) -> Refusal:
    """A reply without a word."""
    error = UnreadableReply("The model returned nothing.", f"Try again, or another model on {where}.")
    return Refusal(Remedy.RETRY, error, cost=SLOW_COST)


def flooded(where: str, length: int) -> Refusal:
    """A reply far longer than the room that it was given."""
    error = UnreadableReply(
        f"{where} wrote {length:,} characters, far more than it was asked for.", "Try another model, or another server."
    )
    return Refusal(Remedy.RETRY, error, cost=SLOW_COST)


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """A response of a server: `headers` by name in lower case."""

    status: int
    headers: Mapping[str, str]
    body: str


_SHOWN = 300
_LONGEST = 100_000  # characters of a refusal that are looked at
_QUOTA = (
    "insufficient_quota",
    "billing",
    "credit balance",
    "payment",
    "quota exceeded for the month",
    "out of credits",
)
_FILTER = ("content_filter", "content_policy", "responsibleaipolicy", "content management policy", "safety system")
_CONTEXT = (
    "context_length_exceeded", "exceed_context_size", "maximum context length", "context length", "context window",
    "context size", "input length exceeds", "too many tokens", "physical batch size", "prompt is too long",
    "exceeds the maximum number of tokens", "input is too large", "reduce the length",
)  # fmt: skip
_WINDOWS = (
    re.compile(r"n_ctx\W{1,4}(\d+)"),
    re.compile(r"maximum context length (?:is|of) (\d+)"),
    re.compile(r"(?:context|batch) (?:length|window|size)[^\d]{0,40}(\d+)"),
    re.compile(r"(?:limit|maximum|at most|up to|than)[^\d]{0,20}(\d{3,})\s*(?:input )?tokens?"),
    re.compile(r"\(limit:? (\d+)"),
)
_BUSY = frozenset({429, 503, 529})
_PASSING = frozenset({408, 409, 425, 500, 502, 504, 520, 521, 522, 523, 524})
_UNFOUND_MODEL = (
    "model_not_found",
    "model not found",
    "does not exist",
    "try pulling",
    "no such model",
    "unknown model",
)


def read_refusal(answer: HttpAnswer, settings: ModelSettings) -> Refusal:
    """What a response with an error status means."""
    answer = replace(answer, body=answer.body[:_LONGEST])
    body = _body(answer.body)
    told = _told(body, answer.body, settings)
    refused = _Refused(answer, body, told, f"{told} {_code(body)}".lower(), origin(settings.base_url))
    if 300 <= answer.status < 400:
        return _sent_elsewhere(refused)
    return _about_text(refused) or _about_access(refused, settings) or _about_server(refused)


def redacted(text: str, settings: ModelSettings) -> str:
    """The text without the key, which some servers repeat in their errors."""
    return text.replace(settings.key, "…") if settings.key else text


def _body(text: str) -> Json:
    try:
        return parse_json(text)
    except ValueError:
        return None


def _told(body: Json, text: str, settings: ModelSettings) -> str:
    """The server's words, whatever shape its error has; of a web page only its title."""
    for path in (("error", "message"), ("error",), ("message",), ("detail",), ("error", "error"), ("detail", 0, "msg")):
        if found := text_at(body, *path):
            return redacted(found, settings)
    if re.match(r"\s*<", text):
        title = re.search(r"<title>([^<]*)", text, re.IGNORECASE)
        return redacted(title[1].strip(), settings) if title else ""
    return redacted(text.strip(), settings)


def _code(body: Json) -> str:
    found = [text_at(body, "error", name) for name in ("code", "type")]
    found.append(text_at(body, "error", "innererror", "code"))
    found.append(text_at(body, "code"))
    return " ".join(found)


def _words(told: str) -> str:
    words = " ".join(told.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"


@dataclass(frozen=True, slots=True)
class _Refused:
    """A response with an error: what it `told`, the same with its codes in lower case as `name`, and who said it."""

    answer: HttpAnswer
    body: Json
    told: str
    name: str
    where: str

    def names(self, words: tuple[str, ...]) -> bool:
        return any(word in self.name for word in words)


def _sent_elsewhere(refused: _Refused) -> Refusal:
    target = refused.answer.headers.get("location", "another address")
    error = HostRefused(
        f"{refused.where} sends calls on to {target}. Nothing was sent there.",
        "If that is the right server, enter its address.",
    )
    return Refusal(Remedy.GIVE_UP, error)


def _about_text(refused: _Refused) -> Refusal | None:
    """The text that was sent is not wanted, or too long."""
    if refused.names(_FILTER):
        blocked = ReplyBlocked("Blocked by the provider's filter.", _words(refused.told))
        return Refusal(Remedy.GIVE_UP, blocked, refused.told)
    return _too_long(refused) if refused.names(_CONTEXT) or refused.answer.status == 413 else None


def _about_access(refused: _Refused, settings: ModelSettings) -> Refusal | None:
    """The account, the key, the name or the address is not right."""
    status, told = refused.answer.status, refused.told
    if status == 402 or (status in {403, 429} and refused.names(_QUOTA)):
        error: ModelError = NoCredit(f"{refused.where} has no credit left for this key.", _words(told))
    elif status in {401, 403}:
        error = _key_refused(refused.where, told, settings)
    elif status in {404, 405} or (status < 500 and refused.names(_UNFOUND_MODEL)):
        error = _not_found(refused, settings)
    else:
        return None
    return Refusal(Remedy.GIVE_UP, error, told)


def _about_server(refused: _Refused) -> Refusal:
    """The server has trouble for now, or does not take the request as it is."""
    status, told, where = refused.answer.status, refused.told, refused.where
    if status in _BUSY or status in _PASSING or status > 501:
        failed = ServerFailed(
            f"{where} failed ({status}){': ' if told else '.'}{_words(told)}", "Run again to try once more."
        )
        remedy = Remedy.SLOW_DOWN if status in _BUSY else Remedy.RETRY
        return Refusal(remedy, failed, told, advised_wait(refused.answer.headers, refused.answer.body))
    error = RequestRefused(
        f"{where} refused it ({status}): {_words(told)}", "Look at what was sent, or use another model."
    )
    return Refusal(Remedy.ADAPT, error, f"{told} {text_at(refused.body, 'error', 'param')}")


def _too_long(refused: _Refused) -> Refusal:
    """Where a server splits its window among the requests it has at a time, one that is sent alone may fit."""
    named = whole_at(refused.body, "error", "n_ctx")
    matches = (pattern.search(refused.name.replace(",", "")) for pattern in _WINDOWS)
    window = named or next((int(match[1]) for match in matches if match), None)
    shown = f" of {window:,} tokens" if window else ""
    error = PromptTooLong(f"The request does not fit the model's context{shown}.", too_long_hint(window))
    is_split = refused.answer.status >= 500 or "exceed_context_size" in refused.name
    return Refusal(Remedy.ALONE if is_split else Remedy.ADAPT, error, refused.told, window=window)


def too_long_hint(window: int | None) -> str:
    """What to do about a window that is too small."""
    known = "" if window is None else f" (it has {window:,} tokens now)"
    return (
        f"Raise the context length of the server{known}, or make text units or the data budgets smaller."
        " Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx; llama.cpp: --ctx-size, shared among --parallel slots."
    )


def _key_refused(where: str, told: str, settings: ModelSettings) -> KeyRefused:
    if not settings.key:
        return KeyRefused(
            f"{where} wants a key and there is none.",
            "Set one under Settings, Models, or in the environment as GRAPHRAG_API_KEY.",
        )
    return KeyRefused(
        f"{where} does not accept the key: {_words(told)}", "Check the key, and what it is allowed to do."
    )


def _not_found(refused: _Refused, settings: ModelSettings) -> ModelError:
    is_about_model = "model" in refused.name and member(refused.body, "error") is not None
    if is_about_model or refused.names(_UNFOUND_MODEL):
        return ModelNotFound(
            f"{refused.where} has no model “{settings.model}”: {_words(refused.told)}",
            "Check the name; with a local server, load or pull the model first.",
        )
    return ServerUnreachable(
        f"There is no model server at {settings.base_url}: {_words(refused.told) or 'nothing is found there'}.",
        "Check the address; most end in /v1.",
    )
