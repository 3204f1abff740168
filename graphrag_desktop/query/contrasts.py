"""For a question about contradictions: the sentences that seem to say different things of one."""

from collections.abc import Mapping

import numpy as np

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.contrasts import find_contrasts
from graphrag_desktop.language.vectors import Floats
from graphrag_desktop.query.antecedents import with_antecedents
from graphrag_desktop.storage import graph
from graphrag_desktop.storage.database import Database

_CONSIDERED = 1_200  # sentences, every two of which are compared
_LEAST_QUALITY = 0.3
_PAIRS, _FEWEST = 12, 2


def contrasting_relevance(
    database: Database, measures: CollectionMeasures, relevance: Floats
) -> tuple[Floats, Mapping[int, EvidenceSentence]]:
    """The relevance of the sentences that stand in the likeliest pairs, and those sentences; all others are none.

    Only sentences with some `relevance` are compared. Nothing is found where there are fewer than two pairs.
    """
    may_be = np.flatnonzero((relevance > 0) & (measures.text.quality >= _LEAST_QUALITY))
    rows = may_be[np.argsort(-relevance[may_be], kind="stable")][:_CONSIDERED]
    told = graph.evidence_sentences(database, measures.numbers[rows].tolist())
    alone = list(with_antecedents(database, measures, told).values())
    rows = measures.rows(each.number for each in alone)
    vectors = measures.text.smooth(rows)
    pairs = find_contrasts(
        [each.text for each in alone],
        [each.document for each in alone],
        measures.text.word_cosines(rows),
        vectors @ vectors.T,
    )[:_PAIRS]
    found = np.zeros_like(relevance)
    if len(pairs) >= _FEWEST:
        for pair in pairs:
            for place in (pair.one, pair.other):
                found[rows[place]] = max(float(found[rows[place]]), min(1.0, pair.strength / pairs[0].strength))
    return found, {each.number: each for each in alone if found[measures.row_of_number[each.number]]}
