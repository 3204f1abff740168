"""Secrets in use since the program began, so that logs and reports are written without them and no other process has them."""

import os
import threading

_SHORTEST = 6  # shorter ones would blacken ordinary words
_KEY_ENDINGS = ("_API_KEY", "_API_TOKEN", "_ACCESS_KEY", "_SECRET_KEY", "_ACCESS_TOKEN")
_LOCK = threading.Lock()
_KNOWN: set[str] = set()
_TAKEN: dict[str, str] = {}


def remember_secret(secret: str) -> None:
    """Note a key or a password that is in use; it is held in memory alone."""
    if len(secret) >= _SHORTEST:
        with _LOCK:
            _KNOWN.add(secret)


def known_secrets() -> tuple[str, ...]:
    """All that were noted, the longest first."""
    with _LOCK:
        return tuple(sorted(_KNOWN, key=len, reverse=True))


def take_key_variables() -> None:
    """Take keys out of the environment into memory: processes that are started from now on do not inherit them.

    Whatever is named like a key is taken, of other programs too: none of it is needed. To be called before there is a
    second thread.
    """
    for name in [each for each in os.environ if each.upper().endswith(_KEY_ENDINGS)]:
        _TAKEN[name] = os.environ.pop(name)
        remember_secret(_TAKEN[name])


def key_variable(name: str) -> str:
    """The key that the environment has or had under a name; empty for none."""
    return os.environ.get(name) or _TAKEN.get(name, "")
