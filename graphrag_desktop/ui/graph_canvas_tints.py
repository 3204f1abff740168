"""By what the map is coloured: communities, kinds of entities, or heat."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.ui.colours import HUES, Appearance, Rgb, blend, from_oklch, heat_colour
from graphrag_desktop.ui.graph_canvas_grouping import Indexes
from graphrag_desktop.ui.graph_canvas_heat import HeatMap
from graphrag_desktop.ui.graph_canvas_scene import GraphScene, LevelScene
from graphrag_desktop.ui.theme import Theme

_KIND_ORDER = ("organization", "person", "place", "event", "concept", "product", "law", "group", "work")
_UNREAD = 0.45  # share of the grey of what has no value
_HEAT_STEPS = 64
_LEAST_OPACITY = 0.15  # of what lies farthest: it belongs to what was found, and is to be seen
_BESIDE = 0.18  # of the grey of what was not found
_MOST_COLOURS = 128  # of a level: more cannot be told apart, and each takes a row of discs in the pixmap


class ColourBy(StrEnum):
    """What gives entities and communities their colours; heat, while there is one, comes before both."""

    COMMUNITY = "community"
    KIND = "kind"


@dataclass(frozen=True, slots=True)
class Shares:
    """How much of its colour a thing has over the ground."""

    fill: float
    outline: float
    within: float  # relationships


@dataclass(frozen=True, slots=True, eq=False)
class Tint:
    """The colours of a level: entity i has `palette[entity[i]]`; communities by number."""

    palette: NDArray[np.uint8]
    entity: NDArray[np.uint16]
    communities: Mapping[int, Rgb]
    unread: frozenset[int]
    shares: Shares
    unread_shares: Shares

    def community(self, number: int) -> Rgb | None:
        """The colour of a community's territory."""
        return self.communities.get(number)

    def shares_of(self, number: int) -> Shares:
        """How strongly a community's territory is coloured."""
        return self.unread_shares if number in self.unread else self.shares


def tint_by_community(scene: GraphScene, level: LevelScene, theme: Theme) -> Tint:
    """Every community has its own shade; what is in none is grey."""
    colours = scene.colours(theme.appearance)
    grey = theme.rgb("text3")
    wanted = np.array([colours.get(number, grey) for number in level.communities.tolist()], np.uint8).reshape(-1, 3)
    palette, of_community = _distinct(wanted)
    is_light = theme.appearance is Appearance.LIGHT
    shares = Shares(0.09, 0.34, 0.30) if is_light else Shares(0.13, 0.42, 0.34)
    return Tint(palette, of_community[level.member_of].astype(np.uint16), colours, frozenset(), shares, shares)


def tint_by_kind(scene: GraphScene, theme: Theme) -> Tint:
    """Entities by what they are; territories, if there are any, in grey."""
    colours = kind_colours(scene, theme)
    grey = theme.rgb("text3")
    palette = np.array([colours[name] for name in scene.kind_names], np.uint8).reshape(-1, 3)
    communities = dict.fromkeys(scene.colours(theme.appearance), grey)
    shares = Shares(0.05, 0.25, 0.28)
    return Tint(palette, scene.kinds.astype(np.uint16), communities, frozenset(), shares, shares)


def tint_by_heat(scene: GraphScene, heat: HeatMap, theme: Theme) -> Tint:
    """Community colours give way to the heat of values; what has none is a pale grey."""
    appearance = theme.appearance
    unread = blend(theme.rgb("text3"), theme.rgb("canvas"), _UNREAD)
    steps = [heat_colour(100 * step / (_HEAT_STEPS - 1), appearance) for step in range(_HEAT_STEPS)]
    known = ~np.isnan(heat.entities)
    entity = np.full(scene.count, _HEAT_STEPS, np.uint16)
    entity[known] = np.rint(heat.entities[known] * (_HEAT_STEPS - 1))
    every = scene.colours(appearance)
    communities = {
        number: heat_colour(100 * heat.communities[number], appearance) if number in heat.communities else unread
        for number in every
    }
    is_light = appearance is Appearance.LIGHT
    return Tint(
        np.array([*steps, unread], np.uint8),
        entity,
        communities,
        frozenset(number for number in every if number not in heat.communities),
        Shares(0.34 if is_light else 0.42, 0.90, 0.22),
        Shares(0.06, 0.40, 0.22),
    )


def tint_by_opacity(scene: GraphScene, level: LevelScene, heat: HeatMap, theme: Theme) -> Tint:
    """Entities with a value keep so much of the colour of their community; all else is the palest grey."""
    plain = tint_by_community(scene, level, theme)
    ground = theme.rgb("canvas")
    known = ~np.isnan(heat.entities)
    share = np.where(known, _LEAST_OPACITY + (1 - _LEAST_OPACITY) * np.nan_to_num(heat.entities), 0.0)
    own = plain.palette[plain.entity].astype(np.float64)
    mixed = own * share[:, None] + np.array(ground) * (1 - share[:, None])
    mixed[~known] = blend(theme.rgb("text3"), ground, _BESIDE)
    palette, entity = _distinct(np.rint(mixed).astype(np.uint8).reshape(-1, 3))
    grey = theme.rgb("text3")
    faint = Shares(0.04, 0.16, 0.10)
    communities = dict.fromkeys(plain.communities, grey)
    return Tint(palette, entity.astype(np.uint16), communities, frozenset(communities), faint, faint)


def kind_colours(scene: GraphScene, theme: Theme) -> dict[str, Rgb]:
    """The colour of each kind that is on the map: those named most often in documents first, always the same ones."""
    rows = from_oklch(HUES[theme.appearance]).tolist()
    hues: list[Rgb] = [(red, green, blue) for red, green, blue in rows]
    others = [name for name in scene.kind_names if name and name not in _KIND_ORDER]
    order = [*_KIND_ORDER, *others]
    grey = theme.rgb("text3")
    return {
        name: hues[order.index(name)] if name in order and order.index(name) < len(hues) else grey
        for name in scene.kind_names
    }


def quietened(colours: NDArray[np.uint8], ground: Rgb, share: float) -> NDArray[np.uint8]:
    """The colours with only a share of them left over the ground."""
    mixed: NDArray[np.float64] = colours * share + np.array(ground) * (1 - share)
    return np.rint(mixed).astype(np.uint8)


def _distinct(colours: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Indexes]:
    """The different colours, and which one each row has; shades that nearly match are made one if there are too many."""
    for bits in range(8):
        coarse = (colours >> bits).astype(np.int64)
        packed: NDArray[np.int64] = coarse[:, 0] << 16 | coarse[:, 1] << 8 | coarse[:, 2]
        codes, which = np.unique(packed, return_inverse=True)
        if len(codes) <= _MOST_COLOURS:
            break
    counts = np.bincount(which, minlength=len(codes))  # the middle of those made one, so that greys stay grey
    sums = [np.bincount(which, colours[:, channel], len(codes)) for channel in range(3)]
    return np.rint(np.stack(sums, axis=1) / np.maximum(counts, 1)[:, None]).astype(np.uint8), which
