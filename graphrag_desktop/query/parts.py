"""The map step: every batch of a level answered on its own, some at a time, each failure told and passed over."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.contexts import Context, ContextItem, Kind
from graphrag_desktop.domain.engine import Engine
from graphrag_desktop.domain.errors import GraphRagError
from graphrag_desktop.domain.events import PartFailed, PartScored
from graphrag_desktop.domain.fan_out import fan_out
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.query.levels import LevelReading, Record

_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class AnsweredPart:
    """One batch with what came of it: `tokens` of its text; `failure` says why there is no text."""

    number: int
    context: Context
    part: Part
    tokens: int
    failure: str = ""


def answer_parts(
    engine: Engine,
    question: str,
    reading: LevelReading,
    items: Mapping[Record, ContextItem],
    settings: Settings,
    control: RunControl,
) -> tuple[AnsweredPart, ...]:
    """Have every batch answered; returned in their order. Raises only where every one of them failed."""
    contexts = [_context([items[record] for record in batch], settings) for batch in reading.batches]
    numbered = list(enumerate(contexts, start=1))
    answered: list[AnsweredPart] = []
    first_failure: GraphRagError | None = None

    def answer_one(batch: tuple[int, Context]) -> Part:
        control.checkpoint()
        return engine.answer_part(question, batch[1], control)

    at_once = max(_AT_ONCE, engine.at_once)
    with ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="parts") as executor:
        for (number, context), outcome in fan_out(answer_one, numbered, executor, control, in_flight=at_once):
            if isinstance(outcome, GraphRagError):
                first_failure = first_failure or outcome
                control.emit(PartFailed(number, len(numbered), str(outcome)))
                answered.append(AnsweredPart(number, context, Part("", 0), 0, str(outcome)))
            elif isinstance(outcome, Exception):
                raise outcome
            else:
                part = replace(outcome, score=max(0, min(100, outcome.score)))  # a model may go beyond the scale
                control.emit(PartScored(number, len(numbered), part.score))
                answered.append(AnsweredPart(number, context, part, count_tokens(part.text, settings.encoding)))
    if first_failure is not None and all(each.failure for each in answered):
        raise first_failure
    return tuple(sorted(answered, key=lambda each: each.number))


def _context(items: Sequence[ContextItem], settings: Settings) -> Context:
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
