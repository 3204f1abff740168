"""The day that a sentence speaks of, as far as it says one: what a course of events is put in order by."""

import re

Day = tuple[int, int, int]
"""Year, month and day; 0 where the sentence does not say."""

_MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), start=1
    )
}
_YEAR = r"(?P<year>1[5-9]\d\d|20\d\d)"
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b{_YEAR}[-/](?P<month>\d\d?)[-/](?P<day>\d\d?)\b",
        rf"\b{_YEAR} ?[年년] ?(?P<month>\d\d?) ?[月월](?: ?(?P<day>\d\d?) ?[日일])?",
        rf"\b(?P<day>\d\d?)(?:st|nd|rd|th)?(?: of)? {_MONTH},? {_YEAR}\b",
        rf"\b{_MONTH} (?P<day>\d\d?)(?:st|nd|rd|th)?, {_YEAR}\b",
        rf"\b{_MONTH},? {_YEAR}\b",
        rf"\b{_YEAR}\b",
        rf"{_YEAR} ?[年년]",
    )
)
_ANY_DAY = 32  # a month as a whole comes after its days
_NO_YEAR = re.compile(r"[$£€]\s?\d|\d{4}\s(?:tonnes|tons|men|vessels|miles|acres|dollars|crowns|people|hours)\b")


def first_day(text: str) -> Day | None:
    """The earliest day that the text names with its year; None where it names none."""
    cleaned = _NO_YEAR.sub(" ", text)
    days = [_day(match) for form in _FORMS for match in form.finditer(cleaned)]
    whole = [day for day in days if day[1]] or days
    return min(whole, key=lambda day: (day[0], day[1], day[2] or _ANY_DAY), default=None)


def year_in(text: str) -> int:
    """The year that a name such as that of a file holds, 0 if none."""
    match = re.search(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)", text)
    return int(match[1]) if match else 0


def _day(match: re.Match[str]) -> Day:
    found = match.groupdict()
    month = found.get("month") or "0"
    number = int(month) if month.isdigit() else _MONTHS[month.lower()[:3]]
    return int(found["year"]), number, int(found.get("day") or 0)
