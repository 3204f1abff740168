"""Standing questions: kept to be asked again whenever the documents have changed."""

from dataclasses import dataclass

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.restriction import Restriction


@dataclass(frozen=True, slots=True)
class StandingQuestion:
    """A question with how it is asked; `latest` is its newest answer, `before` the one before that, empty where none is."""

    id: str
    question: str
    mode: Mode
    level: int
    restriction: Restriction
    kept_at: str
    latest: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """A standing question asked again; `before` is None where the answer before was deleted.

    `is_new` is false where nothing of the index had changed: then it was not asked, and `answer` is the latest.
    """

    standing: StandingQuestion
    before: Answer | None
    answer: Answer
    is_new: bool
