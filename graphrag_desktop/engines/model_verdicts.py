"""A statement of an answer held against numbered sentences by a model: supported or not, and by which of them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.answer_checks import Judgement, Verdict
from graphrag_desktop.domain.replies import QUESTION_ORIGIN
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_json import JsonAsker
from graphrag_desktop.engines.model_prompts import material
from graphrag_desktop.llm.json_text import Json, items_at, text_at, whole_at
from graphrag_desktop.llm.models import ChatRequest, Message, Role, Schema

CHECK_ROOM = 400
"""Tokens of a reply at most."""

_MOST_CHOSEN = 12
_VERDICTS = {
    "supported": Verdict.SUPPORTED,
    "partly": Verdict.PARTLY,
    "not supported": Verdict.UNSUPPORTED,
    "unclear": Verdict.UNCHECKED,
}
_SCHEMA = Schema(
    "check",
    json.dumps(
        {
            "type": "object",
            "properties": {
                "sentences": {"type": "array", "items": {"type": "integer"}},
                "reason": {"type": "string"},
                "verdict": {"type": "string", "enum": list(_VERDICTS)},
            },
            "required": ["sentences", "reason", "verdict"],
            "additionalProperties": False,
        }
    ),
)


@dataclass(frozen=True, slots=True)
class StatementToJudge:
    """A statement, the words right before it, and the question that its answer answers."""

    text: str
    before: str
    question: str


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges with one model."""

    json: JsonAsker

    def judge(self, statement: StatementToJudge, sentences: Sequence[str], control: RunControl) -> Judgement:
        """The verdict on a statement; raises a `ModelError` where nothing usable comes."""
        told = self.json.prompts.fill(
            "check",
            question=_line(statement.question),
            context_before=_line(statement.before) or "nothing",
            statement=_line(statement.text),
            context_data=numbered(sentences),
        )
        request = ChatRequest((Message(Role.USER, told),), CHECK_ROOM, _SCHEMA, task="check")
        return self.json.ask(request, QUESTION_ORIGIN, lambda value: read_judgement(value, len(sentences)), control)


def numbered(sentences: Sequence[str]) -> str:
    """The sentences with numbers from 1, each a line of its own, so that none can pass for another."""
    return "\n".join(f"{number}. {_line(each)}" for number, each in enumerate(sentences, start=1))


def read_judgement(value: Json, count: int) -> Judgement:
    """The judgement in a reply on `count` sentences; numbers that were not given are passed over.

    Raises `ValueError` where there is no verdict.
    """
    told = " ".join(text_at(value, "verdict").lower().replace("_", " ").split())
    if told not in _VERDICTS:
        raise ValueError(f"“verdict” is one of {', '.join(_VERDICTS)}")
    chosen = dict.fromkeys(
        number - 1
        for each in items_at(value, "sentences")
        if (number := whole_at({"number": each}, "number")) is not None and 1 <= number <= count
    )
    return Judgement(_VERDICTS[told], tuple(chosen)[:_MOST_CHOSEN], " ".join(text_at(value, "reason").split()))


def _line(text: str) -> str:
    return material(" ".join(text.split()))
