"""What a server can do, learnt from what it refuses, once, and remembered from run to run."""

import json
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from graphrag_desktop.llm.hosts import origin
from graphrag_desktop.llm.json_text import Json, member, parse_json
from graphrag_desktop.llm.models import ModelSettings


class ReplyForm(StrEnum):
    """How a server is asked for JSON: by schema, as some object, or in words alone."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    WORDS = "none"


class TokenLimit(StrEnum):
    """Under which name a server takes the room for the reply."""

    OLD = "max_tokens"
    NEW = "max_completion_tokens"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a model on a server takes. `window` is its context in tokens where it is known.

    `thinks` is true for a model that reasons before it answers, and needs room for that. `counts_prompts` is false for a server that reports only the part of a prompt that it had not read before.
    `most_reply_tokens` is the largest room for a reply that it grants.
    """

    reply_form: ReplyForm = ReplyForm.SCHEMA
    token_limit: TokenLimit = TokenLimit.OLD
    takes_temperature: bool = True
    takes_seed: bool = True
    takes_logit_bias: bool = True
    takes_system: bool = True
    takes_stream_usage: bool = True
    takes_base64: bool = True
    thinks: bool = False
    counts_prompts: bool = True
    window: int | None = None
    most_reply_tokens: int | None = None


class ServerMemory:
    """The capabilities of every model of every server met so far; safe from any thread.

    What a server takes is its kind and stays. How long its window is, how much it grants to a reply and whether it
    counts what it read before is set where it is started, and may be mended between two runs: that is learnt anew.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[str, Capabilities] = {}
        self._listeners: list[Callable[[], None]] = []

    def of(self, settings: ModelSettings) -> Capabilities:
        """What is known of a model; a guess by its address at first."""
        with self._lock:
            found = self._known.get(_name(settings)) or _first_guess(settings)
        return found if settings.context_tokens is None else replace(found, window=settings.context_tokens)

    def learn(self, settings: ModelSettings, used: Capabilities, learnt: Capabilities) -> None:
        """Remember what `learnt` has otherwise than `used`, which may have been changed by another thread meanwhile."""
        before, after = asdict(used), asdict(learnt)
        news = {name: value for name, value in after.items() if value != before[name]}
        with self._lock:
            known = self._known.get(_name(settings)) or _first_guess(settings)
            self._known[_name(settings)] = replace(known, **news)
            listeners = list(self._listeners)
        for each in listeners:
            each()

    def begin_run(self, settings: ModelSettings) -> None:
        """Forget of a model what may have been mended since the last run."""
        with self._lock:
            if (known := self._known.get(_name(settings))) is not None:
                self._known[_name(settings)] = _lasting(known)

    def recall(self, kept: str) -> None:
        """Take what was kept of earlier runs, where nothing is known yet."""
        found = _read(kept)
        with self._lock:
            self._known = found | self._known

    def as_text(self, models: Iterable[ModelSettings]) -> str:
        """What is known of these models and stays so, to be kept."""
        names = sorted({_name(each) for each in models})
        with self._lock:
            found = {name: asdict(_lasting(self._known[name])) for name in names if name in self._known}
        return json.dumps(found) if found else ""

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Have `listener` called whenever something is learnt; returns how to take it back."""
        with self._lock:
            self._listeners.append(listener)
        return lambda: self._forget(listener)

    def _forget(self, listener: Callable[[], None]) -> None:
        with self._lock:
            if listener in self._listeners:
                self._listeners.remove(listener)


def _lasting(known: Capabilities) -> Capabilities:
    return replace(known, window=None, most_reply_tokens=None, counts_prompts=True)


