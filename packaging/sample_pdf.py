"""A source as a PDF with a text layer: set by Qt in the fonts that the program ships, the same bytes every time.

The same bytes: as long as Qt and its seed for hashes (`QT_HASH_SEED`) are the same.
"""

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QMarginsF, QPointF, QUuid
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QPageSize, QPainter, QPdfWriter, QPen, QTextLayout
from sample_sources import Block, Heading, Items, Paragraph, Source, Table

_WIDTH, _HEIGHT = 595.0, 842.0  # A4 in points
_LEFT, _TOP, _BOTTOM = 72.0, 86.0, 762.0
_MEASURE = _WIDTH - 2 * _LEFT
_HEADER_LINE, _FOOTER_LINE = 50.0, 800.0
_LEADING = 1.42
_INDENT = 14.0
_GUTTER = 12.0
_ROW_SPACE = 6.0
_HEADING_ROOM = 110.0  # a heading never stands alone at the foot of a page
_JOINING = ("liga", "clig", "calt")  # one glyph for "ft" or a raised colon: Qt gives such glyphs no text
_DATES = re.compile(rb"D:\d{14}Z|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")


@dataclass(frozen=True, slots=True)
class _Words:
    """Text on a page, and where its baseline begins."""

    place: QPointF
    text: str
    font: QFont


@dataclass(frozen=True, slots=True)
class _Rule:
    """A thin line across the page at this height."""

    height: float


@dataclass(slots=True)
class _Setting:
    """The pages set so far, and how far down the last one is full."""

    writer: QPdfWriter
    pages: list[list[_Words | _Rule]] = field(default_factory=lambda: [[]])
    height: float = _TOP

    def room_for(self, height: float) -> None:
        """Begin a page where what comes next would not fit."""
        if self.height + height > _BOTTOM:
            self.pages.append([])
            self.height = _TOP

    def space(self, height: float) -> None:
        """Leave white, but none at the top of a page."""
        if self.pages[-1]:
            self.height += height

    def add(self, texts: Sequence[tuple[float, str]], font: QFont) -> None:
        """Set texts beside each other on one line, each at its distance from the margin."""
        step = font.pointSizeF() * _LEADING
        self.room_for(step)
        self.height += step
        self.pages[-1] += [_Words(QPointF(_LEFT + left, self.height), text, font) for left, text in texts if text]

    def rule(self) -> None:
        """Draw a line under what was set last."""
        self.height += _ROW_SPACE
        self.pages[-1].append(_Rule(self.height))


def load_fonts(folder: Path) -> None:
    """Make the fonts in a folder known to Qt, whose application must exist."""
    for path in sorted(folder.glob("*.ttf")):
        QFontDatabase.addApplicationFont(str(path))


def write_pdf(source: Source, path: Path) -> None:
    """Set a source page by page into a file."""
    writer = QPdfWriter(str(path))
    writer.setResolution(72)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(source.title)
    writer.setAuthor(source.author)
    writer.setDocumentId(QUuid(f"{{{uuid.uuid5(uuid.NAMESPACE_URL, source.title)}}}"))
    setting = _Setting(writer)
    for block in source.blocks:
        _set(setting, block)
    _paint(setting, source)
    path.write_bytes(_dated(path.read_bytes(), source))


def _set(setting: _Setting, block: Block) -> None:
    match block:
        case Heading(1, text):
            _set_text(setting, text, _font("Inter", 16, QFont.Weight.DemiBold))
            setting.space(8)
        case Heading(_, text):
            setting.space(10)
            setting.room_for(_HEADING_ROOM)
            _set_text(setting, text, _font("Inter", 11.5, QFont.Weight.DemiBold))
            setting.space(3)
        case Paragraph(lines):
            _set_lines(setting, lines, indent=0.0)
        case Items(lines):
            _set_lines(setting, lines, _INDENT)
        case Table(rows):
            _set_table(setting, rows)
        case _:
            raise ValueError(f"A PDF has no place for {block}")


