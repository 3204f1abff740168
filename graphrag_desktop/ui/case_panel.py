"""The case file: what the analyst kept, in an order of their own, with a note beside each item."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QPoint,
    QSignalBlocker,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.domain.case_file import CaseItem, CaseKind
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.ui.citation_card import CitationGuide
from graphrag_desktop.ui.cited_text import CitedText, markdown_blocks
from graphrag_desktop.ui.controls import IconButton, ShortWords
from graphrag_desktop.ui.counted import counted, moment
from graphrag_desktop.ui.machine_notice import notice_block
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import MessageBar, Sheet, named
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.prose_blocks import Block, Run, caption, heading
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.two_line_list import (
    RECORD_ROLE,
    Index,
    RowModel,
    Spoken,
    TwoLineDelegate,
    TwoLines,
    TwoLineView,
)

_MEASURE = 620
_WRITTEN_MILLISECONDS = 700  # after the last key, before a note is kept
_NOTE_HEIGHT = 76
_PASSAGE = "passage"  # the scheme of links to an item's own passages
_MADE = (CaseKind.ENTITY, CaseKind.REPORT, CaseKind.ANSWER)  # by an engine; notes, quotations and views are not


class CasePanel(QWidget):
    """Lists the items and shows the one chosen; every wish is a signal, whoever carries it out shows the items anew."""

    note_wanted = Signal()
    export_wanted = Signal()
    drop_wanted = Signal(str)
    move_wanted = Signal(str, int)
    note_written = Signal(str, str)
    passages_wanted = Signal(object)  # a tuple of Evidence
    record_wanted = Signal(object)  # a Citation

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: CaseItem | None = None
        self._takes_words = False  # a new note: it is to be written at once
        self._later = QTimer(self, singleShot=True, interval=_WRITTEN_MILLISECONDS)
        self._later.timeout.connect(self.write_note)
        self._build()
        self.show_items(())

    @property
    def item(self) -> CaseItem | None:
        """The item that is chosen."""
        return self._shown

    def show_items(self, items: Sequence[CaseItem], choose: str = "") -> None:
        """Show these items; the one named is chosen, else the one that was."""
        self.write_note()
        wanted = choose or (self._shown.id if self._shown else "")
        self._model.show_records(items)
        self._count.setText(counted(len(items), "1 item", "{n} items"))
        for button in (self._export, self._drop, self._up, self._down):
            button.setEnabled(bool(items))
        if not items:
            self._shown = None
            words = self.tr(
                "Keep an answer, a report, an entity, a quotation or a view of the map with Ctrl+D, and write beside it."
            )
            self._page.show_empty(
                Emptiness("notebook-pen", self.tr("Nothing kept yet"), words, self.tr("Write a note"), "plus"),
                self.note_wanted.emit,
            )
            return
        self._page.show_content()
        place = next((at for at, each in enumerate(items) if each.id == wanted), len(items) - 1)
        self._list.setCurrentIndex(self._model.index(place))
        self._show(items[place])

    def take_items(self, items: Sequence[CaseItem]) -> None:
        """The same items with another note beside one of them; what is being written stays."""
        self._shown = next((each for each in items if self._shown is not None and each.id == self._shown.id), None)
        place = self._list.currentIndex().row()
        with QSignalBlocker(self._list.selectionModel()):
            self._model.show_records(items)
            self._list.setCurrentIndex(self._model.index(place))

    def show_record(self, record: RecordView) -> None:
        """Complete the card of a citation."""
        self._guide.show_record(record)

    def write_here(self) -> None:
        """Put the keyboard where the note of the next item shown is written."""
        self._takes_words = True

    def tell(self, words: str) -> None:
        """Say what was done, or why it was not."""
        self._bar.tell(words, "ok")

    def tell_failure(self, words: str) -> None:
        """Say why something was not done."""
        self._bar.tell(words)

    def take_focus(self) -> None:
        """Put the keyboard on the list."""
        self._list.setFocus()

    @Slot()
    def write_note(self) -> None:
        """Keep what was written beside the item, if it was changed."""
        self._later.stop()
        words = self._note.toPlainText()
        if self._shown is not None and words != self._shown.note:
            self.note_written.emit(self._shown.id, words)

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._bar = MessageBar(self._theme)
        self._model = RowModel(_spoken, self)
        self._list = named(TwoLineView(), "caseList", self.tr("Items of the case file"))
        self._list.setModel(self._model)
        self._list.setItemDelegate(TwoLineDelegate(self._theme, self._list, _said))
        self._list.selectionModel().currentChanged.connect(self._chosen)
        self._list.delete_pressed.connect(self._drop_clicked)
        self._list.customContextMenuRequested.connect(self._menu_wanted)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._build_head())
        column.addWidget(self._bar)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self._list)
        parts.addWidget(self._build_item())
        parts.setStretchFactor(0, 1)
        parts.setStretchFactor(1, 2)
        column.addWidget(parts, 1)
        self._page = StatefulPage(self._theme, content)
        sheet.column.addWidget(self._page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(sheet)

    def _build_head(self) -> QHBoxLayout:
        self._count = ShortWords(self._theme, role="caption", tone="3")
        add = IconButton(self._theme, "plus", self.tr("Write a note"))
        add.clicked.connect(self.note_wanted)
        self._up = IconButton(self._theme, "chevron-up", self.tr("Move up"))
        self._up.clicked.connect(lambda: self._move(-1))
        self._down = IconButton(self._theme, "chevron-down", self.tr("Move down"))
        self._down.clicked.connect(lambda: self._move(1))
        self._drop = IconButton(self._theme, "trash-2", self.tr("Take out"))
        self._drop.clicked.connect(self._drop_clicked)
        self._export = IconButton(self._theme, "download", self.tr("Export with numbered sources"))
        self._export.clicked.connect(self.export_wanted)
        row = QHBoxLayout()
        row.setContentsMargins(14, 6, 8, 4)
        row.setSpacing(2)
        row.addWidget(self._count, 1)
        for each in (add, self._up, self._down, self._drop, self._export):
            row.addWidget(each)
        return row

    def _build_item(self) -> QWidget:
        self._prose = named(Prose(self._theme, _MEASURE), "caseItem", self.tr("Item"))
        self._prose.link_followed.connect(self._link_followed)
        self._guide = CitationGuide(self._theme, self._prose)
        self._guide.citation_followed.connect(self._citation_followed)
        self._guide.record_wanted.connect(self.record_wanted)
        self._picture = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._note = named(QPlainTextEdit(), "caseNote", self.tr("Note beside the item"))
        self._note.setPlaceholderText(self.tr("Your note"))
        self._note.setTabChangesFocus(True)
        self._note.setMaximumHeight(self._theme.theme.pixels(_NOTE_HEIGHT))
        self._note.textChanged.connect(self._later.start)
        item = QWidget()
        column = QVBoxLayout(item)
        column.setContentsMargins(0, 4, 0, 8)
        column.setSpacing(6)
        column.addWidget(self._prose, 1)
        column.addWidget(self._picture)
        row = QHBoxLayout()
        row.setContentsMargins(14, 0, 14, 0)
        row.addWidget(self._note)
        column.addLayout(row)
        return item

    def _show(self, item: CaseItem) -> None:
        self._shown = item
        self._later.stop()
        with QSignalBlocker(self._note):
            self._note.setPlainText(item.note)
        self._guide.set_citations(item.citations)
        self._prose.show_blocks(self._blocks(item))
        self._show_picture(item.picture)
        if self._takes_words and item.kind is CaseKind.NOTE:
            self._takes_words = False
            self._note.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_picture(self, png: bytes) -> None:
        image = QImage.fromData(png) if png else QImage()
        self._picture.setVisible(not image.isNull())
        if not image.isNull():
            width = self._theme.theme.pixels(320)
            smooth = Qt.TransformationMode.SmoothTransformation
            self._picture.setPixmap(QPixmap.fromImage(image.scaledToWidth(min(width, image.width()), smooth)))

    def _blocks(self, item: CaseItem) -> tuple[Block, ...]:
        cited = CitedText(item.citations)
        facts = f"{_kind_words(item.kind)} · {moment(item.added_at)}"
        passages = (
            Block(
                (
                    Run(f"“{' '.join(each.quote.split())}”"),
                    Run("  "),
                    Run(each.path, tone="text3", role="small", href=f"{_PASSAGE}:{at}"),
                )
            )
            for at, each in enumerate(item.evidence)
        )
        return (
            heading((Run(item.title),), "title", above=0),
            caption(facts, below=6),
            *markdown_blocks(item.text, cited),
            *passages,
            *([notice_block()] if item.kind in _MADE else []),
        )

    def _move(self, step: int) -> None:
        place = self._list.currentIndex().row()
        if self._shown is not None:
            self.move_wanted.emit(self._shown.id, min(max(0, place + step), self._model.rowCount() - 1))

    @Slot()
    def _drop_clicked(self) -> None:
        if self._shown is not None:
            self.drop_wanted.emit(self._shown.id)

    @Slot(QModelIndex, QModelIndex)
    def _chosen(self, index: QModelIndex, _: QModelIndex) -> None:
        item = index.data(RECORD_ROLE)
        if isinstance(item, CaseItem) and item is not self._shown:
            self.write_note()
            self._show(item)

    @Slot(str)
    def _link_followed(self, href: str) -> None:
        scheme, _, place = href.partition(":")
        if scheme == _PASSAGE and self._shown is not None:
            self.passages_wanted.emit(self._shown.evidence[int(place) :])

    @Slot(object)
    def _citation_followed(self, citation: Citation) -> None:
        if citation.evidence:
            self.passages_wanted.emit(citation.evidence)

    @Slot(QPoint)
    def _menu_wanted(self, place: QPoint) -> None:
        menu = QMenu(self)
        self.fill(menu)
        menu.popup(self._list.viewport().mapToGlobal(place))

    def fill(self, menu: QMenu) -> None:
        """What can be done with the item that is chosen."""
        menu.clear()
        if self._shown is None:
            menu.addAction(self.tr("No item chosen")).setEnabled(False)
            return
        at, last, identity = self._list.currentIndex().row(), self._model.rowCount() - 1, self._shown.id
        for words, to, is_on in (
            (self.tr("Move up"), at - 1, at > 0),
            (self.tr("Move down"), at + 1, at < last),
            (self.tr("Move to the top"), 0, at > 0),
        ):
            action = menu.addAction(words)
            action.setEnabled(is_on)
            action.triggered.connect(lambda _=False, to=to: self.move_wanted.emit(identity, to))
        menu.addSeparator()
        menu.addAction(self.tr("Take out")).triggered.connect(lambda _: self.drop_wanted.emit(identity))


def _spoken(item: CaseItem) -> Spoken:
    return Spoken(item.title, item.title, ", ".join(_lines(item)))


def _lines(item: CaseItem) -> TwoLines:
    note = " ".join(item.note.split())
    return TwoLines(item.title, f"{_kind_words(item.kind)} · {note}" if note else _kind_words(item.kind))


def _said(index: Index) -> TwoLines:
    return _lines(index.data(RECORD_ROLE))


def _kind_words(kind: CaseKind) -> str:
    return _tr(
        {
            CaseKind.NOTE: "Note",
            CaseKind.QUOTE: "Quotation",
            CaseKind.ENTITY: "Entity",
            CaseKind.REPORT: "Community report",
            CaseKind.ANSWER: "Question and answer",
            CaseKind.VIEW: "Map",
        }[kind]
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("CasePanel", text)
