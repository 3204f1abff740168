"""Which way of asking suits a question: its shape, what that shape is asked best, and why, in words."""

from dataclasses import dataclass
from enum import StrEnum

from graphrag_desktop.domain.answers import LevelEstimate, Mode

MOST_PARTS = 12
"""Of a question that is suggested at a detailed level: the deepest level that is read in no more parts."""


class Shape(StrEnum):
    """What a question asks for, as far as its words tell."""

    OVERVIEW = "overview"
    LISTING = "listing"
    DEPTH = "depth"
    PASSAGES = "passages"
    FACT = "fact"
    CONNECTION = "connection"
    WIDE = "wide"
    ENTITY = "entity"
    UNTOLD = "untold"


REASONS = {
    Shape.OVERVIEW: "It asks what the whole collection is about.",
    Shape.LISTING: "It asks for all there is of something: every report is read, at a detailed level.",
    Shape.DEPTH: "It asks for one theme in depth: from the overview down, only what helps is opened.",
    Shape.PASSAGES: "It asks for every place where something is said: no passage may be missed.",
    Shape.FACT: "It asks for a single fact: a date, a number, an amount.",
    Shape.CONNECTION: "It asks how {names} hang together.",
    Shape.WIDE: "It asks about {names} in a wider context.",
    Shape.ENTITY: "It asks about {names}.",
    Shape.UNTOLD: "It names nothing that the documents name: the whole collection is asked.",
}
"""Why, by shape; translated where the window shows them."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The way of asking that a question is suggested, and what its words tell: its shape, and the names it names."""

    question: str
    mode: Mode
    shape: Shape
    names: tuple[str, ...] = ()

    @property
    def is_detailed(self) -> bool:
        """Whether it is asked best at a detailed level, where its way of asking has levels."""
        return self.shape is Shape.LISTING

    @property
    def reason(self) -> str:
        """Why, in a sentence."""
        return REASONS[self.shape].format(names=quoted_names(self.names))

    def level(self, estimates: tuple[LevelEstimate, ...]) -> int:
        """The overview, or the deepest level that is read in at most `MOST_PARTS` parts."""
        if not self.is_detailed:
            return 0
        readable = (each.level for each in estimates if each.same_as is None and each.map_calls <= MOST_PARTS)
        return max(readable, default=0)


def quoted_names(names: tuple[str, ...]) -> str:
    """Some names in one phrase."""
    quoted = [f"“{each}”" for each in names] or ["what it names"]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
