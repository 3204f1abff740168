"""What people wrote onto a PDF: values of form fields, free text, comments."""

import ctypes
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from graphrag_desktop.pipeline.formats.format_text import is_blank

if TYPE_CHECKING:
    import pypdfium2

_MOST = 2_000  # annotations looked at on a page; a map or an index of links may have many more


def annotations(page: "pypdfium2.PdfPage") -> tuple[str, ...]:
    """A line for each text that was filled in or put on the page, comments marked as such."""
    from pypdfium2 import raw

    count = min(raw.FPDFPage_GetAnnotCount(page), _MOST)
    return tuple(line for number in range(count) for line in _lines(page, number))


def _lines(page: "pypdfium2.PdfPage", number: int) -> Iterator[str]:
    from pypdfium2 import raw

    handle = raw.FPDFPage_GetAnnot(page, number)
    if not handle:
        return
    try:
        kind = raw.FPDFAnnot_GetSubtype(handle)
        if kind == raw.FPDF_ANNOT_LINK:
            return

        def value(key: bytes) -> str:
            return _string(lambda buffer, size: int(raw.FPDFAnnot_GetStringValue(handle, key, buffer, size)))

        if kind == raw.FPDF_ANNOT_WIDGET:
            name, text = value(b"TU") or value(b"T"), value(b"V")
            if not is_blank(text):
                yield f"{name}: {text}" if name else text
        elif kind == raw.FPDF_ANNOT_FREETEXT:
            yield from _said(value(b"Contents"))
        elif kind in {
            raw.FPDF_ANNOT_TEXT,
            raw.FPDF_ANNOT_HIGHLIGHT,
            raw.FPDF_ANNOT_UNDERLINE,
            raw.FPDF_ANNOT_STRIKEOUT,
        }:
            author = value(b"T")
            for text in _said(value(b"Contents")):
                yield f"Comment by {author}: {text}" if author else f"Comment: {text}"
    finally:
        raw.FPDFPage_CloseAnnot(handle)


def _said(text: str) -> Iterator[str]:
    if not is_blank(text):
        yield " ".join(text.split())


def _string(fill: Callable[["ctypes.Array[ctypes.c_ushort] | None", int], int]) -> str:
    size = fill(None, 0)  # in bytes, with the closing NUL
    if size <= 2:
        return ""
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    fill(buffer, size)
    return bytes(buffer)[: size - 2].decode("utf-16-le", "replace")
