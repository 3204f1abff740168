"""Answers, their citations and what was kept of them: as JSON for scripts, with fields that stay as they are, and as text for people."""

from collections.abc import Iterable

from graphrag_desktop.cli_output import Json
from graphrag_desktop.domain.answers import MADE_BY_PROGRAM, Answer, Citation
from graphrag_desktop.domain.case_file import CaseItem
from graphrag_desktop.domain.citations import format_citations
from graphrag_desktop.domain.graph import Evidence


def answer_object(answer: Answer) -> Json:
    """An answer with its parts, the reports it read, and its citations resolved."""
    return {
        "id": answer.id,
        "answered": answer.is_answered,
        "answer": answer.text,
        "mode": answer.mode.value,
        "level": answer.level,
        "engine": answer.engine,
        "parts": [
            {
                "number": each.number,
                "reports": list(each.reports),
                "score": each.score,
                "tokens": each.tokens,
                "kept": each.is_kept,
                "failure": each.failure,
            }
            for each in answer.parts
        ],
        "reports": [
            {"number": each.number, "title": each.title, "score": each.score, "use": each.use.value}
            for each in answer.reports
        ],
        "citations": [citation_object(each) for each in answer.citations],
        "coverage": round(answer.coverage, 4),
        "valid_share": None if answer.valid_share is None else round(answer.valid_share, 4),
        "reach": None if answer.reach is None else round(answer.reach, 4),
        "statements": [
            {"text": each.text, "cited": each.is_cited, "anchors": list(each.anchors), "missing": list(each.missing)}
            for each in answer.statements
        ],
        "model_calls": answer.model_calls,
        "prompt_tokens": answer.prompt_tokens,
        "completion_tokens": answer.completion_tokens,
        "seconds": round(answer.seconds, 3),
    }


def answer_text(answer: Answer) -> str:
    """An answer for people: its text, then the words of the documents it reaches, each with the records that cite them."""
    labels: dict[str, dict[str, None]] = {}
    for citation in answer.citations:
        label = format_citations([(citation.kind, citation.number)])[len("[Data: ") : -1]
        words = [f"{_place(each)}: “{' '.join(each.quote.split())}”" for each in citation.evidence]
        for each in words or [citation.status.value]:
            labels.setdefault(each, {})[label] = None
    cited = [f"- {words} [{'; '.join(found)}]" for words, found in labels.items()]
    sources = ["", "Sources", *cited] if cited else []
    return "\n".join([answer.text, *sources, "", MADE_BY_PROGRAM])


def citation_object(citation: Citation) -> Json:
    """A citation and the words of the documents that it reaches."""
    return {
        "text": citation.text,
        "kind": citation.kind.value,
        "number": citation.number,
        "status": citation.status.value,
        "evidence": [
            {
                "document": each.document,
                "path": each.path,
                "page": each.page,
                "start": each.span.start,
                "end": each.span.end,
                "quote": each.quote,
            }
            for each in citation.evidence
        ],
    }


def _place(evidence: Evidence) -> str:
    return evidence.path if evidence.page is None else f"{evidence.path}, page {evidence.page}"


def case_object(items: Iterable[CaseItem]) -> Json:
    """The items of the case file as a list."""
    return [
        {
            "id": each.id,
            "kind": each.kind.value,
            "title": each.title,
            "text": each.text,
            "note": each.note,
            "added_at": each.added_at,
            "citations": [citation_object(citation) for citation in each.citations],
        }
        for each in items
    ]


def case_text(items: Iterable[CaseItem]) -> str:
    """The same, a line each."""
    lines = [f"{each.kind.value}  {each.title}{f' ({each.note})' if each.note else ''}" for each in items]
    return "\n".join(lines) or "There is nothing in the case file yet."
