"""What servers can do is learnt from their refusals, once."""

import pytest

from graphrag_desktop.llm.capabilities import Capabilities, ReplyForm, ServerMemory, TokenLimit, adapted
from graphrag_desktop.llm.models import ModelSettings

LOCAL = ModelSettings("http://127.0.0.1:1234/v1", "a")
ALL = frozenset({"max_tokens", "temperature", "seed", "logit_bias", "response_format", "stream_options", "system"})


@pytest.mark.parametrize(
    ("told", "changed"),
    [
        ("Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead. max_tokens",
         {"token_limit": TokenLimit.NEW}),
        ("Unsupported value: 'temperature' does not support 0.0 with this model.", {"takes_temperature": False}),
        ("'response_format.type' must be 'json_object' or 'text'", {"reply_form": ReplyForm.OBJECT}),
        ("response_format: json_schema is not supported", {"reply_form": ReplyForm.OBJECT}),
        ("Extra inputs are not permitted: seed", {"takes_seed": False}),
        ("logit_bias is not supported", {"takes_logit_bias": False}),
        ("Unrecognized request argument supplied: stream_options", {"takes_stream_usage": False}),
        ("System role not supported", {"takes_system": False}),
        ("max_tokens is too large: 16000. This model supports at most 4096 completion tokens", {"most_reply_tokens": 4096}),
        ("max_tokens must be less than or equal to `8192`, the maximum", {"most_reply_tokens": 8192}),
    ],
)  # fmt: skip
def test_that_what_is_refused_is_left_out(told: str, changed: dict[str, object]) -> None:
    found = adapted(told, Capabilities(), ALL)
    assert found is not None
    assert {name: getattr(found, name) for name in changed} == changed


def test_that_json_is_asked_for_by_schema_then_as_an_object_then_in_words() -> None:
    used = Capabilities()
    forms = []
    while (found := adapted("response_format is not supported", used, ALL)) is not None:
        forms.append(found.reply_form)
        used = found
    assert forms == [ReplyForm.OBJECT, ReplyForm.WORDS]


def test_that_a_server_that_wants_a_schema_is_not_offered_an_object_again() -> None:
    used = Capabilities(reply_form=ReplyForm.OBJECT)
    found = adapted("'response_format.type' must be 'json_schema' or 'text'", used, ALL)
    assert found is not None
    assert found.reply_form is ReplyForm.WORDS


def test_that_only_what_was_sent_can_be_the_cause() -> None:
    assert adapted("the temperature is wrong", Capabilities(), frozenset({"max_tokens"})) is None
    assert adapted("the text is not nice", Capabilities(), ALL) is None


def test_that_both_names_of_the_limit_are_tried_and_then_none() -> None:
    used = Capabilities()
    found = adapted("unknown field max_tokens", used, ALL)
    assert found is not None
    assert found.token_limit is TokenLimit.NEW
    found = adapted("unknown field", found, ALL) or adapted("max_tokens", found, ALL)
    assert found is not None
    assert found.token_limit is TokenLimit.NONE


def test_that_what_was_learnt_belongs_to_one_model_of_one_server_and_can_be_kept() -> None:
    memory = ServerMemory()
    used = memory.of(LOCAL)
    memory.learn(LOCAL, used, Capabilities(takes_temperature=False, window=4_096))
    again = ServerMemory()
    again.recall(memory.as_text([LOCAL]))
    assert again.of(LOCAL) == Capabilities(takes_temperature=False)  # its window may be another one by then
    assert memory.of(LOCAL) == Capabilities(takes_temperature=False, window=4_096)
    assert again.of(ModelSettings("http://127.0.0.1:1234/v1", "b")) == Capabilities()
    assert again.of(ModelSettings("http://127.0.0.1:9999/v1", "a")) == Capabilities()


def test_that_two_threads_that_learn_at_once_lose_nothing() -> None:
    memory = ServerMemory()
    used = memory.of(LOCAL)
    memory.learn(LOCAL, used, Capabilities(takes_temperature=False))
    memory.learn(LOCAL, used, Capabilities(takes_seed=False))
    assert memory.of(LOCAL) == Capabilities(takes_temperature=False, takes_seed=False)


def test_that_openai_is_asked_by_its_newer_name_for_the_limit() -> None:
    memory = ServerMemory()
    assert memory.of(ModelSettings("https://api.openai.com/v1", "a")).token_limit is TokenLimit.NEW
    assert memory.of(LOCAL).token_limit is TokenLimit.OLD


@pytest.mark.parametrize("kept", ["nonsense", "[1]", '{"http://127.0.0.1:1234 a": {"colour": 1}}', '{"x": 3}'])
def test_that_memories_that_are_not_understood_are_made_anew(kept: str) -> None:
    memory = ServerMemory()
    memory.recall(kept)
    assert memory.of(LOCAL) == Capabilities()


def test_that_what_is_known_is_kept_of_the_models_named_only_and_told_when_it_changes() -> None:
    memory, told = ServerMemory(), []
    stop = memory.on_change(lambda: told.append(memory.as_text([LOCAL])))
    other = ModelSettings("https://secret.example.com/v1", "a")
    memory.learn(other, memory.of(other), Capabilities(takes_seed=False))
    memory.learn(LOCAL, memory.of(LOCAL), Capabilities(takes_base64=False))
    assert told[0] == ""
    assert "127.0.0.1" in told[1]
    assert "secret" not in told[1]
    stop()
    memory.learn(LOCAL, memory.of(LOCAL), Capabilities(takes_seed=False))
    assert len(told) == 2


def test_that_a_run_forgets_what_may_have_been_mended_since_the_last_one() -> None:
    memory = ServerMemory()
    learnt = Capabilities(takes_system=False, window=2_048, most_reply_tokens=500, counts_prompts=False)
    memory.learn(LOCAL, memory.of(LOCAL), learnt)
    memory.begin_run(LOCAL)
    assert memory.of(LOCAL) == Capabilities(takes_system=False)


def test_that_a_window_the_analyst_names_is_believed() -> None:
    settings = ModelSettings("http://127.0.0.1:1234/v1", "a", context_tokens=32_768)
    assert ServerMemory().of(settings).window == 32_768
