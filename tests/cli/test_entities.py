"""The commands on entities: what they list, how they change a project, what they refuse."""

from pathlib import Path

import pytest

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.run import build_index, start_project
from tests.cli.conftest import CommandLine, fields
from tests.pipeline.test_editing import TOWN, write

ENTITY_FIELDS = ["number", "title", "type", "aliases", "description", "mentions", "documents", "relationships"]
MADE_FIELDS = ["edits", "entities", "relationships", "reports_to_write", "model_calls", "seconds"]


@pytest.fixture
def town(tmp_path: Path) -> Path:
    folder = write(tmp_path / "town", TOWN)
    with start_project(tmp_path / "town.graphrag", folder) as project:
        build_index(project, folder, RunControl())
    return tmp_path / "town.graphrag"


def numbers(command_line: CommandLine, town: Path) -> dict[str, int]:
    listed = command_line("entities", town, "--json").json
    assert isinstance(listed, list)
    assert fields(listed[0]) == ENTITY_FIELDS
    return {each["title"]: each["number"] for each in listed}


def test_that_a_suggested_pair_can_be_merged_and_the_merge_undone(command_line: CommandLine, town: Path) -> None:
    before = numbers(command_line, town)
    found = command_line("entities", town, "--duplicates", "--json").json
    assert isinstance(found, list)
    pair = [found[0]["one"], found[0]["other"]]
    assert {each["title"] for each in pair} == {"Karl Osterman", "Karl Ostermann"}
    assert any("spelling" in each for each in found[0]["reasons"])
    dry = command_line("merge", town, str(pair[0]["number"]), str(pair[1]["number"]), "--dry-run", "--json")
    assert dry.json["descriptions"] == 0  # type: ignore[index]
    assert numbers(command_line, town) == before
    made = command_line("merge", town, str(pair[0]["number"]), str(pair[1]["number"]), "--json")
    assert made.status == 0
    assert fields(made.json) == MADE_FIELDS
    after = numbers(command_line, town)
    assert len(after) == len(before) - 1
    assert all(before[title] == number for title, number in after.items())
    assert "Merged" in command_line("edits", town).out
    assert command_line("undo", town).status == 0
    assert numbers(command_line, town) == before
    assert command_line("check", town).status == 0


def test_that_entities_are_renamed_retyped_split_and_deleted(command_line: CommandLine, town: Path) -> None:
    known = numbers(command_line, town)
    anna = str(known["Anna Berg"])
    assert command_line("rename", town, anna, "Anna Maria Berg").status == 0
    assert command_line("retype", town, anna, "miller").status == 0
    split = command_line("split", town, anna, "--document", "weir", "--title", "Anna Berg of the weir", "--json")
    assert split.status == 0
    assert command_line("delete-entity", town, str(known["Jonas Berg"])).status == 0
    after = numbers(command_line, town)
    assert {"Anna Maria Berg", "Anna Berg of the weir"} <= set(after)
    assert not {"Anna Berg", "Jonas Berg"} & set(after)
    log = command_line("edits", town, "--json").json
    assert isinstance(log, list)
    assert [each["kind"] for each in log] == ["rename", "retype", "split", "delete"]
    assert all(each["applies"] for each in log)
    assert command_line("undo", town, str(log[0]["number"])).status == 0
    assert "Anna Berg" in numbers(command_line, town)
    assert command_line("check", town).status == 0


def test_that_what_was_told_apart_is_not_suggested(command_line: CommandLine, town: Path) -> None:
    known = numbers(command_line, town)
    pair = str(known["Karl Osterman"]), str(known["Karl Ostermann"])
    assert command_line("not-same", town, *pair).status == 0
    assert command_line("entities", town, "--duplicates", "--json").json == []
    assert command_line("not-same", town, *pair, "--undo").status == 0
    assert command_line("entities", town, "--duplicates", "--json").json != []


def test_that_what_cannot_be_is_said_with_what_to_do(command_line: CommandLine, town: Path) -> None:
    nobody = command_line("rename", town, "9999", "X")
    assert nobody.status == 1
    assert "There is no entity 9999." in nobody.err
    assert "There is nothing to undo." in command_line("undo", town).err
    known = numbers(command_line, town)
    several = command_line("split", town, str(known["Anna Berg"]), "--document", "", "--title", "X")
    assert "several documents" in several.err
