"""The views an analyst has been at, to go back and forward between them as in a browser."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

Bounds = tuple[float, float, float, float]
"""Left, bottom, right and top of what is seen of the map."""

MOST = 500
"""Older views are forgotten."""


@dataclass(frozen=True, slots=True)
class Place:
    """One view: the level, what is chosen, and what is seen of the map; None sees all of it."""

    level: int = 0
    community: int | None = None
    entity: int | None = None
    document: str | None = None
    bounds: Bounds | None = None

    @property
    def is_level_only(self) -> bool:
        """Whether nothing is chosen."""
        return (self.community, self.entity, self.document) == (None, None, None)


class ViewHistory:
    """Places in the order they were visited, and which of them is the present one."""

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._at = -1

    @property
    def places(self) -> Sequence[Place]:
        """All of them, the earliest first."""
        return tuple(self._places)

    @property
    def has_past(self) -> bool:
        """Whether there is a place to go back to."""
        return self._at > 0

    @property
    def has_future(self) -> bool:
        """Whether there is a place to go forward to."""
        return self._at < len(self._places) - 1

    def visit(self, place: Place) -> None:
        """Go somewhere new; what lay ahead is forgotten. Passing through levels leaves only the last of them."""
        del self._places[self._at + 1 :]
        present = self._places[-1] if self._places else None
        if present is not None and replace(present, bounds=None) == replace(place, bounds=None):
            return
        is_passing = len(self._places) > 1 and present is not None and _differ_in_level_only(present, place)
        if is_passing and _differ_in_level_only(self._places[-2], place):
            self._places.pop()
        self._places.append(place)
        del self._places[:-MOST]
        self._at = len(self._places) - 1

    def leave(self, bounds: Bounds | None) -> None:
        """Note what is seen of the map before going elsewhere."""
        if self._places:
            self._places[self._at] = replace(self._places[self._at], bounds=bounds)

    def back(self) -> Place | None:
        """The place before, which is the present one from now on; None at the first."""
        return self._step(-1) if self.has_past else None

    def forward(self) -> Place | None:
        """The place after; None at the last."""
        return self._step(1) if self.has_future else None

    def forget(self) -> None:
        """Start anew: another project was opened."""
        self._places.clear()
        self._at = -1

    def _step(self, step: int) -> Place:
        self._at += step
        return self._places[self._at]


def _differ_in_level_only(one: Place, other: Place) -> bool:
    return replace(one, level=0, bounds=None) == replace(other, level=0, bounds=None)
