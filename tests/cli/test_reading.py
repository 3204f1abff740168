"""The commands that read a project: their fields, their exit status, what they say of files that are none."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.cli.conftest import LEVEL_FIELDS, CommandLine, fields

COMMUNITY_FIELDS = [
    "number",
    "level",
    "parent",
    "children",
    "title",
    "entities",
    "rating",
    "report_tokens",
    "unconnected",
]
REPORT_FIELDS = [
    "number",
    "title",
    "summary",
    "findings",
    "rating",
    "rating_explanation",
    "level",
    "parent",
    "children",
    "engine",
    "truncated",
]
INFO_FIELDS = [
    "documents",
    "skipped",
    "failures",
    "counts",
    "levels",
    "conditions",
    "engine",
    "settings",
    "index_version",
    "schema",
    "file_bytes",
    "packs",
    "change",
    "rebuild_gain",
    "removed",
]
DOCUMENT_FIELDS = [
    "id",
    "paths",
    "state",
    "reason",
    "codec",
    "pages",
    "language",
    "characters",
    "text_units",
    "copy_of",
]


def test_that_communities_have_their_fields(command_line: CommandLine, mill: Path) -> None:
    ended = command_line("communities", mill, "--json")
    assert ended.status == 0
    found = ended.json
    assert isinstance(found, list)
    assert all(fields(each) == COMMUNITY_FIELDS for each in found)
    assert [each["number"] for each in found] == [1, 4, 5, 2, 3]


def test_that_every_level_is_a_partition(command_line: CommandLine, mill: Path) -> None:
    for level in ("0", "1", "2", "99"):
        found = command_line("communities", mill, "--level", level, "--json").json
        assert isinstance(found, list)
        assert sum(each["entities"] for each in found) == 10


def test_that_beyond_the_deepest_level_is_the_deepest(command_line: CommandLine, mill: Path) -> None:
    beyond, deepest = (command_line("communities", mill, "--level", level).out for level in ("99", "1"))
    assert beyond == deepest


def test_that_a_level_below_0_is_a_misuse(command_line: CommandLine, mill: Path) -> None:
    assert command_line("communities", mill, "--level", "-1").status == 2


def test_that_unconnected_entities_are_folded_for_people(command_line: CommandLine, mill: Path) -> None:
    ended = command_line("communities", mill)
    assert ended.out.endswith("\nUnconnected (1)\n")
    assert "Lighthouse" not in ended.out


def test_that_a_report_has_its_fields(command_line: CommandLine, mill: Path) -> None:
    found = command_line("report", mill, "1", "--json").json
    assert fields(found) == REPORT_FIELDS
    assert isinstance(found, dict)
    assert found["children"] == [4, 5]
    assert all(fields(each) == ["summary", "explanation", "citations", "documents"] for each in found["findings"])


def test_that_a_report_that_is_not_there_is_an_error(command_line: CommandLine, mill: Path) -> None:
    ended = command_line("report", mill, "77", "--json")
    assert ended.status == 1
    assert fields(ended.json) == ["error", "hint"]
    assert "There is no community 77" in ended.err


def test_that_info_has_its_fields(command_line: CommandLine, mill: Path) -> None:
    found = command_line("info", mill, "--json").json
    assert fields(found) == INFO_FIELDS
    assert isinstance(found, dict)
    assert all(fields(each) == DOCUMENT_FIELDS for each in found["documents"])
    assert all(fields(each) == LEVEL_FIELDS for each in found["levels"])
    assert found["file_bytes"] == mill.stat().st_size
    assert found["skipped"] == [{"path": "scan.pdf", "reason": "It holds pictures only."}]


def test_that_info_for_people_names_every_document(command_line: CommandLine, mill: Path) -> None:
    ended = command_line("info", mill)
    assert all(name in ended.out for name in ("council.txt", "letters/river.txt", "fair.txt", "scan.pdf"))


def test_that_a_sound_project_passes_its_check(command_line: CommandLine, mill: Path) -> None:
    ended = command_line("check", mill, "--json")
    assert (ended.status, ended.json) == (0, {"ok": True, "problems": []})


def test_that_a_broken_rule_ends_with_3(command_line: CommandLine, mill: Path) -> None:
    with closing(sqlite3.connect(mill)) as connection:
        connection.execute("DELETE FROM memberships WHERE level = 0 AND entity = 1")
        connection.commit()
    ended = command_line("check", mill, "--json")
    assert ended.status == 3
    assert isinstance(ended.json, dict)
    assert ended.json["ok"] is False
    assert "every entity is in exactly one community of every level" in ended.out


def test_that_a_file_cut_off_is_a_problem_found(command_line: CommandLine, mill: Path) -> None:
    mill.write_bytes(mill.read_bytes()[:5_000])
    ended = command_line("check", mill)
    assert ended.status == 3
    assert "cut off" in ended.out


def test_that_another_program_s_file_is_refused_and_stays_as_it_is(command_line: CommandLine, tmp_path: Path) -> None:
    other = tmp_path / "other.graphrag"
    other.write_bytes(b"not a project")
    for words in (["info", other], ["check", other], ["ask", other, "What?"], ["index", tmp_path, "-p", other]):
        ended = command_line(*words)
        assert (ended.status, ended.out) == (1, ""), words
    assert other.read_bytes() == b"not a project"


def test_that_a_project_that_is_not_there_is_an_error(command_line: CommandLine, tmp_path: Path) -> None:
    ended = command_line("info", tmp_path / "none.graphrag", "--json")
    assert ended.status == 1
    assert isinstance(ended.json, dict)
    assert ended.json["error"].startswith("There is no project at")
    assert ended.json["hint"]


def test_that_an_empty_case_file_is_said_and_can_be_written(
    command_line: CommandLine, mill: Path, tmp_path: Path
) -> None:
    assert command_line("case", mill).out.strip() == "There is nothing in the case file yet."
    assert command_line("case", mill, "--json").json == []
    assert command_line("case", mill, "-o", tmp_path / "case.docx").status == 0
    assert (tmp_path / "case.docx").read_bytes()[:2] == b"PK"
    assert command_line("case", mill, "-o", tmp_path / "case.pdf").status == 1
