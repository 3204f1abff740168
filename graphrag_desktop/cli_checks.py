"""Answers checked with a model, from the command line: the work, and what came of it as JSON and as text."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_desktop.cli_output import Json
from graphrag_desktop.domain.answer_checks import AnswerCheck, CheckedStatement, CheckEstimate, Step, Verdict
from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.estimates import Range
from graphrag_desktop.domain.run_control import RunControl

if TYPE_CHECKING:
    from graphrag_desktop.project import Project

_ENTERED = {
    Step.READING: "entered when text was read",
    Step.REPORT: "entered in",
    Step.MAP: "entered in",
    Step.REDUCE: "entered when the answer was written",
}


def checked(path: Path, answer: str, patience: int, control: RunControl) -> Answer:
    """Check a kept answer of the project at `path`; without its id the one given last."""
    from graphrag_desktop.project import open_project
    from graphrag_desktop.query.answer_checking import check_answer

    with open_project(path) as project:
        return check_answer(project, answer or _latest(project), control, patience)


def estimated(path: Path, answer: str, patience: int) -> CheckEstimate:
    """What that would take; nothing is asked."""
    from graphrag_desktop.project import open_project
    from graphrag_desktop.query.answer_checking import estimate_check

    with open_project(path, for_writing=False) as project:
        return estimate_check(project, answer or _latest(project), RunControl(), patience)


def check_object(answer: Answer, check: AnswerCheck) -> Json:
    """An answer's check with the way of every statement."""
    rate = check.fabrication_rate
    return {
        "answer": answer.id,
        "question": answer.question,
        "engine": check.engine,
        "checked_at": check.checked_at,
        "verdicts": {each.value: check.count(each) for each in Verdict},
        "fabrication_rate": None if rate is None else round(rate, 4),
        "statements": [_statement_object(each) for each in check.statements],
        "model_calls": check.model_calls,
        "prompt_tokens": check.prompt_tokens,
        "completion_tokens": check.completion_tokens,
        "money": check.money,
    }


def check_text(answer: Answer, check: AnswerCheck) -> str:
    """The same for people, a statement a line."""
    lines = [answer.question, ""]
    for each in check.statements:
        lines.append(f"{each.verdict.value.capitalize():<15}{' '.join(each.text.split())}")
        if reason := ". ".join(filter(None, (entered_words(each), each.why.rstrip(".")))):
            lines.append(f"{'':<15}{reason}.")
    rate = check.fabrication_rate
    totals = [f"{check.count(each):,} {each.value}" for each in Verdict if check.count(each)]
    lines += ["", f"{', '.join(totals)}; checked by {check.engine}"]
    if rate is not None:
        lines.append(f"Fabrication rate: {rate:.0%}, of the statements that could be judged")
    return "\n".join(lines)


def estimate_object(estimate: CheckEstimate) -> Json:
    """What a check would take, each as least and most."""
    money = estimate.money
    return {
        "statements": estimate.statements,
        "calls": _whole(estimate.calls),
        "prompt_tokens": _whole(estimate.prompt_tokens),
        "completion_tokens": _whole(estimate.completion_tokens),
        "money": None if money is None else [round(money.low, 4), round(money.high, 4)],
    }


def estimate_text(estimate: CheckEstimate) -> str:
    """The same for people."""
    money = estimate.money
    return "\n".join(
        [
            f"Statements: {estimate.statements:,}",
            f"Calls: {_range(estimate.calls)}",
            f"Tokens: {_range(estimate.prompt_tokens)} read, {_range(estimate.completion_tokens)} written",
            "Money: no price is known" if money is None else f"Money: {money.low:,.2f} to {money.high:,.2f}",
        ]
    )


def entered_words(statement: CheckedStatement) -> str:
    """Where what is not supported came in; empty where nothing did."""
    if statement.entered is None:
        return ""
    said = _ENTERED[statement.entered]
    names = ", ".join(f"{kind.value} {number}" for kind, number in statement.entered_in)
    return f"{said} {names}".strip() if statement.entered in {Step.REPORT, Step.MAP} else said


def _latest(project: "Project") -> str:
    from graphrag_desktop.explore.answers import answer_history

    heads = answer_history(project)
    if not heads:
        raise InputError("Nothing was asked of this project yet.", "Ask first: graphrag-desktop ask PROJECT QUESTION.")
    return heads[0].id


def _statement_object(statement: CheckedStatement) -> Json:
    return {
        "text": statement.text,
        "start": statement.span.start,
        "end": statement.span.end,
        "verdict": statement.verdict.value,
        "entered": None if statement.entered is None else statement.entered.value,
        "entered_in": _records(statement.entered_in),
        "why": statement.why,
        "trail": [
            {
                "records": _records(each.records),
                "verdict": each.verdict.value,
                "sentences": list(each.sentences),
                "reason": each.reason,
                "left_out": each.left_out,
            }
            for each in statement.trail
        ],
    }


def _records(records: Iterable[tuple[Kind, int]]) -> Json:
    return [{"kind": kind.value, "number": number} for kind, number in records]


def _whole(span: Range) -> Json:
    return [round(span.low), round(span.high)]


def _range(span: Range) -> str:
    return f"{round(span.low):,} to {round(span.high):,}"
