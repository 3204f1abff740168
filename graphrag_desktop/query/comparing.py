"""One question asked in several ways at once, under one ceiling of money; each answer is kept like any other."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.asking import QuestionEstimate
from graphrag_desktop.domain.ceilings import Ceiling
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, InvalidSetting
from graphrag_desktop.domain.prices import price_list
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.usage import CountingControl
from graphrag_desktop.project import Project
from graphrag_desktop.query.modes import MODES, search_for

FEWEST_WAYS, MOST_WAYS = 2, 4
"""Fewer are no comparison, and more cannot be seen side by side."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of asking, at a level where it has those."""

    mode: Mode
    level: int = 0

    @property
    def name(self) -> str:
        """As it is typed: `global:2`, `local`."""
        return f"{self.mode.value}:{self.level}" if self.mode.has_level else self.mode.value


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking in one way: an answer, whole or not, or why there is none."""

    way: Way
    answer: Answer | None
    failure: str = ""


def parse_ways(text: str) -> tuple[Way, ...]:
    """Read ways as typed, parted by commas; raises `InvalidSetting` where they are none, or too few or too many."""
    ways = tuple(_way(word.strip()) for word in text.split(",") if word.strip())
    if len(set(ways)) < len(ways):
        raise InvalidSetting(f"“{text}” names a way twice.", "Name each way once.")
    if not FEWEST_WAYS <= len(ways) <= MOST_WAYS:
        raise InvalidSetting(
            f"{len(ways)} {'way is' if len(ways) == 1 else 'ways are'} named, and {FEWEST_WAYS} to {MOST_WAYS} are compared.",
            "Write --ways global:0,global:2,local.",
        )
    return ways


def estimate_way(project: Project, way: Way, question: str = "") -> QuestionEstimate:
    """What asking in one way takes at most."""
    return search_for(project, way.mode, way.level).estimate(question)


def money_together(estimates: Iterable[QuestionEstimate]) -> tuple[float, float] | None:
    """What all of them cost at least and at most; None where no price is known."""
    known = [each.money for each in estimates if each.money is not None]
    return (sum(low for low, _ in known), sum(high for _, high in known)) if known else None


def ceiling_of(project: Project, most: float | None) -> Ceiling | None:
    """One ceiling for several questions; None where there is none."""
    return None if most is None else Ceiling(most, price_list(project.models, project.settings))


def ask_way(project: Project, question: str, way: Way, ceiling: Ceiling | None, control: RunControl) -> Answer:
    """Ask in one way, under a ceiling that others may share; raises as the way of asking does."""
    listening = CountingControl(control, () if ceiling is None else (ceiling,))
    try:
        return search_for(project, way.mode, way.level).run(question, listening)
    finally:
        listening.stop_listening()


def ask_ways(
    project: Project, question: str, ways: Sequence[Way], ceiling: Ceiling | None, control: RunControl
) -> tuple[Asked, ...]:
    """Ask in all of these ways at once; what fails in one does not end the others. Raises `Cancelled` where nothing came."""

    def ask(way: Way) -> Asked:
        return _asked(project, question, way, ceiling, control)

    with ThreadPoolExecutor(max_workers=len(ways), thread_name_prefix="ways") as executor:
        found = tuple(executor.map(ask, ways))
    if control.is_cancelled and not any(each.answer for each in found):
        raise Cancelled
    return found


def _asked(project: Project, question: str, way: Way, ceiling: Ceiling | None, control: RunControl) -> Asked:
    try:
        return Asked(way, ask_way(project, question, way, ceiling, control))
    except Cancelled:
        return Asked(way, None, "Stopped before anything was written.")
    except GraphRagError as error:
        return Asked(way, None, error.words)


def _way(word: str) -> Way:
    name, sign, level = (part.strip() for part in word.partition(":"))
    known = {each.mode.value: each.mode for each in MODES}
    if name not in known:
        raise InvalidSetting(f"“{name}” is no way of asking.", f"The ways are: {', '.join(known)}.")
    mode = known[name]
    if not sign:
        return Way(mode)
    if not mode.has_level:
        raise InvalidSetting(f"“{word}” has a level, and {name} is asked at none.", f"Write {name}.")
    if not level.isdecimal():
        raise InvalidSetting(f"“{level}” is no level.", f"Write {name}:0 for the overview, or a higher number.")
    return Way(mode, int(level))
