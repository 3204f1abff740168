"""The heat of an answer: the score that each report got for the question, and which of them the answer uses."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphrag_desktop.domain.answers import Answer, Use
from graphrag_desktop.explore.hierarchy import CommunityRow


@dataclass(frozen=True, slots=True)
class AnswerHeat:
    """Scores 0 to 100 by community: those asked, and those around them with the best score inside.

    `used` are the communities that the answer cites, and those around them. `read` and `cited` count reports of the
    level that was asked; `failed` those whose part could not be answered.
    """

    level: int
    scores: Mapping[int, int]
    used: frozenset[int]
    read: int
    cited: int
    failed: int


def answer_heat(answer: Answer, rows: Mapping[int, CommunityRow]) -> AnswerHeat:
    """The heat of an answer on the communities there are now; what is gone since is left out."""
    failed = {number for part in answer.parts if part.failure for number in part.reports}
    scores: dict[int, int] = {}
    used: set[int] = set()
    for report in answer.reports:
        if report.number in failed:
            continue
        number: int | None = report.number
        while number is not None and number in rows:
            scores[number] = max(scores.get(number, 0), report.score)
            if report.use is Use.CITED:
                used.add(number)
            number = rows[number].parent
    cited = sum(each.use is Use.CITED for each in answer.reports)
    return AnswerHeat(answer.level, scores, frozenset(used), len(answer.reports) - len(failed), cited, len(failed))
