"""Answers that come in pieces."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.errors import ReplyBlocked, UnreadableReply
from graphrag_desktop.llm.models import ChatReply, ChatRequest, Finish, Usage
from graphrag_desktop.llm.streams import read_events, read_stream
from graphrag_desktop.llm.transport import Unanswered
from tests.llm.speaking import Speaking, eventually
from tests.scripted_behaviour import CHAT, FINE, Fault
from tests.scripted_server import ScriptedServer


def event(delta: object = None, finish: str | None = None, **more: object) -> bytes:
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]
    return b"data: " + json.dumps({"choices": choices, **more}).encode() + b"\n\n"


def heard(*chunks: bytes) -> tuple[ChatReply, str]:
    told: list[str] = []
    return read_stream(chunks, told.append), "".join(told)


HEL, LO = event({"content": "Hel"}), event({"content": "lo"})
STOP = event({}, "stop")
DONE = b"data: [DONE]\n\n"


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=5), st.integers(1, 7))
def test_that_events_are_read_wherever_the_bytes_are_parted(texts: list[str], size: int) -> None:
    whole = b": comment\n\n" + b"".join(b"data: " + json.dumps(text).encode() + b"\r\n\r\n" for text in texts)
    chunks = [whole[at : at + size] for at in range(0, len(whole), size)]
    assert [json.loads(each) for each in read_events(chunks)] == texts


def test_that_an_azure_stream_is_an_answer() -> None:
    filtered = event(prompt_filter_results=[{"index": 0}])
    offsets = b'data: {"choices":[{"index":0,"finish_reason":null,"content_filter_offsets":{}}]}\n\n'
    usage = event(usage={"prompt_tokens": 7, "completion_tokens": 2})
    reply, told = heard(filtered, HEL, offsets, LO, STOP, usage, DONE)
    assert (reply, told) == (ChatReply("Hello", Finish.STOP, Usage(7, 2)), "Hello")


def test_that_an_end_without_done_is_fine_after_a_reason_and_incomplete_without() -> None:
    assert heard(HEL, LO, STOP)[0].finish is Finish.STOP
    assert heard(HEL, LO)[0].finish is Finish.UNTOLD
    assert heard(HEL, event({}, "length"))[0].finish is Finish.LENGTH


def test_that_an_error_in_the_middle_keeps_what_was_told() -> None:
    error = b'data: {"error": {"message": "it broke"}}\n\n'
    reply, told = heard(HEL, error)
    assert (reply.text, reply.finish, told) == ("Hel", Finish.UNTOLD, "Hel")
    with pytest.raises(Unanswered, match="it broke"):
        heard(error)


def test_that_a_whole_reply_to_a_stream_request_is_taken() -> None:
    whole = {"choices": [{"message": {"content": "Hello"}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 3}}
    for written in (json.dumps(whole), json.dumps(whole, indent=1)):
        reply, told = heard(*[written.encode()[at : at + 9] for at in range(0, len(written), 9)])
        assert (reply.text, reply.finish, reply.usage.prompt_tokens, told) == ("Hello", Finish.STOP, 3, "Hello")


def test_that_reasoning_is_not_told() -> None:
    reply, told = heard(
        event({"reasoning_content": "hm"}),
        event({"content": "<think>a"}),
        event({"content": "b</think>\nHel"}),
        LO,
        STOP,
    )
    assert (reply.text, reply.reasoning, told) == ("Hello", "hmab", "Hello")


def test_that_a_flood_of_white_space_is_the_end() -> None:
    blanks = (event({"content": "\n" * 50}) for _ in iter(int, 1))
    told: list[str] = []

    def flood() -> object:
        yield HEL + LO
        yield from blanks

    reply = read_stream(flood(), told.append)  # type: ignore[arg-type]
    assert (reply.text, reply.finish) == ("Hello", Finish.STOP)


def test_that_an_answer_is_told_while_it_comes(server: ScriptedServer, speaking: Speaking, hello: ChatRequest) -> None:
    server.behave(piece=3)
    told: list[str] = []
    reply = speaking.model.stream(hello, speaking.control, told.append)
    assert (reply.text, told) == ("It is so.", ["It ", "is ", "so."])
    assert reply.usage.prompt_tokens > 0
    assert speaking.known.takes_stream_usage


def test_that_usage_is_not_asked_for_where_it_is_refused(
    server: ScriptedServer, speaking: Speaking, hello: ChatRequest
) -> None:
    server.behave(refuses=("stream_options",))
    for _ in range(2):
        assert speaking.model.stream(hello, speaking.control, lambda _: None).text
    assert server.counts.paths[CHAT] == 3


@pytest.mark.parametrize("fault", [Fault(0), Fault(500), Fault(429)])
def test_that_nothing_is_lost_before_the_first_word(
    server: ScriptedServer, speaking: Speaking, hello: ChatRequest, fault: Fault
) -> None:
    server.behave(faults=lambda asked: fault if asked.number == 1 else FINE)
    assert speaking.model.stream(hello, speaking.control, lambda _: None).text == "It is so."


@pytest.mark.parametrize(("fault", "error"), [(Fault(text=""), UnreadableReply), (Fault(refusal="No."), ReplyBlocked)])
def test_that_an_answer_without_a_word_is_a_failure(
    server: ScriptedServer, speaking: Speaking, hello: ChatRequest, fault: Fault, error: type[Exception]
) -> None:
    server.behave(faults=lambda asked: fault)
    with pytest.raises(error):
        speaking.model.stream(hello, speaking.control, lambda _: None)


def test_that_a_stop_ends_a_stream(server: ScriptedServer, speaking: Speaking, hello: ChatRequest) -> None:
    server.behave(faults=lambda asked: Fault(text="word " * 200, drip=0.05))
    with pytest.raises(Exception, match="stopped"):
        speaking.model.stream(hello, speaking.control, lambda _: speaking.control.cancel())
    assert eventually(lambda: server.counts.open_now == 0)
