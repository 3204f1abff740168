"""The plan of an index run as JSON and as text: the files, and with models the calls, tokens, money and minutes."""

from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_desktop.cli_changes import document_lines, documents_object
from graphrag_desktop.cli_output import Json
from graphrag_desktop.cli_results import skipped_lines, skipped_object
from graphrag_desktop.cli_words import counted
from graphrag_desktop.domain.estimates import Range, RunForecast

if TYPE_CHECKING:
    from graphrag_desktop.pipeline.plan import IndexPlan


def plan_object(plan: "IndexPlan", forecast: RunForecast | None) -> Json:
    """What an index run would do, and with models what it would take."""
    found: dict[str, Json] = {
        "folder": plan.folder,
        "files": plan.files,
        "bytes": plan.size,
        "new_documents": plan.new_documents,
        "known_documents": plan.known_documents,
        "skipped": [skipped_object(each) for each in plan.skipped],
        "changes": documents_object(plan.changes),
    }
    return found if forecast is None else {**found, "estimate": _forecast_object(forecast)}


def plan_text(plan: "IndexPlan", forecast: RunForecast | None, project: Path) -> str:
    """The same for people, with the project that it was made for."""
    lines = [
        f"{plan.folder}: {counted(plan.files, 'file')}, {plan.size / 1e6:,.1f} MB",
        f"To be read: {counted(plan.new_documents, 'document')}; known already: {plan.known_documents:,}",
        *(["Since the last run:", *document_lines(plan.changes)] if plan.changes.count else []),
        f"Project: {project}" + ("" if plan.known_documents else ", of which nothing was read yet"),
        *([] if forecast is None else _forecast_lines(forecast)),
        *skipped_lines(plan.skipped),
    ]
    return "\n".join(lines)


def _forecast_object(forecast: RunForecast) -> Json:
    return {
        "text_units": _whole(forecast.text_units),
        "calls": {each.task: _whole(each.calls) for each in forecast.tasks},
        "prompt_tokens": _whole(forecast.prompt_tokens),
        "completion_tokens": _whole(forecast.completion_tokens),
        "money": None if forecast.money is None else [round(forecast.money.low, 4), round(forecast.money.high, 4)],
        "minutes": None
        if forecast.minutes is None
        else [round(forecast.minutes.low, 1), round(forecast.minutes.high, 1)],
        "measured_text_units": forecast.measured_units,
    }


def _forecast_lines(forecast: RunForecast) -> list[str]:
    money, minutes = forecast.money, forecast.minutes
    calls = ", ".join(f"{each.task} {_range(each.calls)}" for each in forecast.tasks if each.calls.high >= 0.5)
    measured = forecast.measured_units
    basis = (
        f"By what {measured:,} text units of this project took." if measured else "Guessed by the sizes of the files."
    )
    return [
        f"Text units: {_range(forecast.text_units)}",
        f"Calls: {_range(forecast.calls)}" + (f" ({calls})" if calls else ""),
        f"Tokens: {_range(forecast.prompt_tokens)} read, {_range(forecast.completion_tokens)} written",
        "Money: no price is known; --set prompt_price=... --set completion_price=... (of a million tokens)"
        if money is None
        else f"Money: {money.low:,.2f} to {money.high:,.2f}",
        *([] if minutes is None else [f"Minutes: {minutes.low:,.0f} to {max(1, minutes.high):,.0f}"]),
        basis,
    ]


def _whole(span: Range) -> Json:
    return [round(span.low), round(span.high)]


def _range(span: Range) -> str:
    low, high = round(span.low), round(span.high)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
