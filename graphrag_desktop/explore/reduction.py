"""How the parts of an answer were reduced to it: by score, until the first that its budget has no room for.

Recomputed from what is kept with the answer, so another budget can be tried without asking anyone.
"""

from dataclasses import dataclass
from enum import StrEnum

from graphrag_desktop.domain.answers import Answer, ReportUse, ScoredPart
from graphrag_desktop.domain.packing import keep_helpful
from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView


class Fate(StrEnum):
    """What becomes of a part."""

    INSIDE = "inside"  # the answer is written from it
    OVER = "over"  # helpful, but beyond the budget
    ZERO = "zero"  # of no help for the question
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part in the order of the reduction: its rank (None where it has no score), tokens up to it, and its reports.

    `total` counts the tokens of all helpful parts down to this one, whether they fit or not; it is None where it has none.
    `reports` are those of the part, the most helpful first. `was_kept` says what became of it in the answer itself.
    """

    part: ScoredPart
    rank: int | None
    total: int | None
    fate: Fate
    reports: tuple[ReportUse, ...]

    @property
    def was_kept(self) -> bool:
        """Whether the answer was written from it."""
        return self.part.is_kept


@dataclass(frozen=True, slots=True)
class Reduction:
    """The parts of an answer under a budget: those inside come first, failures last. `tokens` are those inside."""

    budget: int
    tokens: int
    rows: tuple[PartRow, ...]

    @property
    def inside(self) -> int:
        """How many parts fit."""
        return sum(row.fate is Fate.INSIDE for row in self.rows)

    @property
    def helpful(self) -> int:
        """How many parts help at all."""
        return sum(row.rank is not None for row in self.rows)

    @property
    def is_as_answered(self) -> bool:
        """Whether the answer was written from these very parts."""
        return all((row.fate is Fate.INSIDE) == row.was_kept for row in self.rows)


def reduction(answer: Answer, budget: int) -> Reduction:
    """The reduce rule of GraphRAG (Edge et al.) 3.1.6 on the parts of an answer, by the very function that answers."""
    parts = {each.number: each for each in answer.parts}
    scores = {number: 0 if each.failure else each.score for number, each in parts.items()}
    packed = keep_helpful(list(parts), scores, {number: each.tokens for number, each in parts.items()}, budget)
    uses = {each.number: each for each in answer.reports}
    order = sorted(parts, key=lambda number: (bool(parts[number].failure), -scores[number]))
    rows: list[PartRow] = []
    total = 0
    for rank, number in enumerate(order, start=1):
        part = parts[number]
        reports = sorted(
            (uses[each] for each in part.reports if each in uses), key=lambda use: (-use.score, use.number)
        )
        if scores[number]:
            total += part.tokens
            fate = Fate.INSIDE if number in packed.records else Fate.OVER
            rows.append(PartRow(part, rank, total, fate, tuple(reports)))
        else:
            fate = Fate.FAILED if part.failure else Fate.ZERO
            rows.append(PartRow(part, None, None, fate, tuple(reports)))
    return Reduction(budget, packed.tokens, tuple(rows))


def whole_budget(answer: Answer) -> int:
    """The least budget that has room for all helpful parts."""
    return sum(each.tokens for each in answer.parts if each.score and not each.failure)


def budget_of(answer: Answer) -> int:
    """The budget that an answer was written under; of one that does not say, the least with the same parts."""
    return answer.reduce_budget or sum(each.tokens for each in answer.parts if each.is_kept)


def not_asked(answer: Answer, hierarchy: HierarchyView) -> tuple[CommunityRow, ...]:
    """Communities of the answer's level whose report was not read for it: it was not written yet, or is newer.

    None where it was not asked at a level: then leaving reports out was meant.
    """
    if not answer.mode.has_level or not 0 <= answer.level < len(hierarchy.levels):
        return ()
    read = {each.number for each in answer.reports}
    return tuple(row for row in hierarchy.at(answer.level) if not row.is_unconnected and row.number not in read)
