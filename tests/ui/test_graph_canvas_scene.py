import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.ui.colours import Appearance
from graphrag_desktop.ui.graph_canvas_scene import Camera, arrange
from graphrag_desktop.ui.graph_picture import GraphPicture
from tests.ui.graph_pictures import picture, two_communities

NOWHERE = float("nan")


def test_that_an_entity_without_a_place_is_left_out_and_counted() -> None:
    scene = arrange(picture([(0, 0), (NOWHERE, 1), (2, 2)], [(0, 1), (0, 2)], [[1, 1, 2]]))
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
    scene = arrange(bad)
    left, bottom, right, top = scene.core
    assert right > left
    assert top > bottom
    assert scene.nearest(0, 0, 1, scene.radii) is None or scene.count
    assert np.isfinite(scene.disc_scale(1.0, 1.0))
    assert np.isfinite(scene.level(0).appears_at).all()


def test_that_far_off_entities_do_not_make_a_dot_of_the_rest() -> None:
    crowd = [(float(place % 20), float(place // 20)) for place in range(400)]
    left, bottom, right, top = arrange(picture([*crowd, (1e6, 1e6), (-1e6, 3.0)])).core
    assert right - left < 30
    assert top - bottom < 30


def test_that_a_name_stands_at_the_middle_entity_of_its_community() -> None:
    level = arrange(picture([(0, 0), (1, 5), (900, 6), (7, 7)], communities=[[4, 4, 4, 9]])).level(0)
    assert level.communities.tolist() == [4, 9]
    assert level.anchors.tolist() == [[1, 5], [7, 7]]
    assert level.sizes.tolist() == [3, 1]


def test_that_levels_beyond_the_deepest_are_the_deepest() -> None:
    scene = arrange(two_communities())
    assert scene.level(9) is scene.level(1)
    assert scene.level(-1) is scene.level(0)
    assert scene.community_of(8, 9) == 5


def test_that_a_community_is_found_on_whichever_level_it_stands() -> None:
    scene = arrange(two_communities())
    assert scene.members(2).tolist() == [5, 6, 7, 8]
    assert scene.members(5).tolist() == [7, 8]
    assert scene.members(77).tolist() == []


def test_that_an_unsplit_community_has_one_colour_on_all_levels() -> None:
    colours = arrange(two_communities()).colours(Appearance.LIGHT)
    assert colours.keys() == {1, 2, 4, 5}
    assert colours[4] == colours[2]  # the larger child, by its number
    assert len({colours[1], colours[2], colours[5]}) == 3


def test_that_the_strongest_relationships_appear_first() -> None:
    positions = [(float(place), 0.0) for place in range(10)] + [(float(place), 40.0) for place in range(10)]
    pairs = [(place, 10 + place) for place in range(10)]
    scene = arrange(picture(positions, pairs, [[1] * 20], strengths=[*range(10)]))
    appears_at = scene.level(0).appears_at
    assert np.argsort(appears_at).tolist() == list(range(9, -1, -1))
    assert appears_at.min() == 0  # however far away, the strongest is drawn


def test_that_relationships_between_and_within_are_told_apart() -> None:
    scene = arrange(two_communities())
    assert scene.pairs[scene.level(0).is_between].tolist() == [[3, 5]]
    assert scene.pairs[scene.level(1).is_between].tolist() == [[6, 7], [3, 5]]


def test_that_without_communities_all_is_of_one_kind() -> None:
    level = arrange(picture([(0, 0), (1, 1)], [(0, 1)])).level(3)
    assert level.communities.tolist() == [0]
    assert level.is_between.tolist() == [True]


def test_that_relationships_of_an_entity_come_strongest_first() -> None:
    scene = arrange(picture([(0, 0)] * 4, [(0, 1), (2, 0), (1, 3), (0, 3)], strengths=[1, 5, 9, 3]))
    assert scene.relationships_of(np.array([True, False, False, False])).tolist() == [1, 3, 0]


points = st.lists(st.tuples(st.floats(-100, 100), st.floats(-100, 100)), min_size=1, max_size=60)


@given(points, st.floats(-120, 120), st.floats(-120, 120), st.floats(0, 60))
def test_that_the_nearest_is_found_as_by_looking_at_all(
    positions: list[tuple[float, float]], x: float, y: float, reach: float
) -> None:
    scene = arrange(picture(positions))
    radii = np.full(scene.count, 0.5)
    gaps = np.hypot(scene.x - x, scene.y - y) - radii
    found = scene.nearest(x, y, reach, radii)
    if gaps.min() > reach:
        assert found is None
    else:
        assert found is not None
        assert gaps[found] == gaps.min()


@given(points)
def test_that_a_camera_contains_what_it_maps_into_the_view(positions: list[tuple[float, float]]) -> None:
    scene = arrange(picture(positions))
    camera = Camera(left=-30, top=20, scale=4.0, width=200, height=100)
    x, y = camera.across(scene.x), camera.down(scene.y)
    wanted = (x >= 0) & (x <= 200) & (y >= 0) & (y <= 100)
    borders = np.minimum.reduce([np.abs(x), np.abs(x - 200), np.abs(y), np.abs(y - 100)]) < 1e-6
    assert (camera.contains(scene, 0) == wanted)[~borders].all()


def test_that_the_same_picture_gives_the_same_scene() -> None:
    one, other = (arrange(two_communities()).level(1).appears_at.tolist() for _ in range(2))
    assert one == other
