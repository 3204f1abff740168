"""Comparing ways of asking on the command line."""

import csv
from pathlib import Path

import pytest

from graphrag_desktop.cli_output import FAILED, MISUSED
from tests.cli.conftest import CommandLine, Indexed

QUESTION = "Who profited from the land deals?"


def test_that_ways_are_compared_as_json(sample: Indexed, command_line: CommandLine) -> None:
    ended = command_line("compare", sample.project, QUESTION, "--ways", "global:0,local", "--json")
    assert ended.status == 0
    found = ended.json
    assert isinstance(found, dict)
    assert [each["way"] for each in found["ways"]] == ["global:0", "local"]
    assert all(each["answer"]["answered"] and each["ended"] == "whole" for each in found["ways"])
    assert found["ways"][0]["context_tokens"].keys() <= {"report", "entity"}
    assert found["ways"][1]["context_tokens"]["source"] > 0
    assert set(found["documents"]) == {"each", "only", "shared", "every"}
    assert found["statements"] or any(each["statements_only_here"] for each in found["ways"])
    assert found["failures"] == {}


@pytest.mark.parametrize(("name", "begins"), [("c.csv", ",global:0,basic"), ("c.MD", f"# {QUESTION}")])
def test_that_a_comparison_is_written_where_it_is_wanted(
    sample: Indexed, command_line: CommandLine, tmp_path: Path, name: str, begins: str
) -> None:
    out = tmp_path / name
    ended = command_line("compare", sample.project, QUESTION, "--ways", "global:0,basic", "--csv", "-o", out)
    assert ended.status == 0
    assert out.read_text(encoding="utf-8").startswith(begins)
    assert str(out) in ended.err
    rows = list(csv.reader(ended.out.splitlines()))
    assert rows[0] == ["", "global:0", "basic"]


def test_that_a_dry_run_says_what_all_would_take_and_asks_nothing(sample: Indexed, command_line: CommandLine) -> None:
    ended = command_line("compare", sample.project, QUESTION, "--ways", "global:0,global:1,grag", "--dry-run", "--json")
    found = ended.json
    assert isinstance(found, dict)
    assert [each["way"] for each in found["ways"]] == ["global:0", "global:1", "grag"]
    assert found["tokens"] == sum(each["tokens"] for each in found["ways"])
    assert found["money"] is None
    words = command_line("compare", sample.project, QUESTION, "--ways", "local,grag", "--dry-run").out
    assert "local: at most" in words
    assert "All together" in words


@pytest.mark.parametrize(
    ("ways", "status", "said"),
    [
        ("local", MISUSED, "2 to 4"),
        ("local,nothing", MISUSED, "no way of asking"),
        ("local,basic:2", MISUSED, "asked at none"),
    ],
)
def test_that_ways_that_are_none_are_a_misuse(
    sample: Indexed, command_line: CommandLine, ways: str, status: int, said: str
) -> None:
    ended = command_line("compare", sample.project, QUESTION, "--ways", ways)
    assert ended.status == status
    assert said in ended.err


def test_that_a_file_that_can_be_no_comparison_is_refused_before_anything_is_asked(
    sample: Indexed, command_line: CommandLine, tmp_path: Path
) -> None:
    out = tmp_path / "c.docx"
    ended = command_line("compare", sample.project, QUESTION, "--ways", "local,basic", "-o", out)
    assert ended.status == FAILED
    assert ".md or .csv" in ended.err
    assert not out.exists()


def test_that_nothing_asked_is_said_once_for_each_way(sample: Indexed, command_line: CommandLine) -> None:
    ended = command_line("compare", sample.project, "  ", "--ways", "local,basic")
    assert ended.status == FAILED
    assert "Nothing was asked" in ended.err
