"""What an index run takes, as a plan says it: documents, text units, calls, tokens, time, cost, and how that is known."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from graphrag_desktop.domain.changes import DocumentChanges
from graphrag_desktop.domain.estimates import Range, RunForecast
from graphrag_desktop.pipeline.plan import IndexPlan
from graphrag_desktop.ui.counted import counted, time_range
from graphrag_desktop.ui.figures import figure, short_figure
from graphrag_desktop.ui.model_words import money_range
from graphrag_desktop.ui.panels import Words
from graphrag_desktop.ui.plan_estimate import estimate_reading
from graphrag_desktop.ui.theme import ActiveTheme

TRIAL = 5
"""How many documents a trial reads."""

_PATHS = 5  # of a kind, that are named
_FACTS = ("documents", "known", "changed", "units", "calls", "tokens", "time", "cost")


class PlanFacts(QWidget):
    """A grid of names and values; those that are not known are not there."""

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        tr = self.tr
        words = (
            tr("To be read"),
            tr("Read before"),
            tr("Since the last run"),
            tr("Text units"),
            tr("Calls"),
            tr("Tokens"),
            tr("Time"),
            tr("Cost"),
        )
        self._names: dict[str, Words] = {}
        self._values: dict[str, Words] = {}
        self._basis = Words(theme, role="small", tone="3")
        grid = QGridLayout()
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        for at, (name, said) in enumerate(zip(_FACTS, words, strict=True)):
            self._names[name] = Words(theme, said, tone="2", wraps=False)
            self._names[name].setSizePolicy(self._basis.sizePolicy())
            value = self._values[name] = Words(theme, "", wraps=False, weight=500)
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(self._names[name], at, 0)
            grid.addWidget(value, at, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(grid)
        column.addWidget(self._basis)

    def show_plan(self, plan: IndexPlan, *, has_models: bool) -> None:
        """Show what is to be read; what it takes with models comes with `show_forecast`."""
        known = counted(plan.known_documents, "1 document", "{n} documents")
        self._say("documents", counted(plan.new_documents, "1 document", "{n} documents"))
        self._say("known", known if plan.known_documents else "")
        self._say("changed", *_changed(plan.changes))
        if has_models:
            return
        for name in ("units", "calls", "tokens"):
            self._say(name, "")
        left = estimate_reading(plan.planned)
        self._say("time", time_range(left.low, left.high))
        self._say("cost", self.tr("none, on this computer"))
        guess = self.tr("The time is guessed from the kinds and sizes of the files; it shows better once it runs.")
        self._basis.setText(guess)

    def show_forecast(self, forecast: RunForecast, *, is_away: bool) -> None:
        """Show what a run takes with models; `is_away` where their servers may send a bill."""
        self._say("units", _count(forecast.text_units))
        self._say("calls", _count(forecast.calls), _by_task(forecast))
        read, written = forecast.prompt_tokens, forecast.completion_tokens
        self._say(
            "tokens", self.tr("{read} read, {written} written").format(read=_short(read), written=_short(written))
        )
        minutes = forecast.minutes
        unknown = self.tr("not known before a test or a trial")
        self._say("time", unknown if minutes is None else time_range(minutes.low * 60, minutes.high * 60))
        if forecast.money is not None:
            self._say("cost", money_range(forecast.money.low, forecast.money.high))
        else:
            self._say("cost", self.tr("no price is known") if is_away else self.tr("none, on this machine"))
        if forecast.measured_units:
            words = counted(forecast.measured_units, "Measured on 1 text unit", "Measured on {n} text units")
            self._basis.setText(self.tr("{measured} of this folder, read by the same models.").format(measured=words))
        else:
            words = self.tr("Guessed from the sizes of the files. A trial on {n} documents replaces it by measurement.")
            self._basis.setText(words.format(n=figure(TRIAL)))

    def _say(self, name: str, words: str, tip: str = "") -> None:
        self._values[name].setText(words)
        self._values[name].setToolTip(tip)
        for part in (self._names[name], self._values[name]):
            part.setVisible(bool(words))


def _changed(changes: DocumentChanges) -> tuple[str, str]:
    """What became of the files since the last run, and their paths."""
    told = (
        (counted(len(changes.new), "1 new", "{n} new"), changes.new),
        (counted(len(changes.edited), "1 edited", "{n} edited"), changes.edited),
        (counted(len(changes.renamed), "1 renamed", "{n} renamed"), [each.after for each in changes.renamed]),
        (counted(len(changes.moved), "1 moved", "{n} moved"), [each.after for each in changes.moved]),
        (counted(len(changes.removed), "1 removed", "{n} removed"), changes.removed),
    )
    paths = [f"{words}: {', '.join(found[:_PATHS])}" for words, found in told if found]
    return ", ".join(words for words, found in told if found), "\n".join(paths)


def _count(span: Range) -> str:
    low, high = figure(round(span.low)), figure(round(span.high))
    return low if low == high else f"{low}–{high}"


def _short(span: Range) -> str:
    low, high = short_figure(round(span.low)), short_figure(round(span.high))
    return low if low == high else f"{low}–{high}"


def _by_task(forecast: RunForecast) -> str:
    names = {
        "extract": "Reading",
        "extract check": "Asking whether anything is missing",
        "claims": "Claims",
        "claims check": "Asking whether claims are missing",
        "describe": "Merging descriptions",
        "report": "Reports",
        "embed": "Vectors",
    }
    return "\n".join(
        f"{QCoreApplication.translate('Plan', names.get(each.task, each.task))}: {_count(each.calls)}"
        for each in forecast.tasks
    )
