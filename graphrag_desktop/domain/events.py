"""What long work says while it runs: small records, in the order in which things happened."""

from dataclasses import dataclass
from enum import StrEnum

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.asking import Considered
from graphrag_desktop.domain.model_checks import ModelCheck
from graphrag_desktop.domain.prices import RunTerms


class Stage(StrEnum):
    """The stages of an index run, in their order."""

    DOCUMENTS = "documents"
    TEXT_UNITS = "text units"
    EXTRACTION = "extraction"
    GRAPH = "graph"
    COMMUNITIES = "communities"
    REPORTS = "reports"
    EMBEDDINGS = "embeddings"
    LAYOUT = "layout"


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage of the pipeline began, with `total` units of work ahead of it (0: not known)."""

    stage: Stage
    total: int


@dataclass(frozen=True, slots=True)
class StageAdvanced:
    """`done` units of the stage are finished, out of those announced."""

    stage: Stage
    done: int


@dataclass(frozen=True, slots=True)
class StageFinished:
    """A stage is over; `reused` when nothing had changed and what was kept still holds."""

    stage: Stage
    reused: bool = False


@dataclass(frozen=True, slots=True)
class Warned:
    """Something was skipped or failed for good, and the run went on."""

    stage: Stage
    item: str
    reason: str


@dataclass(frozen=True, slots=True)
class IndexChanged:
    """A stage committed its tables: whoever shows the project should read again."""

    index_version: int
    stage: Stage


@dataclass(frozen=True, slots=True)
class EntitiesMoved:
    """The map settles: where the entities of these numbers (n) stand for now (n, 2). To be shown, not kept."""

    numbers: StoredArray
    places: StoredArray


@dataclass(frozen=True, slots=True)
class PartScored:
    """One map batch of a question was answered."""

    number: int
    parts: int
    score: int


@dataclass(frozen=True, slots=True)
class PartFailed:
    """One map batch of a question could not be answered, and why; the others go on."""

    number: int
    parts: int
    reason: str


@dataclass(frozen=True, slots=True)
class StatementChecked:
    """So many statements of an answer are checked, out of those it has."""

    done: int
    statements: int


@dataclass(frozen=True, slots=True)
class ContextChosen:
    """What one call of a question is answered from was chosen: all that was considered, in or out."""

    considered: Considered


@dataclass(frozen=True, slots=True)
class AnswerGrew:
    """More text of the answer, to be put after what came before."""

    text: str


@dataclass(frozen=True, slots=True)
class CallBegins:
    """A model is about to be asked, with about so many tokens, for about so many at most.

    Whoever listens may raise `CapReached`: then it is not asked.
    """

    task: str
    model: str
    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True, slots=True)
class ModelAsked:
    """A model answered, or `is_stored`: a kept reply was used instead. `task` names what it was asked for.

    A call that came to nothing counts too, with the tokens that the server says it took.
    """

    task: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    is_stored: bool = False


@dataclass(frozen=True, slots=True)
class WaitingForServer:
    """A model's server asked to wait so many seconds: nothing is sent to it until then."""

    seconds: float
    reason: str


@dataclass(frozen=True, slots=True)
class RunBegan:
    """An index run with models began, on these terms."""

    terms: RunTerms


@dataclass(frozen=True, slots=True)
class ModelLooked:
    """A test of models found something out."""

    check: ModelCheck


@dataclass(frozen=True, slots=True)
class QuestionRestated:
    """A follow-up is asked in words that stand alone; not `is_complete` where nobody could tell what it points at."""

    typed: str
    question: str
    is_complete: bool


@dataclass(frozen=True, slots=True)
class WaySuggested:
    """A question is asked in the way that its words suggest: the mode, its level where it has those, and why."""

    mode: str
    level: int | None
    reason: str


Event = (
    StageStarted
    | StageAdvanced
    | StageFinished
    | Warned
    | IndexChanged
    | EntitiesMoved
    | PartScored
    | PartFailed
    | StatementChecked
    | ContextChosen
    | AnswerGrew
    | CallBegins
    | ModelAsked
    | WaitingForServer
    | ModelLooked
    | RunBegan
    | QuestionRestated
    | WaySuggested
)
