"""What the first word decides, and what is said of a command line that is wrong."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import COMMAND, NO_DISPLAY, CommandLine, on_linux
from tests.conftest import PROJECT_ROOT


def test_that_a_word_that_is_nothing_is_a_misuse(command_line: CommandLine) -> None:
    ended = command_line("indx")
    assert (ended.status, ended.out) == (2, "")
    assert "“indx” is no command, and there is no such file or folder." in ended.err


def test_that_the_window_takes_one_path(command_line: CommandLine, tmp_path: Path) -> None:
    assert command_line(tmp_path, "--json").status == 2


@pytest.mark.parametrize("words", [["ask"], ["report", "p", "seven"], ["--nonsense"], ["index", "x", "--levle", "1"]])
def test_that_a_wrong_command_line_ends_with_2(command_line: CommandLine, words: list[str]) -> None:
    ended = command_line(*words)
    assert (ended.status, ended.out) == (2, "")
    assert "Error:" in ended.err


def test_that_help_names_every_command(command_line: CommandLine) -> None:
    ended = command_line("--help")
    assert ended.status == 0
    for command in ["index", "ask", "communities", "report", "info", "check", "demo", "screenshot"]:
        assert f"\n  {command} " in ended.out


@on_linux
@pytest.mark.parametrize("words", [[], ["./check"]])
def test_that_a_path_and_nothing_ask_for_the_window(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "check").mkdir()
    environment = {name: value for name, value in os.environ.items() if name not in NO_DISPLAY}
    ended = subprocess.run(
        [*COMMAND, *words], cwd=tmp_path, env=environment | {"PYTHONPATH": str(PROJECT_ROOT)}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 1
    assert ended.stderr.startswith("There is no display to open a window on.\n")


def test_that_a_command_s_name_is_the_command_even_where_a_folder_has_it(
    command_line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "check").mkdir()
    monkeypatch.chdir(tmp_path)
    assert "Missing argument" in command_line("check").err


@on_linux
def test_that_a_portable_program_keeps_all_in_one_folder(tmp_path: Path) -> None:
    documents = tmp_path / "letters"
    documents.mkdir()
    (documents / "a.txt").write_text("Ann Miller met Bob Carter in Rome. Ann Miller left Rome.", encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "GRAPHRAG_DESKTOP_FOLDER"}
    ended = subprocess.run(
        [*COMMAND, "--portable", "index", str(documents)], cwd=tmp_path,
        env=environment | {"PYTHONPATH": str(PROJECT_ROOT), "HOME": str(tmp_path / "home")}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "GraphRAG Desktop" / "letters.graphrag").exists()
    assert not (tmp_path / "home").exists()
