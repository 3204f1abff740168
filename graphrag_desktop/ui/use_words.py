"""What became of a report that was read for an answer, as tables, tree and map say and mark it."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import Use

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


def _tr(text: str) -> str:
    return QCoreApplication.translate("Use", text)
