"""Territories: around their entities, never over each other, and growing together to their parents'."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.canvas_arrays import Territories
from graphrag_desktop.pipeline.territories import draw_territories

Places = NDArray[np.float64]


def heaps(seed: int = 1) -> tuple[Places, NDArray[np.int64]]:
    """Four heaps in two pairs: places, and communities 1 and 2 > 3 to 6."""
    dice = np.random.default_rng(seed)
    centres = np.array([(0.0, 0.0), (7.0, 0.0), (30.0, 4.0), (37.0, 2.0)])
    home = np.repeat(np.arange(4), 60)
    return centres[home] + dice.normal(size=(240, 2)) * 2, np.stack([home // 2 + 1, home + 3])


def draw(places: Places, levels: NDArray[np.int64]) -> Territories:
    return draw_territories(places, levels, RunControl())


def rings(territories: Territories, level: int) -> dict[int, list[Places]]:
    found: dict[int, list[Places]] = {}
    ends = np.append(0, np.cumsum(territories.rings[:, 2])).tolist()
    for (of_level, number, _), (start, end) in zip(territories.rings.tolist(), pairwise(ends), strict=True):
        if of_level == level:
            found.setdefault(number, []).append(territories.corners[start:end].astype(np.float64))
    return found


def contains(own: list[Places], points: Places) -> NDArray[np.bool_]:
    inside = np.zeros(len(points), np.bool_)
    for ring in own:
        for (x0, y0), (x1, y1) in zip(ring.tolist(), np.roll(ring, -1, axis=0).tolist(), strict=True):
            crosses = (y0 > points[:, 1]) != (y1 > points[:, 1])
            if y0 != y1:
                inside ^= crosses & (points[:, 0] < x0 + (points[:, 1] - y0) / (y1 - y0) * (x1 - x0))
    return inside


def test_that_a_community_has_its_entities_in_its_territory() -> None:
    places, levels = heaps()
    territories = draw(places, levels)
    for level, home in enumerate(levels):
        drawn = rings(territories, level)
        assert set(drawn) == set(home.tolist())
        inside = sum(int(contains(own, places[home == number]).sum()) for number, own in drawn.items())
        assert inside / len(home) > 0.9


def test_that_territories_of_a_level_never_overlap() -> None:
    dice = np.random.default_rng(4)
    places = dice.normal(size=(600, 2)) * 5
    home = np.argmin(np.hypot(*(places[:, None] - dice.normal(size=(9, 2)) * 4).transpose(2, 0, 1)), axis=1) + 1
    drawn = rings(draw(places, home[None, :]), 0)
    points = dice.uniform(-20, 20, (20_000, 2))
    covered = np.sum([contains(own, points) for own in drawn.values()], axis=0)
    assert covered.max() == 1


def test_that_children_grow_together_to_their_parent() -> None:
    places, levels = heaps()
    territories = draw(places, levels)
    parents = rings(territories, 0)
    ends = np.append(0, np.cumsum(territories.rings[:, 2])).tolist()
    for (level, number, _), (start, end) in zip(territories.rings.tolist(), pairwise(ends), strict=True):
        merged = territories.merged[start:end].astype(np.float64)
        if level == 0:
            assert np.array_equal(merged, territories.corners[start:end])
        else:
            line = parents[1 if number in (3, 4) else 2][0]
            distance = np.hypot(*(merged[:, None] - line[None]).transpose(2, 0, 1)).min(axis=1)
            assert np.median(distance) < 1e-3  # most of its line is its parent's
            assert (contains([line * 1.0], merged) | (distance < 2.5)).all()  # and none lies outside


def test_that_what_is_too_small_has_no_territory() -> None:
    places, levels = heaps()
    alone = np.array([[100.0, 100.0], [101.0, 100.0]])
    drawn = rings(draw(np.concatenate([places, alone]), np.append(levels[0], [8, 8])[None, :]), 0)
    assert set(drawn) == {1, 2}


POOR = {
    "none": np.zeros((0, 2)),
    "one": np.zeros((1, 2)),
    "nowhere": np.full((5, 2), np.nan),
    "one spot": np.zeros((5, 2)),
    "far apart": np.array([[0.0, 0], [1e6, 0], [0, 1]]),
}


@pytest.mark.parametrize("name", POOR)
def test_that_poor_places_are_drawn_without_fail(name: str) -> None:
    territories = draw(POOR[name], np.ones((2, len(POOR[name])), np.int64))
    assert len(territories.corners) == territories.rings[:, 2].sum() == len(territories.merged)
    assert np.isfinite(territories.corners).all()


def test_that_the_same_map_has_the_same_territories() -> None:
    one, other = draw(*heaps()), draw(*heaps())
    assert np.array_equal(one.corners, other.corners)
    assert np.array_equal(one.rings, other.rings)


def test_that_an_entity_without_a_place_changes_nothing() -> None:
    places, levels = heaps()
    more = draw(np.concatenate([places, [[np.nan, np.nan]]]), np.concatenate([levels, [[1], [3]]], axis=1))
    assert np.array_equal(more.corners, draw(places, levels).corners)
