"""The heat of an answer: the score that each report got for the question, and what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphrag_desktop.domain.answers import Answer, Use
from graphrag_desktop.explore.hierarchy import CommunityRow

_BEST_FIRST = (Use.CITED, Use.READ, Use.DROPPED, Use.ZERO)


@dataclass(frozen=True, slots=True)
class AnswerHeat:
    """Scores 0 to 100 by community: those asked, and those around them with the best score inside.

    `uses` says what became of each report; of a community around them the best use inside. `read` and `cited` count
    reports of the level that was asked; `failed` those whose part could not be answered.
    """

    level: int
    scores: Mapping[int, int]
    uses: Mapping[int, Use]
    read: int
    cited: int
    failed: int

    @property
    def used(self) -> frozenset[int]:
        """The communities that the answer cites, and those around them."""
        return frozenset(number for number, use in self.uses.items() if use is Use.CITED)

    @property
    def dropped(self) -> frozenset[int]:
        """The communities nothing better became of than to be left out, as the budget was used up."""
        return frozenset(number for number, use in self.uses.items() if use is Use.DROPPED)


def answer_heat(answer: Answer, rows: Mapping[int, CommunityRow]) -> AnswerHeat:
    """The heat of an answer on the communities there are now; what is gone since is left out."""
    failed = {number for part in answer.parts if part.failure for number in part.reports}
    scores: dict[int, int] = {}
    uses: dict[int, Use] = {}
    for report in answer.reports:
        if report.number in failed:
            continue
        number: int | None = report.number
        while number is not None and number in rows:
            scores[number] = max(scores.get(number, 0), report.score)
            uses[number] = min(uses.get(number, report.use), report.use, key=_BEST_FIRST.index)
            number = rows[number].parent
    cited = sum(each.use is Use.CITED for each in answer.reports)
    return AnswerHeat(answer.level, scores, uses, len(answer.reports) - len(failed), cited, len(failed))
