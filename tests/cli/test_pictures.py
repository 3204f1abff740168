"""The commands that show the window where there is nobody to look at it."""

from pathlib import Path

import pytest

from tests.cli.conftest import NO_DISPLAY, CommandLine, Indexed, in_a_process, on_linux


@pytest.mark.parametrize("size", ["wide", "1600", "0x0", "1600x1000x2"])
def test_that_a_wrong_size_is_a_misuse(command_line: CommandLine, mill: Path, tmp_path: Path, size: str) -> None:
    ended = command_line("screenshot", mill, "-o", tmp_path / "picture.png", "--size", size)
    assert ended.status == 2
    assert "is no size" in ended.err


def test_that_a_picture_has_its_size(sample: Indexed, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    ended = in_a_process(
        "screenshot", sample.project, "-o", picture, "--size", "1280x800", "--theme", "dark", without=NO_DISPLAY
    )
    assert (ended.status, ended.out) == (0, "")
    header = picture.read_bytes()[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")) == (1280, 800)


@pytest.mark.parametrize(
    "wishes",
    [
        ["--workspace", "index", "--panel", "activity"],
        ["--workspace", "read", "--document", "1"],
        ["--page", "welcome"],
        ["--page", "plan"],
        ["--page", "palette", "--typed", "level"],
        ["--page", "shortcuts"],
        ["--page", "guide"],
        ["--panel", "history", "--workspace", "ask"],
    ],
)
def test_that_a_picture_can_be_had_of_every_part(sample: Indexed, tmp_path: Path, wishes: list[str]) -> None:
    picture = tmp_path / "picture.png"
    words: tuple[str | Path, ...] = ("screenshot", sample.project, "-o", picture, "--size", "1024x700", *wishes)
    ended = in_a_process(*words, without=NO_DISPLAY)  # a window of its own process leaves nothing in this one
    assert (ended.status, ended.out) == (0, ""), ended.err
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_that_a_picture_of_a_folder_shows_what_indexing_it_would_mean(folder: Path, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    assert in_a_process("screenshot", folder, "-o", picture, without=NO_DISPLAY).status == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert list(tmp_path.glob("*.graphrag")) == []


def test_that_a_document_that_is_not_there_is_said(sample: Indexed, tmp_path: Path) -> None:
    words = ("screenshot", sample.project, "-o", tmp_path / "picture.png", "--document", "no such name")
    ended = in_a_process(*words, without=NO_DISPLAY)
    assert ended.status == 1
    assert "no such name" in ended.err


@on_linux
def test_that_the_demo_runs_in_an_empty_home_without_a_display(tmp_path: Path) -> None:
    ended = in_a_process("demo", without=NO_DISPLAY, more={"HOME": str(tmp_path), "TMPDIR": str(tmp_path)})
    assert ended.status == 0, ended.err
    assert "[Data: " in ended.out
    place = ended.out.rpartition("Picture of the window: ")[2].strip()
    assert Path(place).read_bytes().startswith(b"\x89PNG")
