"""The answers kept in a project, the latest first: searched, opened, asked again, deleted."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QPoint,
    Signal,
    SignalInstance,
    Slot,
)
from PySide6.QtWidgets import (
    QMenu,
    QVBoxLayout,
    QWidget,
)

from graphrag_desktop.domain.answers import AnswerHead
from graphrag_desktop.ui.controls import Button, ShortWords
from graphrag_desktop.ui.counted import counted, moment
from graphrag_desktop.ui.ended_words import ended_with_cost
from graphrag_desktop.ui.filter_field import FilterField
from graphrag_desktop.ui.mode_words import asked_words, mode_name
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import MessageBar, Offer, named, row_of
from graphrag_desktop.ui.restriction_words import restriction_words
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


class HistoryList(QWidget):
    """Lists the heads of answers; `search_wanted` asks for those that hold some words."""

    answer_wanted = Signal(str)
    search_wanted = Signal(str)
    again_wanted = Signal(str, int, object)  # question, level and way of asking, to be changed and asked
    same_wanted = Signal(str, int, object)  # question, level and way of asking, to be asked as they are
    compare_wanted = Signal(str)  # with the answer that is open
    delete_wanted = Signal(str)
    undo_wanted = Signal()
    restriction_wanted = Signal(object)  # that of the question asked again, before it is
    standing_wanted = Signal(str, bool)
    all_again_wanted = Signal()
    changes_wanted = Signal(str)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._version = 0
        self._open = ""
        self._build()

    @property
    def words(self) -> str:
        """What is searched for."""
        return self._field.text()

    def show_heads(self, heads: Sequence[AnswerHead]) -> None:
        """Show other answers."""
        self._model.show_records(heads)
        if heads or self.words.strip():
            self._page.show_content()
        else:
            words = self.tr("Every answer is kept in the project, with all that it rests on.")
            self._page.show_empty(Emptiness("message-circle-question-mark", self.tr("Nothing asked yet"), words))
        found = counted(len(heads), "1 answer", "{n} answers")
        self._all_again.setVisible(any(each.is_standing for each in heads))
        self._count.setText(self.tr("{answers} found").format(answers=found) if self.words.strip() else found)

    def set_version(self, version: int) -> None:
        """The version of the index: answers of an earlier one are said to be."""
        self._version = version
        self._list.viewport().update()

    def tell_deleted(self) -> None:
        """An answer is gone; it can be brought back."""
        offer = Offer(self.tr("Undo"), self.undo_wanted.emit)
        self._bar.tell(self.tr("The answer was deleted."), "ok", offer=offer)

    def choose(self, identity: str) -> None:
        """Mark the answer that is open without telling anyone; the others can be compared with it."""
        self._open = identity
        self._list.setCurrentIndex(self._model.index_where(lambda head: head.id == identity))

    def tell(self, words: str, offer: Offer | None = None, *, is_trouble: bool = False) -> None:
        """Say what became of the standing questions."""
        self._bar.tell(words, "danger" if is_trouble else "ok", offer=offer)

    def take_focus(self) -> None:
        """Put the keyboard on the list."""
        self._list.setFocus()

    def _build(self) -> None:
        self._field = FilterField(self._theme, self.tr("Search questions and answers"), "search")
        self._field.words_changed.connect(self.search_wanted)
        self._field.left_downwards.connect(self.take_focus)
        self._bar = MessageBar(self._theme)
        self._model = RowModel(_spoken, self)
        self._list = named(TwoLineView(), "historyList", self.tr("Questions asked"))
        self._list.setModel(self._model)
        self._list.setItemDelegate(TwoLineDelegate(self._theme, self._list, self._said))
        self._list.clicked.connect(self._row_opened)
        self._list.activated.connect(self._row_opened)
        self._list.delete_pressed.connect(self._delete_pressed)
        self._list.customContextMenuRequested.connect(self._menu_wanted)
        self._count = ShortWords(self._theme, role="caption", tone="3")
        self._compare = Button(self._theme, self.tr("Compare"), icon="columns-3", kind="quiet")
        self._compare.setToolTip(self.tr("Compare with the answer that is open, sentence by sentence"))
        self._compare.clicked.connect(self._compare_clicked)
        self._list.selectionModel().currentChanged.connect(lambda *_: self._offer())
        self._model.modelReset.connect(self._offer)
        self._all_again = Button(self._theme, self.tr("Ask standing again"), icon="refresh-cw", kind="quiet")
        self._all_again.setToolTip(
            self.tr("Ask the standing questions again whose documents have changed, and show what did")
        )
        self._all_again.clicked.connect(self.all_again_wanted)
        foot = row_of(self._count, self._all_again, self._compare)
        foot.setStretch(0, 1)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(14, 10, 14, 10)
        inner.setSpacing(8)
        for widget in (self._field, self._list):
            inner.addWidget(widget)
        inner.addLayout(foot)
        self._page = StatefulPage(self._theme, content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self._page, 1)
        self.show_heads(())

    def fill(self, menu: QMenu) -> None:
        """What can be done with the answer that is marked."""
        menu.clear()
        head = self._list.currentIndex().data(RECORD_ROLE)
        if not isinstance(head, AnswerHead):
            menu.addAction(self.tr("No question chosen")).setEnabled(False)
            return
        menu.addAction(self.tr("Open")).triggered.connect(lambda _: self.answer_wanted.emit(head.id))
        again = menu.addAction(self.tr("Ask again, at any level"))
        again.triggered.connect(lambda _: self._again(self.again_wanted, head))
        words = (
            self.tr("Ask the same again at C{level}") if head.mode.has_level else self.tr("Ask the same again: {way}")
        )
        same = menu.addAction(words.format(level=head.level, way=mode_name(head.mode)))
        same.triggered.connect(lambda _: self._again(self.same_wanted, head))
        compare = menu.addAction(self.tr("Compare with the answer that is open"))
        compare.triggered.connect(lambda _: self.compare_wanted.emit(head.id))
        compare.setEnabled(self._can_compare(head))
        menu.addSeparator()
        keep = menu.addAction(self.tr("Keep as a standing question"))
        keep.setCheckable(True)
        keep.setChecked(head.is_standing)
        keep.triggered.connect(lambda is_on: self.standing_wanted.emit(head.id, is_on))
        changes = menu.addAction(self.tr("What has changed since the answer before"))
        changes.setEnabled(head.is_standing)
        changes.triggered.connect(lambda _: self.changes_wanted.emit(head.id))
        menu.addSeparator()
        menu.addAction(self.tr("Delete")).triggered.connect(lambda _: self.delete_wanted.emit(head.id))

    def _said(self, index: Index) -> TwoLines:
        head: AnswerHead = index.data(RECORD_ROLE)
        words = [asked_words(head.mode, head.level), moment(head.asked_at)]
        if head.is_standing:
            words.insert(0, self.tr("Standing"))
        if not head.restriction.is_empty:
            words.append(restriction_words(head.restriction))
        if head.index_version < self._version:
            words.append(self.tr("of an earlier index"))
        words += ended_with_cost(head)
        return TwoLines(head.question, " · ".join(words))

    def _again(self, signal: SignalInstance, head: AnswerHead) -> None:
        self.restriction_wanted.emit(head.restriction)
        signal.emit(head.question, head.level, head.mode)

    def _can_compare(self, head: object) -> bool:
        return isinstance(head, AnswerHead) and bool(self._open) and head.id != self._open

    @Slot()
    def _offer(self) -> None:
        self._compare.setEnabled(self._can_compare(self._list.currentIndex().data(RECORD_ROLE)))

    @Slot()
    def _compare_clicked(self) -> None:
        head = self._list.currentIndex().data(RECORD_ROLE)
        if isinstance(head, AnswerHead):
            self.compare_wanted.emit(head.id)

    @Slot(QModelIndex)
    def _row_opened(self, index: QModelIndex) -> None:
        head = index.data(RECORD_ROLE)
        if isinstance(head, AnswerHead):
            self.answer_wanted.emit(head.id)

    @Slot()
    def _delete_pressed(self) -> None:
        head = self._list.currentIndex().data(RECORD_ROLE)
        if isinstance(head, AnswerHead):
            self.delete_wanted.emit(head.id)

    @Slot(QPoint)
    def _menu_wanted(self, place: QPoint) -> None:
        index = self._list.indexAt(place)
        if index.isValid():
            self._list.setCurrentIndex(index)
        menu = QMenu(self)
        self.fill(menu)
        menu.popup(self._list.viewport().mapToGlobal(place))


def _spoken(head: AnswerHead) -> Spoken:
    parts = (head.question, asked_words(head.mode, head.level), moment(head.asked_at), *ended_with_cost(head))
    aloud = ", ".join(parts)
    return Spoken(head.question, head.question, aloud)
