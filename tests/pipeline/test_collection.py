"""A whole folder: every file accounted for, files inside files, copies, passwords, and what is not done twice."""

import base64
import io
import shutil
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from graphrag_desktop.domain.documents import DocumentState, FileState, file_states
from graphrag_desktop.domain.errors import InvalidSetting, NothingToRead
from graphrag_desktop.domain.events import Event, Stage, StageAdvanced, StageFinished, StageStarted, Warned
from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline import documents, members
from graphrag_desktop.pipeline.collection import Collection, gather_documents
from graphrag_desktop.pipeline.formats import registry
from graphrag_desktop.project import Project, create_project
from graphrag_desktop.storage import documents as kept
from graphrag_desktop.storage.journal import keep_settings
from tests.pipeline.formats.made_files import docx, pdf, words, xlsx, zipped

DATA = Path(__file__).parent.parent / "data" / "documents"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return create_project(tmp_path / "project.graphrag")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "folder"
    place.mkdir()
    return place


def gather(project: Project, folder: Path) -> Collection:
    return gather_documents(project, folder, RunControl())


def states(collection: Collection) -> dict[str, DocumentState]:
    return {each.path: each.state for each in file_states(collection.documents, collection.skipped)}


def texts(project: Project, collection: Collection) -> dict[str, str]:
    return {path: kept.text_of(project.database, each.id) for each in collection.documents for path in each.paths}


