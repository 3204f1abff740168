"""How long a server asks to wait, in all the ways in which servers say it."""

import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

_EPOCH_SECONDS = 10_000_000  # a larger number is a moment, no duration
_EPOCH_MILLISECONDS = 100_000_000_000
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)(?![a-z])", re.IGNORECASE)
_TIME = r"(\d+(?:\.\d+)?)\s*(milliseconds?|millis|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h)(?![a-z])"
_IN_WORDS = re.compile(
    rf"(?:try again|retry|wait|available|reset\w*|come back)[^.\n]{{0,60}}?\b(?:in|after|for|within|wait|of)?\s*((?:{_TIME}\s*(?:and\s*)?)+)",
    re.IGNORECASE,
)
_PART = re.compile(_TIME, re.IGNORECASE)
_RETRY_DELAY = re.compile(r'"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"')
_RESETS = ("requests", "tokens", "input-tokens", "output-tokens")


def advised_wait(headers: Mapping[str, str], body: str, now: float | None = None) -> float | None:
    """Seconds to wait by a refusal's headers (names in lower case) or words; None where it says nothing of use.

    Understood: `retry-after-ms`, `retry-after` as seconds or date, words such as “try again in 1m30s”, `retryDelay`, and
    the `reset` of whatever limit is used up, as seconds, duration or moment. No wait at all is no advice.
    """
    moment = time.time() if now is None else now
    for found in (
        _milliseconds(headers.get("retry-after-ms")),
        _retry_after(headers, moment),
        _in_words(body),
        _resets(headers, moment),
    ):
        if found is not None and found > 0:
            return found
    return None


def _milliseconds(value: str | None) -> float | None:
    number = _number(value)
    return None if number is None else number / 1000


def _retry_after(headers: Mapping[str, str], now: float) -> float | None:
    value = headers.get("retry-after")
    if value is None:
        return None
    if (number := _number(value)) is not None:
        return number
    if (duration := _duration(value)) is not None:
        return duration
    date = _date(value)
    if date is None:
        return None
    told = _date(headers.get("date", ""))  # the server's own clock, where it says what that shows
    return max(0.0, date - (now if told is None else told))


def _resets(headers: Mapping[str, str], now: float) -> float | None:
    """The longest of the limits that are used up; of all, where it does not say which."""
    found: dict[str, float] = {}
    used_up: list[float] = []
    for prefix in ("x-ratelimit", "ratelimit", "anthropic-ratelimit"):
        for kind in _RESETS:
            value = headers.get(f"{prefix}-reset-{kind}") or headers.get(f"{prefix}-{kind}-reset")
            wait = None if value is None else _moment_or_duration(value, now)
            if wait is not None:
                found[f"{prefix} {kind}"] = wait
                left = headers.get(f"{prefix}-remaining-{kind}") or headers.get(f"{prefix}-{kind}-remaining")
                if _number(left) == 0:
                    used_up.append(wait)
        value = headers.get(f"{prefix}-reset")
        wait = None if value is None else _moment_or_duration(value, now)
        if wait is not None:
            found[prefix] = wait
    return max(used_up or found.values(), default=None)


def _moment_or_duration(value: str, now: float) -> float | None:
    number = _number(value)
    if number is not None:
        if number > _EPOCH_MILLISECONDS:
            return number / 1000 - now
        return number - now if number > _EPOCH_SECONDS else number
    if (duration := _duration(value)) is not None:
        return duration
    date = _date(value)
    return None if date is None else date - now


def _in_words(body: str) -> float | None:
    if match := _RETRY_DELAY.search(body):
        return float(match[1])
    match = _IN_WORDS.search(body)
    if match is None:
        return None
    return sum(float(amount) * _unit(unit) for amount, unit in _PART.findall(match[1]))


def _unit(word: str) -> float:
    lower = word.lower()
    return _UNITS["ms"] if lower.startswith(("ms", "milli")) else _UNITS[lower[0]]


def _duration(value: str) -> float | None:
    parts = _DURATION.findall(value)
    if not parts or _DURATION.sub("", value).strip():
        return None
    return sum(float(amount) * _UNITS[unit.lower()] for amount, unit in parts)


def _number(value: str | None) -> float | None:
    try:
        return None if value is None else float(value.strip())
    except ValueError:
        return None


def _date(value: str) -> float | None:
    try:
        return parsedate_to_datetime(value).timestamp()
    except (ValueError, TypeError, IndexError):
        return _iso_date(value)


def _iso_date(value: str) -> float | None:
    from datetime import datetime

    try:
        return datetime.fromisoformat(value.strip()).timestamp()
    except ValueError:
        return None
