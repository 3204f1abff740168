"""What the measures of the built-in engine tell of a question: which sentences say something to it, and through which records."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np

from graphrag_desktop.domain.contexts import ContextItem, EvidenceSentence
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.questions import read_question
from graphrag_desktop.language.relevance import least_quotable
from graphrag_desktop.language.vectors import Floats, Ints
from graphrag_desktop.project import Project
from graphrag_desktop.query.index_memory import IndexMemory
from graphrag_desktop.query.retrieval import (
    LEAST_HELPFUL,
    Helpful,
    helpful,
    never_mentioned,
    relevance_to,
    with_evidence,
)
from graphrag_desktop.storage.neighbourhoods import sentence_sources


class MeasuredQuestion:
    """A question read against the measures of a project, which must have some."""

    def __init__(self, project: Project, question: str) -> None:
        self._project = project
        self._measures = project.arrays.measures
        self.asked = read_question(self._measures, question)

    @property
    def missing(self) -> tuple[str, ...]:
        """The words of the question that are found nowhere."""
        return never_mentioned(self._project.database, self.asked)

    @property
    def relevance(self) -> Floats:
        """That of every sentence; zeros where the question names nothing."""
        return self._found[0]

    @cached_property
    def _found(self) -> tuple[Floats, Mapping[int, EvidenceSentence]]:
        """The relevance of every sentence, and those that have any, with what they need to stand alone."""
        if self.asked.is_overview:
            return np.zeros(len(self._measures.numbers), np.float32), {}
        return relevance_to(self._project, self.asked)

    @cached_property
    def units(self) -> dict[int, Helpful]:
        """The text units with sentences that say something, by number; empty where all is said only in passing."""
        relevant = np.flatnonzero(self.relevance > 0)
        if not len(relevant):
            return {}
        wanted = np.unique(self._source_of[relevant])
        owned = np.flatnonzero(np.isin(self._source_of, wanted))
        order = owned[np.argsort(self._source_of[owned], kind="stable")]
        groups = np.split(order, np.flatnonzero(np.diff(self._source_of[order])) + 1)
        told = ((int(self._source_of[rows[0]]), self._helpful(rows)) for rows in groups)
        found = {number: each for number, each in told if each.sentences}
        best = max((each.relevance for each in found.values()), default=0.0)
        return found if best >= LEAST_HELPFUL else {}

    def entity(self, entity: EntityId) -> Helpful:
        """What the sentences that name an entity say to the question."""
        rows = self._measures.entities.rows([entity])
        named = self._measures.entities.mentions.column(int(rows[0]))[0] if len(rows) else np.zeros(0, np.int64)
        return self._helpful(named)

    def reports(self, memory: IndexMemory, numbers: Iterable[int]) -> dict[int, Helpful]:
        """What the sentences that speak of communities say to the question, by number."""
        return {each: self._helpful(self._measures.rows(memory.sentences_below(each).tolist())) for each in numbers}

    def communities(self, memory: IndexMemory) -> frozenset[int]:
        """Those of all levels that a sentence with any relevance speaks of."""
        relevant = self._measures.numbers[self.relevance > 0]
        leaves = np.unique(memory.homes[np.isin(memory.sentences, relevant)]).tolist()
        return frozenset(each.number for leaf in leaves for each in memory.hierarchy.lineage(leaf))

    def told(self, items: Iterable[tuple[ContextItem, Helpful | None]]) -> tuple[ContextItem, ...]:
        """The records with their relevance and the sentences that give it."""
        return tuple(with_evidence(item, found, self._found[1]) for item, found in items)

    def _helpful(self, rows: Ints) -> Helpful:
        return helpful(self._measures, self.relevance, rows, self._least)

    @cached_property
    def _least(self) -> float:
        return least_quotable(self.relevance)

    @property
    def _source_of(self) -> Ints:
        """The number of the text unit of each sentence, by row; looked up once for an index."""
        found = _SOURCES.get(self._measures)
        if found is None:
            source_of = dict(sentence_sources(self._project.database))
            found = np.array([source_of[number] for number in self._measures.numbers.tolist()], np.int64)
            _SOURCES[self._measures] = found
        return found


_SOURCES: "WeakKeyDictionary[CollectionMeasures, Ints]" = WeakKeyDictionary()
