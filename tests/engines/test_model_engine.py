"""The model engine as a whole: its identities, its vectors, and how it is made for a project."""

import numpy as np
import pytest

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.errors import CapReached, HostRefused, InvalidPrompt, InvalidSetting
from graphrag_desktop.domain.model_choice import EngineWords, ModelChoice, ModelPlace, choose_models, read_choice
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings, SettingValue
from graphrag_desktop.engines.model_engine import ModelEngine, ModelRoles
from graphrag_desktop.engines.model_making import limits_of, make_model_engine
from graphrag_desktop.engines.model_prompts import PROMPT_FORMS, model_prompts
from graphrag_desktop.engines.model_tokens import model_tokens
from graphrag_desktop.llm.prompts import check_prompt, placeholders, shipped_prompt
from graphrag_desktop.llm.scripted import ScriptedModel
from tests.engines.replies import Reader, Replies

LOCAL = ModelPlace("http://127.0.0.1:9/v1", "small")


def engine(prompts: dict[str, str] | None = None, settings: dict[str, SettingValue] | None = None) -> ModelEngine:
    model = ScriptedModel()
    chosen = Settings().changed(settings or {})
    return ModelEngine(ModelRoles(model, model, model, model), Replies(), model_prompts(prompts or {}), chosen)


@pytest.mark.parametrize(
    ("prompt", "stale"),
    [
        ("extract", {"identity"}),
        ("describe", {"identity"}),
        ("report", {"writing_identity"}),
        ("map", set()),
        ("reduce", set()),
    ],
)
def test_that_an_edited_prompt_makes_only_what_depends_on_it_stale(prompt: str, stale: set[str]) -> None:
    before, after = engine(), engine({prompt: f"{shipped_prompt(prompt)}\nBe brief."})
    names = ("identity", "writing_identity", "embedding_identity")
    assert {name for name in names if getattr(before, name) != getattr(after, name)} == stale


@pytest.mark.parametrize(
    ("setting", "value", "stale"),
    [
        ("gleanings", 2, {"identity"}),
        ("loose_ends", "drop", {"identity"}),
        ("relationship_weight", "share", {"identity"}),
        ("language", "Korean", {"identity", "writing_identity"}),
        ("map_form", "points", set()),
        ("concurrency", 3, set()),
        ("cap_calls", 5, set()),
    ],
)
def test_that_a_changed_setting_makes_only_what_depends_on_it_stale(
    setting: str, value: SettingValue, stale: set[str]
) -> None:
    before, after = engine(), engine(settings={setting: value})
    names = ("identity", "writing_identity", "embedding_identity")
    assert {name for name in names if getattr(before, name) != getattr(after, name)} == stale


def test_that_every_shipped_prompt_has_its_form() -> None:
    for name, form in PROMPT_FORMS.items():
        check_prompt(name, shipped_prompt(name), form)
        assert placeholders(shipped_prompt(name)) == form.required | form.optional, name


def test_that_a_prompt_without_its_text_is_refused() -> None:
    with pytest.raises(InvalidPrompt, match="input_text"):
        engine({"extract": "Read this."})


def rows(array: StoredArray) -> np.ndarray:
    return np.frombuffer(array.data, array.dtype).reshape(array.shape)


def test_that_vectors_come_from_the_model_or_without_one_from_words() -> None:
    reader = Reader([])
    assert rows(reader.engine.embed(["a lion"], reader.control)).shape == (1, 64)
    model = ScriptedModel()
    plain = ModelEngine(ModelRoles(model, model, model), Replies(), model_prompts({}), Settings())
    found = rows(plain.embed(["the lion sleeps", "a sleeping lion", "harbour dues"], RunControl()))
    assert found[0] @ found[1] > 0.9
    assert found[0] @ found[2] < 0.5
    assert plain.embedding_identity != reader.engine.embedding_identity


def test_that_words_are_forced_only_where_the_model_s_tokens_are_known() -> None:
    tokens = model_tokens("o200k_base")
    assert tokens.of_words("gpt-4o-mini", ["Y", "N"]) == (56, 45)
    assert tokens.of_words("llama3.2", ["Y", "N"]) == ()
    assert tokens.of_words("gpt-4o-mini", []) == ()
    assert tokens.count("two words") == 2


def test_that_the_limits_are_those_of_the_settings() -> None:
    settings = Settings().changed({"cap_calls": 5, "concurrency": 3, "requests_per_minute": 60})
    limits = limits_of(settings)
    assert (limits.caps.calls, limits.at_once, limits.requests_per_minute, limits.tokens_per_minute) == (5, 3, 60, None)


def test_that_an_engine_is_made_without_asking_anybody() -> None:
    choice = ModelChoice(LOCAL, answers=ModelPlace("http://127.0.0.1:9/v1", "large"), embeddings=None)
    made = make_model_engine(choice, Replies(), {}, Settings())
    assert made.name == "small, large"
    made.close()
    with pytest.raises(HostRefused):
        make_model_engine(
            ModelChoice(ModelPlace("https://api.example.com/v1", "m"), is_local_only=True), Replies(), {}, Settings()
        )


def test_that_a_choice_of_models_is_kept_and_read() -> None:
    choice = ModelChoice(LOCAL, reports=ModelPlace("http://b/v1", "c", "2024"), embeddings=LOCAL, is_local_only=True)
    assert read_choice(choice.as_text()) == choice
    assert read_choice("") is None
    with pytest.raises(InvalidSetting):
        read_choice('{"extraction": 1}')


@pytest.mark.parametrize(
    ("words", "before", "after"),
    [
        (EngineWords(), None, None),
        (EngineWords(), ModelChoice(LOCAL), ModelChoice(LOCAL)),
        (EngineWords("builtin"), ModelChoice(LOCAL), None),
        (EngineWords("model", "http://b/v1", "m"), None, ModelChoice(ModelPlace("http://b/v1", "m"))),
        (EngineWords(model="m"), ModelChoice(LOCAL), ModelChoice(ModelPlace("http://127.0.0.1:9/v1", "m"))),
        (
            EngineWords(embedding_model="e"),
            ModelChoice(LOCAL),
            ModelChoice(LOCAL, embeddings=ModelPlace("http://127.0.0.1:9/v1", "e")),
        ),
    ],
)
def test_that_words_choose_models(words: EngineWords, before: ModelChoice | None, after: ModelChoice | None) -> None:
    assert choose_models(words, before) == after


@pytest.mark.parametrize(
    "words",
    [
        EngineWords("magic"),
        EngineWords("model"),
        EngineWords("model", "http://b/v1"),
        EngineWords(model="m"),
        EngineWords("builtin", model="m"),
    ],
)
def test_that_words_that_choose_nothing_are_refused(words: EngineWords) -> None:
    with pytest.raises(InvalidSetting):
        choose_models(words, None)


def test_that_a_paused_run_pauses_whatever_is_asked_and_another_one_does_not() -> None:
    reader = Reader([CapReached("the cap is reached"), "fine"])
    for _ in range(2):
        with pytest.raises(CapReached):
            reader.engine.describe("A", ["one", "other"], reader.control)
    assert reader.engine.describe("A", ["one", "other"], RunControl()) == "fine"
    assert len(reader.tasks) == 2
