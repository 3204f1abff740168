"""What must not leave this computer in a report or a log: keys, passwords, and who the analyst is."""

import re
from pathlib import Path

from graphrag_desktop.domain.known_secrets import known_secrets

_HIDDEN = "[removed]"
_PATTERNS = (
    re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{8,}"),
    re.compile(r"\b(?:sk|pk|rk|ghp|gho|xox[abps]|hf|gsk|AIza)[-_]?[A-Za-z0-9_-]{16,}"),
    re.compile(
        r"(?i)(\b(?:[\w-]*[_-])?(?:api[_-]?keys?|secrets?|(?:access|auth)?token|passw(?:or)?ds?|authorization|credentials?)"
        r"[\"']?\s*[:=]\s*)"
        r"(?:\"[^\"]*\"|'[^']*'|[^\s,;)}\]]+)"
    ),
    re.compile(r"(?i)(\w+://)[^\s/@:]+:[^\s/@]+@"),  # who signs in, in an address
)


def without_secrets(text: str) -> str:
    """The text without what looks like a key or a password, and with the home folder as `~`."""
    for secret in known_secrets():
        text = text.replace(secret, _HIDDEN)
    for pattern in _PATTERNS:
        text = pattern.sub(_covered, text)
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def _covered(found: re.Match[str]) -> str:
    before = found[1] if found.lastindex else ""
    return f"{before} {_HIDDEN}" if before.isalpha() else f"{before}{_HIDDEN}"
