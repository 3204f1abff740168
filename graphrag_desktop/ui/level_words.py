"""How a level and what asking there costs are called, the same on the slider, the picker and wherever else."""

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import LevelEstimate
from graphrag_desktop.ui.figures import figure, short_figure
from graphrag_desktop.ui.model_words import money_range


def level_name(level: int, levels: int) -> str:
    """`C0 overview`, `C1`, ... and `C3 detail` for the deepest of several."""
    if level == 0:
        return _tr("C0 overview")
    return _tr("C{level} detail").format(level=level) if level == levels - 1 else f"C{level}"


def same_words(estimate: LevelEstimate) -> str:
    """Says that a level holds the communities of an earlier one; empty if it does not."""
    return "" if estimate.same_as is None else _tr("same as C{level}").format(level=estimate.same_as)


def cost_words(estimate: LevelEstimate) -> tuple[str, str, str]:
    """What asking at a level reads: reports, tokens, calls of map and reduce; the price stands for the calls if known."""
    reports = figure(estimate.communities)
    calls = _tr("{count} + 1 calls").format(count=figure(estimate.map_calls)) if estimate.map_calls else _tr("no calls")
    return (
        _tr("1 report") if estimate.communities == 1 else _tr("{count} reports").format(count=reports),
        _tr("{count} tokens").format(count=short_figure(estimate.report_tokens)),
        calls if estimate.money is None or not estimate.map_calls else money_range(*estimate.money),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Level", text)
