"""How one of several answers differs from the others, and what its context was filled with, in a few words."""

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.explore.comparison import Overlap
from graphrag_desktop.explore.comparison_tables import ComparedWays, shares_of
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure


def difference_words(compared: ComparedWays, place: int) -> str:
    """Statements and sources shared and only here, what it cost in time, and what filled its context."""
    comparison = compared.comparison
    shared = sum(each.said[place] is not None for each in comparison.aligned)
    lines = [
        _tr("Statements: {shared} shared, {only} only here").format(
            shared=figure(shared), only=figure(len(comparison.only[place]))
        ),
        ", ".join(
            [
                _counted(comparison.documents, place, "1 document", "{n} documents"),
                _counted(comparison.reports, place, "1 report cited", "{n} reports cited"),
            ]
        ),
    ]
    if shares := shares_of(compared.filled[place]):
        kinds = (_tr("{share} records of the graph"), _tr("{share} reports"), _tr("{share} text"))
        told = [words.format(share=f"{share:.0%}") for words, share in zip(kinds, shares, strict=True) if share]
        lines.append(_tr("Context: {shares}").format(shares=", ".join(told)))
    return "\n".join(lines)


def _counted(overlap: Overlap, place: int, one: str, many: str) -> str:
    words = counted(overlap.each[place], one, many)
    only = _tr("{n} only here").format(n=figure(overlap.only[place]))
    return f"{words} ({only})" if overlap.each[place] else words


def _tr(text: str) -> str:
    return QCoreApplication.translate("Difference", text)
