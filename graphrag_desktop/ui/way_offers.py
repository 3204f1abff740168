"""The ways of asking that can be compared, each with its name and what it takes, as lists offer them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import LevelEstimate, Mode
from graphrag_desktop.domain.asking import QuestionEstimate
from graphrag_desktop.query.comparing import Way, money_together
from graphrag_desktop.query.modes import MODES
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import short_figure
from graphrag_desktop.ui.level_words import level_name
from graphrag_desktop.ui.mode_words import asked_words, mode_name, takes_words
from graphrag_desktop.ui.model_words import money_range


@dataclass(frozen=True, slots=True)
class WayOffer:
    """A way of asking: `words` name it in a list, `short` above a column."""

    way: Way
    words: str
    estimate: QuestionEstimate

    @property
    def short(self) -> str:
        """Its name where there is little room."""
        return asked_words(self.way.mode, self.way.level)

    @property
    def takes(self) -> str:
        """What it takes at most."""
        return takes_words(self.estimate, "", is_short=True)


def way_offers(levels: Sequence[LevelEstimate], modes: Mapping[Mode, QuestionEstimate]) -> tuple[WayOffer, ...]:
    """Every level that holds other communities than those before, and every way without levels, in the usual order."""
    found: list[WayOffer] = []
    for mode in (each.mode for each in MODES):
        if mode.has_level:
            found += [
                WayOffer(
                    Way(mode, each.level),
                    f"{mode_name(mode)} · {level_name(each.level, len(levels))}",
                    QuestionEstimate(mode, each.level, each.report_tokens, each.map_calls + 1, money=each.money),
                )
                for each in levels
                if each.same_as is None
            ]
        elif mode in modes:
            found.append(WayOffer(Way(mode), mode_name(mode), modes[mode]))
    return tuple(found)


def together_words(offers: Iterable[WayOffer], reader: str) -> str:
    """What several take together at most; `reader` names the models, if any."""
    estimates = [each.estimate for each in offers]
    tokens = _tr("{n} tokens").format(n=short_figure(sum(each.tokens for each in estimates)))
    if not reader:
        return _tr("All together: up to {tokens}. On this computer, free.").format(tokens=tokens)
    calls = counted(sum(each.calls for each in estimates), "1 call", "{n} calls")
    money = money_together(estimates)
    if money is None:
        return _tr("All together: up to {tokens} in {calls}. No price is known.").format(tokens=tokens, calls=calls)
    return _tr("All together: {price}, up to {tokens} in {calls}.").format(
        price=money_range(*money), tokens=tokens, calls=calls
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Ways", text)
