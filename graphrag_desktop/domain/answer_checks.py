"""What a model finds of an answer's statements, layer by layer down to the documents (VeriTrail, Metropolitansky & Larson 2025)."""

from dataclasses import dataclass
from enum import StrEnum

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.estimates import Range
from graphrag_desktop.domain.identity import Span

PATIENT, SENSITIVE = 3, 1
"""Layers in a row that do not support a statement, after which it is not supported: fewer false alarms, or more finds."""


class Verdict(StrEnum):
    """Whether the words below a statement say what it says."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    UNSUPPORTED = "not supported"
    UNCHECKED = "not checked"


class Step(StrEnum):
    """The step of the work at which something entered that what it was made from does not say."""

    READING = "reading"  # of text units, by whoever described entities and relationships
    REPORT = "report"
    MAP = "map"
    REDUCE = "reduce"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a model says of one statement and some numbered sentences; `chosen` are places in these, from 0."""

    verdict: Verdict
    chosen: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class CheckedLayer:
    """One layer: the `records` that were looked into, and the `sentences` of them that say or deny the statement.

    `left_out` counts the sentences for which there was no room, the least like the statement.
    """

    records: tuple[tuple[Kind, int], ...]
    verdict: Verdict
    sentences: tuple[str, ...]
    reason: str
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class CheckedStatement:
    """A statement of an answer with its verdict; `span` is where it stands in the answer's text.

    `entered` is the step at which what is not supported came in, None where nothing did; `entered_in` are the records
    that have it without a reason below them. `why` is a sentence, empty where the verdict is supported.
    """

    text: str
    span: Span
    verdict: Verdict
    entered: Step | None = None
    entered_in: tuple[tuple[Kind, int], ...] = ()
    why: str = ""
    trail: tuple[CheckedLayer, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerCheck:
    """An answer checked: `engine` names the model, `index_version` the index whose records were looked into.

    `money` is what it cost at the prices of then, None where none was known; `is_stopped` marks one that was ended.
    """

    engine: str
    checked_at: str
    index_version: int
    statements: tuple[CheckedStatement, ...]
    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    money: float | None = None
    is_stopped: bool = False

    def count(self, verdict: Verdict) -> int:
        """How many statements have a verdict."""
        return sum(each.verdict is verdict for each in self.statements)

    @property
    def fabrication_rate(self) -> float | None:
        """The share of statements that nothing supports among those that a verdict was found for; None without any."""
        judged = len(self.statements) - self.count(Verdict.UNCHECKED)
        return self.count(Verdict.UNSUPPORTED) / judged if judged else None


@dataclass(frozen=True, slots=True)
class CheckEstimate:
    """What checking an answer takes, at least and at most; `money` is None where no price is known."""

    statements: int
    calls: Range
    prompt_tokens: Range
    completion_tokens: Range
    money: Range | None = None
