"""Spreadsheets and delimited text: rows that can be read alone."""

import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.pipeline.formats import delimited, spreadsheet
from graphrag_desktop.pipeline.formats.table_rows import row_lines
from tests.pipeline.formats.made_files import xlsx, zipped

DATA = Path(__file__).parent.parent.parent / "data" / "documents"


def lines(content: bytes) -> list[str]:
    return delimited.read(content).text.split("\n")


def test_that_rows_of_other_columns_and_empty_cells_are_read() -> None:
    assert lines((DATA / "multi_col.csv").read_bytes()) == [
        "Row 1: id; headline; body; score",
        "Row 2: id: 1; headline: Acme buys Beta; body: Acme Corp bought Beta Ltd in 2020.",
        "Row 4: id: 3; headline: Beta CEO leaves; body: Jane Roe left Beta Ltd.; score: 7.5",
    ]


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_that_the_sign_between_cells_is_found_out(sign: str) -> None:
    rows = [["Name", "City"], ["Alice, Bob; and Eve", "Oslo"], ["Max", "Rome"]]
    content = "\n".join(sign.join(f'"{cell}"' if sign in cell else cell for cell in row) for row in rows).encode()
    assert lines(content)[1] == "Row 2: Name: Alice, Bob; and Eve; City: Oslo"


def test_that_excel_may_name_the_sign_itself() -> None:
    assert lines(b"sep=;\na;b\n1;2")[1:] == ["Row 2: a; b", "Row 3: a: 1; b: 2"]


def test_that_quoted_cells_may_hold_lines_and_quotation_marks() -> None:
    assert lines(b'who,what\r\nAda,"said ""yes""\r\nand left"\r\n')[1] == 'Row 2: who: Ada; what: said "yes" and left'


def test_that_a_quotation_mark_that_never_closes_swallows_nothing() -> None:
    content = 'a,b\n"open,1\n' + "".join(f"x{number},{number}\n" for number in range(500))
    assert len(lines(content.encode())) == 502


@pytest.mark.parametrize(("codec", "word"), [("utf-16", "utf-16-le"), ("cp949", "cp949"), ("utf-8-sig", "utf-8")])
def test_that_tables_are_decoded_as_text_is(codec: str, word: str) -> None:
    content = "이름,도시\n김철수,서울\n이영희,부산\n".encode(codec)
    found = delimited.read(content)
    assert found.text.split("\n")[1] == "Row 2: 이름: 김철수; 도시: 서울"
    assert found.codec.startswith(word)


def test_that_a_table_without_names_stands_as_it_is() -> None:
    assert list(row_lines([["1", "2"], ["3", "4"]])) == ["Row 1: 1; 2", "Row 2: 3; 4"]
    assert list(row_lines([["Only a line of text."]])) == ["Row 1: Only a line of text."]


def test_that_titles_above_the_names_are_no_names() -> None:
    rows = [["Annual list"], [], ["Name", "Born", "City"], ["Ada", "1815", "London"], ["Alan", "1912", "London"]]
    assert list(row_lines(rows)) == [
        "Row 1: Annual list",
        "Row 3: Name; Born; City",
        "Row 4: Name: Ada; Born: 1815; City: London",
        "Row 5: Name: Alan; Born: 1912; City: London",
    ]


@given(st.lists(st.lists(st.text(max_size=12), max_size=5), max_size=30))
def test_that_no_value_of_a_table_is_lost(rows: list[list[str]]) -> None:
    written = "\n".join(row_lines(rows))
    for row in rows:
        if sum(1 for cell in row if cell.split()) > 1:
            assert all(" ".join(cell.split()) in written for cell in row)


