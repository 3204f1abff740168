"""Global search: every report of one level read in batches, and one answer made of what helps most.

GraphRAG (Edge et al.) 3.1.6: shuffled batches of a fixed size, a part with a score of 0 to 100 for each, zeros dropped,
the rest by score until the first that does not fit.
"""

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphrag_desktop.domain.answers import Answer, CitationStatus, Mode, ReportUse, ScoredPart, Use
from graphrag_desktop.domain.contexts import Context, ContextItem, Kind
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, QuestionError
from graphrag_desktop.domain.events import AnswerGrew, Stage, Warned
from graphrag_desktop.domain.packing import keep_helpful
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.templates import templates_for
from graphrag_desktop.project import Project
from graphrag_desktop.query.answer_recorder import AnswerRecorder
from graphrag_desktop.query.asking import ask_and_keep, askable_index, broken_off, nothing_in_text_units, same_index
from graphrag_desktop.query.evidence import Given, Resolved, resolve_citations
from graphrag_desktop.query.index_memory import IndexMemory
from graphrag_desktop.query.levels import LevelReader, LevelReading
from graphrag_desktop.query.nearest import nearest_reports
from graphrag_desktop.query.parts import AnsweredPart, LaidOut, answer_parts
from graphrag_desktop.query.retrieval import Retrieved, retrieve
from graphrag_desktop.storage import communities
from graphrag_desktop.storage.answers import Sent

_FINAL = 0  # the number under which what the final answer was given is kept


def ask_global(
    project: Project, question: str, level: int, control: RunControl, *, reduce_budget: int | None = None
) -> Answer:
    """Answer a question from all reports of a level (beyond the deepest means the deepest) and keep the answer.

    Raises `QuestionError` where nothing was asked or there is nothing to ask. Stopped once a part is answered, what is
    there is kept and returned, marked as stopped; stopped before, `Cancelled` is raised and nothing is kept. So it is
    where a model fails, with the reason in place of the mark; it is raised where no part was answered.
    `reduce_budget` stands in for the setting `reduce_data_tokens`.
    """

    def lay_out(memory: IndexMemory, question: str, before: Parts, told: RunControl) -> LaidOut | None:
        if before:
            return None
        reader = LevelReader(project, memory.hierarchy)
        reading = read_level(reader, level, told)
        return LaidOut(reading, retrieve(project, question, memory, reader, reading))

    return ask_by_parts(project, question, Mode.GLOBAL, lay_out, control, reduce_budget=reduce_budget)


Parts = tuple[AnsweredPart, ...]
LayOut = Callable[[IndexMemory, str, Parts, RunControl], LaidOut | None]
"""Says which records a question reads next, in which batches, and what is known of them, given the parts answered so far.

None once there is nothing more to read.
"""


def ask_by_parts(
    project: Project,
    question: str,
    mode: Mode,
    lay_out: LayOut,
    control: RunControl,
    *,
    reduce_budget: int | None = None,
) -> Answer:
    """Answer a question by map and reduce over whatever `lay_out` lays out, and keep the answer; raises as `ask_global`."""

    budget = project.settings.reduce_data_tokens if reduce_budget is None else reduce_budget

    def work(question: str, started: float, control: RunControl) -> tuple[Answer, list[Sent]]:
        asked, written = _asked(project, question, mode, lay_out, budget, control)
        answer = replace(_answer(project, question, asked, written, started), reduce_budget=budget)
        return answer, _sent(asked.parts, written.context)

    return ask_and_keep(project, question, work, control)


def _asked(
    project: Project, question: str, mode: Mode, lay_out: LayOut, budget: int, control: RunControl
) -> tuple["_Asked", "_Written"]:
    """The question put to every batch, and the answer made of what came back."""
    with project.database.reading():  # one view of the index, though a run may commit another meanwhile
        memory = askable_index(project, question)
        laid_out = lay_out(memory, question, (), control)
    parts: Parts = ()
    rounds: list[LaidOut] = []
    end: GraphRagError | None = None
    with same_index(project, memory):
        while laid_out is not None and end is None:
            rounds.append(laid_out)
            batches = laid_out.batches(project.settings)
            found = answer_parts(project.engine, question, batches, project.settings, control)
            parts += tuple(replace(each, number=each.number + len(parts)) for each in found.parts)
            laid_out, end = (None, found.end) if found.end else _next(lay_out, memory, question, parts, control)
        if end is not None and all(each.failure for each in parts):
            raise end
        asked = _Asked(mode, memory, *_joined(rounds), parts)
        if isinstance(end, Cancelled):
            return asked, _parts_only(asked, budget, control)
        written = _write(project, question, asked, budget, control)
        return asked, written if end is None else replace(written, failure=written.failure or end.words)


