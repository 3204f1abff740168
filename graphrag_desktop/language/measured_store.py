"""The measures of a project, loaded once for all who need them: a question, the engine, and each of its threads."""

import threading

from graphrag_desktop.domain.arrays import ArrayStore, StoredArray
from graphrag_desktop.language.collection import FIT, SENTENCE_NUMBERS, CollectionMeasures


class MeasuredStore:
    """An array store that also hands out the measures that its arrays make, those of the index it holds now."""

    def __init__(self, store: ArrayStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._loaded: tuple[tuple[bytes, ...], CollectionMeasures] | None = None

    @property
    def is_measured(self) -> bool:
        """Whether there are any; a project that a model read has none."""
        return self._store.array(FIT) is not None

    @property
    def measures(self) -> CollectionMeasures:
        """The measures; raises `ProjectError` where there are none. Threads that ask at once wait for one load."""
        with self._lock:
            stamp = tuple(bytes(found.data) for name in (FIT, SENTENCE_NUMBERS) if (found := self._store.array(name)))
            if self._loaded is None or self._loaded[0] != stamp:
                self._loaded = (stamp, CollectionMeasures.from_store(self._store))
            return self._loaded[1]

    def array(self, name: str) -> StoredArray | None:
        """The array of that name, or None if none is kept."""
        return self._store.array(name)
