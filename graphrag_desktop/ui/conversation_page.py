"""An answer in its conversation: the questions before it, the answer, what could be asked next, and a field to go on."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.conversation import TurnHead
from graphrag_desktop.domain.events import QuestionRestated
from graphrag_desktop.ui.composing import Entering
from graphrag_desktop.ui.controls import Button, ShortWords
from graphrag_desktop.ui.panels import Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme

_MOST_TURNS = 4  # that are seen at once
_LOW, _FEW, _HIGH = 420, 1, 640  # pixels of height below which nothing is suggested, only the first, all
_ROW, _INDENT = 24, "    "


def restated_words(happened: QuestionRestated) -> str:
    """What a follow-up is asked as."""
    if happened.is_complete:
        return QCoreApplication.translate("ConversationPage", "Asked as: {question}").format(question=happened.question)
    return QCoreApplication.translate("ConversationPage", "Asked as it is: nothing before tells what it points at.")


class ConversationPage(QWidget):
    """The answer between what led to it and what may follow.

    `follow_wanted` tells a question that goes on from the answer, `instead_wanted` one in place of the answer's own,
    `answer_wanted` another answer of the conversation.
    """

    follow_wanted = Signal(str)
    instead_wanted = Signal(str)
    answer_wanted = Signal(str)

    def __init__(self, theme: ActiveTheme, sheet: QWidget) -> None:
        super().__init__()
        self._theme = theme
        self._sheet = sheet
        self._answer: Answer | None = None
        self._is_replacing = False
        self._build()
        theme.theme_changed.connect(self._dress)

    @property
    def answer(self) -> Answer | None:
        """The answer that is gone on from."""
        return self._answer

    def show_answer(self, answer: Answer | None) -> None:
        """Another answer is in sight, or none is; its conversation and what could follow are told later."""
        self._answer = answer
        self._turns.hide()
        self._show_next(())
        self._reworded.setVisible(answer is not None and bool(answer.typed))
        if answer is not None:
            said = self.tr("“{typed}” was asked as: {question}")
            self._reworded.setText(said.format(typed=answer.typed, question=answer.question))
        self._foot.setVisible(answer is not None)
        self._field.clear()
        self._replace(is_replacing=False)

    def show_conversation(self, answer: str, turns: Sequence[TurnHead], following: Sequence[str]) -> None:
        """The conversation of an answer and what could be asked next; passed over where another is in sight by now."""
        if self._answer is None or self._answer.id != answer:
            return
        text = self._sheet.findChild(QAbstractScrollArea, "answerView")
        place = 0 if text is None else text.verticalScrollBar().value()
        self._turns.clear()
        for turn in turns:
            item = QListWidgetItem(f"{_INDENT * turn.depth}{'↳ ' if turn.depth else ''}{turn.question}")
            item.setData(Qt.ItemDataRole.UserRole, turn.id)
            item.setToolTip(turn.question)
            self._turns.addItem(item)
            if turn.id == answer:
                self._turns.setCurrentItem(item)
        self._turns.setVisible(len(turns) > 1)
        self._dress()
        self._show_next(following)
        layout = self.layout()
        if layout is not None and text is not None:  # the answer has another height now, and stays where it was read
            layout.activate()
            text.verticalScrollBar().setValue(place)

    def take_focus(self) -> None:
        """Put the cursor into the field for a follow-up."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Qt's: Escape gives up a question in place of the answer's."""
        is_key = watched is self._field and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress
        if is_key and self._is_replacing and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            self._field.clear()
            self._replace(is_replacing=False)
            return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: where it is low the answer has the room."""
        super().resizeEvent(event)
        self._fit()

    def _build(self) -> None:
        self._turns = named(QListWidget(), "conversationList", self.tr("Questions of this conversation"))
        self._turns.setProperty("list", "contents")
        self._turns.setFrameShape(QFrame.Shape.NoFrame)
        self._turns.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._turns.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._turns.itemClicked.connect(self._turn_opened)
        self._turns.itemActivated.connect(self._turn_opened)
        self._reworded = Words(self._theme, role="caption", tone="2")
        head = QVBoxLayout()
        head.setContentsMargins(12, 6, 12, 0)
        head.setSpacing(4)
        head.addWidget(self._turns)
        head.addWidget(self._reworded)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._sheet, 1)
        column.addWidget(self._build_foot())
        self.show_answer(None)

    def _build_foot(self) -> QWidget:
        self._foot = QFrame()
        self._foot.setProperty("surface", "foot")
        self._next: list[Button] = []
        self._next_words = ShortWords(self._theme, self.tr("Ask next"), role="caption", tone="3")
        self._suggestions = QVBoxLayout()
        self._suggestions.setSpacing(0)
        self._field = named(QLineEdit(), "followUpEdit", self.tr("Follow-up question"))
        Entering(self._field).entered.connect(self._sent)
        self._field.textChanged.connect(self._text_changed)
        self._field.installEventFilter(self)
        self._send = named(Button(self._theme, self.tr("Go on"), icon="send"), "followUpButton")
        self._send.clicked.connect(self._sent)
        tip = self.tr("Change this question and ask it in a branch of its own; this answer stays")
        self._edit = named(
            Button(self._theme, self.tr("Edit"), icon="notebook-pen", kind="quiet", tip=tip), "editButton"
        )
        self._edit.setAccessibleName(self.tr("Edit this question and ask again"))
        self._edit.clicked.connect(self._edit_clicked)
        line = row_of(self._field, self._send, self._edit, spacing=6)
        line.setStretch(0, 1)
        column = QVBoxLayout(self._foot)
        column.setContentsMargins(14, 6, 10, 8)
        column.setSpacing(4)
        column.addWidget(self._next_words)
        column.addLayout(self._suggestions)
        column.addLayout(line)
        return self._foot

    def _show_next(self, questions: Sequence[str]) -> None:
        for button in self._next:
            self._suggestions.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._next = []
        for question in questions:
            button = Button(self._theme, question, icon="message-circle-question-mark", kind="quiet", tip=question)
            button.setProperty("align", "left")
            button.setStyleSheet("text-align: left")
            button.clicked.connect(lambda _=False, question=question: self.follow_wanted.emit(question))
            self._next.append(button)
            self._suggestions.addWidget(button)
        self._fit()

    def _fit(self) -> None:
        """Suggestions have the room that there is, each on one line."""
        height, scale = self.height(), self._theme.theme.pixels
        most = 0 if height < scale(_LOW) else _FEW if height < scale(_HIGH) else len(self._next)
        self._next_words.setVisible(bool(self._next) and most > _FEW)
        room = max(60, self.width() - scale(70))
        for place, button in enumerate(self._next):
            shown = QFontMetricsF(button.font()).elidedText(button.accessibleName(), Qt.TextElideMode.ElideRight, room)
            button.setText(f" {shown}")
            button.setVisible(place < most)

    def _replace(self, *, is_replacing: bool) -> None:
        self._is_replacing = is_replacing
        self._field.setPlaceholderText(self.tr("Ask instead") if is_replacing else self.tr("Ask a follow-up"))
        self._send.say(self.tr("Ask instead") if is_replacing else self.tr("Go on"))
        self._text_changed()

    @Slot()
    def _text_changed(self) -> None:
        self._send.setEnabled(bool(self._field.text().strip()))

    @Slot()
    def _edit_clicked(self) -> None:
        if self._answer is not None:
            self._replace(is_replacing=True)
            self._field.setText(self._answer.typed or self._answer.question)
            self.take_focus()
            self._field.selectAll()

    @Slot()
    def _sent(self) -> None:
        text = self._field.text().strip()
        if text:
            (self.instead_wanted if self._is_replacing else self.follow_wanted).emit(text)

    @Slot(QListWidgetItem)
    def _turn_opened(self, item: QListWidgetItem) -> None:
        identity = item.data(Qt.ItemDataRole.UserRole)
        if self._answer is None or identity != self._answer.id:
            self.answer_wanted.emit(identity)

    def _dress(self) -> None:
        theme = self._theme.theme
        self._turns.setFont(theme.font("small"))
        self._field.setFont(theme.font("body"))
        row = max(theme.pixels(_ROW), self._turns.sizeHintForRow(0))
        self._turns.setFixedHeight(min(_MOST_TURNS, max(1, self._turns.count())) * row + 6)
        self._fit()
