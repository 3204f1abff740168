"""A page of the guide, typeset in the look of the window; its pictures are as wide as its lines at most."""

from collections.abc import Iterator

from PySide6.QtCore import QMargins, QPoint, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import (
    QBrush,
    QFont,
    QFontDatabase,
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTable,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit

from graphrag_desktop.assets import guide_folder
from graphrag_desktop.ui.guide_pages import GuidePage, slug
from graphrag_desktop.ui.theme import ActiveTheme, Role

_MEASURE, _PADDING = 680, 22
_LINE = 140  # per cent of the font's own height
_HEADINGS: dict[int, tuple[Role, int, int]] = {1: ("hero", 0, 10), 2: ("heading", 22, 6), 3: ("title", 14, 4)}
_COLUMNS = {5: (22, 15, 17, 16, 30)}  # shares of the width in per cent, where the words alone would make it crooked


class GuideView(QTextBrowser):
    """Shows a page. `page_wanted` tells the file and the anchor of a link that leads to another."""

    page_wanted = Signal(str, str)

    def __init__(self, active: ActiveTheme) -> None:
        super().__init__(openLinks=False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(0)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self._active = active
        self._page: GuidePage | None = None
        self._anchors: dict[str, int] = {}  # where each heading stands
        self._words = ""
        self._hits: list[QTextCursor] = []
        self._hit = -1
        self._typeset_width = 0
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._typeset_again)
        self.anchorClicked.connect(self._link_clicked)
        active.theme_changed.connect(self._typeset_again)

    @property
    def anchors(self) -> tuple[str, ...]:
        """What can be linked to in the page."""
        return tuple(self._anchors)

    @property
    def hit(self) -> tuple[int, int]:
        """Which place with the words is marked, counted from 1, of how many; 0 before the first."""
        return self._hit + 1, len(self._hits)

    def show_page(self, page: GuidePage, anchor: str = "", *, place: int = 0) -> None:
        """Show a page from a heading on, or from where it was left."""
        self._page = page
        self._typeset(page)
        self.verticalScrollBar().setValue(place)
        if anchor in self._anchors:
            self._go_to(self._anchors[anchor])

    def find_words(self, words: str) -> None:
        """Mark every place with these words."""
        self._words, self._hit = words, -1
        self._hits = []
        cursor = QTextCursor(self.document())
        while words:
            cursor = self.document().find(words, cursor)
            if cursor.isNull():
                break
            self._hits.append(cursor)
        self._mark()

    def go_to_hit(self, step: int) -> bool:
        """To the next or last place with the words; whether there was one."""
        following = self._hit + step if self._hit >= 0 or step > 0 else len(self._hits) - 1
        if not 0 <= following < len(self._hits):
            return False
        self._hit = following
        self._mark()
        self._go_to(self._hits[following].selectionStart(), share=3)
        return True

    def loadResource(self, type: int, name: QUrl | str) -> object:  # noqa: A002, N802 - Qt's names
        """Qt asks for this: a picture, in the size in which it is shown, for Qt itself scales without smoothing."""
        if type != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(type, name)
        image = QImage(str(guide_folder() / (name.toString() if isinstance(name, QUrl) else name)))
        ratio = self.devicePixelRatioF()
        width = round(min(self._line_width(), image.width()) * ratio)
        shown = (
            image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation) if width < image.width() else image
        )
        shown.setDevicePixelRatio(ratio if width < image.width() else 1.0)
        return shown

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: lines never get longer than the measure; pictures follow once Qt is done with the text."""
        self._fit_measure()
        super().resizeEvent(event)
        if self._page is not None and self._line_width() != self._typeset_width:
            self._later.start()

    def _line_width(self) -> int:
        theme = self._active.theme
        room = self.width() - self.verticalScrollBar().sizeHint().width() - 2 * theme.pixels(_PADDING)
        return max(200, min(room, theme.pixels(_MEASURE)))

    def _fit_measure(self) -> None:
        padding = self._active.theme.pixels(_PADDING)
        room = self.width() - self.verticalScrollBar().sizeHint().width() - 2 * padding
        margins = QMargins(padding, padding // 2, padding + max(0, room - self._line_width()), 0)
        if self.viewportMargins() != margins:
            self.setViewportMargins(margins)

    @Slot()
    def _typeset_again(self) -> None:
        """In another size: the words at the top stay there."""
        if self._page is not None:
            top = self.cursorForPosition(QPoint(0, 4)).position()
            is_moved = self.verticalScrollBar().value() > 0
            self._typeset(self._page)
            if is_moved:
                self._go_to(top)

    def _typeset(self, page: GuidePage) -> None:
        self._fit_measure()
        self._typeset_width = self._line_width()
        document = self.document()
        document.clear()
        document.setDefaultFont(self._active.theme.font("read"))
        document.setMarkdown(f"# {page.title}\n{page.markdown}")
        self.setTextCursor(QTextCursor(document))
        self._anchors = {}
        for block in _blocks(document):
            self._dress_block(block)
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._dress_table(frame)
        self.find_words(self._words)

    def _dress_block(self, block: QTextBlock) -> None:
        theme, cursor = self._active.theme, QTextCursor(block)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        form, words = QTextBlockFormat(), QTextCharFormat()
        level = block.blockFormat().headingLevel()
        form.setLineHeight(_LINE, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value))
        if level:
            self._anchors.setdefault(slug(block.text()), block.position())
            role, above, below = _HEADINGS.get(level, ("read", 10, 4))
            words.setFont(theme.font(role, 600))
            form.setTopMargin(theme.pixels(above))
            form.setBottomMargin(theme.pixels(below))
        elif block.blockFormat().hasProperty(int(QTextFormat.Property.BlockCodeFence.value)):
            form.setBackground(QBrush(theme.colour("sunken")))
            form.setNonBreakableLines(False)
        elif cursor.currentTable() is not None:
            form.setLineHeight(120, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value))
            form.setBottomMargin(0)
            form.setTopMargin(0)
            words.setProperty(int(QTextFormat.Property.FontPointSize.value), theme.points("body"))
        elif any(each.isImageFormat() for _, _, each in _fragments(block)):
            form.setLineHeight(0, int(QTextBlockFormat.LineHeightTypes.SingleHeight.value))
            form.setBottomMargin(theme.pixels(12))
        else:
            form.setBottomMargin(theme.pixels(4 if block.textList() else 8))
        cursor.mergeBlockFormat(form)
        cursor.mergeCharFormat(words)
        self._dress_words(block)

    def _dress_words(self, block: QTextBlock) -> None:
        """Words of a program stand in its font, which Markdown says without naming one; bold ones in the weight there is."""
        theme = self._active.theme
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        for start, length, form in _fragments(block):
            dressed = QTextCharFormat()
            if form.fontFixedPitch():
                dressed.setFontFamilies(fixed.families())
                dressed.setProperty(int(QTextFormat.Property.FontPointSize.value), theme.points("small"))
                dressed.setBackground(QBrush(theme.colour("sunken")))
            if form.fontWeight() > QFont.Weight.DemiBold:
                dressed.setFontWeight(QFont.Weight.DemiBold)
            if dressed.propertyCount():
                cursor = QTextCursor(block)
                cursor.setPosition(start)
                cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(dressed)

    def _dress_table(self, table: QTextTable) -> None:
        theme = self._active.theme
        form = table.format()
        form.setBorder(1)
        form.setBorderBrush(QBrush(theme.colour("line")))
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderCollapse(True)
        form.setCellPadding(theme.pixels(5))
        form.setCellSpacing(0)
        form.setBottomMargin(theme.pixels(10))
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        shares = _COLUMNS.get(table.columns())
        if shares is not None:
            form.setColumnWidthConstraints([QTextLength(QTextLength.Type.PercentageLength, each) for each in shares])
        table.setFormat(form)

    def _go_to(self, position: int, *, share: int = 0) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        top = self.document().documentLayout().blockBoundingRect(cursor.block()).top()
        self.verticalScrollBar().setValue(round(top) - (self.viewport().height() // share if share else 0))

    def _mark(self) -> None:
        theme = self._active.theme
        found: list[QTextEdit.ExtraSelection] = []
        for number, cursor in enumerate(self._hits):
            selection = QTextEdit.ExtraSelection()
            form = QTextCharFormat()
            form.setBackground(QBrush(theme.colour("mark" if number == self._hit else "mark_soft")))
            selection.cursor, selection.format = cursor, form
            found.append(selection)
        self.setExtraSelections(found)

    @Slot(QUrl)
    def _link_clicked(self, url: QUrl) -> None:
        if url.isRelative():
            self.page_wanted.emit(url.path().removesuffix(".md"), url.fragment())


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _fragments(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    found = []
    part = block.begin()
    while not part.atEnd():
        fragment = part.fragment()
        if fragment.isValid():
            found.append((fragment.position(), fragment.length(), fragment.charFormat()))
        part += 1
    return found
