"""One stage of an index run: whether it waits, runs or is over, how far it is, and how fast."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from graphrag_desktop.domain.events import Stage
from graphrag_desktop.ui.controls import Glyph, ShortWords
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.panels import Words, row_of
from graphrag_desktop.ui.theme import ActiveTheme

_NAMES = {
    Stage.DOCUMENTS: "Read documents",
    Stage.TEXT_UNITS: "Split into text units",
    Stage.EXTRACTION: "Find names and what connects them",
    Stage.GRAPH: "Build the graph",
    Stage.COMMUNITIES: "Find communities",
    Stage.REPORTS: "Write reports",
    Stage.EMBEDDINGS: "Make reports searchable",
    Stage.LAYOUT: "Lay out the map",
}


class StageRow(QWidget):
    """Icon, name, count and bar; a line below while it runs."""

    def __init__(self, theme: ActiveTheme, stage: Stage) -> None:
        super().__init__()
        self._name = stage_name(stage)
        self._total = 0
        self._is_running = False
        self._icon = Glyph(theme, "circle", "text3")
        self._title = ShortWords(theme, self._name, role="body", weight=500)
        self._count = Words(theme, role="small", tone="2", wraps=False)
        self._count.setSizePolicy(self._icon.sizePolicy())
        self._bar = QProgressBar(textVisible=False, maximum=1)
        self._bar.setAccessibleName(self._name)
        self._note = ShortWords(theme, role="caption", tone="3")
        head = row_of(self._icon, self._title, self._count)
        head.setStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addLayout(head)
        column.addWidget(self._bar)
        column.addWidget(self._note)
        self.wait()

    @property
    def is_running(self) -> bool:
        """Whether it began and is not over."""
        return self._is_running

    def wait(self) -> None:
        """It has not begun."""
        self._is_running, self._total = False, 0
        self._icon.show_icon("circle", "text3")
        self._show_bar(0, 1, "")
        self._say(self.tr("waits"))

    def begin(self, total: int) -> None:
        """It runs; `total` of 0 is a length nobody knows."""
        self._is_running, self._total = True, total
        self._icon.show_icon("loader-circle", "accent")
        self._show_bar(0, total, "")
        self._say(self.tr("working"))

    def advance(self, done: int, note: str) -> None:
        """So much of it is done."""
        if self._total:
            self._bar.setValue(done)
            self._say(self.tr("{done} of {total}").format(done=figure(done), total=figure(self._total)), note)

    def end(self, *, is_reused: bool) -> None:
        """It is over."""
        self._is_running = False
        self._icon.show_icon("circle-check", "ok")
        self._show_bar(1, 1, "ok")
        done = figure(self._total) if self._total else self.tr("done")
        self._say(self.tr("kept from before") if is_reused else done)

    def stop(self) -> None:
        """The run ended before this stage did."""
        if self._is_running:
            self._is_running = False
            self._icon.show_icon("circle-stop", "warn")
            self._show_bar(self._bar.value() if self._total else 0, self._total or 1, "warn")
            self._say(self._count.text())

    def _show_bar(self, value: int, total: int, tone: str) -> None:
        self._bar.setRange(0, total)
        self._bar.setValue(value)
        if self._bar.property("tone") != tone:
            self._bar.setProperty("tone", tone)
            self._bar.style().unpolish(self._bar)
            self._bar.style().polish(self._bar)

    def _say(self, words: str, note: str = "") -> None:
        self._count.setText(words)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._bar.setAccessibleDescription(f"{words} {note}".strip())


def stage_name(stage: Stage) -> str:
    """What a stage does, in words."""
    return QCoreApplication.translate("Stage", _NAMES[stage])
