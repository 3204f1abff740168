"""PPTX: slides as pages."""

import re
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

from graphrag_desktop.pipeline.formats import slides
from tests.pipeline.formats.made_files import pptx, shape


def pages(content: bytes) -> list[str]:
    found = slides.read(content)
    return [found.text[page.span.start : page.span.end] for page in found.pages]


def test_that_each_slide_is_a_page_with_its_notes() -> None:
    made = pptx(
        [shape("Body text") + shape("The title", "title"), shape("7", "sldNum"), shape("Last")], {3: "Say this."}
    )
    assert pages(made) == ["The title\nBody text", "", "Last\nNotes: Say this."]
    assert [page.number for page in slides.read(made).pages] == [1, 2, 3]


def test_that_tables_groups_and_breaks_are_read() -> None:
    table = (
        "<p:graphicFrame><p:nvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr><a:tbl>"
        "<a:tr><a:tc><a:txBody><a:p><a:r><a:t>Name</a:t></a:r></a:p></a:txBody></a:tc>"
        "<a:tc><a:txBody><a:p><a:r><a:t>Role</a:t></a:r></a:p></a:txBody></a:tc></a:tr>"
        "<a:tr><a:tc><a:txBody><a:p><a:r><a:t>Alice</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p/></a:txBody></a:tc></a:tr>"
        "</a:tbl></p:graphicFrame>"
    )
    group = f"<p:grpSp>{shape('In a group')}</p:grpSp>"
    broken = "<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>one</a:t></a:r><a:br/><a:r><a:t>two</a:t></a:r></a:p></p:txBody></p:sp>"
    assert pages(pptx([table + group + broken])) == ["Name | Role\nAlice\nIn a group\none\ntwo"]


def test_that_a_second_reader_finds_the_same_words_on_each_slide(shared: Path) -> None:
    content = (shared / "fixtures" / "real" / "markitdown_test.pptx").read_bytes()
    found = pages(content)
    with zipfile.ZipFile(BytesIO(content)) as archive:
        for number, page in enumerate(found, start=1):
            root = ElementTree.fromstring(archive.read(f"ppt/slides/slide{number}.xml"))
            for element in root.iter("{http://schemas.openxmlformats.org/drawingml/2006/main}t"):
                assert (element.text or "").strip() in page
    assert len(found) == 6
    assert "ColA | ColB | ColC | ColD | ColE | ColF\n1 | 2 | 3 | 4 | 5 | 6" in found[2]
    assert re.search(r"Series 1: 2000: 2000; 2001: 2001", "\n".join(found))
