"""Rows of numbers: unit length, likeness, sparse rows, and how all of them are kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from graphrag_desktop.domain.arrays import StoredArray

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.generic]

TINY = 1e-9
"""Below this a length counts as none."""

_EVIDENCE = 3  # a likeness seen in n places counts n / (n + 3): few places show little


def unit_rows(matrix: npt.NDArray[np.floating]) -> Floats:
    """The rows at length one; rows of zeros stay."""
    lengths = np.linalg.norm(matrix, axis=-1, keepdims=True)
    return np.asarray(matrix / np.maximum(lengths, TINY), dtype=np.float32)


def likeness(sums: npt.NDArray[np.floating], count: npt.ArrayLike) -> Floats:
    """Mean cosine of all pairs of `count` unit vectors, from their sum (one in each row), less where they are few."""
    number = np.asarray(count, dtype=np.float32)
    pairs = np.maximum(number * (number - 1), 1)
    mean = (np.sum(np.square(sums), axis=-1) - number) / pairs
    return np.asarray(mean * number / (number + _EVIDENCE), dtype=np.float32)


@dataclass(frozen=True, eq=False)
class SparseRows:
    """Rows of which most columns are zero: `columns` and `values` of row r from `starts[r]` to `starts[r + 1]`."""

    starts: Ints
    columns: npt.NDArray[np.integer]
    values: Floats

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self.starts) - 1

    def row(self, number: int) -> tuple[npt.NDArray[np.integer], Floats]:
        """Columns and values of one row."""
        part = slice(self.starts[number], self.starts[number + 1])
        return self.columns[part], self.values[part]

    def column(self, number: int) -> tuple[Ints, Floats]:
        """The rows in which a column is not zero, ascending, and its values there."""
        order, edges = self._by_column
        if number + 1 >= len(edges):
            return order[:0], self.values[:0]
        places = order[edges[number] : edges[number + 1]]
        return self.row_of[places], self.values[places]

    def selected(self, rows: Ints) -> tuple[Ints, npt.NDArray[np.integer], Floats]:
        """All entries of some rows: the position of the row in `rows`, the column, the value."""
        sizes = self.starts[rows + 1] - self.starts[rows]
        owners = np.repeat(np.arange(len(rows)), sizes)
        places = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes) + self.starts[rows][owners]
        return owners, self.columns[places], self.values[places]

    @cached_property
    def row_of(self) -> Ints:
        """The row of each entry."""
        return np.repeat(np.arange(self.count), np.diff(self.starts))

    @cached_property
    def _by_column(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.columns, kind="stable")
        width = int(self.columns.max()) + 1 if len(self.columns) else 0
        return order, np.searchsorted(self.columns[order], np.arange(width + 1))


def sparse_rows(sizes: Numbers, columns: Numbers, values: Floats | None = None) -> SparseRows:
    """Rows from the number of entries of each, their columns, and their values (ones where none are given)."""
    starts = np.concatenate([[0], np.cumsum(sizes.astype(np.int64))]).astype(np.int64)
    filled = np.ones(len(columns), np.float32) if values is None else values
    return SparseRows(starts, columns.astype(smallest(int(columns.max()) if len(columns) else 0)), filled)


def smallest(largest: int) -> "type[np.uint16] | type[np.int32]":
    """The smallest type that counts to `largest`; short columns are also sorted several times faster."""
    return np.uint16 if largest < 2**16 else np.int32


def kept(array: Numbers) -> StoredArray:
    """The array as it is kept: little-endian, in C order."""
    little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    return StoredArray(little.dtype.str, array.shape, little.tobytes())


def opened(stored: StoredArray) -> Numbers:
    """A kept array; it cannot be written to."""
    flat: Numbers = np.frombuffer(stored.data, dtype=np.dtype(stored.dtype))
    return flat.reshape(stored.shape)


def kept_words(words: Iterable[str]) -> StoredArray:
    """Strings without line breaks as one array of bytes."""
    return kept(np.frombuffer("\n".join(words).encode("utf-8", "surrogatepass"), dtype=np.uint8))


def opened_words(stored: StoredArray, count: int) -> Sequence[str]:
    """`count` strings, as they were kept."""
    return bytes(stored.data).decode("utf-8", "surrogatepass").split("\n") if count else ()
