"""What was read for an answer: every part and report with its score, and where the budget of the answer cuts them off."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSlider,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from graphrag_desktop.domain.answers import Answer, ReportUse, Use
from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView
from graphrag_desktop.explore.reduction import Fate, PartRow, Reduction, budget_of, not_asked, reduction, whole_budget
from graphrag_desktop.ui.controls import Button, ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.mode_words import mode_name
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import named, row_of
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.use_words import USE_ICONS, budget_words, fate_words, reduction_words, use_words

_NUMBER = int(Qt.ItemDataRole.UserRole)
_NAME, _SCORE, _TOKENS, _TOTAL, _USE = range(5)
_WIDTHS = {_SCORE: 46, _TOKENS: 54, _TOTAL: 54, _USE: 136}
_ROW, _INDENTATION = 26, 14
_LEAST_FOLDED = 4  # reports of no help in a part that helps: they would push the line of the budget out of sight
_MOST_NOT_ASKED = 200  # rows: more of them would say no more


class ReadingSheet(QWidget):
    """The table of an answer; `report_wanted` tells the community of a report.

    `budget_wanted` tells the question of the answer, its level and way of asking, and the tokens within which to answer it again.
    """

    report_wanted = Signal(int)
    budget_wanted = Signal(str, int, object, int)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._answer: Answer | None = None
        self._hierarchy: HierarchyView | None = None
        self._fates: tuple[Fate, ...] = ()
        self._line: QTreeWidgetItem | None = None
        self._build()

    @property
    def shown(self) -> Reduction | None:
        """The parts as the chosen budget cuts them."""
        return None if self._answer is None else reduction(self._answer, self._slider.value())

    def show_answer(self, answer: Answer) -> None:
        """Show what was read for an answer, under the budget that it was written under."""
        self._answer = answer
        budget, whole = budget_of(answer), whole_budget(answer)
        self._slider.blockSignals(True)  # noqa: FBT003 - Qt's
        self._slider.setRange(0, max(budget, whole))
        self._slider.setSingleStep(max(1, max(budget, whole) // 100))
        self._slider.setPageStep(max(1, max(budget, whole) // 10))
        self._slider.setValue(budget)
        self._slider.blockSignals(False)  # noqa: FBT003
        for widget in self._budget:
            widget.setVisible(bool(answer.parts))
        self._draw()
        if answer.parts or answer.reports:
            self._page.show_content()
        else:
            words = self.tr("“{way}” answers from passages or from the graph: its citations lead to what was read.")
            words = words.format(way=mode_name(answer.mode))
            self._page.show_empty(Emptiness("table-2", self.tr("No report was read"), words))

    def show_hierarchy(self, hierarchy: HierarchyView) -> None:
        """The communities there are now."""
        self._hierarchy = hierarchy
        if self._answer is not None:
            self._draw()

    def show_nothing(self) -> None:
        """Say what goes here."""
        self._answer = None
        words = self.tr(
            "Every report that is read for a question is listed here, with its score and what became of it."
        )
        self._page.show_empty(Emptiness("table-2", self.tr("No answer yet"), words))

    def take_focus(self) -> None:
        """Put the keyboard on the table."""
        self._tree.setFocus()

    def _build(self) -> None:
        self._summary = ShortWords(self._theme, role="caption", tone="2")
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setAccessibleName(self.tr("Tokens of the parts that the answer is written from"))
        self._slider.valueChanged.connect(lambda _: self._budget_moved())
        self._tokens = ShortWords(self._theme, role="small", tone="2")
        self._again = Button(self._theme, self.tr("Answer within this"), icon="rotate-ccw", kind="quiet")
        named(self._again, "budgetButton")
        self._again.clicked.connect(self._again_clicked)
        self._tree = named(QTreeWidget(), "readingTable", self.tr("Parts and reports read"))
        self._tree.setHeaderLabels(
            [
                self.tr("Part and report"),
                self.tr("Score"),
                self.tr("Tokens"),
                self.tr("Total"),
                self.tr("What became of it"),
            ]
        )
        self._tree.setFrameShape(QFrame.Shape.NoFrame)
        self._tree.setUniformRowHeights(True)
        self._tree.setIndentation(_INDENTATION)
        self._tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._tree.itemClicked.connect(self._item_opened)
        self._tree.itemActivated.connect(self._item_opened)
        words = ShortWords(self._theme, self.tr("Budget"), role="small")
        self._budget = (words, self._slider, self._tokens, self._again)
        row = row_of(*self._budget)
        row.setStretch(1, 1)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(14, 10, 14, 8)
        inner.setSpacing(6)
        inner.addWidget(self._summary)
        inner.addLayout(row)
        inner.addWidget(self._tree, 1)
        self._page = StatefulPage(self._theme, content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._page)
        self._theme.theme_changed.connect(self._dress)
        self._dress()
        self.show_nothing()

    def _budget_moved(self) -> None:
        """Rows are made anew only where another part comes in or goes: there may be thousands."""
        shown = self.shown
        if shown is None or tuple(row.fate for row in shown.rows) != self._fates:
            self._draw()
            return
        self._say(shown)
        if self._line is not None:
            self._line.setText(_NAME, budget_words(shown))

    def _draw(self) -> None:
        shown, answer = self.shown, self._answer
        if shown is None or answer is None:
            return
        self._fates, self._line = tuple(row.fate for row in shown.rows), None
        self._say(shown)
        self._tree.clear()
        self._fill(shown)
        for use in () if answer.parts else answer.reports:
            self._add_report(self._tree, use)
        if self._hierarchy is not None:
            self._add_not_asked(not_asked(answer, self._hierarchy))

    def _say(self, shown: Reduction) -> None:
        self._tokens.setText(counted(shown.budget, "1 token", "{n} tokens"))
        self._summary.setText(reduction_words(shown, self._answer))
        self._again.setEnabled(shown.inside > 0 and not shown.is_as_answered)
        self._again.setToolTip(
            self.tr("The answer was written from these very parts.")
            if shown.is_as_answered
            else self.tr("Write the answer again from the parts above the line; nothing is read again.")
        )

    def _fill(self, shown: Reduction) -> None:
        for place, row in enumerate(shown.rows):
            before = shown.rows[place - 1].fate if place else Fate.INSIDE
            if row.fate is not Fate.INSIDE and before is Fate.INSIDE:
                self._add_line(shown)
            self._add_part(row)
        if shown.rows and shown.rows[-1].fate is Fate.INSIDE:
            self._add_line(shown)

    def _add_line(self, shown: Reduction) -> None:
        """Where the budget cuts: a row of its own, since colour alone is not enough."""
        self._line = item = QTreeWidgetItem(self._tree, [budget_words(shown)])
        item.setFirstColumnSpanned(True)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setForeground(0, self._theme.theme.colour("accent"))
        item.setBackground(0, self._theme.theme.colour("accent_soft"))
        item.setFont(0, self._theme.theme.font("caption", 500))
        item.setSizeHint(_NAME, QSize(0, self._theme.theme.pixels(_ROW)))

    def _add_part(self, row: PartRow) -> None:
        part = row.part
        name = self.tr("Part {n}").format(n=figure(part.number))
        total = "" if row.total is None else figure(row.total)
        score = self.tr("failed") if part.failure else figure(part.score)
        item = QTreeWidgetItem(self._tree, [name, score, figure(part.tokens), total, fate_words(row)])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setToolTip(_NAME, part.failure or fate_words(row))
        self._align(item, weight=600)
        item.setExpanded(True)
        useless = [each for each in row.reports if each.use is Use.ZERO]
        folds = row.fate is not Fate.ZERO and len(useless) >= _LEAST_FOLDED
        for use in row.reports:
            if not (folds and use.use is Use.ZERO):
                self._add_report(item, use, row.fate, was_kept=row.was_kept)
        if folds:
            words = counted(len(useless), "1 report", "{n} reports")
            folded = QTreeWidgetItem(item, [words, "0", "", "", use_words(Use.ZERO)])
            folded.setIcon(_USE, self._theme.icons.icon(USE_ICONS[Use.ZERO], "text2", 14))
            self._align(folded)
            for use in useless:
                self._add_report(folded, use, row.fate, was_kept=row.was_kept)

    def _add_report(
        self, parent: QTreeWidget | QTreeWidgetItem, use: ReportUse, fate: Fate = Fate.INSIDE, *, was_kept: bool = True
    ) -> None:
        words = use_words(use.use)
        if fate is Fate.INSIDE and not was_kept:
            words = self.tr("would be read")
        elif fate is Fate.OVER and was_kept:
            words = self.tr("would be left out")
        item = QTreeWidgetItem(parent, [use.title, figure(use.score), "", "", words])
        is_cited = use.use is Use.CITED and fate is Fate.INSIDE
        icon = self._theme.icons.icon(USE_ICONS[use.use], "ok" if is_cited else "text2", 14)
        item.setIcon(_USE, icon)
        item.setData(_NAME, _NUMBER, use.number)
        item.setToolTip(_NAME, use.title)
        item.setToolTip(_USE, words)
        item.setData(_NAME, int(Qt.ItemDataRole.AccessibleTextRole), f"{use.title}, {figure(use.score)}, {words}")
        self._align(item)

    def _add_not_asked(self, rows: Sequence[CommunityRow]) -> None:
        if not rows:
            return
        words = counted(len(rows), "1 report was not asked", "{n} reports were not asked")
        parent = QTreeWidgetItem(self._tree, [words, "–", "", "", use_words(None)])
        parent.setToolTip(
            _NAME, self.tr("It was not written when the question was asked, or is newer than the answer.")
        )
        self._align(parent, weight=600)
        for row in rows[:_MOST_NOT_ASKED]:
            item = QTreeWidgetItem(parent, [row.title, "–", "", "", use_words(None)])
            item.setData(_NAME, _NUMBER, row.number)
            self._align(item)

    def _align(self, item: QTreeWidgetItem, weight: int = 400) -> None:
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column in (_SCORE, _TOKENS, _TOTAL):
            item.setTextAlignment(column, right)
        item.setSizeHint(_NAME, QSize(0, self._theme.theme.pixels(_ROW)))
        for column in range(5):
            item.setFont(column, self._theme.theme.font("small", weight, tabular=True))

    @Slot(QTreeWidgetItem)
    def _item_opened(self, item: QTreeWidgetItem) -> None:
        number = item.data(_NAME, _NUMBER)
        if number is not None:
            self.report_wanted.emit(number)

    @Slot()
    def _again_clicked(self) -> None:
        if self._answer is not None:
            answer = self._answer
            self.budget_wanted.emit(answer.question, answer.level, answer.mode, self._slider.value())

    @Slot()
    def _dress(self) -> None:
        theme = self._theme.theme
        palette = self._tree.palette()
        palette.setColor(QPalette.ColorRole.Text, theme.colour("text"))
        self._tree.setPalette(palette)
        header = self._tree.header()
        header.setFont(theme.font("caption", 500))
        header.setStretchLastSection(False)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, theme.pixels(width))
            if column != _USE:
                self._tree.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
        self._draw()
