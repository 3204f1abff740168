"""Answers that a model writes: what each batch says, with a score, and one answer of what helps most."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.citations import defuse_citations
from graphrag_desktop.domain.contexts import Context, Kind
from graphrag_desktop.domain.conversation import Restated, Turn
from graphrag_desktop.domain.errors import ReplyFailed
from graphrag_desktop.domain.events import AnswerGrew
from graphrag_desktop.domain.replies import QUESTION_ORIGIN
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_asking import asked_again
from graphrag_desktop.engines.model_json import JsonAsker
from graphrag_desktop.engines.model_reports import records_text
from graphrag_desktop.llm.json_text import Json, finite, items_at, member, text_at, whole_at
from graphrag_desktop.llm.models import ChatReply, ChatRequest, Finish, Message, Role, Schema

_PART_WORDS, _ANSWER_WORDS = 400, 800
_PART_TOKENS, _ANSWER_TOKENS = 2_500, 2_500  # room: in languages with more tokens to a word it is needed
_MOST_CONTINUATIONS = 3
_RESTATED_TOKENS, _LONGEST_RESTATED = 400, 600
_FORM = "several paragraphs"
_NOUNS = {Kind.SOURCE: "Sources", Kind.ENTITY: "Entities"}
_TEXT: Json = {"type": "string"}
_WHOLE: Json = {"type": "integer"}


def _object(**properties: Json) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_REPORTS: Json = {"type": "array", "items": _object(number=_WHOLE, score=_WHOLE)}
_POINTS: Json = {"type": "array", "items": _object(description=_TEXT, score=_WHOLE)}
PART_SCHEMA = Schema("part", json.dumps(_object(answer=_TEXT, score=_WHOLE, reports=_REPORTS)))
POINTS_SCHEMA = Schema("points", json.dumps(_object(points=_POINTS, reports=_REPORTS)))
"""The answer to a batch with its helpfulness (the paper), or points with one each (microsoft/graphrag)."""


@dataclass(frozen=True, slots=True)
class Answerer:
    """Answers questions with one model; `has_points` asks for points instead of one answer to a batch."""

    json: JsonAsker
    has_points: bool

    def part(self, question: str, context: Context, control: RunControl) -> Part:
        """Map: what a batch says to the question; raises a `ModelError` where nothing usable comes."""
        data, words = records_text(context), str(_PART_WORDS)
        prompts = self.json.prompts
        if self.has_points:
            told = prompts.fill("map_points", context_data=data, max_length=words, noun=noun_of(context))
        else:
            told = prompts.fill("map", context_data=data, max_length=words, noun=noun_of(context))
        request = ChatRequest(
            (Message(Role.SYSTEM, told), Message(Role.USER, question)),
            _PART_TOKENS,
            POINTS_SCHEMA if self.has_points else PART_SCHEMA,
            task="map",
        )
        given = frozenset(item.number for item in context.items if item.kind is Kind.REPORT)
        return self.json.ask(request, QUESTION_ORIGIN, lambda value: read_part(value, given), control)

    def answer(self, question: str, context: Context, control: RunControl) -> str:
        """Reduce: one answer from the kept parts, told while it comes, gone on with where it was cut off."""
        told = self.json.prompts.fill(
            "reduce",
            report_data="\n\n".join(
                f"## Analyst {at}, helpfulness {round(100 * (item.relevance or 0))}\n\n{item.text}"
                for at, item in enumerate(context.items, start=1)
            ),
            response_type=_FORM,
            max_length=str(_ANSWER_WORDS),
            noun=noun_of(context),
        )
        return self._told(told, question, "reduce", control)

    def answer_from(self, question: str, context: Context, control: RunControl) -> str:
        """One answer from records, told in the same way."""
        told = self.json.prompts.fill(
            "answer_once",
            context_data=records_text(context),
            response_type=_FORM,
            max_length=str(_ANSWER_WORDS),
            noun=noun_of(context),
        )
        return self._told(told, question, "answer", control)

    def restate(self, question: str, turns: Sequence[Turn], control: RunControl) -> Restated:
        """A follow-up in words that stand alone; raises a `ModelError` where none come."""
        told = self.json.prompts.fill("restate", conversation="\n\n".join(map(_turn_text, turns)))
        request = ChatRequest(
            (Message(Role.SYSTEM, told), Message(Role.USER, question)), _RESTATED_TOKENS, task="restate"
        )
        return self.json.asker.ask(
            self.json.model, request, QUESTION_ORIGIN, lambda reply: read_restated(reply, question), control
        )

    def _told(self, told: str, question: str, task: str, control: RunControl) -> str:
        request = ChatRequest((Message(Role.SYSTEM, told), Message(Role.USER, question)), _ANSWER_TOKENS, task=task)
        texts: list[str] = []
        for _ in range(1 + _MOST_CONTINUATIONS):
            reply = self.json.asker.stream(
                self.json.model, request, QUESTION_ORIGIN, control, lambda text: control.emit(AnswerGrew(text))
            )
            texts.append(reply.text)
            if reply.finish is not Finish.LENGTH:
                break
            request = asked_again(request, reply.text, self.json.prompts.fill("answer_cut"))
        if reply.finish is not Finish.STOP:
            texts.append("\n\n(The answer breaks off here: ask again for a whole one.)")
            control.emit(AnswerGrew(texts[-1]))
        return "".join(texts)


def read_restated(reply: ChatReply, question: str) -> Restated:
    """The question in a reply: its first line that says something; raises `ReplyFailed` where it says nothing usable."""
    lines = [line.strip().strip("\"“”'*# ") for line in reply.text.splitlines()]
    found = next(filter(None, lines), "")
    if not found or reply.finish is Finish.LENGTH or len(found) > _LONGEST_RESTATED + 2 * len(question):
        raise ReplyFailed(
            "The follow-up could not be put into words that stand alone.", "Ask the whole question.", reply.text
        )
    return Restated(found)


def _turn_text(turn: Turn) -> str:
    return f"Question: {defuse_citations(turn.question)}\nAnswer: {defuse_citations(turn.answer)}"


def noun_of(context: Context) -> str:
    """What the records are called in prompt and citations: the only word in which prompts differ between ways of asking."""
    return _NOUNS.get(context.cited, "Reports")


def read_part(value: Json, given: frozenset[int]) -> Part:
    """The part in a reply, in either form; raises `ValueError` naming what is missing.

    Scores off the scale are brought onto it; scores of reports that were not given are passed over.
    """
    points = items_at(value, "points")
    if points or (isinstance(value, Mapping) and "points" in value):
        scored = [(_score(member(each, "score")), text_at(each, "description").strip()) for each in points]
        ranked = sorted((each for each in scored if each[1] and each[0]), key=lambda each: -each[0])
        text, score = "\n".join(f"- {told}" for _, told in ranked), max((each[0] for each in ranked), default=0)
    else:
        text, score = text_at(value, "answer").strip(), _score(member(value, "score"))
        if score and not text:
            raise ValueError("it has a score and no answer")
    reports = {
        number: _score(member(each, "score"))
        for each in items_at(value, "reports")
        if (number := whole_at(each, "number")) is not None and number in given
    }
    return Part(text if score else "", score, tuple(reports.items()))


def _score(value: Json) -> int:
    number = finite(value)
    if number is None:
        raise ValueError("a score is a whole number from 0 to 100")
    return round(min(100.0, max(0.0, number)))