def test_that_every_file_of_the_odd_ones_has_its_true_state(project: Project, tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    shutil.copytree(DATA, folder)
    junk = folder / "junk"
    junk.mkdir()
    for name in (".DS_Store", "._report.md", "~$report.docx"):
        (junk / name).write_bytes(b"\x00\x05\x16\x07")
    (junk / "report.md").write_text("A report.", encoding="utf-8")
    found = states(gather(project, folder))
    assert found == {
        "90ms_rksj_h_no_tounicode.pdf": DocumentState.READ,
        "ansi_formfeed.md": DocumentState.READ,
        "blank_scanned.pdf": DocumentState.NO_TEXT_LAYER,
        "cp949_plain.txt": DocumentState.READ,
        "empty.txt": DocumentState.EMPTY,
        "enc_aes256_emptyuser.pdf": DocumentState.READ,
        "enc_aes256_pw.pdf": DocumentState.NEEDS_PASSWORD,
        "enc_rc4_emptyuser.pdf": DocumentState.READ,
        "enc_rc4_pw.pdf": DocumentState.NEEDS_PASSWORD,
        "endoftext.md": DocumentState.READ,
        "gb18030_short.txt": DocumentState.READ,
        "gbk_euc_h_no_tounicode.pdf": DocumentState.READ,
        "agile_pw.docx": DocumentState.NEEDS_PASSWORD,
        "agile_pw.xlsx": DocumentState.NEEDS_PASSWORD,
        "excels_own_password.xlsx": DocumentState.READ,
        "standard_pw.pptx": DocumentState.NEEDS_PASSWORD,
        "html_named.pdf": DocumentState.UNREADABLE,
        "junk/.DS_Store": DocumentState.LEFT_OUT,
        "junk/._report.md": DocumentState.LEFT_OUT,
        "junk/report.md": DocumentState.READ,
        "junk/~$report.docx": DocumentState.LEFT_OUT,
        "multi_col.csv": DocumentState.READ,
        "old_binary_word_named.docx": DocumentState.UNREADABLE,
        "self_prev_xref.pdf": DocumentState.READ,
        "table_between_paragraphs.docx": DocumentState.READ,
        "truncated.pdf": DocumentState.UNREADABLE,
        "utf16le_bom.txt": DocumentState.READ,
        "whitespace.txt": DocumentState.EMPTY,
        "zero_bytes.pdf": DocumentState.EMPTY,
    }
    assert len(found) == sum(1 for each in folder.rglob("*") if each.is_file())


def test_that_the_real_files_have_their_true_states(project: Project, shared: Path) -> None:
    folder = shared / "fixtures" / "real"
    found = states(gather(project, folder))
    assert {path: state for path, state in found.items() if state is not DocumentState.READ} == {
        "docling_PASSWORD_2206.01062_pg3.pdf": DocumentState.NEEDS_PASSWORD,
        "docling_SCANNED_ocr_test.pdf": DocumentState.NO_TEXT_LAYER,
    }
    assert found["docling_eml_with_attachment.eml › test.txt"] is DocumentState.READ
    assert len(found) == len(list(folder.iterdir())) + 1


def test_that_wrong_and_damaged_files_have_four_different_reasons(project: Project, folder: Path) -> None:
    for name in ("html_named.pdf", "zero_bytes.pdf", "truncated.pdf", "old_binary_word_named.docx"):
        shutil.copy(DATA / name, folder)
    (folder / "good.txt").write_text("A good file.", encoding="utf-8")
    collection = gather(project, folder)
    assert [each.paths for each in collection.readable] == [("good.txt",)]
    assert {each.paths[0]: each.reason for each in collection.documents if each.is_unread} == {
        "html_named.pdf": "The file is a web page under the name of a PDF. Give it its right ending.",
        "zero_bytes.pdf": "The file is empty.",
        "truncated.pdf": "The PDF is damaged or cut off. Get it anew from where it came.",
        "old_binary_word_named.docx": "The file is an Office document in the old format under the name of a DOCX document."
        " Save it in the new format.",
    }


def test_that_a_protected_file_waits_for_its_password_and_stops_nothing(project: Project, folder: Path) -> None:
    shutil.copy(DATA / "enc_rc4_pw.pdf", folder)
    shutil.copy(DATA / "enc_aes256_pw.pdf", folder)
    shutil.copy(DATA / "agile_pw.docx", folder)
    (folder / "a.txt").write_text("A good file.", encoding="utf-8")
    assert list(states(gather(project, folder)).values()).count(DocumentState.NEEDS_PASSWORD) == 3
    project.passwords = Passwords(("wrong",))
    first = gather(project, folder)
    assert {each.reason for each in first.documents if each.is_unread} == {
        "The PDF is protected by a password; none of those given opens it. Give the password for this run.",
        "The DOCX document is protected by a password; none of those given opens it. Give the password for this run.",
    }
    project.passwords = Passwords(("wrong", "pw"))
    found = gather(project, folder)
    assert texts(project, found)["enc_rc4_pw.pdf"] == "Hello secret"
    assert texts(project, found)["enc_aes256_pw.pdf"] == "Hello secret"
    assert texts(project, found)["agile_pw.docx"] == "A secret letter."
    project.passwords = Passwords()
    assert gather(project, folder) == found
    project.close()
    assert b"wrong" not in project.path.read_bytes()


def test_that_files_in_archives_and_mails_are_documents_of_their_own(project: Project, folder: Path) -> None:
    inner = zipped({"deep/memo.txt": "The deepest memo.", "table.xlsx": xlsx({"S": {"A1": "Name", "A2": "Alice"}})})
    mail = (
        (
            b"From: a@example.com\r\nTo: b@example.com\r\nSubject: With a file\r\nMIME-Version: 1.0\r\n"
            b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n"
            b"--x\r\nContent-Type: application/zip\r\nContent-Disposition: attachment; filename=files.zip\r\n"
            b"Content-Transfer-Encoding: base64\r\n\r\n"
        )
        + base64.encodebytes(inner)
        + b"\r\n--x--\r\n"
    )
    (folder / "outer.zip").write_bytes(
        zipped(
            {
                "note.txt": "A note.",
                "mail.eml": mail,
                "photo.png": b"\x89PNG",
                "__MACOSX/._note.txt": b"\x00",
                "report.docx": docx(words("A report.")),
            }
        )
    )
    collection = gather(project, folder)
    assert states(collection) == {
        "outer.zip": DocumentState.READ,
        "outer.zip › __MACOSX/._note.txt": DocumentState.LEFT_OUT,
        "outer.zip › mail.eml": DocumentState.READ,
        "outer.zip › mail.eml › files.zip": DocumentState.READ,
        "outer.zip › mail.eml › files.zip › deep/memo.txt": DocumentState.READ,
        "outer.zip › mail.eml › files.zip › table.xlsx": DocumentState.READ,
        "outer.zip › note.txt": DocumentState.READ,
        "outer.zip › photo.png": DocumentState.UNSUPPORTED,
        "outer.zip › report.docx": DocumentState.READ,
    }
    found = texts(project, collection)
    assert found["outer.zip › mail.eml › files.zip › deep/memo.txt"] == "The deepest memo."
    assert found["outer.zip"] == ""
    assert next(each.reason for each in collection.documents if each.paths == ("outer.zip",)) == "It holds 5 files."
    assert "outer.zip" not in {each.paths[0] for each in collection.readable}
    assert gather(project, folder) == collection


def test_that_the_second_time_nothing_is_parsed(project: Project, folder: Path) -> None:
    (folder / "a.zip").write_bytes(zipped({f"{number:03}.txt": f"Memo {number}." for number in range(150)}))
    (folder / "b.pdf").write_bytes(pdf(["One page."]))
    first = gather(project, folder)
    events: list[Event] = []
    assert gather_documents(project, folder, RunControl(events.append)) == first
    assert StageFinished(Stage.DOCUMENTS, reused=True) in events


def test_that_a_new_version_of_one_reader_parses_its_files_alone(
    project: Project, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.txt").write_text("Text.", encoding="utf-8")
    (folder / "b.zip").write_bytes(zipped({"c.csv": "a,b\n1,2", "d.txt": "More."}))
    gather(project, folder)
    before = kept.known_parses(project.database)
    old = registry.format_of("c.csv")
    assert old is not None
    newer = registry.Format(old.name, "9", old.endings, old.read, has_codec=True)
    monkeypatch.setitem(registry._BY_ENDING, ".csv", newer)
    gather(project, folder)
    after = kept.known_parses(project.database)
    changed = {known.parser for identity, known in after.items() if before[identity] != known}
    assert changed == {newer.parser()}


def test_that_equal_files_are_one_document_and_the_others_its_copies(project: Project, folder: Path) -> None:
    (folder / "b.txt").write_text("The same words.", encoding="utf-8")
    (folder / "a").mkdir()
    (folder / "a" / "copy.txt").write_text("The same words.", encoding="utf-8")
    (folder / "c.zip").write_bytes(zipped({"inside.txt": "The same words."}))
    collection = gather(project, folder)
    found = file_states(collection.documents, collection.skipped)
    assert found == (
        FileState("a/copy.txt", DocumentState.READ, ""),
        FileState("b.txt", DocumentState.DUPLICATE, "The same content as a/copy.txt."),
        FileState("c.zip", DocumentState.READ, "It holds one file."),
        FileState("c.zip › inside.txt", DocumentState.DUPLICATE, "The same content as a/copy.txt."),
    )
    assert len(collection.readable) == 1


def test_that_a_protected_archive_opens_with_its_password(project: Project, folder: Path) -> None:
    (folder / "secret.zip").write_bytes(_PROTECTED)
    (folder / "a.txt").write_text("A good file.", encoding="utf-8")
    collection = gather(project, folder)
    assert states(collection)["secret.zip › memo.txt"] is DocumentState.NEEDS_PASSWORD
    project.passwords = Passwords(("no", "pw"))
    assert texts(project, gather(project, folder))["secret.zip › memo.txt"] == "A secret memo.\n"


def test_that_archives_within_archives_end(project: Project, folder: Path) -> None:
    content = zipped({"last.txt": "Too deep."})
    for _ in range(8):
        content = zipped({"next.zip": content})
    (folder / "deep.zip").write_bytes(content)
    (folder / "a.txt").write_text("A good file.", encoding="utf-8")
    found = gather(project, folder)
    (skipped,) = found.skipped
    assert skipped.path == "deep.zip" + " › next.zip" * 5
    assert skipped.reason == "Files within files are opened 4 deep at most. Unpack it into the folder."


def test_that_of_one_file_only_so_much_is_unpacked(
    project: Project, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "MOST_FILES", 3)
    (folder / "many.zip").write_bytes(zipped({f"{number}.txt": f"Memo {number}." for number in range(5)}))
    (folder / "other.zip").write_bytes(zipped({"x.txt": "Other."}))
    counts = Counter(states(gather(project, folder)).values())
    assert counts == {DocumentState.READ: 2 + 3 + 1, DocumentState.UNREADABLE: 2}


def test_that_a_file_that_vanishes_or_changes_is_told_as_what_it_is(
    project: Project, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b", "c"):
        (folder / f"{name}.txt").write_text(f"File {name}.", encoding="utf-8")
    monkeypatch.setattr(documents, "_IN_PROCESS_BYTES", 2**30)
    monkeypatch.setattr(project, "workers", 1)

    def change(happened: Event) -> None:
        if isinstance(happened, StageAdvanced) and happened.done == 0:  # all are identified, none is parsed
            (folder / "a.txt").unlink()
            (folder / "b.txt").write_text("Another text.", encoding="utf-8")

    found = gather_documents(project, folder, RunControl(change))
    assert states(found) == {
        "a.txt": DocumentState.UNREADABLE,
        "b.txt": DocumentState.READ,
        "c.txt": DocumentState.READ,
    }
    assert texts(project, found)["b.txt"] == "Another text."


def test_that_what_went_wrong_is_told_and_what_was_left_out_is_not(project: Project, folder: Path) -> None:
    shutil.copy(DATA / "truncated.pdf", folder)
    (folder / "a.txt").write_text("A good file.", encoding="utf-8")
    (folder / "b.msg").write_bytes(b"x")
    (folder / ".hidden").write_bytes(b"x")
    (folder / "._b.txt").write_bytes(b"x")
    events: list[Event] = []
    gather_documents(project, folder, RunControl(events.append))
    assert {each.item for each in events if isinstance(each, Warned)} == {"truncated.pdf", "b.msg"}
    assert [each for each in events if isinstance(each, StageStarted)] == [StageStarted(Stage.DOCUMENTS, 2)]


def test_that_a_folder_of_unreadable_files_is_an_error_that_names_them(project: Project, folder: Path) -> None:
    shutil.copy(DATA / "blank_scanned.pdf", folder)
    with pytest.raises(NothingToRead, match=r"blank_scanned\.pdf: Its one page is a picture"):
        gather(project, folder)


def test_that_the_analyst_chooses_another_codec_for_a_file(project: Project, folder: Path) -> None:
    (folder / "old").mkdir()
    for path in ("old/a.txt", "b.txt"):
        (folder / path).write_bytes(f"Ünïcode in {path}".encode("cp1252"))
    assert texts(project, gather(project, folder)) == {"old/a.txt": "Ünïcode in old/a.txt", "b.txt": "Ünïcode in b.txt"}
    keep_settings(project.database, project.settings.changed({"codecs": "old/*=cp1250"}))
    found = gather(project, folder)
    assert texts(project, found) == {"old/a.txt": "Ünďcode in old/a.txt", "b.txt": "Ünïcode in b.txt"}
    assert {each.codec for each in found.documents if each.paths == ("old/a.txt",)} == {"cp1250, as chosen"}


@pytest.mark.parametrize("words", ["a.txt=klingon", "=cp949", "a.txt=rot13", "a.txt"])
def test_that_an_encoding_that_is_none_is_refused(project: Project, folder: Path, words: str) -> None:
    (folder / "a.txt").write_text("A good file.", encoding="utf-8")
    keep_settings(project.database, project.settings.changed({"codecs": words}))
    with pytest.raises(InvalidSetting, match="codecs has"):
        gather(project, folder)


def test_that_a_lying_archive_changes_no_other_file(project: Project, folder: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../escape.txt", "Names lead nowhere.")
        archive.writestr("/etc/rooted.txt", "Nor do these.")
        archive.writestr("back\\slash.txt", "Nor these.")
        archive.writestr("zeros.txt", b"\0" * (40 * 2**20))
    (folder / "a.zip").write_bytes(buffer.getvalue())
    found = states(gather(project, folder))
    assert found == {
        "a.zip": DocumentState.READ,
        "a.zip › back/slash.txt": DocumentState.READ,
        "a.zip › escape.txt": DocumentState.READ,
        "a.zip › etc/rooted.txt": DocumentState.READ,
        "a.zip › zeros.txt": DocumentState.UNREADABLE,
    }


# A ZIP archive with one file, memo.txt, encrypted the old way with the password "pw".
_PROTECTED = base64.b64decode(
    "UEsDBAoACQAAAGEAfl0xsAyQGwAAAA8AAAAIAAAAbWVtby50eHQ/JB0H0o98DDxW55f+gH1v5APG7t++UmzMmoRQSwcIMbAMkBsA"
    "AAAPAAAAUEsBAh4DCgAJAAAAYQB+XTGwDJAbAAAADwAAAAgAAAAAAAAAAQAAAKSBAAAAAG1lbW8udHh0UEsFBgAAAAABAAEANgAA"
    "AFEAAAAAAA=="
)
