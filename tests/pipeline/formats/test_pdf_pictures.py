"""Pages are drawn as they look, and words found where they stand on them."""

import ctypes
import random
import re
from pathlib import Path

import pypdfium2
import pytest
from pypdfium2 import raw

from graphrag_desktop.domain.documents import page_at
from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.page_pictures import PagePicture, Rectangle, SoughtWords
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.pipeline.documents import parse_file
from graphrag_desktop.pipeline.formats.pdf_pictures import MOST_PIXELS, draw_page

SENTENCE = re.compile(r"[^.!?。\n]{25,}[.!?。]")
READ = ("docling_multi_page.pdf", "docling_normal_4pages.pdf", "markitdown_test.pdf")


def squeezed(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def characters_within(content: bytes, number: int, picture: PagePicture, places: tuple[Rectangle, ...]) -> str:
    """The page's own characters whose middle lies in one of the rectangles, as another call of PDFium places them."""
    with pypdfium2.PdfDocument(content) as document:
        page = document[number - 1]
        width, height = page.get_size()
        textpage = page.get_textpage()
        box = [ctypes.c_double() for _ in range(4)]
        found = []
        for index in range(textpage.count_chars()):
            raw.FPDFText_GetCharBox(textpage, index, *box)
            left, right, bottom, top = (each.value for each in box)
            x, y = (left + right) / 2 / width, 1 - (bottom + top) / 2 / height
            if any(each.left <= x <= each.right and each.top <= y <= each.bottom for each in places):
                found.append(chr(raw.FPDFText_GetUnicode(textpage, index)))
        return "".join(found)


def test_that_sentences_are_marked_where_the_page_has_their_characters(shared: Path) -> None:
    chosen = random.Random(8)
    looked_for = found = right = 0
    for name in READ:
        path = shared / "fixtures" / "real" / name
        content, parsed = path.read_bytes(), parse_file(path)
        spans = [match.span() for match in SENTENCE.finditer(parsed.text)]
        for start, end in chosen.sample(spans, min(40, len(spans))):
            number = page_at(parsed.pages, start)
            page = next(each for each in parsed.pages if each.number == number)
            if end > page.span.end:
                continue
            place = (start - page.span.start) / (page.span.end - page.span.start)
            words = parsed.text[start:end]
            picture = draw_page(content, NO_PASSWORDS, page.number, 300, [SoughtWords(words, place)])
            marked = characters_within(content, page.number, picture, picture.places[0])
            looked_for += 1
            found += bool(picture.places[0])
            right += squeezed(words) == squeezed(marked)
    assert looked_for >= 100
    assert found >= 0.98 * looked_for
    assert right >= 0.95 * looked_for


def test_that_sentences_from_right_to_left_are_found_whatever_way_lam_and_alef_are_joined(shared: Path) -> None:
    path = shared / "fixtures" / "real" / "docling_right_to_left_01.pdf"
    content, parsed = path.read_bytes(), parse_file(path)
    spans = [match.span() for match in re.finditer(r"[^.؟!\n]{25,}[.؟!]", parsed.text)]
    assert len(spans) >= 8
    sought = [SoughtWords(parsed.text[start:end], start / len(parsed.text)) for start, end in spans]
    picture = draw_page(content, NO_PASSWORDS, 1, 300, sought)
    assert all(picture.places)
    for words, places in zip(sought, picture.places, strict=True):
        marked = characters_within(content, 1, picture, places)
        assert sorted(squeezed(marked)) == sorted(squeezed(words.text)), (
            "the letters of a sign may stand in either order"
        )


def test_that_of_several_places_the_right_one_is_marked(shared: Path) -> None:
    content = (shared / "fixtures" / "real" / "docling_multi_page.pdf").read_bytes()
    first, last = draw_page(
        content, NO_PASSWORDS, 1, 300, [SoughtWords("word processor", 0.0), SoughtWords("word processor", 1.0)]
    ).places
    assert first[0].top < last[0].top


def test_that_words_that_are_not_there_are_not_marked(shared: Path) -> None:
    content = (shared / "fixtures" / "real" / "docling_multi_page.pdf").read_bytes()
    sought = [SoughtWords("the oyster beds of Harnsund were closed", 0.5), SoughtWords("", 0), SoughtWords(" \n", 0)]
    assert draw_page(content, NO_PASSWORDS, 1, 300, sought).places == ((), (), ())


def test_that_a_picture_has_the_width_asked_for_and_all_of_its_pixels(shared: Path) -> None:
    content = (shared / "fixtures" / "real" / "docling_multi_page.pdf").read_bytes()
    picture = draw_page(content, NO_PASSWORDS, 1, 640, [])
    assert abs(picture.width - 640) <= 1
    assert len(picture.pixels) == picture.stride * picture.height
    assert len(set(picture.pixels[:: 4 * 7])) > 2
    assert draw_page(content, NO_PASSWORDS, 1, 10**6, []).width < MOST_PIXELS**0.5


@pytest.mark.parametrize("number", [0, 6, 10**6])
def test_that_a_page_that_is_not_there_is_said(shared: Path, number: int) -> None:
    content = (shared / "fixtures" / "real" / "docling_multi_page.pdf").read_bytes()
    with pytest.raises(UnreadableDocument, match="cannot be drawn"):
        draw_page(content, NO_PASSWORDS, number, 300, [])


def test_that_a_protected_page_needs_its_password(shared: Path) -> None:
    content = (shared / "fixtures" / "documents" / "enc_aes256_pw.pdf").read_bytes()
    with pytest.raises(NeedsPassword):
        draw_page(content, Passwords(("wrong",)), 1, 300, [])


def test_that_what_is_no_pdf_is_said() -> None:
    with pytest.raises(UnreadableDocument):
        draw_page(b"%PDF-1.4 nothing", NO_PASSWORDS, 1, 300, [])
