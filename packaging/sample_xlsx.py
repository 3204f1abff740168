"""A source as an XLSX workbook: each first-level heading a sheet with the table below it, numbers and days as such."""

import datetime
import re
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from sample_package import RELATIONSHIPS, relations, write_package
from sample_sources import Source, Table, sections

_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DAY_ZERO = datetime.date(1899, 12, 30)  # from which spreadsheets count days
_STYLES = (
    f'<styleSheet xmlns="{_SHEET}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>'
)


def write_xlsx(source: Source, path: Path) -> None:
    """Write the tables of a source as a spreadsheet program would; text outside of them is left out."""
    sheets = [
        (heading.text, block.rows)
        for heading, blocks in sections(source)
        for block in blocks
        if isinstance(block, Table)
    ]
    numbers = range(1, len(sheets) + 1)
    named = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}"/>'
        for number, (name, _) in zip(numbers, sheets, strict=True)
    )
    targets = {f"rId{number}": ("worksheet", f"worksheets/sheet{number}.xml") for number in numbers}
    targets[f"rId{len(sheets) + 1}"] = ("styles", "styles.xml")
    parts = {
        "xl/workbook.xml": (
            f"{_TYPE}.sheet.main+xml",
            f'<workbook xmlns="{_SHEET}" xmlns:r="{RELATIONSHIPS}"><sheets>{named}</sheets></workbook>',
        ),
        "xl/_rels/workbook.xml.rels": ("", relations(targets)),
        "xl/styles.xml": (f"{_TYPE}.styles+xml", _STYLES),
        **{
            f"xl/worksheets/sheet{number}.xml": (f"{_TYPE}.worksheet+xml", _sheet(rows))
            for number, (_, rows) in zip(numbers, sheets, strict=True)
        },
    }
    write_package(path, source, "xl/workbook.xml", parts)


def _sheet(rows: Sequence[Sequence[str]]) -> str:
    told = "".join(
        f'<row r="{number}">{"".join(_cell(f"{chr(65 + place)}{number}", text) for place, text in enumerate(row))}</row>'
        for number, row in enumerate(rows, start=1)
    )
    return f'<worksheet xmlns="{_SHEET}"><sheetData>{told}</sheetData></worksheet>'


def _cell(place: str, text: str) -> str:
    if not text:
        return ""
    if _DAY.fullmatch(text):
        return f'<c r="{place}" s="1"><v>{(datetime.date.fromisoformat(text) - _DAY_ZERO).days}</v></c>'
    if _NUMBER.fullmatch(text):
        return f'<c r="{place}"><v>{text}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'
