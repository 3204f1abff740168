"""How the map is kept: arrays of numbers and of words under names, each read in one go."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.domain.arrays import StoredArray

_Number = TypeVar("_Number", bound=np.generic)


class PackedWords(Sequence[str]):
    """Many short texts in one piece of memory; each is decoded when it is asked for."""

    def __init__(self, letters: bytes, ends: NDArray[np.int64]) -> None:
        self._letters = letters
        self._ends = ends

    @classmethod
    def pack(cls, words: Sequence[str]) -> "PackedWords":
        """These texts, packed."""
        encoded = [each.encode("utf-8", "replace") for each in words]
        return cls(b"".join(encoded), np.cumsum([len(each) for each in encoded], dtype=np.int64))

    @property
    def letters(self) -> NDArray[np.uint8]:
        """All texts one after the other, in UTF-8."""
        return np.frombuffer(self._letters, np.uint8)

    @property
    def ends(self) -> NDArray[np.int64]:
        """Where each text ends in them."""
        return self._ends

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...

    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        place %= len(self)
        start = int(self._ends[place - 1]) if place else 0
        return self._letters[start : int(self._ends[place])].decode("utf-8", "replace")

    def __iter__(self) -> Iterator[str]:
        start = 0
        for end in self._ends.tolist():
            yield self._letters[start:end].decode("utf-8", "replace")
            start = end


@dataclass(frozen=True, slots=True, eq=False)
class Territories:
    """The outlines of all levels, as corners of smooth closed lines.

    `rings` has for each line its level, its community's number and how many of `corners` are its own. Lines that turn
    the other way round are holes. `merged` (as long as `corners`) says where each corner lies when the territories of a
    parent's children have grown together to the parent's.
    """

    corners: NDArray[np.float32]
    merged: NDArray[np.float32]
    rings: NDArray[np.int32]


def stored(values: NDArray[np.generic]) -> StoredArray:
    """Numbers as a project keeps them."""
    little = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
    return StoredArray(little.dtype.str, tuple(values.shape), little.tobytes())


def stored_words(name: str, words: Sequence[str]) -> dict[str, StoredArray]:
    """Texts as a project keeps them, under a name."""
    packed = PackedWords.pack(words)
    return {f"{name} letters": stored(packed.letters), f"{name} ends": stored(packed.ends)}


class KeptArrays:
    """The arrays of a project by name; one of another kind or size than asked for is as good as none."""

    def __init__(self, arrays: Mapping[str, StoredArray]) -> None:
        self._arrays = arrays

    def numbers(self, name: str, kind: type[_Number], *shape: int | None) -> NDArray[_Number] | None:
        """The array of that name if it has this shape (None: any length), as numbers of that kind."""
        kept = self._arrays.get(name)
        if kept is None or len(kept.shape) != len(shape):
            return None
        if any(wanted is not None and wanted != found for wanted, found in zip(shape, kept.shape, strict=True)):
            return None
        dtype = np.dtype(kept.dtype)
        if dtype.kind not in "iuf" or len(kept.data) != dtype.itemsize * int(np.prod(kept.shape)):
            return None
        return np.frombuffer(kept.data, dtype).reshape(kept.shape).astype(kind, copy=False)

    def words(self, name: str, count: int | None = None) -> PackedWords | None:
        """The texts of that name if there are so many."""
        letters, ends = self.numbers(f"{name} letters", np.uint8, None), self.numbers(f"{name} ends", np.int64, count)
        if letters is None or ends is None or (len(ends) and (ends[-1] != len(letters) or (np.diff(ends) < 0).any())):
            return None
        return PackedWords(letters.tobytes(), ends)
