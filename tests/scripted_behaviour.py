"""How the scripted server may behave, and what it has seen."""

import base64
import struct
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.scripted_brain import Said, tokens

Headers = dict[str, str]
Json = dict[str, object]

CHAT, EMBEDDINGS, MODELS = "/v1/chat/completions", "/v1/embeddings", "/v1/models"


@dataclass(frozen=True, slots=True)
class Fault:
    """One way to misbehave.

    A `status` answers with it (0 drops the connection). `text` is what is answered instead, `finish` why it ended,
    `body` the whole response. `drip` sends a byte each so many seconds, `hang` never answers. `thought` is put before
    the answer, `reasoning` beside it. `half` cuts the reply off in the middle.
    """

    status: int = 200
    headers: Headers = field(default_factory=dict)
    error: Json = field(default_factory=dict)
    text: str | None = None
    finish: str = ""
    body: str | None = None
    drip: float = 0.0
    hang: bool = False
    thought: str = ""
    reasoning: str = ""
    refusal: str = ""
    half: bool = False


FINE = Fault()

Choose = Callable[["Asked"], Fault]
"""Which fault a request meets; `FINE` for none."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as the server sees it: `number` counts all to its path from 1, `repeat` those with this very body."""

    path: str
    body: Json
    number: int
    repeat: int
    said: Said
    in_flight: int
    headers: Headers

    @property
    def task(self) -> str:
        """What it was recognised as."""
        return self.said.task

    @property
    def prompt(self) -> str:
        """All that is said, as one text."""
        messages = self.body.get("messages")
        texts = [str(each["content"]) for each in messages] if isinstance(messages, list) else []
        return "\n".join(texts)


@dataclass(frozen=True, slots=True)
class Script:
    """How a server behaves.

    `refuses` are parameters that it answers with 400; `forms` the reply formats that it takes. `at_once` is how many it
    serves at a time, others wait. `window` cuts prompts silently; `cached` reports only what is new of a prompt.
    """

    latency: float = 0.0
    list_latency: float = 0.0
    models: Sequence[str] = ("scripted-model", "scripted-embedding")
    key: str = ""
    faults: Choose = lambda asked: FINE
    refuses: Sequence[str] = ()
    forms: Sequence[str] = ("json_schema", "json_object")
    ignores_forms: bool = False
    at_once: int = 10_000
    window: int = 0
    cached: bool = False
    dimensions: int = 64
    floats: bool = False
    longest_text: int = 0
    piece: int = 12


@dataclass(slots=True)
class Counts:
    """What the server has seen; `requests` has each one's task and body, in order."""

    paths: Counter[str] = field(default_factory=Counter)
    tasks: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    requests: list[Asked] = field(default_factory=list)
    open_now: int = 0
    open_most: int = 0
    lost: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def calls(self) -> int:
        """Chat and embedding requests."""
        return self.paths[CHAT] + self.paths[EMBEDDINGS]


def reply_text(asked: Asked, fault: Fault, script: Script) -> tuple[str, str]:
    """What is answered and why it ended."""
    text = asked.said.text if fault.text is None else fault.text
    if script.ignores_forms and asked.task in {"report", "map"} and fault.text is None:
        text = f"Here is the result:\n```json\n{text}\n```\nI hope this helps."
    room = asked.body.get("max_tokens") or asked.body.get("max_completion_tokens")
    finish = fault.finish or "stop"
    if fault.half:
        text, finish = text[: len(text) // 2], "length"
    elif isinstance(room, int) and tokens(text) > room and len(text) > 1:
        text, finish = text[: room * 44 // 10], "length"
    return f"{fault.thought}{text}", finish


def refused(body: Json, script: Script) -> Json | None:
    for name in script.refuses:
        if name in body:
            hint = " Use 'max_completion_tokens' instead." if name == "max_tokens" else ""
            message = f"Unsupported parameter: '{name}' is not supported with this model.{hint}"
            return {"error": {"message": message, "param": name, "code": "unsupported_parameter"}}
    form = body.get("response_format")
    if isinstance(form, dict) and form["type"] not in script.forms and not script.ignores_forms:
        return {"error": {"message": f"'response_format.type' must be one of {list(script.forms)} or 'text'"}}
    if any(value is None for value in body.values()):
        return {"error": {"message": "null is not allowed"}}
    return None


def delta(delta: Json, finish: str | None = None) -> Json:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def packed(row: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(row)}f", *row)).decode()
