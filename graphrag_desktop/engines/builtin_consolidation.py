"""All readings of a collection to its entities, relationships and sentences, with the measures kept beside them."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # it ships no types

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.entity_edits import EntityEdit
from graphrag_desktop.domain.extractions import (
    ExtractedRelationship,
    ExtractedSentence,
    Extractions,
    Reading,
    ReadingTask,
)
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.builtin_edits import edit_entities
from graphrag_desktop.language.collection import (
    FIT,
    EntityMeasures,
    keep_entities,
    keep_text,
    open_entities,
    open_text,
)
from graphrag_desktop.language.entities import FoundEntities, find_entities
from graphrag_desktop.language.gathering import GatheredSentence, gather_sentences
from graphrag_desktop.language.latent import SentenceTerms, fit_text
from graphrag_desktop.language.relationships import Pairs, measure_entities, weigh_pairs
from graphrag_desktop.language.table_rows import table_heads
from graphrag_desktop.language.vectors import kept

_WEIGHT_DIGITS = 6  # so that another order of additions in a numeric library changes no weight


def consolidate_readings(
    readings: Sequence[tuple[ReadingTask, Reading]], seed: int, control: RunControl, edits: Sequence[EntityEdit] = ()
) -> Extractions:
    """What the collection holds; the same readings in any order, with the same seed, give the same extractions.

    The analyst's `edits` change what names lead to, before anything is measured. Boilerplate and copies stay among the sentences, so that they can be found and cited, but name nothing.
    """
    # More threads would sum in another order, and burn processor time where other programs run too.
    with threadpool_limits(1):
        return _consolidated(readings, seed, control, edits)


def _consolidated(
    readings: Sequence[tuple[ReadingTask, Reading]], seed: int, control: RunControl, edits: Sequence[EntityEdit]
) -> Extractions:
    gathered = gather_sentences(readings)
    sentences = gathered.sentences
    control.checkpoint()
    arrays = keep_text(fit_text(list(_terms(sentences)), seed))
    text = open_text(arrays)
    control.checkpoint()
    found, edited = edit_entities(find_entities(sentences, text), sentences, edits)
    control.checkpoint()
    arrays |= keep_entities(measure_entities(found.entities, found.mentions, text, found.shown))
    entities = open_entities(arrays)
    pairs = weigh_pairs(entities, text)
    control.checkpoint()
    relationships, ties = _relationships(entities.ids, pairs)
    return Extractions(
        found.entities,
        relationships,
        tuple(_sentences(sentences, found)),
        ties,
        _hubs(entities),
        kept(entities.contexts),
        {**arrays, FIT: _fit_name(arrays)},
        gathered.copies,
        edited=edited,
    )


def _terms(sentences: Sequence[GatheredSentence]) -> Iterator[SentenceTerms]:
    documents: dict[str, int] = {}
    for each, heads in zip(sentences, table_heads(sentences), strict=True):
        document = documents.setdefault(each.document, len(documents))
        terms = [*each.terms, *heads]
        yield SentenceTerms(
            document, each.paragraph, each.read.words, _quality(each), terms, is_left_out=each.is_left_out
        )


def _quality(sentence: GatheredSentence) -> float:
    """What is left out is never quoted of the program's own accord."""
    return 0.0 if sentence.is_left_out else sentence.read.quality


def _sentences(sentences: Sequence[GatheredSentence], found: FoundEntities) -> Iterator[ExtractedSentence]:
    for each, mentions in zip(sentences, found.mentions, strict=True):
        yield ExtractedSentence(
            each.document, each.span, _quality(each), each.read.heading, " ".join(each.terms), mentions
        )


def _relationships(
    ids: Sequence[EntityId], pairs: Pairs
) -> tuple[tuple[ExtractedRelationship, ...], tuple[tuple[EntityId, EntityId, float], ...]]:
    """Pairs that share a sentence, and apart from them those that only share passages and count for clustering."""
    relationships: list[ExtractedRelationship] = []
    ties: list[tuple[EntityId, EntityId, float]] = []
    columns = (pairs.first.tolist(), pairs.second.tolist(), pairs.sentences.tolist(), pairs.weights.tolist())
    for first, second, sentences, exact in zip(*columns, strict=True):
        weight = float(f"{exact:.{_WEIGHT_DIGITS}g}")
        if sentences:
            relationships.append(ExtractedRelationship(ids[first], ids[second], sentences, weight))
        else:
            ties.append((ids[first], ids[second], weight))
    return tuple(relationships), tuple(ties)


def _hubs(entities: EntityMeasures) -> frozenset[EntityId]:
    return frozenset(entities.ids[row] for row in np.flatnonzero(entities.is_hub).tolist())


def _fit_name(arrays: Mapping[str, StoredArray]) -> StoredArray:
    """A name for these very numbers: whoever holds others must load again."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(name.encode("ascii"))
        digest.update(arrays[name].data)
    return kept(np.frombuffer(digest.hexdigest()[:16].encode("ascii"), dtype=np.uint8))
