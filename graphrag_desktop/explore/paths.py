"""Ways from one entity to another along relationships: the shortest, and the one that the documents bear out best."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.picture import Picture, picture
from graphrag_desktop.explore.support import Independence, Support
from graphrag_desktop.project import Project
from graphrag_desktop.storage.evidence import EvidenceReader

_MOST = 0.8  # how likely a relationship is at best: to be named together is no proof, and long ways prove less
_UNSEEN = 0.25  # ... that no single sentence bears out
_TIE = 1e-4  # of a hop: among ways of the same length the better borne out


@dataclass(frozen=True, slots=True)
class Hop:
    """A relationship to the next entity: how many independent documents bear it out, and its best sentence, if one names
    both."""

    relationship: int
    entity: int
    title: str
    documents: int
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class Way:
    """From an entity over others to another; `likelihood` is how likely all its relationships hold, each document taken
    as the toss of a coin."""

    entity: int
    title: str
    hops: tuple[Hop, ...]
    likelihood: float

    @property
    def entities(self) -> tuple[int, ...]:
        """The numbers of all entities on the way, both ends included."""
        return self.entity, *(hop.entity for hop in self.hops)

    @property
    def relationships(self) -> tuple[int, ...]:
        """The numbers of its relationships."""
        return tuple(hop.relationship for hop in self.hops)


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways between two entities; None where none leads from one to the other. They may be the same."""

    shortest: Way | None
    strongest: Way | None


def find_ways(project: Project, start: int, end: int, left_out: frozenset[int], control: RunControl) -> Ways:
    """The shortest and the best borne out way between two entities (their numbers), past those `left_out`.

    With d documents a relationship holds with a likelihood of 0.8 × (1 - 1/2^d); the strongest way is the one whose
    product of these is highest, by Dijkstra's algorithm on their negative logarithms.
    """
    drawn = picture(project)
    if drawn is None:
        raise InputError("There is no map yet.", "Wait until it is drawn, or index the folder again.")
    rows = [_row(drawn, start), _row(drawn, end)]
    lines = _lines(drawn, left_out, rows)
    costs = -np.log(_likelihoods(drawn.pair_documents[lines]))
    pairs = drawn.pairs[lines]
    with project.database.reading():
        reader, independence = EvidenceReader(project.database), Independence(project)
        ways: list[Way | None] = []
        for weights in (1 + _TIE * costs, costs + _TIE):
            control.checkpoint()
            found = _cheapest(pairs, weights, drawn.count, rows[0], rows[1])
            ways.append(None if found is None else _way(drawn, rows[0], lines[found], reader, independence))
    return Ways(*ways)


def _likelihoods(documents: NDArray[np.int32]) -> NDArray[np.float64]:
    known = _MOST * (1 - 0.5 ** np.maximum(documents, 1).astype(np.float64))
    return np.where(documents > 0, known, _UNSEEN)


def _row(drawn: Picture, number: int) -> int:
    found = np.flatnonzero(drawn.numbers == number)
    if not len(found):
        raise InputError(f"There is no entity {number}.", "It may have gone with the document that named it.")
    return int(found[0])


def _lines(drawn: Picture, left_out: frozenset[int], ends: Sequence[int]) -> NDArray[np.intp]:
    passes = ~np.isin(drawn.numbers, list(left_out))
    passes[list(ends)] = True
    return np.flatnonzero(passes[drawn.pairs].all(axis=1) & (drawn.pairs[:, 0] != drawn.pairs[:, 1]))


def _cheapest(
    pairs: NDArray[np.int32], weights: NDArray[np.float64], count: int, start: int, end: int
) -> list[int] | None:
    """The places of the pairs on the cheapest way, in its order; None if there is no way."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import dijkstra

    links = coo_matrix((weights, (pairs[:, 0], pairs[:, 1])), shape=(count, count)).tocsr()
    distances, before = dijkstra(links, directed=False, indices=start, return_predecessors=True)
    if not math.isfinite(float(distances[end])):
        return None
    found: list[int] = []
    here = end
    while here != start:
        earlier = int(before[here])
        ends = np.sort(pairs, axis=1) == (min(here, earlier), max(here, earlier))
        found.insert(0, int(np.flatnonzero(ends.all(axis=1))[0]))
        here = earlier
    return found


def _way(
    drawn: Picture, start: int, lines: NDArray[np.intp], reader: EvidenceReader, independence: Independence
) -> Way:
    support = independence.of_records(Kind.RELATIONSHIP, drawn.pair_numbers[lines].tolist())
    hops: list[Hop] = []
    likelihood = 1.0
    here = start
    for line in lines.tolist():
        one, other = drawn.pairs[line].tolist()
        here = other if one == here else one
        number = int(drawn.pair_numbers[line])
        likelihood *= float(_likelihoods(drawn.pair_documents[[line]])[0])
        evidence = reader.record(Kind.RELATIONSHIP, number, 1) or (None,)
        documents = support.get(number, Support()).documents
        hops.append(Hop(number, int(drawn.numbers[here]), drawn.titles[here], documents, evidence[0]))
    return Way(int(drawn.numbers[start]), drawn.titles[start], tuple(hops), likelihood)
