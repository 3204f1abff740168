"""What is known of a whole collection in numbers: what its words tell, where its entities stand, what is alike.

Everything here was kept with the index, rounded first and used after: a run that resumes and a question asked years
later work on exactly the same numbers as the run that made them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from graphrag_desktop.domain.arrays import ArrayStore, StoredArray
from graphrag_desktop.domain.errors import ProjectDamaged, ProjectError
from graphrag_desktop.domain.identity import EntityId, entity_id
from graphrag_desktop.language.vectors import (
    TINY,
    Flags,
    Floats,
    Ints,
    SparseRows,
    kept,
    kept_words,
    opened,
    opened_words,
    smallest,
    sparse_rows,
    unit_rows,
)
from graphrag_desktop.language.words import search_terms, singular

FIT = "fit"
"""The array that names the fit: another one means that all of them changed."""

ENTITY_IDS, TOPICALITY = "entity ids", "entity topicality"
"""The arrays that say which entities are topics, for who wants nothing else."""

SENTENCE_NUMBERS = "sentence numbers"
"""The array whose row r is the number of the sentence in row r, where the project keeps one; else it is r + 1."""

_OWN, _AROUND = 0.7, 0.3  # a sentence's meaning: its own words, and those of its passage (measured)


@dataclass(frozen=True, eq=False)
class TextMeasures:
    """The words of a collection: a row for each sentence and each passage, a column for each term.

    `words` are unit rows of TF-IDF. `basis` has the latent vector of each of the first terms (the others stand in one
    passage only and have none), `vectors` and `passages` are unit rows in the same space. Sentences left out of the
    analysis have empty rows and belong to the last passage, which is no passage.
    """

    vocabulary: Mapping[str, int]
    idf: Floats
    basis: Floats
    words: SparseRows
    vectors: Floats
    passages: Floats
    passage_of: Ints
    document_of: Ints
    quality: Floats

    @property
    def sentence_count(self) -> int:
        """The number of sentences, those left out included."""
        return len(self.passage_of)

    @property
    def passage_count(self) -> int:
        """The number of passages."""
        return len(self.passages) - 1

    @cached_property
    def document_count(self) -> int:
        """The number of documents with a sentence that was not left out."""
        return len(np.unique(self.document_of[self.is_analysed]))

    @cached_property
    def is_analysed(self) -> Flags:
        """Which sentences are no boilerplate and no copy."""
        return np.asarray(self.passage_of < self.passage_count)

    @cached_property
    def term_vectors(self) -> Floats:
        """The weighted latent vector of each of the first terms."""
        return np.asarray(self.basis * self.idf[: len(self.basis), None], dtype=np.float32)

    @cached_property
    def base(self) -> float:
        """The likeness of any two sentences: the length of their mean, squared."""
        weights = self.is_analysed / np.maximum(self._smooth_lengths, TINY)
        per_passage = np.bincount(self.passage_of, weights, len(self.passages)).astype(np.float32)
        total = _OWN * (weights.astype(np.float32) @ self.vectors) + _AROUND * (per_passage @ self.passages)
        return float(np.sum(np.square(total / max(1, int(self.is_analysed.sum())))))

    @cached_property
    def passage_base(self) -> float:
        """The likeness of any two passages."""
        return float(np.sum(np.square(self.passages.sum(0) / max(1, self.passage_count))))

    def columns(self, terms: Iterable[str]) -> list[int]:
        """The columns of those terms that the collection has."""
        return [self.vocabulary[term] for term in terms if term in self.vocabulary]

    def term_vector(self, column: int) -> Floats:
        """The weighted latent vector of a term; zeros where it has none."""
        if column < len(self.term_vectors):
            return np.asarray(self.term_vectors[column])
        return np.zeros(self.basis.shape[1], np.float32)

    def term_neighbours(self, column: int) -> Floats:
        """The cosine of a term's latent vector with that of each of the first terms."""
        vector = self.term_vector(column)
        lengths = self._term_lengths * max(float(np.linalg.norm(vector)), TINY)
        return np.asarray(self.term_vectors @ vector / np.maximum(lengths, TINY), dtype=np.float32)

    def embed(self, texts: Sequence[str]) -> Floats:
        """A unit row for each text, folded into the same space; zeros where it shares no term with the collection."""
        rows = np.zeros((len(texts), self.basis.shape[1]), np.float32)
        for number, text in enumerate(texts):
            found, counts = np.unique(np.array(self.columns(search_terms(text)), np.int64), return_counts=True)
            has_vector = found < len(self.basis)
            found, counts = found[has_vector], counts[has_vector]
            rows[number] = ((1 + np.log(counts)) * self.idf[found]).astype(np.float32) @ self.basis[found]
        return unit_rows(rows)

    def smooth(self, rows: Ints) -> Floats:
        """Unit rows of what sentences mean where they stand: their own vector with a part of their passage's."""
        return unit_rows(_OWN * self.vectors[rows] + _AROUND * self.passages[self.passage_of[rows]])

    def word_cosines(self, rows: Ints) -> Floats:
        """How alike in words every two of the sentences in `rows` are: a square."""
        owners, columns, values = self.words.selected(rows)
        used, places = np.unique(columns, return_inverse=True)
        dense = np.zeros((len(rows), max(1, len(used))), np.float32)
        dense[owners, places] = values
        return np.asarray(dense @ dense.T, dtype=np.float32)

    def cosines(self, vector: Floats) -> Floats:
        """The cosine of a vector with the smooth vector of every sentence."""
        own, around = self.vectors @ vector, self.passages @ vector
        mixed = _OWN * own + _AROUND * around[self.passage_of]
        return np.asarray(mixed / np.maximum(self._smooth_lengths, TINY), dtype=np.float32)

    @cached_property
    def _smooth_lengths(self) -> Floats:
        return np.asarray(
            np.linalg.norm(_OWN * self.vectors + _AROUND * self.passages[self.passage_of], axis=1), dtype=np.float32
        )

    @cached_property
    def _term_lengths(self) -> Floats:
        return np.asarray(np.linalg.norm(self.term_vectors, axis=1), dtype=np.float32)