def _next(
    lay_out: LayOut, memory: IndexMemory, question: str, parts: Parts, control: RunControl
) -> tuple[LaidOut | None, GraphRagError | None]:
    """What is read next; or what keeps it from being read, which ends the rounds and not the question."""
    try:
        return lay_out(memory, question, parts, control), None
    except GraphRagError as error:
        return None, error


def _joined(rounds: Sequence[LaidOut]) -> tuple[LevelReading, Retrieved]:
    """All that was read, as if at once; the level is that which was read last."""
    readings, retrieved = [each.reading for each in rounds], [each.retrieved for each in rounds]
    reading = LevelReading(
        readings[-1].level,
        {record: tokens for each in readings for record, tokens in each.tokens.items()},
        tuple(batch for each in readings for batch in each.batches),
        sum(each.missing for each in readings),
    )
    items = {record: item for each in retrieved for record, item in each.items.items()}
    return reading, Retrieved(items, retrieved[0].missing)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question once all its parts are answered."""

    mode: Mode
    memory: IndexMemory
    reading: LevelReading
    retrieved: Retrieved
    parts: Parts


@dataclass(frozen=True, slots=True)
class _Written:
    """What reduce gave: the parts it kept, as it was given them, and its text."""

    kept: tuple[AnsweredPart, ...]
    context: Context
    text: str
    is_answered: bool
    is_stopped: bool = False
    failure: str = ""


def read_level(reader: LevelReader, level: int, control: RunControl) -> LevelReading:
    """The reports of a level; raises `QuestionError` where there are none yet, and tells how many are missing."""
    reading = reader.read(level)
    if not reading.tokens:
        raise QuestionError(
            f"There are no reports at C{reading.level} yet.",
            "Let the index finish: run it again to write what is missing.",
        )
    if reading.missing:
        reason = f"{reading.missing} of its communities have no report yet and were not read."
        control.emit(Warned(Stage.REPORTS, f"C{reading.level}", reason))
    control.checkpoint()
    return reading


def _write(project: Project, question: str, asked: _Asked, limit: int, control: RunControl) -> _Written:
    """The reduce step. Where no part helps, the engine is not asked: it would answer from what it was not given."""
    kept, context = _kept(asked, limit)
    if not kept:
        has_help = any(each.part.score for each in asked.parts)
        text = _nothing_fits(asked.parts, limit) if has_help else _nothing_answers(project, question, asked, control)
        control.emit(AnswerGrew(text))
        return _Written((), context, text, is_answered=False)
    recorder = AnswerRecorder(control)
    try:
        text = project.engine.answer(question, context, recorder)
    except Cancelled:
        if not recorder.text.strip():
            return _parts_only(asked, limit, control)
        return _Written(kept, context, recorder.text, is_answered=True, is_stopped=True)
    except GraphRagError as error:
        text = broken_off(recorder.text, error) or _parts_alone(f"The answer could not be written: {error.words}", kept)
        control.emit(AnswerGrew(text.removeprefix(recorder.text)))
        return _Written(kept, context, text, is_answered=True, failure=error.words)
    finally:
        recorder.stop_listening()
    if not text.strip():
        text = _parts_alone("The final answer came back empty.", kept)
        control.emit(AnswerGrew(text))
    return _Written(kept, context, text, is_answered=True)


def _kept(asked: _Asked, limit: int) -> tuple[tuple[AnsweredPart, ...], Context]:
    """The parts that reduce takes, and its context."""
    by_number = {each.number: each for each in asked.parts}
    scores = {each.number: each.part.score for each in asked.parts}
    tokens = {each.number: each.tokens for each in asked.parts}
    packed = keep_helpful(list(by_number), scores, tokens, limit)
    kept = tuple(by_number[number] for number in packed.records)
    cited = Kind.REPORT if asked.mode.reads_reports else Kind.SOURCE
    return kept, Context(tuple(_part_item(each) for each in kept), packed.tokens, packed.is_truncated, cited)


def _parts_only(asked: _Asked, limit: int, control: RunControl) -> _Written:
    """What there is of an answer that was stopped before it was written."""
    kept, context = _kept(asked, limit)
    said = "Stopped before the answer was written."
    text = _parts_alone(said, kept) if kept else f"{said} Nothing had been found by then."
    control.emit(AnswerGrew(text))
    return _Written(kept, context, text, is_answered=bool(kept), is_stopped=True)


def _part_item(part: AnsweredPart) -> ContextItem:
    return ContextItem(
        Kind.PART,
        part.number,
        f"Part {part.number}",
        part.part.text,
        part.tokens,
        relevance=part.part.score / 100,
        sentences=part.part.sentences,
    )


def _nothing_answers(project: Project, question: str, asked: _Asked, control: RunControl) -> str:
    """Said by the program itself, with where to look instead."""
    if not asked.mode.reads_reports:
        return nothing_in_text_units(project, question, len(asked.reading.tokens), asked.retrieved.missing)
    texts = templates_for(question)
    count = len(asked.reading.reports)
    lines = [texts.nothing_here]
    if count:
        lines = [texts.nothing_in[0 if count == 1 else 1].format(count=f"{count:,}", level=asked.reading.level)]
    if missing := asked.retrieved.missing:
        said = texts.never_mentioned.format(words=texts.quoted(missing))
        lines.append(f"{said[0].upper()}{said[1:]}{texts.stop}")
    near = nearest_reports(project, question, asked.reading.reports, control)
    heads = communities.report_heads(project.database)
    titles = [heads[number].title for number in near.numbers if number in heads]
    if titles:
        topics = texts.semicolon.join(map(texts.quotes.format, titles))
        lines.append((texts.nearest_topics if near.is_near else texts.main_topics).format(topics=topics))
    return " ".join(lines)


def _nothing_fits(parts: Sequence[AnsweredPart], limit: int) -> str:
    best = max(parts, key=lambda each: (each.part.score, -each.number))
    return (
        f"The most helpful part has {best.tokens:,} tokens and the answer may be written from {limit:,}: nothing fits."
        " Raise reduce_data_tokens and ask again."
    )


def _parts_alone(why: str, kept: Sequence[AnsweredPart]) -> str:
    """Without an answer, the parts are there all the same."""
    return "\n\n".join([f"{why} These are the parts it was to be made of.", *(each.part.text for each in kept)])


def _answer(project: Project, question: str, asked: _Asked, written: _Written, started: float) -> Answer:
    given = Given(item for part in written.kept for item in part.context.items)
    resolved = resolve_citations(project.database, written.text, given)
    kept = {each.number for each in written.kept}
    return Answer(
        id=uuid.uuid4().hex,
        question=question,
        mode=asked.mode,
        level=asked.reading.level,
        engine=project.engine.name,
        is_answered=written.is_answered,
        text=written.text,
        parts=tuple(_scored(each, is_kept=each.number in kept) for each in asked.parts),
        reports=_uses(asked, kept, resolved),
        citations=resolved.citations,
        coverage=resolved.coverage if written.is_answered else 0.0,
        index_version=asked.memory.version,
        asked_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        seconds=round(time.monotonic() - started, 3),
        is_stopped=written.is_stopped,
        failure=written.failure,
        statements=resolved.statements,
    )


def _scored(part: AnsweredPart, *, is_kept: bool) -> ScoredPart:
    reports = tuple(item.number for item in part.context.items if item.kind is Kind.REPORT)
    own = part.batch.question if part.batch.parent else ""
    return ScoredPart(part.number, reports, part.part.score, part.tokens, is_kept, part.failure, own, part.batch.parent)


def _uses(asked: _Asked, kept: set[int], resolved: Resolved) -> tuple[ReportUse, ...]:
    """What became of every report that was read, the most helpful first."""
    cited = {
        each.number for each in resolved.citations if each.kind is Kind.REPORT and each.status is CitationStatus.OK
    }
    cited |= {each.report for each in resolved.quoted if each.report is not None}
    uses: dict[int, ReportUse] = {}
    for part in asked.parts:
        own: Mapping[int, int] = dict(part.part.report_scores)
        for item in part.context.items:
            if item.kind is Kind.REPORT:
                score = max(0, min(100, own.get(item.number, part.part.score)))
                use = _use(part, score, is_cited=item.number in cited, is_kept=part.number in kept)
                found = ReportUse(item.number, item.title, score, use)
                before = uses.get(item.number)  # one that several questions read counts as where it helped most
                if before is None or (_RANK[use], -score) < (_RANK[before.use], -before.score):
                    uses[item.number] = found
    return tuple(sorted(uses.values(), key=lambda each: (-each.score, each.number)))


_RANK = {each: place for place, each in enumerate((Use.CITED, Use.READ, Use.DROPPED, Use.ZERO))}


def _use(part: AnsweredPart, score: int, *, is_cited: bool, is_kept: bool) -> Use:
    if is_cited:
        return Use.CITED
    if part.failure:
        return Use.DROPPED
    if score == 0 or part.part.score == 0:
        return Use.ZERO
    return Use.READ if is_kept else Use.DROPPED


def _sent(parts: Sequence[AnsweredPart], final: Context) -> list[Sent]:
    """Everything that was sent: the records of each part, then the parts of which the answer was made."""
    records = [(part.number, item) for part in parts for item in part.context.items]
    return [*records, *((_FINAL, item) for item in final.items)]
