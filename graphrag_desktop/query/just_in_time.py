"""Just-in-time reports: only the communities that a question leads to are read, and a report that is missing is written for it.

Named as future work by GraphRAG (Edge et al., 6). A report that was written stays, as if an index run had written it: asking
the same again writes none.
"""

from collections import Counter
from collections.abc import Iterable

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.asking import Candidate, Considered, QuestionEstimate
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import QuestionError
from graphrag_desktop.domain.events import Stage, Warned
from graphrag_desktop.domain.packing import pack_batches
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.missing_reports import write_missing_reports
from graphrag_desktop.project import Project
from graphrag_desktop.query.global_search import Parts, ask_by_parts
from graphrag_desktop.query.index_memory import IndexMemory, remember_index
from graphrag_desktop.query.kept_vectors import is_latent, missing_vector_tokens
from graphrag_desktop.query.levels import LevelReader, LevelReading, answering_price, at_once_cost, question_cost
from graphrag_desktop.query.local_search import choose_entities
from graphrag_desktop.query.measured_question import MeasuredQuestion
from graphrag_desktop.query.parts import LaidOut
from graphrag_desktop.query.report_ranking import SUMMARY_LEVEL
from graphrag_desktop.query.restricting import numbers_within
from graphrag_desktop.query.retrieval import retrieve
from graphrag_desktop.storage import communities


def ask_just_in_time(
    project: Project, question: str, control: RunControl, *, reduce_budget: int | None = None
) -> Answer:
    """Answer a question from the reports it leads to, those that are missing written for it; keep the answer.

    Raises as `ask_global`, and `QuestionError` where no report could be had.
    """
    missing: tuple[int, ...] = ()
    turn = 0

    def lay_out(memory: IndexMemory, question: str, before: Parts, told: RunControl) -> LaidOut | None:
        nonlocal missing, turn
        told.checkpoint()
        turn += 1
        if turn == 1:
            there, missing = _there_and_missing(project, question, memory, told)
            return _laid_out(project, question, memory, there)
        if turn > 2 or not missing:
            return None
        return _laid_out(project, question, memory, _written(project, missing, before, told))

    return ask_by_parts(project, question, Mode.JUST_IN_TIME, lay_out, control, reduce_budget=reduce_budget)


def first_contexts(project: Project, question: str, control: RunControl) -> tuple[Considered, ...]:
    """The batches of the reports that are there; those that are missing are known once they are written."""
    memory = remember_index(project)
    there, _ = _there_and_missing(project, question, memory, control)
    batches = _laid_out(project, question, memory, there).batches(project.settings)
    limit = project.settings.map_data_tokens
    return tuple(
        Considered(tuple(Candidate(item, is_in=True) for item in each.context.items), limit, Kind.REPORT)
        for each in batches
    )


def estimate_just_in_time(project: Project) -> QuestionEstimate:
    """The longest reports of the level, as many as are read; at most all of those that are missing are written."""
    settings, price = project.settings, answering_price(project)
    reader = LevelReader(project, communities.hierarchy(project.database))
    has_levels = bool(reader.hierarchy.levels)
    reading = reader.read(SUMMARY_LEVEL) if has_levels else LevelReading(0, {}, (), missing=0)
    most = settings.just_in_time_reports
    to_write = min(reading.missing, most)
    costs = [*([settings.report_tokens] * to_write), *sorted(reading.tokens.values(), reverse=True)][:most]
    by_place = dict(enumerate(costs))
    calls = max(1, len(pack_batches(list(by_place), by_place, settings.map_data_tokens)))
    calls += bool(to_write and reading.tokens)  # what is written is read by itself
    money = None
    if price is not None:
        low, high = question_cost(sum(costs), calls, price)
        writing = to_write * at_once_cost(settings.report_data_tokens, price)[1]
        money = low, high + writing
    missing = missing_vector_tokens(project, "entity")
    return QuestionEstimate(Mode.JUST_IN_TIME, None, sum(costs), calls + to_write + 1, missing, money)


def choose_communities(project: Project, question: str, memory: IndexMemory, control: RunControl) -> tuple[int, ...]:
    """The communities at C2, or the deepest level, that a question leads to, the likeliest first.

    They are those that hold the entities which the question means. Where the built-in engine can tell that a community's
    sentences say something to it, those; for a question that names nothing, the communities rated highest.
    """
    hierarchy = memory.hierarchy
    every = (each.number for each in hierarchy.at(SUMMARY_LEVEL) if not each.is_unconnected)
    standing = numbers_within(project, Kind.REPORT, every)
    most = project.settings.just_in_time_reports
    if is_latent(project):
        measured = MeasuredQuestion(project, question)
        if measured.asked.is_overview:
            heads = communities.report_heads(project.database)
            rated = sorted(standing, key=lambda each: -heads[each].rating if each in heads else 0.0)
            return tuple(rated[:most])
        found = measured.reports(memory, sorted(measured.communities(memory) & frozenset(standing)))
        helpful = [each for each in found if found[each].sentences]
        return tuple(sorted(helpful, key=lambda each: (-found[each].relevance, each))[:most])
    wanted = frozenset(standing)
    held: Counter[int] = Counter()
    for place, chosen in enumerate(choose_entities(project, question, control), start=1):
        for number in set(communities.communities_of(project.database, chosen.entity.number)) & wanted:
            held[number] += 1_000 // place  # the first entities are those that the question names
    return tuple(number for number, _ in sorted(held.items(), key=lambda each: (-each[1], each[0]))[:most])


def _there_and_missing(
    project: Project, question: str, memory: IndexMemory, control: RunControl
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The communities that are read: those that have a report, and those that have none yet."""
    wanted = choose_communities(project, question, memory, control)
    heads = communities.report_heads(project.database)
    return tuple(each for each in wanted if each in heads), tuple(each for each in wanted if each not in heads)


def _written(project: Project, missing: Iterable[int], before: Parts, control: RunControl) -> tuple[int, ...]:
    """The communities whose reports could be written; what could not is told, and raised where there is nothing else."""
    written, failures = write_missing_reports(project, tuple(missing), control)
    for item, reason in failures:
        control.emit(Warned(Stage.REPORTS, item, reason))
    if failures and not written and not before:
        raise QuestionError(
            f"No report could be written for this question: {failures[0][1]}", "Ask again, or ask in another way."
        )
    return written


def _laid_out(project: Project, question: str, memory: IndexMemory, numbers: Iterable[int]) -> LaidOut:
    reader = LevelReader(project, memory.hierarchy)
    reading = reader.read(SUMMARY_LEVEL, only=frozenset(numbers))
    return LaidOut(reading, retrieve(project, question, memory, reader, reading))
