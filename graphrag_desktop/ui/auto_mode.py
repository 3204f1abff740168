"""The way of asking that suits the question in the field, looked up while it is written."""

from PySide6.QtCore import QObject, QTimer, Signal

from graphrag_desktop.domain.answers import LevelEstimate
from graphrag_desktop.domain.routing import REASONS, Suggestion, quoted_names
from graphrag_desktop.ui.mode_words import mode_name, translated

_PAUSE_MILLISECONDS = 250  # of typing, before a suggestion is looked up


class AutoMode(QObject):
    """`suggestion_wanted` asks for the suggestion for a question, `changed` tells that it is there."""

    suggestion_wanted = Signal(str)
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._question = ""
        self._suggestion: Suggestion | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MILLISECONDS)
        self._pause.timeout.connect(self._look_up)

    def follow(self, question: str) -> None:
        """Another question stands in the field: its suggestion is wanted once nothing more is typed."""
        if question == self._question:
            return
        self._question = question
        if question:
            self._pause.start()
        else:
            self._pause.stop()

    def want_now(self, question: str) -> None:
        """The suggestion is wanted at once."""
        self._question = question
        self._look_up()

    def show(self, suggestion: Suggestion) -> None:
        """A suggestion came; one for a question that is not there any more is passed over."""
        if suggestion.question == self._question:
            self._suggestion = suggestion
            self.changed.emit()

    def suggestion(self, question: str) -> Suggestion | None:
        """The suggestion for a question, None while it is not known."""
        found = self._suggestion
        return found if found is not None and found.question == question else None

    def _look_up(self) -> None:
        self._pause.stop()
        self.suggestion_wanted.emit(self._question)


def suggestion_words(suggestion: Suggestion, estimates: tuple[LevelEstimate, ...]) -> str:
    """The way of asking and why, in two sentences."""
    way = mode_name(suggestion.mode)
    if suggestion.mode.has_level:
        way = translated("{way}, C{level}").format(way=way, level=suggestion.level(estimates))
    reason = translated(REASONS[suggestion.shape]).format(names=quoted_names(suggestion.names))
    return translated("{way}. {reason}").format(way=way, reason=reason)