def adapted(refused: str, used: Capabilities, sent: frozenset[str]) -> Capabilities | None:
    """What to try after a refusal in these words (its parameter among them); None where it names nothing of what was sent.

    `sent` are the names of the parameters that the request had, and `system` where it had a system message.
    """
    told = refused.lower()
    if (most := _MOST_REPLY.search(told)) and "token" in told:
        return replace(used, most_reply_tokens=int(most[1] or most[2]))
    for parameters, words, adapt in _ADAPTATIONS:
        if sent & parameters and any(word in told for word in words):
            tried = adapt(used, told)
            return None if tried == used else tried
    return None


_MOST_REPLY = re.compile(
    r"(?:supports?|allows?|accepts?) at most (\d+) (?:completion|output|new)?|"
    r"(?:less|lower|smaller) than or equal to `?(\d+)`?"
)


def _other_form(used: Capabilities, told: str) -> Capabilities:
    """The next way to ask for JSON; a server that names one that it takes is believed."""
    if used.reply_form is ReplyForm.SCHEMA and "must be 'json_schema'" not in told:
        return replace(used, reply_form=ReplyForm.OBJECT)
    return replace(used, reply_form=ReplyForm.WORDS)


def _other_limit(used: Capabilities, told: str) -> Capabilities:
    if used.token_limit is TokenLimit.OLD and "max_completion_tokens" in told:
        return replace(used, token_limit=TokenLimit.NEW)
    if used.token_limit is TokenLimit.NEW and "max_completion_tokens" in told:
        return replace(used, token_limit=TokenLimit.OLD)
    return replace(used, token_limit=TokenLimit.NEW if used.token_limit is TokenLimit.OLD else TokenLimit.NONE)


_Adaptation = tuple[frozenset[str], tuple[str, ...], Callable[[Capabilities, str], Capabilities]]

_ADAPTATIONS: tuple[_Adaptation, ...] = (
    (frozenset({"max_tokens", "max_completion_tokens"}), ("max_tokens", "max_completion_tokens"), _other_limit),
    (
        frozenset({"stream_options"}),
        ("stream_options", "include_usage"),
        lambda used, _: replace(used, takes_stream_usage=False),
    ),
    (frozenset({"logit_bias"}), ("logit_bias", "logit bias"), lambda used, _: replace(used, takes_logit_bias=False)),
    (frozenset({"temperature"}), ("temperature",), lambda used, _: replace(used, takes_temperature=False)),
    (frozenset({"seed"}), ("seed",), lambda used, _: replace(used, takes_seed=False)),
    (
        frozenset({"encoding_format"}),
        ("encoding_format", "base64"),
        lambda used, _: replace(used, takes_base64=False),
    ),
    (
        frozenset({"response_format"}),
        ("response_format", "json_schema", "json_object", "json mode", "structured output", "grammar", "guided"),
        _other_form,
    ),
    (
        frozenset({"system"}),
        ("system role", "system message", "role 'system'", 'role "system"', "'system'", "developer"),
        lambda used, _: replace(used, takes_system=False),
    ),
)


def _first_guess(settings: ModelSettings) -> Capabilities:
    """Only OpenAI itself has newer models that refuse the old name; elsewhere the old name is the one understood."""
    is_openai = ".openai." in settings.base_url or settings.base_url.endswith("openai.com")
    return Capabilities(token_limit=TokenLimit.NEW if is_openai else TokenLimit.OLD)


def _name(settings: ModelSettings) -> str:
    return f"{origin(settings.base_url)} {settings.model}"


def _read(kept: str) -> dict[str, Capabilities]:
    """What was kept; anything that is not understood is passed over and learnt again."""
    try:
        value = parse_json(kept) if kept else {}
    except ValueError:
        return {}
    names = value if isinstance(value, dict) else {}
    return {name: found for name in names if (found := _capabilities(member(value, name))) is not None}


def _capabilities(value: Json) -> Capabilities | None:
    if not isinstance(value, dict):
        return None
    try:
        return replace(
            Capabilities(**value),
            reply_form=ReplyForm(str(value.get("reply_form"))),
            token_limit=TokenLimit(str(value.get("token_limit"))),
        )
    except (TypeError, ValueError):
        return None
