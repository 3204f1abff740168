"""The map as arrays: levels, grids, what lies where."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_desktop.pipeline.canvas_arrays import Territories
from graphrag_desktop.ui.colours import Appearance
from graphrag_desktop.ui.graph_canvas_arrangement import Arrangement, Details
from graphrag_desktop.ui.graph_canvas_camera import Camera
from graphrag_desktop.ui.graph_canvas_outlines import Outlines
from graphrag_desktop.ui.graph_canvas_scene import GraphScene
from graphrag_desktop.ui.graph_canvas_sieve import Sieve
from graphrag_desktop.ui.graph_picture import GraphPicture
from tests.bench.planted_graph import picture_of, plant, scatter
from tests.ui.graph_pictures import picture, two_communities

NOWHERE = float("nan")


def test_that_an_entity_without_a_place_is_left_out_and_counted() -> None:
    scene = GraphScene(picture([(0, 0), (NOWHERE, 1), (2, 2)], [(0, 1), (0, 2)], [[1, 1, 2]]))
    assert (scene.count, scene.entities, scene.unplaced) == (2, 3, 1)
    assert scene.pairs.tolist() == [[0, 1]]
    assert scene.numbers.tolist() == [101, 103]
    assert list(scene.titles) == ["Entity 0", "Entity 2"]
    assert scene.entity(103) == 1
    assert scene.entity(102) is None


@pytest.mark.parametrize(
    "bad",
    [
        GraphPicture.empty(),
        picture([(0, 0)]),
        picture([(0, 0)], communities=[[1]]),
        picture([(5, 5), (5, 5), (5, 5)], [(0, 1)], [[1, 1, 1]]),
        picture([(NOWHERE, 0), (0, NOWHERE)], [(0, 1)], [[1, 2]]),
        picture([(float("inf"), 0), (1, 1)]),
        picture([(0, 0), (1, 0), (2, 0)], [(0, 0)], [[1, 1, 1]]),
    ],
)
def test_that_poor_pictures_have_a_scene(bad: GraphPicture) -> None:
    scene = GraphScene(bad)
    left, bottom, right, top = scene.core
    assert right > left
    assert top > bottom
    assert scene.nearest(0, 0, 1, 1.0, scene.close_to(0, 0, 1)) is None or scene.count
    detail = Arrangement(bad).details(Sieve())
    assert np.isfinite(detail.entities.disc_scale(1.0))
    assert np.isfinite(detail.entities.appears_at).all()
    assert np.isfinite(detail.lines(0).appears_at).all()


def test_that_far_off_entities_do_not_make_a_dot_of_the_rest() -> None:
    crowd = [(float(place % 20), float(place // 20)) for place in range(400)]
    left, bottom, right, top = GraphScene(picture([*crowd, (1e6, 1e6), (-1e6, 3.0)])).core
    assert right - left < 30
    assert top - bottom < 30


def test_that_a_name_stands_at_the_middle_entity_of_its_community() -> None:
    level = GraphScene(picture([(0, 0), (1, 5), (900, 6), (7, 7)], communities=[[4, 4, 4, 9]])).level(0)
    assert level.communities.tolist() == [4, 9]
    assert level.anchors.tolist() == [[1, 5], [7, 7]]
    assert level.sizes.tolist() == [3, 1]


def test_that_levels_beyond_the_deepest_are_the_deepest() -> None:
    scene = GraphScene(two_communities())
    assert scene.level(9) is scene.level(1)
    assert scene.level(-1) is scene.level(0)
    assert scene.community_of(8, 9) == 5


def test_that_a_community_is_found_on_whichever_level_it_stands() -> None:
    scene = GraphScene(two_communities())
    assert scene.members(2).tolist() == [5, 6, 7, 8]
    assert scene.members(5).tolist() == [7, 8]
    assert scene.members(77).tolist() == []


def test_that_an_unsplit_community_has_one_colour_on_all_levels() -> None:
    colours = GraphScene(two_communities()).colours(Appearance.LIGHT)
    assert colours.keys() == {1, 2, 4, 5}
    assert colours[4] == colours[2]  # the larger child, by its number
    assert len({colours[1], colours[2], colours[5]}) == 3


def test_that_the_strongest_relationships_appear_first() -> None:
    positions = [(float(place), 0.0) for place in range(10)] + [(float(place), 40.0) for place in range(10)]
    pairs = [(place, 10 + place) for place in range(10)]
    drawn = picture(positions, pairs, [[1] * 20], strengths=[*range(10)])
    appears_at = Arrangement(drawn).details(Sieve()).lines(0).appears_at
    assert np.argsort(appears_at, kind="stable").tolist() == list(range(9, -1, -1))


def test_that_no_relationship_appears_before_its_entities() -> None:
    rng = np.random.default_rng(4)
    places = [(float(x), float(y)) for x, y in rng.normal(size=(4_000, 2))]
    details = Arrangement(picture(places, rng.integers(0, 4_000, (9_000, 2)).tolist(), [[1] * 4_000])).details(Sieve())
    lines, entities = details.lines(0), details.entities
    pairs = details._scene.pairs
    assert (lines.appears_at >= entities.appears_at[pairs].max(axis=1)).all()


def test_that_relationships_between_and_within_are_told_apart() -> None:
    arrangement = Arrangement(two_communities())
    details, pairs = arrangement.details(Sieve()), arrangement.scene.pairs
    assert pairs[details.lines(0).is_between].tolist() == [[3, 5]]
    assert pairs[details.lines(1).is_between].tolist() == [[6, 7], [3, 5]]


def test_that_without_communities_there_is_one_level_of_one() -> None:
    scene = GraphScene(picture([(0, 0), (1, 1)], [(0, 1)]))
    assert scene.level(3).communities.tolist() == [0]
    assert scene.depth == 0


def test_that_relationships_of_an_entity_come_strongest_first() -> None:
    scene = GraphScene(picture([(0, 0)] * 4, [(0, 1), (2, 0), (1, 3), (0, 3)], strengths=[1, 5, 9, 3]))
    assert scene.relationships_of(np.array([True, False, False, False])).tolist() == [1, 3, 0]


points = st.lists(st.tuples(st.floats(-100, 100), st.floats(-100, 100)), min_size=1, max_size=60)


@given(points, st.floats(-120, 120), st.floats(-120, 120), st.floats(0, 60))
def test_that_the_nearest_is_found_as_by_looking_at_all(
    positions: list[tuple[float, float]], x: float, y: float, reach: float
) -> None:
    scene = GraphScene(picture(positions))
    gaps = np.hypot(scene.x - x, scene.y - y) - scene.radii * 0.3
    found = scene.nearest(x, y, reach, 0.3, scene.close_to(x, y, reach + scene.radii.max() * 0.3))
    if gaps.min() > reach:
        assert found is None
    else:
        assert found is not None
        assert gaps[found] == gaps.min()


@given(points)
def test_that_a_camera_contains_what_it_maps_into_the_view(positions: list[tuple[float, float]]) -> None:
    scene = GraphScene(picture(positions))
    camera = Camera(left=-30, top=20, scale=4.0, width=200, height=100)
    x, y = camera.across(scene.x), camera.down(scene.y)
    wanted = (x >= 0) & (x <= 200) & (y >= 0) & (y <= 100)
    borders = np.minimum.reduce([np.abs(x), np.abs(x - 200), np.abs(y), np.abs(y - 100)]) < 1e-6
    assert (camera.contains(scene.x, scene.y, 0) == wanted)[~borders].all()


def test_that_the_same_picture_gives_the_same_details() -> None:
    one, other = (Arrangement(two_communities()).details(Sieve()).lines(1).appears_at.tolist() for _ in range(2))
    assert one == other


def test_that_what_is_said_of_the_strongest_relationships_stays_true() -> None:
    arrangement = Arrangement(picture_of(plant(900, 2_500), scatter(plant(900, 2_500))))
    begun, whole = Details(arrangement.scene, Sieve()), Details(arrangement.scene, Sieve())
    begun.begin_lines(0, 800)
    known = begun.lines(0).order
    assert len(known) == 800
    assert np.allclose(begun.lines(0).appears_at[known], whole.lines(0).appears_at[known])
    assert not begun.has_all_lines(0)
    begun.complete_lines(0)
    assert np.array_equal(begun.lines(0).appears_at, whole.lines(0).appears_at)


@settings(deadline=None, max_examples=30)
@given(st.integers(5, 400), st.sampled_from([0.125, 0.25, 0.5, 1.0, 2.0]), st.floats(0.0, 0.3))
def test_that_an_outline_of_few_points_lies_where_the_fine_one_does(
    corners: int, fineness: float, unevenness: float
) -> None:
    turn = np.arange(corners) / corners * 2 * np.pi
    around = (1 + unevenness * np.cos(3 * turn))[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    around = around.astype(np.float32)
    outlines = Outlines(Territories(around, around, np.array([[0, 7, corners]], np.int32)))
    (line,), (fine,) = outlines.polygons(0, 7, fineness), outlines.polygons(0, 7)
    assert len(line) >= min(corners, 10)
    gaps = np.hypot(*(line[:, None] - fine[None]).transpose(2, 0, 1)).min(axis=1)
    assert gaps.max() < 1e-6, "its points are points of the fine one"
