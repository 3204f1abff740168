"""Heat: communities and entities coloured by a value (use in an answer, rating, share of a document)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.ui.graph_canvas_scene import GraphScene


@dataclass(frozen=True, slots=True)
class Heat:
    """Values from 0 to `most` by number of a community or of an entity; those without a value stay grey.

    `used` are communities to be ringed, `dashed` those whose ring is broken. `title` says what the values are, `unknown`
    what having none means, `ring` and `broken_ring` what the rings do. `notes` are a word or two beside a value.

    With `is_opacity` a value is how much an entity keeps of its own colour, and what has none fades; `places` then stand
    before the names of entities.
    """

    title: str
    communities: Mapping[int, float] = field(default_factory=dict)
    entities: Mapping[int, float] = field(default_factory=dict)
    used: frozenset[int] = frozenset()
    most: float = 100.0
    unknown: str = ""
    ring: str = ""
    dashed: frozenset[int] = frozenset()
    broken_ring: str = ""
    notes: Mapping[int, str] = field(default_factory=dict)
    is_opacity: bool = False
    places: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class HeatMap:
    """A heat on a scene: the share (0 to 1) of each entity, not a number for one without, and of each community."""

    heat: Heat
    entities: NDArray[np.float64]
    communities: Mapping[int, float]

    def value(self, community: int) -> float | None:
        """The value of a community; None if it has none."""
        share = self.communities.get(community)
        return None if share is None else share * self.heat.most


def heat_map(scene: GraphScene, heat: Heat) -> HeatMap:
    """An entity has its own value, else that of its deepest community that has one; a community its own, else the highest
    among its entities."""
    shares = np.full(scene.count, np.nan)
    for depth in range(scene.depth):
        level = scene.level(depth)
        own = np.array([heat.communities.get(number, np.nan) for number in level.communities.tolist()])[level.member_of]
        shares = np.where(np.isnan(own), shares, own)
    if heat.entities:
        own = np.array([heat.entities.get(number, np.nan) for number in scene.numbers.tolist()])
        shares = own if not heat.communities else np.where(np.isnan(own), shares, own)
    shares = np.clip(shares / heat.most, 0, 1)
    found: dict[int, float] = {}
    for depth in range(scene.depth):
        level = scene.level(depth)
        highest = np.full(len(level.communities), -np.inf)
        np.fmax.at(highest, level.member_of, shares)
        found.update(
            (number, share) for number, share in zip(level.communities.tolist(), highest.tolist(), strict=True)
            if share >= 0
        )  # fmt: skip
    for number, value in heat.communities.items():
        if number in found:
            found[number] = min(max(value / heat.most, 0.0), 1.0)
    return HeatMap(heat, shares, found)
