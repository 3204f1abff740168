"""For a question about how everything went: the sentences that tell what happened on a day."""

import numpy as np

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.language.antecedents import is_cut, leans
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.dates import day_told
from graphrag_desktop.language.lexicon_cues import NOT_YET, TURNED
from graphrag_desktop.language.scripts import eastern_language
from graphrag_desktop.language.vectors import TINY, Floats
from graphrag_desktop.storage import graph
from graphrag_desktop.storage.database import Database

_MOST_SENTENCES = 3_000  # of a collection whose every sentence is looked at; of a larger one, what its reports quote
_LEAST_QUALITY = 0.5
_NAMES = 3  # of a sentence, by which it is told how much it matters
_TOLD = 0.65  # what any event counts, the rest by its names: every year is to have its own
_NOT_TURNED = 0.75  # and one after which nothing is otherwise than before
_UNSURE = 0.6  # what a sentence counts that tells of what may be or is to be
_FEWEST = 5


def event_relevance(
    database: Database, measures: CollectionMeasures, question: str
) -> tuple[Floats, dict[int, EvidenceSentence]]:
    """How much each sentence matters that tells of a day, and those sentences: by how much is said of whom it names.

    Nothing where the collection is large, and where fewer than five sentences tell of a day.
    """
    text = measures.text
    found = np.zeros(text.sentence_count, np.float32)
    if text.sentence_count > _MOST_SENTENCES:
        return found, {}
    rows = np.flatnonzero(text.is_analysed & (text.quality >= _LEAST_QUALITY))
    told = graph.evidence_sentences(database, measures.numbers[rows].tolist())
    events = {number: each for number, each in told.items() if _is_event(each, question)}
    if len(events) < _FEWEST:
        return found, {}
    weights = {number: _weight(measures, each) for number, each in events.items()}
    most = max(*weights.values(), TINY)
    for number, each in events.items():
        told_of = _TOLD + (1 - _TOLD) * weights[number] / most
        turns = 1.0 if TURNED.search(each.text) else _NOT_TURNED
        found[measures.row_of_number[number]] = told_of * turns * (_UNSURE if NOT_YET.search(each.text) else 1)
    return found, events


def _is_event(sentence: EvidenceSentence, question: str) -> bool:
    is_asked_language = eastern_language(sentence.text) == eastern_language(question)
    alone = is_asked_language and not leans(sentence.text) and not is_cut(sentence.text)
    return alone and day_told(sentence.text) is not None


def _weight(measures: CollectionMeasures, sentence: EvidenceSentence) -> float:
    rows = measures.entities.rows(sentence.entities)
    return 1 + float(np.sort(np.log1p(measures.entities.counts[rows]))[-_NAMES:].sum()) if len(rows) else 0.5
