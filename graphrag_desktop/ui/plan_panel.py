"""Before an index run: every file with what would be done with it, who reads, how long that may take, where it is kept."""

from collections import Counter
from pathlib import Path

from PySide6.QtCore import (
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
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
from graphrag_desktop.ui.plan_table import VERDICT_LOOKS, VerdictDelegate, plan_columns, spoken_plan, verdict_words
from graphrag_desktop.ui.plan_terms import PlanTerms
from graphrag_desktop.ui.record_table import RecordTable, RecordView
from graphrag_desktop.ui.theme import ActiveTheme, Token

_RIGHT, _NARROW_RIGHT = 430, 400
_WIDE = 1_300


class PlanPanel(QWidget):
    """Shows a plan; nothing is done until `start_wanted` tells the folder and the project file.

    `trial_wanted` tells that a few documents are to be read first.
    """

    start_wanted = Signal(str, str)
    trial_wanted = Signal(str, str)
    cancel_wanted = Signal()
    place_wanted = Signal(str)  # another place for the project file is wanted; the present one
    options_wanted = Signal()
    preview_wanted = Signal(str)  # what would be read from the file at this path
    passwords_wanted = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._folder = self._project = Path()
        self._plan: IndexPlan | None = None
        self._words: tuple[str, ...] = ()
        self._only: Verdict | None = None
        self._chosen: PlannedFile | None = None
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
        self._chosen = None
        self._look.setEnabled(False)
        self._table.show_records(())
        self._states.expect()

    def show_plan(self, plan: IndexPlan, settings: Settings) -> None:
        """Show what a run would do."""
        self._plan = plan
        self._title.setText(counted(len(plan.planned), "Plan for 1 file", "Plan for {n} files"))
        state = self.tr("nothing has been done yet")
        if plan.known_documents:
            state = self.tr("what is new is not read yet") if plan.new_documents else self.tr("nothing is new")
        facts = (plan.folder, size_words(plan.size), state)
        self._place.setText(" · ".join(facts))
        self._table.show_records(plan.planned)
        self._show_counts(plan)
        self.terms.show_plan(plan, settings)
        self._states.show_content()

    def set_project(self, project: Path) -> None:
        """Where the project will be kept."""
        self._project = project
        self.terms.show_place(str(project))

    def show_passwords(self, count: int) -> None:
        """Say how many passwords will be tried on files that ask for one."""
        words = counted(count, "1 password given", "{n} passwords given") if count else self.tr("Passwords")
        self._passwords.say(words, "shield-check")

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
        self._look = Button(
            self._theme,
            self.tr("Look inside"),
            icon="scan-text",
            tip=self.tr("What would be read from the chosen file"),
        )
        self._look.clicked.connect(self._look_clicked)
        self._look.setEnabled(False)
        self._passwords = Button(
            self._theme, self.tr("Passwords"), icon="shield-check", tip=self.tr("For locked files")
        )
        self._passwords.clicked.connect(self.passwords_wanted)
        top = row_of(title, self._field, self._look, self._passwords)
        top.setStretch(0, 1)
        self._counts: dict[Verdict, CountButton] = {}
        counts = QHBoxLayout()
        counts.setSpacing(8)
        for verdict in Verdict:
            button = CountButton(self._theme, verdict_words(verdict), VERDICT_LOOKS[verdict][1])
            button.toggled.connect(lambda is_on, verdict=verdict: self._only_wanted(verdict, is_on=is_on))
            self._counts[verdict] = button
            counts.addWidget(button)
        counts.addStretch(1)
        self._table = RecordTable(plan_columns(), spoken_plan, self)
        self._view = named(RecordView(self._theme), "planTable", self.tr("Files of the folder"))
        self._view.show_table(self._table)
        self._view.setItemDelegateForColumn(3, VerdictDelegate(self._theme, self._view))
        self._view.record_chosen.connect(self._file_chosen)
        self._view.record_opened.connect(self._file_opened)
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

    def _file_chosen(self, file: PlannedFile) -> None:
        self._chosen = file
        self._look.setEnabled(bool(file.kind))  # what is left out or of no known kind is not read at all

    def _file_opened(self, file: PlannedFile) -> None:
        self._file_chosen(file)
        self._look_clicked()

    def _look_clicked(self) -> None:
        if self._chosen is not None and self._chosen.kind:
            self.preview_wanted.emit(self._chosen.path)

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


def _card() -> QFrame:
    card = QFrame()
    card.setProperty("surface", "card")
    return card
