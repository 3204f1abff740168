"""The records of contexts as rows of a table: each with its tokens, in or out, and a line where what is sent ends."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Qt

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.inspection import InspectedContext, InspectedRecord, Inspection
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.inline_objects import kind_icon, kind_words
from graphrag_desktop.ui.record_table import Column, Index, RecordTable
from graphrag_desktop.ui.theme import ActiveTheme

_FONT, _INK = int(Qt.ItemDataRole.FontRole), int(Qt.ItemDataRole.ForegroundRole)
_ICON = int(Qt.ItemDataRole.DecorationRole)


@dataclass(frozen=True, slots=True)
class ContextRow:
    """A record; or, without one, words that stand for themselves: the head of a context, or the line where it ends."""

    record: InspectedRecord | None = None
    words: str = ""

    @property
    def kind(self) -> Kind | None:
        """Of its record."""
        return None if self.record is None else self.record.candidate.item.kind


class ContextTable(RecordTable[ContextRow]):
    """What is out is grey; heads and lines stand out."""

    def __init__(self, theme: ActiveTheme, parent: QObject) -> None:
        super().__init__(_columns(), _spoken, parent)
        self._theme = theme

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Qt's: what a cell shows."""
        if role not in {_FONT, _INK, _ICON} or not index.isValid():
            return super().data(index, role)
        row, theme = self.rows[index.row()], self._theme.theme
        if role == _ICON:
            return (
                None if row.kind is None or index.column() else self._theme.icons.icon(kind_icon(row.kind), "text3", 14)
            )
        if row.record is None:
            return theme.font("small", 600, tabular=True) if role == _FONT else theme.colour("accent")
        if role == _INK and not row.record.candidate.is_in:
            return theme.colour("text3")
        return None


def context_rows(inspection: Inspection) -> tuple[ContextRow, ...]:
    """All contexts one below the other."""
    return tuple(row for context in inspection.contexts for row in _rows(context, len(inspection.contexts)))


def _rows(context: InspectedContext, contexts: int) -> Iterator[ContextRow]:
    if contexts > 1:
        name = _tr("Part {n}").format(n=figure(context.part)) if context.part else _tr("The answer itself")
        yield ContextRow(words=f"{name} · {_filled(context)}")
    inside = [each.candidate.is_in for each in context.records]
    is_cut = any(inside) and not all(inside) and inside == sorted(inside, reverse=True)
    for place, each in enumerate(context.records):
        if is_cut and place == sum(inside):
            yield ContextRow(words=_tr("From here on nothing is sent · {filled}").format(filled=_filled(context)))
        yield ContextRow(each)


def _filled(context: InspectedContext) -> str:
    if not context.limit:
        return counted(context.tokens, "1 token", "{n} tokens")
    return _tr("{n} of {limit} tokens").format(n=figure(context.tokens), limit=figure(context.limit))


def _columns() -> tuple[Column[ContextRow], ...]:
    return (
        Column(_tr("Record"), _title, lambda row: _title(row).casefold()),
        Column(_tr("Relevance"), _relevance, _nearness, 88, least=330, is_number=True),
        Column(_tr("Tokens"), _tokens, lambda row: 0 if row.record is None else row.record.candidate.item.tokens, 72, is_number=True),
        Column(_tr("Total"), _total, lambda row: 0 if row.record is None else row.record.total, 68, least=520, is_number=True),
        Column(_tr("Sent"), _fate, lambda row: 0 if row.record is None else 2 - row.record.candidate.is_in, 58),
    )  # fmt: skip


def _title(row: ContextRow) -> str:
    if row.record is None:
        return row.words
    item, place = row.record.candidate.item, row.record.candidate.place
    words = f"{row.record.title} · {figure(item.number)}" if row.record.title else kind_words(item.kind, item.number)
    return f"{place}  {words}" if place else words


def _relevance(row: ContextRow) -> str:
    if row.record is None:
        return ""
    candidate = row.record.candidate
    if candidate.alpha is not None:
        return f"α {candidate.alpha:.2f}"
    return "" if candidate.item.relevance is None else f"{candidate.item.relevance:.2f}"


def _nearness(row: ContextRow) -> float:
    if row.record is None:
        return 2.0
    candidate = row.record.candidate
    return candidate.alpha if candidate.alpha is not None else candidate.item.relevance or 0.0


def _tokens(row: ContextRow) -> str:
    return "" if row.record is None else figure(row.record.candidate.item.tokens)


def _total(row: ContextRow) -> str:
    return figure(row.record.total) if row.record is not None and row.record.candidate.is_in else ""


def _fate(row: ContextRow) -> str:
    if row.record is None:
        return ""
    return _tr("in") if row.record.candidate.is_in else _tr("out")


def _spoken(row: ContextRow) -> str:
    if row.record is None:
        return row.words
    tokens = counted(row.record.candidate.item.tokens, "1 token", "{n} tokens")
    item = row.record.candidate.item
    name = kind_words(item.kind, item.number)
    return ", ".join(filter(None, (name, row.record.title, _relevance(row), tokens, _fate(row))))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Context", text)
