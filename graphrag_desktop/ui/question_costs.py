"""What asking takes, in the words that stand beside the choice of a level and a way of asking."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import LevelEstimate, Mode
from graphrag_desktop.domain.asking import QuestionEstimate
from graphrag_desktop.domain.routing import Suggestion
from graphrag_desktop.ui.auto_mode import suggestion_words
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import short_figure
from graphrag_desktop.ui.mode_words import mode_reason, takes_words
from graphrag_desktop.ui.model_words import money_range


@dataclass(frozen=True, slots=True)
class QuestionCosts:
    """What each level and each way of asking takes; `reader` names the models, if any."""

    levels: tuple[LevelEstimate, ...] = ()
    modes: Mapping[Mode, QuestionEstimate] = field(default_factory=dict)
    reader: str = ""

    def words(self, mode: Mode, level: int, *, is_short: bool = False) -> str:
        """What asking in one way takes; in the long form also when that is the way to ask."""
        if mode.has_level:
            return level_cost_words(self.levels[min(level, len(self.levels) - 1)], self.reader, is_short=is_short)
        if mode not in self.modes:
            return ""
        takes = takes_words(self.modes[mode], self.reader, is_short=is_short)
        return takes if is_short else f"{mode_reason(mode)} {takes}"

    def suggested(self, suggestion: Suggestion, *, is_short: bool = False) -> str:
        """Which way of asking is suggested, why, and what it takes."""
        level = suggestion.level(self.levels)
        if suggestion.mode.has_level:
            takes = self.words(suggestion.mode, level, is_short=is_short)
        elif suggestion.mode in self.modes:
            takes = takes_words(self.modes[suggestion.mode], self.reader, is_short=is_short)
        else:
            takes = ""
        return f"{suggestion_words(suggestion, self.levels)} {takes}".rstrip()


def level_cost_words(chosen: LevelEstimate, reader: str, *, is_short: bool = False) -> str:
    """The reports read, the parts and the price; `reader` names the models, if any."""
    if is_short:
        tokens = _tr("{n} tokens").format(n=short_figure(chosen.report_tokens))
        parts = counted(chosen.map_calls, "1 part", "{n} parts")
        price = "" if chosen.money is None else f" · {money_range(*chosen.money)}"
        return f"{tokens} · {parts}{price}"
    reports = counted(chosen.communities, "Reads 1 report", "Reads {n} reports")
    parts = counted(chosen.map_calls, "in 1 part", "in {n} parts")
    words = _tr("{reports} {parts}, then writes.").format(reports=reports, parts=parts)
    if chosen.money is not None:
        price = money_range(*chosen.money)
        return _tr("{price} with {reader}. {words}").format(words=words, reader=reader, price=price)
    if not reader:
        return _tr("{words} On this computer, free.").format(words=words)
    return _tr("{words} With {reader}; no price is known.").format(words=words, reader=reader)


def _tr(text: str) -> str:
    return QCoreApplication.translate("QuestionComposer", text)
