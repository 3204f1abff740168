"""How an answer that did not come to its own end is marked, with what it cost all the same."""

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import Answer, AnswerHead
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.model_words import money


def ended_words(answer: Answer | AnswerHead) -> str:
    """`Stopped` or `Broken off`; empty for an answer that is whole."""
    if answer.is_stopped:
        return _tr("Stopped")
    return _tr("Broken off") if answer.failure else ""


def ended_with_cost(head: AnswerHead) -> tuple[str, ...]:
    """The same with what it cost, for a list; empty for an answer that is whole."""
    words = ended_words(head)
    if not words:
        return ()
    tokens = [counted(head.tokens, "1 token", "{n} tokens")] if head.tokens else []
    cost = [] if head.money is None else [_tr("cost {money}").format(money=money(head.money))]
    return (words, *tokens, *cost)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Ended", text)
