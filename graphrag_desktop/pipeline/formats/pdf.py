"""PDF page by page: PDFium first, pypdf for what it reads worse, and for each page whether there was text at all."""

import ctypes
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.pipeline.formats.format_text import (
    FormatText,
    count_unread,
    count_visible,
    is_blank,
    join_pages,
    laid_out,
)
from graphrag_desktop.pipeline.formats.pdf_annotations import annotations
from graphrag_desktop.pipeline.formats.pdf_fallback import SecondReader
from graphrag_desktop.pipeline.formats.pdf_layout import HYPHEN, Line, glue, goes_on, mend_hyphens, paragraphs
from graphrag_desktop.pipeline.formats.signatures import any_kind

if TYPE_CHECKING:
    import pypdfium2

_MARK = b"%PDF-"
_MARK_WITHIN = 1_024  # bytes before it are allowed, and met
_PASSWORD_ERROR = 4  # FPDF_ERR_PASSWORD
_FEW = 60  # visible characters: a stamp of the scanner, or the title of a slide
_SCAN_SHARE = 0.5  # of the page that a picture covers
_NEARLY_NONE = 3  # characters, such as the page number of a page that is a drawing
_LETTERS_FROM_RIGHT = "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc"
_RIGHT_TO_LEFT = re.compile(f"[{_LETTERS_FROM_RIGHT}]")
_SUSPICIOUS = re.compile(f"[{_LETTERS_FROM_RIGHT}\ud800-\uf8ff\ufffd\uffff\U000f0000-\U0010ffff]")
_RIGHT_TO_LEFT_SHARE = 0.05
_LOST_SHARE = 0.01  # of the characters unread: worth asking the second reader, ten times slower
_LEAST_SHARE = 0.8  # of the visible characters the second reader must find as well before it is believed
_WITHIN_WORDS = 12  # page numbers named in a sentence


@dataclass(frozen=True, slots=True)
class _PageText:
    text: str
    by_second: bool
    is_picture: bool = False
    is_stamped: bool = False
    is_damaged: bool = False


def read(content: bytes, passwords: Passwords) -> FormatText:
    """The text of a PDF with its pages; raises `UnreadableDocument` and `NeedsPassword`.

    Pages that are pictures are named. Nothing in the file is ever run or fetched.
    """
    if _MARK not in content[:_MARK_WITHIN]:
        kind = any_kind(content) or "something else"
        raise UnreadableDocument(f"The file is {kind} under the name of a PDF.", "Give it its right ending.")
    second = SecondReader(content, passwords)
    document = _open(content, passwords)
    if document is None:
        found = [_PageText(text, by_second=True, is_damaged=is_blank(text)) for text in second.pages()]
    else:
        try:
            found = _without_stamps(list(_pages(document, second)))
        finally:
            document.close()
    texts = [laid_out(each) for each in mend_hyphens([each.text for each in found])]
    text, pages = join_pages(texts, [_between(*pair) for pair in pairwise(texts)])
    state, reason = _state(found)
    return FormatText(text, _codec(found), pages, state, reason)


def _open(content: bytes, passwords: Passwords) -> "pypdfium2.PdfDocument | None":
    """The document by PDFium, None where it cannot make anything of it."""
    import pypdfium2

    for password in ("", *passwords):
        try:
            return pypdfium2.PdfDocument(content, password=password or None)
        except pypdfium2.PdfiumError as error:
            if error.err_code != _PASSWORD_ERROR:
                return None
    given = "; none of those given opens it" if passwords else ""
    raise NeedsPassword(f"The PDF is protected by a password{given}.", "Give the password for this run.")


def _pages(document: "pypdfium2.PdfDocument", second: SecondReader) -> Iterator[_PageText]:
    import pypdfium2

    for number in range(len(document)):
        try:
            with closing(document[number]) as page:
                found = _page(page, number, second)
        except pypdfium2.PdfiumError:
            text = second.page(number)
            found = _PageText(text, by_second=True, is_damaged=is_blank(text))
        yield found


def _page(page: "pypdfium2.PdfPage", number: int, second: SecondReader) -> _PageText:
    text = _page_text(page)
    by_second = False
    if _may_be_wrong(text):
        other = second.page(number)
        if _is_better(other, text):
            text, by_second = other, True
    visible = count_visible(text[: 4 * _FEW])
    noted = annotations(page)
    whole = "\n".join(part for part in (text, *noted) if part)
    if noted or visible >= _FEW:
        return _PageText(whole, by_second)
    if visible <= _NEARLY_NONE:
        return _PageText(whole, by_second, is_picture=any(True for _ in page.get_objects(max_depth=1)))
    return _PageText(whole, by_second, is_stamped=_is_covered(page))


def _page_text(page: "pypdfium2.PdfPage") -> str:
    """By PDFium's own functions: on a page of a few lines their wrapping would cost as much as the reading."""
    from pypdfium2 import raw

    textpage = raw.FPDFText_LoadPage(page.raw)
    if not textpage:
        return ""
    try:
        text = _characters(textpage)
        return paragraphs(list(_lines(textpage, text))) if text else ""
    finally:
        raw.FPDFText_ClosePage(textpage)


