"""The words of a document as a page to be read: passages marked, names on demand, only what is near the eye laid out."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from PySide6.QtCore import QMargins, QPoint, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit

from graphrag_desktop.domain.documents import Page
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.ui.theme import ActiveTheme, Theme

_MEASURE, _GUTTER = 620, 26
_AROUND = 6_000  # characters laid out before and after a passage at first
_STEP = 8_000  # and so many more when the reader comes near the end of them
_NEAR = 600  # pixels from the end
_LINE = 128  # per cent of Source Serif's own height
_PARAGRAPH_GAP, _BLANK = 6, 8
_SMALLEST_ZOOM, _LARGEST_ZOOM, _ZOOM_STEP = 0.7, 2.0, 1.1
_LONGEST_WRAPPED = 100  # characters: a text with longer lines has one for each paragraph, and nothing to be joined
_SHORTEST_WRAPPED = 45


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked in a text: the passage looked at, other passages that are cited, and the names with their entities."""

    passage: Span | None = None
    cited: tuple[Span, ...] = ()
    names: tuple[tuple[int, Span], ...] = ()


class Reader(QTextBrowser):
    """Shows a text; spans count its characters. `name_chosen` tells the entity of a marked name that was clicked."""

    name_chosen = Signal(int)
    place_changed = Signal(int)  # the character at the top of the view

    def __init__(self, active: ActiveTheme) -> None:
        super().__init__(openLinks=False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self._active = active
        self._text = ""
        self._pages: tuple[Page, ...] = ()
        self._has_pairs = False  # characters that Qt counts as two
        self._from, self._to = 0, 0  # what is laid out
        self._marks = Marks()
        self._zoom = 1.0
        self._is_filling = False
        self._more = QTimer(self, singleShot=True, interval=0)  # laid out once the scrolling itself has been painted
        self._more.timeout.connect(self._extend)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        active.theme_changed.connect(self._theme_changed)

    def show_text(self, text: str, pages: tuple[Page, ...], marks: Marks, *, is_wrapped: bool = False) -> None:
        """Show another text, at the passage or from its top; a wrapped one may have its lines joined."""
        self._text, self._pages, self._marks = _joined(text) if is_wrapped else text, pages, marks
        self._has_pairs = not text.isascii() and max(text, default="") > "\uffff"
        self._lay_out(0 if marks.passage is None else marks.passage.start)

    def show_marks(self, marks: Marks, *, goes_there: bool) -> None:
        """Mark something else in the same text, and go to the passage if wanted."""
        self._marks = marks
        if goes_there and marks.passage is not None:
            if not self._from <= marks.passage.start < self._to:
                self._lay_out(marks.passage.start)
                return
            self._go_to(marks.passage.start)
        self._mark()

    def zoom_by(self, steps: int) -> None:
        """Make the text larger or smaller, independent of the rest of the window."""
        self._zoom = min(max(self._zoom * _ZOOM_STEP**steps, _SMALLEST_ZOOM), _LARGEST_ZOOM)
        self._theme_changed()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: with Ctrl the text grows or shrinks."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the page stands in the middle, no wider than its measure, and the words at its top stay there."""
        is_narrower = event.size().width() != event.oldSize().width()
        top = self.cursorForPosition(QPoint(0, 4))
        self._fit_measure()
        super().resizeEvent(event)
        bar = self.verticalScrollBar()
        if is_narrower and bar.value() > 0:
            bar.setValue(bar.value() + self.cursorRect(top).top())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: a marked name was clicked, unless words were being selected."""
        super().mouseReleaseEvent(event)
        if self._marks.names and not self.textCursor().hasSelection():
            number = self._name_at(event.position().toPoint())
            if number is not None:
                self.name_chosen.emit(number)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the text, and in its margin a bar beside each cited passage and the numbers of pages."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        top = self.verticalScrollBar().value()
        block = self.cursorForPosition(QPoint(0, 0)).block()
        while block.isValid():
            box = self.document().documentLayout().blockBoundingRect(block).translated(0, -top)
            if box.top() > self.viewport().height():
                break
            self._paint_margin(painter, block, box)
            block = block.next()

    def _paint_margin(self, painter: QPainter, block: QTextBlock, box: QRectF) -> None:
        theme = self._active.theme
        start = self._from + self._position(block.position())
        end = self._from + self._position(block.position() + block.length() - 1)
        here = Span(start, max(end, start + 1))
        passage = self._marks.passage
        if passage is not None and passage.overlaps(here):
            painter.fillRect(QRectF(6, box.top() + 2, 3, box.height() - 4), theme.colour("mark_line"))
        elif any(each.overlaps(here) for each in self._marks.cited):
            painter.fillRect(QRectF(6, box.top() + 2, 3, box.height() - 4), theme.colour("mark"))
        page = next((each for each in self._pages if start <= each.span.start <= end), None)
        if page is not None and len(self._pages) > 1:
            painter.setFont(theme.font("caption", tabular=True))
            painter.setPen(theme.colour("text3"))
            place = QRectF(0, box.top(), theme.pixels(_GUTTER) - 6, theme.pixels(18))
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, str(page.number))

    def _lay_out(self, position: int) -> None:
        """Lay out what surrounds a position, and go there."""
        self._from = self._line_start(max(0, position - _AROUND))
        self._to = self._line_end(position + _AROUND)
        self._fit_measure()
        self._is_filling = True
        self.document().clear()
        cursor = QTextCursor(self.document())
        cursor.setBlockFormat(_block_format(self._active.theme))
        self._insert(cursor, self._text[self._from : self._to])
        self._is_filling = False
        self._mark()
        self._go_to(position)

    def _insert(self, cursor: QTextCursor, text: str) -> None:
        cursor.beginEditBlock()
        theme = self._active.theme
        words, plain, blank = _char_format(theme, self._zoom), _block_format(theme), _blank_format(theme)
        for place, line in enumerate(text.split("\n")):
            form = plain if line.strip() else blank
            if place:
                cursor.insertBlock(form, words)
            elif cursor.atBlockStart():
                cursor.setBlockFormat(form)
            cursor.insertText(line, words)
        cursor.endEditBlock()

    @Slot()
    def _extend(self) -> None:
        """Lay out more where the reader comes near an end of what is laid out."""
        bar = self.verticalScrollBar()
        self._is_filling = True
        if bar.maximum() - bar.value() < _NEAR and self._to < len(self._text):
            further = self._line_end(self._to + _STEP)
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            self._insert(cursor, self._text[self._to : further])
            self._to = further
            self._mark()
        elif bar.value() < _NEAR and self._from > 0:
            earlier = self._line_start(max(0, self._from - _STEP))
            height, value = self.document().size().height(), bar.value()
            cursor = QTextCursor(self.document())
            self._insert(cursor, self._text[earlier : self._from])
            self._from = earlier
            bar.setValue(value + round(self.document().size().height() - height))
            self._mark()
        self._is_filling = False

    def _line_start(self, position: int) -> int:
        """The start of a line at or before a position: a block is laid out as a whole."""
        return self._text.rfind("\n", 0, position) + 1 if position > 0 else 0

    def _line_end(self, position: int) -> int:
        """The end of a line at or after a position, its break included."""
        end = self._text.find("\n", min(position, len(self._text)))
        return len(self._text) if end < 0 else end + 1

    def _mark(self) -> None:
        theme, marks = self._active.theme, self._marks
        found: list[QTextEdit.ExtraSelection] = []
        for span in marks.cited:
            found += self._selection(span, theme.colour("mark_soft"))
        if marks.passage is not None:
            found += self._selection(marks.passage, theme.colour("mark"))
        for _, span in marks.names[bisect_left(marks.names, self._from, key=_start) :]:
            if span.start >= self._to:
                break
            found += self._selection(span, None)
        self.setExtraSelections(found)
        self.viewport().update()

    def _selection(self, span: Span, ground: QColor | None) -> list[QTextEdit.ExtraSelection]:
        start, end = max(span.start, self._from), min(span.end, self._to)
        if start >= end:
            return []
        selection = QTextEdit.ExtraSelection()
        form = QTextCharFormat()
        if ground is not None:
            form.setBackground(ground)
        else:
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
            form.setUnderlineColor(self._active.theme.colour("accent"))
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._units(start))
        cursor.setPosition(self._units(end), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = form
        return [selection]

    def _go_to(self, position: int) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._units(min(max(position, self._from), self._to)))
        self.setTextCursor(cursor)
        bar = self.verticalScrollBar()
        if position == 0:
            bar.setValue(0)
        else:
            bar.setValue(bar.value() + self.cursorRect(cursor).top() - self.viewport().height() // 3)

    def _units(self, position: int) -> int:
        """Where a character stands in the laid out text: Qt counts UTF-16 units, our spans count characters."""
        if not self._has_pairs:
            return position - self._from
        return len(self._text[self._from : position].encode("utf-16-le", "surrogatepass")) // 2

    def _position(self, units: int) -> int:
        """The other way round, counted from the start of what is laid out."""
        if not self._has_pairs:
            return units
        laid_out = self._text[self._from : self._from + units]
        return len(laid_out.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))

    def _name_at(self, place: QPoint) -> int | None:
        position = self._from + self._position(self.cursorForPosition(place).position())
        at = bisect_right(self._marks.names, position, key=_start) - 1
        if at < 0:
            return None
        number, span = self._marks.names[at]
        return number if span.start <= position <= span.end else None

    @Slot()
    def _scrolled(self) -> None:
        if self._is_filling:
            return
        top = self.cursorForPosition(QPoint(0, 4)).position()
        self.place_changed.emit(self._from + self._position(top))
        self._more.start()

    @Slot()
    def _theme_changed(self) -> None:
        top = self._from + self._position(self.cursorForPosition(QPoint(0, 4)).position())
        self._lay_out(top)

    def _fit_measure(self) -> None:
        theme = self._active.theme
        least = theme.pixels(12)
        most = round(theme.pixels(_MEASURE + _GUTTER) * self._zoom)
        room = self.width() - self.verticalScrollBar().sizeHint().width() - 2 * least
        side = least + max(0, (room - most) // 2)
        margins = QMargins(side, 0, side, 0)
        if self.viewportMargins() != margins:
            self.setViewportMargins(margins)


def _char_format(theme: Theme, zoom: float) -> QTextCharFormat:
    font = theme.font("title", serif=True)
    font.setPointSizeF(font.pointSizeF() * zoom)
    form = QTextCharFormat()
    form.setFont(font)
    form.setForeground(theme.colour("text"))
    return form


def _block_format(theme: Theme) -> QTextBlockFormat:
    form = QTextBlockFormat()
    form.setLineHeight(_LINE, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value))
    form.setLeftMargin(theme.pixels(_GUTTER))
    form.setBottomMargin(theme.pixels(_PARAGRAPH_GAP))
    return form


def _blank_format(theme: Theme) -> QTextBlockFormat:
    form = _block_format(theme)
    form.setLineHeight(float(theme.pixels(_BLANK)), int(QTextBlockFormat.LineHeightTypes.FixedHeight.value))
    form.setBottomMargin(0)
    return form


def _start(name: tuple[int, Span]) -> int:
    return name[1].start


def _joined(text: str) -> str:
    """The text with the breaks of hard-wrapped lines as spaces; no character moves, so every span holds."""
    lengths = sorted(len(line) for line in text.split("\n") if line)
    usual = lengths[len(lengths) * 19 // 20] if lengths else 0
    if usual > _LONGEST_WRAPPED:
        return text
    least = max(_SHORTEST_WRAPPED, usual * 7 // 10)
    return re.sub(rf"(?<=[^\n]{{{least}}})\n(?=[^\s\-*•#|>\d][^\n])", " ", text)
