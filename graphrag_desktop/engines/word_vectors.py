"""Vectors without a model: what words a text has, hashed into a few hundred numbers."""

import zlib
from collections.abc import Sequence

import numpy as np

from graphrag_desktop.language.vectors import Floats, unit_rows
from graphrag_desktop.language.words import search_terms

IDENTITY = "word counts 1"
"""Part of the keys of what is made with these vectors."""

_DIMENSIONS = 512


def word_vectors(texts: Sequence[str]) -> Floats:
    """A unit row for each text; texts that share words lie near each other. Zeros for a text without a word."""
    rows = np.zeros((len(texts), _DIMENSIONS), np.float32)
    for row, text in zip(rows, texts, strict=True):
        for term in search_terms(text):
            row[zlib.crc32(term.encode()) % _DIMENSIONS] += 1
    return unit_rows(np.sqrt(rows))
