"""What a question would take and what it would be answered from, before anything is asked of an engine."""

from dataclasses import dataclass

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.contexts import Context, ContextItem, Kind
from graphrag_desktop.domain.restriction import EVERYTHING, Restriction


@dataclass(frozen=True, slots=True)
class QuestionEstimate:
    """What asking in one way reads and asks: at most so many `tokens` of data, in so many calls at most.

    `vector_tokens` are those of texts whose vectors are still to be made, once for all questions. `money` is the
    least and the most of it all with the models of the project; None where no price is known.
    """

    mode: Mode
    level: int | None
    tokens: int
    calls: int
    vector_tokens: int = 0
    money: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Keywords:
    """What a question is about, once in particular and once in general (LightRAG): names and things, themes and relations."""

    low: tuple[str, ...]
    high: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionOrder:
    """A question as somebody asks it: without a `mode` or a `level` those that its words suggest are taken.

    `follows` is the kept answer that it goes on from, `instead_of` one whose question it is asked in place of: it goes on
    from what that one did. A `budget` is the tokens of its parts, 0 as many as is set.
    """

    question: str
    mode: Mode | None = Mode.GLOBAL
    level: int | None = 0
    restriction: Restriction = EVERYTHING
    follows: str = ""
    instead_of: str = ""
    budget: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record that was considered for a context, and whether it is sent.

    `alpha` is how near it lies to the question among what was found with it, 0 to 1, where a way of asking tells that.
    `place` is the number that it has in the text that is sent, as `1.2.1`, where that numbers its records.
    """

    item: ContextItem
    is_in: bool
    alpha: float | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Considered:
    """All that was considered for one call, in order; `limit` is the budget of tokens, `cited` as in a context.

    `missing` are words of the question that are found nowhere. `choices` counts what there was to choose from, 0 where all is read. `separator` is that of the context.
    """

    candidates: tuple[Candidate, ...]
    limit: int
    cited: Kind
    missing: tuple[str, ...] = ()
    choices: int = 0
    separator: str = "\n\n"

    @property
    def context(self) -> Context:
        """What is sent."""
        items = tuple(each.item for each in self.candidates if each.is_in)
        tokens = sum(each.tokens for each in items)
        return Context(items, tokens, len(items) < len(self.candidates), self.cited, self.separator)


def fill(items: tuple[ContextItem, ...], limit: int) -> tuple[Candidate, ...]:
    """The items with those in that come before the first one to overflow `limit` tokens; none is skipped."""
    candidates: list[Candidate] = []
    tokens, is_open = 0, True
    for item in items:
        is_open = is_open and tokens + item.tokens <= limit
        tokens += item.tokens
        candidates.append(Candidate(item, is_open))
    return tuple(candidates)
