"""A model on a server, over real HTTP: what it is sent, what is made of its answers, and of its refusals."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from graphrag_desktop.domain.errors import (
    Cancelled,
    CapReached,
    HostRefused,
    KeyRefused,
    ModelError,
    ModelNotFound,
    NoCredit,
    PromptCut,
    PromptTooLong,
    ReplyBlocked,
    ReplyCutOff,
    RequestRefused,
    ServerFailed,
    ServerUnreachable,
    UnreadableReply,
)
from graphrag_desktop.llm.capabilities import ReplyForm, TokenLimit
from graphrag_desktop.llm.models import ChatRequest, Finish, Message, Role, Schema
from graphrag_desktop.llm.server import Limits
from graphrag_desktop.llm.usage import Caps
from tests.llm.speaking import Speaking, eventually
from tests.scripted_behaviour import CHAT, FINE, Asked, Fault, Json
from tests.scripted_server import ScriptedServer

SCHEMA = Schema(
    "thing",
    '{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false}',
)
BUSY = Fault(429, error={"error": {"message": "slow down"}})


def request(text: str = "Say something.", most_tokens: int = 100, **more: object) -> ChatRequest:
    return ChatRequest((Message(Role.SYSTEM, "Be brief."), Message(Role.USER, text)), most_tokens, task="greet", **more)  # type: ignore[arg-type]


def first(faults: int, fault: Fault) -> Callable[[Asked], Fault]:
    """The fault at the first so many times that a request is made, then none."""
    return lambda asked: fault if asked.repeat <= faults else FINE


def sent(server: ScriptedServer) -> Json:
    return server.counts.requests[-1].body


def test_that_a_reply_comes_with_its_tokens_and_is_counted(server: ScriptedServer, speaking: Speaking) -> None:
    reply = speaking.model.chat(request(), speaking.control)
    assert (reply.text, reply.finish) == ("It is so.", Finish.STOP)
    assert [(each.task, each.model, each.prompt_tokens) for each in speaking.asked] == [
        ("greet", "scripted-model", reply.usage.prompt_tokens)
    ]
    assert sent(server) == {
        "model": "scripted-model",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Say something."}],
        "max_tokens": 100,
        "temperature": 0.0,
    }


def test_that_nothing_of_the_environment_reaches_the_server(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScriptedServer() as trap:
        for name, value in {
            "OPENAI_API_KEY": "sk-other", "OPENAI_BASE_URL": trap.base_url, "OPENAI_ORG_ID": "org", "OPENAI_PROJECT_ID": "p",
            "OPENAI_CUSTOM_HEADERS": "X-Trap: 1\nAuthorization: Bearer sk-other", "HTTP_PROXY": "http://127.0.0.1:9",
            "ALL_PROXY": "socks5h://127.0.0.1:9", "NO_PROXY": "",
        }.items():  # fmt: skip
            monkeypatch.setenv(name, value)
        with Speaking(server) as speaking:
            speaking.model.chat(request(), speaking.control)
        headers = server.counts.requests[-1].headers
        assert set(headers) == {"host", "accept", "content-type", "content-length", "user-agent"}
        assert trap.counts.calls == 0


def test_that_a_key_is_sent_to_its_server(server: ScriptedServer) -> None:
    server.behave(key="sk-right")
    with Speaking(server, key=" sk-right\n") as speaking:
        assert speaking.model.chat(request(), speaking.control).text


def test_that_a_wrong_key_is_told_without_the_key(server: ScriptedServer) -> None:
    server.behave(key="sk-right")
    with Speaking(server, key="sk-TESTLEAK123") as speaking, pytest.raises(KeyRefused) as caught:
        speaking.model.chat(request(), speaking.control)
    assert "TESTLEAK" not in f"{caught.value} {caught.value.hint} {caught.value.__cause__} {caught.value.__context__}"
    assert server.counts.paths[CHAT] == 1


def test_that_only_this_machine_is_spoken_to_where_the_analyst_says_so(server: ScriptedServer) -> None:
    with pytest.raises(HostRefused):
        Speaking(server, base_url="https://api.example.com/v1", is_local_only=True)
    with Speaking(server, is_local_only=True) as speaking:
        assert speaking.model.chat(request(), speaking.control).text


def test_that_a_redirect_is_not_followed(server: ScriptedServer) -> None:
    with ScriptedServer() as elsewhere, Speaking(server, key="sk-1") as speaking:
        server.behave(faults=lambda asked: Fault(307, {"Location": f"{elsewhere.base_url}/chat/completions"}))
        with pytest.raises(HostRefused, match="sends calls on to"):
            speaking.model.chat(request(), speaking.control)
        assert elsewhere.counts.calls == 0


@pytest.mark.parametrize(
    "fault",
    [
        BUSY,
        Fault(429, {"Retry-After": "0.01"}),
        Fault(429, {"retry-after-ms": "5"}),
        Fault(429, {}, {"error": {"message": "Please try again in 5ms."}}),
        Fault(429, {"x-ratelimit-reset-requests": "5ms"}),
        Fault(500),
        Fault(503),
        Fault(502, body="<html><title>Bad Gateway</title></html>"),
        Fault(0),
        Fault(body='{"choices": ['),
        Fault(body="<html>hello</html>"),
        Fault(body='{"choices": []}'),
    ],
)  # fmt: skip
def test_that_what_passes_is_tried_again(server: ScriptedServer, speaking: Speaking, fault: Fault) -> None:
    server.behave(faults=first(3, fault))
    assert speaking.model.chat(request(), speaking.control).text == "It is so."
    assert server.counts.paths[CHAT] == 4
    assert len(speaking.asked) == 4


@pytest.mark.parametrize(
    ("fault", "error", "calls"),
    [
        (Fault(400, error={"error": {"message": "no"}}), RequestRefused, 1),
        (Fault(400, error={"error": {"code": "content_filter", "message": "filtered"}}), ReplyBlocked, 1),
        (Fault(404, error={"error": {"message": "model not found"}}), ModelNotFound, 1),
        (Fault(404, body="<html>404</html>"), ServerUnreachable, 1),
        (
            Fault(429, error={"error": {"code": "insufficient_quota", "message": "You exceeded your quota"}}),
            NoCredit,
            1,
        ),
        (Fault(402), NoCredit, 1),
        (Fault(401), KeyRefused, 1),
        (Fault(refusal="I cannot help with that."), ReplyBlocked, 1),
        (Fault(text="", finish="content_filter"), ReplyBlocked, 1),
        (Fault(500), ServerFailed, 10),
        (Fault(0), ServerFailed, 10),
        (Fault(text=""), UnreadableReply, 3),
        (Fault(text=" \n"), UnreadableReply, 3),
        (Fault(text="", finish="length", reasoning="hm"), ReplyCutOff, 3),
    ],
)
def test_that_what_does_not_pass_is_told_and_not_tried_for_ever(
    server: ScriptedServer, speaking: Speaking, fault: Fault, error: type[ModelError], calls: int
) -> None:
    server.behave(faults=lambda asked: fault)
    with pytest.raises(error):
        speaking.model.chat(request(), speaking.control)
    assert server.counts.paths[CHAT] == calls


def test_that_a_server_that_is_not_there_is_told(server: ScriptedServer) -> None:
    with (
        Speaking(server, base_url="http://127.0.0.1:9/v1") as speaking,
        pytest.raises(ServerUnreachable, match="Nothing answers"),
    ):
        speaking.model.chat(request(), speaking.control)


@pytest.mark.parametrize("fault", [Fault(hang=True), Fault(drip=0.02)])
def test_that_a_call_that_never_ends_is_given_up(server: ScriptedServer, fault: Fault) -> None:
    server.behave(faults=lambda asked: fault)
    with Speaking(server, seconds=0.15) as speaking, pytest.raises(ServerFailed, match="did not answer within"):
        speaking.model.chat(request(), speaking.control)
    assert server.counts.paths[CHAT] == 3
    assert speaking.shared.gate.limit == 1


def test_that_parameters_are_left_out_once_and_for_all(server: ScriptedServer) -> None:
    server.behave(refuses=("max_tokens", "temperature", "seed"))
    with Speaking(server, seed=7) as speaking:
        for _ in range(3):
            assert speaking.model.chat(request(), speaking.control).text
        assert server.counts.paths[CHAT] == 3 + 3
        assert (speaking.known.token_limit, speaking.known.takes_temperature) == (TokenLimit.NEW, False)
    assert set(sent(server)) == {"model", "messages", "max_completion_tokens"}


@pytest.mark.parametrize(
    ("forms", "found", "refusals"),
    [(("json_schema",), ReplyForm.SCHEMA, 0), (("json_object",), ReplyForm.OBJECT, 1), ((), ReplyForm.WORDS, 2)],
)
def test_that_json_is_asked_for_as_the_server_takes_it(
    server: ScriptedServer, speaking: Speaking, forms: tuple[str, ...], found: ReplyForm, refusals: int
) -> None:
    server.behave(forms=forms)
    for _ in range(2):
        assert speaking.model.chat(request(schema=SCHEMA), speaking.control).text
    assert server.counts.paths[CHAT] == 2 + refusals
    assert speaking.known.reply_form is found


def test_that_a_model_without_a_system_role_gets_its_words_all_the_same(
    server: ScriptedServer, speaking: Speaking
) -> None:
    no_system = Fault(400, error={"error": {"message": "System role not supported"}})
    server.behave(faults=lambda asked: no_system if '"system"' in str(asked.body).replace("'", '"') else FINE)
    assert speaking.model.chat(request(), speaking.control).text
    assert sent(server)["messages"] == [{"role": "user", "content": "Be brief.\n\nSay something."}]


def test_that_one_word_of_a_choice_is_forced_where_its_tokens_are_known(server: ScriptedServer) -> None:
    with Speaking(server, model="known") as speaking:
        assert speaking.model.chat(request(choices=("Y", "N")), speaking.control).text == "N"
    assert (sent(server)["logit_bias"], sent(server)["max_tokens"]) == ({"56": 100, "45": 100}, 1)
    with Speaking(server) as speaking:
        speaking.model.chat(request(choices=("Y", "N")), speaking.control)
    assert "logit_bias" not in sent(server)
    server.behave(refuses=("logit_bias",))
    with Speaking(server, model="known") as speaking:
        speaking.model.chat(request(choices=("Y", "N")), speaking.control)
    assert "logit_bias" not in sent(server)


def test_that_reasoning_is_no_part_of_the_answer(server: ScriptedServer, speaking: Speaking) -> None:
    server.behave(faults=lambda asked: Fault(text="Yes.", thought="<think>Is it {1}?</think>\n"))
    reply = speaking.model.chat(request(), speaking.control)
    assert (reply.text, reply.reasoning) == ("Yes.", "Is it {1}?")
    server.behave(faults=lambda asked: Fault(text="Yes.", reasoning="Is it [2]?"))
    assert speaking.model.chat(request(), speaking.control).reasoning == "Is it [2]?"


def test_that_a_model_that_reasons_gets_room_for_it(server: ScriptedServer, speaking: Speaking) -> None:
    only_reasoning = Fault(text="", reasoning="hm", finish="length")
    server.behave(faults=lambda asked: FINE if asked.body["max_tokens"] != 100 else only_reasoning)
    assert speaking.model.chat(request(), speaking.control).text == "It is so."
    assert server.counts.paths[CHAT] == 2
    assert speaking.model.chat(request("Again."), speaking.control).text == "It is so."
    assert server.counts.paths[CHAT] == 3


def test_that_a_reply_that_was_cut_off_says_so(server: ScriptedServer, speaking: Speaking) -> None:
    server.behave(faults=lambda asked: Fault(half=True))
    assert speaking.model.chat(request(), speaking.control).finish is Finish.LENGTH


def test_that_halves_of_characters_do_no_harm(server: ScriptedServer, speaking: Speaking) -> None:
    server.behave(
        faults=lambda asked: Fault(body='{"choices":[{"message":{"content":"ACME \\ud83d"},"finish_reason":"stop"}]}')
    )
    assert speaking.model.chat(request(), speaking.control).text == "ACME \ufffd"
    assert speaking.model.chat(request("half \udcc3 a name"), speaking.control).text


def test_that_a_known_window_leaves_room_or_refuses_before_anything_is_sent(server: ScriptedServer) -> None:
    with Speaking(server, context_tokens=1_000) as speaking:
        speaking.model.chat(request("word " * 500, most_tokens=2_000), speaking.control)
        room = sent(server)["max_tokens"]
        assert isinstance(room, int)
        assert 300 < room < 500
        with pytest.raises(PromptTooLong, match=r"context of .* is 1,000"):
            speaking.model.chat(request("word " * 1_000), speaking.control)
    assert server.counts.paths[CHAT] == 1


def test_that_a_window_named_in_a_refusal_is_used_from_then_on(server: ScriptedServer, speaking: Speaking) -> None:
    full = Fault(
        400, error={"error": {"code": "context_length_exceeded", "message": "maximum context length is 1000 tokens"}}
    )
    server.behave(faults=lambda asked: full if int(str(asked.body["max_tokens"])) > 600 else FINE)
    assert speaking.model.chat(request("word " * 500, most_tokens=2_000), speaking.control).text
    assert speaking.known.window == 1_000
    with pytest.raises(PromptTooLong):
        speaking.model.chat(request("word " * 1_500), speaking.control)
    assert server.counts.paths[CHAT] == 2


def test_that_a_server_that_cuts_prompts_is_found_out_and_named(server: ScriptedServer, speaking: Speaking) -> None:
    server.behave(window=2_050)
    speaking.model.chat(request("short"), speaking.control)
    with pytest.raises(PromptCut, match=r"read 2,050 of about 7,\d+ tokens") as caught:
        speaking.model.chat(request("lion tiger " * 3_950), speaking.control)
    assert "num_ctx" in caught.value.hint
    assert server.counts.paths[CHAT] == 3  # one of them to make sure
    with pytest.raises(PromptTooLong, match="2,050"):
        speaking.model.chat(request("another prompt " * 3_950), speaking.control)
    assert server.counts.paths[CHAT] == 3


def test_that_a_server_that_counts_only_what_is_new_is_not_accused(server: ScriptedServer, speaking: Speaking) -> None:
    server.behave(faults=lambda asked: FINE, cached=True)
    for _ in range(3):
        assert speaking.model.chat(
            ChatRequest((Message(Role.USER, "STRENGTH) " + "lion tiger " * 2_000),), 4_000), speaking.control
        )
    assert server.counts.tasks["other"] == 1
    assert not speaking.known.counts_prompts


def test_that_a_server_whose_window_is_shared_is_asked_one_at_a_time(
    server: ScriptedServer, speaking: Speaking
) -> None:
    full = Fault(500, error={"error": {"type": "exceed_context_size_error", "n_prompt_tokens": 1407, "n_ctx": 256}})
    server.behave(latency=0.02, faults=lambda asked: full if asked.in_flight > 1 else FINE)
    with ThreadPoolExecutor(8) as executor:
        replies = list(executor.map(lambda at: speaking.model.chat(request(f"Say {at}."), speaking.control), range(8)))
    assert all(each.text for each in replies)
    assert speaking.shared.gate.limit == 1


def test_that_a_prompt_too_long_even_alone_is_told(server: ScriptedServer, speaking: Speaking) -> None:
    full = Fault(500, error={"error": {"type": "exceed_context_size_error", "n_prompt_tokens": 1407, "n_ctx": 256}})
    server.behave(faults=lambda asked: full)
    with pytest.raises(PromptTooLong, match="256"):
        speaking.model.chat(request("word " * 300), speaking.control)
    assert server.counts.paths[CHAT] == 2


def test_that_a_stop_ends_what_is_in_flight_and_what_waits(server: ScriptedServer, speaking: Speaking) -> None:
    server.behave(faults=lambda asked: Fault(hang=True))
    ended: list[str] = []

    def ask(at: int) -> None:
        try:
            speaking.model.chat(request(f"Say {at}."), speaking.control)
        except Cancelled as error:
            ended.append(str(error))

    threads = [threading.Thread(target=ask, args=(at,)) for at in range(12)]
    for each in threads:
        each.start()
    assert eventually(lambda: server.counts.open_now == 4)
    speaking.control.cancel()
    for each in threads:
        each.join(10)
    assert ended == ["stopped"] * 12
    assert eventually(lambda: server.counts.open_now == 0)
    assert server.counts.paths[CHAT] == 4
    with pytest.raises(Cancelled):
        speaking.model.chat(request(), speaking.control)


def test_that_a_stop_in_one_run_leaves_another_alone(server: ScriptedServer) -> None:
    with Speaking(server) as one, Speaking(server) as other:
        one.model.chat(request(), one.control)
        one.control.cancel()
        assert one.model.chat(request(), other.control).text


def test_that_a_cap_on_calls_counts_every_one_of_them(server: ScriptedServer) -> None:
    server.behave(faults=first(1, BUSY))
    with Speaking(server, Limits(caps=Caps(calls=5))) as speaking:
        for at in range(2):
            speaking.model.chat(request(f"Say {at}."), speaking.control)
        with pytest.raises(CapReached, match="5 calls"):
            speaking.model.chat(request("Say more."), speaking.control)
    assert server.counts.paths[CHAT] == 5


def test_that_a_server_that_serves_one_at_a_time_loses_nothing(server: ScriptedServer, speaking: Speaking) -> None:
    server.behave(latency=0.01, at_once=1)
    with ThreadPoolExecutor(25) as executor:
        replies = list(executor.map(lambda at: speaking.model.chat(request(f"Say {at}."), speaking.control), range(80)))
    assert len(replies) == 80
    assert speaking.shared.gate.limit < 8


def test_that_models_are_listed(server: ScriptedServer, speaking: Speaking) -> None:
    assert speaking.model.names(speaking.control) == ("scripted-embedding", "scripted-model")
    with Speaking(server, base_url=f"{server.origin}/elsewhere") as lost:
        assert lost.model.names(lost.control) == ()


def test_that_azures_older_addresses_name_the_model(server: ScriptedServer) -> None:
    with Speaking(server, base_url=server.origin, api_version="2024-06-01") as speaking:
        assert speaking.model.chat(request(), speaking.control).text
    assert server.counts.paths[CHAT] == 1
