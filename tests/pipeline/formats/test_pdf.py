"""PDF: pages with their text, whoever reads them best, and pages without."""

import io
import random
import re
import sys
from pathlib import Path

import pytest

from graphrag_desktop.domain.documents import DocumentState, page_at
from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.pipeline.formats import pdf as pdf_reader
from graphrag_desktop.pipeline.formats.format_text import FormatText
from tests.pipeline.formats.made_files import pdf

DATA = Path(__file__).parent.parent.parent / "data" / "documents"
PICTURE = "0 0 0 rg 0 0 595 842 re f"


def read(content: bytes, *words: str) -> FormatText:
    return pdf_reader.read(content, Passwords(words))


def pages(found: FormatText) -> list[str]:
    return [found.text[page.span.start : page.span.end] for page in found.pages]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("enc_rc4_emptyuser", "Hello secret"),
        ("enc_aes256_emptyuser", "Hello secret"),
        ("gbk_euc_h_no_tounicode", "知识图谱"),
        ("90ms_rksj_h_no_tounicode", "日本語テスト"),
        ("self_prev_xref", "Hello"),
    ],
)
def test_that_files_that_broke_other_tools_are_read(name: str, text: str) -> None:
    found = read((DATA / f"{name}.pdf").read_bytes())
    assert (found.text, found.state) == (text, DocumentState.READ)


def test_that_aes_needs_no_other_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert read((DATA / "enc_aes256_emptyuser.pdf").read_bytes()).text == "Hello secret"


@pytest.mark.parametrize("name", ["enc_rc4_pw", "enc_aes256_pw"])
def test_that_a_password_opens_what_it_belongs_to(name: str) -> None:
    content = (DATA / f"{name}.pdf").read_bytes()
    assert read(content, "no", "pw").text == "Hello secret"
    with pytest.raises(NeedsPassword, match="none of those given"):
        read(content, "no")
    with pytest.raises(NeedsPassword) as caught:
        read(content)
    assert caught.value.hint == "Give the password for this run."


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<html><body>no pdf</body></html>", "a web page under the name of a PDF"),
        (b"PK\x03\x04", "a ZIP archive or an Office document under the name of a PDF"),
        (b"nothing known", "something else under the name of a PDF"),
        ((DATA / "truncated.pdf").read_bytes(), "damaged or cut off"),
        (b"%PDF-1.7\n", "damaged or cut off"),
    ],
)
def test_that_what_is_no_pdf_says_what_it_is(content: bytes, message: str) -> None:
    with pytest.raises(UnreadableDocument, match=message):
        read(content)


def test_that_lines_become_paragraphs_and_pages_have_spans() -> None:
    first = "A heading\n\nThe board of the harbour met on Monday, and after\na long debate it closed the quay.\n\nNext."
    found = read(pdf([first, "Second page."]))
    assert pages(found) == [
        "A heading\nThe board of the harbour met on Monday, and after a long debate it closed the quay.\nNext.",
        "Second page.",
    ]
    assert found.text == "\n".join(pages(found))


def test_that_a_sentence_goes_on_over_the_end_of_a_page() -> None:
    found = read(pdf(["The board of the harbour met and", "closed the quay. It snowed."]))
    assert found.text == "The board of the harbour met and closed the quay. It snowed."
    assert page_at(found.pages, found.text.index("closed")) == 2


def test_that_a_scan_has_no_text_layer_and_a_blank_page_is_no_scan() -> None:
    assert read((DATA / "blank_scanned.pdf").read_bytes()).state is DocumentState.NO_TEXT_LAYER
    found = read(pdf([PICTURE, PICTURE]))
    assert (found.state, found.text.strip()) == (DocumentState.NO_TEXT_LAYER, "")
    assert found.reason.startswith("All its 2 pages are pictures without text")
    assert read(pdf(["Words.", "", "More."])).state is DocumentState.READ


def test_that_of_a_partly_scanned_file_the_pages_without_text_are_named() -> None:
    found = read(pdf(["Words.", PICTURE, PICTURE, PICTURE, "More.", PICTURE]))
    assert found.state is DocumentState.PARTLY_READ
    assert found.reason == "Pages 2 to 4, 6 are pictures without text, as a scan is, and could not be read."
    assert pages(found) == ["Words.", "", "", "", "More.", ""]
    one = read(pdf(["Words.", PICTURE]))
    assert one.reason == "Page 2 is a picture without text, as a scan is, and could not be read."


