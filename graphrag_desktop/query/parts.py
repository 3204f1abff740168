"""The map step: every batch of a level answered on its own, some at a time, each failure told and passed over."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.contexts import Context, ContextItem, Kind
from graphrag_desktop.domain.engine import Engine
from graphrag_desktop.domain.errors import Cancelled, GraphRagError
from graphrag_desktop.domain.events import PartFailed, PartScored
from graphrag_desktop.domain.fan_out import fan_out
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.query.levels import LevelReading, Record
from graphrag_desktop.query.retrieval import Retrieved

_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Batch:
    """What one call of the map step reads.

    `question` is its own question, where it is asked to explore and say what to ask next: the question itself, or one
    that follows up the part of the number `parent`. It is empty where it only answers the question itself.
    """

    context: Context
    question: str = ""
    parent: int = 0


@dataclass(frozen=True, slots=True)
class LaidOut:
    """What a question reads next, and what is known of these records; `explores` are its batches where each has a question."""

    reading: LevelReading
    retrieved: Retrieved
    explores: tuple[Batch, ...] = ()

    def batches(self, settings: Settings) -> tuple[Batch, ...]:
        """The batches as they are sent."""
        items: Mapping[Record, ContextItem] = self.retrieved.items
        laid = (Batch(batch_context([items[each] for each in batch], settings)) for batch in self.reading.batches)
        return self.explores or tuple(laid)


@dataclass(frozen=True, slots=True)
class AnsweredPart:
    """One batch with what came of it: `tokens` of its text; `failure` says why there is no text."""

    number: int
    batch: Batch
    part: Part
    tokens: int
    failure: str = ""

    @property
    def context(self) -> Context:
        """What it was made from."""
        return self.batch.context


@dataclass(frozen=True, slots=True)
class Round:
    """The parts that were answered, in their order, and what ended the round before all were, if anything did."""

    parts: tuple[AnsweredPart, ...]
    end: GraphRagError | None = None


def answer_parts(
    engine: Engine, question: str, batches: Sequence[Batch], settings: Settings, control: RunControl
) -> Round:
    """Have every batch answered. It ends early where it is stopped, and with a failure where every one of them failed."""
    numbered = list(enumerate(batches, start=1))
    answered: list[AnsweredPart] = []
    failures: list[GraphRagError] = []

    def answer_one(numbered: tuple[int, Batch]) -> Part:
        control.checkpoint()
        return _answer_one(engine, question, numbered[1], control)

    at_once = max(_AT_ONCE, engine.at_once)
    try:
        with ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="parts") as executor:
            for (number, batch), outcome in fan_out(answer_one, numbered, executor, control, in_flight=at_once):
                if isinstance(outcome, Cancelled):
                    raise outcome
                if isinstance(outcome, GraphRagError):
                    failures.append(outcome)
                    control.emit(PartFailed(number, len(numbered), str(outcome)))
                    answered.append(AnsweredPart(number, batch, Part("", 0), 0, str(outcome)))
                elif isinstance(outcome, Exception):
                    raise outcome
                else:
                    part = replace(outcome, score=max(0, min(100, outcome.score)))  # a model may go beyond the scale
                    answered.append(AnsweredPart(number, batch, part, count_tokens(part.text, settings.encoding)))
                    control.emit(PartScored(number, len(numbered), part.score))
    except Cancelled as stopped:
        return Round(_in_order(answered), stopped)
    return Round(_in_order(answered), failures[0] if failures and len(failures) == len(answered) else None)


def _answer_one(engine: Engine, question: str, batch: Batch, control: RunControl) -> Part:
    if not batch.question:
        return engine.answer_part(question, batch.context, control)
    return engine.explore(batch.question, batch.context, control, question if batch.question != question else "")


def _in_order(parts: Sequence[AnsweredPart]) -> tuple[AnsweredPart, ...]:
    return tuple(sorted(parts, key=lambda each: each.number))


def batch_context(items: Sequence[ContextItem], settings: Settings) -> Context:
    """A batch as it is sent; a record above the budget has it to itself and is cut, and the context says so."""
    fitted = tuple(_cut(each, settings) for each in items)
    is_of_text = bool(items) and all(each.kind is Kind.SOURCE for each in items)
    cited = Kind.SOURCE if is_of_text else Kind.REPORT
    return Context(fitted, sum(each.tokens for each in fitted), fitted != tuple(items), cited)


def _cut(item: ContextItem, settings: Settings) -> ContextItem:
    text, tokens = item.text, item.tokens
    while tokens > settings.map_data_tokens:
        text = text[: len(text) * settings.map_data_tokens // tokens]
        tokens = count_tokens(text, settings.encoding)
    return item if text == item.text else replace(item, text=text, tokens=tokens)
