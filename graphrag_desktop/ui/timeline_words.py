"""Dates and stretches of time in words, as exactly as the documents give them."""

from datetime import date

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from graphrag_desktop.explore.timeline import Bars, Step
from graphrag_desktop.language.dates import Day
from graphrag_desktop.ui.counted import counted

_LAST_DECEMBER = (12, 31)


def date_words(day: Day) -> str:
    """A date with no more than is known of it: 1998, March 2001, 3 March 2001."""
    year, month, number = day
    if not month:
        return str(year)
    form = "d MMMM yyyy" if number else "MMMM yyyy"
    return QLocale().toString(QDate(year, month, min(number or 1, QDate(year, month, 1).daysInMonth())), form)


def day_words(ordinal: int) -> str:
    """One day."""
    day = date.fromordinal(ordinal)
    return date_words((day.year, day.month, day.day))


def range_words(first: int, last: int) -> str:
    """A stretch of days, by years or months where it is made of whole ones."""
    start, end = date.fromordinal(first), date.fromordinal(last)
    after = date.fromordinal(last + 1)
    if (start.month, start.day) == (1, 1) and (end.month, end.day) == _LAST_DECEMBER:
        one, other = str(start.year), str(end.year)
    elif start.day == 1 and after.day == 1:
        one, other = (date_words((each.year, each.month, 0)) for each in (start, end))
    else:
        one, other = day_words(first), day_words(last)
    return one if one == other else _tr("{first} to {last}").format(first=one, last=other)


def tick_words(ordinal: int, step: Step) -> str:
    """The beginning of a bar, below it."""
    day = date.fromordinal(ordinal)
    if step is Step.DAY:
        return QLocale().toString(QDate(day.year, day.month, day.day), "d MMM")
    if step is Step.MONTH and day.month != 1:
        return QLocale().toString(QDate(day.year, day.month, 1), "MMM yy")
    return str(day.year)


def bars_words(bars: Bars, undated: int) -> str:
    """What a chart shows and what it cannot."""
    sentences, claims = int(bars.sentences.sum()), int(bars.claims.sum())
    words = [counted(sentences, "1 date in sentences", "{n} dates in sentences")]
    words += [counted(claims, "1 dated claim (hatched)", "{n} dated claims (hatched)")] if claims else []
    words.append(step_words(bars.step))
    words += (
        [counted(bars.coarse, "1 more is too coarse for this", "{n} more are too coarse for this")]
        if bars.coarse
        else []
    )
    words += [counted(undated, "1 claim has no date", "{n} claims have no date")] if undated else []
    return " · ".join(words)


def step_words(step: Step) -> str:
    """What one bar stands for."""
    return {
        Step.DAY: _tr("by day"),
        Step.MONTH: _tr("by month"),
        Step.YEAR: _tr("by year"),
        Step.DECADE: _tr("by decade"),
    }[step]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Timeline", text)
