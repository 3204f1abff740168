"""Pages of every paged format: random sentences lie on the page named, as a second reader of the same file finds them."""

import random
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from xml.etree import ElementTree

import pytest

from graphrag_desktop.domain.documents import page_at
from graphrag_desktop.pipeline.formats.registry import NO_HINTS, format_of
from tests.pipeline.formats.made_files import epub, pdf, pptx, shape, xlsx, zipped

PAGES, SENTENCES_ON_EACH = 40, 12
Pages = Sequence[Sequence[str]]
SAID = re.compile(r"The \w+ of page \d+ said line \d+ about the \w+[.]")
_TEXT = "{http://schemas.openxmlformats.org/drawingml/2006/main}t"
_REFERENCE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_ODS = 'xmlns:{0}="urn:oasis:names:tc:opendocument:xmlns:{0}:1.0"'


def made_pages() -> Pages:
    draw = random.Random(11)
    return [
        [
            f"The {draw.choice(('clerk', 'council', 'captain'))} of page {page} said line {line} about the"
            f" {draw.choice(('quay', 'mill', 'river', 'ledger'))}."
            for line in range(SENTENCES_ON_EACH)
        ]
        for page in range(1, PAGES + 1)
    ]


def as_pdf(pages: Pages) -> bytes:
    return pdf(["\n".join(each) for each in pages])


def as_slides(pages: Pages) -> bytes:
    """The files of the slides lie in another order than the slides."""
    made = _parts(pptx(["".join(shape(line) for line in each) for each in pages]))
    links = made["ppt/_rels/presentation.xml.rels"].decode()
    turned = re.sub(r"slide(\d+)\.xml", lambda found: f"slide{PAGES + 1 - int(found[1])}.xml", links)
    moved = {
        re.sub(r"slide(\d+)\.xml", lambda found: f"slide{PAGES + 1 - int(found[1])}.xml", name): content
        for name, content in made.items()
    }
    return zipped({**moved, "ppt/_rels/presentation.xml.rels": turned})


def as_sheets(pages: Pages) -> bytes:
    return xlsx({f"S{number}": _cells(each) for number, each in enumerate(pages, start=1)})


def as_open_sheets(pages: Pages) -> bytes:
    tables = "".join(
        f'<table:table table:name="S{number}">'
        + "".join(
            f'<table:table-row><table:table-cell office:value-type="string"><text:p>{line}</text:p>'
            "</table:table-cell></table:table-row>"
            for line in each
        )
        + "</table:table>"
        for number, each in enumerate(pages, start=1)
    )
    names = " ".join(_ODS.format(each) for each in ("office", "table", "text"))
    body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f"<office:document-content {names}>{body}</office:document-content>",
            "META-INF/manifest.xml": f"<manifest:manifest {_ODS.format('manifest')}/>",
        }
    )


def as_book(pages: Pages) -> bytes:
    """The names of the chapters say nothing of their order."""
    return epub(
        {
            f"c{(17 * number) % 101}.xhtml": "".join(f"<p>{line}</p>" for line in each)
            for number, each in enumerate(pages)
        }
    )


def pdf_by_another(content: bytes) -> list[str]:
    from pypdf import PdfReader

    return [page.extract_text() for page in PdfReader(BytesIO(content)).pages]


def slides_by_another(content: bytes) -> list[str]:
    parts = _parts(content)
    links = {
        each.attrib["Id"]: each.attrib["Target"]
        for each in ElementTree.fromstring(parts["ppt/_rels/presentation.xml.rels"])
    }
    shown = ElementTree.fromstring(parts["ppt/presentation.xml"])
    order = [links[each.attrib[_REFERENCE]] for each in shown.iter() if each.tag.endswith("}sldId")]
    slides = (ElementTree.fromstring(parts[f"ppt/{name}"]) for name in order)
    return ["\n".join(each.text or "" for each in slide.iter(_TEXT)) for slide in slides]


def sheets_by_another(content: bytes) -> list[str]:
    parts = _parts(content)
    sheets = (ElementTree.fromstring(parts[f"xl/worksheets/sheet{number}.xml"]) for number in range(1, PAGES + 1))
    return ["\n".join(each.text or "" for each in sheet.iter(f"{_SHEET}t")) for sheet in sheets]


def open_sheets_by_another(content: bytes) -> list[str]:
    root = ElementTree.fromstring(_parts(content)["content.xml"])
    tables = (each for each in root.iter() if each.tag.endswith("}table"))
    return ["\n".join(table.itertext()) for table in tables]


def book_by_another(content: bytes) -> list[str]:
    parts = _parts(content)
    names = re.findall(r'<item id="(c\d+)" href="([^"]+)"', parts["OPS/book.opf"].decode())
    spine = re.findall(r'<itemref idref="(c\d+)"', parts["OPS/book.opf"].decode())
    return [parts[f"OPS/{dict(names)[each]}"].decode() for each in spine]


FORMATS: Mapping[str, tuple[Callable[[Pages], bytes], Callable[[bytes], list[str]]]] = {
    "a.pdf": (as_pdf, pdf_by_another),
    "a.pptx": (as_slides, slides_by_another),
    "a.xlsx": (as_sheets, sheets_by_another),
    "a.ods": (as_open_sheets, open_sheets_by_another),
    "a.epub": (as_book, book_by_another),
}


@pytest.mark.parametrize("name", FORMATS)
def test_that_sentences_lie_on_the_page_named(name: str) -> None:
    make, by_another = FORMATS[name]
    content = make(made_pages())
    known = format_of(name)
    assert known is not None
    found = known.read(content, NO_HINTS)
    second = by_another(content)
    assert len(found.pages) == len(second) == PAGES
    said = list(SAID.finditer(found.text))
    for each in random.Random(7).sample(said, 200):
        number = page_at(found.pages, each.start())
        assert number is not None and each[0] in second[number - 1]
    order = [line for page in second for line in SAID.findall(page)]
    assert [each[0] for each in said] == order  # nothing is lost, nothing twice, and all in the order of reading


def _cells(lines: Sequence[str]) -> dict[str, str | int | float]:
    return {f"A{row}": line for row, line in enumerate(lines, start=1)}


def _parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
