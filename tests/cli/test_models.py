"""The commands with a model that reads and writes, as scripts use them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine, Ended, in_a_process
from tests.pipeline.model_projects import write_folder
from tests.scripted_behaviour import CHAT, FINE, Fault
from tests.scripted_server import ScriptedServer

KEY = {"GRAPHRAG_API_KEY": "sk-TESTLEAK123"}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        running.behave(key="sk-TESTLEAK123")
        yield running


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "papers", documents=2, sentences=12)


def indexed(server: ScriptedServer, papers: Path, *words: str, key: bool = True) -> Ended:
    models = (
        "--engine",
        "model",
        "--base-url",
        server.base_url,
        "--model",
        "scripted-model",
        "--embedding-model",
        "scripted-embedding",
    )
    project = papers.parent / "p.graphrag"
    return in_a_process("index", papers, "-p", project, *models, *words, "--json", more=KEY if key else {})


def test_that_a_model_reads_and_its_numbers_are_told(
    server: ScriptedServer, papers: Path, command_line: CommandLine
) -> None:
    ended = indexed(server, papers)
    assert ended.status == 0, ended.err
    found = ended.json
    assert isinstance(found, dict)
    assert (found["engine"], found["failures"]) == ("scripted-model", [])
    assert found["model_calls"] == server.counts.calls
    assert (found["prompt_tokens"], found["completion_tokens"]) == (
        server.counts.prompt_tokens,
        server.counts.completion_tokens,
    )
    project = papers.parent / "p.graphrag"
    assert command_line("check", project).out == "No problems found: the project is sound.\n"
    server.forget()
    again = in_a_process("index", papers, "-p", project, "--json")  # it remembers who reads, and needs no key
    assert again.status == 0
    assert isinstance(again.json, dict)
    assert (again.json["model_calls"], again.json["engine"]) == (0, "scripted-model")
    assert server.counts.calls == 0


def test_that_a_question_goes_to_the_model_and_is_counted(server: ScriptedServer, papers: Path) -> None:
    indexed(server, papers)
    server.forget()
    ended = in_a_process("ask", papers.parent / "p.graphrag", "Who counted the herring?", "--json", more=KEY)
    assert ended.status == 0, ended.err
    found = ended.json
    assert isinstance(found, dict)
    assert found["answered"]
    assert found["model_calls"] == server.counts.paths[CHAT]
    assert all(each["status"] == "ok" for each in found["citations"])
    assert any(each["evidence"] for each in found["citations"])


def test_that_an_answer_is_estimated_and_checked_by_the_model(server: ScriptedServer, papers: Path) -> None:
    indexed(server, papers, "--set", "prompt_price=1", "--set", "completion_price=2")
    project = papers.parent / "p.graphrag"
    asked = in_a_process("ask", project, "Who counted the herring?", "--json", more=KEY)
    server.forget()
    estimate = in_a_process("check-answer", project, "--dry-run", "--json").json
    assert server.counts.calls == 0
    ended = in_a_process("check-answer", project, "--json", more=KEY)
    assert ended.status == 0, ended.err
    found = ended.json
    assert isinstance(estimate, dict)
    assert isinstance(found, dict)
    assert isinstance(asked.json, dict)
    assert found["answer"] == asked.json["id"]
    assert len(found["statements"]) == estimate["statements"] == sum(found["verdicts"].values())
    assert found["verdicts"]["not checked"] == 0
    assert found["model_calls"] == server.counts.paths[CHAT]
    assert estimate["calls"][0] <= found["model_calls"] <= estimate["calls"][1]
    assert found["money"] <= estimate["money"][1]
    told = in_a_process("check-answer", project, "--answer", found["answer"], more=KEY)
    assert told.status == 0
    assert "Fabrication rate:" in told.out


def test_that_a_model_that_fails_half_way_leaves_statements_unchecked(server: ScriptedServer, papers: Path) -> None:
    indexed(server, papers)
    project = papers.parent / "p.graphrag"
    asked = in_a_process("ask", project, "Who counted the herring?", "--json", more=KEY).json
    assert isinstance(asked, dict)
    first = f"Statement: {asked['statements'][0]['text']}\n"
    server.behave(faults=lambda each: Fault(refusal="No.") if each.task == "verdict" and first in each.prompt else FINE)
    ended = in_a_process("check-answer", project, "--json", more=KEY)
    assert ended.status == 4
    assert isinstance(ended.json, dict)
    unchecked = [each for each in ended.json["statements"] if each["verdict"] == "not checked"]
    assert unchecked
    assert all("declined" in each["why"] for each in unchecked)


def test_that_the_built_in_engine_says_that_checking_needs_a_model(mill: Path, command_line: CommandLine) -> None:
    command_line("ask", mill, "How was the Spring Fair?")
    ended = command_line("check-answer", mill, "--json")
    assert ended.status == 2
    assert isinstance(ended.json, dict)
    assert "needs a model" in ended.json["error"]


def test_that_what_failed_is_named_and_the_status_says_so(server: ScriptedServer, papers: Path) -> None:
    server.behave(faults=lambda asked: Fault(refusal="No.") if asked.task == "extract" and asked.number == 1 else FINE)
    ended = indexed(server, papers, "--set", "unit_tokens=200")
    assert ended.status == 4
    assert isinstance(ended.json, dict)
    (failure,) = ended.json["failures"]
    assert list(failure) == ["stage", "item", "reason"]
    assert "declined" in failure["reason"]


def test_that_no_key_and_a_wrong_one_are_told_before_anything_is_paid_for(server: ScriptedServer, papers: Path) -> None:
    for ended in (indexed(server, papers, key=False), in_a_process(
        "index", papers, "-p", papers.parent / "q.graphrag", "--base-url", server.base_url, "--model", "m", "--json",
        more={"GRAPHRAG_API_KEY": "sk-wrong-TESTLEAK"},
    )):  # fmt: skip
        assert ended.status == 1
        assert isinstance(ended.json, dict)
        assert set(ended.json) == {"error", "hint"}
        assert "TESTLEAK" not in ended.out + ended.err
    assert server.counts.paths[CHAT] == 0


def test_that_the_built_in_engine_can_take_over_again(server: ScriptedServer, papers: Path) -> None:
    indexed(server, papers)
    server.forget()
    ended = in_a_process("index", papers, "-p", papers.parent / "p.graphrag", "--engine", "builtin", "--json")
    assert ended.status == 0
    assert isinstance(ended.json, dict)
    assert (ended.json["engine"], server.counts.calls) == ("Built-in engine", 0)


def test_that_the_key_is_in_no_file_and_no_word(server: ScriptedServer, papers: Path) -> None:
    ended = indexed(server, papers)
    assert "TESTLEAK" not in json.dumps(ended.json) + ended.err
    files = [each for each in papers.parent.rglob("*") if each.is_file()]
    assert [each.name for each in files if b"TESTLEAK" in each.read_bytes()] == []


def test_that_a_dry_run_says_what_a_model_would_take_and_asks_nobody(
    server: ScriptedServer, papers: Path, command_line: CommandLine
) -> None:
    words = ("index", papers, "-p", papers.parent / "d.graphrag", "--dry-run")
    models = ("--base-url", "https://api.example.com/v1", "--model", "m")
    prices = ("--set", "prompt_price=1", "--set", "completion_price=4")
    found = command_line(*words, *models, *prices, "--json").json
    assert isinstance(found, dict)
    estimate = found["estimate"]
    assert estimate["text_units"][0] >= 2
    assert estimate["calls"]["extract"][0] >= estimate["text_units"][0]
    assert 0 < estimate["money"][0] < estimate["money"][1]
    assert (estimate["minutes"], estimate["measured_text_units"]) == (None, 0)
    told = command_line(*words, *models).out
    assert "Calls: " in told and "no price is known" in told
    assert "estimate" not in command_line(*words, "--json").out
    assert not (papers.parent / "d.graphrag").exists()
    assert server.counts.calls == 0
