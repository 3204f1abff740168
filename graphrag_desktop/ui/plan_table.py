"""The table of a plan: each file with its kind, its size, and what will be done with it."""

from collections.abc import Mapping
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from graphrag_desktop.pipeline.plan import PlannedFile, Verdict
from graphrag_desktop.ui.counted import size_words
from graphrag_desktop.ui.record_table import RECORD_ROLE, Column, RecordView
from graphrag_desktop.ui.theme import ActiveTheme, Token

VERDICT_LOOKS: Mapping[Verdict, tuple[str, Token]] = {
    Verdict.NEW: ("circle-check", "ok"),
    Verdict.KNOWN: ("circle-check", "text3"),
    Verdict.NOT_READ: ("circle-x", "danger"),
    Verdict.DUPLICATE: ("copy", "text3"),
    Verdict.SKIPPED: ("circle-x", "danger"),
    Verdict.LEFT_OUT: ("minus", "text3"),
}
"""The icon of a verdict and its ink."""

_LOUD = frozenset({Verdict.SKIPPED, Verdict.NOT_READ})

_VERDICTS = {
    Verdict.NEW: "To be read",
    Verdict.KNOWN: "Read before",
    Verdict.NOT_READ: "Could not be read",
    Verdict.DUPLICATE: "Duplicate",
    Verdict.SKIPPED: "Skipped",
    Verdict.LEFT_OUT: "Left out",
}
_KINDS = {
    "text": "Text",
    "web page": "Web page",
    "pdf": "PDF",
    "word": "Word",
    "slides": "Slides",
    "spreadsheet": "Spreadsheet",
    "table": "Table",
    "book": "Book",
    "mail": "E-mail",
    "json": "JSON",
    "json lines": "JSON lines",
    "archive": "Archive",
}


class VerdictDelegate(QStyledItemDelegate):
    """The verdict with its icon and the reason."""

    def __init__(self, active: ActiveTheme, parent: RecordView) -> None:
        super().__init__(parent)
        self._active = active

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Qt's: draw the cell."""
        theme = self._active.theme
        file: PlannedFile = index.data(RECORD_ROLE)
        box = QRectF(option.rect)
        painter.save()
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, theme.colour("selection" if is_chosen else "hover"))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), theme.colour("line"))
        name, token = VERDICT_LOOKS[file.verdict]
        size = theme.pixels(14)
        pixmap = self._active.icons.pixmap(name, token, size)
        painter.drawPixmap(QPointF(box.left() + 8, box.center().y() - size / 2), pixmap)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour(token if file.verdict in _LOUD else "text2"))
        room = box.adjusted(size + 15, 0, -6, 0)
        words = QFontMetricsF(painter.font()).elidedText(
            _verdict_and_reason(file), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()


def verdict_words(verdict: Verdict) -> str:
    """A verdict in words."""
    return QCoreApplication.translate("Plan", _VERDICTS[verdict])


def _verdict_and_reason(file: PlannedFile) -> str:
    words = verdict_words(file.verdict)
    return f"{words}: {file.reason}" if file.reason else words


def spoken_plan(file: PlannedFile) -> str:
    """What assistive technology says of a row."""
    return ", ".join(each for each in (file.path, file.kind, _verdict_and_reason(file)) if each)


def plan_columns() -> tuple[Column[PlannedFile], ...]:
    """What the table shows."""

    def tr(words: str) -> str:
        return QCoreApplication.translate("Plan", words)

    return (
        Column(tr("File"), lambda each: each.path, lambda each: each.path),
        Column(
            tr("Kind"),
            lambda each: tr(_KINDS.get(each.kind, each.kind)) if each.kind else _ending(each.path),
            lambda each: each.kind,
            112,
            520,
        ),
        Column(
            tr("Size"),
            lambda each: size_words(each.size) if each.size else "",
            lambda each: each.size,
            100,
            460,
            is_number=True,
        ),
        Column(tr("What will be done"), _verdict_and_reason, lambda each: each.verdict, 250),
    )


def _ending(path: str) -> str:
    return PurePath(path).suffix.lstrip(".").upper()
