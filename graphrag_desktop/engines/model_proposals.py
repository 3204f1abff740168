"""What to look for in a collection, as a model proposes it from samples: its domain, types of entities, examples."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.errors import UnreadableReply
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.engines.model_prompts import language_words, material
from graphrag_desktop.llm.json_text import Json, find_json, finite, items_at, text_at
from graphrag_desktop.llm.models import ChatRequest, Message, Model, Role, Schema
from graphrag_desktop.llm.prompts import Prompts

_ROOM = 2_500  # tokens of the reply
_MOST_TYPES = 12
_TEXT: Json = {"type": "string"}


def _object(**properties: Json) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_SCHEMA = Schema(
    "proposal",
    json.dumps(
        _object(
            domain=_TEXT,
            entity_types={"type": "array", "items": _TEXT},
            examples={
                "type": "array",
                "items": _object(
                    text=_TEXT,
                    entities={"type": "array", "items": _object(name=_TEXT, type=_TEXT, description=_TEXT)},
                    relationships={
                        "type": "array",
                        "items": _object(source=_TEXT, target=_TEXT, description=_TEXT, strength={"type": "integer"}),
                    },
                ),
            },
        )
    ),
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A domain in a sentence, types of entities, and examples as `extract_examples` has them; empty where none is of use."""

    domain: str
    entity_types: tuple[str, ...]
    examples: str


def propose(
    model: Model, prompts: Prompts, settings: Settings, samples: Sequence[str], control: RunControl
) -> Proposal:
    """Ask a model what to look for. The reply is kept nowhere: it may hold words of documents that are removed later.

    Raises `UnreadableReply` where it names no types.
    """
    prompt = prompts.fill(
        "propose",
        input_text="\n\n".join(f"<text>\n{material(each)}\n</text>" for each in samples),
        language=language_words(settings, "the language of the samples"),
    )
    reply = model.chat(ChatRequest((Message(Role.USER, prompt),), _ROOM, _SCHEMA, task="propose"), control).text
    try:
        value = find_json(reply)
    except ValueError as error:
        raise UnreadableReply("The model proposed nothing that can be read.", "Ask again.", reply) from error
    types = list(dict.fromkeys(each.strip().lower() for each in map(text_at, items_at(value, "entity_types")) if each))
    if not types:
        raise UnreadableReply("The model named no types of entities.", "Ask again, or another model.", reply)
    examples = [found for each in items_at(value, "examples") if (found := _example(each, types))]
    return Proposal(text_at(value, "domain").strip(), tuple(types[:_MOST_TYPES]), "\n\n".join(examples))


def _example(value: Json, types: Sequence[str]) -> str:
    """An example in the form of records; empty where it lacks a text or has fewer than two entities."""
    text = " ".join(text_at(value, "text").split())
    entities = {text_at(each, "name").strip(): each for each in items_at(value, "entities")}
    entities.pop("", None)
    records = [
        f'("entity"<|>{_plain(name)}<|>{_plain(text_at(each, "type").lower()) or types[0]}<|>{_plain(text_at(each, "description"))})'
        for name, each in entities.items()
    ]
    for each in items_at(value, "relationships"):
        source, target = text_at(each, "source").strip(), text_at(each, "target").strip()
        if source in entities and target in entities and source != target:
            records.append(
                f'("relationship"<|>{_plain(source)}<|>{_plain(target)}<|>{_plain(text_at(each, "description"))}<|>{_strength(each)})'
            )
    if not text or len(entities) < 2:
        return ""
    listed = "\n##\n".join(records)
    return f"Types: {', '.join(types)}\n<text>\n{_plain(text)}\n</text>\nRecords:\n{listed}\n<|COMPLETE|>"


def _strength(value: Json) -> int:
    told = finite(value.get("strength")) if isinstance(value, dict) else None
    return min(10, max(1, round(told))) if told is not None else 5


def _plain(text: str) -> str:
    """Words that cannot be taken for signs of records or placeholders."""
    found = " ".join(text.split())
    for sign, other in (("<|", "<"), ("|>", ">"), ("##", "#"), ("{", "("), ("}", ")")):
        found = found.replace(sign, other)
    return found
