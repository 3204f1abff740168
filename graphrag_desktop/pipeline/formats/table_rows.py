"""Rows of a table as lines that can be read alone: each value beside the name of its column, the row's number before it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

_LOOKED_AT = 20  # rows in which the names of the columns are looked for: titles and dates may stand above them
_NUMBER = re.compile(r"[-+(]?[\d.,:/%€$£¥₩\s-]*\d[\d.,:/%€$£¥₩\s)-]*")
_LONGEST_NAME = 100  # characters; a longer cell is text


def row_lines(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A line for each row that says something, numbered as a spreadsheet numbers it, from 1.

    The names of the columns are taken from the first row that has as many cells as the table is wide, all of them
    different words; where there is none the values stand alone.
    """
    numbered = ((number, [_told(cell) for cell in row]) for number, row in enumerate(rows, start=1))
    filled = ((number, row) for number, row in numbered if any(row))
    first = list(islice(filled, _LOOKED_AT))
    place = _header_place([row for _, row in first])
    header: Sequence[str] = ()
    for at, (number, row) in enumerate(chain(first, filled)):
        if at == place:
            header = row
            yield f"Row {number}: {_line(row, ())}"
        elif not _is_only_numbered(row, header):
            yield f"Row {number}: {_line(row, header)}"


def _told(cell: str) -> str:
    return " ".join(cell.split())


def _line(row: Sequence[str], header: Sequence[str]) -> str:
    return "; ".join(
        f"{header[place]}: {cell}" if place < len(header) and header[place] else cell
        for place, cell in enumerate(row)
        if cell
    )


def _is_only_numbered(row: Sequence[str], header: Sequence[str]) -> bool:
    """Whether a row of a table of several columns has nothing but a number in the first: a record left empty."""
    return len(header) > 2 and bool(row[0]) and _width(row) == 1 and _NUMBER.fullmatch(row[0]) is not None


def _header_place(rows: Sequence[Sequence[str]]) -> int | None:
    """Which of these rows names the columns, counted from 0; None where none does."""
    if len(rows) < 2:
        return None
    width = max(_width(row) for row in rows)
    for place, row in enumerate(rows[:-1]):
        cells = [cell for cell in row if cell]
        if len(cells) >= max(1, 0.6 * width) and _are_names(cells):
            return place if width > 1 or _differs(cells[0], rows[place + 1 :]) else None
        if len(cells) > max(1, 0.6 * width):
            return None  # the table has begun, and nothing named its columns
    return None


def _width(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell)


def _are_names(cells: Sequence[str]) -> bool:
    return len(set(cells)) == len(cells) and not any(
        len(cell) > _LONGEST_NAME or _NUMBER.fullmatch(cell) for cell in cells
    )


def _differs(name: str, rows: Sequence[Sequence[str]]) -> bool:
    """Whether the one cell of a row is a name and not a value: the rest are numbers or much longer."""
    values = [cell for row in rows for cell in row if cell]
    return bool(values) and all(_NUMBER.fullmatch(cell) or len(cell) > 2 * len(name) for cell in values)
