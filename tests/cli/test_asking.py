"""The command that asks: an answer's fields, the words it rests on, and what cannot be answered."""

import pytest

from graphrag_desktop.domain.documents import INSIDE
from graphrag_desktop.pipeline.documents import parse_file
from tests.cli.conftest import CommandLine, Indexed, fields

ANSWER_FIELDS = [
    "id",
    "question",
    "typed",
    "thread",
    "parent",
    "restriction",
    "answered",
    "answer",
    "mode",
    "level",
    "engine",
    "parts",
    "reports",
    "citations",
    "coverage",
    "valid_share",
    "reach",
    "statements",
    "stopped",
    "failure",
    "model_calls",
    "prompt_tokens",
    "completion_tokens",
    "seconds",
    "next",
]


def test_that_an_answer_has_its_fields(sample: Indexed, command_line: CommandLine) -> None:
    ended = command_line("ask", sample.project, "What happened to the oyster beds?", "--json")
    found = ended.json
    assert ended.status == 0
    assert fields(found) == ANSWER_FIELDS
    assert isinstance(found, dict)
    assert found["answered"] is True
    assert (found["mode"], found["level"]) == ("global", 0)
    assert all(fields(each) == ["number", "title", "score", "use"] for each in found["reports"])
    assert {each["use"] for each in found["reports"]} <= {"cited", "read", "dropped", "zero"}


def test_that_quotes_are_the_words_of_the_documents(sample: Indexed, command_line: CommandLine) -> None:
    found = command_line("ask", sample.project, "What happened to the oyster beds?", "--level", "9", "--json").json
    assert isinstance(found, dict)
    evidence = [each for citation in found["citations"] for each in citation["evidence"]]
    assert evidence
    for each in evidence:
        if INSIDE in each["path"]:
            continue
        text = parse_file(sample.folder / each["path"]).text
        assert each["quote"] == text[each["start"] : each["end"]]


def test_that_an_answer_for_people_ends_with_its_sources(sample: Indexed, command_line: CommandLine) -> None:
    out = command_line("ask", sample.project, "What happened to the oyster beds?").out
    assert "\nSources\n" in out
    assert ".txt: “" in out or ".md: “" in out


def test_that_what_no_document_speaks_of_is_not_answered(sample: Indexed, command_line: CommandLine) -> None:
    ended = command_line("ask", sample.project, "What is said about cryptocurrency?", "--json")
    assert ended.status == 0
    assert isinstance(ended.json, dict)
    assert ended.json["answered"] is False


def test_that_an_empty_question_is_an_error(sample: Indexed, command_line: CommandLine) -> None:
    ended = command_line("ask", sample.project, "  ", "--json")
    assert ended.status == 1
    assert fields(ended.json) == ["error", "hint"]


def test_that_a_way_of_answering_that_is_not_there_is_a_misuse(sample: Indexed, command_line: CommandLine) -> None:
    assert command_line("ask", sample.project, "What?", "--mode", "oracle").status == 2


@pytest.mark.parametrize("mode", ["guided", "local", "basic", "grag", "source-text"])
def test_that_other_ways_of_asking_answer_from_text_and_name_no_level(
    sample: Indexed, command_line: CommandLine, mode: str
) -> None:
    found = command_line("ask", sample.project, "What happened to the oyster beds?", "--mode", mode, "--json").json
    assert isinstance(found, dict)
    assert fields(found) == ANSWER_FIELDS
    assert (found["answered"], found["mode"], found["level"], found["coverage"]) == (True, mode, None, 1.0)
    assert {each["status"] for each in found["citations"]} == {"ok"}


def test_that_a_dry_run_names_every_record_and_asks_nothing(sample: Indexed, command_line: CommandLine) -> None:
    words = ("ask", sample.project, "What happened to the oyster beds?", "--mode", "local", "--dry-run")
    found = command_line(*words, "--json").json
    assert isinstance(found, dict)
    assert fields(found) == ["mode", "level", "tokens", "calls", "vector_tokens", "money", "contexts"]
    assert (found["mode"], found["level"], found["calls"], found["money"]) == ("local", None, 1, None)
    (context,) = found["contexts"]
    assert fields(context) == ["limit", "tokens", "choices", "records"]
    assert all(
        fields(each) == ["kind", "number", "title", "relevance", "tokens", "alpha", "in"] for each in context["records"]
    )
    assert context["tokens"] == sum(each["tokens"] for each in context["records"] if each["in"]) <= context["limit"]
    out = command_line(*words).out
    assert out.startswith("local: at most")
    assert "\nin   source " in out
