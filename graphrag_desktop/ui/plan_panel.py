"""Before an index run: every file with what would be done with it, who reads, how long that may take, where it is kept."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path, PurePath

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.plan import IndexPlan, PlannedFile, Verdict
from graphrag_desktop.ui.controls import Button, Glyph, ShortWords
from graphrag_desktop.ui.counted import counted, size_words
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.filter_field import FilterField
from graphrag_desktop.ui.panel_states import StatefulPage
from graphrag_desktop.ui.panels import Words, named, row_of
from graphrag_desktop.ui.plan_terms import PlanTerms
from graphrag_desktop.ui.record_table import RECORD_ROLE, Column, RecordTable, RecordView
from graphrag_desktop.ui.theme import ActiveTheme, Token

_RIGHT, _NARROW_RIGHT = 430, 400
_WIDE = 1_300
_LOOKS: Mapping[Verdict, tuple[str, Token]] = {
    Verdict.NEW: ("circle-check", "ok"),
    Verdict.KNOWN: ("circle-check", "text3"),
    Verdict.DUPLICATE: ("copy", "text3"),
    Verdict.SKIPPED: ("circle-x", "danger"),
    Verdict.LEFT_OUT: ("minus", "text3"),
}
_VERDICTS = {
    Verdict.NEW: "To be read",
    Verdict.KNOWN: "Read before",
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


class PlanPanel(QWidget):
    """Shows a plan; nothing is done until `start_wanted` tells the folder and the project file.

    `trial_wanted` tells that a few documents are to be read first.
    """

    start_wanted = Signal(str, str)
    trial_wanted = Signal(str, str)
    cancel_wanted = Signal()
    place_wanted = Signal(str)  # another place for the project file is wanted; the present one
    options_wanted = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._folder = self._project = Path()
        self._plan: IndexPlan | None = None
        self._words: tuple[str, ...] = ()
        self._only: Verdict | None = None
        self._build()

    @property
    def folder(self) -> Path:
        """The folder that the plan is for."""
        return self._folder

    def expect(self, folder: Path, project: Path) -> None:
        """A folder is being looked at."""
        self._folder, self._plan = folder, None
        self.set_project(project)
        self._title.setText(self.tr("Looking at {folder}").format(folder=folder.name or str(folder)))
        self._place.setText(str(folder))
        self.terms.expect()
        self._table.show_records(())
        self._states.expect()

    def show_plan(self, plan: IndexPlan, settings: Settings) -> None:
        """Show what a run would do."""
        self._plan = plan
        self._title.setText(counted(len(plan.planned), "Plan for 1 file", "Plan for {n} files"))
        facts = (plan.folder, size_words(plan.size), self.tr("nothing has been done yet"))
        self._place.setText(" · ".join(facts))
        self._table.show_records(plan.planned)
        self._show_counts(plan)
        self.terms.show_plan(plan, settings)
        self._states.show_content()

    def set_project(self, project: Path) -> None:
        """Where the project will be kept."""
        self._project = project
        self.terms.show_place(str(project))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().resizeEvent(event)
        scale = self._theme.theme.pixels
        is_wide = event.size().width() >= scale(_WIDE)
        self.terms.setFixedWidth(min(scale(_RIGHT if is_wide else _NARROW_RIGHT), event.size().width() // 2))

    def _build(self) -> None:
        self._title = Words(self._theme, role="hero", weight=600)
        self._place = ShortWords(self._theme, tone="3", elide=Qt.TextElideMode.ElideMiddle)
        place = row_of(Glyph(self._theme, "folder", "text3", 14), self._place, spacing=6)
        place.setStretch(1, 1)
        options = Button(
            self._theme, self.tr("Options"), icon="sliders-horizontal", tip=self.tr("All settings of the project")
        )
        options.clicked.connect(self.options_wanted)
        names = QVBoxLayout()
        names.setSpacing(4)
        names.addWidget(self._title)
        names.addLayout(place)
        head = QHBoxLayout()
        head.addLayout(names, 1)
        head.addWidget(options, 0, Qt.AlignmentFlag.AlignTop)
        self.terms = PlanTerms(self._theme)
        self.terms.start_wanted.connect(lambda: self.start_wanted.emit(str(self._folder), str(self._project)))
        self.terms.trial_wanted.connect(lambda: self.trial_wanted.emit(str(self._folder), str(self._project)))
        self.terms.cancel_wanted.connect(self.cancel_wanted)
        self.terms.place_wanted.connect(lambda: self.place_wanted.emit(str(self._project)))
        cards = row_of(self._build_left(), self.terms, spacing=12)
        cards.setStretch(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 20, 12)
        column.setSpacing(14)
        column.addLayout(head)
        column.addLayout(cards, 1)

    def _build_left(self) -> QFrame:
        card = _card()
        self._field = FilterField(self._theme, self.tr("Filter files"))
        self._field.setMaximumWidth(240)
        self._field.words_changed.connect(self._words_changed)
        title = Words(self._theme, self.tr("Files"), role="title", weight=600, wraps=False)
        top = row_of(title, self._field)
        top.setStretch(0, 1)
        self._counts: dict[Verdict, CountButton] = {}
        counts = QHBoxLayout()
        counts.setSpacing(8)
        for verdict in Verdict:
            button = CountButton(self._theme, verdict_words(verdict), _LOOKS[verdict][1])
            button.toggled.connect(lambda is_on, verdict=verdict: self._only_wanted(verdict, is_on=is_on))
            self._counts[verdict] = button
            counts.addWidget(button)
        counts.addStretch(1)
        self._table = RecordTable(_columns(), _spoken, self)
        self._view = named(RecordView(self._theme), "planTable", self.tr("Files of the folder"))
        self._view.show_table(self._table)
        self._view.setItemDelegateForColumn(3, _VerdictDelegate(self._theme, self._view))
        self._states = StatefulPage(self._theme, self._view)
        column = QVBoxLayout(card)
        column.setContentsMargins(18, 14, 12, 10)
        column.setSpacing(10)
        column.addLayout(top)
        column.addLayout(counts)
        column.addWidget(self._states, 1)
        return card

    def _show_counts(self, plan: IndexPlan) -> None:
        counts = Counter(each.verdict for each in plan.planned)
        for verdict, button in self._counts.items():
            button.setVisible(counts[verdict] > 0)
            button.show_count(counts[verdict])
            button.setChecked(False)

    def _only_wanted(self, verdict: Verdict, *, is_on: bool) -> None:
        self._only = verdict if is_on else None
        if is_on:
            for other, button in self._counts.items():
                if other is not verdict:
                    button.setChecked(False)
            self._only = verdict
        self._narrow()

    @Slot(str)
    def _words_changed(self, text: str) -> None:
        self._words = tuple(entity_id(text).split())
        self._narrow()

    def _narrow(self) -> None:
        words, only = self._words, self._only
        self._table.set_filter(
            lambda each: (only is None or each.verdict is only) and all(word in entity_id(each.path) for word in words)
        )


class CountButton(Button):
    """How many files have a verdict; pressed, only those are shown."""

    def __init__(self, active: ActiveTheme, words: str, token: Token) -> None:
        super().__init__(active, words, kind="quiet")
        self._words = words
        self.setCheckable(True)
        self.setProperty("tone", token)

    def show_count(self, count: int) -> None:
        """Show another count."""
        self.say(f"{figure(count)} {self._words.lower()}")


class _VerdictDelegate(QStyledItemDelegate):
    """The verdict with its icon and the reason."""

    def __init__(self, active: ActiveTheme, parent: RecordView) -> None:
        super().__init__(parent)
        self._active = active

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = self._active.theme
        file: PlannedFile = index.data(RECORD_ROLE)
        box = QRectF(option.rect)
        painter.save()
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, theme.colour("selection" if is_chosen else "hover"))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), theme.colour("line"))
        name, token = _LOOKS[file.verdict]
        size = theme.pixels(14)
        pixmap = self._active.icons.pixmap(name, token, size)
        painter.drawPixmap(QPointF(box.left() + 8, box.center().y() - size / 2), pixmap)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour(token if file.verdict is Verdict.SKIPPED else "text2"))
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


def _spoken(file: PlannedFile) -> str:
    return ", ".join(each for each in (file.path, file.kind, _verdict_and_reason(file)) if each)


def _columns() -> tuple[Column[PlannedFile], ...]:
    def tr(words: str) -> str:
        return QCoreApplication.translate("Plan", words)

    return (
        Column(tr("File"), lambda each: each.path, lambda each: each.path),
        Column(
            tr("Kind"),
            lambda each: tr(_KINDS.get(each.kind, each.kind)) if each.kind else _ending(each.path),
            lambda each: each.kind,
            96,
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


def _card() -> QFrame:
    card = QFrame()
    card.setProperty("surface", "card")
    return card
