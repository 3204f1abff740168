"""What the command line says of every file of a folder, and the passwords it is given for a run."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.conftest import PROJECT_ROOT
from tests.pipeline.formats.made_files import pdf, zipped

DATA = PROJECT_ROOT / "tests" / "data" / "documents"


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    found = tmp_path / "mixed"
    found.mkdir()
    for name in ("enc_rc4_pw.pdf", "blank_scanned.pdf", "truncated.pdf", "empty.txt"):
        shutil.copy(DATA / name, found)
    (found / "a.txt").write_text("The harbour was closed by the council of Port Halven.", encoding="utf-8")
    (found / "b.txt").write_text("The harbour was closed by the council of Port Halven.", encoding="utf-8")
    (found / "c.zip").write_bytes(
        zipped({"memo.md": "Anselm Drewe opened the harbour again.", "photo.png": b"\x89PNG"})
    )
    (found / "half.pdf").write_bytes(pdf(["A page of words.", "0 0 0 rg 0 0 595 842 re f"]))
    (found / ".hidden").write_bytes(b"x")
    return found


def test_that_the_states_add_up_and_what_was_not_read_is_named(mixed: Path, command_line: CommandLine) -> None:
    project = mixed.parent / "p.graphrag"
    found = command_line("index", mixed, "-p", project, "--json").json
    assert isinstance(found, dict)
    assert found["states"] == {
        "read": 3,
        "read in part": 1,
        "empty": 1,
        "no text layer": 1,
        "needs a password": 1,
        "unsupported": 1,
        "unreadable": 1,
        "duplicate": 1,
        "left out": 1,
    }
    assert sum(found["states"].values()) == len(list(mixed.iterdir())) + 2  # and the two files in the archive
    assert found["documents"] == 3
    assert [each["path"] for each in found["skipped"]] == [
        "blank_scanned.pdf",
        "c.zip › photo.png",
        "empty.txt",
        "enc_rc4_pw.pdf",
        "truncated.pdf",
    ]
    told = command_line("index", mixed, "-p", project).out
    assert "Files: 3 read, 1 read in part, 1 empty, 1 no text layer, 1 needs a password, 1 unsupported" in told
    assert "Read in part:\n  half.pdf: Page 2 is a picture without text" in told
    assert "index again with --password-file FILE." in told
    assert command_line("info", project).out.startswith("3 documents, ")  # those it read, as the run said


def test_that_several_files_with_a_password_are_told_in_the_plural(tmp_path: Path, command_line: CommandLine) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    for name in ("enc_rc4_pw.pdf", "enc_aes256_pw.pdf"):
        shutil.copy(DATA / name, locked)
    (locked / "a.txt").write_text("The harbour was closed by the council of Port Halven.", encoding="utf-8")
    assert "Files: 1 read, 2 need a password\n" in command_line("index", locked, "-p", tmp_path / "p.graphrag").out


def test_that_passwords_of_a_file_open_what_they_belong_to_and_are_kept_nowhere(
    mixed: Path, command_line: CommandLine
) -> None:
    project = mixed.parent / "p.graphrag"
    passwords = mixed.parent / "passwords.txt"
    passwords.write_text("a wrong one\npw\n", encoding="utf-8")
    found = command_line("index", mixed, "-p", project, "--password-file", passwords, "--json").json
    assert isinstance(found, dict)
    assert "needs a password" not in found["states"]
    assert b"a wrong one" not in project.read_bytes()
    ended = command_line("index", mixed, "-p", project, "--password-file", mixed / "nowhere.txt", "--json")
    assert ended.status == 1
    assert isinstance(ended.json, dict)
    assert ended.json["error"].endswith("nowhere.txt cannot be read.")


def test_that_left_out_files_are_named_in_a_setting(mixed: Path, command_line: CommandLine) -> None:
    project = mixed.parent / "p.graphrag"
    found = command_line("index", mixed, "-p", project, "--set", "left_out=*.pdf, b.*, empty.txt", "--json").json
    assert isinstance(found, dict)
    assert found["states"] == {"read": 3, "unsupported": 1, "left out": 7}
    again = command_line("index", mixed, "-p", project, "--set", "left_out=", "--json").json
    assert isinstance(again, dict)
    assert again["states"]["left out"] == 1


def test_that_very_many_failures_for_one_reason_are_told_shortly_and_listed_in_full(
    tmp_path: Path, command_line: CommandLine
) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "a.txt").write_text("The harbour was closed by the council of Port Halven.", encoding="utf-8")
    for number in range(25):
        (folder / f"letter {number:02}.docx").write_text(f"not a package {number}", encoding="utf-8")
    run = command_line("index", folder, "-p", tmp_path / "p.graphrag")
    assert run.err.count("Reading files, letter") == 20
    assert "Reading files: 5 more like these: The file is something else" in run.err
    assert all(f"  letter {number:02}.docx: " in run.out for number in range(25))
