"""Numbers as they are written in a text, and what they come to: 1,200, “1.2 thousand”, twelve hundred, 3만 5천, 三万五千."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from graphrag_desktop.domain.identity import Span


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """A number where it stands, its sign of percent included; `value` is what it comes to."""

    span: Span
    value: Decimal
    is_percentage: bool = False


def written_numbers(text: str) -> tuple[WrittenNumber, ...]:
    """Every number in `text` in order, in figures or in words of English, Chinese, Japanese and Korean.

    A lone “one” and ordinals are none. Where signs can be read in more than one way, the longest reading counts.
    """
    found: list[WrittenNumber] = []
    for each in sorted(_all_numbers(text), key=lambda each: (each.span.start, -each.span.end)):
        if not found or each.span.start >= found[-1].span.end:
            found.append(each)
    return tuple(found)


_UNIT_WORDS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen"""
_TEN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_UNITS = {word: value for value, word in enumerate(_UNIT_WORDS.split())}
_TENS = {word: 10 * value for value, word in enumerate(_TEN_WORDS.split(), start=2)}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SHORT_SCALES = {"k": 10**3, "m": 10**6, "mn": 10**6, "bn": 10**9, "tn": 10**12}
_SMALL = "|".join(sorted((*_UNITS, *_TENS), key=len, reverse=True))
_ENGLISH_WORD = rf"(?:{_SMALL}|hundred|{'|'.join(_SCALES)}|dozen)"
_ENGLISH = re.compile(
    rf"\b(?:a\s+(?=(?:hundred|dozen|{'|'.join(_SCALES)})\b))?{_ENGLISH_WORD}"
    rf"(?:(?:[\s-]+and[\s-]+|[\s-]+){_ENGLISH_WORD})*\b",
    re.IGNORECASE,
)

_FIGURES = r"\d{1,3}(?:[,\u00a0\u2009\u202f’']\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?"
_WESTERN = re.compile(
    rf"(?<![A-Za-z0-9_.,])({_FIGURES})(?![.,]?\d|[A-Za-z]+\d)(?:[\s-]*({'|'.join(_SCALES)})\b|\s?({'|'.join(_SHORT_SCALES)})\b)?",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"\s*(?:%|％|per\s*cent\b|percent\b|percentage points?\b|퍼센트|프로(?!\w)|パーセント)", re.IGNORECASE
)

_EASTERN_SCALES = {
    "만": 10**4, "억": 10**8, "조": 10**12, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12,
}  # fmt: skip
_EASTERN_PLACES = {"십": 10, "백": 100, "천": 1000, "十": 10, "百": 100, "千": 1000}
_EASTERN_DIGITS = {
    **{sign: value for value, sign in enumerate("零一二三四五六七八九")},
    **{sign: value for value, sign in enumerate("영일이삼사오육칠팔구")},
    "〇": 0, "两": 2, "兩": 2, "공": 0, "륙": 6,
}  # fmt: skip
_EASTERN_FIGURES = re.compile(
    rf"(?:(?:{_FIGURES})\s?[십백천만억조十百千万萬亿億兆]{{1,2}}\s?)+(?:(?:{_FIGURES})(?!\d))?"
)
_CHINESE = re.compile(r"[零〇一二三四五六七八九十百千万萬亿億兆两兩]{2,}")
_HANGUL_SIGNS = "일이삼사오육륙칠팔구십백천만억조"
_HANGUL = re.compile(
    rf"(?<![가-힣])(?:[{_HANGUL_SIGNS}]{{2,}}(?:\s[{_HANGUL_SIGNS}]{{2,}})+|[{_HANGUL_SIGNS}]{{3,}}"
    rf"|[{_HANGUL_SIGNS}]{{2,}}(?=\s?[명개원년월건배여회호층살]))(?=[\s명개원년월건배여회호층살]|$)"
)
_HANGUL_SCALE = re.compile(r"[십백천만억조]")
_CHINESE_PERCENT = re.compile(r"百分之([零〇一二三四五六七八九十百两兩]+|\d+(?:\.\d+)?)")
_PIECE = re.compile(rf"({_FIGURES})|(.)", re.DOTALL)


def _all_numbers(text: str) -> Iterator[WrittenNumber]:
    for match in _WESTERN.finditer(text):
        scale = _SCALES.get((match[2] or "").casefold()) or _SHORT_SCALES.get((match[3] or "").casefold()) or 1
        yield _percentage(text, Span(*match.span()), _figures(match[1]) * scale)
    for match in _ENGLISH.finditer(text):
        value = _english(match[0])
        if value is not None:
            yield _percentage(text, Span(*match.span()), value)
    for match in _CHINESE_PERCENT.finditer(text):
        yield WrittenNumber(Span(*match.span()), _eastern(match[1]), is_percentage=True)
    for match in _EASTERN_FIGURES.finditer(text):
        end = match.start() + len(match[0].rstrip())
        yield _percentage(text, Span(match.start(), end), _eastern(match[0]))
    for match in _CHINESE.finditer(text):
        yield _percentage(text, Span(*match.span()), _eastern(match[0]))
    for match in _HANGUL.finditer(text):
        if _HANGUL_SCALE.search(match[0]):  # without one it is as likely a word
            yield _percentage(text, Span(*match.span()), _eastern(match[0]))


def _percentage(text: str, span: Span, value: Decimal) -> WrittenNumber:
    sign = _PERCENT.match(text, span.end)
    return (
        WrittenNumber(Span(span.start, sign.end()), value, is_percentage=True) if sign else WrittenNumber(span, value)
    )


def _figures(written: str) -> Decimal:
    """Groups of three are thousands, whatever stands between them; a comma before anything else is a decimal one."""
    if re.fullmatch(r"\d{1,3}(?:[^\d.]\d{3})+(?:\.\d+)?", written):
        return Decimal(re.sub(r"[^\d.]", "", written))
    return Decimal(written.replace(",", "."))


def _english(words: str) -> Decimal | None:
    """What number words come to; None for a lone “one” or “zero”, and for a scale with nothing before it."""
    parts = [part for part in re.split(r"[\s-]+", words.casefold()) if part not in {"and"}]
    if parts in (["one"], ["zero"], ["dozen"]) or parts[0] in {"hundred", *_SCALES}:
        return None
    total = current = 0
    for part in parts:
        if part == "a":
            current = 1
        elif part in _UNITS:
            current += _UNITS[part]
        elif part in _TENS:
            current += _TENS[part]
        elif part == "hundred":
            current *= 100
        elif part == "dozen":
            current *= 12
        else:
            total, current = total + current * _SCALES[part], 0
    return Decimal(total + current)


def _eastern(written: str) -> Decimal:
    """By places (십 백 천) within myriads (만 억 조); signs without any place are read figure by figure, as in 二〇二一."""
    if all(sign in _EASTERN_DIGITS for sign in written):
        return Decimal("".join(str(_EASTERN_DIGITS[sign]) for sign in written))
    total = section = Decimal(0)
    digit: Decimal | None = None
    for figures, sign in map(partial(re.Match.groups, default=""), _PIECE.finditer(written)):
        if figures:
            digit = _figures(figures)
        elif sign in _EASTERN_DIGITS:
            digit = Decimal(_EASTERN_DIGITS[sign])
        elif sign in _EASTERN_PLACES:
            section += (1 if digit is None else digit) * _EASTERN_PLACES[sign]
            digit = None
        elif sign in _EASTERN_SCALES:
            section += digit or 0
            total += (section or 1) * _EASTERN_SCALES[sign]
            section, digit = Decimal(0), None
    return total + section + (digit or 0)
