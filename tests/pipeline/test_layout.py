"""Places on the map: finite, repeatable, and communities that stay together."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.layout import lay_out
from graphrag_desktop.pipeline.layout_growth import KeptPlaces, can_grow, grow_layout
from graphrag_desktop.pipeline.layout_packing import pack_circles, pack_communities

Pairs = Sequence[tuple[int, int]]


def places_of(pairs: Pairs, levels: Sequence[Sequence[int]], entities: int = 0, seed: int = 1) -> NDArray[np.float32]:
    rows = np.array(levels, np.int32) if levels else np.zeros((0, entities), np.int32)
    return lay_out(np.array(pairs, np.int32).reshape(-1, 2), rows, seed, RunControl(), lambda _: None)


def assert_sensible(places: NDArray[np.float32], entities: int) -> None:
    assert places.shape == (entities, 2)
    assert places.dtype == np.float32
    assert np.isfinite(places).all()
    assert len(np.unique(places, axis=0)) == entities  # no two on the same spot


def planted(communities: int, size: int, seed: int = 3) -> tuple[Pairs, list[list[int]]]:
    """Communities with four times as many relationships within as between."""
    dice = np.random.default_rng(seed)
    count = communities * size
    within = [(row, int(row // size * size + dice.integers(size))) for row in range(count) for _ in range(4)]
    between = [(row, int(dice.integers(count))) for row in range(count)]
    return [*within, *between], [[row // size for row in range(count)], [row // (size // 4) for row in range(count)]]


@pytest.mark.parametrize(
    ("pairs", "levels"),
    [
        ([], [[]]),
        ([], [[7]]),
        ([(0, 1)], [[1, 1]]),
        ([], [[1, 2]]),
        ([(0, 1), (1, 2)], [[4, 4, 4]]),
        ([(0, 0)], [[1, 1, 2]]),
        ([(0, 1)] * 40 + [(1, 0)], [[0] * 12]),
        ([], [[0] * 200]),
        ([(0, row) for row in range(1, 400)], [[0] * 400, [row // 10 for row in range(400)]]),
        ([(row, row + 1) for row in range(299)], [[row // 3 for row in range(300)]]),
    ],
    ids=["none", "one", "pair", "two apart", "three", "self", "repeated", "no pairs", "star", "chain"],
)
def test_that_odd_graphs_have_a_sensible_picture(pairs: Pairs, levels: Sequence[Sequence[int]]) -> None:
    assert_sensible(places_of(pairs, levels), len(levels[0]))


def test_that_entities_without_levels_have_places() -> None:
    assert_sensible(places_of([(0, 1), (1, 2)], [], entities=5), 5)


def test_that_ten_thousand_unconnected_entities_fill_a_disc_evenly() -> None:
    places = places_of([], [list(range(10_000))])
    assert_sensible(places, 10_000)
    distance = np.hypot(*places.T)
    inner = (distance < distance.max() / 2).mean()
    assert inner == pytest.approx(0.25, abs=0.03)


def test_that_the_same_input_has_the_same_places() -> None:
    pairs, levels = planted(4, 40)
    assert np.array_equal(places_of(pairs, levels), places_of(pairs, levels))
    assert np.array_equal(places_of(pairs, levels), places_of([(b, a) for a, b in reversed(pairs)], levels))


def test_that_the_numbers_of_communities_do_not_matter_but_by_order() -> None:
    pairs, levels = planted(4, 40)
    renamed = [[100 + 7 * each for each in level] for level in levels]
    assert np.array_equal(places_of(pairs, levels), places_of(pairs, renamed))


def test_that_communities_stand_together() -> None:
    pairs, levels = planted(6, 60)
    places = places_of(pairs, levels)
    homes = np.array(levels[0])
    centres = np.stack([places[homes == each].mean(axis=0) for each in range(6)])
    nearest = np.argmin(np.hypot(*(places[:, None] - centres[None]).transpose(2, 0, 1)), axis=1)
    assert (nearest == homes).mean() > 0.9


def test_that_small_parts_stand_around_the_large_one() -> None:
    pairs, levels = planted(3, 60)
    alone = list(range(180, 200))
    places = places_of([*pairs, (180, 181)], [[*levels[0], *range(50, 70)]])
    distance = np.hypot(*(places - np.median(places[:180], axis=0)).T)
    assert distance[alone].min() > np.percentile(distance[:180], 90)


def test_that_discs_do_not_lie_on_each_other_in_a_usual_window() -> None:
    pairs, levels = planted(5, 60)
    places = places_of(pairs, levels)
    degrees = np.bincount(np.array(pairs).ravel(), minlength=300)
    scale = 2 * np.percentile(np.hypot(*places.T), 97) / 900
    radii = (1.25 + 0.62 * np.sqrt(degrees)).clip(1.6, 9.5) * scale
    distance = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + np.eye(300) * 1e9
    assert (distance < 0.9 * (radii[:, None] + radii[None])).sum() == 0


def test_that_the_map_can_be_seen_settling() -> None:
    told: list[NDArray[np.float64]] = []
    pairs, levels = planted(2, 40)
    lay_out(np.array(pairs, np.int32), np.array(levels, np.int32), 1, RunControl(), told.append)
    assert len(told) >= 40
    assert all(places.shape == (80, 2) and np.isfinite(places).all() for places in told)


def test_that_cancel_ends_the_layout_between_two_steps() -> None:
    control = RunControl()
    pairs, levels = planted(2, 40)
    told: list[NDArray[np.float64]] = []

    def stop(places: NDArray[np.float64]) -> None:
        told.append(places)
        if len(told) == 3:
            control.cancel()

    with pytest.raises(Cancelled):
        lay_out(np.array(pairs, np.int32), np.array(levels, np.int32), 1, control, stop)
    assert len(told) == 3


def test_that_communities_stand_apart_at_every_level() -> None:
    pairs, levels = planted(6, 80)
    places = places_of(pairs, levels)
    for home in np.array(levels):
        count = int(home.max()) + 1
        centres = np.stack([np.median(places[home == each], axis=0) for each in range(count)])
        nearest = np.argmin(np.hypot(*(places[:, None] - centres[None]).transpose(2, 0, 1)), axis=1)
        assert (nearest == home).mean() > 0.85


def grown(share: float, *, pinned: int = 0) -> tuple[NDArray[np.float64], NDArray[np.float32], NDArray[np.bool_]]:
    """A map, the same with some entities more, and which were there before; the first so many of them pinned."""
    pairs, levels = planted(8, 60)
    every = np.array(levels, np.int32)
    is_old = np.random.default_rng(2).random(480) >= share
    rows = np.cumsum(is_old) - 1
    old_pairs = [(int(rows[a]), int(rows[b])) for a, b in pairs if is_old[a] and is_old[b]]
    before = np.full((480, 2), np.nan)
    before[is_old] = places_of(old_pairs, every[:, is_old].tolist())
    is_pinned = is_old & (np.cumsum(is_old) <= pinned)
    kept = KeptPlaces(before, is_pinned)
    return before, grow_layout(np.array(pairs, np.int32), every, kept, 1, RunControl()), is_old


def test_that_a_few_new_entities_hardly_move_the_old_ones() -> None:
    before, after, is_old = grown(0.02)
    radius = np.percentile(np.hypot(*before[is_old].T), 97)
    moved = np.hypot(*(after - before)[is_old].T) / radius
    assert np.median(moved) <= 0.02
    assert moved.max() <= 0.15
    assert_sensible(after, 480)


def test_that_new_entities_stand_among_their_own() -> None:
    before, after, is_old = grown(0.1)
    homes = np.arange(480) // 60
    centres = np.stack([before[is_old & (homes == each)].mean(axis=0) for each in range(8)])
    nearest = np.argmin(np.hypot(*(after[~is_old, None] - centres[None]).transpose(2, 0, 1)), axis=1)
    assert (nearest == homes[~is_old]).mean() > 0.9


def test_that_pinned_entities_stay_exactly_where_they_are() -> None:
    before, after, is_old = grown(0.1, pinned=50)
    pinned = np.flatnonzero(is_old)[:50]
    assert np.array_equal(after[pinned], before[pinned].astype(np.float32))


def test_that_a_map_of_which_little_is_known_is_drawn_anew() -> None:
    places = np.zeros((10, 2))
    none = np.zeros(10, np.bool_)
    assert can_grow(KeptPlaces(places, none))
    places[:6] = np.nan
    assert not can_grow(KeptPlaces(places, none))
    assert not can_grow(KeptPlaces(places[:0], none[:0]))


def test_that_what_belongs_nowhere_stands_around_a_grown_map() -> None:
    pairs, levels = planted(3, 60)
    before = places_of(pairs, levels)
    more = np.concatenate([np.array(levels), np.array([[50, 51], [70, 71]])], axis=1).astype(np.int32)
    kept = KeptPlaces(np.concatenate([before, np.full((2, 2), np.nan)]), np.zeros(182, np.bool_))
    after = grow_layout(np.array(pairs, np.int32), more, kept, 1, RunControl())
    distance = np.hypot(*(after - np.median(before, axis=0)).T)
    assert distance[180:].min() > np.percentile(distance[:180], 90)


@settings(deadline=None, max_examples=40)
@given(
    st.integers(1, 40),
    st.lists(st.tuples(st.integers(0, 39), st.integers(0, 39)), max_size=80),
    st.lists(st.integers(0, 6), min_size=40, max_size=40),
)
def test_that_any_graph_has_a_sensible_picture(count: int, drawn: list[tuple[int, int]], homes: list[int]) -> None:
    pairs = [(a % count, b % count) for a, b in drawn]
    top = homes[:count]
    assert_sensible(places_of(pairs, [top, [2 * each + row % 2 for row, each in enumerate(top)]]), count)


@given(st.lists(st.floats(0.1, 50), min_size=1, max_size=40))
def test_that_packed_circles_touch_but_do_not_overlap(radii: list[float]) -> None:
    centres = pack_circles(radii)
    sizes = np.array(radii)
    gaps = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1)) - (sizes[:, None] + sizes[None])
    np.fill_diagonal(gaps, 0)
    assert gaps.min() > -1e-3
    if len(radii) > 1:
        np.fill_diagonal(gaps, np.inf)
        assert np.abs(gaps.min(axis=1)).max() < 1e-3  # each touches another


def test_that_communities_are_packed_within_their_parents() -> None:
    levels = np.array([[0] * 8 + [1] * 8, [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4], np.int64)
    places = pack_communities(np.empty((0, 2), np.int64), levels)
    for level in levels:
        centres = np.stack([places[level == each].mean(axis=0) for each in range(level.max() + 1)])
        nearest = np.argmin(np.hypot(*(places[:, None] - centres[None]).transpose(2, 0, 1)), axis=1)
        assert np.array_equal(nearest, level)
