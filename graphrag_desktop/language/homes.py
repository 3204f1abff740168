"""Which communities a sentence speaks of: it goes to the one or two whose members it names and whose subject it shares."""

from collections.abc import Sequence

import numpy as np

from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.vectors import Flags, Floats, Ints, unit_rows

_LEAST_STRENGTH = 0.02
_MEANING = 0.6  # what a likeness of meaning counts beside the members named
_LEAST_SCORE = 0.12  # below, a sentence speaks of no community
_SECOND_SHARE = 0.8  # of the best: then it speaks of two
_BLOCK = 4_096  # sentences at a time, so that memory does not grow with the collection


def share_sentences(measures: CollectionMeasures, leaves: Sequence[Sequence[EntityId]]) -> tuple[tuple[int, ...], ...]:
    """For each community that does not split, given by its members, the rows of its sentences, ascending."""
    if not leaves:
        return ()
    strengths = _member_strengths(measures, leaves)
    directions = unit_rows((strengths.T @ measures.entities.contexts).astype(np.float32))
    homes: list[list[int]] = [[] for _ in leaves]
    rows = np.flatnonzero(measures.text.is_analysed)
    for start in range(0, len(rows), _BLOCK):
        block = rows[start : start + _BLOCK]
        scores = _scores(measures, block, strengths, directions)
        first = scores.argmax(1)
        best = scores[np.arange(len(block)), first]
        is_home = (scores >= (_SECOND_SHARE * best + 1e-9)[:, None]) & _is_among_best_two(scores)
        is_home[np.arange(len(block)), first] = True
        is_home[best <= _LEAST_SCORE] = False
        for leaf, flags in enumerate(is_home.T):
            homes[leaf] += block[flags].tolist()
    return tuple(map(tuple, homes))


def _member_strengths(measures: CollectionMeasures, leaves: Sequence[Sequence[EntityId]]) -> Floats:
    """What each entity adds to the score of each leaf: topicality x rarity for its members, 0 for the others."""
    entities, passages = measures.entities, measures.text.passage_count
    strength = np.maximum(entities.topicality, _LEAST_STRENGTH) * np.log(1 + passages / (1 + entities.counts))
    matrix = np.zeros((len(entities.ids), len(leaves)), np.float32)
    for leaf, members in enumerate(leaves):
        rows = entities.rows(members)
        matrix[rows, leaf] = strength[rows]
    return matrix


def _scores(measures: CollectionMeasures, rows: Ints, strengths: Floats, directions: Floats) -> Floats:
    owners, columns, _ = measures.entities.mentions.selected(rows)
    named = np.zeros((len(rows), strengths.shape[1]), np.float32)
    np.add.at(named, owners, strengths[columns])
    meaning = np.maximum(measures.text.smooth(rows) @ directions.T, 0)
    return np.asarray(named + _MEANING * meaning, dtype=np.float32)


def _is_among_best_two(scores: Floats) -> Flags:
    if scores.shape[1] < 2:
        return np.ones(scores.shape, np.bool_)
    second = np.argsort(-scores, axis=1, kind="stable")[:, 1]
    flags = np.zeros(scores.shape, np.bool_)
    flags[np.arange(len(scores)), second] = True
    return flags