def test_that_a_scanners_stamp_is_no_text_layer_and_a_slides_title_is_one() -> None:
    image = "BI /W 1 /H 1 /BPC 8 /CS /G ID \x41 EI"
    stamped = [
        f"q 595 0 0 842 0 0 cm {image} Q BT /F1 9 Tf 72 20 Td (CamScanner {number}) Tj ET" for number in range(4)
    ]
    found = read(pdf(stamped))
    assert found.state is DocumentState.NO_TEXT_LAYER
    titles = [
        f"q 595 0 0 842 0 0 cm {image} Q BT /F1 40 Tf 72 400 Td ({word}) Tj ET" for word in ("Harbours", "Thank you")
    ]
    assert read(pdf(titles)).state is DocumentState.READ


def test_that_what_people_put_on_a_page_is_read() -> None:
    made = pdf(
        ["An application."],
        annotations=[
            "/Subtype /Widget /T (Name of applicant) /V (Alice Johnson)",
            "/Subtype /Widget /T (Empty) /V ()",
            "/Subtype /FreeText /Contents (Typed onto the form)",
            "/Subtype /Text /T (Ruth Adler) /Contents (Is that so?)",
            "/Subtype /Link /Contents (never shown)",
        ],
    )
    assert read(made).text.split("\n") == [
        "An application.",
        "Name of applicant: Alice Johnson",
        "Typed onto the form",
        "Comment by Ruth Adler: Is that so?",
    ]


def test_that_letters_joined_from_right_to_left_stand_in_their_order(shared: Path) -> None:
    found = read((shared / "fixtures" / "real" / "docling_right_to_left_01.pdf").read_bytes())
    assert found.text.startswith("تحسين الإنتاجية وحل المشكلات من خلال البرمجة بلغة R وPython\n")
    assert "اإلنتاجية" not in found.text
    assert found.codec == "PDF, by pypdf"


def test_that_columns_footnotes_and_broken_words_are_put_together(shared: Path) -> None:
    korean = read((shared / "fixtures" / "real" / "docling_normal_4pages.pdf").read_bytes())
    assert "“코로나바이러스감염증-19(COVID-19, 이하 “코로나-19”)”의 국내 확진자는 9,661명" in korean.text
    assert "『이슈와 논점』은 국회의원의 입법활동을" in korean.text
    assert korean.state is DocumentState.READ
    english = read((shared / "fixtures" / "real" / "markitdown_test.pdf").read_bytes())
    assert (
        "\n1 Customizable and conversable agents. AutoGen uses a generic design of agents that can leverage LLMs"
        in english.text
    )
    assert (
        "optimized LLMs (e.g., GPT-4) show the ability to incorporate feedback, LLM agents can cooperate through"
        in english.text
    )
    assert "\ufffe" not in english.text


@pytest.mark.parametrize(
    "name", ["docling_multi_page", "docling_normal_4pages", "docling_right_to_left_01", "markitdown_test"]
)
def test_that_sentences_lie_on_the_page_that_a_second_reader_finds_them_on(shared: Path, name: str) -> None:
    from pypdf import PdfReader

    content = (shared / "fixtures" / "real" / f"{name}.pdf").read_bytes()
    found = read(content)
    second = [_letters(page.extract_text()) for page in PdfReader(io.BytesIO(content)).pages]
    spans = [match.span() for match in re.finditer(r"[^.!?\n]{25,}[.!?]", found.text)]
    assert len(spans) >= 8
    for start, end in random.Random(7).choices(spans, k=200):
        number = page_at(found.pages, start)
        assert number is not None
        said = _letters(found.text[start:end])
        assert said in second[number - 1] or said in "".join(second[number - 1 : number + 1]), found.text[start:end]


def test_that_all_letters_that_a_second_reader_finds_are_in_the_text(shared: Path) -> None:
    from pypdf import PdfReader

    content = (shared / "fixtures" / "real" / "docling_multi_page.pdf").read_bytes()
    second = "".join(_letters(page.extract_text()) for page in PdfReader(io.BytesIO(content)).pages)
    assert _letters(read(content).text) == second


def test_that_a_file_one_reader_gives_up_on_is_read_by_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_reader, "_open", lambda content, passwords: None)
    found = pdf_reader.read(pdf(["First page.", "Second page."]), NO_PASSWORDS)
    assert pages(found) == ["First page.", "Second page."]
    assert found.codec == "PDF, by pypdf"


def _letters(text: str) -> str:
    return "".join(re.findall(r"\w", text))
