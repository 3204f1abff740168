"""What every way of asking shares: the question and the index looked at first, the calls counted, the answer kept."""

import contextlib
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphrag_desktop.domain.answers import Answer, CitationStatus, Mode, ReportUse, Use
from graphrag_desktop.domain.asking import Considered
from graphrag_desktop.domain.ceilings import Ceiling
from graphrag_desktop.domain.contexts import Context, Kind
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, QuestionError
from graphrag_desktop.domain.events import AnswerGrew, ContextChosen
from graphrag_desktop.domain.prices import price_list
from graphrag_desktop.domain.restriction import EVERYTHING
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.usage import CountingControl
from graphrag_desktop.language.questions import read_question
from graphrag_desktop.language.templates import templates_for
from graphrag_desktop.project import Project
from graphrag_desktop.query.answer_recorder import AnswerRecorder, ContextRecorder
from graphrag_desktop.query.evidence import Given, Resolved, resolve_citations
from graphrag_desktop.query.index_memory import IndexMemory, remember_index
from graphrag_desktop.query.kept_vectors import is_latent
from graphrag_desktop.query.restricting import only_inside
from graphrag_desktop.storage import journal
from graphrag_desktop.storage.answers import Sent, keep_answer
from graphrag_desktop.storage.replies import keep_usage

_FINAL = 0  # the number under which what the final answer was given is kept

Work = Callable[[str, float, RunControl], tuple[Answer, Sequence[Sent]]]
"""Answers a question that began at a time of `time.monotonic`; gives the answer without its cost, and all that was sent."""

Consider = Callable[[Project, str, RunControl], Considered]
"""Finds the records that a question is answered from in one call."""


def ask_and_keep(project: Project, question: str, work: Work, control: RunControl) -> Answer:
    """The answer with what it cost, kept in the project where that can be written; what a failure cost is noted too."""
    started = time.monotonic()
    question = question.encode(errors="replace").decode()  # half of a character is none, and cannot be kept
    counting = CountingControl(control, _ceilings(project))
    recorder = ContextRecorder(counting)
    try:
        answer, sent = work(question, started, recorder)
    except GraphRagError:
        with contextlib.suppress(GraphRagError):  # what went wrong matters more than that its cost cannot be noted
            _note_usage(project, counting)
        raise
    finally:
        recorder.stop_listening()
        counting.stop_listening()
    used, prices = counting.total, price_list(project.models, project.settings)
    answer = replace(
        answer,
        restriction=EVERYTHING if project.scope is None else project.scope.restriction,
        model_calls=used.calls,
        prompt_tokens=used.prompt_tokens,
        completion_tokens=used.completion_tokens,
        money=prices.total(counting.lines) if prices.is_known else None,
    )
    if not project.read_only_reason:
        keep_answer(project.database, answer, sent, recorder.considered)
        _note_usage(project, counting, answer.id)
    return answer


def _note_usage(project: Project, counting: CountingControl, answer: str | None = None) -> None:
    if counting.lines and not project.read_only_reason:
        project.replies.write()
        keep_usage(project.database, counting.lines, answer=answer)


def ask_at_once(project: Project, question: str, mode: Mode, consider: Consider, control: RunControl) -> Answer:
    """Answer a question from the records of one context, in one call, and keep the answer.

    Raises `QuestionError` where nothing was asked or there is nothing to ask. Stopped while the answer is written, what
    is there of it is kept and returned, marked as stopped; stopped before, `Cancelled` is raised and nothing is kept.
    So it is where the model fails, with the reason in place of the mark.
    """

    def work(question: str, started: float, control: RunControl) -> tuple[Answer, list[Sent]]:
        memory = askable_index(project, question)
        with same_index(project, memory):
            considered = only_inside(project, consider(project, question, control))
            control.emit(ContextChosen(considered))
            control.checkpoint()
            told = _written(project, question, considered, control)
        context = considered.context
        resolved = resolve_citations(project.database, told.text, Given(context.items))
        answer = Answer(
            id=uuid.uuid4().hex,
            question=question,
            mode=mode,
            level=0,
            engine=project.engine.name,
            is_answered=told.is_answered,
            text=told.text,
            parts=(),
            reports=_uses(context, resolved),
            citations=resolved.citations,
            coverage=resolved.coverage if told.is_answered else 0.0,
            index_version=memory.version,
            asked_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
            seconds=round(time.monotonic() - started, 3),
            is_stopped=told.is_stopped,
            failure=told.failure,
            statements=resolved.statements,
        )
        return answer, [(_FINAL, item) for item in context.items]

    return ask_and_keep(project, question, work, control)


