"""PDF by a second reader, slower but right where PDFium fails: damaged files, letters joined from right to left."""

import logging
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.pipeline.formats.pdf_layout import join_wrapped

if TYPE_CHECKING:
    from pypdf import PdfReader


class SecondReader:
    """The pages of a PDF by pypdf, opened when the first is asked for."""

    def __init__(self, content: bytes, passwords: Passwords) -> None:
        self._content = content
        self._passwords = passwords
        self._reader: PdfReader | None = None
        logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it tells of every oddity; we tell what came of it

    def page(self, number: int) -> str:
        """The text of a page, counted from 0; empty where this reader fails on it, too."""
        try:
            return self._text(self._opened(), number)
        except Exception:  # noqa: BLE001  # it raises whatever its parts raise; the first reader's text stands then
            return ""

    def pages(self) -> Iterator[str]:
        """The texts of all pages; raises `UnreadableDocument` where nothing can be made of the file."""
        try:
            reader = self._opened()
            count = len(reader.pages)
        except UnreadableDocument:
            raise
        except Exception as error:
            raise UnreadableDocument("The PDF is damaged or cut off.", "Get it anew from where it came.") from error
        for number in range(count):
            yield self.page(number)

    def _opened(self) -> "PdfReader":
        if self._reader is None:
            from pypdf import PdfReader

            reader = PdfReader(BytesIO(self._content), strict=False)
            if reader.is_encrypted and not any(reader.decrypt(word) for word in ("", *self._passwords)):
                raise NeedsPassword("The PDF is protected by a password.")
            self._reader = reader
        return self._reader

    def _text(self, reader: "PdfReader", number: int) -> str:
        return join_wrapped(reader.pages[number].extract_text())
