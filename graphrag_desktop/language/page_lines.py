"""What every page repeats: headers, footers and page numbers, told from the text by their place and their likeness."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphrag_desktop.domain.documents import Page
from graphrag_desktop.domain.identity import Span

_EDGE = 3  # lines at the top and at the bottom of a page that may be its header or footer
_LONGEST = 120  # characters; a longer line is text
_LEAST_PAGES = 3
_LARGEST_GAP = 2  # pages: odd and even ones often have headers of their own
_LINE = re.compile(r"[^\n]+")
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"[ivxlc]{1,7}")
_LETTER = re.compile(r"[^\W\d_]")
_PAGE = re.compile(
    r"\b(?:page|pages|pg|p|seite|s|página|pág|pagina|pag|sida|side|strona|str|стр|страница|sayfa|trang)\b|페이지|쪽|页|頁|ページ",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with the number of its page, or where there are no pages the number that it names."""

    span: Span
    place: int


def find_page_lines(text: str, pages: Sequence[Page]) -> tuple[Span, ...]:
    """The lines of a document that its pages repeat, in order.

    With pages: lines at their edges that come again, digits aside, on three pages in a row or on every other. Without:
    lines with a page number that counts on, and what stands beside three of them.
    """
    found = _at_edges(text, pages) if pages else _counting(text)
    return tuple(sorted(found))


def part_lines(text: str, paragraph: Span, page_lines: Sequence[Span]) -> tuple[list[Span], list[Span]]:
    """What is left of a paragraph without the lines that pages repeat, and those of them that lie in it."""
    lines = [line for line in page_lines if paragraph.contains(line)]
    if not lines:
        return [paragraph], []
    ends = [paragraph.start, *(line.end for line in lines)]
    starts = [*(line.start for line in lines), paragraph.end]
    between = (_trimmed(text, start, end) for start, end in zip(ends, starts, strict=True))
    return [part for part in between if part is not None], lines


def _at_edges(text: str, pages: Sequence[Page]) -> Iterator[Span]:
    tops: dict[str, list[_Line]] = defaultdict(list)
    bottoms: dict[str, list[_Line]] = defaultdict(list)
    for page in pages:
        lines = list(_lines(text, page.span))
        for edge, here in ((tops, lines[:_EDGE]), (bottoms, lines[_EDGE:][-_EDGE:])):
            for span in here:
                if span.end - span.start <= _LONGEST:
                    edge[_key(text[span.start : span.end])].append(_Line(span, page.number))
    for edge in (tops, bottoms):
        for lines_alike in edge.values():
            yield from (line.span for line in _in_series(lines_alike, _LARGEST_GAP))


def _counting(text: str) -> Iterator[Span]:
    """Page numbers in a text without pages, and the lines beside them that come again."""
    lines = list(_lines(text, Span(0, len(text))))
    numbered: dict[tuple[str, str], list[_Line]] = defaultdict(list)
    for span in lines:
        words = text[span.start : span.end]
        if len(words) <= _LONGEST and _may_be_numbered(words) and (numbers := list(_DIGITS.finditer(words))):
            for number in {numbers[0], numbers[-1]}:  # "page 3 of 20", "2020 report, page 3"
                around = (words[: number.start()], words[number.end() :])
                numbered[around].append(_Line(span, int(number[0][:9])))
    found = {line.span for alike in numbered.values() for line in _in_series(alike, 1)}
    beside: dict[str, list[Span]] = defaultdict(list)
    for before, after in pairwise(lines):
        for line, other in ((before, after), (after, before)):
            if other in found and line not in found and line.end - line.start <= _LONGEST:
                beside[_key(text[line.start : line.end])].append(line)
    yield from found
    yield from {span for alike in beside.values() if len(alike) >= _LEAST_PAGES for span in alike}


def _may_be_numbered(line: str) -> bool:
    """Whether the line says that it is about a page, or nothing at all: "Article 3" is a heading."""
    return _PAGE.search(line) is not None or not _LETTER.search(line)


def _in_series(lines: Sequence[_Line], largest: int) -> Iterator[_Line]:
    """Those lines that belong to a series of three or more whose places grow by at most `largest`."""
    series: list[_Line] = []
    for line in [*lines, None]:
        if line is not None and series and 0 <= line.place - series[-1].place <= largest:
            series.append(line)
            continue
        if len({each.place for each in series}) >= _LEAST_PAGES:
            yield from series
        series = [] if line is None else [line]


def _lines(text: str, within: Span) -> Iterator[Span]:
    for match in _LINE.finditer(text, within.start, within.end):
        span = _trimmed(text, *match.span())
        if span is not None:
            yield span


def _trimmed(text: str, start: int, end: int) -> Span | None:
    piece = text[start:end]
    stripped = piece.strip()
    if not stripped:
        return None
    first = start + len(piece) - len(piece.lstrip())
    return Span(first, first + len(stripped))


def _key(line: str) -> str:
    """What lines of different pages have in common: no case, no digits, no page number in Roman ones."""
    low = _SPACE.sub(" ", line.casefold())
    return "0" if _ROMAN.fullmatch(low) else _DIGITS.sub("0", low)
