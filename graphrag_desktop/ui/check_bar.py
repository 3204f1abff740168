"""Above an answer: what checking it with the model takes, how far that is, and how to begin and stop it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from graphrag_desktop.domain.answer_checks import CheckEstimate
from graphrag_desktop.domain.estimates import Range
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure, short_figure
from graphrag_desktop.ui.model_words import money_range
from graphrag_desktop.ui.panels import MessageBar, Offer, named
from graphrag_desktop.ui.theme import ActiveTheme


class CheckBar(QWidget):
    """Says one sentence at a time; hidden while there is nothing to say. Signals carry the id of an answer."""

    estimate_wanted = Signal(str)
    check_wanted = Signal(str)
    stop_wanted = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._running = ""
        self._bar = named(MessageBar(theme), "checkBar")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._bar)

    @property
    def text(self) -> str:
        """What it says; empty while it says nothing."""
        return self._bar.text if not self._bar.isHidden() else ""

    @property
    def is_running(self) -> bool:
        """Whether an answer is being checked."""
        return bool(self._running)

    def want(self, answer: str) -> None:
        """An answer is to be checked: what that takes is asked for first."""
        if not self.is_running:
            self.estimate_wanted.emit(answer)

    def show_estimate(self, answer: str, estimate: CheckEstimate) -> None:
        """Say what it takes, and offer it."""
        statements = counted(estimate.statements, "1 statement", "{n} statements")
        words = self.tr("{statements} would be checked: {calls} calls, {tokens} tokens, {money}.").format(
            statements=statements,
            calls=_span(estimate.calls),
            tokens=_span(estimate.prompt_tokens.plus(estimate.completion_tokens)),
            money=self.tr("no price is known")
            if estimate.money is None
            else money_range(estimate.money.low, estimate.money.high),
        )
        self._bar.tell(words, "ok", offer=Offer(self.tr("Check"), lambda: self.check_wanted.emit(answer)))

    def begin(self, answer: str) -> None:
        """It is being checked."""
        self._running = answer
        self._tell_running(self.tr("The model checks the answer …"))

    def show_progress(self, done: int, statements: int) -> None:
        """So many statements are checked."""
        if self.is_running:
            self._tell_running(
                self.tr("Checked {done} of {all} statements").format(done=figure(done), all=figure(statements))
            )

    def end(self) -> None:
        """It is over; what was found stands at the statements."""
        self._running = ""
        self._bar.hide()

    def show_failure(self, reason: str) -> None:
        """It cannot be checked, or broke off."""
        self._running = ""
        self._bar.tell(reason, "warn")

    def rest(self) -> None:
        """Another answer is shown: what was offered for the one before is taken away."""
        if not self.is_running:
            self._bar.hide()

    def _tell_running(self, words: str) -> None:
        self._bar.tell(words, "ok", offer=Offer(self.tr("Stop"), self.stop_wanted.emit))


def _span(span: Range) -> str:
    low, high = short_figure(round(span.low)), short_figure(round(span.high))
    return low if low == high else f"{low}–{high}"
