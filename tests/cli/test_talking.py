"""What else a question can be given on the command line: a suggested way, a restriction, an answer to go on from, to be kept."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine, Indexed, fields

_OYSTERS = "What happened to the oyster beds?"


@pytest.fixture
def project(sample: Indexed, tmp_path: Path) -> Path:
    """The sample, to be asked and changed."""
    return Path(shutil.copy(sample.project, tmp_path / "sample.graphrag"))


def _asked(command_line: CommandLine, *words: str | Path) -> dict[str, object]:
    ended = command_line("ask", *words, "--json")
    assert ended.status == 0, ended.err
    assert isinstance(ended.json, dict)
    return ended.json


def _paths(found: dict[str, object]) -> set[str]:
    citations = found["citations"]
    assert isinstance(citations, list)
    return {each["path"] for citation in citations for each in citation["evidence"]}


def test_that_auto_says_which_way_and_why(project: Path, command_line: CommandLine) -> None:
    ended = command_line("ask", project, "What are the main themes?", "--mode", "auto", "--json")
    assert "Asked as global at C0. It asks what the whole collection is about." in ended.err
    assert isinstance(ended.json, dict)
    assert (ended.json["mode"], ended.json["level"]) == ("global", 0)
    found = _asked(
        command_line, project, "List every accident that is reported.", "--mode", "global", "--level", "auto"
    )
    assert found["level"] != 0
    assert _asked(command_line, project, "When was the inquiry opened?", "--mode", "auto")["mode"] == "basic"


def test_that_a_restricted_answer_cites_nothing_else_and_says_what_it_was_asked_of(
    project: Path, command_line: CommandLine
) -> None:
    found = _asked(command_line, project, _OYSTERS, "--only-document", "03-oyster", "--mode", "local")
    assert found["answered"] is True
    assert _paths(found) == {"03-oyster-growers-letter.txt"}
    restriction = found["restriction"]
    assert isinstance(restriction, dict)
    assert fields(restriction) == ["words", "selected", "since", "until"]
    out = command_line("ask", project, _OYSTERS, "--only-document", "03-oyster").out
    assert out.startswith("Asked of document “03-oyster-growers-letter.txt”\n")
    dated = _asked(command_line, project, _OYSTERS, "--since", "2019", "--mode", "basic")
    assert dated["restriction"] != restriction


def test_that_a_dry_run_considers_only_what_lies_inside(project: Path, command_line: CommandLine) -> None:
    words = ("ask", project, _OYSTERS, "--mode", "basic", "--dry-run", "--json")
    whole, part = command_line(*words).json, command_line(*words, "--only-document", "03-oyster").json
    assert isinstance(whole, dict)
    assert isinstance(part, dict)
    assert part["tokens"] < whole["tokens"]
    assert {each["title"] for each in part["contexts"][0]["records"]} == {"03-oyster-growers-letter.txt"}


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--only-document", "nowhere"), 2, "No document is called “nowhere”."),
        (("--only-type", "spaceship"), 2, "No entity is of the type “spaceship”."),
        (("--until", "yesterday"), 2, "“yesterday” is no date."),
        (("--only-document", "03-oyster", "--until", "1850"), 1, "Nothing here lies inside"),
        (("--follow", "nowhere"), 1, "no longer in the project"),
        (("--follow", "a", "--instead-of", "b"), 2, "cannot both be given"),
        (("--level", "deep"), 2, "is no level"),
        (("--mode", "oracle"), 2, "is none of"),
    ],
)
def test_that_what_cannot_be_is_one_sentence(
    project: Path, command_line: CommandLine, words: tuple[str, ...], status: int, said: str
) -> None:
    ended = command_line("ask", project, _OYSTERS, *words)
    assert ended.status == status
    assert said in ended.err


def test_that_a_follow_up_is_shown_in_full_and_keeps_its_thread(project: Path, command_line: CommandLine) -> None:
    first = _asked(command_line, project, "What does the Sarn Harbour Authority plan?", "--mode", "local")
    ended = command_line("ask", project, "Who opposes it?", "--follow", "last", "--json")
    assert "Asked as: Who opposes Sarn Harbour Authority?" in ended.err
    second = ended.json
    assert isinstance(second, dict)
    assert (second["question"], second["typed"]) == ("Who opposes Sarn Harbour Authority?", "Who opposes it?")
    assert (second["thread"], second["parent"], second["mode"]) == (first["id"], first["id"], "local")
    branch = _asked(command_line, project, "Who pays for it?", "--instead-of", str(second["id"]))
    assert (branch["thread"], branch["parent"]) == (first["id"], first["id"])
    assert isinstance(second["next"], list)
    assert second["next"]


def test_that_standing_questions_are_listed_asked_again_and_forgotten(project: Path, command_line: CommandLine) -> None:
    answer = _asked(command_line, project, _OYSTERS, "--keep")
    (kept,) = _standing(command_line, project)
    assert (kept["question"], kept["answer"], kept["due"], kept["change"]) == (_OYSTERS, answer["id"], False, None)
    (same,) = _standing(command_line, project, "--again")
    assert (same["asked"], same["answer"]) == (False, answer["id"])
    (again,) = _standing(command_line, project, "--again", "--all")
    assert again["asked"] is True
    assert again["before"] == answer["id"]
    change = again["change"]
    assert isinstance(change, dict)
    assert (change["new"], change["gone"]) == ([], [])
    assert change["same"]
    assert "are the same" in command_line("standing", project, "--again", "--all").out
    assert command_line("standing", project, "--forget", "nobody").status == 2
    assert _standing(command_line, project, "--forget", str(kept["id"])) == []
    assert "No standing question is kept." in command_line("standing", project).out


def _standing(command_line: CommandLine, project: Path, *words: str) -> list[dict[str, object]]:
    ended = command_line("standing", project, *words, "--json")
    assert ended.status == 0, ended.err
    assert isinstance(ended.json, list)
    return ended.json
