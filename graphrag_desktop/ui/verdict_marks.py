"""What a model found of a statement, as a mark behind it and as words below it: by form, by colour and in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from graphrag_desktop.domain.answer_checks import AnswerCheck, CheckedStatement, Step, Verdict
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.inline_objects import kind_words
from graphrag_desktop.ui.prose_blocks import Block, Piece, Run
from graphrag_desktop.ui.theme import ActiveTheme, Token

VERDICT = "verdict"
"""The scheme of links on marks, which open and close the way of a statement: `verdict:3` is its place in the check."""

_LOOKS: dict[Verdict, tuple[str, Token]] = {
    Verdict.SUPPORTED: ("check", "ok"),
    Verdict.PARTLY: ("triangle-alert", "warn"),
    Verdict.UNSUPPORTED: ("circle-x", "danger"),
    Verdict.UNCHECKED: ("circle-help", "text3"),
}
_SIZE, _LINE, _GAP = 13, 13, 3
_MOST_NAMED = 5  # records of a layer
_STEP_IN = 16


@dataclass(frozen=True, slots=True)
class VerdictMark:
    """The verdict on the statement before it."""

    verdict: Verdict

    @property
    def plain(self) -> str:
        """The verdict in words."""
        return f"({verdict_words(self.verdict)})"

    def size(self, active: ActiveTheme, most: float) -> QSizeF:
        """As wide as its icon."""
        return QSizeF(active.theme.pixels(_SIZE) + 2 * _GAP, active.theme.pixels(_LINE))

    def paint(self, painter: QPainter, box: QRectF, active: ActiveTheme, *, is_lit: bool) -> None:
        """Draw it."""
        icon, ink = _LOOKS[self.verdict]
        size = active.theme.pixels(_SIZE)
        place = QPointF(box.left() + _GAP, box.center().y() - size / 2)
        painter.drawPixmap(place, active.icons.pixmap(icon, "accent" if is_lit else ink, size))


def verdict_words(verdict: Verdict) -> str:
    """A verdict as it is said."""
    return _tr(
        {
            Verdict.SUPPORTED: "Supported",
            Verdict.PARTLY: "Partly",
            Verdict.UNSUPPORTED: "Not supported",
            Verdict.UNCHECKED: "Not checked",
        }[verdict]
    )


def entered_words(step: Step, records: str) -> str:
    """At which step of the work something came in; `records` are those that have it, in words."""
    match step:
        case Step.REDUCE:
            return _tr("entered when the answer was written")
        case Step.MAP:
            return _tr("entered when the reports were read: {records}").format(records=records)
        case Step.REPORT:
            return _tr("entered in: {records}").format(records=records)
        case Step.READING:
            return _tr("entered when the documents were read: {records}").format(records=records)


def said_of(checked: CheckedStatement) -> str:
    """All that is said of a statement below its paragraph; empty where it is supported."""
    if checked.verdict is Verdict.SUPPORTED:
        return ""
    words = verdict_words(checked.verdict)
    if checked.entered is not None:
        records = ", ".join(kind_words(kind, number) for kind, number in checked.entered_in)
        words = f"{words}, {entered_words(checked.entered, records)}"
    return f"{words}. {checked.why}".strip()


def verdict_blocks(checked: CheckedStatement, indent: int, *, is_open: bool = False) -> Iterator[Block]:
    """The lines below a paragraph: nothing where the statement is supported, unless its way down is `is_open`.

    The reports named lead to themselves.
    """
    if words := said_of(checked):
        tone = _LOOKS[checked.verdict][1]
        yield Block(tuple(_linked(words, checked.entered_in)), role="small", tone=tone, indent=indent)
    if is_open:
        yield from _trail(checked, indent)


def check_words(check: AnswerCheck) -> Iterator[str]:
    """The check in figures, for the line above the text."""
    for verdict in Verdict:
        if count := check.count(verdict):
            yield f"{figure(count)} {verdict_words(verdict).lower()}"
    if check.fabrication_rate is not None:
        yield _tr("fabrication rate {share}").format(share=f"{check.fabrication_rate:.0%}")
    yield _tr("checked by {model}").format(model=check.engine)


def _trail(checked: CheckedStatement, indent: int) -> Iterator[Block]:
    """The way of a statement down to the documents, a layer each: what was looked into, the verdict, the words."""
    for layer in checked.trail:
        records = ", ".join(kind_words(kind, number) for kind, number in layer.records[:_MOST_NAMED])
        more = len(layer.records) - _MOST_NAMED
        named = _tr("{records} and {n} more").format(records=records, n=figure(more)) if more > 0 else records
        words = "; ".join(f"“{' '.join(each.split())}”" for each in layer.sentences) or layer.reason
        line = f"{named} – {verdict_words(layer.verdict).lower()}{': ' if words else ''}{words}"
        yield Block((Run(line),), role="small", tone="text2", indent=indent + _STEP_IN, below=3)


def _linked(words: str, records: Sequence[tuple[Kind, int]]) -> Iterator[Piece]:
    for kind, number in records:
        name = kind_words(kind, number)
        before, found, after = words.partition(name)
        if kind is Kind.REPORT and found:
            if before:
                yield Run(before)
            yield Run(name, href=f"community:{number}")
            words = after
    yield Run(words)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Verdict", text)
