"""Secrets that were used since the program began, so that whoever writes a log or a report can take them out."""

import threading

_SHORTEST = 6  # shorter ones would blacken ordinary words
_LOCK = threading.Lock()
_KNOWN: set[str] = set()


def remember_secret(secret: str) -> None:
    """Note a key or a password that is in use; it is held in memory alone."""
    if len(secret) >= _SHORTEST:
        with _LOCK:
            _KNOWN.add(secret)


def known_secrets() -> tuple[str, ...]:
    """All that were noted, the longest first."""
    with _LOCK:
        return tuple(sorted(_KNOWN, key=len, reverse=True))
