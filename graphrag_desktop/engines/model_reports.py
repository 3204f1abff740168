"""Reports that a model writes: one JSON object from the records of a community, checked, and mended where it can be."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from graphrag_desktop.domain.citations import parse_citations
from graphrag_desktop.domain.contexts import Context, ContextItem, Kind, ReportContext
from graphrag_desktop.domain.events import Stage, Warned
from graphrag_desktop.domain.replies import report_origin
from graphrag_desktop.domain.reports import Finding, ReportDraft
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.engines.model_json import JsonAsker
from graphrag_desktop.engines.model_prompts import REPORT, language_words, material
from graphrag_desktop.llm.json_text import Json, finite, items_at, member, text_at
from graphrag_desktop.llm.models import ChatRequest, Message, Role, Schema

_WRITING_VERSION = 1  # raise it whenever the same reply gives another report
_WORDS_A_TOKEN = 0.75
_JSON_ROOM = 2  # times the report: quotes and names of members, and models that write more than they are asked
_SHOWN = 5
_TEXT: Json = {"type": "string"}
_FINDING: Json = {
    "type": "object",
    "properties": {"summary": _TEXT, "explanation": _TEXT},
    "required": ["summary", "explanation"],
    "additionalProperties": False,
}
REPORT_SCHEMA = Schema(
    "report",
    json.dumps(
        {
            "type": "object",
            "properties": {
                "title": _TEXT,
                "summary": _TEXT,
                "rating": {"type": "number"},
                "rating_explanation": _TEXT,
                "findings": {"type": "array", "items": _FINDING},
            },
            "required": ["title", "summary", "rating", "rating_explanation", "findings"],
            "additionalProperties": False,
        }
    ),
)
"""Title, summary, rating 0 to 10 with its reason, findings (GraphRAG, Edge et al., appendix)."""


@dataclass(frozen=True, slots=True)
class ReportWriter:
    """Writes reports with one model."""

    json: JsonAsker
    settings: Settings

    @property
    def identity(self) -> str:
        """What determines a report besides its records."""
        model = self.json.model.settings
        parts = [f"report {_WRITING_VERSION}", model.model, f"{model.temperature} {model.seed}"]
        return " | ".join([*parts, self.json.prompts.fingerprint(REPORT), self.settings.language])

    def write(self, context: ReportContext, control: RunControl) -> ReportDraft:
        """The report; raises a `ModelError` where the model gives none that can be used."""
        prompt = self.json.prompts.fill(
            "report",
            input_text=records_text(context.context),
            max_report_length=str(round(context.report_tokens * _WORDS_A_TOKEN)),
            language=language_words(self.settings, "the language of the records"),
        )
        room = _JSON_ROOM * context.report_tokens + 500
        request = ChatRequest((Message(Role.USER, prompt),), room, REPORT_SCHEMA, task="report")
        origin = report_origin(context.community, context.context.text)
        draft = self.json.ask(request, origin, read_report, control)
        if foreign := list(_foreign(draft, context.context)):
            shown = ", ".join(foreign[:_SHOWN]) + (
                f" and {len(foreign) - _SHOWN} more" if len(foreign) > _SHOWN else ""
            )
            reason = f"It cites what it was not given: {shown}."
            control.emit(Warned(Stage.REPORTS, f"report {context.community}", reason))
        return draft


def records_text(context: Context) -> str:
    """The records of a context, each with the number by which it is cited."""
    return context.separator.join(_numbered(item) for item in context.items if item.text)


def _numbered(item: ContextItem) -> str:
    text = material(item.text) if item.kind is not Kind.REPORT else item.text
    return f"Report {item.number}: {text.removeprefix('# ')}" if item.kind is Kind.REPORT else text


def read_report(value: Json) -> ReportDraft:
    """The report in a reply; raises `ValueError` naming what is missing.

    A rating may be written in many ways, and findings may be incomplete: what can be used is.
    """
    if not isinstance(value, Mapping):
        value = next((each for each in items_at(value) if isinstance(each, Mapping)), None)
    title, summary = text_at(value, "title").strip(), text_at(value, "summary").strip()
    if not title or not summary:
        raise ValueError("it needs a title and a summary")
    findings = tuple(_findings(member(value, "findings")))
    if not findings:
        raise ValueError("it needs at least one finding with an explanation")
    rating = finite(member(value, "rating"))
    reason = text_at(value, "rating_explanation").strip()
    if rating is None:
        reason = f"Not rated: the model gave “{member(value, 'rating')}”. {reason}".strip()
    return ReportDraft(title, summary, findings, min(10.0, max(0.0, rating or 0.0)), reason)


def _findings(value: Json) -> Iterator[Finding]:
    if isinstance(value, str):
        value = [value]
    for each in items_at(value):
        summary = each if isinstance(each, str) else text_at(each, "summary") or text_at(each, "title")
        explanation = "" if isinstance(each, str) else text_at(each, "explanation") or text_at(each, "description")
        if summary.strip() or explanation.strip():
            yield Finding(summary.strip() or explanation.strip()[:80], explanation.strip())


def _foreign(draft: ReportDraft, context: Context) -> Iterator[str]:
    """The records that the report cites and was not given."""
    given = {(item.kind, item.number) for item in context.items}
    told = [draft.summary, *(finding.explanation for finding in draft.findings)]
    cited = {
        (ref.kind, number)
        for text in told
        for group in parse_citations(text)
        for ref in group.refs
        for number in ref.ids
    }
    has_reports = any(kind is Kind.REPORT for kind, _ in given)
    for kind, number in sorted(cited - given):
        if not (has_reports and kind is not Kind.REPORT):  # a record of a part's report may stand in its text
            yield f"{kind.value} {number}"
