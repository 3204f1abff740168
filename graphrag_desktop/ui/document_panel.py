"""Every file of the folder and what became of it, none left unaccounted for."""

from collections import Counter
from collections.abc import Collection, Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from graphrag_desktop.domain.documents import INSIDE, DocumentState
from graphrag_desktop.domain.identity import DocumentId, entity_id
from graphrag_desktop.explore.documents import FileRow
from graphrag_desktop.language.packs import Pack
from graphrag_desktop.ui.controls import IconButton, ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.file_words import STATE_LOOKS, file_remark, file_words, short_file_words, state_words
from graphrag_desktop.ui.filter_field import FilterField
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import MessageBar, Offer, Sheet, named, row_of
from graphrag_desktop.ui.record_table import RECORD_ROLE, Column, RecordTable, RecordView
from graphrag_desktop.ui.removal_bar import RemovalBar
from graphrag_desktop.ui.theme import ActiveTheme

_WIDE = 560  # pixels from which a file is one line with columns, below it two lines
_TWO_LINES, _ONE_LINE = 44, 30
_NEVER_READ = frozenset({DocumentState.UNSUPPORTED, DocumentState.LEFT_OUT})


class DocumentPanel(QWidget):
    """Lists the files of the folder; `file_chosen` tells the `FileRow` of the one that was picked."""

    file_chosen = Signal(object)
    folder_wanted = Signal()
    preview_wanted = Signal(object)  # a FileRow: what is read from it, in which encoding
    passwords_wanted = Signal()
    menu_filled = Signal(object)  # the QMenu of the file that is chosen, for what others offer

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._chosen: DocumentId | None = None
        self._row: FileRow | None = None
        self._locked = 0
        self._words: tuple[str, ...] = ()
        self._among: Collection[DocumentId] | None = None
        self._read_now = ""  # the folder of the run that goes on
        self._build()

    @property
    def files(self) -> Sequence[FileRow]:
        """All files that are listed, the filtered out included."""
        return self._table.records

    def show_files(self, files: Sequence[FileRow]) -> None:
        """Show the files of a project, by path until a header is clicked."""
        self._table.show_records(files)
        self._row = None
        self._offer_states(files)
        self._say_locked(files)
        self._restore()
        if files:
            self._page.show_content()
        else:
            self._say_empty()

    def show_packs(self, packs: Sequence[Pack]) -> None:
        """Name the language packs that would read some of these documents better; none takes the message away."""
        if not packs:
            self._packs.hide()
            return
        names = self.tr(" and ").join(each.name for each in packs)
        extras = ",".join(each.extra for each in packs)
        words = self.tr("{names}: a language pack would find more names. Install it, then index again: {command}")
        self._packs.tell(words.format(names=names, command=f'pip install "graphrag-desktop[{extras}]"'), "warn")

    def expect(self, folder: str) -> None:
        """A folder is being read; with an empty name it is not any more. While there is no file yet that is said."""
        self._read_now = folder
        if not self._table.records:
            self._say_empty()

    def file_named(self, name: str) -> FileRow | None:
        """The first file with a word in its path."""
        return next((each for each in self._table.records if name.casefold() in each.path.casefold()), None)

    def narrow_to(self, documents: Collection[DocumentId] | None) -> None:
        """Show no files but those of these documents, or all again."""
        if documents != self._among:
            self._among = documents
            self._narrow()

    def choose(self, identity: DocumentId | None) -> None:
        """Mark a document without telling anyone."""
        self._chosen = identity
        self._restore()

    def take_focus(self) -> None:
        """Put the keyboard on the table."""
        self._view.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: one line or two for a file."""
        super().resizeEvent(event)
        self._fit()

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._field = FilterField(self._theme, self.tr("Filter documents"))
        self._field.words_changed.connect(self._words_changed)
        self._field.left_downwards.connect(self.take_focus)
        self._states = QComboBox()
        self._states.setAccessibleName(self.tr("State of file"))
        self._states.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._states.setMinimumContentsLength(5)
        self._states.activated.connect(lambda _: self._narrow())
        menu = self._build_menu()
        tools = row_of(self._field, self._states, self._more, spacing=4)
        tools.setContentsMargins(8, 8, 8, 6)
        tools.setStretch(0, 3)
        tools.setStretch(1, 2)
        self._table = RecordTable(_columns(), file_words, self)
        self._view = named(RecordView(self._theme), "documentTable", self.tr("Documents"))
        self._view.show_table(self._table)
        self._delegate = _FileDelegate(self._theme, self._view)
        self._view.setItemDelegateForColumn(0, self._delegate)
        self._table.modelReset.connect(self._restore)
        self._view.record_chosen.connect(self._record_chosen)
        self._view.record_opened.connect(self.file_chosen)
        self._view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._view.customContextMenuRequested.connect(
            lambda place: menu.popup(self._view.viewport().mapToGlobal(place))
        )
        self._locks, self._packs = MessageBar(self._theme), MessageBar(self._theme)
        self.removal = RemovalBar(self._theme)
        self._count = ShortWords(self._theme, role="caption", tone="3")
        foot = QFrame()
        foot.setProperty("surface", "foot")
        line = QVBoxLayout(foot)
        line.setContentsMargins(12, 6, 10, 7)
        line.addWidget(self._count)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addLayout(tools)
        inner.addWidget(self.removal)
        inner.addWidget(self._locks)
        inner.addWidget(self._packs)
        inner.addWidget(self._view, 1)
        inner.addWidget(foot)
        self._page = StatefulPage(self._theme, content)
        sheet.column.addWidget(self._page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self._theme.theme_changed.connect(self._fit)
        self._say_empty()

    def _build_menu(self) -> QMenu:
        self._more = IconButton(self._theme, "ellipsis", self.tr("What can be done with the chosen file"))
        self._more.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.aboutToShow.connect(lambda: self.fill(menu))
        self._more.setMenu(menu)
        return menu

    def _say_empty(self) -> None:
        if self._read_now:
            words = self.tr("The files of {folder} are listed here once they were read.").format(folder=self._read_now)
            self._page.show_empty(Emptiness("loader-circle", self.tr("Reading documents"), words))
            return
        words = self.tr("Open a folder of documents, and each of its files is listed here with what became of it.")
        emptiness = Emptiness("folder", self.tr("No documents yet"), words, self.tr("Open a folder"), "folder-open")
        self._page.show_empty(emptiness, self.folder_wanted.emit)

    def _offer_states(self, files: Sequence[FileRow]) -> None:
        counts = Counter(each.state for each in files)
        chosen = self._states.currentData()
        self._states.clear()
        self._states.addItem(self.tr("All · {n}").format(n=figure(len(files))), None)
        for state in DocumentState:
            if counts[state]:
                self._states.addItem(f"{state_words(state)} · {figure(counts[state])}", state)
        self._states.setCurrentIndex(max(0, self._states.findData(chosen)))
        words = [counted(len(files), "1 file", "{n} files")]
        words += [f"{figure(counts[state])} {state_words(state)}" for state in DocumentState if counts[state]]
        alike = sum(bool(each.copy_of) for each in files)
        words += [counted(alike, "1 near-duplicate", "{n} near-duplicates")] if alike else []
        self._count.setText(" · ".join(words))
        self._narrow()

    def _say_locked(self, files: Sequence[FileRow]) -> None:
        """Said when the number changes: a message that was taken away does not come back with every look."""
        locked = sum(each.state is DocumentState.NEEDS_PASSWORD for each in files)
        if locked == self._locked:
            return
        self._locked = locked
        if locked:
            offer = Offer(self.tr("Give a password"), self.passwords_wanted.emit)
            self._locks.tell(
                counted(locked, "1 file needs a password.", "{n} files need a password."), "warn", offer=offer
            )
        else:
            self._locks.hide()

    def fill(self, menu: QMenu) -> None:
        """What can be done with the file that is chosen."""
        menu.clear()
        row = self._row
        if row is None:
            menu.addAction(self.tr("No file chosen")).setEnabled(False)
            return
        self._fill_for(row, menu)
        self.menu_filled.emit(menu)

    def _fill_for(self, row: FileRow, menu: QMenu) -> None:
        text = menu.addAction(self.tr("Show its text"))
        text.setEnabled(row.document is not None and row.document.has_text)
        text.triggered.connect(lambda: self.file_chosen.emit(row))
        look = menu.addAction(self.tr("Look inside the file, choose its encoding"))
        look.setEnabled(INSIDE not in row.path and row.state not in _NEVER_READ)
        look.triggered.connect(lambda: self.preview_wanted.emit(row))
        if row.state is DocumentState.NEEDS_PASSWORD:
            menu.addAction(self.tr("Give a password")).triggered.connect(self.passwords_wanted)
        self.removal.fill(menu, row)

    @Slot(str)
    def _words_changed(self, text: str) -> None:
        self._words = tuple(entity_id(text).split())
        self._narrow()

    def _narrow(self) -> None:
        words, state, among = self._words, self._states.currentData(), self._among
        self._table.set_filter(
            None
            if not words and state is None and among is None
            else lambda each: (
                (state is None or each.state == state)
                and (among is None or (each.document is not None and each.document.id in among))
                and all(word in entity_id(each.path) for word in words)
            )
        )

    @Slot()
    def _restore(self) -> None:
        chosen = self._chosen
        self._view.choose_row(
            -1
            if chosen is None
            else self._table.row_where(lambda each: each.document is not None and each.document.id == chosen)
        )

    def _record_chosen(self, row: FileRow) -> None:
        self._row = row
        self._chosen = None if row.document is None else row.document.id
        self.file_chosen.emit(row)

    @Slot()
    def _fit(self) -> None:
        scale = self._theme.theme.pixels
        is_wide = self.width() >= scale(_WIDE)
        self._delegate.is_wide = is_wide
        self._view.horizontalHeader().setVisible(is_wide)
        self._view.verticalHeader().setDefaultSectionSize(scale(_ONE_LINE if is_wide else _TWO_LINES))
        self._view.viewport().update()


class _FileDelegate(QStyledItemDelegate):
    """The state as an icon, the path shortened in its middle; in two lines also what is known of the file."""

    def __init__(self, active: ActiveTheme, parent: RecordView) -> None:
        super().__init__(parent)
        self._active = active
        self.is_wide = False

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Qt's: draw the cell of the path."""
        theme = self._active.theme
        row: FileRow = index.data(RECORD_ROLE)
        painter.save()
        box = QRectF(option.rect)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, theme.colour("selection" if is_chosen else "hover"))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), theme.colour("line"))
        name, token = STATE_LOOKS[row.state]
        size = theme.pixels(14)
        pixmap = self._active.icons.pixmap(name, token, size)
        line = theme.pixels(20)
        top = box.center().y() - line / 2 if self.is_wide else box.top() + theme.pixels(3)
        painter.drawPixmap(QPointF(box.left() + 10, top + (line - size) / 2), pixmap)
        left = box.left() + 10 + size + 8
        room = QRectF(left, top, max(0.0, box.right() - left - 8), line)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text" if row.document is not None else "text2"))
        self._write(painter, room, row.path, Qt.TextElideMode.ElideMiddle)
        if not self.is_wide:
            painter.setFont(theme.font("caption", tabular=True))
            painter.setPen(theme.colour("text3"))
            below = QRectF(left, room.bottom() - 1, room.width(), theme.pixels(16))
            self._write(painter, below, short_file_words(row), Qt.TextElideMode.ElideRight)
        painter.restore()

    def _write(self, painter: QPainter, room: QRectF, text: str, elide: Qt.TextElideMode) -> None:
        shown = QFontMetricsF(painter.font()).elidedText(text, elide, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


def _columns() -> tuple[Column[FileRow], ...]:
    def tr(words: str) -> str:
        return QCoreApplication.translate("Document", words)

    def of(row: FileRow, name: str) -> str:
        return "" if row.document is None else str(getattr(row.document, name))

    def characters(row: FileRow) -> int:
        return 0 if row.document is None else row.document.characters

    return (
        Column(tr("File"), lambda row: row.path, lambda row: row.path),
        Column(tr("State"), lambda row: state_words(row.state), lambda row: row.state, 110, _WIDE),
        Column(tr("Language"), lambda row: of(row, "language"), lambda row: of(row, "language"), 84, 660),
        Column(
            tr("Pages"),
            lambda row: figure(row.pages) if row.pages else "",
            lambda row: row.pages,
            64,
            _WIDE,
            True,  # noqa: FBT003
        ),
        Column(tr("Characters"), lambda row: figure(characters(row)), characters, 96, _WIDE, True),  # noqa: FBT003
        Column(
            tr("Text units"),
            lambda row: figure(row.text_units),
            lambda row: row.text_units,
            88,
            640,
            True,  # noqa: FBT003
        ),
        Column(tr("Codec"), lambda row: of(row, "codec"), lambda row: of(row, "codec"), 110, 760),
        Column(tr("Remark"), file_remark, file_remark, 220, 900),
    )
