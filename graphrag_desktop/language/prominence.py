"""Which entities a list of all begins with: what a reader would look up goes before words that stand everywhere."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from graphrag_desktop.domain.arrays import ArrayStore
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.collection import ENTITY_IDS, TOPICALITY
from graphrag_desktop.language.lexicon import CONCEPT
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.vectors import TINY, opened, opened_words
from graphrag_desktop.language.words import is_spoiled

_USUAL_QUANTILE = 0.75  # of the topicality of all: what reaches it is as telling as a topic gets
_PHRASE, _WORD = 0.7, 0.25  # of its degree a topic counts, in several words and in one: a bare noun is said of anything
_SIGNS_OF_A_PHRASE = 4  # in a script without spaces
_HALF_A_NAME = 0.4  # a word that stands in several persons' names tells none of them
_SPOILED = 0.2
_PERSON = "person"


def topicality_of(store: ArrayStore) -> dict[EntityId, float]:
    """How alike the contexts of each entity are; nothing for a project that the built-in engine did not read."""
    ids, values = store.array(ENTITY_IDS), store.array(TOPICALITY)
    if ids is None or values is None:
        return {}
    known = opened(values).astype(np.float64).tolist()
    return dict(zip(map(EntityId, opened_words(ids, len(known))), known, strict=True))


def by_prominence(entities: Sequence[Entity], topicality: Mapping[EntityId, float]) -> tuple[Entity, ...]:
    """The entities, the most prominent first: by degree, where topics count by how much they are one.

    What is named once counts half its degree, and more the more often it is named. A name counts in full. A concept counts the less the more it goes with anything, and one of a single word
    at most a quarter. Without `topicality` degree alone decides.
    """
    usual = float(np.quantile(list(topicality.values()), _USUAL_QUANTILE)) if topicality else 0.0
    halves = _half_names(entities) if topicality else frozenset()

    def prominence(entity: Entity) -> float:
        known = entity.degree * entity.count / (entity.count + 1)
        if entity.type == CONCEPT and entity.id in topicality:
            share = min(1.0, max(0.0, topicality[entity.id]) / max(usual, TINY))
            return known * (_PHRASE * share**0.5 if _is_phrase(entity.title) else _WORD * share)
        if is_spoiled(entity.title):
            return known * _SPOILED
        return known * (_HALF_A_NAME if entity.id in halves else 1.0)

    if not topicality:
        return tuple(sorted(entities, key=lambda each: (-each.degree, each.id)))
    return tuple(sorted(entities, key=lambda each: (-prominence(each), -each.count, each.id)))


def _is_phrase(title: str) -> bool:
    return len(title) >= _SIGNS_OF_A_PHRASE if is_cjk(title) else " " in title


def _half_names(entities: Sequence[Entity]) -> frozenset[EntityId]:
    """Persons of one word that is part of several longer persons' names."""
    persons = [each.id for each in entities if each.type == _PERSON]
    inside = Counter(word for each in persons if " " in each for word in set(each.split()))
    return frozenset(each for each in persons if inside[each] > 1)
