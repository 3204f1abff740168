"""What went wrong with documents in other programs, case by case: encodings, scans, protection, damage, odd tables.

The numbers are those of the collection of field cases that the project was planned with; 15 to 19, about tokens, and 99
stand in `test_field_cases_units.py`, 98 beside the search, 100 beside the fields of the window.
"""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from graphrag_desktop.domain.documents import Document, DocumentState, file_states
from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.events import Event, StageAdvanced
from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.collection import Collection, gather_documents
from graphrag_desktop.project import Project, create_project
from graphrag_desktop.storage import documents as kept
from tests.conftest import PROJECT_ROOT

DATA = PROJECT_ROOT / "tests" / "data" / "documents"


class Folder:
    """A folder of test files, and a project to index it into."""

    def __init__(self, place: Path) -> None:
        self.place = place / "folder"
        self.place.mkdir()
        (self.place / "good.txt").write_text("A good file.", encoding="utf-8")
        self.project: Project = create_project(place / "project.graphrag")
        self.collection = Collection((), ())

    def gather(self, *names: str) -> None:
        for name in names:
            shutil.copy(DATA / name, self.place)
        self.collection = gather_documents(self.project, self.place, RunControl())

    def document(self, path: str) -> Document:
        return next(each for each in self.collection.documents if path in each.paths)

    def text(self, path: str) -> str:
        return kept.text_of(self.project.database, self.document(path).id)

    def states(self) -> dict[str, DocumentState]:
        return {each.path: each.state for each in file_states(self.collection.documents, self.collection.skipped)}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_1_that_a_chinese_code_page_is_read_and_the_guess_is_marked(folder: Folder) -> None:
    folder.gather("gb18030_short.txt")
    assert folder.text("gb18030_short.txt") == "人工智能与知识图谱"
    assert folder.document("gb18030_short.txt").codec.startswith("gb18030, guessed, ")


def test_2_that_utf_16_and_marks_leave_nothing_behind(folder: Folder) -> None:
    (folder.place / "be.txt").write_bytes(b"\xfe\xff" + "日本語".encode("utf-16-be"))
    (folder.place / "bom8.txt").write_bytes(b"\xef\xbb\xbf" + "日本語".encode())
    folder.gather("utf16le_bom.txt")
    assert {folder.text(name) for name in ("utf16le_bom.txt", "be.txt", "bom8.txt")} == {"日本語"}


def test_3_that_reading_a_folder_never_depends_on_the_systems_encoding(tmp_path: Path) -> None:
    source = tmp_path / "docs"
    source.mkdir()
    (source / "a.txt").write_text("삼성 — 🚀", encoding="utf-8")
    script = (
        "import sys; from pathlib import Path\n"
        "from graphrag_desktop.domain.run_control import RunControl\n"
        "from graphrag_desktop.pipeline.collection import gather_documents\n"
        "from graphrag_desktop.project import create_project\n"
        "from graphrag_desktop.storage.documents import text_of\n"
        "with create_project(Path(sys.argv[2])) as project:\n"
        "    (found,) = gather_documents(project, Path(sys.argv[1]), RunControl()).documents\n"
        "    sys.stdout.buffer.write(text_of(project.database, found.id).encode())\n"
    )
    places = (str(source), str(tmp_path / "p.graphrag"))
    ended = subprocess.run(
        [sys.executable, *"-X utf8=0 -X warn_default_encoding -W error::EncodingWarning -c".split(), script, *places],
        cwd=PROJECT_ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8" if sys.platform == "darwin" else "C", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        check=False,
    )
    assert ended.stdout.decode() == "삼성 — 🚀", ended.stderr.decode(errors="replace")


def test_4_that_a_scan_and_blank_files_are_never_read(folder: Folder) -> None:
    folder.gather("blank_scanned.pdf", "whitespace.txt", "empty.txt")
    assert folder.states() == {
        "blank_scanned.pdf": DocumentState.NO_TEXT_LAYER,
        "empty.txt": DocumentState.EMPTY,
        "good.txt": DocumentState.READ,
        "whitespace.txt": DocumentState.EMPTY,
    }
    assert [each.paths for each in folder.collection.readable] == [("good.txt",)]


