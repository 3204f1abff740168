"""Vectors from a server, in whichever form they come."""

import json

import numpy as np
import pytest

from graphrag_desktop.domain.errors import ModelNotFound, PromptTooLong, ServerFailed, UnreadableReply
from graphrag_desktop.domain.events import Warned
from tests.llm.speaking import Speaking
from tests.scripted_behaviour import EMBEDDINGS, FINE, Fault
from tests.scripted_server import ScriptedServer

TEXTS = ["a lion", "a tiger", "a lion and a tiger"]


@pytest.mark.parametrize(("floats", "refuses"), [(False, ()), (True, ()), (False, ("encoding_format",))])
def test_that_rows_are_unit_rows_in_any_encoding(
    server: ScriptedServer, speaking: Speaking, *, floats: bool, refuses: tuple[str, ...]
) -> None:
    server.behave(floats=floats, refuses=refuses)
    rows = speaking.model.embed(TEXTS, speaking.control)
    assert rows.shape == (3, 64)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1)
    assert rows[0] @ rows[2] > rows[0] @ rows[1]
    assert server.counts.paths[EMBEDDINGS] == 1 + len(refuses)
    assert [each.task for each in speaking.asked][-1] == "embed"


def test_that_many_texts_go_in_batches_and_come_back_in_order(server: ScriptedServer, speaking: Speaking) -> None:
    texts = [f"word{at} " * 3 for at in range(150)]
    rows = speaking.model.embed(texts, speaking.control)
    assert server.counts.paths[EMBEDDINGS] == 3
    assert np.allclose(rows[140], speaking.model.embed([texts[140]], speaking.control)[0])
    assert speaking.model.embed([], speaking.control).shape == (0, 0)


def test_that_one_text_too_long_costs_the_others_nothing_and_is_shortened(
    server: ScriptedServer, speaking: Speaking
) -> None:
    server.behave(longest_text=512)
    texts = [f"short {at}" for at in range(15)]
    long = "${{ x }}: ====== " * 260
    rows = speaking.model.embed([*texts[:7], long, *texts[7:]], speaking.control)
    assert rows.shape == (16, 64)
    assert np.allclose(rows[0], speaking.model.embed([texts[0]], speaking.control)[0])
    assert any(isinstance(each, Warned) and "Too long" in each.reason for each in speaking.events)


def test_that_a_text_refused_at_any_length_is_told(server: ScriptedServer, speaking: Speaking) -> None:
    server.behave(
        faults=lambda asked: Fault(400, error={"error": {"message": "input length exceeds the context length"}})
    )
    with pytest.raises(PromptTooLong):
        speaking.model.embed(["word " * 1_000], speaking.control)


def rows_of(*rows: object) -> str:
    return json.dumps({"data": [{"index": at, "embedding": row} for at, row in enumerate(rows)]})


@pytest.mark.parametrize(
    "body",
    [
        rows_of([1, 2], [3, 4]),
        rows_of([1, 2], [3, 4], [0, 0]),
        rows_of([1, 2], [3, 4], [float("nan"), 1]),
        rows_of([1, 2], [3, 4], [5]),
        rows_of([], [], []),
        rows_of([1, 2], [3, 4], "no base64"),
        "{}",
        "<html>",
    ],
)
def test_that_rows_that_are_none_are_never_taken(server: ScriptedServer, speaking: Speaking, body: str) -> None:
    server.behave(faults=lambda asked: Fault(body=body))
    with pytest.raises(UnreadableReply, match="sent no reply that can be read"):
        speaking.model.embed(TEXTS, speaking.control)


def test_that_rows_are_placed_by_their_index(server: ScriptedServer, speaking: Speaking) -> None:
    body = json.dumps({"data": [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [3, 0]}]})
    server.behave(faults=lambda asked: Fault(body=body))
    assert speaking.model.embed(["a", "b"], speaking.control).tolist() == [[1, 0], [0, 1]]


def test_that_a_missing_model_and_a_broken_server_are_told(server: ScriptedServer, speaking: Speaking) -> None:
    server.behave(
        faults=lambda asked: Fault(404, error={"error": {"message": "model not found, try pulling it first"}})
    )
    with pytest.raises(ModelNotFound, match="scripted-model"):
        speaking.model.embed(TEXTS, speaking.control)
    server.behave(faults=lambda asked: Fault(500))
    with pytest.raises(ServerFailed, match="500"):
        speaking.model.embed(TEXTS, speaking.control)
    server.behave(faults=lambda asked: FINE if asked.number % 3 == 0 else Fault(503))
    assert speaking.model.embed(TEXTS, speaking.control).shape == (3, 64)
