"""Personalised PageRank: how often a walk comes by that starts over and over at the same few places."""

import numpy as np
import numpy.typing as npt
from scipy import sparse

from graphrag_desktop.language.vectors import TINY

_ENOUGH = 1e-7  # of all probability that still moves: the order has settled long before
_MOST_STEPS = 200

Weights = npt.NDArray[np.float64]


def walk_matrix(edges: sparse.csr_array) -> sparse.csr_array:
    """How a walk goes on: row i, column j has the probability to step to i from j.

    `edges` has the weight of each pair of places, in both directions. A place without any keeps a column of zeros.
    """
    leaving = np.asarray(edges.sum(axis=0), np.float64).ravel()
    steps = sparse.csr_array(edges, dtype=np.float64, copy=True)
    steps.data /= np.maximum(leaving, TINY)[steps.indices]
    return steps


def walk_from(steps: sparse.csr_array, starts: Weights, damping: float) -> Weights:
    """The share of its time that the walk spends at each place; all zeros where there is nowhere to start.

    At each step it goes on with the probability `damping` and starts anew otherwise; it also does where it cannot go on.
    """
    total = float(starts.sum())
    if total <= 0:
        return np.zeros(len(starts))
    start = starts / total
    share = start
    for _ in range(_MOST_STEPS):
        moved: Weights = damping * (steps @ share)
        after = moved + (1 - float(moved.sum())) * start
        if float(np.abs(after - share).sum()) < _ENOUGH:
            return after
        share = after
    return share
