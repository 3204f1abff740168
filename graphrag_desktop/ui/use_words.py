"""What became of a report that was read for an answer, as tables, tree and map say and mark it."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import Answer, Use
from graphrag_desktop.explore.reduction import Fate, PartRow, Reduction
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure

USE_ICONS: Mapping[Use, str] = {
    Use.CITED: "check",
    Use.READ: "file-text",
    Use.DROPPED: "eye-off",
    Use.ZERO: "minus",
}
"""A sign for each, since colour alone is never enough."""


def use_words(use: Use | None) -> str:
    """One or two words; None is a report that was not read at all."""
    return {
        Use.CITED: _tr("cited"),
        Use.READ: _tr("read, not cited"),
        Use.DROPPED: _tr("over budget"),
        Use.ZERO: _tr("of no help"),
        None: _tr("not asked"),
    }[use]


def short_use(use: Use) -> str:
    """The same beside a score on the map."""
    return {
        Use.CITED: _tr("cited"),
        Use.READ: _tr("read"),
        Use.DROPPED: _tr("over"),
        Use.ZERO: _tr("no help"),
    }[use]


def fate_words(row: PartRow) -> str:
    """What becomes of a part under the budget that is tried; where that is another than it was, what would."""
    return {
        Fate.INSIDE: _tr("in the answer") if row.was_kept else _tr("would be in"),
        Fate.OVER: _tr("would be left out") if row.was_kept else _tr("over budget"),
        Fate.ZERO: _tr("of no help"),
        Fate.FAILED: _tr("could not be read"),
    }[row.fate]


def budget_words(shown: Reduction) -> str:
    """Where the budget cuts the parts off."""
    is_cut = any(row.fate is not Fate.INSIDE for row in shown.rows)
    words = _tr("The budget of {n} tokens ends here") if is_cut else _tr("All parts fit the budget of {n} tokens")
    return words.format(n=figure(shown.budget))


def reduction_words(shown: Reduction, answer: Answer | None) -> str:
    """How much of what was read fits the budget that is tried; where no parts were made, how many reports were read."""
    if answer is not None and not answer.parts:
        return counted(len(answer.reports), "1 report read at once", "{n} reports read at once")
    fit = _tr("{inside} of {helpful} helpful parts fit").format(
        inside=figure(shown.inside), helpful=figure(shown.helpful)
    )
    used = counted(shown.tokens, "1 token used", "{n} tokens used")
    changed = [] if shown.is_as_answered else [_tr("not the parts of this answer")]
    return " · ".join([fit, used, *changed])


def _tr(text: str) -> str:
    return QCoreApplication.translate("Use", text)
