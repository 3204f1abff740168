"""XLSX, XLSM, XLSB, XLS and ODS: each sheet a page, each row a line with the names of its columns, values as last saved."""

import datetime
import re
import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.pipeline.formats.format_text import FormatText, join_pages, laid_out
from graphrag_desktop.pipeline.formats.office_encryption import unlocked
from graphrag_desktop.pipeline.formats.package import Package
from graphrag_desktop.pipeline.formats.signatures import any_kind, is_old_office
from graphrag_desktop.pipeline.formats.table_rows import row_lines

if TYPE_CHECKING:
    import python_calamine

_Value = int | float | str | bool | datetime.time | datetime.date | datetime.datetime | datetime.timedelta

MOST_CELLS = 20_000_000
"""Of the rectangle around all values of a sheet, which the reader holds whole: one stray value far off makes it huge."""

_KIND = "spreadsheet"
_PLACE = re.compile(rb'<(?:\w+:)?c\b[^>]*?\sr="([A-Z]{1,3})(\d{1,7})"')
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")


def read(content: bytes, passwords: Passwords = NO_PASSWORDS) -> FormatText:
    """The text of a spreadsheet file; raises `UnreadableDocument`, `NeedsPassword`. No formula is ever computed."""
    import python_calamine

    content = unlocked(content, _KIND, passwords)
    _check(content)
    try:
        with python_calamine.CalamineWorkbook.from_filelike(BytesIO(content)) as book:
            pieces = [laid_out("\n".join(_sheet(book, place))) for place in range(len(book.sheet_names))]
    except python_calamine.PasswordError as error:
        raise NeedsPassword("The spreadsheet is protected by a password.", "Save a copy without a password.") from error
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        raise UnreadableDocument(f"The spreadsheet is damaged ({error}).", "Get it anew from where it came.") from error
    text, pages = join_pages(pieces)
    return FormatText(text, "spreadsheet", pages)


def _check(content: bytes) -> None:
    """Raise where the bytes are no spreadsheet, or one that would not fit the memory."""
    if is_old_office(content):
        return
    if not zipfile.is_zipfile(BytesIO(content)):
        kind = any_kind(content) or "something else"
        raise UnreadableDocument(f"The file is {kind} under the name of a spreadsheet.", "Give it its right ending.")
    package = Package(content, _KIND)
    for name in package.names():
        if _SHEET.fullmatch(name) and (cells := _extent(package.read(name) or b"")) > MOST_CELLS:
            raise UnreadableDocument(
                f"A sheet spreads over {cells:,} cells; {MOST_CELLS:,} are read at most.",
                "Delete stray values far from the table, or save the table as CSV.",
            )


def _extent(sheet: bytes) -> int:
    """How many cells the rectangle around all cells of a sheet has."""
    width = height = 1
    for column, row in _PLACE.findall(sheet):
        height = max(height, int(row))
        width = max(width, _column(column))
    return width * height


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number


def _sheet(book: "python_calamine.CalamineWorkbook", place: int) -> Iterator[str]:
    import python_calamine

    known = book.sheets_metadata[place]
    if known.typ is not python_calamine.SheetTypeEnum.WorkSheet:
        return
    sheet = book.get_sheet_by_index(place)
    lines = list(row_lines(_rows(sheet)))
    if lines:
        is_shown = known.visible is python_calamine.SheetVisibleEnum.Visible
        yield f"Sheet {known.name}" if is_shown else f"Sheet {known.name} (hidden)"
        yield from lines


def _rows(sheet: "python_calamine.CalamineSheet") -> Iterator[Sequence[str]]:
    for row in sheet.iter_rows():  # from the first row of the sheet, so that all have the numbers that it shows
        yield [_told(value) for value in row]


def _told(value: _Value) -> str:
    """A value as a person would write it: whole numbers without a point, dates as ISO 8601 does."""
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
        case datetime.datetime():
            return value.date().isoformat() if value.time() == datetime.time.min else value.isoformat(" ", "auto")
        case datetime.date() | datetime.time():
            return value.isoformat()
        case _:
            return str(value)
