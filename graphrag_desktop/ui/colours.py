"""Colour as arithmetic: OKLCH, blending, contrast, the hues of communities and the heat of an answer.

With `theme.py` the only place in the program with colours.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.domain.hues import COLOURED_ROOTS, root_hues

Rgb = tuple[int, int, int]
Oklch = tuple[float, float, float]
"""Lightness 0 to 1, chroma, hue in degrees."""


class Appearance(StrEnum):
    """The two grounds the program is drawn on."""

    LIGHT = "light"
    DARK = "dark"


HUES: Mapping[Appearance, tuple[Oklch, ...]] = {
    # Found by search for the largest smallest distance under normal sight and three simulated colour blindnesses.
    # The order is the order of use: azure, orange, green, rose, violet, gold, teal, brick, moss, slate.
    Appearance.LIGHT: (
        (0.44, 0.160, 258), (0.56, 0.146, 51), (0.53, 0.137, 151), (0.45, 0.154, 344), (0.65, 0.142, 302),
        (0.64, 0.122, 89), (0.62, 0.095, 206), (0.65, 0.112, 21), (0.44, 0.070, 111), (0.53, 0.054, 273),
    ),
    Appearance.DARK: (
        (0.62, 0.150, 258), (0.75, 0.169, 51), (0.84, 0.117, 151), (0.62, 0.170, 344), (0.76, 0.151, 302),
        (0.84, 0.140, 89), (0.71, 0.095, 206), (0.67, 0.100, 21), (0.62, 0.090, 111), (0.80, 0.050, 273),
    ),
}  # fmt: skip
_GREY: Mapping[Appearance, Oklch] = {  # the token text3
    Appearance.LIGHT: (0.5119, 0.0243, 261.7),
    Appearance.DARK: (0.7006, 0.0224, 261.7),
}
_LIGHTNESS: Mapping[Appearance, tuple[float, float]] = {  # within these every shade has its contrast on the map
    Appearance.LIGHT: (0.42, 0.635),
    Appearance.DARK: (0.60, 0.86),
}
_SECOND_ROUND: Mapping[Appearance, float] = {Appearance.LIGHT: 0.12, Appearance.DARK: -0.12}
_HEAT: Mapping[Appearance, tuple[Rgb, ...]] = {  # lightness is monotone, so that it survives print
    Appearance.LIGHT: (
        (0xF3, 0xE8, 0xD8), (0xF9, 0xC7, 0x84), (0xF0, 0x93, 0x3F),
        (0xD6, 0x5A, 0x31), (0xA1, 0x2C, 0x4A), (0x5C, 0x1A, 0x52),
    ),
    Appearance.DARK: (
        (0x3A, 0x2B, 0x33), (0x6B, 0x2F, 0x4E), (0xA8, 0x3D, 0x55),
        (0xDC, 0x5F, 0x48), (0xF6, 0x9B, 0x4B), (0xFF, 0xDF, 0x8C),
    ),
}  # fmt: skip


def parse_hex(text: str) -> Rgb:
    """The colour written as `#RRGGBB`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def hex_of(colour: Rgb) -> str:
    """The colour as `#RRGGBB`."""
    return "#{:02X}{:02X}{:02X}".format(*colour)


def from_oklch(shades: Sequence[Oklch]) -> NDArray[np.uint8]:
    """A row of red, green and blue for each; what sRGB cannot show is cut off (Ottosson, OKLab)."""
    lightness, chroma, hue = np.asarray(shades, np.float64).reshape(-1, 3).T
    a, b = chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    linear = np.clip(np.stack([red, green, blue], axis=1), 0, 1)
    encoded: NDArray[np.float64] = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.rint(encoded * 255).astype(np.uint8)


def blend(colour: Rgb, ground: Rgb, share: float) -> Rgb:
    """The opaque colour that `colour` at this share over `ground` gives."""
    rest = 1 - share
    return (
        round(colour[0] * share + ground[0] * rest),
        round(colour[1] * share + ground[1] * rest),
        round(colour[2] * share + ground[2] * rest),
    )


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def heat_colour(score: float, appearance: Appearance) -> Rgb:
    """The colour of a score from 0 to 100."""
    stops = _HEAT[appearance]
    place = min(max(score, 0), 100) / 100 * (len(stops) - 1)
    below = min(int(place), len(stops) - 2)
    return blend(stops[below + 1], stops[below], place - below)


def community_colours(
    parents: Mapping[int, int | None],
    sizes: Mapping[int, int],
    appearance: Appearance,
    kept: Mapping[int, int] | None = None,
) -> dict[int, Rgb]:
    """The colour of each community, by number: its root's hue, shaded by its place among its siblings.

    `parents` and `sizes` hold each community's parent (None for a root) and its entities; `kept` are hues given
    earlier. The same hierarchy has the same colours at every level.
    """
    children: dict[int | None, list[int]] = {}
    for number, parent in parents.items():
        children.setdefault(parent, []).append(number)
    roots = children.get(None, [])
    hues = root_hues({number: sizes[number] for number in roots}, kept or {})
    shades = {number: _root_shade(hues[number], appearance) for number in roots}
    level, generation = 0, roots
    while generation:
        following: list[int] = []
        for parent in generation:
            if parent not in children:
                continue
            siblings = _largest_first(children[parent], sizes)
            shades.update(_child_shades(siblings, shades[parent], level, appearance))
            following.extend(siblings)
        level, generation = level + 1, following
    rows = from_oklch(list(shades.values())).tolist()
    return {number: (row[0], row[1], row[2]) for number, row in zip(shades, rows, strict=True)}


def _luminance(colour: Rgb) -> float:
    red, green, blue = (part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _largest_first(numbers: Sequence[int] | Mapping[int, int], sizes: Mapping[int, int]) -> list[int]:
    return sorted(numbers, key=lambda number: (-sizes[number], number))


def _root_shade(hue: int, appearance: Appearance) -> Oklch:
    if hue >= COLOURED_ROOTS:
        return _GREY[appearance]
    table = HUES[appearance]
    lightness, chroma, angle = table[hue % len(table)]
    if hue >= len(table):
        lightness = _within_bounds(lightness + _SECOND_ROUND[appearance], appearance)
    return lightness, chroma, angle


def _child_shades(siblings: Sequence[int], parent: Oklch, level: int, appearance: Appearance) -> dict[int, Oklch]:
    """The largest keeps its parent's shade, the others lie to both sides of it, closer together at deeper levels."""
    lightness, chroma, angle = parent
    furthest = max(1, len(siblings) // 2)
    shades: dict[int, Oklch] = {}
    for place, number in enumerate(siblings):
        offset = (-1) ** place * ((place + 1) // 2) / furthest
        shades[number] = (
            _within_bounds(lightness + 0.10 * offset / 2**level, appearance) if place else lightness,
            chroma * (1 - 0.12 * abs(offset)),
            angle + 13 * offset / 2**level,
        )
    return shades


def _within_bounds(lightness: float, appearance: Appearance) -> float:
    low, high = _LIGHTNESS[appearance]
    return min(max(lightness, low), high)
