"""DRIFT: a broad first answer from the nearest reports, the questions it leaves open followed up by local search, all put together.

As in microsoft/graphrag 3 (a primer over folds of the 20 nearest reports, then follow-up questions to a bounded depth), but
for the expansion of the question by a made-up report. What is followed up first is told by the score of the part that
raised it; there it is drawn by lot.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.asking import Candidate, Considered, QuestionEstimate
from graphrag_desktop.domain.contexts import Context, ContextItem, Kind
from graphrag_desktop.domain.errors import QuestionError
from graphrag_desktop.domain.packing import pack_batches
from graphrag_desktop.domain.prices import price_list
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.usage import CountingControl
from graphrag_desktop.project import Project
from graphrag_desktop.query.global_search import Parts, ask_by_parts, read_level
from graphrag_desktop.query.index_memory import IndexMemory, remember_index
from graphrag_desktop.query.kept_vectors import is_latent, missing_vector_tokens
from graphrag_desktop.query.levels import LevelReader, LevelReading, answering_price, at_once_cost
from graphrag_desktop.query.local_search import consider_local
from graphrag_desktop.query.measured_question import MeasuredQuestion
from graphrag_desktop.query.parts import AnsweredPart, Batch, LaidOut, batch_context
from graphrag_desktop.query.report_ranking import SUMMARY_LEVEL, rank_reports
from graphrag_desktop.query.restricting import only_inside
from graphrag_desktop.query.retrieval import Retrieved
from graphrag_desktop.storage import communities

Item = TypeVar("Item")
_NONE = Retrieved({}, ())


def ask_drift(project: Project, question: str, control: RunControl, *, reduce_budget: int | None = None) -> Answer:
    """Answer a question from the nearest reports and from what follows from them, and keep the answer.

    Each part keeps the question it answers and the part that raised it. Raises as `ask_global`.
    """
    counting = CountingControl(control)
    try:
        course = _Course(
            project, counting, project.settings.reduce_data_tokens if reduce_budget is None else reduce_budget
        )
        return ask_by_parts(project, question, Mode.DRIFT, course.lay_out, counting, reduce_budget=reduce_budget)
    finally:
        counting.stop_listening()


def first_contexts(project: Project, question: str, control: RunControl) -> tuple[Considered, ...]:
    """The folds of reports that are read first; what follows only their answers can tell."""
    _, folds = _primer(project, question, remember_index(project), control)
    limit = project.settings.map_data_tokens
    return tuple(
        Considered(tuple(Candidate(item, is_in=True) for item in fold.items), limit, Kind.REPORT) for fold in folds
    )


def estimate_drift(project: Project) -> QuestionEstimate:
    """Every fold, every follow-up that may be asked with a whole window each, and the answer; least the folds alone."""
    settings, price = project.settings, answering_price(project)
    reader = LevelReader(project, communities.hierarchy(project.database))
    held = reader.read(SUMMARY_LEVEL).tokens if reader.hierarchy.levels else {}
    costs = sorted((tokens for (kind, _), tokens in held.items() if kind is Kind.REPORT), reverse=True)
    read = costs[: settings.drift_reports]
    folds = [sum(each) for each in split_evenly(read, settings.drift_folds)]
    depth = 1 if is_latent(project) else settings.drift_depth  # the built-in engine raises no further questions
    follow_ups = settings.drift_follow_ups * depth
    tokens = sum(read) + follow_ups * settings.map_data_tokens
    missing = missing_vector_tokens(project, "report", "entity")
    money = None
    if price is not None:
        low = sum(at_once_cost(each, price)[0] for each in [*folds, 0])
        high = sum(at_once_cost(each, price)[1] for each in [*folds, settings.reduce_data_tokens])
        high += follow_ups * at_once_cost(settings.map_data_tokens, price)[1]
        cap = settings.drift_money
        money = (low, high) if cap is None else (min(low, cap), min(high, cap))
    return QuestionEstimate(Mode.DRIFT, None, tokens, len(folds) + follow_ups + 1, missing, money)


def fold_reports(items: Sequence[ContextItem], folds: int, limit: int) -> tuple[tuple[ContextItem, ...], ...]:
    """The reports in their order, spread evenly over so many folds, none of them empty and none above the window."""
    found: list[tuple[ContextItem, ...]] = []
    for fold in split_evenly(items, folds):
        known = {each.number: each for each in fold}
        costs = {number: each.tokens for number, each in known.items()}
        found += [tuple(known[number] for number in batch) for batch in pack_batches(list(known), costs, limit)]
    return tuple(found)


def split_evenly(items: Sequence[Item], folds: int) -> Iterator[Sequence[Item]]:
    """At most so many runs of the items, as long as one another or one longer; none where there are no items."""
    count = min(folds, len(items))
    start = 0
    for place in range(count):
        size = len(items) // count + (place < len(items) % count)
        yield items[start : start + size]
        start += size


def choose_follow_ups(parts: Sequence[AnsweredPart], asked: set[str]) -> tuple[tuple[str, int], ...]:
    """The questions that parts leave open with the number of the part, none of `asked` and none twice.

    The first of each part come first, those of the most helpful part before others; parts of no help raise none.
    """
    raised = [
        (place, -each.part.score, each.number, text)
        for each in parts
        if each.part.score
        for place, text in enumerate(each.part.follow_ups)
    ]
    known = set(asked)
    chosen: list[tuple[str, int]] = []
    for _, _, number, text in sorted(raised):
        if (form := form_of(text)) and form not in known:
            known.add(form)
            chosen.append((text, number))
    return tuple(chosen)


def form_of(question: str) -> str:
    """A question in the form in which two are compared."""
    return " ".join(question.casefold().split()).rstrip("?？ .")


def _primer(
    project: Project, question: str, memory: IndexMemory, control: RunControl
) -> tuple[LaidOut, tuple[Context, ...]]:
    """The reports looked at, and the folds of the nearest of them."""
    settings = project.settings
    reading = read_level(LevelReader(project, memory.hierarchy), SUMMARY_LEVEL, control)
    if not reading.reports:
        raise QuestionError(
            f"There are no reports at C{reading.level} yet, and DRIFT begins with reports.",
            "Let the index finish: run it again to write what is missing. Or ask around entities.",
        )
    near = rank_reports(project, question, reading.reports, settings.drift_reports, control)
    folds = tuple(
        batch_context(each, settings) for each in fold_reports(near, settings.drift_folds, settings.map_data_tokens)
    )
    missing = MeasuredQuestion(project, question).missing if is_latent(project) else ()
    return LaidOut(replace(reading, batches=()), Retrieved({}, missing)), folds


class _Course:
    """One question on its way: how deep it is, what was asked, and what that cost."""

    def __init__(self, project: Project, counting: CountingControl, budget: int) -> None:
        self._project = project
        self._counting = counting
        self._budget = budget
        self._depth = -1
        self._answered = 0
        self._asked: set[str] = set()

    def lay_out(self, memory: IndexMemory, question: str, before: Parts, control: RunControl) -> LaidOut | None:
        """The primer first; then, as deep as is allowed, the best follow-ups of what was answered since."""
        control.checkpoint()
        self._depth += 1
        if self._depth == 0:
            self._asked = {form_of(question)}
            laid_out, folds = _primer(self._project, question, memory, control)
            batches = self._affordable([Batch(each, question) for each in folds])
            if folds and not batches:
                raise QuestionError(
                    "The most that DRIFT may cost (drift_money) is too little to read a single fold of reports.",
                    "Raise it, or ask in another way.",
                )
            return replace(laid_out, explores=batches)
        if self._depth > self._project.settings.drift_depth:
            return None
        fresh, self._answered = before[self._answered :], len(before)
        batches = self._affordable(list(self._followed(fresh, control)))
        reading = LevelReading(memory.hierarchy.clamp(SUMMARY_LEVEL), {}, (), missing=0)
        return LaidOut(reading, _NONE, batches) if batches else None

    def _followed(self, fresh: Parts, control: RunControl) -> Iterator[Batch]:
        """The follow-ups to be asked, each with what local search finds for it; one that finds nothing is none."""
        left = self._project.settings.drift_follow_ups
        for text, parent in choose_follow_ups(fresh, self._asked):
            if not left:
                return
            control.checkpoint()
            self._asked.add(form_of(text))
            context = only_inside(self._project, consider_local(self._project, text, control)).context
            if context.items:
                left -= 1
                yield Batch(context, text, parent)

    def _affordable(self, batches: Sequence[Batch]) -> tuple[Batch, ...]:
        """Those that the question can pay for, the answer included, if it has a limit."""
        cap = self._project.settings.drift_money
        models = self._project.models
        if cap is None or models is None:
            return tuple(batches)
        price = answering_price(self._project)
        if price is None:
            raise QuestionError(
                "DRIFT has a limit of money (drift_money), and no price of the model is known.",
                "Give the prices of the model, or leave the limit empty.",
            )
        spent = price_list(models, self._project.settings).total(self._counting.lines)
        spent += at_once_cost(self._budget, price)[1]
        found: list[Batch] = []
        for batch in batches:
            spent += at_once_cost(batch.context.tokens, price)[1]
            if spent > cap:
                break
            found.append(batch)
        return tuple(found)
