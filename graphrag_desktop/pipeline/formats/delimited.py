"""CSV and TSV: the sign between the cells found out by looking, each row a line with the names of its columns."""

import csv
import io
import sys
from collections.abc import Sequence
from statistics import mode

from graphrag_desktop.pipeline.decoding import decode, decode_in
from graphrag_desktop.pipeline.formats.format_text import FormatText, normalise
from graphrag_desktop.pipeline.formats.table_rows import row_lines

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE = 65_536
_SAMPLE_ROWS = 200
_RUNAWAY_LINES = 200  # a quotation mark that opens and never closes swallows the rest of the file


def read(content: bytes, codec: str = "") -> FormatText:
    """The rows of a table in a text file; raises `UnreadableDocument` where the bytes are no text."""
    decoded = decode_in(content, codec) if codec else decode(content)
    text = normalise(decoded.text)
    return FormatText("\n".join(row_lines(_rows(text))), decoded.codec)


def _rows(text: str) -> list[list[str]]:
    delimiter = _delimiter(text)
    rows = _parsed(text, delimiter)
    if any(cell.count("\n") > _RUNAWAY_LINES for row in rows for cell in row):
        return _parsed(text, delimiter, is_quoted=False)
    return rows


def _parsed(text: str, delimiter: str, *, is_quoted: bool = True) -> list[list[str]]:
    before = csv.field_size_limit(sys.maxsize if sys.maxsize < 2**32 else 2**31 - 1)
    try:
        lines = io.StringIO(text, newline="")
        if is_quoted:
            return list(csv.reader(lines, delimiter=delimiter))
        return list(csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE))
    finally:
        csv.field_size_limit(before)


def _delimiter(text: str) -> str:
    """The sign that cuts most rows of the beginning into the same number of cells, the more cells the better."""
    first, _, _ = text.partition("\n")
    if first.lower().startswith("sep=") and len(first) == 5:  # as Excel writes and reads it
        return first[4]
    sample = text[:_SAMPLE]
    return max(_DELIMITERS, key=lambda each: _fit(_parsed(sample, each)[:_SAMPLE_ROWS]))


def _fit(rows: Sequence[Sequence[str]]) -> float:
    widths = [len(row) for row in rows if any(row)]
    if not widths:
        return 0.0
    usual = mode(widths)
    return 0.0 if usual < 2 else widths.count(usual) / len(widths) + min(usual, 20) / 100
