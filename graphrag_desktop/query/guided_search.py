"""Guided search: from the overview down, opening only the communities whose reports say something to the question.

The roll-up and drill-down that GraphRAG (Edge et al., 6) names as future work, as dynamic community selection in
microsoft/graphrag: there a model rates each report by itself, here the score of each report in its part does.
"""

from collections.abc import Iterator

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.communities import CommunityHierarchy
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import Project
from graphrag_desktop.query.global_search import Parts, ask_by_parts, read_level
from graphrag_desktop.query.index_memory import IndexMemory
from graphrag_desktop.query.levels import LevelReader
from graphrag_desktop.query.parts import AnsweredPart, LaidOut
from graphrag_desktop.query.retrieval import retrieve

LEAST_SCORE = 20
"""Of 100: a report below it is not looked into (microsoft/graphrag: 1 of 5)."""


def ask_guided(project: Project, question: str, control: RunControl, *, reduce_budget: int | None = None) -> Answer:
    """Answer a question from the reports of C0, then from those below the ones that help, and so on; keep the answer.

    Every report is read once at most, and what was read of all levels goes into the answer by its score. Raises as
    `ask_global`.
    """
    done = 0  # parts of the rounds before the last
    level = 0

    def lay_out(memory: IndexMemory, question: str, before: Parts, told: RunControl) -> LaidOut | None:
        nonlocal done, level
        reader = LevelReader(project, memory.hierarchy)
        if not before:
            reading = read_level(reader, 0, told)
            return LaidOut(reading, retrieve(project, question, memory, reader, reading))
        told.checkpoint()
        opened = opened_by(before[done:], memory.hierarchy, level)
        done, level = len(before), level + 1
        reading = reader.read(level, only=opened)
        if not reading.tokens:
            return None
        return LaidOut(reading, retrieve(project, question, memory, reader, reading))

    return ask_by_parts(project, question, Mode.GUIDED, lay_out, control, reduce_budget=reduce_budget)


def opened_by(parts: Parts, hierarchy: CommunityHierarchy, level: int) -> frozenset[int]:
    """The communities of the next level that lie below the helpful ones among the reports of these parts."""
    if level >= hierarchy.deepest:
        return frozenset()
    return frozenset(
        child
        for part in parts
        for number, score in _scores(part)
        if score >= LEAST_SCORE
        for child in hierarchy.communities[number].children
    )


def _scores(part: AnsweredPart) -> Iterator[tuple[int, int]]:
    """The score of each report of a part; that of the part where the engine gives it none."""
    own = dict(part.part.report_scores)
    for item in part.context.items:
        if item.kind is Kind.REPORT:
            yield item.number, own.get(item.number, part.part.score)