def _ceilings(project: Project) -> tuple[Ceiling, ...]:
    """What a single question may cost at most, where that is set."""
    most = project.settings.cap_question_money
    return () if most is None else (Ceiling(most, price_list(project.models, project.settings)),)


def askable_index(project: Project, question: str) -> IndexMemory:
    """What is remembered of the index; raises `QuestionError` where nothing was asked or there is nothing to ask."""
    if not question.strip():
        raise QuestionError("Nothing was asked.", "Write a question about the documents.")
    memory = remember_index(project)
    if not memory.hierarchy.levels:
        if memory.version:
            if failed := len(journal.failures(project.database)):
                raise QuestionError(
                    f"Nothing could be read out of the documents of {project.path.name}: the last run failed {failed:,}"
                    f" time{'s' if failed > 1 else ''}.",
                    "Look at what failed and at the replies; another model may do better. Then index again.",
                )
            raise QuestionError(
                f"No name or concept was found in the documents of {project.path.name}: there is nothing to be asked.",
                "Put more documents into the folder and index it again.",
            )
        raise QuestionError(
            f"{project.path.name} has no index yet.", "Index a folder first: graphrag-desktop index FOLDER."
        )
    return memory


@contextlib.contextmanager
def same_index(project: Project, memory: IndexMemory) -> Iterator[None]:
    """Work on what was read of an index: what is missing then because of another commit is said so."""
    try:
        yield
    except KeyError as error:
        if remember_index(project) is memory:
            raise
        raise QuestionError("The index was changed while the question was answered.", "Ask again.") from error


def nothing_in_text_units(project: Project, question: str, count: int, missing: Sequence[str]) -> str:
    """Said by the program itself where none of so many text units helps."""
    texts = templates_for(question)
    if is_latent(project) and read_question(project.arrays.measures, question).is_overview:
        return texts.asks_of_all
    said = texts.nothing_in_text[0 if count == 1 else 1].format(count=f"{count:,}")
    lines = [said if count else texts.nothing_here]
    if missing:
        said = texts.never_mentioned.format(words=texts.quoted(missing))
        lines.append(f"{said[0].upper()}{said[1:]}{texts.stop}")
    return " ".join(lines)


def broken_off(text: str, error: GraphRagError) -> str:
    """What came of an answer before its model failed, with the reason; empty where nothing came."""
    return f"{text}\n\n(The answer breaks off here: {error.words})" if text.strip() else ""


@dataclass(frozen=True, slots=True)
class _Told:
    text: str
    is_answered: bool
    is_stopped: bool = False
    failure: str = ""


def _written(project: Project, question: str, considered: Considered, control: RunControl) -> _Told:
    """The text, and how it came to its end. Where nothing is sent, the engine is not asked."""
    context = considered.context
    if not context.items:
        looked_at = sum(each.item.kind is Kind.SOURCE for each in considered.candidates)
        text = nothing_in_text_units(project, question, looked_at, considered.missing)
        control.emit(AnswerGrew(text))
        return _Told(text, is_answered=False)
    recorder = AnswerRecorder(control)
    try:
        text = project.engine.answer_from(question, context, recorder)
    except Cancelled:
        if not recorder.text.strip():
            raise
        return _Told(recorder.text, is_answered=True, is_stopped=True)
    except GraphRagError as error:
        text = broken_off(recorder.text, error)
        if not text:
            raise
        control.emit(AnswerGrew(text.removeprefix(recorder.text)))
        return _Told(text, is_answered=True, failure=error.words)
    finally:
        recorder.stop_listening()
    if not text.strip():
        raise QuestionError("The answer came back empty.", "Ask again, or ask the whole collection.")
    return _Told(text, is_answered=True)


def _uses(context: Context, resolved: Resolved) -> tuple[ReportUse, ...]:
    cited = {
        each.number for each in resolved.citations if each.kind is Kind.REPORT and each.status is CitationStatus.OK
    }
    return tuple(
        ReportUse(
            item.number,
            item.title,
            round(100 * (item.relevance or 0.0)),
            Use.CITED if item.number in cited else Use.READ,
        )
        for item in context.items
        if item.kind is Kind.REPORT
    )
