"""What the refusals of servers mean."""

import json

import pytest

from graphrag_desktop.domain.errors import (
    HostRefused,
    KeyRefused,
    ModelError,
    ModelNotFound,
    NoCredit,
    PromptTooLong,
    ReplyBlocked,
    RequestRefused,
    ServerFailed,
    ServerUnreachable,
)
from graphrag_desktop.llm.models import ModelSettings
from graphrag_desktop.llm.refusals import HttpAnswer, Refusal, Remedy, read_refusal

SETTINGS = ModelSettings("https://api.example.com/v1", "small", key="sk-TESTLEAK123")


def refused(status: int, error: object = "no", **headers: str) -> Refusal:
    body = error if isinstance(error, str) else json.dumps({"error": error})
    return read_refusal(
        HttpAnswer(status, {name.replace("_", "-"): value for name, value in headers.items()}, body), SETTINGS
    )


@pytest.mark.parametrize(
    ("status", "error", "remedy", "kind"),
    [
        (429, {"message": "slow down"}, Remedy.SLOW_DOWN, ServerFailed),
        (503, {"message": "Loading model"}, Remedy.SLOW_DOWN, ServerFailed),
        (529, {"message": "overloaded"}, Remedy.SLOW_DOWN, ServerFailed),
        (500, "oops", Remedy.RETRY, ServerFailed),
        (502, "<html><title>Bad Gateway</title></html>", Remedy.RETRY, ServerFailed),
        (408, "", Remedy.RETRY, ServerFailed),
        (429, {"code": "insufficient_quota", "type": "insufficient_quota", "message": "You exceeded"}, Remedy.GIVE_UP, NoCredit),
        (402, {"message": "Payment required"}, Remedy.GIVE_UP, NoCredit),
        (401, {"message": "bad key"}, Remedy.GIVE_UP, KeyRefused),
        (403, {"message": "no access to this model"}, Remedy.GIVE_UP, KeyRefused),
        (404, {"message": "model 'small' not found, try pulling it first"}, Remedy.GIVE_UP, ModelNotFound),
        (404, {"message": "The model `small` does not exist", "code": "model_not_found"}, Remedy.GIVE_UP, ModelNotFound),
        (404, "<html><title>404 Not Found</title></html>", Remedy.GIVE_UP, ServerUnreachable),
        (404, '{"detail":"Not Found"}', Remedy.GIVE_UP, ServerUnreachable),
        (307, "", Remedy.GIVE_UP, HostRefused),
        (400, {"code": "content_filter", "message": "filtered"}, Remedy.GIVE_UP, ReplyBlocked),
        (400, {"code": "context_length_exceeded", "message": "maximum context length is 4096 tokens"}, Remedy.ADAPT, PromptTooLong),
        (500, {"type": "exceed_context_size_error", "n_prompt_tokens": 1407, "n_ctx": 256}, Remedy.ALONE, PromptTooLong),
        (413, "too large", Remedy.ADAPT, PromptTooLong),
        (400, {"message": "no such field", "param": "seed"}, Remedy.ADAPT, RequestRefused),
        (422, '{"detail": [{"msg": "seed not allowed"}]}', Remedy.ADAPT, RequestRefused),
    ],
)  # fmt: skip
def test_that_each_refusal_has_its_meaning(status: int, error: object, remedy: Remedy, kind: type[ModelError]) -> None:
    found = refused(status, error)
    assert (found.remedy, type(found.error)) == (remedy, kind)


@pytest.mark.parametrize(
    ("message", "window"),
    [
        ("This model's maximum context length is 4096 tokens. However, you requested 8,012 tokens", 4096),
        ("the request exceeds the available context size (2048 tokens)", 2048),
        ("input length exceeds the context length", None),
        ("prompt is too long: 210000 tokens > 200,000 maximum tokens", None),
        ("exceeds the maximum number of tokens allowed (limit 8192)", 8192),
        ("requested tokens (5000) exceed context window of 4096", 4096),
        ("input is too large to process. increase the physical batch size (current batch size: 512)", 512),
    ],
)
def test_that_the_window_is_read_from_the_words(message: str, window: int | None) -> None:
    found = refused(400, {"message": message})
    assert isinstance(found.error, PromptTooLong)
    assert found.window == window


def test_that_the_window_is_named_with_what_mends_it() -> None:
    found = refused(500, {"type": "exceed_context_size_error", "n_ctx": 256, "message": "too large"})
    assert found.window == 256
    assert "256" in found.error.message
    assert "num_ctx" in found.error.hint
    assert "--parallel" in found.error.hint


def test_that_a_key_that_the_server_repeats_is_not_told_on() -> None:
    found = refused(401, {"message": "Wrong key: Bearer sk-TESTLEAK123"})
    assert "TESTLEAK" not in found.error.message + found.error.hint + found.told + repr(found)


def test_that_advice_comes_with_the_refusal() -> None:
    assert refused(429, {"message": "Try again in 50 seconds."}).wait == 50
    assert refused(503, "", retry_after="3").wait == 3
    assert refused(500, "").wait is None


def test_that_long_words_of_a_server_are_cut() -> None:
    assert len(refused(400, {"message": "word " * 500}).error.message) < 400


def test_that_a_redirect_names_where_it_leads() -> None:
    assert "https://elsewhere.example/v1" in refused(307, "", location="https://elsewhere.example/v1").error.message
