"""Small graphs for the tests of the map."""

from collections.abc import Mapping, Sequence

import numpy as np

from graphrag_desktop.ui.graph_picture import GraphPicture


def picture(
    positions: Sequence[tuple[float, float]],
    pairs: Sequence[tuple[int, int]] = (),
    communities: Sequence[Sequence[int]] = (),
    titles: Mapping[int, str] | None = None,
    strengths: Sequence[float] | None = None,
) -> GraphPicture:
    """A picture with entities numbered from 101, called Entity 0, Entity 1 and so on."""
    count = len(positions)
    links = np.array(pairs, np.int64).reshape(-1, 2)
    return GraphPicture(
        entity_numbers=np.arange(101, 101 + count),
        titles=[f"Entity {place}" for place in range(count)],
        positions=np.array(positions, np.float64).reshape(-1, 2),
        degrees=np.bincount(links.ravel(), minlength=count),
        pairs=links,
        communities=np.array(communities, np.int64).reshape(-1, count),
        community_titles=titles or {},
        strengths=None if strengths is None else np.array(strengths, np.float64),
    )


def two_communities() -> GraphPicture:
    """A hub with four neighbours at the left (communities 1 > 3), a chain of four at the right (2 > 4 and 5)."""
    left = [(-10.0, 0.0), (-12.0, 2.0), (-12.0, -2.0), (-8.0, 2.0), (-8.0, -2.0)]
    right = [(8.0, 3.0), (9.0, 1.0), (9.0, -1.0), (8.0, -3.0)]
    return picture(
        [*left, *right],
        [(0, 1), (0, 2), (0, 3), (0, 4), (5, 6), (6, 7), (7, 8), (3, 5)],
        [[1, 1, 1, 1, 1, 2, 2, 2, 2], [1, 1, 1, 1, 1, 4, 4, 5, 5]],
        {1: "Left", 2: "Right", 4: "Upper right", 5: "Lower right"},
    )
