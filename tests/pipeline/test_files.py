"""Folders as they are found: good files, odd files, and files that are to be left out."""

import os
import socket
import sys
from pathlib import Path

import pytest

from graphrag_desktop.domain.documents import DocumentState, SkippedFile
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.identity import document_id
from graphrag_desktop.pipeline.files import find_files, identify
from graphrag_desktop.pipeline.left_out import split_patterns, why_left_out

DATA = Path(__file__).parent.parent / "data" / "documents"
ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="not on Windows")
AS_OTHERS = pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a user who may be refused")


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".txt").write_text(text, encoding="utf-8")


def test_that_files_are_listed_sorted_with_forward_slashes(tmp_path: Path) -> None:
    write(tmp_path, b="b", a__z="z", a__y="y")
    (tmp_path / "NOTES.MD").write_text("n", encoding="utf-8")
    assert find_files(tmp_path).files == ("NOTES.MD", "a/y.txt", "a/z.txt", "b.txt")


def test_that_droppings_and_hidden_files_are_left_out_and_counted(tmp_path: Path) -> None:
    write(tmp_path, report="Acme Corp hired Bob Lee.")
    droppings = (
        "._report.txt",
        ".DS_Store",
        "~$report.docx",
        "Thumbs.db",
        "desktop.ini",
        "case.graphrag",
        "case.graphrag-wal",
        "case.graphrag.lock",
        "case.graphrag.v1.backup",
        ".git/config.txt",
        "__MACOSX/report.txt",
    )
    for name in droppings:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"\x00\x01")
    listing = find_files(tmp_path)
    assert listing.files == ("report.txt",)
    assert listing.skipped == ()
    assert {each.path for each in listing.left_out} == {name.split("/")[0] for name in droppings}
    assert {each.state for each in listing.left_out} == {DocumentState.LEFT_OUT}
    assert all(each.reason for each in listing.left_out)


def test_that_what_the_analyst_names_is_left_out_with_its_pattern(tmp_path: Path) -> None:
    write(tmp_path, keep="a", Drafts__one="b", log__two="c", three="d")
    listing = find_files(tmp_path, split_patterns("drafts, log/tw*; THREE.*"))
    assert listing.files == ("keep.txt",)
    assert [(each.path, each.reason) for each in listing.left_out] == [
        ("Drafts", "Left out by “drafts” in the settings."),
        ("log/two.txt", "Left out by “log/tw*” in the settings."),
        ("three.txt", "Left out by “THREE.*” in the settings."),
    ]


@pytest.mark.parametrize("path", ["a/b.txt", "A.graphrag.txt", "notes~$.txt", "a.b/c.md", "thumbs.db.txt"])
def test_that_ordinary_names_are_not_left_out(path: str) -> None:
    assert why_left_out(path) == ""


def test_that_other_formats_are_skipped_with_a_reason_and_what_to_do(tmp_path: Path) -> None:
    for name in ("a.doc", "b.xyz", "README"):
        (tmp_path / name).write_bytes(b"x")
    assert find_files(tmp_path).skipped == (
        SkippedFile("README", "Files without an ending are not read.", DocumentState.UNSUPPORTED),
        SkippedFile("a.doc", "DOC files are not read. Save it as DOCX or PDF.", DocumentState.UNSUPPORTED),
        SkippedFile("b.xyz", "XYZ files are not read.", DocumentState.UNSUPPORTED),
    )


def test_that_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no folder"):
        find_files(tmp_path / "nowhere")
    write(tmp_path, file="text")
    with pytest.raises(InputError, match="no folder"):
        find_files(tmp_path / "file.txt")


@ON_POSIX
def test_that_links_and_pipes_are_never_followed_into_a_wait(tmp_path: Path) -> None:
    write(tmp_path, sub__real="text")
    (tmp_path / "sub" / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "self.txt").symlink_to(tmp_path / "self.txt")
    (tmp_path / "dangling.txt").symlink_to(tmp_path / "gone.txt")
    (tmp_path / "linked.txt").symlink_to(tmp_path / "sub" / "real.txt")
    (tmp_path / "zero.txt").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.txt")
    listing = find_files(tmp_path)
    assert listing.files == ("linked.txt", "sub/real.txt")
    assert {each.path: each.reason for each in listing.skipped} == {
        "dangling.txt": "The link leads nowhere.",
        "pipe.txt": "Not a file, but a pipe, a socket or a device.",
        "self.txt": "The link leads nowhere.",
        "sub/loop": "A link to a folder is not followed.",
        "zero.txt": "Not a file, but a pipe, a socket or a device.",
    }
    with pytest.raises(OSError, match="pipe"):
        identify(tmp_path / "pipe.txt")


@ON_POSIX
def test_that_a_socket_is_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's path may not be long
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("s.txt")
        assert [each.path for each in find_files(tmp_path).skipped] == ["s.txt"]


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux alone")
def test_that_a_name_that_is_no_text_is_skipped_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.txt")).write_text("text", encoding="utf-8")
    assert find_files(tmp_path).skipped == (
        SkippedFile("caf?.txt", "Its name, or a folder's above it, is no valid text. Rename it."),
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has shorter paths unless told otherwise")
def test_that_long_paths_and_every_unicode_name_are_found(tmp_path: Path) -> None:
    folder = tmp_path / ("ordner " * 25) / ("文件夹" * 25) / ("папка" * 20) / ("folder" * 20)
    folder.mkdir(parents=True)
    names = ["보고서.txt", "naïve ‘quotes’.txt", "emoji 🚀.txt", "اسم.txt", "e\u0301.txt", "tab\there.txt"]
    for name in names:
        (folder / name).write_text("text", encoding="utf-8")
    found = find_files(tmp_path).files
    assert len(str(folder)) > 400
    assert sorted(each.rpartition("/")[2] for each in found) == sorted(names)
    assert all(identify(tmp_path / each)[1] == 4 for each in found)


@AS_OTHERS
def test_that_a_forbidden_folder_is_skipped_with_a_reason(tmp_path: Path) -> None:
    write(tmp_path, open="text", shut__inner="text")
    (tmp_path / "shut").chmod(0)
    (skipped,) = find_files(tmp_path).skipped
    (tmp_path / "shut").chmod(0o700)
    assert skipped == SkippedFile("shut", "The folder cannot be opened: permission denied.")


def test_that_identity_is_the_hash_of_the_bytes() -> None:
    path = DATA / "gb18030_short.txt"
    assert identify(path) == (document_id(path.read_bytes()), 18)
