"""Text to be read, typeset to a readable measure, with citations and small buttons in its lines."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QMargins, QMimeData, QRect, QRectF, QSizeF, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import (
    QFont,
    QPainter,
    QPyTextObject,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser

from graphrag_desktop.ui.prose_blocks import Block, Placed, Run, plain_text
from graphrag_desktop.ui.theme import ActiveTheme

_OBJECT = int(QTextFormat.ObjectTypes.UserObject) + 1
_PLACE = int(QTextFormat.Property.UserProperty)
_STANDS_FOR = "\N{OBJECT REPLACEMENT CHARACTER}"
_REST_MILLISECONDS = 250  # so long on a citation before its card comes
_SMALLEST_ZOOM, _LARGEST_ZOOM, _ZOOM_STEP = 0.7, 2.0, 1.1
_MOST_SPOKEN = 20_000  # characters: more is read to nobody in one go


class Prose(QTextBrowser):
    """Shows blocks. `link_followed` tells a link by mouse or keyboard; `link_rested` that cursor or keyboard stay on one,
    with its place in the viewport; `link_left` that they do no more.

    `measure` is the widest a line gets, in pixels at 100 %.
    """

    link_followed = Signal(str)
    link_rested = Signal(str, QRect)
    link_left = Signal()

    def __init__(self, active: ActiveTheme, measure: int, *, padding: int = 18, is_serif: bool = False) -> None:
        super().__init__(openLinks=False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(0)
        self.document().setUndoRedoEnabled(False)
        self._active, self._measure, self._padding, self._is_serif = active, measure, padding, is_serif
        self._blocks: Sequence[Block] = ()
        self._zoom = 1.0
        self._objects = _ObjectPainter(active, self)
        self.document().documentLayout().registerHandler(_OBJECT, self._objects)
        self._pointed = ""
        self._rest = QTimer(self, singleShot=True, interval=_REST_MILLISECONDS)
        self._rest.timeout.connect(self._rested)
        self.highlighted.connect(self._link_pointed)
        self.anchorClicked.connect(self._link_clicked)
        self.verticalScrollBar().valueChanged.connect(lambda _: self.link_left.emit())
        active.theme_changed.connect(self._theme_changed)

    def show_blocks(self, blocks: Sequence[Block], *, keeps_place: bool = False) -> None:
        """Show other text, from its top or, where it is the same text grown, from where the reader is."""
        bar = self.verticalScrollBar()
        place = bar.value() if keeps_place else 0
        self._blocks = blocks
        self._objects.forget()
        self._point("")
        document = self.document()
        document.clear()
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        for number, block in enumerate(blocks):
            self._typeset(cursor, block, is_first=number == 0)
        cursor.endEditBlock()
        self.setTextCursor(
            QTextCursor(document)
        )  # Qt keeps it in sight when the view becomes lower, and it was at the end
        bar.setValue(place)
        spoken = plain_text(blocks)
        self.setAccessibleDescription(spoken[:_MOST_SPOKEN])

    def zoom_by(self, steps: int) -> None:
        """Make the text larger or smaller, independent of the rest of the window."""
        zoom = min(max(self._zoom * _ZOOM_STEP**steps, _SMALLEST_ZOOM), _LARGEST_ZOOM)
        if zoom != self._zoom:
            self._zoom = zoom
            self._fit_measure()
            self.show_blocks(self._blocks, keeps_place=True)

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802 - Qt's name
        """Qt asks for this on a copy: citations are words there, no boxes."""
        data = QMimeData()
        data.setText(self.words_between(self.textCursor().selectionStart(), self.textCursor().selectionEnd()))
        return data

    def words_between(self, start: int, end: int) -> str:
        """The text between two positions, with each object as the words that stand for it."""
        chosen = QTextCursor(self.document())
        chosen.setPosition(start)
        chosen.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        words: list[str] = []
        position = start
        for part in re.split(f"({_STANDS_FOR})", chosen.selectedText()):
            if part == _STANDS_FOR:
                gap = " " if words and words[-1].endswith(("]", ")")) else ""
                words.append(gap + self._objects.plain_at(self.document(), position))
            else:
                words += [part] if part else []
            position += len(part.encode("utf-16-le")) // 2
        return "".join(words).replace("\N{PARAGRAPH SEPARATOR}", "\n").replace("\N{NO-BREAK SPACE}", " ")

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001, N802 - Qt's
        """Qt calls this on Tab: the browser goes from link to link, and says nothing of where it is."""
        is_moved = super().focusNextPrevChild(next)
        self._point(self._link_at_cursor() if self.hasFocus() else "")
        return is_moved

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: with Ctrl the text grows or shrinks."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: lines never get longer than the measure."""
        self._fit_measure()
        super().resizeEvent(event)

    def _fit_measure(self) -> None:
        theme = self._active.theme
        padding = theme.pixels(self._padding)
        room = self.width() - self.verticalScrollBar().sizeHint().width() - 2 * padding
        most = round(theme.pixels(self._measure) * self._zoom)
        margins = QMargins(padding, 0, padding + max(0, room - most), 0)
        if self.viewportMargins() != margins:
            self.setViewportMargins(margins)
        self._objects.widest = float(max(80, min(room, most)))

    def _typeset(self, cursor: QTextCursor, block: Block, *, is_first: bool) -> None:
        form = self._block_format(block)
        plain = self._char_format(Run(""), block)
        if is_first:
            cursor.setBlockFormat(form)
            cursor.setBlockCharFormat(plain)
        else:
            cursor.insertBlock(form, plain)
        if block.bullet:
            cursor.insertText(block.bullet, self._char_format(Run("", tone="text3"), block))
        for piece in block.pieces:
            if isinstance(piece, Run):
                cursor.insertText(piece.text, self._char_format(piece, block))
            else:
                cursor.insertText(_STANDS_FOR, self._object_format(piece, plain))

    def _block_format(self, block: Block) -> QTextBlockFormat:
        scale = self._active.theme.pixels
        form = QTextBlockFormat()
        form.setLineHeight(block.line, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value))
        form.setTopMargin(scale(block.above))
        form.setBottomMargin(scale(block.below))
        form.setLeftMargin(scale(block.indent))
        if block.bullet:
            form.setTextIndent(-scale(block.indent))
            form.setTabPositions([QTextOption.Tab(scale(block.indent), QTextOption.TabType.LeftTab)])
        if block.has_figures:
            form.setTabPositions([QTextOption.Tab(self._objects.widest - 1, QTextOption.TabType.RightTab)])
        return form

    def _char_format(self, run: Run, block: Block) -> QTextCharFormat:
        theme = self._active.theme
        form = QTextCharFormat()
        form.setFont(self._font(run, block))
        form.setForeground(theme.colour(run.tone or ("accent" if run.href else block.tone)))
        if run.ground:
            form.setBackground(theme.colour(run.ground))
        if run.href:
            form.setAnchor(True)
            form.setAnchorHref(run.href)
        return form

    def _font(self, run: Run, block: Block) -> QFont:
        weight = block.weight if run.weight is None else run.weight
        font = self._active.theme.font(run.role or block.role, weight, serif=self._is_serif, tabular=block.has_figures)
        font.setPointSizeF(font.pointSizeF() * self._zoom)
        return font

    def _object_format(self, placed: Placed, plain: QTextCharFormat) -> QTextCharFormat:
        form = QTextCharFormat(plain)
        form.setObjectType(_OBJECT)
        form.setProperty(_PLACE, self._objects.add(placed))
        form.setAnchor(True)
        form.setAnchorHref(placed.href)
        return form

    def _link_at_cursor(self) -> str:
        """The link that the keyboard is on: the browser selects it."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(self.textCursor().selectionStart() + 1, self.document().characterCount() - 1))
        return cursor.charFormat().anchorHref() if self.textCursor().hasSelection() else ""

    @Slot(QUrl)
    def _link_pointed(self, url: QUrl) -> None:
        self._point(url.toString())

    def _point(self, href: str) -> None:
        if href == self._pointed:
            return
        if self._pointed:
            self.link_left.emit()
        self._pointed = self._objects.lit = href
        self.viewport().update()
        if href:
            self._rest.start()
        else:
            self._rest.stop()

    @Slot()
    def _rested(self) -> None:
        place = self._objects.place_of(self._pointed)
        if place is not None:
            self.link_rested.emit(self._pointed, place.translated(0, -self.verticalScrollBar().value()).toRect())

    @Slot(QUrl)
    def _link_clicked(self, url: QUrl) -> None:
        self.link_left.emit()
        self.link_followed.emit(url.toString())

    @Slot()
    def _theme_changed(self) -> None:
        self._fit_measure()
        self.show_blocks(self._blocks, keeps_place=True)


class _ObjectPainter(QPyTextObject):
    """Draws the objects of one text, and knows where it drew them."""

    def __init__(self, active: ActiveTheme, parent: Prose) -> None:
        super().__init__(parent)
        self.lit = ""
        self.widest = 400.0
        self._active = active
        self._placed: list[Placed] = []
        self._places: dict[str, QRectF] = {}

    def add(self, placed: Placed) -> int:
        """Take in an object; returns what its format has to name."""
        self._placed.append(placed)
        return len(self._placed) - 1

    def forget(self) -> None:
        """Another text comes."""
        self._placed.clear()
        self._places.clear()

    def place_of(self, href: str) -> QRectF | None:
        """Where an object was drawn last, in the document."""
        return self._places.get(href)

    def plain_at(self, document: QTextDocument, position: int) -> str:
        """The words that stand for the object at a position."""
        cursor = QTextCursor(document)
        cursor.setPosition(position + 1)
        placed = self._of(cursor.charFormat())
        return "" if placed is None else placed.thing.plain

    def intrinsicSize(self, doc: QTextDocument, posInDocument: int, format: QTextFormat) -> QSizeF:  # noqa: A002, N802, N803
        """Qt asks for this: the room an object takes."""
        placed = self._of(format)
        return QSizeF() if placed is None else placed.thing.size(self._active, self.widest)

    def drawObject(  # noqa: N802 - Qt's
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        posInDocument: int,  # noqa: N803
        format: QTextFormat,  # noqa: A002
    ) -> None:
        """Qt calls this: draw an object in its line."""
        placed = self._of(format)
        if placed is None:
            return
        self._places[placed.href] = QRectF(rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        placed.thing.paint(painter, QRectF(rect), self._active, is_lit=placed.href == self.lit)
        painter.restore()

    def _of(self, form: QTextFormat) -> Placed | None:
        place = form.property(_PLACE)
        return self._placed[place] if isinstance(place, int) and place < len(self._placed) else None
