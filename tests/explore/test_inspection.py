"""What a question would be or was answered from, record by record, and comparisons as they leave the program."""

import csv
import io
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.asking import Candidate, Considered
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.comparison_tables import (
    ComparedWays,
    compare_ways,
    comparison_csv,
    comparison_markdown,
    shares_of,
)
from graphrag_desktop.explore.inspection import context_shares, inspect_answer, inspect_considered
from graphrag_desktop.explore.trail import record_trail
from graphrag_desktop.query.comparing import ask_ways, parse_ways
from graphrag_desktop.query.modes import search_for
from tests.projects import make_project
from tests.query.asking import WATER, asked


def _candidate(kind: Kind, number: int, tokens: int, *, is_in: bool = True, alpha: float | None = None) -> Candidate:
    return Candidate(ContextItem(kind, number, f"{kind.value} {number}", "text", tokens, relevance=0.5), is_in, alpha)


def test_that_totals_count_what_is_in_and_what_is_out_by_kind() -> None:
    found = inspect_considered(
        "Why?",
        [
            Considered(
                (
                    _candidate(Kind.ENTITY, 1, 10),
                    _candidate(Kind.SOURCE, 2, 100),
                    _candidate(Kind.SOURCE, 3, 90, is_in=False),
                ),
                120,
                Kind.SOURCE,
                choices=7,
            )
        ],
    )
    assert [(each.kind, each.inside, each.tokens, each.outside) for each in found.totals] == [
        (Kind.SOURCE, 1, 100, 1),
        (Kind.ENTITY, 1, 10, 0),
    ]
    (context,) = found.contexts
    assert (context.part, context.tokens, context.limit, context.choices) == (0, 110, 120, 7)
    assert [each.total for each in context.records] == [10, 110, 110]
    assert found.subgraph is None


def test_that_the_subgraph_has_what_is_sent_with_its_nearness() -> None:
    records = (
        _candidate(Kind.ENTITY, 1, 10, alpha=0.9),
        _candidate(Kind.RELATIONSHIP, 4, 10, alpha=0.4),
        _candidate(Kind.ENTITY, 2, 10, alpha=0.2, is_in=False),
    )
    subgraph = inspect_considered("Why?", [Considered(records, 50, Kind.ENTITY)]).subgraph
    assert subgraph is not None
    assert (dict(subgraph.entities), dict(subgraph.relationships)) == ({1: 0.9}, {4: 0.4})


@pytest.mark.parametrize("mode", list(Mode))
def test_that_what_was_sent_is_what_would_have_been(tmp_path: Path, mode: Mode) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        before = inspect_considered(WATER, search_for(project, mode).contexts(WATER, RunControl()))
        answer, _ = asked(project, mode, WATER)
        after = inspect_answer(project, answer)
        assert (before.is_sent, after.is_sent) == (False, True)
        sent = {each.record for context in after.contexts for each in context.records if each.candidate.is_in}
        would = {each.record for context in before.contexts for each in context.records if each.candidate.is_in}
        assert would
        assert would <= sent  # what is read beside them only the answers on the way can tell
        titled = [each for context in after.contexts for each in context.records if each.record[0] is not Kind.PART]
        assert all(each.title for each in titled)
        for kind, number in would:
            assert record_trail(project, kind, number)


def test_that_grag_numbers_entities_as_its_text_does(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        (considered,) = search_for(project, Mode.GRAG).contexts(WATER, RunControl())
        subgraph = inspect_considered(WATER, [considered]).subgraph
        assert subgraph is not None
        assert subgraph.places
        text = considered.context.text
        assert all(f"[{place}]" in text for place in subgraph.places.values())
        assert all(0 <= alpha <= 1 for alpha in (*subgraph.entities.values(), *subgraph.relationships.values()))


def _compared(folder: Path) -> ComparedWays:
    with make_project(folder / "mill.graphrag") as project:
        found = ask_ways(project, WATER, parse_ways("global:0,local,basic"), None, RunControl())
        answers = {each.way.name: each.answer for each in found if each.answer is not None}
        local = answers["local"]
        assert context_shares(project, local.id)[Kind.ENTITY] > 0
        return compare_ways(project, WATER, answers, {"grag": "It failed."})


def test_that_a_table_has_a_column_for_each_answer(tmp_path: Path) -> None:
    compared = _compared(tmp_path)
    rows = list(csv.reader(io.StringIO(comparison_csv(compared))))
    assert rows[0] == ["", "global:0", "local", "basic"]
    facts = {row[0]: row[1:] for row in rows}
    assert facts["mode"] == ["global", "local", "basic"]
    assert facts["level"] == ["0", "", ""]
    assert facts["ended"] == ["whole", "whole", "whole"]
    assert int(facts["context of reports"][0].rstrip("%")) > 50
    assert facts["context of text"] == ["0%", facts["context of text"][1], "100%"]
    assert facts["no answer: grag"] == ["It failed."]
    assert all(len(row) <= 4 for row in rows)
    said = [row for row in rows if row[0] in {"in all", "in some", "only here"}]
    statements = compared.comparison
    assert len(said) == len(statements.aligned) + sum(map(len, statements.only))


def test_that_markdown_has_the_table_the_statements_and_every_answer(tmp_path: Path) -> None:
    compared = _compared(tmp_path)
    text = comparison_markdown(compared)
    assert text.startswith(f"# {WATER}\n")
    assert "may be wrong" in text
    assert "|  | global:0 | local | basic |\n| --- | --- | --- | --- |" in text
    assert "No answer from grag: It failed." in text
    for name, answer in zip(compared.names, compared.comparison.answers, strict=True):
        assert f"## Only in {name}" in text
        assert answer.text.strip() in text


def test_that_shares_of_a_context_are_of_records_reports_and_text() -> None:
    assert shares_of({}) is None
    assert shares_of({Kind.ENTITY: 10, Kind.RELATIONSHIP: 10, Kind.REPORT: 20, Kind.SOURCE: 60}) == (0.2, 0.2, 0.6)
