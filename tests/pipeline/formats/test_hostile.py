"""Files made to harm whoever opens them, and good files damaged at random: one state each, and never more than that."""

import functools
import random
import time
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_desktop.domain.documents import DocumentState, ParsedDocument
from graphrag_desktop.pipeline.documents import parse_file
from graphrag_desktop.pipeline.formats.registry import FORMATS
from tests.pipeline.formats.made_files import docx, epub, pdf, pptx, shape, table, words, xlsx, zipped

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{("&" + chr(97 + n) + ";") * 10}">' for n in range(9))
    + "]>"
)
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def parsed(folder: Path, name: str, content: bytes) -> ParsedDocument:
    (folder / name).write_bytes(content)
    return parse_file(folder / name)


def with_part(package: bytes, name: str, content: str | bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(package)) as archive:
        parts: dict[str, str | bytes] = {each: archive.read(each) for each in archive.namelist()}
    return zipped({**parts, name: content})


@pytest.mark.parametrize("start", [LAUGHS, OUTSIDE])
def test_that_entities_are_never_expanded_or_fetched(tmp_path: Path, start: str) -> None:
    entity = "&secret;" if start is OUTSIDE else "&j;"
    body = f"{start}<w:document {WORD}><w:body><w:p><w:r><w:t>{entity}</w:t></w:r></w:p></w:body></w:document>"
    found = parsed(tmp_path, "a.docx", with_part(docx(words("x")), "word/document.xml", body))
    assert found.document.state is DocumentState.UNREADABLE
    assert "declares XML entities, as attacks do" in found.document.reason
    assert found.text == ""
    for name, package, part in (
        ("a.pptx", pptx([shape("x")]), "ppt/slides/slide1.xml"),
        ("a.epub", epub({"a.xhtml": "x"}), "OPS/book.opf"),
    ):
        content = with_part(package, part, f"{start}<x>{entity}</x>")
        assert "declares XML entities" in parsed(tmp_path, name, content).document.reason


def test_that_entities_in_a_spreadsheet_reach_nothing(tmp_path: Path) -> None:
    sheet = (
        f'{OUTSIDE}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        '<row r="1"><c r="A1" t="inlineStr"><is><t>&secret;</t></is></c></row></sheetData></worksheet>'
    )
    found = parsed(tmp_path, "a.xlsx", with_part(xlsx({"S": {"A1": "x"}}), "xl/worksheets/sheet1.xml", sheet))
    assert "root:" not in found.text


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx", "a.epub"])
def test_that_a_package_that_would_fill_the_memory_is_refused(tmp_path: Path, name: str) -> None:
    packages = {
        "a.docx": docx(words("x")),
        "a.pptx": pptx([shape("x")]),
        "a.xlsx": xlsx({"S": {"A1": "x"}}),
        "a.epub": epub({"a.xhtml": "x"}),
    }
    bomb = bytearray(with_part(packages[name], "bomb.bin", b"x"))
    at = bomb.rindex(b"PK\x01\x02") + 24  # what the list of parts says of the last one's size
    bomb[at : at + 4] = (2**31).to_bytes(4, "little")
    found = parsed(tmp_path, name, bytes(bomb))
    assert found.document.state is DocumentState.UNREADABLE
    assert "would unpack to more than 50,000 parts or 1,024 MB" in found.document.reason


def test_that_deep_nesting_is_one_files_failure(tmp_path: Path) -> None:
    for name, content in (
        ("a.docx", docx("<w:tbl><w:tr><w:tc>" * 3_000 + words("x") + "</w:tc></w:tr></w:tbl>" * 3_000)),
        ("a.pptx", pptx(["<p:grpSp>" * 9_000 + shape("x") + "</p:grpSp>" * 9_000])),
        ("a.json", b"[" * 200_000 + b"]" * 200_000),
    ):
        found = parsed(tmp_path, name, content)
        assert found.document.state is DocumentState.UNREADABLE
        assert "nested too deeply" in found.document.reason


