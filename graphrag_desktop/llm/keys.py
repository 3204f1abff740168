"""Where the keys of model servers are kept: the environment for scripts, the operating system's keychain, nothing else."""

import contextlib
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar, cast

from graphrag_desktop.domain.errors import ModelError
from graphrag_desktop.domain.known_secrets import key_variable, remember_secret
from graphrag_desktop.llm.hosts import check_key, origin

Answer = TypeVar("Answer")

VARIABLE = "GRAPHRAG_API_KEY"
"""The environment's key, for scripts; it comes before the keychain."""

_SERVICE = "GraphRAG Desktop"
_WAIT_SECONDS = 30.0  # a locked keychain waits for a person, who may not be there


class KeyPlace(StrEnum):
    """Where a key was found or put."""

    ENVIRONMENT = "the environment"
    KEYCHAIN = "the keychain"
    SESSION = "this session only"
    NOWHERE = "nowhere"


class KeychainUnusable(ModelError):
    """There is no keychain here, or it does not answer: a key can be used for this session only."""


@dataclass(frozen=True, slots=True)
class FoundKey:
    """A key and where it comes from. It is not shown where the record is printed."""

    place: KeyPlace
    key: str

    def __repr__(self) -> str:
        return f"FoundKey({self.place.value})"


_SESSION: dict[str, str] = {}


def find_key(base_url: str, *, takes_variable: bool = True) -> FoundKey:
    """The key for a server, the empty one where there is none: a key belongs to scheme, host and port, and goes nowhere else.

    The environment's key names no server: `takes_variable` says whether this is the one that it is meant for. May wait for a person to unlock the keychain: not for a thread that draws a window.
    """
    found = _found(base_url, takes_variable=takes_variable)
    remember_secret(found.key)
    return found


def keep_key(base_url: str, key: str) -> KeyPlace:
    """Keep the key in the keychain, where there is one that keeps it, else for this session; never in a file.

    An empty key forgets the one that is kept.
    """
    owner = origin(base_url)
    if not key.strip():
        _forget(owner)
        return KeyPlace.NOWHERE
    trimmed = check_key(key, base_url)
    remember_secret(trimmed)
    try:
        _into_keychain(owner, trimmed)
    except KeychainUnusable:
        _SESSION[owner] = trimmed
        return KeyPlace.SESSION
    _SESSION.pop(owner, None)
    return KeyPlace.KEYCHAIN


def hold_key(base_url: str, key: str) -> KeyPlace:
    """Have a key for as long as the program runs, in no keychain and no file."""
    _SESSION[origin(base_url)] = check_key(key, base_url)
    remember_secret(_SESSION[origin(base_url)])
    return KeyPlace.SESSION


def _found(base_url: str, *, takes_variable: bool) -> FoundKey:
    if takes_variable and (key := key_variable(VARIABLE)):
        return FoundKey(KeyPlace.ENVIRONMENT, check_key(key, base_url))
    owner = origin(base_url)
    if owner in _SESSION:
        return FoundKey(KeyPlace.SESSION, _SESSION[owner])
    try:
        kept = _from_keychain(owner)
    except KeychainUnusable:
        kept = None
    return FoundKey(KeyPlace.KEYCHAIN, kept) if kept else FoundKey(KeyPlace.NOWHERE, "")


def _from_keychain(owner: str) -> str | None:
    import keyring

    return _asked(lambda: keyring.get_password(_SERVICE, owner))


def _into_keychain(owner: str, key: str) -> None:
    import keyring

    _asked(lambda: keyring.set_password(_SERVICE, owner, key))
    if _from_keychain(owner) != key:  # one backend takes everything and keeps nothing
        raise KeychainUnusable("The keychain did not keep the key.", "It is used for this session only.")


def _forget(owner: str) -> None:
    import keyring

    _SESSION.pop(owner, None)
    with contextlib.suppress(KeychainUnusable):
        _asked(lambda: keyring.delete_password(_SERVICE, owner))


def _asked(question: Callable[[], Answer]) -> Answer:
    """What the keychain answers; raises `KeychainUnusable` where there is none, or nobody unlocks it in time."""
    from keyring.errors import KeyringError

    answers: queue.SimpleQueue[tuple[Answer | None, Exception | None]] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers.put((question(), None))
        except Exception as error:  # noqa: BLE001  # backends raise what their systems raise
            answers.put((None, error))

    threading.Thread(target=ask, name="keychain", daemon=True).start()
    try:
        answer, error = answers.get(timeout=_WAIT_SECONDS)
    except queue.Empty as overdue:
        raise KeychainUnusable(
            "The keychain does not answer.", "Unlock it, or use the key for this session."
        ) from overdue
    if error is not None:
        words = "there is none here" if isinstance(error, KeyringError) else type(error).__name__
        raise KeychainUnusable(
            f"The keychain cannot be used: {words}.", "The key is used for this session only."
        ) from error
    return cast(Answer, answer)
