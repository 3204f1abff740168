"""Arithmetic on arrays whose elements fall into groups, without a loop over the groups."""

import numpy as np
from numpy.typing import NDArray

Indexes = NDArray[np.intp]
Mask = NDArray[np.bool_]

_CORE = (1, 99)  # percentiles: a few far-off entities must not make a dot of the rest
_BEYOND = 0.15  # of the core's size: as far as this they are taken into view all the same


def extent(values: NDArray[np.float64]) -> tuple[float, float]:
    """From the lowest to the highest, without those far off."""
    low, high = np.percentile(values, _CORE)
    beyond = (high - low) * _BEYOND
    return float(max(low - beyond, values.min())), float(min(high + beyond, values.max()))


def by_strength(strengths: NDArray[np.float64] | None, count: int) -> Indexes:
    """Strongest first; those of one strength in a fixed shuffle, so that any beginning of them is a fair sample."""
    if strengths is not None and (strengths[:-1] > strengths[1:]).all():
        return np.arange(count)
    shuffled = np.random.default_rng(0).permutation(count)
    if strengths is None:
        return shuffled
    return shuffled[np.argsort(-np.nan_to_num(strengths[shuffled]), kind="stable")]


def counted(numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], Indexes]:
    """The different numbers, rising, and which of them each one is; without the sorting of `np.unique`."""
    is_there = np.zeros(int(numbers.max(initial=0)) + 1, np.bool_)
    is_there[numbers] = True
    places: Indexes = np.cumsum(is_there) - 1
    return np.flatnonzero(is_there), places[numbers]


def rising(values: NDArray[np.float64]) -> Indexes:
    """The places of values from the lowest to the highest, told apart as far as 16 bits do: for these there is a much
    quicker sort."""
    low = values.min(initial=np.inf)
    span = max(float(values.max(initial=-np.inf) - low), 1e-300) if len(values) else 1.0
    steps: Indexes = np.argsort(((values - low) * (65_535 / span)).astype(np.uint16), kind="stable")
    return steps


def grouped(groups: Indexes, order: Indexes) -> Indexes:
    """`order` sorted by group; few groups fit 16 bits, for which there is a much quicker sort."""
    of = groups[order]
    by_group: Indexes = np.argsort(of.astype(np.uint16) if of.max(initial=0) < 2**16 else of, kind="stable")
    return order[by_group]


def middles(rising: Indexes, groups: Indexes, sizes: NDArray[np.int64]) -> Indexes:
    """The one in the middle of each group."""
    starts = np.cumsum(sizes) - sizes
    middle: Indexes = grouped(groups, rising)[starts + sizes // 2]
    return middle


def areas(
    x: NDArray[np.float64], y: NDArray[np.float64], groups: Indexes, sizes: NDArray[np.int64]
) -> NDArray[np.float64]:
    """What each group covers: a disc has 4 pi times the product of its standard deviations."""
    spreads: list[NDArray[np.float64]] = []
    for values in (x, y):
        middle = np.bincount(groups, values, len(sizes)) / sizes
        spreads.append(np.sqrt(np.bincount(groups, (values - middle[groups]) ** 2, len(sizes)) / sizes))
    least = np.maximum(spreads[0], spreads[1]) / 10  # all on one line
    covered: NDArray[np.float64] = 4 * np.pi * np.maximum(spreads[0], least) * np.maximum(spreads[1], least)
    return np.maximum(covered, 1e-12)


def running_sums(
    values: NDArray[np.float64], groups: Indexes, order: Indexes
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each value the sum of those before it in its group, itself left out, and how many they are."""
    by_group = grouped(groups, order)
    own = values[by_group]
    before = np.cumsum(own) - own
    starts = np.flatnonzero(np.diff(groups[by_group], prepend=-1))
    counts = np.diff(np.append(starts, len(by_group)))
    sums, ranks = np.empty(len(values)), np.empty(len(values))
    sums[by_group] = np.maximum(before - np.repeat(before[starts], counts), 0)
    ranks[by_group] = np.arange(len(by_group)) - np.repeat(starts, counts)
    return sums, ranks
