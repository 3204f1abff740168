"""Groups of what is alike."""

import numpy as np

from graphrag_desktop.language.linkage import group_alike
from graphrag_desktop.language.vectors import unit_rows


def test_that_what_points_the_same_way_is_one_group() -> None:
    vectors = unit_rows(np.array([[1, 0.1], [0, 1], [1, 0], [0.1, 1], [1, 0.2]], np.float32))

    assert group_alike(vectors, 2) == [[0, 2, 4], [1, 3]]


def test_that_there_are_never_more_groups_than_things() -> None:
    assert group_alike(np.eye(2, dtype=np.float32), 5) == [[0], [1]]
    assert group_alike(np.zeros((0, 3), np.float32), 2) == []
