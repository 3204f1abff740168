"""Numbers with their nouns, and moments, as a person writes them: in the forms and the order of the analyst's language."""

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from graphrag_desktop.ui.figures import figure

_CONTEXT = "Counted"
_NO_BREAK = "\N{NO-BREAK SPACE}"


def counted(count: int, one: str, many: str) -> str:
    """`one` for a single thing, else `many`, with the figure in the place of {n}.

    `many` is what is translated, with as many plural forms as the language has.
    """
    words = QCoreApplication.translate(_CONTEXT, many, None, count)
    if words == many and count == 1:
        words = one
    return words.replace("{n}", figure(count))


def unread_words(count: int) -> str:
    """How many files of the folder nothing could be read from; nothing where there is none."""
    return counted(count, "1 file not read", "{n} files not read") if count else ""


def moment(written: str) -> str:
    """A time kept in ISO 8601, here and now: the time of today, else the day."""
    at = QDateTime.fromString(written, "yyyy-MM-ddTHH:mm:ss.zzzt")
    if not at.isValid():
        at = QDateTime.fromString(written, "yyyy-MM-ddTHH:mm:sst")
    if not at.isValid():
        return written
    local, now = at.toLocalTime(), QDateTime.currentDateTime()
    if local.date() == now.date():
        return QLocale().toString(local.time(), QLocale.FormatType.ShortFormat)
    form = "d MMMM" if local.date().year() == now.date().year() else "d MMMM yyyy"
    return QLocale().toString(local.date(), form)


def duration(seconds: float) -> str:
    """How long something took or will take: 0.8 s, 38 s, 4 min, 1 h 20 min."""
    if seconds < 9.95 and seconds != round(seconds):
        return _said("{n} s", QLocale().toString(seconds, "f", 1))
    if seconds < 99.5:
        return _said("{n} s", figure(round(seconds)))
    minutes = round(seconds / 60)
    if minutes < 100:
        return _said("{n} min", figure(minutes))
    return f"{_said('{n} h', figure(minutes // 60))}{_NO_BREAK}{_said('{n} min', figure(minutes % 60))}"


def time_range(low: float, high: float) -> str:
    """`11–16 min`: so long at least and at most, the unit once where it is the same; one figure where they are equal."""
    shortest, longest = duration(round(low)), duration(round(high))
    if shortest == longest:
        return longest
    number, _, unit = shortest.partition(_NO_BREAK)
    is_shared = bool(unit) and _NO_BREAK not in unit and longest.endswith(_NO_BREAK + unit)
    return f"{number}–{longest}" if is_shared and longest.count(_NO_BREAK) == 1 else f"{shortest}–{longest}"


def size_words(size: int) -> str:
    """So many bytes, short: 940 bytes, 12 kB, 4.1 MB."""
    return QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def _said(words: str, number: str) -> str:
    return QCoreApplication.translate(_CONTEXT, words).replace("{n}", number).replace(" ", _NO_BREAK)
