"""Texts as vectors from a server: in batches, in whichever encoding it has, too long texts shortened and told."""

import base64
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from graphrag_desktop.domain.errors import PromptTooLong, UnreadableReply
from graphrag_desktop.domain.events import Stage, Warned
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.capabilities import Capabilities
from graphrag_desktop.llm.json_text import Json, finite, items_at, member, parse_json, whole_at
from graphrag_desktop.llm.models import ModelSettings, Usage
from graphrag_desktop.llm.server import Caller, Question
from graphrag_desktop.llm.transport import Call, OpenResponse
from graphrag_desktop.llm.wire import read_usage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Spent = Callable[[str, Usage, int, RunControl], None]

_PATH, _TASK = "/embeddings", "embed"
_BATCH, _BATCH_BYTES = 64, 100_000
_BYTES_A_TOKEN = 4
_AT_ONCE = 25  # batches; a reply to each is half a megabyte
_SHORTEST = 40  # characters; a model that does not take these takes nothing


class Embedder:
    """Asks one model for vectors; `spent` counts what it took."""

    def __init__(self, settings: ModelSettings, caller: Caller, spent: Spent) -> None:
        self._settings = settings
        self._caller = caller
        self._spent = spent

    def embed(self, texts: Sequence[str], control: RunControl) -> "NDArray[np.float32]":
        """A unit row for each text; raises where a row is missing, empty or no number: zeros are never made up."""
        import numpy as np

        batches = list(_batches(texts))
        if not batches:
            return np.zeros((0, 0), np.float32)
        with ThreadPoolExecutor(min(_AT_ONCE, len(batches)), thread_name_prefix="embedding") as executor:
            rows = list(executor.map(lambda batch: self._batch_rows(batch, control), batches))
        if len({each.shape[1] for each in rows}) > 1:
            raise UnreadableReply(f"{self._settings.model} gave vectors of different lengths.", "Use another model.")
        return np.concatenate(rows)

    def _batch_rows(self, texts: Sequence[str], control: RunControl) -> "NDArray[np.float32]":
        """The rows of a batch; where a text is too long the others are embedded all the same."""
        import numpy as np

        try:
            return self._asked(texts, control)
        except PromptTooLong:
            if len(texts) > 1:
                half = len(texts) // 2
                return np.concatenate([self._batch_rows(part, control) for part in (texts[:half], texts[half:])])
            shorter = texts[0][: len(texts[0]) // 2]
            if len(shorter) < _SHORTEST:
                raise
            control.emit(
                Warned(Stage.EMBEDDINGS, f"“{texts[0][:40]}…”", "Too long for the model; its beginning is used.")
            )
            return self._batch_rows([shorter], control)

    def _asked(self, texts: Sequence[str], control: RunControl) -> "NDArray[np.float32]":
        expected = sum(len(each.encode("utf-8", "replace")) for each in texts) // _BYTES_A_TOKEN
        usage = Usage()

        def make(known: Capabilities) -> Call:
            form: dict[str, Json] = {"encoding_format": "base64"} if known.takes_base64 else {}
            return Call(_PATH, {"model": self._settings.model, "input": [each or " " for each in texts], **form})

        def read(response: OpenResponse, _: Capabilities) -> "NDArray[np.float32]":
            nonlocal usage
            body = parse_json(b"".join(response.chunks()).decode("utf-8", "replace"))
            usage = read_usage(body)
            return _unit_rows(body, len(texts))

        rows = self._caller.have_answered(Question(make, read, expected, _TASK), control)
        self._spent(_TASK, usage, expected, control)
        return rows


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    start, size = 0, 0
    for at, text in enumerate(texts):
        length = len(text.encode("utf-8", "replace"))
        if at > start and (at - start >= _BATCH or size + length > _BATCH_BYTES):
            yield texts[start:at]
            start, size = at, 0
        size += length
    if start < len(texts):
        yield texts[start:]


def _unit_rows(body: Json, count: int) -> "NDArray[np.float32]":
    """The rows of a response in the order of the texts; raises `ValueError` where one cannot be used."""
    import numpy as np

    items = items_at(body, "data")
    if len(items) != count:
        raise ValueError(f"{len(items)} vectors for {count} texts")
    placed = sorted(enumerate(items), key=lambda each: _place(each[1], each[0]))
    rows = [_vector(member(item, "embedding")) for _, item in placed]
    if len({len(row) for row in rows}) != 1 or not len(rows[0]):
        raise ValueError("vectors of no length, or of different lengths")
    matrix = np.stack(rows)
    lengths = np.linalg.norm(matrix, axis=1)
    if not np.isfinite(matrix).all() or not (lengths > 0).all():
        raise ValueError("a vector of zeros or of no numbers")
    return np.asarray(matrix / lengths[:, None], dtype=np.float32)


def _place(item: Json, at: int) -> int:
    told = whole_at(item, "index")
    return at if told is None else told


def _vector(value: Json) -> "NDArray[np.float32]":
    """A vector as base64 or as a list, whichever was asked for."""
    import numpy as np

    if isinstance(value, str):
        return np.frombuffer(base64.b64decode(value, validate=True), dtype="<f4")
    numbers = [finite(each) for each in items_at(value)]
    return np.array([np.nan if each is None else each for each in numbers], dtype=np.float32)
