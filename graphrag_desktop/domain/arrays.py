"""Arrays of numbers as they are kept in a project, without a numeric library."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredArray:
    """A numpy array's `dtype` string, shape and bytes in C order, little-endian."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes | memoryview


class ArrayStore(Protocol):
    """Where an engine finds again the arrays it handed over with its extractions."""

    def array(self, name: str) -> StoredArray | None:
        """The array of that name, or None if none is kept."""
        ...
