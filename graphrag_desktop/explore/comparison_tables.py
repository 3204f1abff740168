"""A comparison as it leaves the program: a table with a column an answer, and all of it as Markdown."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphrag_desktop.domain.answers import MADE_BY_PROGRAM, Answer, Use
from graphrag_desktop.domain.citations import format_citations
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.comparison import Comparison, Overlap, Said, compare_answers
from graphrag_desktop.explore.inspection import context_shares
from graphrag_desktop.project import Project

RECORDS = (Kind.ENTITY, Kind.RELATIONSHIP, Kind.CLAIM)


@dataclass(frozen=True, slots=True)
class ComparedWays:
    """One question asked in several ways: `names` are those of the ways, `failures` say of those without an answer why.

    `filled` counts for each answer the tokens of each kind that its contexts held; empty where that is not kept.
    """

    question: str
    names: tuple[str, ...]
    comparison: Comparison
    filled: tuple[Mapping[Kind, int], ...]
    failures: Mapping[str, str] = field(default_factory=dict)


def compare_ways(
    project: Project, question: str, answers: Mapping[str, Answer], failures: Mapping[str, str]
) -> ComparedWays:
    """Compare the answers that came of some ways of asking, by the names of the ways."""
    return ComparedWays(
        question,
        tuple(answers),
        compare_answers(*answers.values()),
        tuple(context_shares(project, each.id) for each in answers.values()),
        failures,
    )


def shares_of(filled: Mapping[Kind, int]) -> tuple[float, float, float] | None:
    """Which share of what was sent were records of the graph, reports, and text; None where nothing is known."""
    total = sum(filled.values())
    if not total:
        return None
    records = sum(filled.get(kind, 0) for kind in RECORDS)
    return records / total, filled.get(Kind.REPORT, 0) / total, filled.get(Kind.SOURCE, 0) / total


def table_rows(compared: ComparedWays) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is told of each answer, line by line: a name, and a value for each."""
    comparison, answers = compared.comparison, compared.comparison.answers
    yield "mode", tuple(each.mode.value for each in answers)
    yield "level", tuple(str(each.level) if each.mode.has_level else "" for each in answers)
    yield "ended", tuple(_ended(each) for each in answers)
    yield "answered", tuple("yes" if each.is_answered else "no" for each in answers)
    yield "answered by", tuple(each.engine for each in answers)
    yield "reports read", tuple(str(len(each.reports)) for each in answers)
    yield "reports used", tuple(str(sum(use.use is Use.CITED for use in each.reports)) for each in answers)
    yield "calls", tuple(str(each.model_calls) for each in answers)
    yield "tokens read", tuple(str(each.prompt_tokens) for each in answers)
    yield "tokens written", tuple(str(each.completion_tokens) for each in answers)
    yield "seconds", tuple(f"{each.seconds:.1f}" for each in answers)
    yield "money", tuple("" if each.money is None else f"{each.money:.4f}" for each in answers)
    yield "statements", tuple(str(_statements(comparison, at)) for at in range(len(answers)))
    yield "statements in all", tuple(str(len(comparison.shared)) for _ in answers)
    yield "statements only here", tuple(str(len(each)) for each in comparison.only)
    yield "statements cited", tuple(f"{each.coverage:.0%}" for each in answers)
    yield from _overlaps("documents", comparison.documents)
    yield from _overlaps("passages", comparison.passages)
    yield from _overlaps("reports cited", comparison.reports)
    shares = [shares_of(each) for each in compared.filled]
    for place, name in enumerate(("records", "reports", "text")):
        yield f"context of {name}", tuple("" if each is None else f"{each[place]:.0%}" for each in shares)


def comparison_csv(compared: ComparedWays) -> str:
    """The table, and below it every statement with a column an answer that holds its wording there."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["", *compared.names])
    writer.writerow(["question", *(compared.question for _ in compared.names)])
    for name, values in table_rows(compared):
        writer.writerow([name, *values])
    for name, why in compared.failures.items():
        writer.writerow([f"no answer: {name}", why])
    comparison = compared.comparison
    for each in comparison.aligned:
        writer.writerow(["in all" if each.is_in_all else "in some", *(said.text if said else "" for said in each.said)])
    for at, own in enumerate(comparison.only):
        for said in own:
            writer.writerow(["only here", *(said.text if place == at else "" for place in range(len(comparison.only)))])
    return text.getvalue()


def comparison_markdown(compared: ComparedWays) -> str:
    """The table, the statements by who makes them with what they cite, and every answer in full."""
    rows = [("", *compared.names), tuple("---" for _ in ("", *compared.names))]
    rows += [(name, *values) for name, values in table_rows(compared)]
    parts = [
        f"# {' '.join(compared.question.split())}",
        f"> {MADE_BY_PROGRAM}",
        "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows),
        *(f"No answer from {name}: {why}" for name, why in compared.failures.items()),
        *_statement_parts(compared),
    ]
    for name, answer in zip(compared.names, compared.comparison.answers, strict=True):
        parts += [f"## The answer of {name}", *([f"*{_ended(answer)}*"] if not answer.is_whole else []), answer.text]
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _statement_parts(compared: ComparedWays) -> Iterator[str]:
    comparison, names = compared.comparison, compared.names
    yield "## In all answers"
    yield "\n".join(f"- {_cited(each.first)}" for each in comparison.shared) or "No statement stands in all."
    if comparison.in_some:
        yield "## In some"
        yield "\n".join(
            f"- {_cited(each.first)} ({', '.join(names[at] for at in each.makers)})" for each in comparison.in_some
        )
    for name, own in zip(names, comparison.only, strict=True):
        yield f"## Only in {name}"
        yield "\n".join(f"- {_cited(said)}" for said in own) or "Nothing."


def _statements(comparison: Comparison, at: int) -> int:
    return len(comparison.only[at]) + sum(each.said[at] is not None for each in comparison.aligned)


def _overlaps(name: str, overlap: Overlap) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield name, tuple(map(str, overlap.each))
    yield f"{name} in all", tuple(str(overlap.shared) for _ in overlap.each)
    yield f"{name} only here", tuple(map(str, overlap.only))


def _cited(said: Said) -> str:
    kinds: Sequence[Kind] = tuple(dict.fromkeys(each.kind for each in said.citations))
    names = format_citations((each.kind, each.number) for kind in kinds for each in said.citations if each.kind is kind)
    return f"{said.text} {names}".strip()


def _ended(answer: Answer) -> str:
    return "stopped" if answer.is_stopped else answer.failure or "whole"
