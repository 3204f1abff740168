"""Above an answer of an earlier index: it is shown as it was given, and can be asked again."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.answer_age import AnswerAge
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.panels import MessageBar, Offer, named
from graphrag_desktop.ui.theme import ActiveTheme


class AgeBar(QWidget):
    """Says which of the records that an answer cites are not as they were; hidden where all are.

    `age_wanted` asks for that, `again_wanted` tells the level of the answer and how it was asked.
    """

    age_wanted = Signal(object)  # an Answer
    again_wanted = Signal(int, object)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._version = 0
        self._answer: Answer | None = None
        self._bar = named(MessageBar(theme), "ageBar")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._bar)

    def set_version(self, version: int) -> None:
        """The version of the index."""
        self._version = version
        self.show_answer(self._answer)

    def show_answer(self, answer: Answer | None) -> None:
        """The answer in sight; None while there is none."""
        self._answer = answer
        self._bar.hide()
        if answer is not None and answer.index_version < self._version:
            self.age_wanted.emit(answer)

    def show_age(self, age: AnswerAge) -> None:
        """What became of what an answer cites; told only of the one in sight."""
        answer = self._answer
        if answer is None or answer.id != age.answer or age.version < self._version or not age.is_out_of_date:
            return
        told = [
            counted(len(age.changed), "1 record says something else now", "{n} records say something else now"),
            counted(len(age.gone), "1 is gone", "{n} are gone"),
        ]
        parts = [words for words, found in zip(told, (age.changed, age.gone), strict=True) if found]
        words = self.tr(
            "The index has changed since. Of what this answer cites {parts}. These are the words as they were then."
        ).format(parts=self.tr(" and ").join(parts))
        level, mode = answer.level, answer.mode
        self._bar.tell(words, "warn", offer=Offer(self.tr("Ask again"), lambda: self.again_wanted.emit(level, mode)))


def as_it_was(record: RecordView, answer: Answer | None) -> RecordView:
    """What a citation of an answer names; a report by the title that it had when the answer was given.

    A community that changed may go on under the number of another.
    """
    titles = {each.number: each.title for each in answer.reports} if answer else {}
    title = titles.get(record.citation.number) if record.citation.kind is Kind.REPORT else None
    return record if title is None else replace(record, title=title)
