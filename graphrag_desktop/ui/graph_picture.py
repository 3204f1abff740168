"""What the graph canvas is given: the entities of a project with their places, as arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.pipeline.canvas_arrays import Territories


def _no_numbers() -> NDArray[np.int64]:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class GraphPicture:
    """A laid-out graph: element i of `entity_numbers`, `titles`, `positions` and `degrees` is one entity.

    `pairs` (m, 2) are the relationships as such elements. `communities` (levels, n) holds for each level the number of
    each entity's community; no levels, no communities yet. `community_titles` are by number, missing ones have none.
    `strengths` (m,) say which relationships to leave out last where not all can be told apart; without them it is a
    fixed random choice. `kept_hues` are the hues that root communities were given before, by number. `relationships` is
    how many there are in all, where `pairs` leaves some out. A position that is not a number means that the entity has
    no place yet.

    What else may be known of an entity (else these are empty): its kind, a place in `kind_names`, in how many sentences
    and documents it is named; of a relationship its number and in how many documents it is found. Without `territories`
    communities have no areas.
    """

    entity_numbers: NDArray[np.int64]
    titles: Sequence[str]
    positions: NDArray[np.float64]
    degrees: NDArray[np.int64]
    pairs: NDArray[np.int64]
    communities: NDArray[np.int64]
    community_titles: Mapping[int, str] = field(default_factory=dict)
    strengths: NDArray[np.float64] | None = None
    kept_hues: Mapping[int, int] = field(default_factory=dict)
    relationships: int | None = None
    kinds: NDArray[np.int64] = field(default_factory=_no_numbers)
    kind_names: Sequence[str] = ()
    mentions: NDArray[np.int64] = field(default_factory=_no_numbers)
    documents: NDArray[np.int64] = field(default_factory=_no_numbers)
    relationship_numbers: NDArray[np.int64] = field(default_factory=_no_numbers)
    relationship_documents: NDArray[np.int64] = field(default_factory=_no_numbers)
    territories: Territories | None = None

    def __post_init__(self) -> None:
        count = len(self.entity_numbers)
        expected = {
            "titles": (len(self.titles), count),
            "positions": (self.positions.shape, (count, 2)),
            "degrees": (self.degrees.shape, (count,)),
            "pairs": (self.pairs.shape, (len(self.pairs), 2)),
            "communities": (self.communities.shape, (len(self.communities), count)),
            "strengths": ((len(self.pairs) if self.strengths is None else len(self.strengths)), len(self.pairs)),
            "kinds": (len(self.kinds) or count, count),
            "mentions": (len(self.mentions) or count, count),
            "documents": (len(self.documents) or count, count),
            "relationship_numbers": (len(self.relationship_numbers) or len(self.pairs), len(self.pairs)),
            "relationship_documents": (len(self.relationship_documents) or len(self.pairs), len(self.pairs)),
        }
        for name, (shape, wanted) in expected.items():
            if shape != wanted:
                raise ValueError(f"{name} has the shape {shape} and not {wanted}")
        if self.communities.min(initial=0) < 0:
            raise ValueError("communities holds a number below 0")
        if len(self.pairs) and (self.pairs.min() < 0 or self.pairs.max() >= count):
            raise ValueError("pairs names an entity that is not there")
        if len(self.kinds) and not 0 <= self.kinds.min() <= self.kinds.max() < len(self.kind_names):
            raise ValueError("kinds names a kind that is not there")

    def moved(self, positions: NDArray[np.float64]) -> "GraphPicture":
        """The same with the entities elsewhere, and without territories."""
        return replace(self, positions=positions, territories=None)

    @classmethod
    def empty(cls) -> "GraphPicture":
        """A picture of nothing."""
        none = np.zeros(0, np.int64)
        return cls(none, (), np.zeros((0, 2)), none, np.zeros((0, 2), np.int64), np.zeros((0, 0), np.int64))
