"""Answers, their citations and what was kept of them: as JSON for scripts, with fields that stay as they are, and as text for people."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_desktop.cli_output import Json
from graphrag_desktop.cli_words import counted
from graphrag_desktop.domain.answers import MADE_BY_PROGRAM, Answer, Citation
from graphrag_desktop.domain.asking import Candidate, Considered, QuestionEstimate
from graphrag_desktop.domain.case_file import CaseItem
from graphrag_desktop.domain.citations import format_citations
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.restriction import Restriction
from graphrag_desktop.domain.standing import StandingQuestion

if TYPE_CHECKING:  # heavier than a command that asks for help may wait for
    from graphrag_desktop.explore.comparison import Comparison


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A standing question; `is_due` where the index has changed since, `is_new` where it was just asked, `change` what did."""

    standing: StandingQuestion
    is_due: bool
    is_new: bool = False
    change: "Comparison | None" = None


def answer_object(answer: Answer, following: Sequence[str] = ()) -> Json:
    """An answer with its parts, the reports it read, its citations resolved, and what could be asked next."""
    return {
        "id": answer.id,
        "question": answer.question,
        "typed": answer.typed,
        "thread": answer.thread or answer.id,
        "parent": answer.parent or None,
        "restriction": restriction_object(answer.restriction),
        "answered": answer.is_answered,
        "answer": answer.text,
        "mode": answer.mode.value,
        "level": answer.level if answer.mode.has_level else None,
        "engine": answer.engine,
        "parts": [
            {
                "number": each.number,
                "reports": list(each.reports),
                "score": each.score,
                "tokens": each.tokens,
                "kept": each.is_kept,
                "failure": each.failure,
                "question": each.question,
                "parent": each.parent or None,
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
        "stopped": answer.is_stopped,
        "failure": answer.failure,
        "model_calls": answer.model_calls,
        "prompt_tokens": answer.prompt_tokens,
        "completion_tokens": answer.completion_tokens,
        "seconds": round(answer.seconds, 3),
        "next": list(following),
    }


def answer_text(answer: Answer, following: Sequence[str] = ()) -> str:
    """An answer for people: its text, then the words of the documents it reaches, each with the records that cite them."""
    labels: dict[str, dict[str, None]] = {}
    for citation in answer.citations:
        label = format_citations([(citation.kind, citation.number)])[len("[Data: ") : -1]
        words = [f"{_place(each)}: “{' '.join(each.quote.split())}”" for each in citation.evidence]
        for each in words or [citation.status.value]:
            labels.setdefault(each, {})[label] = None
    cited = [f"- {words} [{'; '.join(found)}]" for words, found in labels.items()]
    sources = ["", "Sources", *cited] if cited else []
    asked = [f"Asked as: {answer.question}"] if answer.typed else []
    asked += [] if answer.restriction.is_empty else [f"Asked of {answer.restriction.words}"]
    more = ["", "Next questions", *(f"- {each}" for each in following)] if following else []
    return "\n".join([*asked, *([""] if asked else []), answer.text, *sources, *more, "", MADE_BY_PROGRAM])


def restriction_object(restriction: Restriction) -> Json:
    """What a question was restricted to; None where everything was asked."""
    if restriction.is_empty:
        return None
    return {
        "words": restriction.words,
        "selected": [{"kind": each.kind.value, "key": each.key, "title": each.title} for each in restriction.selected],
        "since": restriction.since or None,
        "until": restriction.until or None,
    }


def standing_object(rows: Iterable[StandingRow]) -> Json:
    """The standing questions, with what changed in those that were asked again."""
    return [
        {
            "id": each.standing.id,
            "question": each.standing.question,
            "mode": each.standing.mode.value,
            "level": each.standing.level if each.standing.mode.has_level else None,
            "restriction": restriction_object(each.standing.restriction),
            "kept_at": each.standing.kept_at,
            "answer": each.standing.latest,
            "before": each.standing.before or None,
            "due": each.is_due,
            "asked": each.is_new,
            "change": None
            if each.change is None
            else {
                "new": [said.text for said in each.change.only[1]],
                "gone": [said.text for said in each.change.only[0]],
                "same": [shared.first.text for shared in each.change.shared],
            },
        }
        for each in rows
    ]


def standing_text(rows: Iterable[StandingRow], *, was_asked: bool) -> str:
    """The same for people: of each question whether it is due, or what is new (+), gone (-) and the same."""
    lines: list[str] = []
    for each in rows:
        said = "due" if each.is_due else "up to date"
        if was_asked:
            said = "asked" if each.is_new else "nothing has changed, not asked"
        lines.append(f"{each.standing.question}  ({said}; {each.standing.id})")
        if each.change is not None:
            lines += [f"  + {said.text}" for said in each.change.only[1]]
            lines += [f"  - {said.text}" for said in each.change.only[0]]
            lines.append(f"  {counted(len(each.change.shared), 'statement is', 'statements are')} the same")
    return "\n".join(lines) or "No standing question is kept. “ask --keep” keeps one."


def question_object(estimate: QuestionEstimate, contexts: Iterable[Considered]) -> Json:
    """What asking would take and what would be sent: each record with its tokens, and whether it is in."""
    return {
        "mode": estimate.mode.value,
        "level": estimate.level,
        "tokens": estimate.tokens,
        "calls": estimate.calls,
        "vector_tokens": estimate.vector_tokens,
        "money": None if estimate.money is None else [round(each, 4) for each in estimate.money],
        "contexts": [
            {
                "limit": each.limit,
                "tokens": each.context.tokens,
                "choices": each.choices,
                "records": [
                    {
                        "kind": one.item.kind.value,
                        "number": one.item.number,
                        "title": one.item.title,
                        "relevance": None if one.item.relevance is None else round(one.item.relevance, 4),
                        "tokens": one.item.tokens,
                        "alpha": None if one.alpha is None else round(one.alpha, 4),
                        "in": one.is_in,
                    }
                    for one in each.candidates
                ],
            }
            for each in contexts
        ],
    }


def question_text(estimate: QuestionEstimate, contexts: Iterable[Considered]) -> str:
    """The same for people."""
    level = "" if estimate.level is None else f" at C{estimate.level}"
    lines = [
        f"{estimate.mode.value}{level}: at most {counted(estimate.tokens, 'token')} of records,"
        f" {counted(estimate.calls, 'call')} with a model"
    ]
    if estimate.vector_tokens:
        lines.append(f"Vectors of about {counted(estimate.vector_tokens, 'token')} are made first, once")
    if estimate.money is not None:
        lines.append(f"Money: {estimate.money[0]:,.4f} to {estimate.money[1]:,.4f}")
    for number, each in enumerate(contexts, start=1):
        choices = f", out of {each.choices:,} to choose from" if each.choices else ""
        lines += ["", f"Context {number}: {each.context.tokens:,} of {each.limit:,} tokens{choices}"]
        lines += [_candidate_line(one) for one in each.candidates]
    return "\n".join(lines)


def _candidate_line(candidate: Candidate) -> str:
    item = candidate.item
    relevance = "" if item.relevance is None else f", relevance {item.relevance:.2f}"
    relevance += "" if candidate.alpha is None else f", α {candidate.alpha:.2f}"
    return f"{'in ' if candidate.is_in else 'out'}  {item.kind.value} {item.number}  {item.title} ({item.tokens:,} tokens{relevance})"


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
