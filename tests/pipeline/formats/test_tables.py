"""Spreadsheets and delimited text: rows that can be read alone."""

import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.pipeline.formats import delimited, spreadsheet
from graphrag_desktop.pipeline.formats.table_rows import row_lines
from tests.pipeline.formats.made_files import xlsx

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
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), NeedsPassword, "password"),
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
            "".join(each.itertext()) for each in ElementTree.fromstring(archive.read("xl/sharedStrings.xml")).iter(f"{sheet}si")
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
