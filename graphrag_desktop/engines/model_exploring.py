"""Questions followed up by a model, as DRIFT asks it: what records say, how much that helps, and what to ask next."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.asking import Keywords
from graphrag_desktop.domain.contexts import Context, Kind
from graphrag_desktop.domain.replies import QUESTION_ORIGIN
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_answers import noun_of, read_part
from graphrag_desktop.engines.model_json import JsonAsker
from graphrag_desktop.engines.model_prompts import material
from graphrag_desktop.engines.model_reports import records_text
from graphrag_desktop.llm.json_text import Json, items_at
from graphrag_desktop.llm.models import ChatRequest, Message, Role, Schema

_WORDS, _TOKENS = 400, 2_500
_FOLLOW_UPS = 5  # that a call names at most (microsoft/graphrag asks the primer for five at least)
_KEYWORDS, _KEYWORD_TOKENS, _LONGEST = 8, 600, 80
_TEXT: Json = {"type": "string"}
_TEXTS: Json = {"type": "array", "items": _TEXT}


def _schema(name: str, **properties: Json) -> Schema:
    return Schema(
        name,
        json.dumps(
            {
                "type": "object",
                "properties": properties,
                "required": list(properties),
                "additionalProperties": False,
            }
        ),
    )


EXPLORE_SCHEMA = _schema("exploration", answer=_TEXT, score={"type": "integer"}, follow_ups=_TEXTS)
KEYWORDS_SCHEMA = _schema("question_words", low_level=_TEXTS, high_level=_TEXTS)


@dataclass(frozen=True, slots=True)
class Explorer:
    """Follows up questions, and takes them apart, with one model."""

    json: JsonAsker

    def explore(self, question: str, context: Context, control: RunControl, overall: str) -> Part:
        """What records say to a question and what to ask next; raises a `ModelError` where nothing usable comes."""
        data, words, count = records_text(context), str(_WORDS), str(_FOLLOW_UPS)
        prompts, noun = self.json.prompts, noun_of(context)
        if overall:
            told = prompts.fill(
                "drift_local", context_data=data, global_query=material(overall), max_length=words, question_count=count, noun=noun
            )  # fmt: skip
        else:
            told = prompts.fill("drift_primer", context_data=data, max_length=words, question_count=count, noun=noun)
        messages = (Message(Role.SYSTEM, told), Message(Role.USER, question))
        request = ChatRequest(messages, _TOKENS, EXPLORE_SCHEMA, task="explore")
        given = frozenset(item.number for item in context.items if item.kind is Kind.REPORT)
        return self.json.ask(request, QUESTION_ORIGIN, lambda value: _read_step(value, given), control)

    def keywords(self, question: str, control: RunControl) -> Keywords:
        """The words of a question; the question itself stands in for a list that comes back empty."""
        told = self.json.prompts.fill("keywords", max_keywords=str(_KEYWORDS))
        messages = (Message(Role.SYSTEM, told), Message(Role.USER, question))
        request = ChatRequest(messages, _KEYWORD_TOKENS, KEYWORDS_SCHEMA, task="keywords")
        found = self.json.ask(request, QUESTION_ORIGIN, read_keywords, control)
        whole = (question.strip(),)
        return Keywords(found.low or found.high or whole, found.high or found.low or whole)


def read_keywords(value: Json) -> Keywords:
    """The two lists of a reply; raises `ValueError` where it has neither."""
    low, high = (tuple(_texts(value, name))[:_KEYWORDS] for name in ("low_level", "high_level"))
    if not low and not high and not (isinstance(value, dict) and {"low_level", "high_level"} & set(value)):
        raise ValueError("it has neither low_level nor high_level")
    return Keywords(low, high)


def _read_step(value: Json, given: frozenset[int]) -> Part:
    part = read_part(value, given)
    follow_ups = tuple(dict.fromkeys(_texts(value, "follow_ups")))[:_FOLLOW_UPS]
    return Part(part.text, part.score, part.report_scores, follow_ups=follow_ups)


def _texts(value: Json, name: str) -> Iterator[str]:
    for each in items_at(value, name):
        if isinstance(each, str) and (text := " ".join(each.split())):
            yield text if name == "follow_ups" else text[:_LONGEST]
