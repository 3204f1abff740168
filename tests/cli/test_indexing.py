"""The command that makes a project, on the bundled sample and on folders that are less well kept."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.assets import resource
from tests.cli.conftest import COMMAND, LEVEL_FIELDS, CommandLine, Indexed, fields, in_a_process, on_linux
from tests.conftest import PROJECT_ROOT

INDEX_FIELDS = [
    "project",
    "documents",
    "skipped",
    "states",
    "text_units",
    "entities",
    "relationships",
    "claims",
    "levels",
    "failures",
    "model_calls",
    "stored_replies_used",
    "prompt_tokens",
    "completion_tokens",
    "seconds",
    "engine",
    "change",
    "rebuild_gain",
]


def test_that_an_index_has_its_fields(sample: Indexed) -> None:
    found = sample.first.json
    assert sample.first.status == 0, sample.first.err
    assert fields(found) == INDEX_FIELDS
    assert isinstance(found, dict)
    assert all(fields(each) == LEVEL_FIELDS for each in found["levels"])
    assert found["documents"] == 37  # one of them came with a mail
    assert found["project"] == str(sample.project)
    assert found["model_calls"] == 0


def test_that_progress_goes_to_standard_error(sample: Indexed) -> None:
    assert "Reading text: " in sample.first.err
    assert "Reading text" not in sample.first.out


def test_that_a_second_run_finds_everything_kept(sample: Indexed, command_line: CommandLine) -> None:
    before = command_line("info", sample.project, "--json").json
    ended = command_line("index", sample.folder, "-p", sample.project, "--json")
    first, again = sample.first.json, ended.json
    assert isinstance(first, dict)
    assert isinstance(again, dict)
    assert ended.status == 0
    assert {**again, "seconds": 0} == {**first, "seconds": 0}
    assert command_line("info", sample.project, "--json").json == before


def test_that_the_sample_has_communities_to_explore(sample: Indexed) -> None:
    found = sample.first.json
    assert isinstance(found, dict)
    levels = found["levels"]
    assert len(levels) >= 2
    assert 3 <= levels[0]["communities"] < levels[-1]["communities"]


def test_that_the_index_is_sound(sample: Indexed, command_line: CommandLine) -> None:
    assert command_line("check", sample.project).out == "No problems found: the project is sound.\n"


@pytest.fixture(scope="module")
def untidy(tmp_path_factory: pytest.TempPathFactory) -> Indexed:
    """A folder with a picture and an empty file, indexed with a setting of its own into the usual place."""
    place = tmp_path_factory.mktemp("untidy")
    home, folder = place / "home", place / "papers"
    home.mkdir()
    folder.mkdir()
    (folder / "memo.txt").write_bytes((resource("sample") / "06-savings-bank-memo.txt").read_bytes())
    (folder / "empty.txt").write_bytes(b"")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n")
    unset = {"XDG_DOCUMENTS_DIR", "XDG_CONFIG_HOME"}
    words = ("index", folder, "--set", "unit_tokens=300", "--json")
    ended = in_a_process(*words, without=unset, more={"HOME": str(home), "USERPROFILE": str(home)})
    return Indexed(home / "Documents" / "GraphRAG Desktop" / "papers.graphrag", folder, ended)


@on_linux
def test_that_without_a_place_the_project_lies_in_the_documents_folder(untidy: Indexed) -> None:
    assert untidy.first.status == 0
    assert isinstance(untidy.first.json, dict)
    assert untidy.first.json["project"] == str(untidy.project)


def test_that_files_that_are_not_read_are_named(untidy: Indexed) -> None:
    found = untidy.first.json
    assert isinstance(found, dict)
    assert found["documents"] == 1
    assert found["skipped"] == [
        {"path": "empty.txt", "reason": "The file is empty."},
        {"path": "picture.png", "reason": "PNG files are not read. Run it through text recognition (OCR)."},
    ]


@on_linux
def test_that_a_setting_is_kept(untidy: Indexed, command_line: CommandLine) -> None:
    found = command_line("info", untidy.project, "--json").json
    assert isinstance(found, dict)
    assert found["settings"]["unit_tokens"] == 300
    assert "Settings: unit_tokens=300" in command_line("info", untidy.project).out


@pytest.mark.parametrize(
    "assignment", ["unit_tokens=many", "unit_tokens=1", "colour=blue", "unit_tokens", "overlap_tokens=600"]
)
def test_that_a_wrong_setting_makes_no_project(
    folder: Path, command_line: CommandLine, tmp_path: Path, assignment: str
) -> None:
    project = tmp_path / "p.graphrag"
    ended = command_line("index", folder, "-p", project, "--set", assignment, "--json")
    assert ended.status == 2
    assert fields(ended.json) == ["error", "hint"]
    assert not project.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--engine", "magic"), "There is no engine “magic”."),
        (("--engine", "model"), "A model needs the address of its server."),
        (("--engine", "builtin", "--model", "m"), "The built-in engine uses no model."),
        (("--base-url", "nonsense", "--model", "m"), "“nonsense” is no address of a model server."),
    ],
)
def test_that_an_engine_that_cannot_be_is_refused(
    folder: Path, command_line: CommandLine, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    ended = command_line("index", folder, "-p", tmp_path / "p.graphrag", *words)
    assert ended.status == 2
    assert ended.err.startswith(told)
    assert not (tmp_path / "p.graphrag").exists()


def test_that_a_folder_without_documents_makes_no_project(command_line: CommandLine, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    ended = command_line("index", empty, "-p", tmp_path / "p.graphrag", "--json")
    assert ended.status == 1
    assert fields(ended.json) == ["error", "hint"]
    assert not (tmp_path / "p.graphrag").exists()


def test_that_a_project_never_lies_in_its_own_folder(folder: Path, command_line: CommandLine) -> None:
    before = sorted(folder.iterdir())
    ended = command_line("index", folder, "-p", folder / "p.graphrag")
    assert ended.status == 1
    assert "inside the folder it is made from" in ended.err
    assert sorted(folder.iterdir()) == before


def test_that_a_dry_run_makes_nothing(folder: Path, command_line: CommandLine, tmp_path: Path) -> None:
    ended = command_line("index", folder, "-p", tmp_path / "p.graphrag", "--dry-run", "--json")
    found = ended.json
    assert ended.status == 0
    assert fields(found) == ["folder", "files", "bytes", "new_documents", "known_documents", "skipped", "changes"]
    assert isinstance(found, dict)
    assert (found["new_documents"], found["known_documents"]) == (3, 0)
    assert not (tmp_path / "p.graphrag").exists()
    told = command_line("index", folder, "-p", tmp_path / "p.graphrag", "--dry-run").out
    assert f"Project: {tmp_path / 'p.graphrag'}, of which nothing was read yet" in told


def test_that_a_dry_run_knows_what_is_kept(sample: Indexed, command_line: CommandLine) -> None:
    found = command_line("index", sample.folder, "-p", sample.project, "--dry-run", "--json").json
    assert isinstance(found, dict)
    assert (found["new_documents"], found["known_documents"]) == (0, 36)


@on_linux
def test_that_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    project = tmp_path / "p.graphrag"
    words = [*COMMAND, "index", str(resource("sample")), "-p", str(project)]
    process = subprocess.Popen(
        words, cwd=PROJECT_ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stderr is not None
    said = list(lines_until(iter(process.stderr), "Reading text"))
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the group
    out, err = process.communicate()
    assert (process.returncode, out) == (130, ""), (said, err)
    assert "Stopping. What is finished is kept" in err
    assert "Traceback" not in err
    assert in_a_process("check", project).status == 0
    assert in_a_process("index", resource("sample"), "-p", project).status == 0


def lines_until(lines: Iterator[str], beginning: str) -> Iterator[str]:
    """The lines up to the first that begins so."""
    for line in lines:
        yield line
        if line.startswith(beginning):
            return
