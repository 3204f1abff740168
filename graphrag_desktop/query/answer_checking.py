"""Checking a kept answer with a model: what it takes, statement by statement, and what was found kept with the answer."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from graphrag_desktop.domain.answer_checks import (
    PATIENT,
    AnswerCheck,
    CheckedStatement,
    CheckEstimate,
    Judgement,
    Verdict,
)
from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.citations import Statement, split_statements
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, InputError, InvalidSetting
from graphrag_desktop.domain.estimates import Range
from graphrag_desktop.domain.events import StatementChecked
from graphrag_desktop.domain.fan_out import fan_out
from graphrag_desktop.domain.prices import price_list, price_of
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.usage import CountingControl
from graphrag_desktop.engines.model_verdicts import CHECK_ROOM, StatementToJudge
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.project import Project
from graphrag_desktop.query.answer_tracing import Room, trace
from graphrag_desktop.query.provenance import Provenance
from graphrag_desktop.storage import answers, journal
from graphrag_desktop.storage.answer_checks import keep_check
from graphrag_desktop.storage.replies import keep_usage

if TYPE_CHECKING:
    from graphrag_desktop.engines.model_engine import ModelEngine

_TEMPLATE = 520.0  # tokens of the prompt beside sentences and statement
_LAYERS = 4  # parts, reports, records, text units; a report of reports has one more
_FEW = 300.0  # tokens of a layer at least: what a few sentences cite
_REPLY = 40.0  # tokens of a reply at least
_STOPPED = "Stopped before it was checked."


def estimate_check(project: Project, identity: str, control: RunControl, patience: int = PATIENT) -> CheckEstimate:
    """What checking an answer takes at most and at least, before anything is asked.

    Raises `InvalidSetting` with the built-in engine, `InputError` where there is nothing to be checked.
    """
    control.checkpoint()
    _model_of(project)
    answer = _answer(project, identity)
    statements = split_statements(answer.text)
    provenance = Provenance(project.database, answer)
    room = project.settings.map_data_tokens
    parts = float(min(room, provenance.tokens_of_parts))
    most = float(min(room, max(provenance.tokens_of_records, _FEW)))
    count = len(statements)
    calls = Range(count * min(patience, _LAYERS - 1), count * (_LAYERS + 1))
    prompt_tokens = Range(
        calls.low * _TEMPLATE + count * (parts + (min(patience, _LAYERS - 1) - 1) * _FEW),
        calls.high * _TEMPLATE + count * (parts + _LAYERS * most),
    )
    written = Range(calls.low * _REPLY, calls.high * CHECK_ROOM / 2)
    models = project.models
    price = None if models is None else price_of(models.answers or models.extraction, project.settings)
    money = None
    if price is not None:
        money = Range(price.of(prompt_tokens.low, written.low), price.of(prompt_tokens.high, written.high))
    return CheckEstimate(count, calls, prompt_tokens, written, money)


def check_answer(project: Project, identity: str, control: RunControl, patience: int = PATIENT) -> Answer:
    """Have a model check every statement of a kept answer; returned, and kept, with what was found.

    Stopped, what is finished is kept and the rest is not checked; a statement whose call fails is not checked, and says
    why. Raises as `estimate_check`, and where every call fails.
    """
    engine = _model_of(project)
    answer = _answer(project, identity)
    statements = split_statements(answer.text)
    version = journal.index_version(project.database)
    counting = CountingControl(control)
    try:
        found = _checked(project, engine, answer, statements, counting, patience)
    finally:
        counting.stop_listening()
    used, prices = counting.total, price_list(project.models, project.settings)
    check = AnswerCheck(
        engine.name,
        datetime.now(UTC).isoformat(timespec="milliseconds"),
        version,
        tuple(found),
        used.calls,
        used.prompt_tokens,
        used.completion_tokens,
        prices.total(counting.lines) if prices.is_known else None,
        control.is_cancelled,
    )
    if not project.read_only_reason and keep_check(project.database, identity, check):
        project.replies.write()
        keep_usage(project.database, counting.lines, answer=identity)
    return replace(answer, check=check)


def _model_of(project: Project) -> "ModelEngine":
    from graphrag_desktop.engines.model_engine import ModelEngine

    engine = project.engine
    if not isinstance(engine, ModelEngine):
        raise InvalidSetting(
            "Checking an answer needs a model: the built-in engine quotes, and cannot judge what words mean.",
            "Choose a model under Preferences, Models, or index with --engine model.",
        )
    return engine


def _answer(project: Project, identity: str) -> Answer:
    answer = answers.answer(project.database, identity)
    if answer is None:
        raise InputError("That answer is no longer in the project.", "Ask the question again.")
    if not answer.is_answered or not split_statements(answer.text):
        raise InputError("There is no statement in this answer to be checked.", "Ask another question.")
    return answer


def _checked(  # the work's own things, gathered by its one caller
    project: Project,
    engine: "ModelEngine",
    answer: Answer,
    statements: Sequence[Statement],
    control: RunControl,
    patience: int,
) -> list[CheckedStatement]:
    """Every statement in its order, many at a time; what was found earlier stands where there is nothing newer."""
    settings = project.settings
    room = Room(settings.map_data_tokens, lambda text: count_tokens(text, settings.encoding))
    provenance = Provenance(project.database, answer)
    before = {each: earlier.text for earlier, each in pairwise(statements)}
    found = {each: _earlier(answer, each) for each in statements}

    def judge(statement: Statement, sentences: Sequence[str]) -> Judgement:
        control.checkpoint()
        asked = StatementToJudge(statement.text, before.get(statement, ""), answer.question)
        return engine.judge(asked, sentences, control)

    def check(statement: Statement) -> CheckedStatement:
        return trace(statement, provenance, judge, room, patience)

    failures: list[GraphRagError] = []
    try:
        with ThreadPoolExecutor(engine.at_once, thread_name_prefix="checking") as executor:
            for done, (statement, outcome) in enumerate(
                fan_out(check, statements, executor, control, in_flight=engine.at_once), start=1
            ):
                if isinstance(outcome, GraphRagError) and not isinstance(outcome, Cancelled):
                    failures.append(outcome)
                    found[statement] = _failed(outcome, found[statement])
                elif isinstance(outcome, Exception):
                    raise outcome
                else:
                    found[statement] = outcome
                control.emit(StatementChecked(done, len(statements)))
    except Cancelled:
        pass
    if failures and len(failures) == len(found):
        raise failures[0]  # such as a server that is not there: nothing was found, and nothing is lost
    return list(found.values())


def _failed(error: GraphRagError, earlier: CheckedStatement) -> CheckedStatement:
    """What was found before stands; else why nothing was found now."""
    if earlier.verdict is not Verdict.UNCHECKED:
        return earlier
    return replace(earlier, why=error.words, trail=())


def _earlier(answer: Answer, statement: Statement) -> CheckedStatement:
    known = answer.check.statements if answer.check else ()
    for each in known:
        if each.span == statement.span and each.verdict is not Verdict.UNCHECKED:
            return each
    return CheckedStatement(statement.text, statement.span, Verdict.UNCHECKED, why=_STOPPED)