def test_5_and_6_that_an_empty_user_password_is_no_obstacle(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    folder.gather("enc_rc4_emptyuser.pdf", "enc_aes256_emptyuser.pdf")
    assert folder.text("enc_rc4_emptyuser.pdf") == folder.text("enc_aes256_emptyuser.pdf") == "Hello secret"


def test_7_that_a_protected_file_stops_nothing_and_its_password_is_not_kept(folder: Folder) -> None:
    folder.gather("enc_rc4_pw.pdf", "endoftext.md", "cp949_plain.txt")
    assert list(folder.states().values()).count(DocumentState.READ) == 3
    assert folder.states()["enc_rc4_pw.pdf"] is DocumentState.NEEDS_PASSWORD
    folder.project.passwords = Passwords(("pw", "another secret"))
    folder.gather()
    assert folder.text("enc_rc4_pw.pdf") == "Hello secret"
    folder.project.close()
    assert b"another secret" not in folder.project.path.read_bytes()


def test_8_that_eastern_pdf_without_unicode_tables_is_read(folder: Folder) -> None:
    folder.gather("gbk_euc_h_no_tounicode.pdf", "90ms_rksj_h_no_tounicode.pdf")
    assert folder.text("gbk_euc_h_no_tounicode.pdf") == "知识图谱"
    assert folder.text("90ms_rksj_h_no_tounicode.pdf") == "日本語テスト"


def test_9_that_a_circle_is_read_and_cancel_ends_a_parser_that_is_stuck(folder: Folder) -> None:
    folder.gather("self_prev_xref.pdf")
    assert folder.text("self_prev_xref.pdf") == "Hello"
    (folder.place / "stuck.html").write_text("<div>" * 200_000, encoding="utf-8")  # minutes in the HTML parser
    control = RunControl()

    def listen(happened: Event) -> None:
        if isinstance(happened, StageAdvanced):
            threading.Timer(0.5, control.cancel).start()

    control.emit = listen
    with pytest.raises(Cancelled):
        gather_documents(folder.project, folder.place, control)


def test_10_that_wrong_and_damaged_files_have_reasons_of_their_own(folder: Folder) -> None:
    folder.gather("html_named.pdf", "zero_bytes.pdf", "truncated.pdf", "old_binary_word_named.docx")
    reasons = {each.reason for each in folder.collection.documents if each.is_unread}
    assert len(reasons) == 4
    assert all(reason.endswith(".") for reason in reasons)
    assert [each.paths for each in folder.collection.readable] == [("good.txt",)]


def test_11_that_a_table_stays_between_its_paragraphs(folder: Folder) -> None:
    folder.gather("table_between_paragraphs.docx")
    assert folder.text("table_between_paragraphs.docx") == "Intro before table.\nAlice | CEO\nAfter table."


def test_12_that_what_systems_drop_is_no_document_and_no_failure(folder: Folder) -> None:
    for name in ("._good.txt", ".DS_Store", "~$good.docx"):
        (folder.place / name).write_bytes(b"\x00\x05\x16\x07\x00\x02")
    folder.gather()
    assert [each.paths for each in folder.collection.documents] == [("good.txt",)]
    assert {each.state for each in folder.collection.skipped} == {DocumentState.LEFT_OUT}


def test_13_that_a_table_of_any_columns_is_read_row_by_row(folder: Folder) -> None:
    folder.gather("multi_col.csv")
    text = folder.text("multi_col.csv")
    assert "Row 2: id: 1; headline: Acme buys Beta; body: Acme Corp bought Beta Ltd in 2020." in text
    assert "Row 3" not in text
    assert "nan" not in text


def test_14_that_a_blank_file_among_many_stops_nothing_however_often(folder: Folder) -> None:
    for number in range(20):
        (folder.place / f"{number:02}.txt").write_text(f"Good file {number}.", encoding="utf-8")
    shutil.copy(DATA / "whitespace.txt", folder.place / "02a.txt")
    for _ in range(2):
        folder.gather()
        found = list(folder.states().values())
        assert (found.count(DocumentState.READ), found.count(DocumentState.EMPTY)) == (21, 1)