def test_that_links_outside_and_macros_are_left_where_they_are(tmp_path: Path) -> None:
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="r1" Type="x/attachedTemplate" Target="http://192.0.2.1/template.dotm" TargetMode="External"/>'
        '<Relationship Id="r2" Type="x/footnotes" Target="../../../../etc/passwd"/></Relationships>'
    )
    content = with_part(docx(words("Body.")), "word/_rels/document.xml.rels", relations)
    content = with_part(content, "word/vbaProject.bin", b"Sub AutoOpen()")
    assert parsed(tmp_path, "a.docm", content).text == "Body."


def test_that_a_pdf_with_circles_and_scripts_is_read_or_refused(tmp_path: Path) -> None:
    good = pdf(["Words."])
    circle = good.replace(b"/Kids [3 0 R]", b"/Kids [2 0 R]")
    assert parsed(tmp_path, "circle.pdf", circle).document.state in {DocumentState.UNREADABLE, DocumentState.EMPTY}
    script = good.replace(
        b"/Type /Catalog", b"/Type /Catalog /OpenAction << /S /JavaScript /JS (app.launchURL('http://192.0.2.1')) >>"
    )
    assert parsed(tmp_path, "script.pdf", script).text == "Words."
    many = good.replace(b"/Count 1", b"/Count 2000000000")
    started = time.process_time()
    parsed(tmp_path, "many.pdf", many)
    assert time.process_time() - started < 60  # it asks for two thousand million pages


@functools.cache
def samples() -> dict[str, bytes]:
    mail = (
        b"From: a@b.c\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\nWords.\r\n--y--\r\n"
    )
    return {
        ".txt": "Words, 知识, слова.".encode("utf-16"),
        ".html": b"<html><head><meta charset=big5></head><body><table><tr><td>a<td>b</table><ol><li>x</ol></body>",
        ".pdf": pdf(["First page.", "0 0 0 rg 0 0 595 842 re f", "Third page."]),
        ".docx": docx(words("Body.") + table(["a", "b"]), footer=words("End")),
        ".pptx": pptx([shape("One", "title"), shape("Two")], {2: "Note."}),
        ".xlsx": xlsx({"S": {"A1": "Name", "B1": "Age", "A2": "Ada", "B2": 36}}),
        ".csv": b'a;b\n1;2\n"x\ny";3\n',
        ".epub": epub({"a.xhtml": "<p>One</p>", "b.xhtml": "<p>Two</p>"}),
        ".eml": mail,
        ".json": b'{"a": [1, {"b": "c"}], "d": null}',
        ".jsonl": b'{"a": 1}\n{"b": 2}\n',
        ".zip": zipped({"a.txt": "x", "b/c.txt": "y"}),
    }


def test_that_every_format_has_a_sample() -> None:
    assert set(samples()) == {each.endings[0] for each in FORMATS}


@pytest.mark.parametrize("ending", [each.endings[0] for each in FORMATS])
@given(seed=st.integers(0, 10**9), hurt=st.integers(0, 12), kept=st.sampled_from([1.0, 1.0, 0.9, 0.5]))
@settings(max_examples=40, deadline=None)
def test_that_any_damage_leaves_a_document_with_one_state(
    tmp_path_factory: pytest.TempPathFactory, ending: str, seed: int, hurt: int, kept: float
) -> None:
    chance = random.Random(seed)
    content = bytearray(samples()[ending])
    for _ in range(hurt):
        content[chance.randrange(len(content))] = chance.randrange(256)
    del content[int(len(content) * kept) :]
    found = parsed(tmp_path_factory.getbasetemp(), f"damaged{ending}", bytes(content))
    document = found.document
    assert document.characters == len(found.text)
    assert (document.state is DocumentState.READ) or document.reason
    assert "\0" not in found.text
    assert not any("\ud800" <= sign <= "\udfff" for sign in found.text)
    places = [place for page in found.pages for place in (page.span.start, page.span.end)]
    assert places == sorted(places)
    assert all(0 <= place <= len(found.text) for place in places)
    assert [page.number for page in found.pages] == list(range(1, len(found.pages) + 1))


@pytest.mark.parametrize("ending", [each.endings[0] for each in FORMATS])
def test_that_any_format_under_any_other_name_says_what_is_wrong(tmp_path: Path, ending: str) -> None:
    for other, content in samples().items():
        document = parsed(tmp_path, f"a{ending}", content).document
        assert document.state is DocumentState.READ or document.reason, (ending, other)
