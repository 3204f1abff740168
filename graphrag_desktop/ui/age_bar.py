"""Above an answer of an earlier index: it is shown as it was given, and can be asked again."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.ui.panels import MessageBar, Offer, named
from graphrag_desktop.ui.theme import ActiveTheme


class AgeBar(QWidget):
    """Says that the index has changed since; hidden where it has not. `again_wanted` tells the level of the answer and how it was asked."""

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
        if answer is None or answer.index_version >= self._version:
            self._bar.hide()
            return
        words = self.tr("The index has changed since: this is the answer and these are the words as they were then.")
        level, mode = answer.level, answer.mode
        self._bar.tell(words, "warn", offer=Offer(self.tr("Ask again"), lambda: self.again_wanted.emit(level, mode)))


def as_it_was(record: RecordView, answer: Answer | None) -> RecordView:
    """What a citation of an answer names; a report by the title that it had when the answer was given.

    A community that changed may go on under the number of another.
    """
    titles = {each.number: each.title for each in answer.reports} if answer else {}
    title = titles.get(record.citation.number) if record.citation.kind is Kind.REPORT else None
    return record if title is None else replace(record, title=title)
