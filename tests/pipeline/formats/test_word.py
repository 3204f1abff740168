"""DOCX as a reader of the page sees it."""

import itertools
from io import BytesIO
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.pipeline.formats import word
from tests.pipeline.formats.made_files import docx, table, words, zipped

DATA = Path(__file__).parent.parent.parent / "data" / "documents"

NUMBERING = """
<w:abstractNum w:abstractNumId="7">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2)"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xF0B7;"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
"""
STYLES = """
<w:style w:styleId="Clause"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:styleId="Special"><w:basedOn w:val="Clause"/></w:style>
<w:style w:styleId="Round"><w:basedOn w:val="Round"/></w:style>
"""


def text(body: str, **parts: str) -> str:
    return word.read(docx(body, **parts)).text


def numbered(number: int, level: int = 0) -> str:
    return f'<w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr></w:pPr>'


def test_that_a_table_stands_between_its_paragraphs() -> None:
    found = word.read((DATA / "table_between_paragraphs.docx").read_bytes())
    assert found.text == "Intro before table.\nAlice | CEO\nAfter table."


def test_that_insertions_are_kept_and_deletions_left_out() -> None:
    body = (
        "<w:p><w:r><w:t>The board </w:t></w:r><w:ins><w:r><w:t>rejected</w:t></w:r></w:ins>"
        "<w:del><w:r><w:delText>approved</w:delText></w:r></w:del><w:r><w:t> it.</w:t></w:r></w:p>"
        "<w:p><w:moveFrom><w:r><w:t>Moved.</w:t></w:r></w:moveFrom></w:p>"
        "<w:p><w:moveTo><w:r><w:t>Moved.</w:t></w:r></w:moveTo></w:p>"
        "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>Joined </w:t></w:r></w:p><w:p><w:r><w:t>lines.</w:t></w:r></w:p>"
        "<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p><w:r><w:t>gone</w:t></w:r></w:p></w:tc></w:tr>"
        "<w:tr><w:trPr><w:ins/></w:trPr><w:tc><w:p><w:r><w:t>stays</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    )
    assert text(body) == "The board rejected it.\nMoved.\nJoined lines.\nstays"


def test_that_lists_have_the_numbers_that_the_page_shows() -> None:
    body = "".join(
        [
            words("First", numbered(1)),
            words("Deeper", numbered(1, 1)),
            words("Deeper still", numbered(1, 1)),
            words("Second", numbered(1)),
            words("By its style", '<w:pPr><w:pStyle w:val="Special"/></w:pPr>'),
            words("A point", numbered(2)),
            words("", numbered(1)),
            words("No list", '<w:pPr><w:pStyle w:val="Round"/></w:pPr>'),
        ]
    )
    assert text(body, numbering=NUMBERING, styles=STYLES).split("\n") == [
        "1. First",
        "1.i) Deeper",
        "1.ii) Deeper still",
        "2. Second",
        "3. By its style",
        "• A point",
        "No list",
    ]


def test_that_boxes_notes_and_comments_follow_their_paragraph() -> None:
    box = "<w:txbxContent>" + words("In the box.") + "</w:txbxContent>"
    body = (
        "<w:p><w:r><w:t>Profit rose</w:t></w:r><w:r><w:footnoteReference w:id='2'/></w:r><w:r><w:t> again.</w:t></w:r>"
        "<w:r><w:commentReference w:id='0'/></w:r><w:r><w:endnoteReference w:id='3'/></w:r>"
        f"<w:r><mc:AlternateContent><mc:Choice><wps:txbx>{box}</wps:txbx></mc:Choice>"
        f"<mc:Fallback><v:textbox>{box}</v:textbox></mc:Fallback></mc:AlternateContent></w:r></w:p>" + words("Next.")
    )
    notes = (
        "<w:footnote w:type='separator' w:id='0'/>"
        f"<w:footnote w:id='2'>{words('By a third.')}</w:footnote><w:footnote w:id='9'>{words('Never referred to.')}</w:footnote>"
    )
    found = text(
        body,
        footnotes=notes,
        endnotes=f"<w:endnote w:id='3'>{words('See the annex.')}</w:endnote>",
        comments=f"<w:comment w:id='0' w:author='Ruth Adler'>{words('Is that so?')}</w:comment>",
    )
    assert found.split("\n") == [
        "Profit rose again.",
        "Footnote: By a third.",
        "Comment by Ruth Adler: Is that so?",
        "Endnote: See the annex.",
        "In the box.",
        "Next.",
        "Footnote: Never referred to.",
    ]


def test_that_headers_and_footers_stand_once_around_the_text() -> None:
    found = text(words("Body."), header=words("Acme Corp"), header2=words("Acme Corp"), footer=words("Confidential"))
    assert found == "Acme Corp\nBody.\nConfidential"


def test_that_content_controls_fields_and_signs_are_read() -> None:
    body = (
        f"<w:sdt><w:sdtPr><w:t>never</w:t></w:sdtPr><w:sdtContent>{words('In a control.')}</w:sdtContent></w:sdt>"
        "<w:p><w:r><w:instrText>DATE \\@ now</w:instrText></w:r><w:r><w:t>1 May</w:t></w:r></w:p>"
        "<w:p><w:hyperlink><w:r><w:t>a link</w:t></w:r></w:hyperlink><w:r><w:tab/><w:t>twenty</w:t><w:noBreakHyphen/>"
        "<w:t>one</w:t><w:br/><w:t>below</w:t></w:r></w:p>"
        "<w:p><w:r><w:ruby><w:rt><w:r><w:t>きょう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>今日</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>"
        "<w:p><m:oMath><m:r><m:t>E=mc²</m:t></m:r></m:oMath></w:p>"
        "<w:p><w:r><w:sym w:font='Wingdings' w:char='F0FC'/><w:t> done</w:t></w:r></w:p>"
    )
    assert text(body) == "In a control.\n1 May\na link\ttwenty-one\nbelow\n今日\nE=mc²\n✓ done"


def test_that_merged_cells_are_said_once_and_nested_tables_stay_in_their_row() -> None:
    merged = (
        "<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge w:val='restart'/></w:tcPr><w:p><w:r><w:t>Oslo</w:t></w:r></w:p></w:tc>"
        f"<w:tc>{words('one')}{table(['x', 'y'])}</w:tc></w:tr>"
        f"<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>{words('')}</w:tc><w:tc>{words('two')}</w:tc></w:tr></w:tbl>"
    )
    assert text(merged) == "Oslo | one x | y\n | two"


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, UnreadableDocument, "old format under the name of a DOCX"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), UnreadableDocument, "damaged"),
        (b"<html><body>", UnreadableDocument, "a web page under the name of a DOCX"),
        (b"PK\x03\x04 and then nothing", UnreadableDocument, "damaged"),
        (zipped({"a.txt": "no document"}), UnreadableDocument, "no text part"),
    ],
)
def test_that_what_is_no_docx_says_what_it_is(content: bytes, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        word.read(content)


@pytest.mark.parametrize(
    "name", ["docling_word_sample", "docling_word_tables", "docling_unit_test_headers", "markitdown_test"]
)
def test_that_a_second_reader_finds_the_same_paragraphs_in_the_same_order(shared: Path, name: str) -> None:
    from docx import Document

    content = (shared / "fixtures" / "real" / f"{name}.docx").read_bytes()
    found = word.read(content).text.replace(" ", "")
    position = 0
    for block in Document(BytesIO(content)).iter_inner_content():
        rows = [cell.text for row in block.rows for cell in row.cells] if hasattr(block, "rows") else [block.text]
        for said, _ in itertools.groupby("".join(each.split()) for each in rows):  # merged cells come again and again
            place = found.find(said, position) if said not in found[:position][-400:] else position
            assert place >= position, said
            position = max(position, place)
