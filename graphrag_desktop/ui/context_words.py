"""What is said above a table of records: how much would be or was sent, and how much of each kind."""

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.inspection import Inspection, KindTotal
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure


def head_words(inspection: Inspection) -> str:
    """Tokens and contexts, and what there was to choose from."""
    tokens = sum(each.tokens for each in inspection.contexts)
    words = _tr("Sent") if inspection.is_sent else _tr("Would be sent")
    calls = counted(len(inspection.contexts), "in 1 context", "in {n} contexts")
    parts = [f"{words}: {counted(tokens, '1 token', '{n} tokens')} {calls}"]
    if choices := sum(each.choices for each in inspection.contexts):
        parts.append(_tr("out of {n} to choose from").format(n=figure(choices)))
    if inspection.subgraph is not None:
        parts.append(_tr("α is a proxy, reckoned from vectors"))
    return " · ".join(parts)


def total_words(total: KindTotal) -> str:
    """How many of a kind are in, with their tokens, and how many are out."""
    words = _tr("{kind}: {n} in, {tokens} tokens").format(
        kind=kinds_word(total.kind), n=figure(total.inside), tokens=figure(total.tokens)
    )
    return _tr("{words}, {n} out").format(words=words, n=figure(total.outside)) if total.outside else words


def kinds_word(kind: Kind) -> str:
    """Several of a kind."""
    return {
        Kind.REPORT: _tr("Reports"),
        Kind.ENTITY: _tr("Entities"),
        Kind.RELATIONSHIP: _tr("Relationships"),
        Kind.CLAIM: _tr("Claims"),
        Kind.SOURCE: _tr("Passages"),
        Kind.PART: _tr("Parts"),
    }[kind]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Context", text)