def _set_lines(setting: _Setting, lines: Sequence[str], indent: float) -> None:
    """Set paragraphs or items, each as a whole on one page, so that no sentence is cut by a footer."""
    font = _font("Source Serif 4", 10.5)
    for line in lines:
        count = len(_broken(line, font, _MEASURE - indent, setting.writer))
        setting.room_for(count * font.pointSizeF() * _LEADING)
        _set_text(setting, line, font, indent)
    setting.space(7)


def _set_text(setting: _Setting, text: str, font: QFont, indent: float = 0.0) -> None:
    for number, line in enumerate(_broken(text, font, _MEASURE - indent, setting.writer)):
        bullet = [(0.0, "•")] if indent and not number else []
        setting.add([*bullet, (indent, line)], font)


def _broken(text: str, font: QFont, width: float, writer: QPdfWriter) -> list[str]:
    layout = QTextLayout(text, font, writer)
    layout.beginLayout()
    lines: list[str] = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        lines.append(text[line.textStart() : line.textStart() + line.textLength()].strip())
    layout.endLayout()
    return lines


def _set_table(setting: _Setting, rows: Sequence[Sequence[str]]) -> None:
    plain, bold = _font("Inter", 8.5), _font("Inter", 8.5, QFont.Weight.DemiBold)
    metrics = QFontMetricsF(bold, setting.writer)
    widths = [max(metrics.horizontalAdvance(cell) for cell in column) + _GUTTER for column in zip(*rows, strict=True)]
    rest = _MEASURE - sum(widths)
    if rest < 0:  # the widest column gives way
        widths[widths.index(max(widths))] += rest
    else:
        widths = [width + rest / len(widths) for width in widths]
    lefts = [sum(widths[:place]) for place in range(len(widths))]
    for number, row in enumerate(rows):
        font = plain if number else bold
        cells = [_broken(cell, font, widths[place] - _GUTTER, setting.writer) for place, cell in enumerate(row)]
        lines = max(map(len, cells))
        setting.room_for(lines * font.pointSizeF() * _LEADING + _ROW_SPACE)
        for line in range(lines):
            setting.add([(left, cell[line]) for left, cell in zip(lefts, cells, strict=True) if line < len(cell)], font)
        setting.rule()
    setting.space(10)


def _paint(setting: _Setting, source: Source) -> None:
    painter = QPainter(setting.writer)
    painter.setPen(QPen(painter.pen().color(), 0.4))
    small = _font("Inter", 8)
    for number, page in enumerate(setting.pages, start=1):
        if number > 1:
            setting.writer.newPage()
        marks = [
            _Words(QPointF(_LEFT, _HEADER_LINE), source.header, small),
            *page,
            _Words(QPointF(_LEFT, _FOOTER_LINE - 12), source.footer, small),
            _Words(QPointF(_LEFT, _FOOTER_LINE), f"Page {number} of {len(setting.pages)}", small),
        ]
        for mark in marks:
            if isinstance(mark, _Rule):
                painter.drawLine(QPointF(_LEFT, mark.height), QPointF(_LEFT + _MEASURE, mark.height))
            else:
                painter.setFont(mark.font)
                painter.drawText(mark.place, mark.text)
    painter.end()


def _font(family: str, size: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    font = QFont(family, weight=weight)
    font.setPointSizeF(size)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    for feature in _JOINING:
        font.setFeature(QFont.Tag(feature), 0)
    return font


def _dated(content: bytes, source: Source) -> bytes:
    """The file as if it had been made at noon of the document's own day; no byte moves."""
    day = source.date
    short, long = f"D:{day:%Y%m%d}120000Z".encode(), f"{day:%Y-%m-%d}T12:00:00+00:00".encode()
    return _DATES.sub(lambda found: short if found[0].startswith(b"D:") else long, content)
