"""The question pane: what to ask and at what price, the answer as it is written, and all that was asked before."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Answer, AnswerHead, LevelEstimate, Mode
from graphrag_desktop.domain.asking import QuestionEstimate
from graphrag_desktop.domain.events import AnswerGrew, Event, PartFailed, PartScored, QuestionRestated, Warned
from graphrag_desktop.domain.restriction import EVERYTHING
from graphrag_desktop.explore.comparison import Comparison
from graphrag_desktop.explore.hierarchy import HierarchyView
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.ui.age_bar import as_it_was
from graphrag_desktop.ui.answer_sheet import AnswerSheet
from graphrag_desktop.ui.ask_head import AskHead
from graphrag_desktop.ui.ask_tabs import AskTabs
from graphrag_desktop.ui.comparison_sheet import ComparisonSheet
from graphrag_desktop.ui.conversation_page import ConversationPage, restated_words
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.history_list import HistoryList
from graphrag_desktop.ui.panels import Sheet
from graphrag_desktop.ui.reading_sheet import ReadingSheet
from graphrag_desktop.ui.theme import ActiveTheme

_COMPACT = 260  # pixels of height below which only the question has room
_GROW_MILLISECONDS = 100  # laying out all that came so far is not done for every word


class AskPanel(QWidget):
    """Asks and shows answers; `question_asked` tells the question, its level and the way of asking, `citation_wanted` a citation."""

    question_asked = Signal(str, int, object)
    budget_wanted = Signal(str, int, object, int)  # the same question in the same way, within other tokens
    stop_wanted = Signal()
    report_wanted = Signal(int)  # the number of its community
    citation_wanted = Signal(object)
    community_wanted = Signal(int)
    record_wanted = Signal(object)  # the citation whose card is shown
    answer_wanted = Signal(str)  # a kept answer
    search_wanted = Signal(str)  # kept answers that hold some words
    delete_wanted = Signal(str)
    undo_wanted = Signal()
    compare_wanted = Signal(object, str)  # the answer that is open, and the id of another
    save_wanted = Signal(str, str)  # the text, and a name for the file
    answer_shown = Signal(object)  # an Answer, or None while there is none
    scores_wanted = Signal(bool)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._waiting = ""
        self._grow = QTimer(self, singleShot=True, interval=_GROW_MILLISECONDS)
        self._grow.timeout.connect(self._let_grow)
        self._build()

    @property
    def answer(self) -> Answer | None:
        """The answer that is shown, once it is finished."""
        return self._sheet.answer

    @property
    def shows_scores(self) -> bool:
        """Whether the scores of the answer are wanted on the tree and the map."""
        return self._sheet.shows_scores

    def show_levels(self, estimates: tuple[LevelEstimate, ...], reader: str = "") -> None:
        """What asking at each level reads; nothing can be asked while there is none. `reader` names the models, if any."""
        self._composer.set_reader(reader)
        self._composer.show_levels(estimates)
        self._sheet.set_levels(estimates)

    def show_modes(self, estimates: Mapping[Mode, QuestionEstimate]) -> None:
        """What the ways of asking without levels take; those alone are offered beside that at a level."""
        self._composer.show_modes(estimates)

    def show_hierarchy(self, hierarchy: HierarchyView) -> None:
        """The communities there are: of those that were not asked the table of reports says so."""
        self._reading.show_hierarchy(hierarchy)

    def set_question(self, text: str, mode: Mode | None = None) -> None:
        """Put words into the field, and choose a way of asking them."""
        self._composer.set_question(text)
        if mode is not None:
            self._composer.set_mode(mode)

    def set_level(self, level: int) -> None:
        """Choose a level."""
        self._composer.set_level(level)

    def take_focus(self) -> None:
        """Put the cursor into the question."""
        self._composer.take_focus()

    def begin(self) -> None:
        """A question was sent."""
        self._waiting = ""
        self._composer.set_busy(is_busy=True)
        self._sheet.begin()
        self._reading.show_nothing()
        self.talk.show_answer(None)
        self._tabs.turn_to(self.talk)
        self.answer_shown.emit(None)

    def follow(self, happened: Event) -> None:
        """Show one event of the question."""
        match happened:
            case PartScored():
                words = self.tr("Part {n} of {all} read: helpfulness {score} of 100")
                self._sheet.say(
                    words.format(n=figure(happened.number), all=figure(happened.parts), score=happened.score)
                )
            case PartFailed():
                self._sheet.say(self.tr("Part {n} could not be read").format(n=figure(happened.number)))
            case Warned():
                self._sheet.say(f"{happened.item}: {happened.reason}")
            case QuestionRestated():
                self._sheet.say(restated_words(happened))
            case AnswerGrew():
                self._waiting += happened.text
                if not self._grow.isActive():
                    self._grow.start()
            case _:
                pass

    def show_answer(self, answer: Answer) -> None:
        """Show a finished answer with its citations."""
        self._end()
        self._sheet.show_answer(answer)
        self._reading.show_answer(answer)
        self._composer.set_question(answer.question)
        self.head.restrict(answer.restriction)
        self.talk.show_answer(answer)
        self.history.choose(answer.id)
        self._tabs.turn_to(self.talk)
        self.answer_shown.emit(answer)

    def show_check(self, answer: Answer) -> None:
        """The answer in sight was checked."""
        self._sheet.show_check(answer)

    def stopped(self) -> None:
        """The question was stopped before it had an answer; what was written stays."""
        self._end()
        self._sheet.show_stopped()

    def failed(self, reason: str, hint: str) -> None:
        """The question could not be answered."""
        self._end()
        self._sheet.show_failure(reason, hint)

    def show_history(self, heads: Sequence[AnswerHead]) -> None:
        """Show what was asked before."""
        self.history.show_heads(heads)
        if not self.history.words.strip():
            words = self.tr("History")
            self._tabs.set_words(self.history, f"{words} ({figure(len(heads))})" if heads else words)

    def show_comparison(self, comparison: Comparison) -> None:
        """Show two answers side by side, in a tab of its own."""
        self._tabs.turn_to(self._comparison)
        self._comparison.show_comparison(comparison)

    def turn_to_history(self) -> None:
        """Show what was asked before in place of the answer."""
        self._tabs.turn_to(self.history)

    def set_version(self, version: int) -> None:
        """The version of the index."""
        self.history.set_version(version)
        self._sheet.age.set_version(version)

    def tell_deleted(self) -> None:
        """An answer was deleted; it can be brought back."""
        self.history.tell_deleted()

    def show_record(self, record: RecordView) -> None:
        """Complete the card of a citation."""
        self._sheet.show_record(as_it_was(record, self.answer))
        self._comparison.show_record(record)

    def show_nothing(self) -> None:
        """Another project comes."""
        self._end()
        self._waiting = ""
        self._sheet.show_nothing()
        self.talk.show_answer(None)
        self.head.restrict(EVERYTHING)
        self._reading.show_nothing()
        self.history.show_heads(())
        self.history.choose("")
        self._tabs.hide_tab(self._comparison)
        self.answer_shown.emit(None)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: where it is low only the question has room."""
        super().resizeEvent(event)
        is_compact = event.size().height() < self._theme.theme.pixels(_COMPACT)
        self.head.set_compact(is_compact=is_compact)
        self._tabs.setVisible(not is_compact)
        self._tabs.pages.setVisible(not is_compact)
        self._slack.setVisible(is_compact)

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self.head = AskHead(self._theme)
        self._composer = self.composer = self.head.composer
        self._composer.question_asked.connect(self.question_asked)
        self._composer.stop_wanted.connect(self.stop_wanted)
        self._sheet = AnswerSheet(self._theme)
        self.check = self._sheet.check  # what is said above the answer of checking it
        self.age = self._sheet.age  # and of what became of its records
        self._sheet.citation_wanted.connect(self.citation_wanted)
        self._sheet.record_wanted.connect(self.record_wanted)
        self._sheet.community_wanted.connect(self.community_wanted)
        self._sheet.again_wanted.connect(self._again_wanted)
        self._sheet.save_wanted.connect(self.save_wanted)
        self._sheet.scores_wanted.connect(self.scores_wanted)
        self.talk = ConversationPage(self._theme, self._sheet)
        self.talk.answer_wanted.connect(self.answer_wanted)
        self._reading = ReadingSheet(self._theme)
        self._reading.report_wanted.connect(self.report_wanted)
        self._reading.budget_wanted.connect(self.budget_wanted)
        self.history = HistoryList(self._theme)
        self.history.answer_wanted.connect(self.answer_wanted)
        self.history.search_wanted.connect(self.search_wanted)
        self.history.again_wanted.connect(self._ask_anew)
        self.history.same_wanted.connect(self.question_asked)
        self.history.restriction_wanted.connect(self.head.restrict)
        self.history.compare_wanted.connect(self._compare_wanted)
        self._comparison = ComparisonSheet(self._theme)
        self._comparison.citation_wanted.connect(self.citation_wanted)
        self._comparison.record_wanted.connect(self.record_wanted)
        self.history.delete_wanted.connect(self.delete_wanted)
        self.history.undo_wanted.connect(self.undo_wanted)
        self._tabs = self.tabs = AskTabs(self._theme, self.tr("Answer, reports read and history"))
        self._tabs.add(self.talk, self.tr("Answer"))
        self._tabs.add(self._reading, self.tr("Reports read"))
        self._tabs.add(self.history, self.tr("History"))
        self._tabs.add(self._comparison, self.tr("Comparison"))
        self._tabs.hide_tab(self._comparison)  # until two answers are compared
        self._slack = QWidget()
        sheet.column.addWidget(self.head)
        sheet.column.addWidget(self._tabs)
        sheet.column.addWidget(self._tabs.pages, 1)
        sheet.column.addWidget(self._slack, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)

    def _end(self) -> None:
        self._let_grow()
        self._grow.stop()
        self._composer.set_busy(is_busy=False)

    @Slot()
    def _let_grow(self) -> None:
        text, self._waiting = self._waiting, ""
        if text:
            self._sheet.grow(text)

    @Slot(int, object)
    def _again_wanted(self, level: int, mode: Mode) -> None:
        answer = self._sheet.answer
        if answer is not None:
            self.question_asked.emit(answer.question, level, mode)

    @Slot(str)
    def _compare_wanted(self, identity: str) -> None:
        if self._sheet.answer is not None:
            self.compare_wanted.emit(self._sheet.answer, identity)

    @Slot(str, int, object)
    def _ask_anew(self, question: str, level: int, mode: Mode) -> None:
        self._composer.set_question(question)
        self._composer.set_mode(mode)
        self._composer.set_level(level)
        self._composer.take_focus()
