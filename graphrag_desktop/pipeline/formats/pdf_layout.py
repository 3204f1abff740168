"""From the lines of a printed page to its paragraphs: which line goes on in the next, and how a word broken in two is mended."""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from statistics import median, median_low

HYPHEN = "\ufffe"
"""What PDFium writes for a hyphen at the end of a line, in place of it and of the line's end."""

_LONGER_STEP = 1.3  # a step down this many times the usual one parts two paragraphs
_OTHER_SIZE = 0.15  # of the larger: a heading, a footnote
_OTHER_WEIGHT = 0.05  # a heading in another font of nearly the same size
_INDENT = 0.6  # of a line's height
_ROOM = 2.0  # full-width signs at the end of a line: it ended before it had to
_SPREAD = 1.25  # so many times the usual width: cells of a table, not words of a sentence
_WIDEST_SPREAD = 0.9  # of ordinary type; that of typewriters has 1.06
_LEAST_LIST = 2  # lines after the first, most of them short: an address, a list, a poem
_NARROW, _FEW_LINES = 0.35, 6  # of the page's width: an address, a legend; a column has more lines
_LONGEST_WORD = 30
_NEW_ITEM = re.compile(r"[•●▪■□◆❖➢✓◦‣⁃∙·–—*-]\s|[(（]?\d{1,3}[.)）]\s|[(（]?[a-zA-Z][.)）]\s|[①-⑳]")
_SURE_ITEM = re.compile(r"[•●▪■□◆❖➢✓◦‣⁃∙]")
_ENDS, _CLOSING = ".!?:;。！？…", "\"'”’»」』)]"
_TABLE_ROW = re.compile(r"(?:^|\s)[-+(]?[\d.,:%/]*\d[\d.,:%/)]*(?:\s+\S+)?\s+[-+(]?[\d.,:%/]*\d[\d.,:%/)]*\s*$")
_LAST_LETTERS = re.compile(r"[^\W\d_]+\Z")
_FIRST_LETTERS = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_MARKS = ".,;:!?()[]“”‘’\"'"
_HAN_KANA = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uffef"
_HANGUL = "\uac00-\ud7a3"
_CLOSED_UP = re.compile(f"[{_HAN_KANA}]")
_WITHIN_KOREAN = re.compile(rf"^(?:[{_HANGUL}\W\d][{_HANGUL}\d(“‘]|\w[{_HANGUL}])$")
_WIDE = re.compile(f"[{_HAN_KANA}{_HANGUL}]")
_FEW_HYPHENS = 0.02  # of the lines: nothing hyphenates here, a hyphen at a line's end is the word's own


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page as the reader found it: its text, and in points where it stands.

    `first` is where its first character stands, `bottom` and `right` where its last one ends: a line that PDFium joined
    to the next at a hyphen has them on two lines.
    """

    text: str
    left: float
    right: float
    first: float
    bottom: float
    height: float


def paragraphs(lines: Sequence[Line]) -> str:
    """The text of a page, one paragraph a line: lines are joined where the first was full and nothing sets them apart."""
    spaces_are_kept = any(line.text.endswith(" ") for line in lines[:-1])
    page = _Page(
        max((line.right for line in lines), default=0.0) - min((line.left for line in lines), default=0.0),
        _usual_spread(lines),
        spaces_are_kept,
    )
    return "\n".join(text for block in _blocks(lines) for text in _block_paragraphs(block, page))


@dataclass(frozen=True, slots=True)
class _Page:
    """What the lines of a page have in common: `spread` is how wide a full-width sign is for its height."""

    width: float
    spread: float
    spaces_are_kept: bool


def join_wrapped(text: str) -> str:
    """The same for lines of which only the lengths are known."""
    lines = [line.strip() for line in text.split("\n")]
    lines = [line for line in lines if line]
    if not lines:
        return ""
    longest = sorted(map(len, lines))[-max(1, len(lines) // 20)]
    written = [lines[0]]
    for before, line in pairwise(lines):
        room = longest - len(before)
        if room > len(line.split(" ", 1)[0]) or _SURE_ITEM.match(line):
            written.append("\n" + line)
        else:
            written.append(glue(before, line, spaces_are_kept=False) + line)
    return "".join(written)


def glue(before: str, after: str, *, spaces_are_kept: bool) -> str:
    """What stands between two lines of one paragraph: nothing within a word that was broken, else a space.

    `spaces_are_kept` says that a space at a line's end would be there: Korean breaks lines within words.
    """
    if before.endswith((" ", HYPHEN)):
        return ""
    if before.endswith("-") and before[-2:-1].isalpha() and after[:1].islower():
        return ""
    border = before[-1:] + after[:1]
    if border.isascii():
        return " "
    if _CLOSED_UP.match(border) and _CLOSED_UP.match(border, 1):
        return ""
    return "" if spaces_are_kept and _WITHIN_KOREAN.search(border) else " "


def goes_on(before: str, after: str) -> bool:
    """Whether a sentence at the end of a page goes on at the beginning of the next."""
    before, after = before.rstrip(), after.lstrip()
    return bool(before and after) and after[0].islower() and not _has_ended(before) and len(before) > 1


def _has_ended(text: str) -> bool:
    """Whether a text ends as a sentence does, quotation marks and brackets after it included."""
    last = text.rstrip(_CLOSING)[-1:]
    return bool(last) and last in _ENDS


def mend_hyphens(pages: Sequence[str]) -> list[str]:
    """Put together words that were broken at the end of a line, as the document itself writes them elsewhere."""
    count = sum(page.count(HYPHEN) for page in pages)
    if not count:
        return list(pages)
    words = set("\n".join(pages).lower().split())
    known = {word.strip(_MARKS) for word in words if HYPHEN not in word}
    keeps = count < _FEW_HYPHENS * sum(page.count("\n") + len(page) / 80 for page in pages)
    return [_mended(page, known, keeps=keeps) for page in pages]


def _mended(page: str, known: Set[str], *, keeps: bool) -> str:
    """A page with its broken words put together; looking at nothing but what stands around each hyphen."""
    pieces = page.split(HYPHEN)
    written = [pieces[0]]
    for before, after in pairwise(pieces):
        first, last = _LAST_LETTERS.search(before[-_LONGEST_WORD:]), _FIRST_LETTERS.match(after)
        is_one = first is not None and last is not None and _is_one_word(first[0], last[0], known, keeps=keeps)
        written += ["" if is_one else "-", after]
    return "".join(written)


def _is_one_word(first: str, last: str, known: Set[str], *, keeps: bool) -> bool:
    if f"{first}{last}".lower() in known:
        return True
    both_are_words = len(last) > 2 and first.lower() in known and last.lower() in known
    return not (keeps or both_are_words or f"{first}-{last}".lower() in known or last[0].isupper())


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    """Runs of lines of one size, each below the one before at the page's usual step."""
    if not lines:
        return []
    pairs = list(pairwise(lines))
    steps = [before.bottom - line.first for before, line in pairs]
    ratios = [step / line.height for step, (_, line) in zip(steps, pairs, strict=True) if 0.5 < step / line.height < 3]
    usual = median_low(ratios) if ratios else 1.2
    blocks = [[lines[0]]]
    for step, (before, line) in zip(steps, pairs, strict=True):
        larger = max(before.height, line.height)
        is_below = 0.3 * line.height < step <= _LONGER_STEP * usual * larger
        is_alike = abs(before.height - line.height) <= _OTHER_SIZE * larger
        is_beside = line.left > before.right or line.right < before.left
        if is_below and is_alike and not is_beside:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def _block_paragraphs(block: Sequence[Line], page: _Page) -> list[str]:
    edge = max(line.right for line in block)
    em = _em(block)
    short = [_is_short(before, line, edge, em) for before, line in pairwise(block)]
    is_narrow = len(block) <= _FEW_LINES and edge - min(line.left for line in block) < _NARROW * page.width
    is_list = is_narrow or (len(short) >= _LEAST_LIST and sum(short) > len(short) / 2)
    rows = _rows(block, page.spread)
    written = [block[0].text.lstrip()]
    start = block[0]
    for is_short, is_row, (before, line) in zip(short, rows, pairwise(block), strict=True):
        text = line.text.lstrip()
        if (
            is_short
            or is_row
            or _is_new(before, line, start, edge - before.right > _ROOM * em)
            or (is_list and not text[:1].islower())
        ):
            written.append(text)
            start = line
        else:
            written[-1] += glue(before.text, text, spaces_are_kept=page.spaces_are_kept) + text
    return [text.rstrip() for text in written]


