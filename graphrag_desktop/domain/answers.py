"""Questions and their answers, with everything needed to check them later."""

from dataclasses import dataclass
from enum import StrEnum

from graphrag_desktop.domain.answer_checks import AnswerCheck
from graphrag_desktop.domain.contexts import EvidenceSentence, Kind
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.domain.restriction import EVERYTHING, Restriction


class Mode(StrEnum):
    """How a question is answered."""

    GLOBAL = "global"
    SOURCE_TEXT = "source-text"
    BASIC = "basic"
    LOCAL = "local"
    GRAG = "grag"
    GUIDED = "guided"
    DRIFT = "drift"
    ASSOCIATIVE = "associative"
    DUAL_LEVEL = "dual-level"
    ALL_LEVELS = "all-levels"
    JUST_IN_TIME = "just-in-time"

    @property
    def has_level(self) -> bool:
        """Whether it is asked at a level of communities."""
        return self is Mode.GLOBAL

    @property
    def reads_reports(self) -> bool:
        """Whether its parts are made of reports."""
        return self in {Mode.GLOBAL, Mode.GUIDED, Mode.DRIFT, Mode.JUST_IN_TIME}

    @property
    def draws_subgraph(self) -> bool:
        """Whether what it sends is a part of the graph, each record with its nearness to the question."""
        return self is Mode.GRAG


class CitationStatus(StrEnum):
    """Whether a citation points at something its answer was given."""

    OK = "ok"
    NOT_IN_CONTEXT = "not in context"
    UNKNOWN = "unknown"


class Use(StrEnum):
    """What became of a report that was read for a question."""

    CITED = "cited"
    READ = "read"
    DROPPED = "dropped"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class Part:
    """The answer to one map batch: its helpfulness, 0 to 100, and that of each report in it where the engine gives one.

    `sentences` are those it rests on, best first, for an engine that quotes. `follow_ups` are questions that it leaves
    open, where it was asked for them, the most promising first.
    """

    text: str
    score: int
    report_scores: tuple[tuple[int, int], ...] = ()
    sentences: tuple[EvidenceSentence, ...] = ()
    follow_ups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoredPart:
    """A part as it is kept with the answer: its batch, its tokens, whether reduce kept it.

    `failure` says why there is no such part after all; it has no score then, and its reports count as dropped.
    `question` is what was asked of it where that was a question of its own, and `parent` the number of the part that
    the question came from, 0 for none.
    """

    number: int
    reports: tuple[int, ...]
    score: int
    tokens: int
    is_kept: bool
    failure: str = ""
    question: str = ""
    parent: int = 0


@dataclass(frozen=True, slots=True)
class ReportUse:
    """A report that was read for a question: its own score and what became of it."""

    number: int
    title: str
    score: int
    use: Use


@dataclass(frozen=True, slots=True)
class Citation:
    """One cited record: `text` is the statement it stands after, `evidence` the words of the documents it reaches."""

    text: str
    kind: Kind
    number: int
    status: CitationStatus
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class StatementCheck:
    """A statement of an answer, held against the words it cites.

    `span` is where it stands in the answer's text. `anchors` are the numbers, dates, quotations and names in it, those
    that the cited words lack in `missing` too; nothing is looked for where no citation is ok.
    """

    text: str
    span: Span
    is_cited: bool
    anchors: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


MADE_BY_PROGRAM = "Made by a program from the documents; it may be wrong. Follow the citations."
"""What is said of every text that an engine put together, wherever it is shown and wherever it goes."""


@dataclass(frozen=True, slots=True)
class LevelEstimate:
    """What asking at one level reads: `map_calls` by packing; `same_as` is an earlier level with the same communities.

    `money` is what it costs at least and at most with the models of the project; None where no price is known.
    """

    level: int
    communities: int
    unconnected: int
    report_tokens: int
    map_calls: int
    same_as: int | None = None
    money: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """What one condition of the paper reads at most: how many records, of how many tokens, and their share of the text.

    `level` is that of the reports, None for the text units themselves.
    """

    level: int | None
    units: int
    tokens: int
    share: float

    @property
    def name(self) -> str:
        """As in the paper: C0, C1 and so on, and TS for the source text."""
        return "TS" if self.level is None else f"C{self.level}"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its parts, the reports read, and its citations resolved when it was made.

    `coverage` is the share of its statements with at least one citation that is ok. `is_stopped` marks one that was
    cut short on request. `money` is what it cost at the prices of then, None where none was known. `check` is what a
    model found of its statements, None before it was asked to. `reduce_budget` are the tokens that its parts could have
    together, 0 for one kept before that was noted. `failure` says what kept an answer from being finished; its text is
    what there was until then. `typed` are the words of a follow-up that `question` was made of, empty where it is as it
    was typed; `parent` is the answer it follows, `thread` the first answer of its conversation, empty for one that is alone.
    """

    id: str
    question: str
    mode: Mode
    level: int
    engine: str
    is_answered: bool
    text: str
    parts: tuple[ScoredPart, ...]
    reports: tuple[ReportUse, ...]
    citations: tuple[Citation, ...]
    coverage: float
    index_version: int
    asked_at: str
    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    is_stopped: bool = False
    money: float | None = None
    statements: tuple[StatementCheck, ...] = ()
    check: AnswerCheck | None = None
    reduce_budget: int = 0
    failure: str = ""
    restriction: Restriction = EVERYTHING
    typed: str = ""
    parent: str = ""
    thread: str = ""

    @property
    def valid_share(self) -> float | None:
        """The share of citations that name a record the answer was given (GRAG's valid reference rate); None without any."""
        return _share([each.status is CitationStatus.OK for each in self.citations])

    @property
    def reach(self) -> float | None:
        """The share of citations that are ok and end in words of a document; None where none is ok."""
        return _share([bool(each.evidence) for each in self.citations if each.status is CitationStatus.OK])

    @property
    def is_whole(self) -> bool:
        """Whether it came to its own end."""
        return not (self.is_stopped or self.failure)

    @property
    def tokens(self) -> int:
        """Those read and written for it."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class AnswerHead:
    """What lists show of a kept answer; of one that was stopped or failed also that, and what it cost."""

    id: str
    question: str
    mode: Mode
    level: int
    asked_at: str
    index_version: int
    is_stopped: bool = False
    failure: str = ""
    tokens: int = 0
    money: float | None = None
    restriction: Restriction = EVERYTHING
    thread: str = ""
    is_standing: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the answer came to its own end."""
        return not (self.is_stopped or self.failure)


def _share(holds: list[bool]) -> float | None:
    return sum(holds) / len(holds) if holds else None
