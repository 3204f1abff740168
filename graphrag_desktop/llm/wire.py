"""The OpenAI chat protocol as bodies and replies: what a request looks like on the wire, and what a response says."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphrag_desktop.llm.capabilities import Capabilities, ReplyForm, TokenLimit
from graphrag_desktop.llm.json_text import Json, items_at, member, parse_json, text_at, whole_at, without_surrogates
from graphrag_desktop.llm.models import ChatReply, ChatRequest, Finish, Message, ModelSettings, Role, Usage
from graphrag_desktop.llm.reasoning import split_reasoning

_FINISH = {
    "stop": Finish.STOP,
    "eos": Finish.STOP,
    "end_turn": Finish.STOP,
    "tool_calls": Finish.STOP,
    "length": Finish.LENGTH,
    "max_tokens": Finish.LENGTH,
    "content_filter": Finish.BLOCKED,
    "refusal": Finish.BLOCKED,
}
_FORCED = 100  # the bias that leaves a model no other word (GraphRAG, Edge et al., 3.1.2)


def chat_body(
    request: ChatRequest, settings: ModelSettings, known: Capabilities, forced: tuple[int, ...], room: int
) -> dict[str, Json]:
    """The body of a chat request with so many tokens of room for the reply; it never holds a null.

    `forced` are the tokens of which the reply is to be one, where the model's tokens are known.
    """
    is_forced = bool(forced) and known.takes_logit_bias
    body: dict[str, Json] = {"model": settings.model, "messages": _messages(request, known)}
    if known.token_limit is not TokenLimit.NONE:
        body[known.token_limit.value] = 1 if is_forced else room
    if settings.temperature is not None and known.takes_temperature:
        body["temperature"] = settings.temperature
    if settings.seed is not None and known.takes_seed:
        body["seed"] = settings.seed
    if is_forced:
        body["logit_bias"] = {str(token): _FORCED for token in forced}
    if request.schema is not None and known.reply_form is not ReplyForm.WORDS:
        body["response_format"] = _response_format(request, known)
    return body


def stream_body(body: Mapping[str, Json], known: Capabilities) -> dict[str, Json]:
    """The same for a reply that comes in pieces."""
    usage: dict[str, Json] = {"stream_options": {"include_usage": True}} if known.takes_stream_usage else {}
    return {**body, "stream": True, **usage}


def sent_names(body: Mapping[str, Json]) -> frozenset[str]:
    """The names of what a server might refuse in a body."""
    has_system = any(text_at(each, "role") == Role.SYSTEM.value for each in items_at(body, "messages"))
    return frozenset({*body, *(["system"] if has_system else [])})


def read_chat(text: str) -> ChatReply:
    """The reply in a response; raises `ValueError` where it is none. An empty one is told by its finish and text."""
    body = parse_json(text)
    choice = member(body, "choices", 0)
    if choice is None:
        raise ValueError("it holds no choice")
    content, aloud = split_reasoning(without_surrogates(_content(member(choice, "message", "content"))))
    thought = text_at(choice, "message", "reasoning_content") or text_at(choice, "message", "reasoning")
    refusal = text_at(choice, "message", "refusal")
    finish = _FINISH.get(text_at(choice, "finish_reason"), Finish.UNTOLD)
    if refusal and not content:
        return ChatReply(without_surrogates(refusal), Finish.BLOCKED, read_usage(body), thought)
    if finish is Finish.UNTOLD and content:
        finish = Finish.STOP  # some servers never say why they stopped
    return ChatReply(content, finish, read_usage(body), "\n".join(each for each in (thought, aloud) if each))


def read_usage(body: Json) -> Usage:
    """The tokens that a response counts; zeros where it does not. Kept prompts count, wherever a server puts them."""
    return Usage(
        max(0, whole_at(body, "usage", "prompt_tokens") or whole_at(body, "usage", "input_tokens") or 0),
        max(0, whole_at(body, "usage", "completion_tokens") or whole_at(body, "usage", "output_tokens") or 0),
    )


@dataclass(frozen=True, slots=True)
class Piece:
    """One event of a reply that comes in pieces; `finish` is None while it goes on."""

    text: str = ""
    thought: str = ""
    refusal: str = ""
    finish: Finish | None = None
    usage: Usage | None = None
    error: str = ""


def read_piece(data: str) -> Piece:
    """What one event says; one that is damaged or says nothing is empty (Azure sends some without choice or delta)."""
    try:
        event = parse_json(data)
    except ValueError:
        return Piece()
    if member(event, "error") is not None:
        return Piece(error=text_at(event, "error", "message") or text_at(event, "error") or "an error")
    delta = member(event, "choices", 0, "delta")
    finish = text_at(event, "choices", 0, "finish_reason")
    return Piece(
        text=_content(member(delta, "content")),
        refusal=text_at(delta, "refusal"),
        thought=text_at(delta, "reasoning_content") or text_at(delta, "reasoning"),
        finish=_FINISH.get(finish, Finish.STOP) if finish else None,
        usage=read_usage(event) if member(event, "usage") is not None else None,
    )


def _messages(request: ChatRequest, known: Capabilities) -> list[Json]:
    messages = list(request.messages)
    if not known.takes_system and messages and messages[0].role is Role.SYSTEM:
        head, *rest = messages
        first = rest[0].text if rest and rest[0].role is Role.USER else ""
        messages = [Message(Role.USER, f"{head.text}\n\n{first}".strip()), *(rest[1:] if first else rest)]
    return [{"role": each.role.value, "content": each.text} for each in messages]


def _response_format(request: ChatRequest, known: Capabilities) -> Json:
    if known.reply_form is ReplyForm.OBJECT or request.schema is None:
        return {"type": ReplyForm.OBJECT.value}
    schema: Json = {"name": request.schema.name, "strict": True, "schema": parse_json(request.schema.text)}
    return {"type": ReplyForm.SCHEMA.value, "json_schema": schema}


def _content(value: Json) -> str:
    """The text of a message, which may come in parts."""
    if isinstance(value, str):
        return value
    return "".join(text_at(part, "text") for part in items_at(value))
