"""Dates as they are written in a text: 3 March 2021, March 3, 2021, 2021-03-03, 2021년 3월 3일, 2021年3月, March 2021, 1849."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphrag_desktop.domain.identity import Span


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date where it stands; what it does not say is None. `is_ambiguous` marks one such as 03/04/2021."""

    span: Span
    year: int | None
    month: int | None = None
    day: int | None = None
    is_ambiguous: bool = False

    def agrees_with(self, other: "WrittenDate") -> bool:
        """Whether the other date says all that this one says; of a date in figures alone either order of day and month."""
        if self.is_ambiguous or other.is_ambiguous:
            mine, others = {self.month, self.day}, {other.month, other.day}
            return self.year == other.year and mine <= others
        return all(
            said is None or said == heard
            for said, heard in ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        )


def written_dates(text: str) -> tuple[WrittenDate, ...]:
    """Every date in `text` in order, the fullest reading of each; a year alone counts where it looks like one (1000-2999)."""
    found: list[WrittenDate] = []
    for each in sorted(_all_dates(text), key=lambda each: (each.span.start, -each.span.end)):
        if not found or each.span.start >= found[-1].span.end:
            found.append(each)
    return tuple(found)


Day = tuple[int, int, int]
"""Year, month and day; 0 where a text does not say."""

_ANY_DAY = 32  # a month as a whole comes after its days
_EARLIEST, _LATEST = 1500, 2099  # years that a course of events is put in order by
_NO_YEAR = re.compile(r"[$£€]\s?\d|\d{4}\s(?:tonnes|tons|men|vessels|miles|acres|dollars|crowns|people|hours)\b")

_CELL = re.compile(r"(?:(?<=[;|])|^)([^:;|]{1,60}):\s*\d{4}\s*(?=[;|]|$)")  # a number of a table, under its heading
_DATE_KEY = re.compile(
    r"date|year|time|founded|since|until|born|died|jahr|datum|fecha|año|année|anno|ano\b|год|дата|年|日期|연도|년도|날짜",
    re.IGNORECASE,
)


def placed_dates(text: str) -> tuple[WrittenDate, ...]:
    """The dates of a text that name their year, as far as a course of events is put in order by them; no amounts."""
    blanked = _NO_YEAR.sub(lambda found: " " * len(found[0]), text)
    blanked = _CELL.sub(lambda found: found[0] if _DATE_KEY.search(found[1]) else " " * len(found[0]), blanked)
    dates = written_dates(blanked)
    return tuple(each for each in dates if each.year is not None and _EARLIEST <= each.year <= _LATEST)


def first_day(text: str) -> Day | None:
    """The earliest day that the text names with its year; None where it names none."""
    days = [(each.year, each.month or 0, each.day or 0) for each in placed_dates(text) if each.year is not None]
    whole = [day for day in days if day[1]] or days
    return min(whole, key=lambda day: (day[0], day[1], day[2] or _ANY_DAY), default=None)


def day_told(text: str) -> Day | None:
    """The earliest day that a sentence itself tells of: not one in a clause that hangs on it, or one counted from."""
    return first_day(_HANGING.sub(" ", text))


_HANGING = re.compile(
    r"(?:(?<=\w) |, )(?:who|which|whose|whom|where|when|because|although|while|if|whether|until|before|after|since|as soon as)\b[^,;.]*"
    r"|\b(?:since|in force from|dated|founded in|built in|born in|known since|of|for) (?:\w+ ){0,2}\d{4}",
    re.IGNORECASE,
)


def year_in(text: str) -> int:
    """The year that a name such as that of a file holds, 0 if none."""
    match = re.search(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)", text)
    return int(match[1]) if match else 0


_MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sept sep", "october oct", "november nov", "december dec"), start=1)
    for name in names.split()
}  # fmt: skip
_MONTH = rf"({'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
_YEAR = r"(1\d{3}|2\d{3})(?!\d|[,.]\d)"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_ENGLISH_DAY = re.compile(rf"(?<![\d.,]){_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?", re.IGNORECASE)
_ENGLISH_MONTH = re.compile(rf"\b{_MONTH}\s+{_DAY}(?!\d|:)(?:,?\s+{_YEAR})?", re.IGNORECASE)
_MONTH_OF_YEAR = re.compile(rf"\b{_MONTH},?\s+(?:of\s+)?{_YEAR}", re.IGNORECASE)
_ISO = re.compile(r"(?<![\d-])(1\d{3}|2\d{3})-(\d{2})(?:-(\d{2}))?(?![\d-])")
_FIGURES = re.compile(r"(?<![\d./])(\d{1,2})([./])(\d{1,2})\2(\d{4})(?![\d./]\d)")
_KOREAN = re.compile(r"(?<!\d)(\d{4})\s*년(?:\s*(\d{1,2})\s*월(?:\s*(\d{1,2})\s*일)?)?")
_CHINESE = re.compile(r"(?<!\d)(\d{4})\s*年(?:\s*(\d{1,2})\s*月(?:\s*(\d{1,2})\s*[日号號])?)?")
_CHINESE_WORDS = re.compile(
    r"([一二][〇零一二三四五六七八九]{3})年(?:([一二三四五六七八九十]{1,2})月(?:([一二三四五六七八九十]{1,3})[日号號])?)?"
)
_EASTERN_DAY = re.compile(r"(?<!\d)(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日号號일]")
_YEAR_ALONE = re.compile(rf"(?<![\w.,/$€£¥-]){_YEAR}(?![\w/%-])(?!\s*(?:%|per\s?cent|[a-z]+\s?\d))")
_SIGNS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"〇": 0}


def _all_dates(text: str) -> Iterator[WrittenDate]:
    for found in _ENGLISH_DAY.finditer(text):
        yield from _date(found, found[3], str(_MONTHS[found[2].casefold()]), found[1])
    for found in _ENGLISH_MONTH.finditer(text):
        yield from _date(found, found[3], str(_MONTHS[found[1].casefold()]), found[2])
    for found in _MONTH_OF_YEAR.finditer(text):
        yield from _date(found, found[2], str(_MONTHS[found[1].casefold()]), None)
    for pattern in (_ISO, _KOREAN, _CHINESE):
        for found in pattern.finditer(text):
            yield from _date(found, found[1], found[2], found[3])
    for found in _CHINESE_WORDS.finditer(text):
        year = "".join(str(_SIGNS[sign]) for sign in found[1])
        yield from _date(found, year, _below_hundred(found[2]), _below_hundred(found[3]))
    for found in _EASTERN_DAY.finditer(text):
        yield from _date(found, None, found[1], found[2])
    for found in _FIGURES.finditer(text):
        first, second = int(found[1]), int(found[3])
        if found[2] == "." or first > 12:
            yield from _date(found, found[4], found[3], found[1])
        elif second > 12:
            yield from _date(found, found[4], found[1], found[3])
        elif min(first, second) > 0:
            yield WrittenDate(Span(*found.span()), int(found[4]), first, second, is_ambiguous=first != second)
    for found in _YEAR_ALONE.finditer(text):
        yield WrittenDate(Span(*found.span()), int(found[1]))


def _date(found: re.Match[str], year: str | None, month: str | None, day: str | None) -> Iterator[WrittenDate]:
    """The date, where there is such a one in a calendar."""
    said_year, said_month, said_day = (None if part is None else int(part) for part in (year, month, day))
    if (said_month is None or 1 <= said_month <= 12) and (said_day is None or 1 <= said_day <= 31):
        end = found.start() + len(found[0].rstrip())
        yield WrittenDate(Span(found.start(), end), said_year, said_month, said_day)


def _below_hundred(signs: str | None) -> str | None:
    """十二 is 12, 二十 is 20, 二十三 is 23."""
    if signs is None:
        return None
    tens, ten, ones = signs.rpartition("十")
    return str((_SIGNS.get(tens, 1) * 10 if ten else 0) + (_SIGNS.get(ones, 0) if ones else 0))