@dataclass(frozen=True, eq=False)
class EntityMeasures:
    """The entities of a collection, in the order of their ids: a row each.

    `counts` are the sentences that name one, `topicality` how alike its contexts are, above what any two passages are.
    `mentions` has for each sentence the entities it names. `contexts` are unit rows.
    """

    ids: Sequence[EntityId]
    titles: Sequence[str]
    types: Sequence[str]
    counts: Floats
    topicality: Floats
    is_hub: Flags
    contexts: Floats
    mentions: SparseRows

    @cached_property
    def row_of(self) -> Mapping[EntityId, int]:
        """The row of each entity."""
        return {entity: row for row, entity in enumerate(self.ids)}

    def rows(self, entities: Iterable[EntityId]) -> Ints:
        """The rows of those entities that are known here."""
        return np.array([self.row_of[each] for each in entities if each in self.row_of], np.int64)

    @cached_property
    def title_of(self) -> Mapping[EntityId, str]:
        """The title of each entity as it is shown."""
        return dict(zip(self.ids, self.titles, strict=True))

    def has_name(self, text: str) -> bool:
        """Whether the words are an entity's title and nothing more, in the plural or not."""
        bare = text.lower().removeprefix("the ")
        return entity_id(bare) in self.row_of or entity_id(" ".join(map(singular, bare.split()))) in self.row_of


@dataclass(frozen=True, eq=False)
class CollectionMeasures:
    """All that is kept in numbers of one index, by row of its sentences and entities."""

    fit: str
    text: TextMeasures
    entities: EntityMeasures
    numbers: Ints

    @classmethod
    def from_store(cls, store: ArrayStore) -> "CollectionMeasures":
        """What the project keeps; raises `ProjectError` where it was never indexed with the built-in engine."""
        fit = store.array(FIT)
        if fit is None:
            raise ProjectError("This project has no index of the built-in engine.", "Index the folder first.")
        arrays = {name: found for name in _NAMES if (found := store.array(name)) is not None}
        if len(arrays) < len(_NAMES):
            raise ProjectDamaged("The numbers kept with the index are incomplete.", "Index the folder again.")
        text = open_text(arrays)
        numbers = store.array(SENTENCE_NUMBERS)
        rows = np.arange(1, text.sentence_count + 1) if numbers is None else opened(numbers).astype(np.int64)
        return cls(fit_name(fit), text, open_entities(arrays), rows)

    def rows(self, numbers: Iterable[int]) -> Ints:
        """The rows of sentences by their numbers; raises `KeyError` for a number that is none of this index."""
        return np.array([self.row_of_number[number] for number in numbers], np.int64)

    @cached_property
    def row_of_number(self) -> Mapping[int, int]:
        """The row of each sentence by its number."""
        return {int(number): row for row, number in enumerate(self.numbers)}


