"""What every question needs of the committed index, read once for as long as the index stays."""

import threading
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from graphrag_desktop.domain.communities import CommunityHierarchy
from graphrag_desktop.language.vectors import Ints
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, journal
from graphrag_desktop.storage.database import Database


@dataclass(frozen=True)
class IndexMemory:
    """The hierarchy, and which sentences speak of which community that does not split: a pair in each row."""

    version: int
    hierarchy: CommunityHierarchy
    homes: Ints
    sentences: Ints

    def sentences_of(self, level: int) -> dict[int, Ints]:
        """For each community of a level the numbers of the sentences that speak of it or of what lies in it."""
        standing = np.array(self.hierarchy.levels[level], np.int64)
        owner_of = np.zeros(max(self.hierarchy.communities, default=0) + 1, np.int64)
        for number in self.hierarchy.levels[level]:
            owner_of[self.leaves_of(number)] = number
        width = int(self.sentences.max(initial=0)) + 1
        owners, sentences = np.divmod(np.unique(owner_of[self.homes] * width + self.sentences), width)
        starts, ends = (np.searchsorted(owners, standing, side=side).tolist() for side in ("left", "right"))
        return {number: sentences[s:e] for number, s, e in zip(standing.tolist(), starts, ends, strict=True)}

    def sentences_below(self, number: int) -> Ints:
        """The numbers of the sentences that speak of one community or of what lies in it, ascending."""
        return np.unique(self.sentences[np.isin(self.homes, self.leaves_of(number))])

    def leaves_of(self, number: int) -> list[int]:
        """The communities below that do not split; the community itself where it does not."""
        children = self.hierarchy.communities[number].children
        return [leaf for child in children for leaf in self.leaves_of(child)] if children else [number]


def remember_index(project: Project) -> IndexMemory:
    """The memory of the index that the project holds now."""
    state = (journal.index_version(project.database), journal.stage_key(project.database, "index"))
    with _LOCK:
        kept = _KEPT.get(project.database)
        if kept is None or kept[0] != state:
            pairs = np.array(communities.home_pairs(project.database), np.int64).reshape(-1, 2)
            memory = IndexMemory(state[0], communities.hierarchy(project.database), pairs[:, 0], pairs[:, 1])
            kept = _KEPT[project.database] = (state, memory)
    return kept[1]


_LOCK = threading.Lock()
_KEPT: "WeakKeyDictionary[Database, tuple[tuple[int, str | None], IndexMemory]]" = WeakKeyDictionary()
