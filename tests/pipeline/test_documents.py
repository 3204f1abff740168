"""Folders as they are found: good files, odd files, and files that go away."""

import os
import socket
import sys
from pathlib import Path

import pytest

from graphrag_desktop.domain.documents import DocumentState, ParsedDocument, SkippedFile
from graphrag_desktop.domain.errors import Cancelled, InputError, UnreadableDocument
from graphrag_desktop.domain.identity import document_id
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline import documents
from graphrag_desktop.pipeline.documents import find_files, identify, parse_documents, parse_file

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


def test_that_droppings_and_hidden_files_are_passed_over_in_silence(tmp_path: Path) -> None:
    write(tmp_path, report="Acme Corp hired Bob Lee.")
    for name in (
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
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"\x00\x01")
    listing = find_files(tmp_path)
    assert listing.files == ("report.txt",)
    assert listing.skipped == ()


def test_that_other_formats_are_skipped_with_a_reason(tmp_path: Path) -> None:
    for name in ("a.pdf", "b.docx", "README"):
        (tmp_path / name).write_bytes(b"x")
    assert find_files(tmp_path).skipped == (
        SkippedFile("README", "Files without an ending are not read yet by this version."),
        SkippedFile("a.pdf", "PDF files are not read yet by this version."),
        SkippedFile("b.docx", "DOCX files are not read yet by this version."),
    )


def test_that_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no folder"):
        find_files(tmp_path / "nowhere")
    write(tmp_path, file="text")
    with pytest.raises(InputError, match="no folder"):
        find_files(tmp_path / "file.txt")


@ON_POSIX
def test_that_links_pipes_and_sockets_are_never_followed_into_a_wait(tmp_path: Path) -> None:
    write(tmp_path, sub__real="text")
    (tmp_path / "sub" / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "self.txt").symlink_to(tmp_path / "self.txt")
    (tmp_path / "dangling.txt").symlink_to(tmp_path / "gone.txt")
    (tmp_path / "linked.txt").symlink_to(tmp_path / "sub" / "real.txt")
    os.mkfifo(tmp_path / "pipe.txt")
    listing = find_files(tmp_path)
    assert listing.files == ("linked.txt", "sub/real.txt")
    assert {each.path: each.reason for each in listing.skipped} == {
        "dangling.txt": "The link leads nowhere.",
        "pipe.txt": "Not a file, but a pipe, a socket or a device.",
        "self.txt": "The link leads nowhere.",
        "sub/loop": "A link to a folder is not followed.",
    }
    with pytest.raises(UnreadableDocument, match="pipe"):
        parse_file(tmp_path / "pipe.txt")
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


@AS_OTHERS
def test_that_a_forbidden_folder_and_file_are_skipped_with_a_reason(tmp_path: Path) -> None:
    write(tmp_path, open="text", shut__inner="text")
    (tmp_path / "shut").chmod(0)
    (tmp_path / "open.txt").chmod(0)
    (skipped,) = find_files(tmp_path).skipped
    assert skipped == SkippedFile("shut", "The folder cannot be opened: permission denied.")
    (outcome,) = parse_documents(tmp_path, ["open.txt"], RunControl(), 1)
    assert outcome == ("open.txt", SkippedFile("open.txt", "The file cannot be opened: permission denied."))
    (tmp_path / "shut").chmod(0o700)


def test_that_identity_is_the_hash_of_the_bytes() -> None:
    path = DATA / "gb18030_short.txt"
    assert identify(path) == (document_id(path.read_bytes()), 18)
    assert parse_file(path).document.id == identify(path)[0]


