"""What belongs to an answer by whom it names: the actors of its best sentences, met again in others that answer too.

"Who profited from the deepening?" is answered by a foundation's gain; what that foundation then paid, and to whom, is told in
sentences that say neither word of the question.
"""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.language.aspects import is_answered_by
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.questions import Question
from graphrag_desktop.language.vectors import Floats

_SMALL = 2_000  # sentences: in a larger collection the same names stand in other affairs
_BEST, _CENTRAL, _FEWEST = 8, 6, 2  # sentences, actors that they name, and how often
_LINKED, _NAMED = 0.3, 2  # what it counts to name so many of them
_ACTORS = frozenset({"person", "organization", "group"})


def second_hop(
    measures: CollectionMeasures, question: Question, relevance: Floats, told: Mapping[int, EvidenceSentence]
) -> Floats:
    """The relevance, more for sentences that answer the kind of question and name actors of the best ones that do.

    `told` are the sentences by their numbers. Only for kinds whose answers lead to each other, in a small collection.
    """
    aspect = question.aspect
    if aspect is None or not aspect.links or measures.text.sentence_count >= _SMALL:
        return relevance
    ranked = [row for row in np.argsort(-relevance, kind="stable").tolist() if relevance[row] > 0]
    answering = {
        row: _actors(measures, told[number])
        for row in ranked
        if (number := int(measures.numbers[row])) in told and is_answered_by(aspect, told[number].text)
    }
    named = Counter(each for row in list(answering)[:_BEST] for each in answering[row])
    central = {each for each, count in named.most_common(_CENTRAL) if count >= _FEWEST}
    found = relevance.copy()
    for row, actors in answering.items():
        found[row] *= 1 + _LINKED * min(_NAMED, len(actors & central)) / _NAMED
    return found


def _actors(measures: CollectionMeasures, sentence: EvidenceSentence) -> frozenset[int]:
    entities = measures.entities
    return frozenset(row for row in entities.rows(sentence.entities).tolist() if entities.types[row] in _ACTORS)
