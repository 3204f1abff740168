"""An answer as it is written and as it stands: how it was made, how its citations fare, its text, and what to do with it."""

import re

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Answer, Citation, LevelEstimate, Mode
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.ui.age_bar import AgeBar
from graphrag_desktop.ui.answer_markdown import answer_markdown, how_answered
from graphrag_desktop.ui.check_bar import CheckBar
from graphrag_desktop.ui.checked_text import checked_blocks, found_words, trust_words
from graphrag_desktop.ui.citation_card import CitationGuide
from graphrag_desktop.ui.citation_states import CitationState, citation_state
from graphrag_desktop.ui.citation_well import CitationWell
from graphrag_desktop.ui.cited_text import MORE, CitedText, markdown_blocks
from graphrag_desktop.ui.controls import Button, IconButton, ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.level_words import level_name
from graphrag_desktop.ui.machine_notice import notice_block
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import MessageBar, named
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.prose_blocks import Block, Run
from graphrag_desktop.ui.report_text import COMMUNITY
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.verdict_marks import VERDICT

_MEASURE = 568
_SENTENCE_END = re.compile(r"[.!?…。！？][\"”’)\]】*_]*(?=\s|$)|\]|\n")


class AnswerSheet(QWidget):
    """Shows one answer; nothing of it is lost when it is stopped."""

    citation_wanted = Signal(object)
    record_wanted = Signal(object)
    again_wanted = Signal(int, object)  # the same question at another level, or in another way
    save_wanted = Signal(str, str)  # the text, and a name for the file
    scores_wanted = Signal(bool)  # on the tree and the map
    community_wanted = Signal(int)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._answer: Answer | None = None
        self._text = ""
        self._citations: tuple[Citation, ...] = ()
        self._estimates: tuple[LevelEstimate, ...] = ()
        self._opened, self._opened_ways = set[int](), set[int]()
        self._build()

    @property
    def answer(self) -> Answer | None:
        """The answer that is shown, once it is finished."""
        return self._answer

    @property
    def shows_scores(self) -> bool:
        """Whether its scores are wanted on the tree and the map."""
        return self._scores.isChecked()

    def set_levels(self, estimates: tuple[LevelEstimate, ...]) -> None:
        """The levels that the question can be asked at again."""
        self._estimates = estimates
        self._offer_levels()

    def begin(self) -> None:
        """A question was sent."""
        self._answer, self._text, self._citations = None, "", ()
        self._opened.clear()
        self._opened_ways.clear()
        self._bar.hide()
        self.age.show_answer(self._answer)
        self._page.show_content()
        self.say(self.tr("Reading"))
        self._draw()

    def grow(self, text: str) -> None:
        """More of the answer came; it is shown by whole sentences."""
        before = self._whole()
        self._text += text
        if self._whole() != before:
            self._draw(keeps_place=True)

    def say(self, words: str) -> None:
        """What goes on, in a line above the text."""
        self._head.setText(words)

    def show_answer(self, answer: Answer) -> None:
        """Show a finished answer with its citations looked up."""
        keeps_place = self._answer is None and bool(self._text)
        self._answer, self._text, self._citations = answer, answer.text, answer.citations
        self._opened.clear()
        self._opened_ways.clear()
        self._bar.hide()
        if answer.failure:
            self._bar.tell(self.tr("Broken off: {why}").format(why=answer.failure), "warn")
        self._page.show_content()
        self.say(how_answered(answer))
        self._draw(keeps_place=keeps_place)
        self.check.rest()
        self.age.show_answer(self._answer)
        self._announce(self.tr("The answer is there."))

    def show_check(self, answer: Answer) -> None:
        """The answer was checked; if it is still the one in sight, what was found stands at its statements."""
        if self._answer is not None and self._answer.id == answer.id:
            self._answer = answer
            self._draw(keeps_place=True)
            self._announce(self.tr("The answer was checked."))

    def show_stopped(self) -> None:
        """The question was stopped; what is written stays."""
        if self._text:
            self.say(self.tr("Stopped. What is written stays."))
            self._draw(keeps_place=True)
        else:
            self.say("")
            self._bar.tell(self.tr("Stopped before anything was written."), "warn")

    def show_failure(self, reason: str, hint: str) -> None:
        """The question could not be answered."""
        self.say("")
        self._bar.tell(f"{reason} {hint}".strip())
        if not self._text:
            self._page.show_content()

    def show_nothing(self) -> None:
        """Say what goes here."""
        self._answer, self._text, self._citations = None, "", ()
        self._bar.hide()
        self.check.rest()
        self.age.show_answer(self._answer)
        words = self.tr("Each sentence of an answer leads back to the words it rests on.")
        self._page.show_empty(Emptiness("message-circle-question-mark", self.tr("No question yet"), words))

    def show_record(self, record: RecordView) -> None:
        """Complete the card of a citation."""
        self._guide.show_record(record)

    def _build(self) -> None:
        self._bar = MessageBar(self._theme)
        self.age = AgeBar(self._theme)
        self.age.again_wanted.connect(self.again_wanted)
        self.check = CheckBar(self._theme)
        self._well = CitationWell(self._theme)
        self._head = ShortWords(self._theme, role="caption", tone="3")
        self._trust, self._found = (ShortWords(self._theme, role="caption", tone="2") for _ in range(2))
        self._text_view = named(Prose(self._theme, _MEASURE), "answerView", self.tr("Answer"))
        self._text_view.link_followed.connect(self._link_followed)
        self._guide = CitationGuide(self._theme, self._text_view)
        self._guide.citation_followed.connect(self.citation_wanted)
        self._guide.record_wanted.connect(self.record_wanted)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 10, 0, 0)
        inner.setSpacing(8)
        for widget in (self._head, self._well, self._trust, self._found):
            line = QHBoxLayout()
            line.setContentsMargins(18, 0, 18, 0)
            line.addWidget(widget)
            inner.addLayout(line)
        inner.addWidget(self._text_view, 1)
        inner.addWidget(self._build_foot())
        self._page = StatefulPage(self._theme, content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for bar in (self._bar, self.age, self.check):
            column.addWidget(bar)
        column.addWidget(self._page, 1)
        self.show_nothing()

    def _build_foot(self) -> QFrame:
        self._foot = QFrame()
        self._foot.setProperty("surface", "foot")
        self._copy = IconButton(self._theme, "copy", self.tr("Copy"), shows_words=True)
        self._copy.say(self.tr("Copy"), self.tr("Copy the answer with its sources as Markdown"))
        self._copy.clicked.connect(self._copy_clicked)
        self._save = IconButton(self._theme, "download", self.tr("Save"), shows_words=True)
        self._save.say(self.tr("Save"), self.tr("Save the answer with its sources as Markdown"))
        self._save.clicked.connect(self._save_clicked)
        self._scores = IconButton(self._theme, "list-tree", self.tr("Scores"), shows_words=True)
        self._scores.say(self.tr("Scores"), self.tr("Show the score of each report in the tree and on the map"))
        self._scores.setCheckable(True)
        self._scores.setChecked(True)
        self._scores.toggled.connect(self.scores_wanted)
        self._check = named(IconButton(self._theme, "shield-check", self.tr("Check"), shows_words=True), "checkButton")
        self._check.say(self.tr("Check"), self.tr("Have the model check each statement, down to the documents"))
        self._check.clicked.connect(self._check_clicked)
        self._again = Button(self._theme, self.tr("Another level"), icon="rotate-ccw", kind="quiet")
        self._levels = QMenu(self)
        self._again.setMenu(self._levels)
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(10, 4, 10, 4)
        row.setSpacing(2)
        for widget in (self._copy, self._save, self._scores, self._check):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self._again)
        return self._foot

    def _whole(self) -> int:
        """How much of the text is whole sentences."""
        if self._answer is not None:
            return len(self._text)
        return max((found.end() for found in _SENTENCE_END.finditer(self._text)), default=0)

    def _draw(self, *, keeps_place: bool = False) -> None:
        is_finished = self._answer is not None
        self._well.setVisible(is_finished and bool(self._citations))
        for line, say in ((self._trust, trust_words), (self._found, found_words)):
            line.setText("" if self._answer is None else say(self._answer))
            line.setVisible(bool(line.text()))
        self._foot.setVisible(is_finished)
        has_level = self._answer is None or self._answer.mode.has_level
        self._scores.setVisible(has_level)
        words = self.tr("Another level") if has_level else self.tr("Whole collection")
        self._again.setText(words)
        self._again.setAccessibleName(words)
        self._offer_levels()
        self._well.count(self._citations)
        self._guide.set_citations(self._citations)
        self._text_view.show_blocks(self._blocks(), keeps_place=keeps_place)

    def _blocks(self) -> tuple[Block, ...]:
        cited = CitedText(self._citations, self._opened)
        if self._answer is None:
            return markdown_blocks(self._text[: self._whole()], cited)
        blocks = checked_blocks(self._answer, cited, self._opened_ways)
        return (*self._doubtful(), *blocks, notice_block())

    def _doubtful(self) -> tuple[Block, ...]:
        """Before the text, what does not hold: citations that lead nowhere."""
        bad = sum(citation_state(each) is CitationState.UNKNOWN for each in self._citations)
        if not bad:
            return ()
        words = counted(bad, "1 citation names no record.", "{n} citations name no record.")
        return (Block((Run(words),), role="small", tone="danger"),)

    def _offer_levels(self) -> None:
        self._levels.clear()
        if self._answer is None:
            return
        for estimate in self._estimates:
            action = self._levels.addAction(level_name(estimate.level, len(self._estimates)))
            action.setEnabled(estimate.same_as is None)
            action.triggered.connect(lambda _=False, level=estimate.level: self.again_wanted.emit(level, Mode.GLOBAL))

    @Slot(str)
    def _link_followed(self, href: str) -> None:
        scheme, _, place = href.partition(":")
        if scheme == MORE:
            self._opened.add(int(place))
            self._draw(keeps_place=True)
        elif scheme == VERDICT:
            self._opened_ways ^= {int(place)}
            self._draw(keeps_place=True)
        elif scheme == COMMUNITY:
            self.community_wanted.emit(int(place))

    @Slot()
    def _copy_clicked(self) -> None:
        if self._answer is not None:
            QGuiApplication.clipboard().setText(answer_markdown(self._answer))
            self._announce(self.tr("Copied"))

    @Slot()
    def _save_clicked(self) -> None:
        if self._answer is not None:
            name = re.sub(r"[^\w \-]+", "", self._answer.question).strip()[:60] or self.tr("Answer")
            self.save_wanted.emit(answer_markdown(self._answer), name)

    @Slot()
    def _check_clicked(self) -> None:
        if self._answer is not None:
            self.check.want(self._answer.id)

    def _announce(self, words: str) -> None:
        """Said once, politely, and never word by word."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._text_view, words))
