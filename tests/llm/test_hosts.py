"""Where text and keys may go."""

import pytest

from graphrag_desktop.domain.errors import HostRefused, InvalidSetting, KeyRefused
from graphrag_desktop.llm.hosts import check_address, check_key, is_azure, is_loopback, is_near, origin
from graphrag_desktop.llm.models import ModelSettings


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "a.localhost", "localhost."]
)
def test_that_this_machine_is_known_by_its_names(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["example.com", "10.0.0.1", "0.0.0.0", "localhost.example.com", "127.0.0.1.example.com", "::2"]
)
def test_that_no_other_host_passes_for_this_machine(host: str) -> None:
    assert not is_loopback(host)


def test_that_the_switch_refuses_every_other_machine_and_names_it() -> None:
    assert check_address("http://127.0.0.1:11434/v1/", is_local_only=True) == "http://127.0.0.1:11434/v1"
    with pytest.raises(HostRefused, match=r"https://api\.openai\.com:443"):
        check_address("https://api.openai.com/v1", is_local_only=True)


@pytest.mark.parametrize("address", ["", "127.0.0.1:8080", "ftp://a/b", "http://", "http://a:99999", "http://[::1"])
def test_that_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(InvalidSetting, match="no address"):
        check_address(address, is_local_only=False)


def test_that_a_key_in_the_address_is_refused() -> None:
    with pytest.raises(InvalidSetting, match="holds a name or a password"):
        check_address("https://user:secret@api.example.com/v1", is_local_only=False)


def test_that_a_key_belongs_to_scheme_host_and_port() -> None:
    assert origin("https://api.example.com/v1") == "https://api.example.com:443"
    assert origin("http://[::1]:8080/v1/x") == "http://[::1]:8080"
    assert len({origin(each) for each in ("http://a/v1", "https://a/v1", "http://a:81/v1", "http://b/v1")}) == 4


def test_that_a_proxy_is_for_far_hosts_only() -> None:
    assert all(
        map(is_near, ["http://127.0.0.1:1/v1", "http://192.168.1.4/v1", "http://ollama:11434", "http://nas.local"])
    )
    assert not is_near("https://api.openai.com/v1")


def test_that_azure_is_known_by_its_host() -> None:
    assert is_azure("https://mine.openai.azure.com/openai/v1")
    assert not is_azure("https://openai.azure.com.example.com/v1")


@pytest.mark.parametrize("key", ["sk-abc", " sk-abc\n", "“sk-abc”", "'sk-abc'", '"sk-abc"'])
def test_that_a_pasted_key_is_trimmed(key: str) -> None:
    assert check_key(key, "https://api.example.com/v1") == "sk-abc"


@pytest.mark.parametrize(("key", "place"), [("sk-abc—def", "7"), ("sk-aʋc", "5"), ("sk-a\u200bbc", "5"), ("sk a", "3")])
def test_that_a_key_that_cannot_be_right_is_refused_naming_the_place(key: str, place: str) -> None:
    with pytest.raises(KeyRefused, match=f"character {place} "):
        check_key(key, "https://api.example.com/v1")


def test_that_a_local_server_needs_no_key_and_openai_does() -> None:
    assert check_key("", "http://127.0.0.1:1/v1") == ""
    with pytest.raises(KeyRefused, match="needs a key and there is none"):
        check_key("", "https://api.openai.com/v1")


def test_that_a_key_is_not_shown_with_its_settings() -> None:
    assert "sk-TESTLEAK123" not in repr(ModelSettings("http://a/v1", "m", "sk-TESTLEAK123"))
