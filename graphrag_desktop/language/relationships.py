"""How entities stand together: where each is named, which share sentences, and how much that tells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from graphrag_desktop.domain.extractions import ExtractedEntity, ExtractedMention
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.collection import EntityMeasures, TextMeasures
from graphrag_desktop.language.vectors import Flags, Floats, Ints, SparseRows, likeness, sparse_rows, unit_rows

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Doubles = npt.NDArray[np.float64]

NEIGHBOURS = 12
"""Relationships of an entity that Leiden sees; more blur the communities, fewer tear them (measured)."""

_MOST_NEIGHBOURS = 3 * NEIGHBOURS  # of an entity that is among the best of many others
_EVIDENCE = 3  # c passages and s sentences count (c + 2s) / (c + 2s + 3)
_LEAST_COSINE = 0.01
_BLOCK = 20_000  # pairs whose contexts are compared at a time: 32 MB
_ONE_CONTEXT = 0.05  # the topicality of what stands in one passage only, where nothing can be compared
_HUB_SHARE, _HUB_LEAST, _HUB_QUANTILE = 0.06, 8, 0.35  # in so many passages and among the least topical: a hub


@dataclass(frozen=True, slots=True)
class Pairs:
    """Entities that stand together, by row, the smaller first, sorted.

    `sentences` counts those that name both, 0 where they only share passages; `weights` is what Leiden sees, 0 where
    pruned.
    """

    first: Ints
    second: Ints
    sentences: Ints
    weights: Floats


def measure_entities(
    entities: Sequence[ExtractedEntity],
    mentions: Sequence[Sequence[ExtractedMention]],
    text: TextMeasures,
    shown: Mapping[EntityId, str] | None = None,
) -> EntityMeasures:
    """Where the entities stand, and how alike those places are; `shown` are titles to be shown in place of their own."""
    rows = {entity.id: row for row, entity in enumerate(entities)}
    named = [sorted({rows[mention.entity] for mention in each}) for each in mentions]
    by_sentence = sparse_rows(
        np.array([len(each) for each in named], np.int64),
        np.array([row for each in named for row in each], np.int64),
    )
    counts = np.bincount(by_sentence.columns, minlength=len(entities)).astype(np.float32)
    by_passage = _by_passage(by_sentence, text, len(entities))
    spread = np.asarray(by_passage.sum(axis=0)).ravel()
    sums = np.asarray(by_passage.T @ text.passages, dtype=np.float32)
    focus = likeness(sums, spread) - text.passage_base * spread / (spread + _EVIDENCE)
    topicality = np.where(spread > 1, focus, _ONE_CONTEXT).astype(np.float32)
    return EntityMeasures(
        tuple(entity.id for entity in entities),
        tuple((shown or {}).get(entity.id, entity.title) for entity in entities),
        tuple(entity.type for entity in entities),
        counts,
        topicality,
        _hubs(spread, topicality, text.passage_count),
        unit_rows(sums),
        by_sentence,
    )


def weigh_pairs(entities: EntityMeasures, text: TextMeasures) -> Pairs:
    """All pairs that share a sentence or several passages; NPMI x likeness of contexts x evidence, pruned.

    Hubs have no weight, and each entity keeps its `NEIGHBOURS` best: it makes communities clearer and more stable.
    """
    from scipy.sparse import coo_array, csr_array, triu

    count = len(entities.ids)
    by_passage = _by_passage(entities.mentions, text, count)
    spread = np.asarray(by_passage.sum(axis=0)).ravel()
    mentions = entities.mentions
    columns = (mentions.row_of, mentions.columns.astype(np.int64))
    by_sentence = coo_array((mentions.values, columns), shape=(mentions.count, count)).tocsr()
    passages = coo_array(triu(by_passage.T @ by_passage, 1))
    order = np.lexsort((passages.col, passages.row))
    first, second = passages.row[order].astype(np.int64), passages.col[order].astype(np.int64)
    together = csr_array(by_sentence.T @ by_sentence)
    shared = np.asarray(passages.data[order], dtype=np.float64)
    sentences = np.asarray(together[first, second], dtype=np.float64).ravel() if len(first) else np.zeros(0)
    telling = _npmi(shared, spread[first] * spread[second], text.passage_count)
    alike = np.maximum(_cosines(entities.contexts, first, second), _LEAST_COSINE)
    evidence = shared + 2 * sentences
    weights = np.maximum(telling, 0) * alike * evidence / (evidence + _EVIDENCE)
    weights[entities.is_hub[first] | entities.is_hub[second] | ((sentences == 0) & (shared <= 1))] = 0
    pruned = _pruned(first, second, weights, count)
    keep = (sentences > 0) | (pruned > 0)
    return Pairs(first[keep], second[keep], sentences[keep].astype(np.int64), pruned[keep])


def _by_passage(by_sentence: SparseRows, text: TextMeasures, entities: int) -> "csr_array":
    """Ones where a passage names an entity; the last row is the passage that is none, and names nothing."""
    from scipy.sparse import coo_array

    cells = (text.passage_of[by_sentence.row_of], by_sentence.columns.astype(np.int64))
    counted = coo_array((by_sentence.values, cells), shape=(text.passage_count + 1, entities)).tocsr()
    counted.data = np.ones_like(counted.data)
    return counted


def _hubs(spread: Floats, topicality: Floats, passages: int) -> Flags:
    """Entities that are everywhere and in no particular company, such as a country's own name."""
    if not len(topicality):
        return np.zeros(0, np.bool_)
    is_wide = spread > max(_HUB_LEAST, _HUB_SHARE * passages)
    return np.asarray(is_wide & (topicality < np.quantile(topicality, _HUB_QUANTILE)))


def _npmi(shared: Doubles, product: Doubles, passages: int) -> Doubles:
    """Normalised pointwise mutual information (Bouma 2009) of two entities over passages."""
    return np.asarray(np.log(shared * passages / product) / -np.log(np.minimum(shared / max(1, passages), 0.999)))


def _cosines(contexts: Floats, first: Ints, second: Ints) -> Doubles:
    cosines = np.zeros(len(first))
    for start in range(0, len(first), _BLOCK):
        part = slice(start, start + _BLOCK)
        cosines[part] = np.einsum("ij,ij->i", contexts[first[part]], contexts[second[part]])
    return cosines


def _pruned(first: Ints, second: Ints, weights: Doubles, count: int) -> Floats:
    """The weights of the pairs that are among the best of one of their entities, heaviest first; the others are 0."""
    pruned = np.zeros(len(weights), np.float32)
    used = [0] * count
    candidates = np.flatnonzero(weights > 0)
    for pair in candidates[np.argsort(-weights[candidates], kind="stable")].tolist():
        one, other = int(first[pair]), int(second[pair])
        fewer, more = sorted((used[one], used[other]))
        if fewer < NEIGHBOURS and more < _MOST_NEIGHBOURS:
            pruned[pair] = weights[pair]
            used[one] += 1
            used[other] += 1
    return pruned
