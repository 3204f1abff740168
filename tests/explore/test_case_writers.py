"""A case file leaves the program with every number leading to file, page and quote."""

import re
import struct
import zipfile
import zlib
from html.parser import HTMLParser
from io import BytesIO

import docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_desktop.domain.answers import Citation, CitationStatus
from graphrag_desktop.domain.case_file import CaseItem, CaseKind
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import Span, document_id
from graphrag_desktop.explore.case_export import NOTICE, Paper, make_paper, place_words
from graphrag_desktop.explore.case_writers import markdown, web_page, word_document, write_paper


def words(quote: str, start: int = 0, page: int | None = 2) -> Evidence:
    return Evidence(document_id(b"1"), "letters/river.pdf", page, Span(start, start + len(quote)), quote)


def picture() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    rows = b"".join(b"\x00" + b"\xff\x00\x00" * 2 for _ in range(2))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


DEAD, BROWN = words("Forty dead fish were counted."), words("The river turned brown.", 100)
ANSWER = CaseItem(
    "a", CaseKind.ANSWER, "What happened to the <river>?",
    "## The river\nFish died [Data: Reports (1); Sources (3)].\n- It is **brown** [Data: Sources (4)].\n"
    "- It is blue [Data: Reports (999)]. All of it [Data: Sources (3)]",
    "2026-01-01", note="Ask *again*.",
    citations=(
        Citation("Fish died", Kind.REPORT, 1, CitationStatus.OK, (BROWN, DEAD)),
        Citation("Fish died", Kind.SOURCE, 3, CitationStatus.OK, (DEAD,)),
        Citation("It is brown", Kind.SOURCE, 4, CitationStatus.OK, (BROWN,)),
        Citation("It is blue", Kind.REPORT, 999, CitationStatus.UNKNOWN),
        Citation("All of it", Kind.SOURCE, 3, CitationStatus.NOT_IN_CONTEXT),
    ),
)  # fmt: skip
VIEW = CaseItem("v", CaseKind.VIEW, "Map at C0", "", "2026-01-01", picture=picture())
QUOTE = CaseItem(
    "q", CaseKind.QUOTE, "A quotation", "", "2026-01-01", evidence=(words("Nobody measured it.", 300, None),)
)
HOSTILE = CaseItem(
    "h", CaseKind.ANSWER, "<script>alert(1)</script>",
    "![x](http://example.com/x.png) <img src=http://example.com/y> [click](javascript:alert(1)) \x00\x0b",
    "2026-01-01", note="# not a heading\n- nor an item",
)  # fmt: skip


@pytest.fixture
def paper() -> Paper:
    return make_paper("The mill", "1 January 2026", [ANSWER, VIEW, QUOTE])


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


def test_that_sources_are_numbered_once_in_the_order_of_the_text(paper: Paper) -> None:
    assert [each.quote for each in paper.sources] == [BROWN.quote, DEAD.quote, "Nobody measured it."]
    runs = [run for item in paper.items for block in item.blocks for run in block.runs if run.sources]
    assert [run.sources for run in runs] == [(1, 2), (1,), (3,)]


def test_that_wrong_citations_are_said_and_lead_nowhere(paper: Paper) -> None:
    text = markdown(paper)
    assert "report 999: no such record" in text
    assert "source 3: not among what this answer was given" in text


def test_that_every_number_in_html_leads_to_file_page_and_quote(paper: Paper) -> None:
    page = Page(web_page(paper))
    targets = {fields["id"] for _, fields in page.tags if fields.get("id")}
    links = [fields["href"] for tag, fields in page.tags if tag == "a"]
    assert links == ["#source-1", "#source-2", "#source-1", "#source-3"]
    assert {f"#{each}" for each in targets} == set(links)
    assert place_words(BROWN) == "letters/river.pdf, page 2, characters 101-123"
    for each in paper.sources:
        assert place_words(each) in page.words and each.quote in page.words
    assert NOTICE in page.words


def test_that_every_number_in_docx_leads_to_a_bookmark_before_file_page_and_quote(paper: Paper) -> None:
    written = word_document(paper)
    body = zipfile.ZipFile(BytesIO(written)).read("word/document.xml").decode()
    links = re.findall(r'w:anchor="(\w+)"', body)
    assert links == ["source_1", "source_2", "source_1", "source_3"]
    assert set(links) == set(re.findall(r'<w:bookmarkStart[^>]*w:name="(\w+)"', body))
    said = "\n".join(each.text for each in docx.Document(BytesIO(written)).paragraphs)
    for number, each in enumerate(paper.sources, start=1):
        assert f"{number}. {place_words(each)}\n“{each.quote}”" in said
    assert NOTICE in said
    assert len(docx.Document(BytesIO(written)).inline_shapes) == 1


def test_that_markdown_has_the_same(paper: Paper) -> None:
    text = markdown(paper)
    assert re.findall(r"\]\(#source-(\d)\)", text) == ["1", "2", "1", "3"]
    assert re.findall(r'<a id="source-(\d)">', text) == ["1", "2", "3"]
    assert "data:image/png;base64," in text


def test_that_nothing_in_a_paper_is_fetched_or_run() -> None:
    paper = make_paper("<b>", "now", [HOSTILE])
    page = Page(web_page(paper))
    assert {tag for tag, _ in page.tags} <= {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p"}
    assert "![" not in markdown(paper).replace("!\\[", "")
    assert "\n- nor" not in markdown(paper) and "\n# not" not in markdown(paper)
    docx.Document(BytesIO(word_document(paper)))


@settings(deadline=None, max_examples=40)
@given(st.text(max_size=200), st.text(max_size=60))
def test_that_any_words_can_be_written(text: str, note: str) -> None:
    item = CaseItem("x", CaseKind.ANSWER, text[:40], text, "2026-01-01", note=note)
    paper = make_paper(text[:20], "now", [item])
    docx.Document(BytesIO(word_document(paper)))
    web_page(paper).encode("utf-8")
    markdown(paper).encode("utf-8")


def test_that_another_ending_is_refused(paper: Paper) -> None:
    assert write_paper(paper, "CASE.DOCX")[:2] == b"PK"
    assert write_paper(paper, "case.md").startswith(b"# The mill")
    with pytest.raises(InputError, match=r"\.pdf"):
        write_paper(paper, "case.pdf")