def test_that_text_is_normalised_once_and_for_all(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffone\r\ntwo\rthree\ffour\x00\x1b[0m\tend".encode())
    parsed = parse_file(path)
    assert parsed.text == "one\ntwo\nthree\nfour\x1b[0m\tend"
    assert parsed.document.characters == len(parsed.text)
    assert parsed.document.size == path.stat().st_size
    assert parsed.document.state is DocumentState.READ
    assert parsed.pages == ()


def test_that_a_form_feed_is_a_line_end() -> None:
    assert parse_file(DATA / "ansi_formfeed.md").text.startswith("# Release \n Notes\n")


@pytest.mark.parametrize(
    ("name", "words"),
    [("empty.txt", "The file is empty."), ("whitespace.txt", "No text found: the file holds only white space.")],
)
def test_that_a_file_without_text_is_an_empty_document(name: str, words: str) -> None:
    document = parse_file(DATA / name).document
    assert (document.state, document.reason) == (DocumentState.EMPTY, words)


def test_that_a_file_with_nothing_visible_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\ufeff\u200b \u00a0\n", encoding="utf-8")
    assert parse_file(path).document.state is DocumentState.EMPTY


def test_that_binary_content_is_unreadable_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"%PDF-1.4 and so on")
    document = parse_file(path).document
    assert document.state is DocumentState.UNREADABLE
    assert document.reason == "The file is a PDF document under the name of a text file. Give it its right ending."
    assert document.id == document_id(path.read_bytes())


def test_that_a_too_large_file_is_unreadable_but_has_its_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_BYTES", 2**20)
    path = tmp_path / "a.txt"
    path.write_bytes(b"word " * 400_000)
    document = parse_file(path).document
    assert document.state is DocumentState.UNREADABLE
    assert document.reason == "The file has 2 MB; 1 MB are read at most. Split it."
    assert (document.id, document.size) == identify(path)


def test_that_another_format_is_refused() -> None:
    with pytest.raises(UnreadableDocument, match="PDF files are not read yet"):
        parse_file(Path("a.PDF"))


def outcomes(folder: Path, paths: list[str]) -> dict[str, ParsedDocument | SkippedFile]:
    return dict(parse_documents(folder, paths, RunControl(), 2))


def test_that_few_files_are_parsed_each_for_itself(tmp_path: Path) -> None:
    write(tmp_path, sub__a="one", b="two")
    found = outcomes(tmp_path, ["sub/a.txt", "gone.txt", "b.txt"])
    assert found["gone.txt"] == SkippedFile("gone.txt", "The file is gone.")
    texts = {path: (each.text, each.document.paths) for path, each in found.items() if isinstance(each, ParsedDocument)}
    assert texts == {"sub/a.txt": ("one", ("sub/a.txt",)), "b.txt": ("two", ("b.txt",))}


def test_that_many_files_are_parsed_in_worker_processes(tmp_path: Path) -> None:
    paths = [f"{number:02}.txt" for number in range(12)]
    for path in paths:
        (tmp_path / path).write_text(f"{path} " * 40_000, encoding="utf-8")
    found = outcomes(tmp_path, [*paths, "gone.txt"])
    assert found["gone.txt"] == SkippedFile("gone.txt", "The file is gone.")
    for path in paths:
        parsed = found[path]
        assert isinstance(parsed, ParsedDocument)
        assert parsed.text == f"{path} " * 40_000


def test_that_a_whitespace_file_among_good_ones_stops_nothing(tmp_path: Path) -> None:
    write(tmp_path, **{f"{number:02}": f"Good file {number}." for number in range(20)})
    (tmp_path / "02a.txt").write_bytes((DATA / "whitespace.txt").read_bytes())
    states = [
        each.document.state
        for each in outcomes(tmp_path, list(find_files(tmp_path).files)).values()
        if isinstance(each, ParsedDocument)
    ]
    assert states.count(DocumentState.READ) == 20
    assert states.count(DocumentState.EMPTY) == 1


def test_that_cancel_ends_parsing(tmp_path: Path) -> None:
    write(tmp_path, a="one", b="two")
    control = RunControl()
    parsing = parse_documents(tmp_path, ["a.txt", "b.txt"], control, 1)
    next(parsing)
    control.cancel()
    with pytest.raises(Cancelled):
        next(parsing)
