"""Where to look instead: the reports whose subject lies nearest to a question that none of them answers."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.errors import ModelError
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities
from graphrag_desktop.storage.arrays import load_array

_MOST = 3


@dataclass(frozen=True, slots=True)
class Nearest:
    """Reports to look at: the nearest first; where none is near, those rated highest, and `is_near` is false."""

    numbers: tuple[int, ...]
    is_near: bool


def nearest_reports(project: Project, question: str, among: Sequence[int], control: RunControl) -> Nearest:
    """The reports of `among` whose vectors lie nearest to the question's."""
    vectors = load_array(project.database, "vectors", "report vectors")
    numbers = load_array(project.database, "vectors", "report numbers")
    if vectors is not None and numbers is not None:
        try:
            near = _by_vectors(vectors, numbers, project.engine.embed([question], control), frozenset(among))
        except ModelError:  # where to look instead is worth no failure
            near = ()
        if near:
            return Nearest(near, is_near=True)
    heads = communities.report_heads(project.database)
    rated = sorted((heads[each] for each in among if each in heads), key=lambda each: (-each.rating, each.number))
    return Nearest(tuple(each.number for each in rated[:_MOST]), is_near=False)


def _by_vectors(
    vectors: StoredArray, numbers: StoredArray, asked: StoredArray, among: frozenset[int]
) -> tuple[int, ...]:
    import numpy as np

    opened = [np.frombuffer(each.data, np.dtype(each.dtype)).reshape(each.shape) for each in (vectors, numbers, asked)]
    if opened[0].shape[1] != opened[2].shape[1]:  # fitted anew since: they cannot be compared
        return ()
    cosines = opened[0].astype(np.float32) @ opened[2][0].astype(np.float32)
    order = [row for row in np.argsort(-cosines, kind="stable").tolist() if cosines[row] > 0]
    return tuple(number for row in order if (number := int(opened[1][row])) in among)[:_MOST]
