"""Choosing models: what a test of them says, where their keys are, and where text goes."""

from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring

from graphrag_desktop.domain.errors import HostRefused, InvalidSetting
from graphrag_desktop.domain.events import Event, ModelLooked
from graphrag_desktop.domain.model_checks import Finding, Looked
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.prices import price_list
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.domain.usage import UsageLine
from graphrag_desktop.engines.model_servers import destinations, hold_key, keep_key, key_state, list_models, try_models
from graphrag_desktop.llm import keys
from tests.scripted_behaviour import FINE, Asked, Fault
from tests.scripted_server import ScriptedServer

FAR = "https://api.example.com/v1"
HERE = "http://127.0.0.1:11434/v1"


class Drawer(KeyringBackend):
    """A keychain in memory."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self.kept.pop((service, username), None)


@pytest.fixture
def drawer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawer]:
    before, found = keyring.get_keyring(), Drawer()
    monkeypatch.delenv(keys.VARIABLE, raising=False)
    keyring.set_keyring(found)
    yield found
    keyring.set_keyring(before)
    keys._SESSION.clear()


@pytest.fixture
def no_keychain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = keyring.get_keyring()
    monkeypatch.delenv(keys.VARIABLE, raising=False)
    keyring.set_keyring(NoKeyring())
    yield
    keyring.set_keyring(before)
    keys._SESSION.clear()


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


def in_colours(asked: Asked) -> Fault:
    """What a model answers that does as it is told."""
    return Fault(text='{"colours": ["red", "green", "blue"]}') if "colours" in asked.prompt else FINE


def tried(
    server: ScriptedServer, model: str = "scripted-model", embeddings: str = "scripted-embedding"
) -> dict[Looked, list[tuple[Finding, str]]]:
    events: list[Event] = []
    place, vectors = ModelPlace(server.base_url, model), ModelPlace(server.base_url, embeddings)
    try_models(ModelChoice(place, embeddings=vectors), Settings(), RunControl(events.append))
    found: dict[Looked, list[tuple[Finding, str]]] = {}
    for each in events:
        if isinstance(each, ModelLooked):
            found.setdefault(each.check.about, []).append((each.check.finding, each.check.words))
    return found


def test_that_a_model_that_works_is_found_so_in_every_line(server: ScriptedServer, no_keychain: None) -> None:
    server.behave(faults=in_colours)
    found = tried(server)
    assert {finding for lines in found.values() for finding, _ in lines} == {Finding.GOOD}
    assert set(found) == set(Looked)
    assert "it lists 2 models" in found[Looked.SERVER][0][1]
    assert found[Looked.KEY][0][1] == "It asks for no key."
    assert "read whole" in found[Looked.CONTEXT][0][1]
    assert found[Looked.VECTORS][0][1] == "It makes vectors of 64 numbers."
    assert found[Looked.SPEED][0][1].startswith("It ")


def test_that_a_server_that_cuts_prompts_is_named_with_what_mends_it(server: ScriptedServer, no_keychain: None) -> None:
    server.behave(window=4_096)
    finding, words = tried(server)[Looked.CONTEXT][0]
    assert finding is Finding.BAD
    assert "4,096" in words
    assert "num_ctx" in words


def test_that_a_reply_that_is_no_json_is_told_before_reports_fail(server: ScriptedServer, no_keychain: None) -> None:
    finding, words = tried(server)[Looked.JSON][0]
    assert (finding, "Reports may fail" in words) == (Finding.LIMITED, True)


@pytest.mark.parametrize(
    ("forms", "finding", "words"),
    [
        (("json_schema", "json_object"), Finding.GOOD, "json_schema"),
        (("json_object",), Finding.GOOD, "json_object"),
        ((), Finding.LIMITED, "asked in words"),
    ],
)
def test_that_the_json_mode_is_found_out(
    server: ScriptedServer, no_keychain: None, forms: tuple[str, ...], finding: Finding, words: str
) -> None:
    server.behave(forms=forms, faults=in_colours)
    found, told = tried(server)[Looked.JSON][0]
    assert (found, words in told) == (finding, True)


def test_that_a_model_that_is_not_there_is_named_with_those_that_are(server: ScriptedServer, no_keychain: None) -> None:
    server.behave(
        faults=lambda asked: Fault(404, error={"error": {"code": "model_not_found", "message": "no such model"}})
    )
    found = tried(server, "scripted-modle")
    assert found[Looked.MODEL][0][0] is Finding.BAD
    assert "scripted-model" in found[Looked.MODEL][0][1]
    assert Looked.SPEED not in found


def test_that_a_wrong_key_is_told_before_anything_is_asked(server: ScriptedServer, no_keychain: None) -> None:
    server.behave(key="sk-right")
    found = tried(server)
    assert found[Looked.KEY][0][0] is Finding.BAD
    assert set(found) == {Looked.SERVER, Looked.KEY}
    assert server.counts.calls == 0


def test_that_an_address_where_nothing_answers_is_told(no_keychain: None) -> None:
    with ScriptedServer() as gone:
        pass
    found = tried(gone)
    assert [finding for finding, _ in found[Looked.SERVER]] == [Finding.BAD, Finding.BAD]
    assert "Nothing answers at" in found[Looked.SERVER][0][1]


def test_that_a_test_of_models_passes_over_the_caps_of_a_project(server: ScriptedServer, no_keychain: None) -> None:
    place = ModelPlace(server.base_url, "scripted-model")
    assert try_models(ModelChoice(place), Settings().changed({"cap_calls": 1}), RunControl())


def test_that_models_are_listed_by_their_server(server: ScriptedServer, no_keychain: None) -> None:
    place = ModelPlace(server.base_url, "")
    assert list_models(ModelChoice(place), place, RunControl()) == ("scripted-embedding", "scripted-model")


def test_that_only_this_machine_refuses_every_other_host() -> None:
    far = ModelPlace(FAR, "m")
    for choice in (
        ModelChoice(far, is_local_only=True),
        ModelChoice(ModelPlace(HERE, "m"), answers=far, is_local_only=True),
    ):
        with pytest.raises(HostRefused, match=r"api\.example\.com"):
            destinations(choice)
        with pytest.raises(HostRefused):
            try_models(choice, Settings(), RunControl())
        with pytest.raises(HostRefused):
            list_models(choice, far, RunControl())


def test_that_it_is_said_what_goes_where() -> None:
    choice = ModelChoice(ModelPlace(HERE, "m"), reports=ModelPlace(FAR, "big"), embeddings=ModelPlace(HERE, "e"))
    here, far = destinations(choice)
    assert (here.host, here.is_here, len(here.what)) == ("127.0.0.1:11434", True, 1)
    assert (far.host, far.is_here, far.what) == (
        "api.example.com",
        False,
        ("what was found in your documents, for the reports",),
    )


def test_that_a_key_is_kept_in_the_keychain_under_its_server(drawer: Drawer) -> None:
    state = keep_key(FAR, " sk-abc\n", RunControl())
    assert (state.is_there, state.is_lasting) == (True, True)
    assert drawer.kept == {("GraphRAG Desktop", "https://api.example.com:443"): "sk-abc"}
    assert key_state(FAR, FAR, RunControl()).is_lasting
    assert not key_state("https://api.example.org/v1", FAR, RunControl()).is_there
    assert not keep_key(FAR, "", RunControl()).is_there
    assert drawer.kept == {}


def test_that_a_key_can_be_held_for_this_session_alone(drawer: Drawer) -> None:
    state = hold_key(FAR, "sk-abc", RunControl())
    assert (state.is_there, state.is_lasting, drawer.kept) == (True, False, {})
    assert "until the program ends" in state.words


def test_that_without_a_keychain_it_is_said_that_a_key_lasts_this_session_only(no_keychain: None) -> None:
    state = keep_key(FAR, "sk-abc", RunControl())
    assert (state.is_there, state.is_lasting) == (True, False)
    assert "no keychain here" in state.words
    assert key_state(FAR, FAR, RunControl()).is_there


def test_that_the_key_of_the_environment_goes_to_the_server_that_reads_and_to_no_other(
    server: ScriptedServer, no_keychain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(keys.VARIABLE, "sk-TESTLEAK123")
    with ScriptedServer() as other:
        choice = ModelChoice(
            ModelPlace(server.base_url, "scripted-model"),
            answers=ModelPlace(other.base_url, "scripted-model"),
            embeddings=ModelPlace(other.base_url, "scripted-embedding"),
        )
        try_models(choice, Settings(), RunControl())
        assert all(each.headers.get("authorization") == "Bearer sk-TESTLEAK123" for each in server.counts.requests)
        assert other.counts.requests
        assert "TESTLEAK" not in repr([each.headers for each in other.counts.requests])


def test_that_what_is_no_address_is_refused_before_a_key_is_looked_for(drawer: Drawer) -> None:
    with pytest.raises(InvalidSetting):
        key_state("api.example.com", FAR, RunControl())


def test_that_each_model_has_its_price_and_the_settings_stand_in() -> None:
    dear = ModelPlace(FAR, "dear", prompt_price=10.0, completion_price=30.0)
    choice = ModelChoice(ModelPlace(FAR, "cheap"), reports=dear)
    prices = price_list(choice, Settings().changed({"prompt_price": 1.0, "completion_price": 2.0}))
    lines = [
        UsageLine("extract", "cheap", 1, 0, 1_000_000, 500_000),
        UsageLine("report", "dear", 1, 0, 100_000, 10_000),
    ]
    assert prices.total(lines) == pytest.approx(1.0 + 1.0 + 1.0 + 0.3)
    assert not price_list(choice.__class__(ModelPlace(HERE, "m")), Settings()).is_known
