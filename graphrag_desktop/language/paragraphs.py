"""Paragraphs, and the stretches of whole paragraphs in which a document is read: all spans cover the text in order."""

import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

from graphrag_desktop.domain.identity import Span

LONGEST_STRETCH = 60_000
"""Characters that one reading has at most: about two seconds of work, and far below spaCy's own limit."""

LONGEST_SENTENCE = 1_500
"""Characters of a sentence; what seems a longer one is cut at white space, or nobody could quote it."""

_LEAST_STRETCH = 16_000  # with the rule below about 20,000 on average: a kill loses under a second of work
_CLOSED_AT = 30_000
_CLOSING_SHARE = 6  # one paragraph in six may close a stretch that is long enough
_SHORT_LINE = 120
_SEPARATED = re.compile(r"(?:[^\n]+|\n(?![^\S\n]*\n))+")
_LINES = re.compile(r"[^\n]+")
_FULL_LINE, _CONTINUED_SHARE = 20, 0.3  # lines this long that go on in small letters show text wrapped by hand
_TORN_LINE = 80  # a line of prose this long that ends in a small letter, before another small one
_ENDS = re.compile(r"[.!?。！？][\"'”’»」』)\]]*\s+|[。！？]+")
_SPACE = re.compile(r"\s+")
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")  # zero width joiner and variation selectors: parts of one emoji


def split_paragraphs(text: str) -> list[Span]:
    """The paragraphs: parted by blank lines where lines are wrapped by hand, else each line is one."""
    is_wrapped = _is_wrapped(text)
    pattern = _SEPARATED if is_wrapped else _LINES
    found = [Span(*match.span()) for match in pattern.finditer(text) if not match.group().isspace()]
    return found if is_wrapped else _mended(text, found)


def plan_stretches(text: str) -> list[Span]:
    """Stretches of whole paragraphs of about 20,000 characters, never more than `LONGEST_STRETCH`.

    Together they cover the text, but for stretches of nothing but white space. Which paragraph closes one depends on
    that paragraph's own words, so that after an edit the following stretches soon begin and end where they did.
    """
    stretches: list[Span] = []
    start = end = 0
    for piece in _pieces(text):
        if piece.end - start > LONGEST_STRETCH:
            stretches.append(Span(start, end))
            start = end
        end = piece.end
        size = end - start
        if size >= _CLOSED_AT or (size >= _LEAST_STRETCH and _closes(text[piece.start : piece.end])):
            stretches.append(Span(start, end))
            start = end
    stretches.append(Span(start, end))
    return [each for each in stretches if text[each.start : each.end].strip()]


def split_long(text: str, span: Span, longest: int) -> Iterator[Span]:
    """The span in parts of at most `longest`, cut after a sentence where one ends, else at white space."""
    start = span.start
    while span.end - start > longest:
        cut = _best_cut(text, start, start + longest, (_ENDS, _SPACE))
        yield Span(start, cut)
        start = cut
    yield Span(start, span.end)


def cut_long(text: str, start: int, end: int, longest: int) -> Iterator[Span]:
    """The piece in parts of at most `longest`, cut at white space where there is any, without the white space around them."""
    while start < end:
        cut = end if end - start <= longest else _best_cut(text, start, start + longest, (_SPACE,))
        part = text[start:cut]
        if stripped := part.strip():
            first = start + len(part) - len(part.lstrip())
            yield Span(first, first + len(stripped))
        start = cut


def safe_cut(text: str, at: int, earliest: int) -> int:
    """The last position from `at` back to `earliest` that parts no sign from its marks; `at` if there is none."""
    for position in range(at, earliest, -1):
        if position >= len(text) or not (_belongs_to_last(text[position]) or text[position - 1] in _JOINERS):
            return position
    return at


def _is_wrapped(text: str) -> bool:
    lines = [line for line in text.split("\n") if not line.isspace()]
    lengths = sorted(len(line) for line in lines if line)
    if not lengths or lengths[len(lengths) * 9 // 10] >= _SHORT_LINE:
        return False
    return "\n\n" in text.strip() or sum(map(_goes_on, lines, lines[1:])) > _CONTINUED_SHARE * len(lengths)


def _mended(text: str, lines: Sequence[Span]) -> list[Span]:
    """Lines that are paragraphs, those joined that somebody tore in the middle of a sentence."""
    mended: list[Span] = []
    for line in lines:
        before = mended[-1] if mended else None
        if before is not None and before.end + 1 == line.start and _is_torn(text, before, line):
            mended[-1] = Span(before.start, line.end)
        else:
            mended.append(line)
    return mended


def _is_torn(text: str, before: Span, line: Span) -> bool:
    is_prose = before.end - before.start >= _TORN_LINE and " " in text[before.end - _SHORT_LINE // 2 : before.end]
    return is_prose and text[before.end - 1].islower() and text[line.start].islower()


def _goes_on(line: str, following: str) -> bool:
    return len(line) >= _FULL_LINE and line[-1] not in ".!?:;" and following[:1].islower()


def _pieces(text: str) -> Iterator[Span]:
    """Paragraphs with the white space around them, too long ones cut: a partition of the text."""
    starts = [span.start for span in split_paragraphs(text)]
    edges = [0, *starts[1:], len(text)]
    for start, end in pairwise(edges):
        yield from split_long(text, Span(start, end), LONGEST_STRETCH)


def _best_cut(text: str, start: int, latest: int, patterns: Sequence[re.Pattern[str]]) -> int:
    """Where the first of the patterns ends last in the second half, else anywhere between two signs."""
    half = start + (latest - start) // 2
    for pattern in patterns:
        ends: Sequence[int] = [match.end() for match in pattern.finditer(text, half, latest)]
        if ends:
            return ends[-1]
    return safe_cut(text, latest, half)


def _belongs_to_last(sign: str) -> bool:
    return unicodedata.category(sign) in {"Mn", "Mc", "Me"} or sign in _JOINERS or "\udc00" <= sign <= "\udfff"


def _closes(paragraph: str) -> bool:
    return zlib.crc32(paragraph.strip().encode("utf-8", "surrogatepass")) % _CLOSING_SHARE == 0