def _em(block: Sequence[Line]) -> float:
    """The width of a full-width sign in this block; a Latin letter has about half of it."""
    widths = [(line.right - line.left) / _units(line.text) for line in block if HYPHEN not in line.text]
    return median(widths) if widths else 0.0


def _units(text: str) -> float:
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return 0.5 * (len(text) + wide) + 0.01


def _is_short(before: Line, line: Line, edge: float, em: float) -> bool:
    """Whether the first word of a line would have found room at the end of the line before."""
    word = line.text.lstrip().split(" ", 1)[0][:_LONGEST_WORD]
    if _WIDE.match(word):
        word = word[:2]  # signs that may be parted anywhere
    return em > 0 and edge - before.right > em * (_units(word) + 0.5)


def _is_new(before: Line, line: Line, start: Line, has_room: bool) -> bool:  # noqa: FBT001  # one of four facts
    """Whether a paragraph begins with a line of a block; `start` is where the one of `before` began."""
    if _SURE_ITEM.match(line.text):
        return True
    if abs(before.height - line.height) > _OTHER_WEIGHT * line.height and not line.text.lstrip()[:1].islower():
        return True
    shift = line.left - before.left
    if shift > _INDENT * line.height:  # the first line of a paragraph, unless a bullet hangs out before this one
        if before is not start or has_room:
            return True
        return _has_ended(before.text.rstrip()) and not _NEW_ITEM.match(before.text)
    return shift < -_INDENT * line.height and before is not start  # hanging lines end where the margin is regained


def _rows(block: Sequence[Line], spread: float) -> list[bool]:
    """For each line but the first whether it or the one before is a row of a table: its cells stand apart, or both
    end in several numbers."""
    apart = [_is_spread(line, spread) for line in block]
    numbers = [_ends_in_numbers(line.text) for line in block]
    return [any(apart[at : at + 2]) or all(numbers[at : at + 2]) for at in range(len(block) - 1)]


def _ends_in_numbers(text: str) -> bool:
    written = text.rstrip()
    if written[-1:].isalpha() or not _DIGIT.search(written.rpartition(" ")[2]):  # most lines: the search is slow
        return False
    return _TABLE_ROW.search(text) is not None


def _is_spread(line: Line, usual: float) -> bool:
    if HYPHEN in line.text:
        return False
    return line.right - line.left > (_SPREAD * usual * _units(line.text) + 1) * line.height


def _usual_spread(lines: Sequence[Line]) -> float:
    """The spread of ordinary lines: of the lower third, for a page may be half tables."""
    spreads = sorted(
        (line.right - line.left) / _units(line.text) / line.height for line in lines if HYPHEN not in line.text
    )
    return min(spreads[len(spreads) // 3], _WIDEST_SPREAD) if spreads else _WIDEST_SPREAD