def _characters(textpage: object) -> str:
    from pypdfium2 import raw

    count = raw.FPDFText_CountChars(textpage)
    if count <= 0:
        return ""
    buffer = (ctypes.c_ushort * (2 * count + 3))()
    written = raw.FPDFText_GetText(textpage, 0, count, buffer)
    return bytes(buffer)[: 2 * max(0, written - 1)].decode("utf-16-le", "replace")


def _lines(textpage: object, text: str) -> Iterator[Line]:
    from pypdfium2 import raw

    box = raw.FS_RECTF()
    pointer = ctypes.byref(box)
    index_of, box_of = raw.FPDFText_GetCharIndexFromTextIndex, raw.FPDFText_GetLooseCharBox
    is_wide = len(text.encode("utf-16-le", "surrogatepass")) > 2 * len(text)  # PDFium counts some characters twice
    position = 0
    for line in text.split("\r\n"):
        units = len(line.encode("utf-16-le", "surrogatepass")) // 2 if is_wide else len(line)
        body = line.rstrip()
        if body:
            size = len(body.encode("utf-16-le", "surrogatepass")) // 2 if is_wide else len(body)
            box_of(textpage, index_of(textpage, position), pointer)
            left, bottom, height = box.left, box.bottom, box.top - box.bottom
            box_of(textpage, index_of(textpage, position + size - 1), pointer)
            yield Line(line, left, box.right, bottom, box.bottom, max(height, box.top - box.bottom, 0.1))
        position += units + 2


def _may_be_wrong(text: str) -> bool:
    if text.isascii() or not _SUSPICIOUS.search(text):  # one look instead of five: most pages are neither
        return False
    from_right = len(_RIGHT_TO_LEFT.findall(text))
    return from_right > _RIGHT_TO_LEFT_SHARE * len(text) or _lost(text) > _LOST_SHARE * len(text)


def _is_better(other: str, text: str) -> bool:
    if count_visible(other) < _LEAST_SHARE * count_visible(text):
        return False
    lost, lost_by_other = _lost(text), _lost(other)
    if lost or lost_by_other:
        return lost_by_other < lost
    return True


def _lost(text: str) -> int:
    return count_unread(laid_out(text.replace(HYPHEN, "-")))


def _is_covered(page: "pypdfium2.PdfPage") -> bool:
    """Whether a picture covers most of the page."""
    from pypdfium2 import raw

    width, height = page.get_size()
    for each in page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=3):
        left, bottom, right, top = each.get_bounds()
        if (right - left) * (top - bottom) > _SCAN_SHARE * width * height:
            return True
    return False


def _without_stamps(found: Sequence[_PageText]) -> list[_PageText]:
    """Pages under a picture with the same few words on most of them, such as a scanner's name, are scans, too."""
    stamps = Counter(_stamp(each.text) for each in found if each.is_stamped)
    usual = {stamp for stamp, count in stamps.items() if count > 1 and count >= len(found) / 2}
    return [
        replace(each, is_picture=True) if each.is_stamped and _stamp(each.text) in usual else each for each in found
    ]


def _stamp(text: str) -> str:
    return "".join(sign for sign in text if sign.isalpha())


def _between(before: str, after: str) -> str:
    return (glue(before, after, spaces_are_kept=False) or " ") if goes_on(before, after) else "\n"


def _state(found: Sequence[_PageText]) -> tuple[DocumentState, str]:
    pictures = [number for number, each in enumerate(found, start=1) if each.is_picture]
    damaged = [number for number, each in enumerate(found, start=1) if each.is_damaged]
    if damaged and len(damaged) == len(found):
        raise UnreadableDocument(
            "The PDF is damaged: none of its pages can be read.", "Get it anew from where it came."
        )
    if pictures and len(pictures) == len(found):
        pages = "Its one page is a picture" if len(found) == 1 else f"All its {len(found):,} pages are pictures"
        return (
            DocumentState.NO_TEXT_LAYER,
            f"{pages} without text, as a scan is. Run it through text recognition (OCR).",
        )
    reasons = []
    if pictures:
        what = "is a picture" if len(pictures) == 1 else "are pictures"
        reasons.append(f"{_named(pictures)} {what} without text, as a scan is, and could not be read.")
    if damaged:
        reasons.append(f"{_named(damaged)} {'is' if len(damaged) == 1 else 'are'} damaged and could not be read.")
    return (DocumentState.PARTLY_READ if reasons else DocumentState.READ), " ".join(reasons)


def _named(numbers: Sequence[int]) -> str:
    """“Page 3” or “Pages 2, 5 to 9 and 12 more”."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs[:_WITHIN_WORDS]]
    rest = sum(len(run) for run in runs[_WITHIN_WORDS:])
    return f"{'Page' if len(numbers) == 1 else 'Pages'} {', '.join(words)}{f' and {rest:,} more' if rest else ''}"


def _codec(found: Sequence[_PageText]) -> str:
    second = sum(each.by_second for each in found)
    if not second:
        return "PDF"
    return "PDF, by pypdf" if second == len(found) else f"PDF, {second:,} pages by pypdf"
