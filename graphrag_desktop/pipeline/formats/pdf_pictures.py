"""A page of a PDF drawn as it looks, and where on it given words stand."""

import ctypes
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.page_pictures import PagePicture, Rectangle, SoughtWords
from graphrag_desktop.domain.passwords import Passwords

if TYPE_CHECKING:
    import pypdfium2

MOST_PIXELS = 24_000_000
"""A larger picture is drawn smaller: a page may say that it is a kilometre wide."""

_PASSWORD_ERROR = 4  # FPDF_ERR_PASSWORD
_ENDS = 24  # signs by which words are found whose middle was read otherwise
_FEWEST = 8  # signs: fewer stand on a page by chance
_JOINED = frozenset(  # PDFium gives the two letters of lam-alef, and vowel signs with their letter, in either order
    "\u0622\u0623\u0625\u0627\u0644\u0670" + "".join(map(chr, range(0x064B, 0x0660)))
)
_NOT_COMPARED = _JOINED | frozenset("-\u2010\u2011\u00ad")
_LONGER = 1.3  # how much longer such words may be on the page than they were read


def draw_page(
    content: bytes, passwords: Passwords, number: int, width: int, sought: Sequence[SoughtWords]
) -> PagePicture:
    """Draw page `number` (from 1) `width` pixels wide and find the words on it; raises `UnreadableDocument` and
    `NeedsPassword`.

    Words are compared without white space, hyphens, forms of letters and Arabic lam-alef and vowel signs; of several places the one nearest to where
    they stand in the page's text counts. Words that are not found have no rectangles.
    """
    import pypdfium2

    with closing(_open(content, passwords)) as document:
        try:
            with closing(document[number - 1]) as page:
                page_width, page_height = page.get_size()
                scale = min(width / page_width, (MOST_PIXELS / (page_width * page_height)) ** 0.5)
                bitmap = page.render(scale=scale, prefer_bgrx=True)
                pixels, size = bytes(bitmap.buffer), (bitmap.width, bitmap.height)
                stride = bitmap.stride
                places = tuple(_places(page, size, sought))
        except (pypdfium2.PdfiumError, IndexError, ZeroDivisionError) as error:
            raise UnreadableDocument(f"Page {number} cannot be drawn.", "Its text is shown instead.") from error
    return PagePicture(size[0], size[1], stride, pixels, places)


def _open(content: bytes, passwords: Passwords) -> "pypdfium2.PdfDocument":
    import pypdfium2

    for password in ("", *passwords):
        try:
            return pypdfium2.PdfDocument(content, password=password or None)
        except pypdfium2.PdfiumError as error:
            if error.err_code != _PASSWORD_ERROR:
                raise UnreadableDocument("The PDF cannot be drawn.", "Its text is shown instead.") from error
    raise NeedsPassword("The PDF is protected by a password.", "Give the password for this run.")


def _places(
    page: "pypdfium2.PdfPage", size: tuple[int, int], sought: Sequence[SoughtWords]
) -> Iterator[tuple[Rectangle, ...]]:
    with closing(page.get_textpage()) as textpage:
        signs, indices = _signs(textpage)
        for words in sought:
            found = _find(signs, words)
            if found is None:
                yield ()
            else:
                first, last = _with_joined(textpage, indices[found[0]], indices[found[1] - 1])
                yield tuple(_rectangles(page, textpage, size, first, last - first + 1))


def _signs(textpage: "pypdfium2.PdfTextPage") -> tuple[str, list[int]]:
    """The page's signs as they are compared, and the character of the page from which each comes."""
    from pypdfium2 import raw

    signs: list[str] = []
    indices: list[int] = []
    for index in range(textpage.count_chars()):
        code = raw.FPDFText_GetUnicode(textpage, index)
        for sign in _compared(chr(code)) if code else "":
            signs.append(sign)
            indices.append(index)
    return "".join(signs), indices


def _compared(text: str) -> str:
    """Without white space, hyphens, control characters, forms of letters, and what Arabic joins: lam-alef, vowel signs."""
    normal = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in normal if sign.isprintable() and not sign.isspace() and sign not in _NOT_COMPARED)


def _with_joined(textpage: "pypdfium2.PdfTextPage", first: int, last: int) -> tuple[int, int]:
    """A run of characters with the letters right before and after it that were not compared."""
    from pypdfium2 import raw

    def is_joined(index: int) -> bool:
        code = raw.FPDFText_GetUnicode(textpage, index) if 0 <= index < textpage.count_chars() else 0
        return bool(code) and bool(_JOINED & set(unicodedata.normalize("NFKC", chr(code))))

    while is_joined(first - 1):
        first -= 1
    while is_joined(last + 1):
        last += 1
    return first, last


def _find(signs: str, words: SoughtWords) -> tuple[int, int] | None:
    """Where the words stand among the signs: as a whole, else from their first signs to their last."""
    wanted = _compared(words.text)
    if not wanted:
        return None
    if places := _all_places(signs, wanted):
        start = _nearest(places, words.place * len(signs))
        return start, start + len(wanted)
    if len(wanted) < 2 * _FEWEST:
        return None
    length = min(_ENDS, len(wanted) // 2)
    starts, ends = _all_places(signs, wanted[:length]), _all_places(signs, wanted[-length:])
    if not starts:
        return None
    start = _nearest(starts, words.place * len(signs))
    at = bisect_left(ends, start)
    if at < len(ends) and ends[at] + length - start <= _LONGER * len(wanted):
        return start, ends[at] + length
    return None


def _all_places(signs: str, wanted: str) -> list[int]:
    places: list[int] = []
    start = signs.find(wanted)
    while start >= 0:
        places.append(start)
        start = signs.find(wanted, start + 1)
    return places


def _nearest(places: Sequence[int], expected: float) -> int:
    return min(places, key=lambda each: abs(each - expected))


def _rectangles(
    page: "pypdfium2.PdfPage", textpage: "pypdfium2.PdfTextPage", size: tuple[int, int], first: int, count: int
) -> Iterator[Rectangle]:
    """One rectangle for each line of a run of characters, as shares of the picture's width and height."""
    from pypdfium2 import raw

    left, top, right, bottom = (ctypes.c_double() for _ in range(4))
    for number in range(raw.FPDFText_CountRects(textpage, first, count)):
        if raw.FPDFText_GetRect(textpage, number, left, top, right, bottom):
            corners = [
                _on_picture(page, size, x, y)
                for x, y in ((left.value, top.value), (right.value, bottom.value))
            ]  # fmt: skip
            (x0, x1), (y0, y1) = (sorted(axis) for axis in zip(*corners, strict=True))
            yield Rectangle(x0, y0, x1, y1)


def _on_picture(page: "pypdfium2.PdfPage", size: tuple[int, int], x: float, y: float) -> tuple[float, float]:
    from pypdfium2 import raw

    across, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, 10 * size[0], 10 * size[1], 0, x, y, across, down)
    return across.value / (10 * size[0]), down.value / (10 * size[1])