def test_that_sheets_are_pages_and_rows_have_the_numbers_of_the_sheet() -> None:
    made = xlsx(
        {
            "People": {"B3": "Name", "C3": "Age", "B4": "Alice", "C4": 30.0, "B5": "Bob", "C5": 41.5},
            "Empty": {},
            "Notes": {"A1": "Seen by Ruth."},
        },
        hidden=["Notes"],
    )
    found = spreadsheet.read(made)
    assert [found.text[page.span.start : page.span.end] for page in found.pages] == [
        "Sheet People\nRow 3: Name; Age\nRow 4: Name: Alice; Age: 30\nRow 5: Name: Bob; Age: 41.5",
        "",
        "Sheet Notes (hidden)\nRow 1: Seen by Ruth.",
    ]


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (b"name,age\n", UnreadableDocument, "something else under the name of a spreadsheet"),
        (b"%PDF-1.4", UnreadableDocument, "a PDF document under the name of a spreadsheet"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), UnreadableDocument, "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, UnreadableDocument, "damaged"),
        (xlsx({"S": {"A1": 1, "XFD1048576": 2}}), UnreadableDocument, "17,179,869,184 cells"),
    ],
)
def test_that_what_cannot_be_read_says_why(content: bytes, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        spreadsheet.read(content)


def test_that_a_second_reader_finds_the_same_values_on_each_sheet(shared: Path) -> None:
    content = (shared / "fixtures" / "real" / "markitdown_test.xlsx").read_bytes()
    found = spreadsheet.read(content)
    sheet = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    with zipfile.ZipFile(BytesIO(content)) as archive:
        shared_words = [
            "".join(each.itertext())
            for each in ElementTree.fromstring(archive.read("xl/sharedStrings.xml")).iter(f"{sheet}si")
        ]
        for page in found.pages:
            told = found.text[page.span.start : page.span.end].split("\n")[1:]
            root = ElementTree.fromstring(archive.read(f"xl/worksheets/sheet{page.number}.xml"))
            rows = [row for row in root.iter(f"{sheet}row") if row.find(f"{sheet}c/{sheet}v") is not None]
            assert len(rows) == len(told)
            for row, line in zip(rows, told, strict=True):
                assert line.startswith(f"Row {row.get('r')}: ")
                for cell in row.iter(f"{sheet}c"):
                    value = cell.findtext(f"{sheet}v")
                    if value is not None:
                        assert (shared_words[int(value)] if cell.get("t") == "s" else value) in line


def test_that_dates_and_truth_are_written_out() -> None:
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
        '<c r="A1" s="1"><v>43891</v></c><c r="B1" s="1"><v>43891.4375</v></c><c r="C1" t="b"><v>1</v></c>'
        '<c r="D1"><v>0.30000000000000004</v></c><c r="E1"><v>1E+20</v></c><c r="F1"><f>1+1</f><v>2</v></c></row></sheetData></worksheet>'
    )
    styles = (
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/>'
        '<xf numFmtId="22"/></cellXfs></styleSheet>'
    )
    parts = _parts(xlsx({"S": {"A1": "x"}}))
    links = str(parts["xl/_rels/workbook.xml.rels"], "utf-8")
    style = (
        '<Relationship Id="st" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles"'
        ' Target="styles.xml"/></Relationships>'
    )
    made = zipped(
        {
            **parts,
            "xl/worksheets/sheet1.xml": sheet,
            "xl/styles.xml": styles,
            "xl/_rels/workbook.xml.rels": links.replace("</Relationships>", style),
        }
    )
    assert spreadsheet.read(made).text == "Sheet S\nRow 1: 2020-03-01; 2020-03-01 10:30:00; TRUE; 0.3; 1e+20; 2"


def test_that_opendocument_spreadsheets_are_read() -> None:
    names = (
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    )

    def cell(text: str) -> str:
        return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'

    content = (
        f'<office:document-content {names}><office:body><office:spreadsheet><table:table table:name="People">'
        f"<table:table-row>{cell('Name')}{cell('City')}</table:table-row>"
        f"<table:table-row>{cell('Ada')}{cell('London')}</table:table-row>"
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    made = zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": content,
            "META-INF/manifest.xml": manifest,
        }
    )
    assert spreadsheet.read(made).text == "Sheet People\nRow 1: Name; City\nRow 2: Name: Ada; City: London"


def _parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
