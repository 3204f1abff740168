"""The right side of a plan: who reads, what it takes and costs, where it pauses, what leaves this machine, Start."""

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from graphrag_desktop.domain.estimates import RunForecast
from graphrag_desktop.domain.model_choice import ModelChoice
from graphrag_desktop.domain.settings import Settings, setting_words
from graphrag_desktop.pipeline.plan import IndexPlan
from graphrag_desktop.ui.controls import Button, Glyph, ShortWords
from graphrag_desktop.ui.dialogs import scrolled
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.model_words import goes_away, leaving_words_of, reader_words
from graphrag_desktop.ui.number_box import NumberBox
from graphrag_desktop.ui.panels import Words, named, row_of
from graphrag_desktop.ui.plan_caps import PlanCaps
from graphrag_desktop.ui.plan_facts import TRIAL, PlanFacts
from graphrag_desktop.ui.theme import ActiveTheme

_SHOWN_SETTINGS = ("unit_tokens", "report_tokens", "left_out")
_PRICE_WIDTH, _MOST_PRICE = 92, 10_000.0


class PlanTerms(QFrame):
    """`changed` comes when the analyst chose another reader, another price or another cap: ask `models` and `settings`."""

    start_wanted = Signal()
    trial_wanted = Signal()
    cancel_wanted = Signal()
    place_wanted = Signal()
    models_wanted = Signal()
    changed = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self._theme = theme
        self._settings = Settings()
        self._choice: ModelChoice | None = None
        self._plan: IndexPlan | None = None
        self._build()
        self._connect()

    @property
    def models(self) -> ModelChoice | None:
        """Who is to read; None for the built-in engine."""
        if self._choice is None or not self._model.isChecked():
            return None
        prices = [each.number for each in self._prices]
        reads = replace(self._choice.extraction, prompt_price=prices[0], completion_price=prices[1])
        return replace(self._choice, extraction=reads)

    @property
    def settings(self) -> Settings:
        """The settings with caps and claims as they are chosen here."""
        return self._settings.changed({"claims": self._claims.isChecked(), **self._caps.values})

    def expect(self) -> None:
        """A plan is being made."""
        self._start.setEnabled(False)
        self._trial.setEnabled(False)

    def show_place(self, path: str) -> None:
        """Where the project will be kept."""
        self._kept.setText(path)

    def show_models(self, choice: ModelChoice | None, *, is_chosen: bool) -> None:
        """The models there are to choose, and whether they are chosen."""
        self._choice = choice
        with QSignalBlocker(self._model), QSignalBlocker(self._builtin):
            self._model.setEnabled(choice is not None)
            (self._model if is_chosen and choice is not None else self._builtin).setChecked(True)
        self._reader.setText(self.tr("None chosen yet.") if choice is None else reader_words(choice))
        if choice is not None:
            for box, price in zip(
                self._prices, (choice.extraction.prompt_price, choice.extraction.completion_price), strict=True
            ):
                with QSignalBlocker(box):
                    box.show_number(price)
        self._show_parts()

    def show_plan(self, plan: IndexPlan, settings: Settings) -> None:
        """Show what a run would do; what it takes with models comes with `show_forecast`."""
        self._plan, self._settings = plan, settings
        with QSignalBlocker(self._claims):
            self._claims.setChecked(settings.claims)
        self._caps.show_values(settings)
        self._show_settings(settings)
        self._show_parts()
        self._facts.show_plan(plan, has_models=self.models is not None)
        self._start.setEnabled(True)
        self._trial.setEnabled(plan.new_documents > TRIAL)
        self._start.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_forecast(self, forecast: RunForecast) -> None:
        """Show what the run takes with the models chosen."""
        if self.models is not None:
            self._facts.show_forecast(forecast, is_away=goes_away(self.models))

    def _build(self) -> None:
        tr, theme = self.tr, self._theme
        self._builtin = named(QRadioButton(tr("Built-in engine")), "planBuiltinButton")
        self._model = named(QRadioButton(tr("Models")), "planModelButton")
        self._reader = ShortWords(theme, role="small", tone="2")
        self._choose = Button(theme, tr("Choose models"), kind="quiet")
        self._claims = QCheckBox(tr("Look for claims too, with dates and status"))
        self._facts = PlanFacts(theme)
        self._prices = tuple(
            named(NumberBox(0.0, _MOST_PRICE, decimals=3, unknown=tr("not known")), name, spoken)
            for name, spoken in (
                ("planPromptPrice", tr("Price of reading")),
                ("planCompletionPrice", tr("Price of writing")),
            )
        )
        self._caps = PlanCaps(theme)
        self._globe = Glyph(theme, "shield-check", "ok", 16)
        self._leaving = Words(theme, role="small", tone="2")
        self._shown_settings = Words(theme, role="small", tone="2")
        self._kept = ShortWords(theme, role="small", tone="2", elide=Qt.TextElideMode.ElideMiddle)
        self._place = Button(theme, tr("Another place"), kind="quiet")
        self._cancel = Button(theme, tr("Cancel"), kind="quiet")
        words = tr("Try {n} documents").format(n=figure(TRIAL))
        tip = tr("Read a few documents, small and large ones, and see what they cost. All that is read is kept.")
        self._trial = named(Button(theme, words, tip=tip), "trialButton")
        self._start = named(Button(theme, tr("Start indexing"), icon="play", kind="primary"), "startButton")
        self._lay_out()
        self._builtin.setChecked(True)
        self.expect()

    def _lay_out(self) -> None:
        tr, theme = self.tr, self._theme
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(20, 16, 14, 8)
        column.setSpacing(9)
        group = QButtonGroup(self)
        column.addWidget(Words(theme, tr("How they are read"), role="title", weight=600))
        for button, words in (
            (
                self._builtin,
                Words(theme, tr("Reads and quotes sentences. No model, no network, free."), role="small", tone="3"),
            ),
            (self._model, self._reader),
        ):
            group.addButton(button)
            column.addWidget(button)
            line = row_of(words)
            line.setStretch(0, 1)
            line.setContentsMargins(24, 0, 0, 0)
            if button is self._model:
                line.addWidget(self._choose)
            column.addLayout(line)
        self._with_models = QWidget()
        own = QVBoxLayout(self._with_models)
        own.setContentsMargins(0, 0, 0, 0)
        own.setSpacing(8)
        own.addWidget(self._caps)
        own.addWidget(self._build_prices())
        column.addWidget(self._claims)
        column.addWidget(_rule())
        column.addWidget(Words(theme, tr("What it takes"), role="title", weight=600))
        column.addWidget(self._facts)
        column.addWidget(self._with_models)
        leaving = row_of(self._globe, self._leaving)
        leaving.setStretch(1, 1)
        column.addWidget(_rule())
        column.addLayout(leaving)
        column.addWidget(_rule())
        column.addWidget(Words(theme, tr("Settings that matter"), weight=600))
        column.addWidget(self._shown_settings)
        column.addWidget(Words(theme, tr("Kept in"), weight=600))
        kept = row_of(self._kept, self._place)
        kept.setStretch(0, 1)
        column.addLayout(kept)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(1, 1, 1, 12)
        whole.addWidget(scrolled(content), 1)
        buttons = row_of(self._cancel, self._trial, self._start)
        buttons.insertStretch(1, 1)
        buttons.setContentsMargins(16, 0, 16, 0)
        whole.addLayout(buttons)

    def _build_prices(self) -> QWidget:
        self._bill = QWidget()
        line = QHBoxLayout(self._bill)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        line.addWidget(
            Words(self._theme, self.tr("Price of a million tokens, read and written"), role="small", tone="2"), 1
        )
        for box in self._prices:
            box.setFixedWidth(_PRICE_WIDTH)
            line.addWidget(box)
        return self._bill

    def _connect(self) -> None:
        self._model.toggled.connect(lambda _: self._was_changed())
        self._claims.toggled.connect(lambda _: self._was_changed())
        for box in self._prices:
            box.valueChanged.connect(lambda _: self._was_changed())
        self._caps.changed.connect(self._was_changed)
        self._choose.clicked.connect(self.models_wanted)
        self._place.clicked.connect(self.place_wanted)
        self._cancel.clicked.connect(self.cancel_wanted)
        self._trial.clicked.connect(self.trial_wanted)
        self._start.clicked.connect(self.start_wanted)

    def _was_changed(self) -> None:
        if self._plan is not None:
            self.show_plan(self._plan, self.settings)
        self.changed.emit()

    def _show_parts(self) -> None:
        models = self.models
        for part in (self._with_models, self._claims, self._trial):
            part.setVisible(models is not None)
        self._bill.setVisible(goes_away(models))
        self._leaving.setText(leaving_words_of(models))
        is_away = goes_away(models)
        self._globe.show_icon("globe" if is_away else "shield-check", "warn" if is_away else "ok")

    def _show_settings(self, settings: Settings) -> None:
        lines = []
        for name in _SHOWN_SETTINGS:
            value = getattr(settings, name)
            label = QCoreApplication.translate("Settings", setting_words(name).label)
            shown = figure(value) if isinstance(value, int) else str(value)
            unit = self.tr(" tokens") if name.endswith("_tokens") else ""
            lines.append(f"{label}: {shown or self.tr('nothing')}{unit}")
        self._shown_settings.setText("\n".join(lines))


def _rule() -> QFrame:
    rule = QFrame()
    rule.setProperty("surface", "rule")
    return rule
