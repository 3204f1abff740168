"""The model that answers what it was told to."""

import numpy as np
import pytest

from graphrag_desktop.domain.errors import Cancelled, ServerFailed, UnreadableReply
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.models import ChatReply, ChatRequest, Finish, Message, Role, Usage, request_key
from graphrag_desktop.llm.scripted import ScriptedModel

HELLO = ChatRequest((Message(Role.USER, "Hello there"),), 10, task="greet")


def test_that_replies_are_given_in_order_and_requests_kept() -> None:
    cut = ChatReply("cut", Finish.LENGTH, Usage(1, 1))
    model = ScriptedModel(["one", cut, ServerFailed("down")])
    control = RunControl()
    assert model.chat(HELLO, control).text == "one"
    assert model.chat(HELLO, control) == cut
    with pytest.raises(ServerFailed, match="down"):
        model.chat(HELLO, control)
    with pytest.raises(UnreadableReply, match="Nothing was scripted for “greet”"):
        model.chat(HELLO, control)
    assert model.requests == (HELLO,) * 4


def test_that_a_function_answers_by_the_request_and_is_told_word_by_word() -> None:
    told: list[str] = []
    reply = ScriptedModel(lambda request: request.text.upper()).stream(HELLO, RunControl(), told.append)
    assert (reply.text, told) == ("HELLO THERE", ["HELLO ", "THERE"])


def test_that_a_stop_is_obeyed() -> None:
    control = RunControl()
    control.cancel()
    with pytest.raises(Cancelled):
        ScriptedModel(["one"]).chat(HELLO, control)


def test_that_texts_with_the_same_words_lie_close() -> None:
    rows = ScriptedModel().embed(["lion and tiger", "tiger and lion", "harbour dues"], RunControl())
    assert rows[0] @ rows[1] == pytest.approx(1)
    assert rows[0] @ rows[2] < 0.5
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1)


def test_that_a_request_has_a_key_of_all_that_determines_its_reply() -> None:
    settings = ScriptedModel().settings
    other = ScriptedModel(name="other").settings
    keys = {
        request_key(settings, HELLO),
        request_key(other, HELLO),
        request_key(settings, ChatRequest(HELLO.messages, 11)),
        request_key(settings, ChatRequest((Message(Role.SYSTEM, "Hello there"),), 10)),
        request_key(settings, ChatRequest(HELLO.messages, 10, choices=("Y", "N"))),
    }
    assert len(keys) == 5
    assert request_key(settings, ChatRequest(HELLO.messages, 10, task="other")) == request_key(settings, HELLO)
