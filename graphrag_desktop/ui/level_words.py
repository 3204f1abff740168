"""How a level and what asking there costs are called, the same on the slider, the picker and wherever else."""

from PySide6.QtCore import QCoreApplication, QLocale

from graphrag_desktop.domain.answers import LevelEstimate


def level_name(level: int, levels: int) -> str:
    """`C0 overview`, `C1`, ... and `C3 detail` for the deepest of several."""
    if level == 0:
        return _tr("C0 overview")
    return _tr("C{level} detail").format(level=level) if level == levels - 1 else f"C{level}"


def same_words(estimate: LevelEstimate) -> str:
    """Says that a level holds the communities of an earlier one; empty if it does not."""
    return "" if estimate.same_as is None else _tr("same as C{level}").format(level=estimate.same_as)


def cost_words(estimate: LevelEstimate) -> tuple[str, str, str]:
    """What asking at a level reads: reports, tokens, calls of map and reduce."""
    reports = QLocale().toString(estimate.communities)
    return (
        _tr("1 report") if estimate.communities == 1 else _tr("{count} reports").format(count=reports),
        _tr("{count} tokens").format(count=short_figure(estimate.report_tokens)),
        _tr("{count} + 1 calls").format(count=QLocale().toString(estimate.map_calls))
        if estimate.map_calls
        else _tr("no calls"),
    )


def short_figure(count: int) -> str:
    """Two or three digits of a number: 940, 7.1k, 25k, 1.2M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if count >= size * 0.9995:
            share = count / size
            return f"{QLocale().toString(share, 'f', 1 if share < 9.95 else 0)}{letter}"
    return QLocale().toString(count)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Level", text)
