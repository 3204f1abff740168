"""What a question would be or was answered from: a table of every record considered, by kind, before and after asking."""

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.inspection import Inspection, KindTotal
from graphrag_desktop.ui.context_table import ContextRow, ContextTable, context_rows
from graphrag_desktop.ui.context_words import head_words, kinds_word, total_words
from graphrag_desktop.ui.controls import Button, IconButton, ShortWords
from graphrag_desktop.ui.number_box import ChoiceBox
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import Words, named, row_of
from graphrag_desktop.ui.record_table import RECORD_ROLE, RecordView
from graphrag_desktop.ui.theme import ActiveTheme


class ContextSheet(QWidget):
    """`preview_wanted` asks for what would be sent, `wanted` for what was sent for the answer that is open."""

    preview_wanted = Signal()
    wanted = Signal()  # it is to be seen, and shows nothing of the answer that is open yet
    record_wanted = Signal(object, int)  # the kind and number of a record to be read
    map_wanted = Signal(bool)  # whether what lies near is to be seen on the map

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._inspection: Inspection | None = None
        self._has_answer = False
        self._build()
        theme.theme_changed.connect(lambda _: self._table.layoutChanged.emit())

    @property
    def inspection(self) -> Inspection | None:
        """What is shown."""
        return self._inspection

    @property
    def is_map_wanted(self) -> bool:
        """Whether what lies near is to be seen on the map."""
        return self._map.isChecked()

    def show_inspection(self, inspection: Inspection) -> None:
        """Show what would be or was sent."""
        self._inspection = inspection
        self._head.setText(head_words(inspection))
        self._offer_kinds(inspection.totals)
        self._map.setVisible(inspection.subgraph is not None)
        self._totals.setText(" · ".join(total_words(each) for each in inspection.totals))
        self._table.show_records(context_rows(inspection))
        self._narrow()
        if inspection.totals:
            self._page.show_content()
        else:
            words = self.tr("Nothing was found that speaks to the question.")
            self._page.show_empty(Emptiness("scan-text", self.tr("Nothing to send"), words))

    def expect(self) -> None:
        """It is being looked for."""
        self._page.expect()

    def show_failure(self, reason: str) -> None:
        """It could not be looked for."""
        self._page.show_failure(self.tr("Nothing could be looked up"), reason, self.tr("Try again"), self._again)

    def expect_answer(self, *, has_answer: bool) -> None:
        """Another answer is open, or none: what is shown is of another question."""
        self._inspection, self._has_answer = None, has_answer
        self._map.hide()
        self._table.show_records(())
        words = self.tr("See which records a question would be answered from, before it is asked.")
        self._page.show_empty(
            Emptiness("scan-text", self.tr("Nothing looked up yet"), words, self.tr("Look it up"), "search"),
            self.preview_wanted.emit,
        )
        if self.isVisible() and has_answer:
            self.wanted.emit()

    def take_focus(self) -> None:
        """Put the keyboard on the table."""
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().showEvent(event)
        if self._inspection is None and self._has_answer:
            self.wanted.emit()

    def _build(self) -> None:
        self._head = ShortWords(self._theme, role="caption", tone="2")
        self._kinds = named(ChoiceBox(), "contextKinds", self.tr("Kind of record"))
        self._kinds.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        self._kinds.activated.connect(lambda _: self._narrow())
        self._map = named(IconButton(self._theme, "spline", self.tr("On the map"), shows_words=True), "contextOnMap")
        self._map.say(self.tr("On the map"), self.tr("Show on the map how near each lies to the question"))
        self._map.setCheckable(True)
        self._map.setChecked(True)
        self._map.toggled.connect(self.map_wanted)
        self._map.hide()
        tip = self.tr("What would be sent for the question above; no model is asked but for vectors that are missing")
        self._before = Button(self._theme, self.tr("Before asking"), icon="scan-text", kind="quiet", tip=tip)
        named(self._before, "contextPreview").clicked.connect(self.preview_wanted)
        tools = row_of(self._kinds, self._map, self._before)
        tools.insertStretch(1, 1)
        self._totals = Words(self._theme, role="caption", tone="2")
        self._table = ContextTable(self._theme, self)
        self._view = named(RecordView(self._theme), "contextTable", self.tr("Records considered"))
        self._view.show_table(self._table)
        self._view.clicked.connect(self._row_clicked)
        self._view.record_opened.connect(self._open)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(6)
        inner.addLayout(lines := QVBoxLayout())
        lines.setContentsMargins(14, 0, 14, 0)
        lines.addWidget(self._totals)
        inner.addWidget(self._view, 1)
        self._page = StatefulPage(self._theme, content)
        top = QVBoxLayout()
        top.setContentsMargins(14, 10, 14, 6)
        top.setSpacing(6)
        top.addWidget(self._head)
        top.addLayout(tools)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self._page, 1)
        self.expect_answer(has_answer=False)

    def _offer_kinds(self, totals: tuple[KindTotal, ...]) -> None:
        chosen = self._kinds.currentData()
        self._kinds.clear()
        self._kinds.addItem(self.tr("All kinds"), None)
        for each in totals:
            self._kinds.addItem(kinds_word(each.kind), each.kind)
        self._kinds.setCurrentIndex(max(0, self._kinds.findData(chosen)))

    def _narrow(self) -> None:
        data = self._kinds.currentData()
        kind = None if data is None else Kind(data)
        self._table.set_filter(None if kind is None else lambda row: row.kind is kind)

    def _again(self) -> None:
        if self._has_answer:
            self.wanted.emit()
        else:
            self.preview_wanted.emit()

    @Slot(QModelIndex)
    def _row_clicked(self, index: QModelIndex) -> None:
        self._open(index.data(RECORD_ROLE))

    def _open(self, row: object) -> None:
        if isinstance(row, ContextRow) and row.record is not None:
            self.record_wanted.emit(*row.record.record)