def fit_name(stored: StoredArray) -> str:
    """The name of a fit, as kept."""
    return bytes(stored.data).decode("ascii")


def keep_text(measures: TextMeasures) -> dict[str, StoredArray]:
    """The arrays of `measures`, rounded to what is worth keeping; `open_text` gives what is to be used from then on."""
    half = np.float16
    return {
        "text vocabulary": kept_words(measures.vocabulary),
        "text idf": kept(measures.idf),
        "text basis": kept(measures.basis.astype(half)),
        "text word sizes": kept(np.diff(measures.words.starts).astype(np.uint16)),
        "text word columns": kept(measures.words.columns),
        "text word values": kept(measures.words.values.astype(half)),
        "text vectors": kept(measures.vectors.astype(half)),
        "text passages": kept(measures.passages.astype(half)),
        "text passage of": kept(measures.passage_of.astype(np.int32)),
        "text document of": kept(measures.document_of.astype(np.int32)),
        "text quality": kept(measures.quality),
    }


def open_text(arrays: Mapping[str, StoredArray]) -> TextMeasures:
    """The measures of the text as they were kept."""
    floats = {name: opened(arrays[f"text {name}"]).astype(np.float32) for name in _TEXT_FLOATS}
    ints = {name: opened(arrays[f"text {name}"]).astype(np.int64) for name in ("passage of", "document of")}
    terms = opened_words(arrays["text vocabulary"], len(floats["idf"]))
    sizes, columns = opened(arrays["text word sizes"]), opened(arrays["text word columns"])
    return TextMeasures(
        {term: column for column, term in enumerate(terms)},
        floats["idf"],
        floats["basis"],
        sparse_rows(sizes, columns, floats["word values"]),
        floats["vectors"],
        floats["passages"],
        ints["passage of"],
        ints["document of"],
        floats["quality"],
    )


def keep_entities(measures: EntityMeasures) -> dict[str, StoredArray]:
    """The arrays of `measures`, as `keep_text`."""
    return {
        ENTITY_IDS: kept_words(measures.ids),
        "entity titles": kept_words(measures.titles),
        "entity types": kept_words(measures.types),
        "entity counts": kept(measures.counts),
        TOPICALITY: kept(measures.topicality),
        "entity hubs": kept(measures.is_hub.astype(np.uint8)),
        "entity contexts": kept(measures.contexts.astype(np.float16)),
        "entity mention sizes": kept(np.diff(measures.mentions.starts).astype(np.uint16)),
        "entity mention columns": kept(measures.mentions.columns.astype(smallest(len(measures.ids)))),
    }


def open_entities(arrays: Mapping[str, StoredArray]) -> EntityMeasures:
    """The measures of the entities as they were kept."""
    counts = opened(arrays["entity counts"]).astype(np.float32)
    words = [opened_words(arrays[f"entity {name}"], len(counts)) for name in ("ids", "titles", "types")]
    return EntityMeasures(
        tuple(map(EntityId, words[0])),
        tuple(words[1]),
        tuple(words[2]),
        counts,
        opened(arrays[TOPICALITY]).astype(np.float32),
        opened(arrays["entity hubs"]).astype(np.bool_),
        unit_rows(opened(arrays["entity contexts"]).astype(np.float32)),
        sparse_rows(opened(arrays["entity mention sizes"]), opened(arrays["entity mention columns"])),
    )


_TEXT_FLOATS = ("idf", "basis", "word values", "vectors", "passages", "quality")
_NAMES = (
    *(f"text {name}" for name in (*_TEXT_FLOATS, "vocabulary", "word sizes", "word columns", "passage of", "document of")),
    *(f"entity {name}" for name in ("ids", "titles", "types", "counts", "topicality", "hubs", "contexts")),
    "entity mention sizes",
    "entity mention columns",
)  # fmt: skip
