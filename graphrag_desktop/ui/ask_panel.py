"""The question pane: what to ask, at which level and at what cost, and the answer as it is written."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QTextBrowser, QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Answer, Citation, LevelEstimate, Use
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.events import AnswerGrew, Event, PartScored
from graphrag_desktop.ui.level_picker import LevelPicker
from graphrag_desktop.ui.panels import MessageBar, Sheet, Words, named, row_of
from graphrag_desktop.ui.rendering import CITATION, answer_html
from graphrag_desktop.ui.theme import ActiveTheme

_QUESTION_HEIGHT = 64
_REDRAW_MILLISECONDS = 100  # laying out all that came so far is not done for every word


class AskPanel(QWidget):
    """Asks and shows answers; `question_asked` tells the question and its level, `citation_wanted` a clicked citation."""

    question_asked = Signal(str, int)
    stop_wanted = Signal()
    citation_wanted = Signal(object)
    community_wanted = Signal(int)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._estimates: tuple[LevelEstimate, ...] = ()
        self._text = ""
        self._citations: tuple[Citation, ...] = ()
        self._is_busy = False
        self._redraw = QTimer(self, singleShot=True, interval=_REDRAW_MILLISECONDS)
        self._redraw.timeout.connect(self._draw)
        self._build()
        theme.theme_changed.connect(self._draw)

    def show_levels(self, estimates: tuple[LevelEstimate, ...]) -> None:
        """What asking at each level reads; nothing can be asked while there is none."""
        self._estimates = estimates
        level = self._picker.level
        self._picker.show_estimates(estimates)
        if estimates:
            self._picker.set_level(min(level, len(estimates) - 1))
        self._update()

    def set_question(self, text: str) -> None:
        """Put words into the field."""
        self._question.setPlainText(text)

    def set_level(self, level: int) -> None:
        """Choose a level."""
        self._picker.set_level(level)
        self._update()

    def take_focus(self) -> None:
        """Put the cursor into the question."""
        self._question.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def begin(self) -> None:
        """A question was sent."""
        self._is_busy = True
        self._text, self._citations = "", ()
        self._bar.hide()
        self._head.setText(self.tr("Reading the reports"))
        self._draw()
        self._update()

    def follow(self, happened: Event) -> None:
        """Show one event of the question."""
        if isinstance(happened, PartScored):
            self._head.setText(
                self.tr("Part {number} of {parts} read: helpfulness {score} of 100").format(
                    number=happened.number, parts=happened.parts, score=happened.score
                )
            )
        elif isinstance(happened, AnswerGrew):
            self._text += happened.text
            if not self._redraw.isActive():
                self._redraw.start()

    def show_answer(self, answer: Answer) -> None:
        """Show a finished answer with its citations as links."""
        self._is_busy = False
        self._text, self._citations = answer.text, answer.citations
        self._head.setText(self._figures(answer))
        self._draw()
        self._update()

    def stopped(self) -> None:
        """The question was stopped before it had an answer; what was written stays."""
        self._is_busy = False
        self._head.setText(self.tr("Stopped. Nothing was kept but what is shown."))
        self._update()

    def failed(self, reason: str, hint: str) -> None:
        """The question could not be answered."""
        self._is_busy = False
        self._head.setText("")
        self._bar.tell(f"{reason} {hint}".strip())
        self._update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Qt's: Enter asks, Shift+Enter begins a line; an input method's own Enter never comes here."""
        if watched is self._question and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            is_enter = event.key() in {int(Qt.Key.Key_Return), int(Qt.Key.Key_Enter)}
            if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._ask_clicked()
                return True
        return super().eventFilter(watched, event)

    def _build(self) -> None:
        sheet = Sheet(margin=14)
        field = QPlainTextEdit(placeholderText=self.tr("Ask about the whole collection"), tabChangesFocus=True)
        self._question = named(field, "questionEdit", self.tr("Question"))
        self._question.setFixedHeight(_QUESTION_HEIGHT)
        self._question.installEventFilter(self)
        self._question.textChanged.connect(self._update)
        self._picker = LevelPicker(self._theme)
        self._picker.level_chosen.connect(lambda _: self._update())
        self._cost = Words(self._theme, role="caption", tone="3")
        self._ask = named(QPushButton(self.tr("Ask")), "askButton")
        self._ask.setProperty("kind", "primary")
        self._ask.clicked.connect(self._ask_clicked)
        self._stop = named(QPushButton(self.tr("Stop")), "stopButton")
        self._stop.setToolTip(self.tr("Stop asking; what is written stays."))
        self._stop.clicked.connect(self.stop_wanted)
        self._bar = MessageBar(self._theme)
        self._head = Words(self._theme, role="caption", tone="2")
        self._answer = named(QTextBrowser(openLinks=False), "answerView", self.tr("Answer"))
        self._answer.anchorClicked.connect(self._link_clicked)
        self._foot = Words(
            self._theme,
            self.tr("Made by a program from your documents; it may be wrong. Follow the citations."),
            role="caption",
            tone="3",
        )
        sheet.column.addWidget(self._question)
        sheet.column.addWidget(self._picker)
        sheet.column.addLayout(row_of(self._cost, self._ask, self._stop))
        for widget in (self._bar, self._head):
            sheet.column.addWidget(widget)
        sheet.column.addWidget(self._answer, 1)
        sheet.column.addWidget(self._foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self._draw()
        self._update()

    def _ask_clicked(self) -> None:
        if self._ask.isEnabled():
            self.question_asked.emit(self._question.toPlainText().strip(), self._picker.level)

    def _link_clicked(self, url: QUrl) -> None:
        place = int(url.path()) if url.path().isdigit() else -1
        if url.scheme() != CITATION or not 0 <= place < len(self._citations):
            return
        citation = self._citations[place]
        if citation.kind is Kind.REPORT:
            self.community_wanted.emit(citation.number)
        self.citation_wanted.emit(citation)

    def _update(self) -> None:
        can_ask = bool(self._estimates) and not self._is_busy
        self._ask.setEnabled(can_ask and bool(self._question.toPlainText().strip()))
        self._stop.setEnabled(self._is_busy)
        level = self._picker.level
        if level >= len(self._estimates):
            self._cost.setText(self.tr("Nothing to ask yet: index a folder first."))
            return
        chosen = self._estimates[level]
        self._cost.setText(
            self.tr("Reads {reports:,} reports ({tokens:,} tokens) in {calls:,} parts, on this computer.").format(
                reports=chosen.communities, tokens=chosen.report_tokens, calls=chosen.map_calls
            )
        )

    def _draw(self) -> None:
        if not self._text:
            hint = "" if self._is_busy else self.tr("The answer appears here, each statement with its sources.")
            self._answer.setHtml(f"<p style='color:{self._theme.theme.hex('text3')}'>{hint}</p>")
            return
        bar = self._answer.verticalScrollBar()
        position = bar.value()
        self._answer.setHtml(answer_html(self._text, self._citations, self._theme.theme))
        bar.setValue(position)

    def _figures(self, answer: Answer) -> str:
        read = len(answer.reports)
        cited = sum(each.use is Use.CITED for each in answer.reports)
        figures = [
            f"C{answer.level}",
            self.tr("{read:,} reports read, {cited:,} cited").format(read=read, cited=cited),
            self.tr("{share:.0%} of statements cited").format(share=answer.coverage),
            f"{answer.seconds:.1f} s",
            answer.engine,
        ]
        return " · ".join([*([self.tr("Stopped")] if answer.is_stopped else []), *figures])
