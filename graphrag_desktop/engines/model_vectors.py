"""Vectors of texts from a model: each text is paid for once, like every other reply."""

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from graphrag_desktop.domain.events import CallBegins, ModelAsked
from graphrag_desktop.domain.identity import Key, memo_key
from graphrag_desktop.domain.replies import EMBED_TASK, ReplyStore, StoredReply, embed_origin
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_asking import Asker
from graphrag_desktop.llm.models import Model

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BYTES_A_TOKEN = 4  # of prose; a ceiling need not know it better
_GROUP, _GROUP_BYTES = 1_600, 2_500_000  # about as many as are under way together: a stop loses no more than those


@dataclass(frozen=True, slots=True)
class VectorAsker:
    """Asks one model for vectors, in groups that are kept as they come."""

    model: Model
    asker: Asker
    store: ReplyStore

    def embed(self, texts: Sequence[str], control: RunControl) -> "NDArray[np.float32]":
        """A unit row for each text; kept rows of another length than the model gives now are asked for anew."""
        import numpy as np

        if not texts:
            return np.zeros((0, 0), np.float32)
        keys = [memo_key(EMBED_TASK, self.model.settings.model, text) for text in texts]
        wanted = dict(zip(keys, texts, strict=True))
        kept = {key: row for key in wanted if (row := self._kept(key)) is not None}
        fresh = self._asked({key: text for key, text in wanted.items() if key not in kept}, control)
        if not fresh:
            control.emit(ModelAsked(EMBED_TASK, self.model.settings.model, 0, 0, is_stored=True))
        length = len(next(iter((fresh or kept).values())))
        if stale := {key: wanted[key] for key, row in kept.items() if len(row) != length}:
            fresh |= self._asked(stale, control)
        rows = kept | fresh
        return np.stack([rows[key] for key in keys])

    def _kept(self, key: Key) -> "NDArray[np.float32] | None":
        import numpy as np

        stored = self.store.reply(key)
        return None if stored is None else np.frombuffer(base64.b64decode(stored.text), "<f4")

    def _asked(self, wanted: Mapping[Key, str], control: RunControl) -> "dict[Key, NDArray[np.float32]]":
        found: dict[Key, NDArray[np.float32]] = {}
        for group in _groups(wanted):
            rows = self.asker.run(partial(self._embedded, [wanted[key] for key in group], control), control)
            for key, row in zip(group, rows, strict=True):
                text = base64.b64encode(row.astype("<f4").tobytes()).decode("ascii")
                self.store.keep(
                    StoredReply(key, embed_origin(wanted[key]), EMBED_TASK, self.model.settings.model, text)
                )
                found[key] = row
        return found

    def _embedded(self, texts: Sequence[str], control: RunControl) -> "NDArray[np.float32]":
        size = sum(len(each.encode("utf-8", "replace")) for each in texts)
        control.emit(CallBegins(EMBED_TASK, self.model.settings.model, size // _BYTES_A_TOKEN, 0))
        return self.model.embed(texts, control)


def _groups(wanted: Mapping[Key, str]) -> Iterator[list[Key]]:
    group: list[Key] = []
    size = 0
    for key, text in wanted.items():
        group.append(key)
        size += len(text)
        if len(group) >= _GROUP or size >= _GROUP_BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group
