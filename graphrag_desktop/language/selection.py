"""Choosing sentences that say different things: each next one adds most to those already chosen."""

from collections import Counter

import numpy as np

from graphrag_desktop.language.collection import TextMeasures
from graphrag_desktop.language.vectors import Floats, Ints

SPREAD_IN_REPORTS, SPREAD_IN_ANSWERS = 0.9, 0.3
"""How much a like meaning counts against a sentence: in an answer little, or what is off the subject wins (measured)."""

_WORTHLESS = 0.02
_SAME_WORDS = 1.6  # sentences that share most of their words are not both quoted
_ANY_TWO = 0.3  # the cosine of any two sentences on one subject
_QUOTED = 0.15  # how much each sentence already chosen from a document counts against its others


def choose_diverse(text: TextMeasures, rows: Ints, salience: Floats, wanted: int, spread: float) -> Ints:
    """At most `wanted` of the sentences in `rows`: salience, less what is already said and who was already quoted.

    The sentences are returned in the order of choice. Carbonell & Goldstein 1998, with words and meaning apart.
    """
    chosen: list[int] = []
    said = np.zeros(len(rows), np.float32)
    documents = text.document_of[rows].tolist()
    quoted: Counter[int] = Counter()
    owners, columns, values = text.words.selected(rows)
    dense = np.zeros(len(text.idf), np.float32)
    while len(chosen) < min(wanted, len(rows)):
        penalty = 1 + _QUOTED * np.array([quoted[document] for document in documents])
        value = salience * (1 - said) / penalty
        best = int(value.argmax())
        if value[best] <= _WORTHLESS:
            break
        chosen.append(best)
        quoted[documents[best]] += 1
        own = owners == best
        dense[columns[own]] = values[own]
        words = np.bincount(owners, values * dense[columns], len(rows))
        dense[columns[own]] = 0
        meaning = np.maximum(text.vectors[rows] @ text.vectors[rows[best]] - _ANY_TWO, 0)
        said = np.maximum(said, np.minimum(1, np.maximum(_SAME_WORDS * words, spread * meaning))).astype(np.float32)
        said[best] = 1
    return rows[np.array(chosen, np.int64)]
