"""Reported troubles of the reference implementation that are about input, by their numbers in that collection.

8 is about Chinese documents, 25 to 31 are about what is read; the other numbers stand where their matter is.
"""

import shutil
from pathlib import Path

import pytest

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.explore.entities import entity_rows
from graphrag_desktop.explore.search import search
from graphrag_desktop.language.scripts import eastern_language
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.pipeline.text_units import split_text_units
from graphrag_desktop.storage.check import find_problems
from graphrag_desktop.storage.journal import keep_settings, settings
from tests.pipeline.formats.made_files import docx, pdf, words
from tests.pipeline.test_field_cases import Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_8_that_names_of_chinese_documents_stay_chinese(folder: Folder) -> None:
    text = (
        "王安石在汴京主持变法。司马光反对王安石的新法。苏轼在杭州写信给司马光。王安石后来离开汴京。\n"
        "司马光回到汴京，废除新法。王安石在江宁听说此事。苏轼也反对废除全部新法。\n"
        "后来苏轼去江宁看望王安石。两人谈诗。司马光在汴京去世。"
    )
    (folder.place / "good.txt").write_text(text, encoding="utf-8")
    build_index(folder.project, folder.place, RunControl())
    titles = [each.title for each in entity_rows(folder.project)]
    assert {"王安石", "司马光"} <= set(titles)
    assert {eastern_language(each) for each in titles} == {"zh"}


def test_25_that_a_table_needs_no_column_of_a_certain_name(folder: Folder) -> None:
    (folder.place / "a.csv").write_text("body,title\nAcme bought Beta.,News\nnan,\n", encoding="utf-8")
    folder.gather()
    assert folder.text("a.csv").split("\n")[1] == "Row 2: body: Acme bought Beta.; title: News"


def test_26_that_all_formats_make_one_index(folder: Folder) -> None:
    for name, content in {
        "a.md": b"# Notes\n\nA note.",
        "b.html": b"<main><p>A page.</p></main>",
        "c.pdf": pdf(["A sheet of paper."]),
        "d.docx": docx(words("A letter.")),
    }.items():
        (folder.place / name).write_bytes(content)
    folder.gather()
    assert set(folder.states().values()) == {DocumentState.READ} and len(folder.states()) == 5


def test_27_that_nothing_is_left_of_a_book_that_was_replaced(tmp_path: Path) -> None:
    place = tmp_path / "books"
    place.mkdir()
    (place / "a.txt").write_text("Ebenezer Scrooge met Jacob Marley in London. Jacob Marley warned Ebenezer Scrooge.")
    with start_project(tmp_path / "p.graphrag", place) as project:
        build_index(project, place, RunControl())
        assert "Jacob Marley" in {each.title for each in entity_rows(project)}
        (place / "a.txt").unlink()
        (place / "b.txt").write_text("Captain Ahab met Queequeg in Nantucket. Queequeg sailed with Captain Ahab.")
        build_index(project, place, RunControl())
        titles = {each.title for each in entity_rows(project)}
        assert any("Ahab" in each for each in titles)
        assert not any(name in each for each in titles for name in ("Scrooge", "Marley"))
        assert search(project, "Scrooge").sentences == ()
        assert find_problems(project.database) == ()


def test_28_that_two_files_with_the_same_content_are_one_document(folder: Folder) -> None:
    shutil.copy(folder.place / "good.txt", folder.place / "copy.txt")
    folder.gather()
    (document,) = folder.collection.documents
    assert document.paths == ("copy.txt", "good.txt")
    assert folder.states()["good.txt"] is DocumentState.DUPLICATE


def test_29_that_chinese_text_is_parted_between_signs() -> None:
    text = "图谱𠀀的构建需要大量文本。" * 800
    assert len(text) >= 10_000
    units = split_text_units(DocumentId("d"), text, Settings())
    assert not any("\ufffd" in text[each.span.start : each.span.end] for each in units)
    reached, joined = 0, ""
    for each in units:
        joined += text[max(reached, each.span.start) : each.span.end]
        reached = each.span.end
    assert joined == text


def test_30_that_a_dollar_sign_in_a_setting_comes_back(folder: Folder) -> None:
    keep_settings(folder.project.database, folder.project.settings.changed({"left_out": r".*\.txt$, ${HOME}"}))
    assert settings(folder.project.database).left_out == r".*\.txt$, ${HOME}"


def test_31_that_empty_and_blank_files_are_no_documents_to_be_read(folder: Folder) -> None:
    (folder.place / "empty.txt").write_bytes(b"")
    (folder.place / "other.txt").write_bytes(b"")
    (folder.place / "blank.txt").write_bytes(b" \n\t\n")
    folder.gather()
    assert folder.states() == {
        "blank.txt": DocumentState.EMPTY,
        "empty.txt": DocumentState.EMPTY,
        "good.txt": DocumentState.READ,
        "other.txt": DocumentState.EMPTY,
    }
    assert [each.paths for each in folder.collection.readable] == [("good.txt",)]
