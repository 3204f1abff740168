"""Answers side by side: a table of how they were made, and their statements, shared or not."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from graphrag_desktop.explore.comparison import Comparison
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.ui.citation_card import CitationGuide
from graphrag_desktop.ui.comparison_text import (
    Facts,
    comparison_blocks,
    comparison_citations,
    comparison_facts,
    overlap_words,
)
from graphrag_desktop.ui.controls import IconButton, ShortWords
from graphrag_desktop.ui.panels import Words, named, row_of
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.prose_blocks import plain_text
from graphrag_desktop.ui.theme import ActiveTheme

_MEASURE = 568


class ComparisonSheet(QWidget):
    """Shows one comparison: of the answer that is open with another, or of several that have names."""

    citation_wanted = Signal(object)
    record_wanted = Signal(object)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._comparison: Comparison | None = None
        self._names: tuple[str, ...] = ()
        self._labels: list[Words] = []
        self._build()

    @property
    def comparison(self) -> Comparison | None:
        """What is compared."""
        return self._comparison

    def show_comparison(self, comparison: Comparison, names: tuple[str, ...] = ()) -> None:
        """Show other answers; `names` are what they are called, where they are more than the first and the second."""
        self._comparison, self._names = comparison, names
        self._fill(comparison_facts(comparison))
        self._overlap.setText(overlap_words(comparison))
        self._guide.set_citations(comparison_citations(comparison))
        self._text.show_blocks(comparison_blocks(comparison, names))

    def show_record(self, record: RecordView) -> None:
        """Complete the card of a citation."""
        self._guide.show_record(record)

    def take_focus(self) -> None:
        """Put the keyboard on the text."""
        self._text.setFocus()

    def as_markdown(self) -> str:
        """All of it, as a text that stands for itself."""
        if self._comparison is None:
            return ""
        heads = self._names or (self.tr("First"), self.tr("Second"))
        rows = [("", *heads), tuple("---" for _ in ("", *heads)), *comparison_facts(self._comparison)]
        table = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows)
        title = f"# {self._comparison.answers[0].question.strip()}"
        words = plain_text(comparison_blocks(self._comparison, self._names)).replace("\t", " ")
        return "\n\n".join([title, table, overlap_words(self._comparison), words]) + "\n"

    def _build(self) -> None:
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(3)
        self._overlap = ShortWords(self._theme, role="caption", tone="2")
        copy = IconButton(self._theme, "copy", self.tr("Copy the comparison as Markdown"))
        copy.clicked.connect(self._copy_clicked)
        foot = row_of(self._overlap, copy)
        foot.setStretch(0, 1)
        self._text = named(Prose(self._theme, _MEASURE), "comparisonView", self.tr("Statements of two answers"))
        self._guide = CitationGuide(self._theme, self._text)
        self._guide.citation_followed.connect(self.citation_wanted)
        self._guide.record_wanted.connect(self.record_wanted)
        well = QFrame()
        well.setProperty("surface", "well")
        inner = QVBoxLayout(well)
        inner.setContentsMargins(12, 8, 8, 4)
        inner.setSpacing(4)
        inner.addLayout(self._grid)
        inner.addLayout(foot)
        top = QVBoxLayout()
        top.setContentsMargins(18, 10, 18, 0)
        top.addWidget(well)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self._text, 1)

    def _fill(self, facts: Facts) -> None:
        for label in self._labels:
            self._grid.removeWidget(label)
            label.deleteLater()
        self._labels = []
        heads = self._names or (self.tr("First (open)"), self.tr("Second"))
        for column in range(1, 1 + len(heads)):
            self._grid.setColumnStretch(column, 1)
        self._add(0, ("", *heads), is_head=True)
        for row, fact in enumerate(facts, start=1):
            self._add(row, fact, is_head=False)

    def _add(self, row: int, words: tuple[str, ...], *, is_head: bool) -> None:
        differs = len(set(words[1:])) > 1
        for column, text in enumerate(words):
            weight = 600 if is_head or (column and differs) else 400
            label: Words = ShortWords(self._theme, text, role="small", tone="3" if not column else "", weight=weight)
            label.setToolTip(text)
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            self._grid.addWidget(label, row, column)
            self._labels.append(label)

    @Slot()
    def _copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.as_markdown())
