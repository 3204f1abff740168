"""The command that asks one question in several ways and sets the answers side by side."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphrag_desktop.cli_answers import answer_object
from graphrag_desktop.cli_output import INCOMPLETE, INTERRUPTED, Json, say, show, show_text, told
from graphrag_desktop.cli_progress import finish
from graphrag_desktop.cli_words import as_text, counted, read_path
from graphrag_desktop.domain.errors import GraphRagError, QuestionError
from graphrag_desktop.domain.run_control import RunControl

if TYPE_CHECKING:  # heavier than a command that asks for help may wait for
    from graphrag_desktop.domain.asking import QuestionEstimate
    from graphrag_desktop.explore.comparison_tables import ComparedWays


def add_commands(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compare")(_compare)


def _compare(  # noqa: PLR0913  # one parameter an option
    project: Annotated[Path, typer.Argument(metavar="PROJECT", help="A project file.", parser=read_path)],
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What to ask in each way.")],
    *,
    ways: Annotated[str, typer.Option(metavar="WAYS", help="Two to four ways of asking, as global:0,global:2,local.")],
    cap_money: Annotated[
        float | None,
        typer.Option("--cap-money", min=0, metavar="X", help="The most that all of them may cost together."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write it there, as .md or .csv.", parser=read_path),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what it would take.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the table as CSV.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Ask one question in several ways at once, and set the answers side by side."""
    with told(as_json=as_json, project=project):
        asked = as_text(question)
        if dry_run:
            estimates = estimated(project, asked, ways)
            show(estimates_object(estimates), estimates_text(estimates), as_json=as_json)
            return
        if out is not None:
            check_ending(out)
        found = finish(lambda control: compared(project, asked, ways, cap_money, control))
        if out is not None:
            write_comparison(found, out)
            say(f"Saved {out}")
        _tell(found, as_csv=as_csv, as_json=as_json)
        if any(each.is_stopped for each in found.comparison.answers):
            raise SystemExit(INTERRUPTED)
        if not is_whole(found):
            raise SystemExit(INCOMPLETE)


def compared(path: Path, question: str, ways: str, most: float | None, control: RunControl) -> "ComparedWays":
    """Ask the project at `path` in several ways under one ceiling of money, and compare what came.

    Raises `QuestionError` where nothing came of any.
    """
    from graphrag_desktop.explore.comparison_tables import compare_ways
    from graphrag_desktop.project import open_project
    from graphrag_desktop.query.comparing import ask_ways, ceiling_of, parse_ways

    chosen = parse_ways(ways)
    with open_project(path) as project:
        asked = ask_ways(project, question, chosen, ceiling_of(project, most), control)
        failures = {each.way.name: each.failure for each in asked if each.answer is None}
        answers = {each.way.name: each.answer for each in asked if each.answer is not None}
        if not answers:
            raise QuestionError("; ".join(f"{name}: {why}" for name, why in failures.items()))
        return compare_ways(project, question, answers, failures)


def estimated(path: Path, question: str, ways: str) -> "dict[str, QuestionEstimate]":
    """What asking in each of these ways takes at most, by its name."""
    from graphrag_desktop.project import open_project
    from graphrag_desktop.query.comparing import estimate_way, parse_ways

    chosen = parse_ways(ways)
    with open_project(path, for_writing=False) as project:
        return {each.name: estimate_way(project, each, question) for each in chosen}


def estimates_object(estimates: "dict[str, QuestionEstimate]") -> Json:
    """The same, for scripts, with all of it together."""
    from graphrag_desktop.query.comparing import money_together

    together = money_together(estimates.values())
    return {
        "ways": [
            {
                "way": name,
                "tokens": each.tokens,
                "calls": each.calls,
                "vector_tokens": each.vector_tokens,
                "money": None if each.money is None else [round(amount, 4) for amount in each.money],
            }
            for name, each in estimates.items()
        ],
        "tokens": sum(each.tokens for each in estimates.values()),
        "calls": sum(each.calls for each in estimates.values()),
        "money": None if together is None else [round(amount, 4) for amount in together],
    }


def estimates_text(estimates: "dict[str, QuestionEstimate]") -> str:
    """The same for people."""
    from graphrag_desktop.query.comparing import money_together

    lines = [f"{name}: {_takes(each.tokens, each.calls, each.money)}" for name, each in estimates.items()]
    tokens, calls = (sum(each) for each in zip(*((one.tokens, one.calls) for one in estimates.values()), strict=True))
    return "\n".join([*lines, f"All together: {_takes(tokens, calls, money_together(estimates.values()))}"])


def _takes(tokens: int, calls: int, money: tuple[float, float] | None) -> str:
    """The most that asking takes; what it costs where that is known."""
    costs = "" if money is None else f", {money[0]:,.4f} to {money[1]:,.4f} in money"
    return f"at most {counted(tokens, 'token')} of records, {counted(calls, 'call')} with a model{costs}"


def comparison_object(found: "ComparedWays") -> Json:
    """The answers and what they share, for scripts."""
    comparison = found.comparison
    return {
        "question": found.question,
        "ways": [
            {
                "way": name,
                "answer": answer_object(answer),
                "money": answer.money,
                "ended": "stopped" if answer.is_stopped else answer.failure or "whole",
                "context_tokens": {kind.value: tokens for kind, tokens in filled.items()},
                "statements_only_here": [said.text for said in own],
            }
            for name, answer, filled, own in zip(
                found.names, comparison.answers, found.filled, comparison.only, strict=True
            )
        ],
        "failures": dict(found.failures),
        "statements": [
            {
                "in": [found.names[at] for at in each.makers],
                "verbatim": each.is_verbatim,
                "texts": [None if said is None else said.text for said in each.said],
            }
            for each in comparison.aligned
        ],
        **{
            name: {
                "each": list(overlap.each),
                "only": list(overlap.only),
                "shared": overlap.shared,
                "every": overlap.every,
            }
            for name, overlap in (
                ("documents", comparison.documents),
                ("passages", comparison.passages),
                ("reports", comparison.reports),
            )
        },
    }


def write_comparison(found: "ComparedWays", out: Path) -> None:
    """Write it as a table (`.csv`) or as Markdown (`.md`); raises where the name ends otherwise."""
    from graphrag_desktop.explore.comparison_tables import comparison_csv, comparison_markdown

    check_ending(out)
    write = comparison_csv if out.suffix.lower() == ".csv" else comparison_markdown
    out.write_text(write(found), encoding="utf-8", newline="")


def check_ending(out: Path) -> None:
    """Raise where the name of a file says that it can be no comparison."""
    if out.suffix.lower() not in {".csv", ".md"}:
        raise GraphRagError(f"{out.name} can be no comparison.", "Name a file that ends in .md or .csv.")


def is_whole(found: "ComparedWays") -> bool:
    """Whether every way came to its own end."""
    answers = found.comparison.answers
    is_complete = all(each.is_whole and not any(part.failure for part in each.parts) for each in answers)
    return is_complete and not found.failures


def _tell(found: "ComparedWays", *, as_csv: bool, as_json: bool) -> None:
    from graphrag_desktop.explore.comparison_tables import comparison_csv, comparison_markdown

    if as_csv and not as_json:
        show_text(comparison_csv(found).replace("\r\n", "\n").rstrip("\n"))
    else:
        show(comparison_object(found), comparison_markdown(found).rstrip("\n"), as_json=as_json)
