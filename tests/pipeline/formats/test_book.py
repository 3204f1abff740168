"""EPUB: chapters as pages."""

import html
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.pipeline.formats import book
from tests.pipeline.formats.made_files import epub, zipped

LOCK = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#">'
    '<e:EncryptedData><e:EncryptionMethod Algorithm="{}"/></e:EncryptedData></encryption>'
)


def test_that_chapters_are_pages_in_the_order_of_reading() -> None:
    found = book.read(epub({"b.xhtml": "<h1>One</h1><p>First.</p>", "a.xhtml": "<p>Second.</p><aside>A note.</aside>"}))
    assert [found.text[page.span.start : page.span.end] for page in found.pages] == [
        "The Harbour, by A. Writer\nOne\nFirst.",
        "Second.\nA note.",
    ]


def test_that_a_locked_book_says_so_and_locked_fonts_do_not_matter() -> None:
    with pytest.raises(UnreadableDocument, match="DRM"):
        book.read(epub({"a.xhtml": "<p>x</p>"}, LOCK.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc")))
    fonts = LOCK.format("http://www.idpf.org/2008/embedding")
    assert book.read(epub({"a.xhtml": "<p>Readable.</p>"}, fonts)).text.endswith("Readable.")


def test_that_a_book_without_a_list_of_chapters_says_so() -> None:
    with pytest.raises(UnreadableDocument, match="does not say what its chapters are"):
        book.read(zipped({"mimetype": "application/epub+zip"}))


def test_that_a_second_reader_finds_the_same_words_in_each_chapter(shared: Path) -> None:

    content = (shared / "fixtures" / "real" / "markitdown_test.epub").read_bytes()
    found = book.read(content)
    with zipfile.ZipFile(BytesIO(content)) as archive:
        for page in found.pages:
            body = archive.read(f"EPUB/chap_{page.number}.xhtml").decode().partition("<body")[2]
            words = [word for piece in body.split("<")[1:] for word in html.unescape(piece.partition(">")[2]).split()]
            told = found.text[page.span.start : page.span.end].split()
            assert [word for word in told if word != "•"][-len(words) :] == words
