"""What every format's reader hands back: text, normalised once and for all, its pages, and what could not be read."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from graphrag_desktop.domain.documents import DocumentState, Member, Page
from graphrag_desktop.domain.identity import Span

_UNREAD = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")
_NO_CHARACTER = re.compile("[\ufffe\uffff\ud800-\udfff]")
_SYMBOL = re.compile("[\uf020-\uf0ff\U000f0854\U000f0855]")
_VISIBLE = re.compile("[^\\s\u00ad\u200b-\u200f\u2060\ufeff]")

# Bullets and arrows of symbol fonts, which word processors keep as private use characters; the last two are what
# Hancom's writes for Korean title marks.
_SYMBOLS = {
    0xF02D: "-", 0xF06C: "●", 0xF06E: "■", 0xF06F: "□", 0xF071: "❑", 0xF075: "◆", 0xF076: "❖", 0xF09F: "•",
    0xF0A7: "▪", 0xF0A8: "◻", 0xF0B0: "°", 0xF0B7: "•", 0xF0D8: "➢", 0xF0DE: "⇒", 0xF0E0: "→", 0xF0E8: "➔",
    0xF0FC: "✓", 0xF0FE: "☑", 0xF0854: "『", 0xF0855: "』",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FormatText:
    """The normalised text of a file, how it was decoded in words, and its pages where the format has some.

    `reason` says what of the file could not be read, in sentences, where `state` is not `READ`. `members` are the files
    inside, each to be read as a document of its own.
    """

    text: str
    codec: str
    pages: tuple[Page, ...] = ()
    state: DocumentState = DocumentState.READ
    reason: str = ""
    members: tuple[Member, ...] = ()


def normalise(text: str) -> str:
    """Line ends and form feeds are line feeds, NUL is gone; all else stands. Spans count in what this returns."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").replace("\0", "")


def laid_out(text: str) -> str:
    """The same for text out of a format with fonts: bullets of symbol fonts are bullets, half characters are U+FFFD."""
    text = normalise(text)
    if text.isascii():
        return text
    if _SYMBOL.search(text):
        text = text.translate(_SYMBOLS)
    return _NO_CHARACTER.sub("\ufffd", text) if _NO_CHARACTER.search(text) else text


def join_pages(pieces: Iterable[str], separators: Iterable[str] = ()) -> tuple[str, tuple[Page, ...]]:
    """One text of the pages in order, each with its span; a line feed, or the next of `separators`, between two.

    The pieces are normalised already. A page without text has a span without characters.
    """
    between = iter(separators)
    written: list[str] = []
    pages: list[Page] = []
    length = 0
    for number, piece in enumerate(pieces, start=1):
        if number > 1:
            separator = next(between, "\n")
            written.append(separator)
            length += len(separator)
        written.append(piece)
        pages.append(Page(number, Span(length, length + len(piece))))
        length += len(piece)
    return "".join(written), tuple(pages)


def is_blank(text: str) -> bool:
    """Whether nothing of the text would be seen on paper."""
    return _VISIBLE.search(text) is None


def count_visible(text: str) -> int:
    """How many characters of the text would be seen on paper."""
    return len(_VISIBLE.findall(text))


def count_unread(text: str) -> int:
    """How many characters stand for ones that could not be read: U+FFFD, or private to the font they were set in."""
    return len(_UNREAD.findall(text))
