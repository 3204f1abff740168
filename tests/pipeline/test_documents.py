"""One file to one document: its state, its reason, and that whatever it does, it does to itself alone."""

import os
import sys
import zipfile
from pathlib import Path

import pytest

from graphrag_desktop.domain.documents import DocumentState, ParsedDocument, SkippedFile
from graphrag_desktop.domain.errors import Cancelled, UnreadableDocument
from graphrag_desktop.domain.identity import document_id
from graphrag_desktop.domain.passwords import NO_PASSWORDS
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline import documents
from graphrag_desktop.pipeline.documents import Outcome, Piece, WantedMember, parse_file, parse_pieces
from graphrag_desktop.pipeline.files import find_files, identify
from graphrag_desktop.pipeline.formats.registry import Hints
from tests.pipeline.formats.made_files import xlsx

DATA = Path(__file__).parent.parent / "data" / "documents"
ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="not on Windows")
AS_OTHERS = pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a user who may be refused")


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")


def outcomes(folder: Path, paths: list[str]) -> dict[str, Outcome]:
    parsed = parse_pieces(folder, [Piece(path) for path in paths], RunControl(), 2, NO_PASSWORDS)
    return {piece.path: outcome for piece, (outcome,) in parsed}


def test_that_text_is_normalised_once_and_for_all(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffone\r\ntwo\rthree\ffour\x00\x1b[0m\tend".encode())
    parsed = parse_file(path)
    assert parsed.text == "one\ntwo\nthree\nfour\x1b[0m\tend"
    assert parsed.document.characters == len(parsed.text)
    assert parsed.document.size == path.stat().st_size
    assert parsed.document.id == identify(path)[0]
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
    assert (document.state, document.reason, document.has_text) == (DocumentState.EMPTY, words, False)


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


def test_that_damaged_text_is_read_in_part_and_says_how_much_was_lost(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(("知识图谱与人工智能。" * 50).encode()[:-1])
    document = parse_file(path).document
    assert document.state is DocumentState.PARTLY_READ
    assert document.reason == "One character of 500 could not be read, and stands as � or as private signs."
    assert document.has_text


def test_that_a_chosen_codec_decides_how_text_is_decoded(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("Ünïcode".encode("cp1252"))
    parsed = parse_file(path, Hints(codec="cp1250"))
    assert parsed.text == "Ünďcode"
    assert parsed.document.codec == "cp1250, as chosen"


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


def test_that_a_file_of_a_gigabyte_is_refused_without_being_held(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        file.truncate(2**30)
    document = parse_file(path).document
    assert document.reason == "The file has 1,024 MB; 256 MB are read at most. Split it."


def test_that_another_format_is_refused() -> None:
    with pytest.raises(UnreadableDocument, match=r"DOC files are not read\. Save it as DOCX"):
        parse_file(Path("a.DOC"))


@ON_POSIX
def test_that_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(UnreadableDocument, match="pipe"):
        parse_file(tmp_path / "pipe.txt")


@AS_OTHERS
def test_that_a_forbidden_file_is_skipped_with_a_reason(tmp_path: Path) -> None:
    write(tmp_path, shut="text")
    (tmp_path / "shut.txt").chmod(0)
    assert outcomes(tmp_path, ["shut.txt"]) == {
        "shut.txt": SkippedFile("shut.txt", "The file cannot be opened: permission denied. See who may read it.")
    }


def test_that_few_files_are_parsed_each_for_itself(tmp_path: Path) -> None:
    write(tmp_path, a="one", b="two")
    found = outcomes(tmp_path, ["a.txt", "gone.txt", "b.txt"])
    assert found["gone.txt"] == SkippedFile("gone.txt", "The file is gone. Index the folder again.")
    assert {path: each.text for path, each in found.items() if isinstance(each, ParsedDocument)} == {
        "a.txt": "one",
        "b.txt": "two",
    }


def test_that_many_files_are_parsed_in_worker_processes(tmp_path: Path) -> None:
    paths = [f"{number:02}.txt" for number in range(12)]
    for path in paths:
        (tmp_path / path).write_text(f"{path} " * 40_000, encoding="utf-8")
    found = outcomes(tmp_path, [*paths, "gone.txt"])
    assert isinstance(found["gone.txt"], SkippedFile)
    for path in paths:
        parsed = found[path]
        assert isinstance(parsed, ParsedDocument)
        assert parsed.text == f"{path} " * 40_000


@pytest.mark.skipif(sys.platform != "linux", reason="the memory limit holds on Linux alone")
def test_that_a_file_that_takes_its_process_with_it_costs_only_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "_PARSE_MEGABYTES", 400)
    (tmp_path / "bomb.xlsx").write_bytes(xlsx({"S": {"A1": "x", "ZZ28000": "y"}}))  # 19.7 million cells to be held
    (tmp_path / "good.xlsx").write_bytes(xlsx({"S": {"A1": "Alice"}}))
    found = outcomes(tmp_path, ["bomb.xlsx", "good.xlsx"])
    bomb, good = found["bomb.xlsx"], found["good.xlsx"]
    assert isinstance(bomb, SkippedFile)
    assert bomb.reason.startswith(("The process that read it crashed", "It needed more than 400 MB"))
    assert isinstance(good, ParsedDocument)
    assert "Alice" in good.text


@pytest.mark.skipif(sys.platform != "linux", reason="the memory limit holds on Linux alone")
def test_that_a_member_that_takes_its_process_with_it_costs_only_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "_PARSE_MEGABYTES", 400)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("one.txt", "First.")
        archive.writestr("bomb.xlsx", xlsx({"S": {"A1": "x", "ZZ28000": "y"}}))
        archive.writestr("two.txt", "Second.")
    members = tuple(WantedMember(place, name) for place, name in enumerate(["one.txt", "bomb.xlsx", "two.txt"]))
    found = {
        wanted.name: outcome
        for piece, parsed in parse_pieces(tmp_path, [Piece("a.zip", members=members)], RunControl(), 1, NO_PASSWORDS)
        for wanted, outcome in zip(piece.members, parsed, strict=True)
    }
    assert {name: each.text for name, each in found.items() if isinstance(each, ParsedDocument)} == {
        "one.txt": "First.",
        "two.txt": "Second.",
    }
    assert isinstance(found["bomb.xlsx"], SkippedFile)


@pytest.mark.skipif(sys.platform == "win32", reason="the time limit is shown with a signal-free wait on POSIX")
def test_that_a_parser_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "_PARSE_SECONDS", 2.0)
    (tmp_path / "deep.html").write_text("<div>" * 150_000 + "deep", encoding="utf-8")  # minutes in the HTML parser
    (tmp_path / "good.html").write_text("<p>Good.</p>", encoding="utf-8")
    found = outcomes(tmp_path, ["deep.html", "good.html"])
    deep, good = found["deep.html"], found["good.html"]
    assert isinstance(deep, SkippedFile)
    assert deep.reason in (  # by the clock on a busy machine
        "It took more than 2 seconds of processor time and was stopped.",
        "It took longer than 6 seconds and was stopped.",
    )
    assert isinstance(good, ParsedDocument)


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
    parsing = parse_pieces(tmp_path, [Piece("a.txt"), Piece("b.txt")], control, 1, NO_PASSWORDS)
    next(parsing)
    control.cancel()
    with pytest.raises(Cancelled):
        next(parsing)


def test_that_passwords_are_not_shown_where_a_record_is_printed() -> None:
    hints = Hints(passwords=type(NO_PASSWORDS)(("secret word",)))
    assert "secret" not in repr(hints)
    assert "secret" not in f"{hints.passwords}"
