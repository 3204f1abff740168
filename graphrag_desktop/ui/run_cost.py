"""What an index run with models has taken until now: calls, tokens and money against the cap, and how fast it goes."""

from collections.abc import Sequence

from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from graphrag_desktop.domain.estimates import RunForecast
from graphrag_desktop.domain.events import Event, ModelAsked, RunBegan, WaitingForServer
from graphrag_desktop.domain.prices import RunTerms
from graphrag_desktop.domain.usage import UsageLine
from graphrag_desktop.ui.counted import counted, duration
from graphrag_desktop.ui.figures import figure, short_figure
from graphrag_desktop.ui.model_words import money, money_range
from graphrag_desktop.ui.panels import Words, named
from graphrag_desktop.ui.theme import ActiveTheme

_STEPS = 1_000  # of the bar
_RATE_SECONDS = 3.0  # before that a rate means nothing


class RunCost(QWidget):
    """Not there for the built-in engine, which asks nobody."""

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._terms: RunTerms | None = None
        self._calls = self._stored = self._prompt = self._completion = 0
        self._money = 0.0
        self._waits = ""
        self._line = Words(theme, weight=500)
        self._bar = named(QProgressBar(textVisible=False, maximum=_STEPS), "capBar", self.tr("Used of the cap"))
        self._more = Words(theme, role="small", tone="2")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        for part in (self._line, self._bar, self._more):
            column.addWidget(part)
        self.hide()

    @property
    def text(self) -> str:
        """The line of money and calls."""
        return self._line.text()

    @property
    def short_text(self) -> str:
        """Tokens and money in a few words; empty for the built-in engine."""
        if self._terms is None:
            return ""
        tokens = self.tr("{n} tokens").format(n=short_figure(self._prompt + self._completion))
        return f"{tokens}, {self._money_words()}" if self._terms.prices.is_known else tokens

    def begin(self) -> None:
        """A run begins; whether with models it says itself."""
        self._terms = None
        self._calls = self._stored = self._prompt = self._completion = 0
        self._money, self._waits = 0.0, ""
        self.hide()

    def follow(self, happened: Event) -> None:
        """Take in an event of the run."""
        match happened:
            case RunBegan(terms):
                self._terms = terms
                self.show()
            case ModelAsked(_, model, prompt, completion, is_stored):
                self._stored += is_stored
                self._calls += not is_stored
                self._prompt += prompt
                self._completion += completion
                if self._terms is not None:
                    self._money += self._terms.prices.of(model).of(prompt, completion)
            case WaitingForServer(seconds, reason):
                self._waits = self.tr("{reason}: {time}.").format(reason=reason, time=duration(seconds))
            case _:
                pass

    def tell(self, seconds: float) -> None:
        """Show what was followed; the run has worked for so many seconds."""
        if self._terms is None:
            return
        parts = [self._money_words()] if self._terms.prices.is_known else []
        parts += [counted(self._calls, "1 call", "{n} calls")]
        if seconds > _RATE_SECONDS and self._calls:
            parts.append(self.tr("{n} a second").format(n=_rate(self._calls / seconds)))
        self._line.setText(" · ".join(parts))
        read, written = short_figure(self._prompt), short_figure(self._completion)
        words = [self.tr("{read} tokens read, {written} written.").format(read=read, written=written)]
        if self._stored:
            words.append(counted(self._stored, "1 reply was kept from before.", "{n} replies were kept from before."))
        self._more.setText(" ".join([*words, self._waits]).strip())
        share = self._share_of_cap(seconds)
        self._bar.setVisible(share is not None)
        self._bar.setValue(round(_STEPS * min(1.0, share or 0.0)))

    def end(self, usage: Sequence[UsageLine], forecast: RunForecast | None) -> str:
        """The run is over: what it took, beside what was expected, as a sentence; empty for the built-in engine."""
        if self._terms is None:
            return ""
        calls = sum(each.calls for each in usage)
        self._calls, self._money = calls, self._terms.prices.total(usage)
        words = counted(calls, "1 call", "{n} calls")
        if forecast is not None:
            words += self.tr(" ({range} expected)").format(range=_whole(forecast.calls.low, forecast.calls.high))
        if not self._terms.prices.is_known:
            return self.tr("{calls}; no price is known.").format(calls=words)
        cost = self.tr("Cost {money}").format(money=money(self._money))
        if forecast is not None and forecast.money is not None:
            cost += self.tr(" ({range} expected)").format(range=money_range(forecast.money.low, forecast.money.high))
        return self.tr("{cost}, {calls}.").format(cost=cost, calls=words)

    def _money_words(self) -> str:
        cap = None if self._terms is None else self._terms.cap_money
        if cap is None:
            return self.tr("cost {money}").format(money=money(self._money))
        return self.tr("{money} of {cap}").format(money=money(self._money), cap=money(cap))

    def _share_of_cap(self, seconds: float) -> float | None:
        """Of the cap that is nearest; None where there is none."""
        terms = self._terms
        if terms is None:
            return None
        used = (
            (self._money, terms.cap_money),
            (float(self._calls), terms.cap_calls),
            (float(self._prompt + self._completion), terms.cap_tokens),
            (seconds / 60, terms.cap_minutes),
        )
        return max((amount / cap for amount, cap in used if cap), default=None)


def _rate(rate: float) -> str:
    return figure(round(rate)) if rate >= 10 else f"{rate:.1f}"


def _whole(low: float, high: float) -> str:
    least, most = figure(round(low)), figure(round(high))
    return least if least == most else f"{least}–{most}"
