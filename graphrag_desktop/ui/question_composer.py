"""Where a question is written: its words, the mode, the level with the price of each, and Ask or Stop."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import LevelEstimate, Mode
from graphrag_desktop.domain.asking import QuestionEstimate
from graphrag_desktop.domain.routing import Suggestion
from graphrag_desktop.query.modes import MODES
from graphrag_desktop.ui.auto_mode import AutoMode, suggestion_words
from graphrag_desktop.ui.composing import Entering
from graphrag_desktop.ui.controls import Button, ShortWords
from graphrag_desktop.ui.level_picker import LevelPicker
from graphrag_desktop.ui.mode_selector import AUTO, ModeSelector
from graphrag_desktop.ui.mode_words import mode_reason
from graphrag_desktop.ui.panels import Words, named, row_of, tab_through
from graphrag_desktop.ui.question_costs import QuestionCosts
from graphrag_desktop.ui.theme import ActiveTheme

_ONE_LINE, _MOST_LINES = 40, 5
_MODE_WIDTH, _PICKER_WIDTH = 176, 520


class QuestionComposer(QWidget):
    """`question_asked` tells the question, its level and the way of asking. The compact form takes two lines."""

    question_asked = Signal(str, int, object)
    stop_wanted = Signal()
    level_chosen = Signal(int)

    def __init__(self, theme: ActiveTheme, beside: QWidget) -> None:
        """In the compact form `beside` has the place of the price, where it is not hidden."""
        super().__init__()
        self._theme, self._beside = theme, beside
        self._costs = QuestionCosts()
        self._is_busy = self._is_waiting = False
        self._is_compact: bool | None = None
        self._build()
        theme.theme_changed.connect(self._dress)

    @property
    def question(self) -> str:
        """The words in the field."""
        return self._question.toPlainText().strip()

    @property
    def is_auto(self) -> bool:
        """Whether the way of asking and its level are left to the program."""
        return self._mode.is_auto

    @property
    def level(self) -> int:
        """The level chosen, or suggested."""
        found = self._suggestion
        return self._picker.level if found is None else found.level(self._costs.levels)

    @property
    def mode(self) -> Mode:
        """The way of asking that is chosen, or suggested; the usual one while there is no suggestion."""
        return self._mode.mode if self._suggestion is None else self._suggestion.mode

    @property
    def _suggestion(self) -> Suggestion | None:
        return self.auto.suggestion(self.question) if self.is_auto else None

    def show_modes(self, estimates: Mapping[Mode, QuestionEstimate]) -> None:
        """Offer these ways of asking beside that at a level; the one chosen stays if it is still there."""
        self._costs = replace(self._costs, modes=estimates)
        self._mode.offer(each.mode for each in MODES if each.mode.has_level or each.mode in estimates)
        self.update_state()

    def set_mode(self, mode: Mode | None) -> None:
        """Choose a way of asking, None: leave it to the program; one that is not offered leaves it at levels."""
        self._mode.choose(AUTO if mode is None else mode)
        self._mode_chosen()

    def show_levels(self, estimates: tuple[LevelEstimate, ...]) -> None:
        """What asking at each level reads; nothing can be asked while there is none."""
        self._costs = replace(self._costs, levels=estimates)
        level = self._picker.level
        self._picker.show_estimates(estimates)
        tab_through(self._mode, *self._picker.cells)
        if estimates:
            self._picker.set_level(min(level, len(estimates) - 1))
        self.update_state()

    def set_reader(self, words: str) -> None:
        """Who will answer, in a few words; empty for the built-in engine."""
        self._costs = replace(self._costs, reader=words)
        self.update_state()

    def set_question(self, text: str) -> None:
        """Put words into the field."""
        self._question.setPlainText(text)

    def set_level(self, level: int) -> None:
        """Choose a level without telling anyone."""
        self._picker.set_level(level)
        self.update_state()

    def set_busy(self, *, is_busy: bool) -> None:
        """A question is being answered, or is not any more."""
        self._is_busy = is_busy
        self.update_state()

    def set_compact(self, *, is_compact: bool) -> None:
        """Take two lines, or all the room that the prices of levels want."""
        if is_compact == self._is_compact:
            return
        self._is_compact = is_compact
        self._picker.set_compact(is_compact=is_compact)
        tab_through(self._mode, *self._picker.cells)
        for widget in (self._mode, self._picker, self._cost, self._short_cost):
            self._grid.removeWidget(widget)
        if is_compact:
            self._grid.addWidget(self._mode, 0, 0)
            self._grid.addWidget(self._picker, 0, 1)
            self._grid.addWidget(self._short_cost, 0, 2)
            self._grid.addWidget(self._beside, 0, 3)
        else:
            self._grid.addWidget(self._picker, 0, 0, 1, 3)
            self._grid.addWidget(self._mode, 1, 0)
            self._grid.addWidget(self._cost, 1, 1, 1, 2)
        self._dress()
        self.update_state()

    def take_focus(self) -> None:
        """Put the cursor into the question."""
        self._question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._question.selectAll()

    def _build(self) -> None:
        field = QPlainTextEdit(placeholderText=self.tr("Ask about the whole collection"), tabChangesFocus=True)
        self._question = named(field, "questionEdit", self.tr("Question"))
        self._question.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        Entering(self._question).entered.connect(self._ask_clicked)
        self._question.textChanged.connect(self._question_changed)
        self._ask = named(Button(self._theme, self.tr("Ask"), icon="send", kind="primary"), "askButton")
        self._ask.clicked.connect(self._ask_clicked)
        tip = self.tr("Stop asking. What is written stays, and is kept with the question.")
        self._stop = named(Button(self._theme, self.tr("Stop"), icon="circle-stop", tip=tip), "stopButton")
        self._stop.clicked.connect(self.stop_wanted)
        self._mode = ModeSelector()
        self._mode.activated.connect(self._mode_chosen)
        self.auto = AutoMode(self)
        self.auto.changed.connect(self._suggested)
        self._picker = LevelPicker(self._theme)
        self._picker.level_chosen.connect(self._level_chosen)
        self._cost = Words(self._theme, role="caption", tone="2")
        self._short_cost = ShortWords(self._theme, role="caption", tone="2")
        self._reason = Words(self._theme, role="caption", tone="3")
        line = row_of(self._question, self._ask, self._stop)
        line.setStretch(0, 1)
        for button in (self._ask, self._stop):
            line.setAlignment(button, Qt.AlignmentFlag.AlignBottom)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(2, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 10)
        column.setSpacing(10)
        column.addLayout(line)
        column.addLayout(self._grid)
        column.addWidget(self._reason)
        self.set_compact(is_compact=False)

    def update_state(self) -> None:
        """Say what can be done now, and what it would cost."""
        has_levels = bool(self._costs.levels)
        self._ask.setEnabled(has_levels and not self._is_busy and bool(self.question))
        self._ask.setVisible(not self._is_busy)
        self._stop.setEnabled(self._is_busy)
        self._stop.setVisible(self._is_busy)
        self._picker.setVisible(has_levels and self.mode.has_level and not self.is_auto)
        self._mode.setToolTip(self._auto_reason() if self.is_auto else mode_reason(self.mode))
        self._cost.setVisible(has_levels and not self._is_compact)
        self._short_cost.setVisible(has_levels and bool(self._is_compact) and self._beside.isHidden())
        self._mode.setVisible(has_levels)
        self._reason.setVisible(not has_levels)
        self._reason.setText(self.tr("There is nothing to ask yet: index a folder first."))
        self._ask.setToolTip("" if has_levels else self._reason.text())
        if has_levels:
            self._cost.setText(self._cost_words(is_short=False))
            self._short_cost.setText(self._cost_words(is_short=True))

    def _cost_words(self, *, is_short: bool) -> str:
        """What asking takes in the way that is chosen; of one that is suggested first which it is, and why."""
        if not self.is_auto:
            return self._costs.words(self.mode, self._picker.level, is_short=is_short)
        found = self._suggestion
        return self._auto_reason() if found is None else self._costs.suggested(found, is_short=is_short)

    def _auto_reason(self) -> str:
        found = self._suggestion
        if found is None:
            return self.tr("The way of asking that suits the question is suggested here once it is written.")
        return suggestion_words(found, self._costs.levels)

    @Slot()
    def _ask_clicked(self) -> None:
        if not self._ask.isEnabled() or self._is_busy:
            return
        if self.is_auto and self._suggestion is None:  # asked faster than it was looked up
            self._is_waiting = True
            self.auto.want_now(self.question)
            return
        self.question_asked.emit(self.question, self.level, self.mode)

    @Slot()
    def _suggested(self) -> None:
        self.update_state()
        if self._is_waiting:
            self._is_waiting = False
            self._ask_clicked()

    @Slot()
    def _mode_chosen(self) -> None:
        if self.is_auto:
            self.auto.follow(self.question)
        self.update_state()

    @Slot(int)
    def _level_chosen(self, level: int) -> None:
        self.update_state()
        self.level_chosen.emit(level)

    @Slot()
    def _question_changed(self) -> None:
        self._is_waiting = False
        if self.is_auto:
            self.auto.follow(self.question)
        self._fit_question()
        self.update_state()

    def _fit_question(self) -> None:
        """The field grows with its lines, up to some."""
        theme = self._theme.theme
        lines = 1 if self._is_compact else min(max(1, round(self._question.document().size().height())), _MOST_LINES)
        spacing = self._question.fontMetrics().lineSpacing()
        self._question.setFixedHeight(max(theme.pixels(_ONE_LINE), lines * spacing + theme.pixels(20)))

    @Slot()
    def _dress(self) -> None:
        theme = self._theme.theme
        self._question.setFont(theme.font("read"))
        for button in (self._ask, self._stop):
            button.setMinimumHeight(theme.pixels(34))
        self._mode.setFont(theme.font("body"))
        self._mode.setMaximumWidth(theme.pixels(_MODE_WIDTH))
        widest = theme.pixels(_PICKER_WIDTH) if self._is_compact else 16_777_215
        self._picker.setMaximumWidth(widest)
        policy = QSizePolicy.Policy.Preferred if self._is_compact else QSizePolicy.Policy.Expanding
        self._picker.setSizePolicy(policy, QSizePolicy.Policy.Fixed)
        self._fit_question()
