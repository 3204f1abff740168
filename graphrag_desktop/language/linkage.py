"""Grouping a few things that are alike: average linkage, without a library for what has a dozen members."""

import numpy as np

from graphrag_desktop.language.vectors import Floats


def group_alike(vectors: Floats, groups: int) -> list[list[int]]:
    """The positions of unit rows in at most `groups` groups, merged by mean cosine; each ascending, in order of their first."""
    found = [[position] for position in range(len(vectors))]
    alike = vectors @ vectors.T
    while len(found) > groups:
        pairs = [(one, other) for one in range(len(found)) for other in range(one + 1, len(found))]
        one, other = max(pairs, key=lambda pair: float(alike[np.ix_(found[pair[0]], found[pair[1]])].mean()))
        found[one] = sorted(found[one] + found.pop(other))
    return sorted(found, key=lambda group: group[0])
