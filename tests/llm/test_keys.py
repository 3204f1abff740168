"""Where keys are kept."""

import threading
from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import KeyringLocked, PasswordDeleteError

from graphrag_desktop.llm import keys
from graphrag_desktop.llm.keys import VARIABLE, KeyPlace, find_key, keep_key

OURS, OTHER = "https://api.example.com/v1", "https://other.example.com/v1"


class MemoryKeyring(KeyringBackend):
    """A keychain of this process."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if len(password.encode("utf-16-le")) > 2_560:
            raise OSError(1783, "The stub received bad data")
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("not there")


class ForgetfulKeyring(MemoryKeyring):
    def set_password(self, service: str, username: str, password: str) -> None:
        """It takes everything and keeps nothing."""


class LockedKeyring(MemoryKeyring):
    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked


class SilentKeyring(MemoryKeyring):
    def get_password(self, service: str, username: str) -> str | None:
        threading.Event().wait(60)  # a prompt that nobody sees
        return None

    def set_password(self, service: str, username: str, password: str) -> None:
        threading.Event().wait(60)


@pytest.fixture(autouse=True)
def no_traces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = keyring.get_keyring()
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(keys, "_SESSION", {})
    yield
    keyring.set_keyring(before)


def test_that_a_key_is_kept_in_the_keychain_for_its_own_server_alone() -> None:
    keyring.set_keyring(MemoryKeyring())
    assert keep_key(OURS, " sk-1\n") is KeyPlace.KEYCHAIN
    assert (find_key(OURS).key, find_key(OURS).place) == ("sk-1", KeyPlace.KEYCHAIN)
    assert find_key(OTHER).key == ""
    assert find_key("http://api.example.com/v1").key == ""


def test_that_the_environment_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring.set_keyring(MemoryKeyring())
    keep_key(OURS, "sk-1")
    monkeypatch.setenv(VARIABLE, "sk-2")
    assert (find_key(OURS).key, find_key(OURS).place) == ("sk-2", KeyPlace.ENVIRONMENT)


@pytest.mark.parametrize("keychain", [NoKeyring, ForgetfulKeyring, LockedKeyring])
def test_that_without_a_keychain_a_key_is_for_this_session(keychain: type[KeyringBackend]) -> None:
    keyring.set_keyring(keychain())
    assert keep_key(OURS, "sk-1") is KeyPlace.SESSION
    assert (find_key(OURS).key, find_key(OURS).place) == ("sk-1", KeyPlace.SESSION)
    assert find_key(OTHER).place is KeyPlace.NOWHERE


def test_that_a_keychain_that_waits_for_somebody_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_WAIT_SECONDS", 0.01)
    keyring.set_keyring(SilentKeyring())
    assert keep_key(OURS, "sk-1") is KeyPlace.SESSION


@pytest.mark.parametrize(
    ("length", "place"), [(1_280, KeyPlace.KEYCHAIN), (1_281, KeyPlace.SESSION), (4_000, KeyPlace.SESSION)]
)
def test_that_a_key_too_long_for_the_keychain_harms_none_that_is_kept(length: int, place: KeyPlace) -> None:
    keyring.set_keyring(MemoryKeyring())
    keep_key(OTHER, "sk-other")
    assert keep_key(OURS, "k" * length) is place
    assert find_key(OURS).key == "k" * length
    assert find_key(OTHER).key == "sk-other"


def test_that_an_empty_key_forgets_the_one_that_is_kept() -> None:
    keyring.set_keyring(MemoryKeyring())
    keep_key(OURS, "sk-1")
    assert keep_key(OURS, " ") is KeyPlace.NOWHERE
    assert find_key(OURS).key == ""


def test_that_a_found_key_is_not_shown() -> None:
    keyring.set_keyring(MemoryKeyring())
    keep_key(OURS, "sk-TESTLEAK123")
    assert "TESTLEAK" not in repr(find_key(OURS))
