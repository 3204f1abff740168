"""The fit of a collection: passages, TF-IDF, and latent vectors by singular value decomposition (LSA)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from graphrag_desktop.language.collection import TextMeasures
from graphrag_desktop.language.vectors import Floats, Ints, SparseRows, smallest, sparse_rows, unit_rows

if TYPE_CHECKING:
    from scipy.sparse import csr_array

DIMENSIONS = 200
"""Latent dimensions at most; small collections have a third of their passages."""

_LEAST_PASSAGE, _FULL_PASSAGE = 70, 170  # words
_IDF_FLOOR = 0.3  # so that a term of every passage still counts
_RARE_FROM = 60  # passages; in fewer, a term of one passage only still tells something
_OVERSAMPLING = 10
_POWER_STEPS = 3  # enough for vectors that are compared by their cosine; measured with the same figure


@dataclass(frozen=True, slots=True)
class SentenceTerms:
    """What the fit needs of a sentence; `document` and `paragraph` change where a new one begins."""

    document: int
    paragraph: int
    words: int
    quality: float
    terms: Sequence[str]
    is_left_out: bool = False


def fit_text(sentences: Sequence[SentenceTerms], seed: int) -> TextMeasures:
    """Measure the text of a collection, sentences in canonical order; the same sentences and seed, the same measures."""
    passage_of, passages = _assign_passages(sentences)
    counted = [() if each.is_left_out else each.terms for each in sentences]
    vocabulary = _vocabulary(counted, passage_of)
    counts = _count_terms(counted, vocabulary)
    raw = _per_passage(counts, passage_of, passages, len(vocabulary))
    spread = np.bincount(raw.indices, minlength=len(vocabulary))
    idf = (np.log((1 + passages) / (1 + spread)) + _IDF_FLOOR).astype(np.float32)
    useful = int(np.sum(spread >= (2 if passages > _RARE_FROM else 1)))  # the first ones: terms are sorted by spread
    words = _weighted_unit(counts, idf)
    raw.data = 1 + np.log(np.maximum(raw.data, 1))
    rows = _sparse_unit(raw[:, :useful] * idf[None, :useful])
    basis = _latent_basis(rows, seed).astype(np.float16).astype(np.float32)  # rounded first, then used
    return TextMeasures(
        vocabulary,
        idf,
        basis,
        words,
        unit_rows(_product(words, basis)),
        np.vstack([unit_rows(rows @ basis), np.zeros((1, basis.shape[1]), np.float32)]),
        passage_of,
        np.array([each.document for each in sentences], np.int64),
        np.array([each.quality for each in sentences], np.float32),
    )


def _assign_passages(sentences: Sequence[SentenceTerms]) -> tuple[Ints, int]:
    """The passage of each sentence, and how many there are; what is left out belongs to the one after the last."""
    number, words = -1, 0
    before: tuple[int, int] | None = None
    assigned = np.full(len(sentences), -1, np.int64)
    for position, each in enumerate(sentences):
        if each.is_left_out:
            continue
        is_new = before is None or each.document != before[0] or words >= _FULL_PASSAGE
        if is_new or (before is not None and each.paragraph != before[1] and words >= _LEAST_PASSAGE):
            number, words = number + 1, 0
        assigned[position] = number
        words += each.words
        before = (each.document, each.paragraph)
    assigned[assigned < 0] = number + 1
    return assigned, number + 1


def _vocabulary(counted: Sequence[Sequence[str]], passage_of: Ints) -> dict[str, int]:
    """Terms with their columns, those of most passages first."""
    spread: Counter[str] = Counter()
    here: set[str] = set()
    before = -1
    for terms, passage in zip(counted, passage_of.tolist(), strict=True):
        if passage != before:
            spread.update(here)
            here, before = set(), passage
        here.update(terms)
    spread.update(here)
    ranked = sorted(spread, key=lambda term: (-spread[term], term))
    return {term: column for column, term in enumerate(ranked)}


def _count_terms(counted: Sequence[Sequence[str]], vocabulary: dict[str, int]) -> SparseRows:
    """For each sentence its terms, with 1 + log of how often each stands in it."""
    flat = np.array([vocabulary[term] for terms in counted for term in terms], np.int64)
    owners = np.repeat(np.arange(len(counted)), [len(terms) for terms in counted])
    cells, counts = np.unique(owners * max(1, len(vocabulary)) + flat, return_counts=True)
    rows, columns = np.divmod(cells, max(1, len(vocabulary)))
    return sparse_rows(np.bincount(rows, minlength=len(counted)), columns, (1 + np.log(counts)).astype(np.float32))


def _per_passage(counts: SparseRows, passage_of: Ints, passages: int, terms: int) -> "csr_array":
    from scipy.sparse import coo_array

    cells = (passage_of[counts.row_of], counts.columns.astype(np.int64))
    return coo_array((counts.values, cells), shape=(passages + 1, terms)).tocsr()[:passages]


def _weighted_unit(counts: SparseRows, idf: Floats) -> SparseRows:
    values = counts.values * idf[counts.columns]
    lengths = np.sqrt(np.bincount(counts.row_of, np.square(values), counts.count))
    unit = (values / lengths[counts.row_of]).astype(np.float16).astype(np.float32)  # rounded first, then used
    return SparseRows(counts.starts, counts.columns.astype(smallest(len(idf))), unit)


def _sparse_unit(matrix: "csr_array") -> "csr_array":
    from scipy.sparse import csr_array

    rows = csr_array(matrix)
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    rows.data = (rows.data / np.maximum(np.repeat(lengths, np.diff(rows.indptr)), 1e-9)).astype(np.float32)
    return rows


def _product(rows: SparseRows, basis: Floats) -> Floats:
    """Sparse rows times the basis; terms beyond it have no vector."""
    from scipy.sparse import csr_array

    padded = (rows.values, rows.columns.astype(np.int32), rows.starts)
    width = max(len(basis), int(rows.columns.max()) + 1 if len(rows.columns) else 0)
    matrix = csr_array(padded, shape=(rows.count, width))[:, : len(basis)]
    return np.asarray(matrix @ basis, dtype=np.float32)


def _latent_basis(rows: "csr_array", seed: int) -> Floats:
    """The right singular vectors as columns, by a randomised range finder (Halko, Martinsson & Tropp 2011, 4.4 and 5.1)."""
    smaller = min(rows.shape)
    wanted = int(min(DIMENSIONS, max(2, smaller // 3), max(1, smaller)))
    if smaller == 0:
        return np.zeros((rows.shape[1], 1), np.float32)
    sampled = min(smaller, wanted + _OVERSAMPLING)
    start = np.random.default_rng(seed).standard_normal((rows.shape[1], sampled)).astype(np.float32)
    found = np.linalg.qr(rows @ start)[0]
    for _ in range(_POWER_STEPS):
        found = np.linalg.qr(rows @ np.linalg.qr(rows.T @ found)[0])[0]
    _, _, right = np.linalg.svd(np.asarray((rows.T @ found).T), full_matrices=False)
    return np.asarray(right[:wanted].T, dtype=np.float32)
