"""Personalised PageRank against its definition."""

import numpy as np
import pytest
from scipy import sparse

from graphrag_desktop.language.walks import Weights, walk_from, walk_matrix


def _steps(pairs: list[tuple[int, int, float]], count: int) -> sparse.csr_array:
    edges = np.zeros((count, count))
    for one, other, weight in pairs:
        edges[one, other] = edges[other, one] = weight
    return walk_matrix(sparse.csr_array(edges))


def _solved(steps: sparse.csr_array, starts: Weights, damping: float) -> Weights:
    """The same by solving for it: where the walk cannot go on it starts anew."""
    start = starts / starts.sum()
    dense = steps.toarray()
    stuck = 1 - dense.sum(axis=0)
    moving = damping * (dense + np.outer(start, stuck)) + (1 - damping) * np.outer(start, np.ones(len(start)))
    values, vectors = np.linalg.eig(moving)
    found = np.real(vectors[:, int(np.argmax(np.real(values)))])
    return np.asarray(found / found.sum())


@pytest.mark.parametrize("damping", [0.05, 0.5, 0.85])
@pytest.mark.parametrize("seed", range(3))
def test_that_the_walk_spends_its_time_as_the_equation_says(damping: float, seed: int) -> None:
    chance = np.random.default_rng(seed)
    ends = chance.integers(0, 12, (14, 2)).tolist()
    pairs = [(one, other, float(chance.uniform(0.1, 3))) for one, other in ends]
    steps = _steps(pairs, 14)  # the last two have no edge
    starts = chance.uniform(0, 1, 14) * (chance.uniform(0, 1, 14) > 0.5) + np.eye(14)[13]
    found = walk_from(steps, starts, damping)
    assert found.sum() == pytest.approx(1)
    assert found == pytest.approx(_solved(steps, starts, damping), abs=1e-5)


def test_that_what_hangs_nearer_to_the_start_is_come_by_more() -> None:
    steps = _steps([(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0), (4, 5, 1.0)], 6)
    found = walk_from(steps, np.array([1.0, 0, 0, 0, 0, 0]), 0.5)
    assert found[0] > found[1] > found[2] > found[3] > found[4] == found[5] == 0


def test_that_a_walk_with_nowhere_to_start_is_nowhere() -> None:
    assert not walk_from(_steps([(0, 1, 1.0)], 2), np.zeros(2), 0.5).any()
