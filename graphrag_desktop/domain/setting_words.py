"""What a person reads about a setting, and how a setting is declared with it."""

from dataclasses import dataclass, field

SettingValue = int | float | bool | str | None


@dataclass(frozen=True, slots=True)
class SettingWords:
    """What a person reads about a setting, and the values it may have.

    `low` and `high` are inclusive. `choices` are the allowed words of a text setting. `stale` names what must be made
    again after a change: units, communities, reports, answers or nothing.
    """

    label: str
    explanation: str
    stale: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()


def number_setting(default: SettingValue, label: str, explanation: str, stale: str, **limits: float) -> SettingValue:
    """A setting that is a number or on and off."""
    words = SettingWords(label, explanation, stale, limits.get("low"), limits.get("high"))
    return field(default=default, metadata={"words": words})


def text_setting(default: str, label: str, explanation: str, stale: str, *choices: str) -> str:
    """A setting that is a text, one of `choices` where there are any."""
    words = SettingWords(label, explanation, stale, choices=choices)
    return field(default=default, metadata={"words": words})
