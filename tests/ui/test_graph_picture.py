"""What the map is given, and what it refuses."""

from dataclasses import replace

import numpy as np
import pytest

from graphrag_desktop.ui.graph_picture import GraphPicture
from tests.ui.graph_pictures import two_communities


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("titles", ["one"]),
        ("positions", np.zeros((9, 3))),
        ("degrees", np.zeros(8, np.int64)),
        ("pairs", np.zeros((4, 3), np.int64)),
        ("communities", np.zeros((2, 8), np.int64)),
        ("strengths", np.zeros(3)),
    ],
)
def test_that_arrays_of_different_length_are_refused(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name):
        replace(two_communities(), **{name: value})  # type: ignore[arg-type]  # one field after the other


def test_that_a_relationship_of_a_missing_entity_is_refused() -> None:
    with pytest.raises(ValueError, match="not there"):
        replace(two_communities(), pairs=np.array([[0, 9]]))


def test_that_a_community_has_a_number() -> None:
    with pytest.raises(ValueError, match="below 0"):
        replace(two_communities(), communities=np.full((1, 9), -1))


def test_that_nothing_is_a_picture() -> None:
    assert len(GraphPicture.empty().entity_numbers) == 0
