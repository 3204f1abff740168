"""How a way of asking is called in the window, when to use it, and what it takes."""

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.asking import QuestionEstimate
from graphrag_desktop.query.modes import MODES
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import short_figure
from graphrag_desktop.ui.model_words import money_range

_WORDS = {each.mode: each for each in MODES}


def mode_name(mode: Mode) -> str:
    """Its name in lists."""
    return _tr(_WORDS[mode].title)


def mode_reason(mode: Mode) -> str:
    """When to use it, in a sentence."""
    return _tr(_WORDS[mode].when)


def asked_words(mode: Mode, level: int) -> str:
    """Where a question was asked: its level, or the way of asking where that has none."""
    return f"C{level}" if mode.has_level else mode_name(mode)


def takes_words(estimate: QuestionEstimate, reader: str, *, is_short: bool = False) -> str:
    """What a way of asking without levels takes at most; `reader` names the models, if any."""
    tokens = _tr("{n} tokens").format(n=short_figure(estimate.tokens))
    calls = counted(estimate.calls, "1 call", "{n} calls")
    if is_short:
        price = "" if estimate.money is None else f" · {money_range(*estimate.money)}"
        return f"{tokens} · {calls}{price}"
    if not reader:
        return _tr("Reads up to {tokens}. On this computer, free.").format(tokens=tokens)
    words = _tr("Reads up to {tokens} in {calls}.").format(tokens=tokens, calls=calls)
    if estimate.vector_tokens:
        vectors = _tr("Vectors of {n} tokens are made first, once.")
        words += " " + vectors.format(n=short_figure(estimate.vector_tokens))
    if estimate.money is None:
        return _tr("{words} With {reader}; no price is known.").format(words=words, reader=reader)
    price = money_range(*estimate.money)
    return _tr("{price} with {reader}. {words}").format(price=price, reader=reader, words=words)


def translated(text: str) -> str:
    """A sentence about ways of asking in the analyst's language."""
    return _tr(text)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Mode", text)
