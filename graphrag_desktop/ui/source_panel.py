"""The words of a document around a quoted passage, which is marked and scrolled to."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPushButton, QTextBrowser, QVBoxLayout, QWidget

from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.ui.panels import Sheet, Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme

AROUND = 20_000
"""Characters shown before and after the passage: a whole book would take too long to lay out."""


class SourcePanel(QWidget):
    """Shows the passages that a citation reaches, one at a time; `passage_wanted` asks for the text of another."""

    passage_wanted = Signal(object)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._passages: tuple[Evidence, ...] = ()
        self._at = 0
        self._text = ""
        self._start = 0
        self._build()
        theme.theme_changed.connect(self._draw)

    def show_passages(self, passages: tuple[Evidence, ...]) -> None:
        """Show the first of some passages; its text is asked for."""
        self._passages, self._at = passages, 0
        if passages:
            self.passage_wanted.emit(passages[0])

    def show_text(self, passage: Evidence, text: str) -> None:
        """Show the document's text around a passage, unless another was chosen meanwhile."""
        if not self._passages or self._passages[self._at] != passage:
            return
        self._start = max(0, passage.span.start - AROUND)
        self._text = text[self._start : passage.span.end + AROUND]
        self._draw()

    def _build(self) -> None:
        sheet = Sheet(margin=14)
        self._title = Words(self._theme, role="body", weight=600, wraps=False)
        self._place = Words(self._theme, role="caption", tone="3", wraps=False)
        self._view = named(QTextBrowser(openLinks=False), "sourceView", self.tr("Source text"))
        self._before = QPushButton(self.tr("Previous passage"))
        self._after = QPushButton(self.tr("Next passage"))
        for button, step in ((self._before, -1), (self._after, 1)):
            button.setProperty("kind", "quiet")
            button.clicked.connect(lambda _=False, step=step: self._step(step))
        for widget in (self._title, self._place, self._view):
            sheet.column.addWidget(widget)
        sheet.column.addLayout(row_of(self._before, self._after))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self._draw()

    def _step(self, step: int) -> None:
        self._at = min(max(0, self._at + step), len(self._passages) - 1)
        self.passage_wanted.emit(self._passages[self._at])

    def _draw(self) -> None:
        several = len(self._passages) > 1
        for button in (self._before, self._after):
            button.setVisible(several)
        self._before.setEnabled(self._at > 0)
        self._after.setEnabled(self._at < len(self._passages) - 1)
        if not self._passages:
            self._title.setText(self.tr("No passage chosen"))
            self._place.setText(self.tr("Follow a citation in a report or an answer to see its words here."))
            self._view.clear()
            return
        passage = self._passages[self._at]
        page = "" if passage.page is None else self.tr(", page {page}").format(page=passage.page)
        of = self.tr(" · passage {at} of {count}").format(at=self._at + 1, count=len(self._passages)) if several else ""
        self._title.setText(passage.path)
        self._title.setToolTip(passage.path)
        self._place.setText(
            self.tr("characters {start:,}–{end:,}{page}{of}").format(
                start=passage.span.start, end=passage.span.end, page=page, of=of
            )
        )
        self._view.setPlainText(self._text)
        self._mark(passage)

    def _mark(self, passage: Evidence) -> None:
        theme = self._theme.theme
        cursor = QTextCursor(self._view.document())
        cursor.select(QTextCursor.SelectionType.Document)
        words, block = QTextCharFormat(), QTextBlockFormat()
        words.setFont(theme.font("title", serif=True))
        words.setForeground(theme.colour("text"))
        block.setLineHeight(128, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value))
        cursor.setCharFormat(words)
        cursor.mergeBlockFormat(block)
        marked = QTextCharFormat()
        marked.setBackground(QColor(theme.hex("mark")))
        cursor.setPosition(_utf16(self._text, passage.span.start - self._start))
        cursor.setPosition(_utf16(self._text, passage.span.end - self._start), QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(marked)
        cursor.setPosition(cursor.selectionStart())
        self._view.setTextCursor(cursor)
        self._view.ensureCursorVisible()
        bar = self._view.verticalScrollBar()
        bar.setValue(bar.value() + self._view.cursorRect().top() - self._view.viewport().height() // 3)


def _utf16(text: str, position: int) -> int:
    """Qt counts UTF-16 units, our spans count characters."""
    return position + sum(ord(each) > 0xFFFF for each in text[:position])
