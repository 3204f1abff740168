"""Colours as arithmetic: hues, shades, contrast, heat."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.hues import COLOURED_ROOTS, OTHER, root_hues
from graphrag_desktop.ui.colours import (
    HUES,
    Appearance,
    blend,
    community_colours,
    contrast,
    from_oklch,
    heat_colour,
    hex_of,
    parse_hex,
)

HEX = {  # azure, orange, green, rose, violet, gold, teal, brick, moss, slate
    Appearance.LIGHT: "#034DA8 #B55500 #118140 #8B266A #A078D7 #AA871E #2A96A2 #CA7271 #545625 #616A8C",
    Appearance.DARK: "#4885DF #FF8A39 #8FE0A3 #C9559F #C398FF #EFC551 #4DB2BF #CC7C7A #888B48 #B3BCDF",
}
CANVAS = {Appearance.LIGHT: (0xFA, 0xFB, 0xFC), Appearance.DARK: (0x12, 0x15, 0x19)}
TEXT3 = {Appearance.LIGHT: "#5F6775", Appearance.DARK: "#979FAD"}
LEAST_CONTRAST = {Appearance.LIGHT: 3.0, Appearance.DARK: 4.2}


@pytest.mark.parametrize("appearance", Appearance)
def test_that_the_ten_hues_are_those_that_were_searched_for(appearance: Appearance) -> None:
    shown = [hex_of(tuple(row)) for row in from_oklch(HUES[appearance]).tolist()]
    assert " ".join(shown) == HEX[appearance]


def test_that_contrast_runs_from_1_to_21() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((9, 90, 200), (9, 90, 200)) == 1
    assert contrast(parse_hex("#2459D3"), parse_hex("#FFFFFF")) == pytest.approx(6.1, abs=0.05)


def test_that_a_blend_is_what_a_half_transparent_colour_would_give() -> None:
    assert blend((200, 100, 0), (0, 100, 200), 0.25) == (50, 100, 150)
    assert blend((1, 2, 3), (9, 9, 9), 1) == (1, 2, 3)


@pytest.mark.parametrize("appearance", Appearance)
def test_that_heat_changes_lightness_in_one_direction(appearance: Appearance) -> None:
    ground = CANVAS[appearance]
    contrasts = [contrast(heat_colour(score, appearance), ground) for score in range(101)]
    assert contrasts == sorted(contrasts)


def test_that_heat_stays_within_its_stops() -> None:
    assert heat_colour(-5, Appearance.LIGHT) == heat_colour(0, Appearance.LIGHT) == parse_hex("#F3E8D8")
    assert heat_colour(250, Appearance.LIGHT) == parse_hex("#5C1A52")
    assert heat_colour(20, Appearance.DARK) == parse_hex("#6B2F4E")


def test_that_the_largest_root_has_the_first_hue() -> None:
    assert root_hues({7: 10, 3: 30, 5: 20}, {}) == {3: 0, 5: 1, 7: 2}


def test_that_roots_of_one_size_are_told_apart_by_their_numbers() -> None:
    assert root_hues({9: 5, 2: 5}, {}) == {2: 0, 9: 1}


def test_that_the_twenty_largest_roots_are_coloured() -> None:
    hues = root_hues({number: 100 - number for number in range(1, 31)}, {})
    assert [hues[number] for number in range(1, 21)] == list(range(COLOURED_ROOTS))
    assert {hues[number] for number in range(21, 31)} == {OTHER}


def test_that_a_root_keeps_its_hue_and_a_new_one_takes_the_least_used() -> None:
    hues = root_hues({1: 10, 2: 90, 3: 50}, {1: 0, 2: 1})
    assert hues == {1: 0, 2: 1, 3: 2}


def test_that_the_largest_child_has_the_colour_of_its_parent() -> None:
    colours = community_colours({1: None, 2: 1, 3: 1, 4: 1}, {1: 60, 2: 10, 3: 30, 4: 20}, Appearance.LIGHT)
    assert colours[3] == colours[1]
    assert len({colours[number] for number in (2, 3, 4)}) == 3


def test_that_roots_beyond_the_twentieth_are_grey_and_their_children_too() -> None:
    parents: dict[int, int | None] = dict.fromkeys(range(1, 22)) | {50: 21, 51: 21}
    sizes = {number: 100 - number for number in range(1, 22)} | {50: 8, 51: 4}
    colours = community_colours(parents, sizes, Appearance.DARK)
    assert hex_of(colours[21]) == TEXT3[Appearance.DARK]
    for number in (50, 51):
        assert max(colours[number]) - min(colours[number]) < 40


def test_that_the_second_ten_roots_are_the_first_ten_at_another_lightness() -> None:
    sizes = {number: 100 - number for number in range(1, 21)}
    colours = community_colours(dict.fromkeys(sizes), sizes, Appearance.LIGHT)
    ground = CANVAS[Appearance.LIGHT]
    assert len(set(colours.values())) > 14  # those at the bound cannot get lighter
    assert all(contrast(colours[number], ground) >= 3.0 for number in sizes)


def test_that_nothing_has_no_colours() -> None:
    assert community_colours({}, {}, Appearance.LIGHT) == {}


@st.composite
def hierarchies(draw: st.DrawFn) -> tuple[dict[int, int | None], dict[int, int]]:
    count = draw(st.integers(1, 60))
    parents: dict[int, int | None] = {}
    for number in range(1, count + 1):
        parents[number] = draw(st.none() | st.integers(1, number - 1)) if number > 1 else None
    sizes = {number: draw(st.integers(1, 50)) for number in parents}
    return parents, sizes


@given(hierarchies(), st.sampled_from(Appearance))
def test_that_every_community_stands_out_from_the_map(
    hierarchy: tuple[dict[int, int | None], dict[int, int]], appearance: Appearance
) -> None:
    parents, sizes = hierarchy
    colours = community_colours(parents, sizes, appearance)
    assert colours.keys() == parents.keys()
    assert min(contrast(colour, CANVAS[appearance]) for colour in colours.values()) >= LEAST_CONTRAST[appearance]


@given(hierarchies(), st.sampled_from(Appearance))
def test_that_a_child_lies_within_the_hue_of_its_parent(
    hierarchy: tuple[dict[int, int | None], dict[int, int]], appearance: Appearance
) -> None:
    parents, sizes = hierarchy
    colours = community_colours(parents, sizes, appearance)
    hues = {number: oklch_hue(colour) for number, colour in colours.items()}
    for number, parent in parents.items():
        if parent is None:
            continue
        level = 0
        above = parents[parent]
        while above is not None:
            level, above = level + 1, parents[above]
        (chroma, hue), (_, own) = hues[parent], hues[number]
        if chroma > 0.03:  # of greys the hue is not to be seen
            turned = abs((own - hue + 180) % 360 - 180)
            assert turned <= 13 / 2**level + 7  # what sRGB cannot show is cut off, which turns it a little


def oklch_hue(colour: tuple[int, int, int]) -> tuple[float, float]:
    """Chroma, and the hue in degrees (Ottosson, OKLab)."""
    parts = np.array(colour) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    cones = np.cbrt(
        np.array(
            [[0.4122214708, 0.5363325363, 0.0514459929],
             [0.2119034982, 0.6806995451, 0.1073969566],
             [0.0883024619, 0.2817188376, 0.6299787005]]
        ) @ linear
    )  # fmt: skip
    a = 1.9779984951 * cones[0] - 2.4285922050 * cones[1] + 0.4505937099 * cones[2]
    b = 0.0259040371 * cones[0] + 0.7827717662 * cones[1] - 0.8086757660 * cones[2]
    return float(np.hypot(a, b)), float(np.degrees(np.arctan2(b, a)))


@given(hierarchies())
def test_that_colours_do_not_depend_on_the_order_of_communities(
    hierarchy: tuple[dict[int, int | None], dict[int, int]],
) -> None:
    parents, sizes = hierarchy
    backwards = dict(reversed(parents.items()))
    assert community_colours(parents, sizes, Appearance.DARK) == community_colours(backwards, sizes, Appearance.DARK)


def test_that_colours_out_of_srgb_are_cut_off() -> None:
    assert from_oklch([(0.9, 0.4, 30)]).dtype == np.uint8
