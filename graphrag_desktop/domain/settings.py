"""Every setting once: its type, default, range and words, and what it makes stale."""

import math
from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, fields, replace
from typing import cast

from graphrag_desktop.domain.errors import InvalidSetting
from graphrag_desktop.domain.model_settings import ModelChoices
from graphrag_desktop.domain.setting_words import SettingValue, SettingWords

__all__ = ["SettingValue", "SettingWords", "Settings", "parse_setting", "setting_words"]


@dataclass(frozen=True, slots=True)
class Settings(ModelChoices):
    """The settings of a project."""

    def __post_init__(self) -> None:
        for each in fields(self):
            _check(each, getattr(self, each.name))
        if self.overlap_tokens >= self.unit_tokens:
            raise InvalidSetting(
                f"overlap_tokens is {self.overlap_tokens} and unit_tokens is {self.unit_tokens}: each text unit would start before the last one ended and never get further.",
                "Make overlap_tokens smaller than unit_tokens, for example 100 and 600.",
            )

    def changed(self, changes: Mapping[str, SettingValue]) -> "Settings":
        """These settings with some values changed; raises `InvalidSetting`."""
        for name in changes:
            setting_words(name)
        return replace(self, **changes)  # type: ignore[arg-type]  # checked in __post_init__

    def as_dict(self) -> dict[str, SettingValue]:
        """Name and value of each, in the order shown."""
        return asdict(self)


def setting_words(name: str) -> SettingWords:
    """The words of a setting; raises `InvalidSetting` for a name that is none."""
    for each in fields(Settings):
        if each.name == name:
            return cast(SettingWords, each.metadata["words"])
    known = ", ".join(each.name for each in fields(Settings))
    raise InvalidSetting(f"There is no setting “{name}”.", f"The settings are: {known}.")


def parse_setting(assignment: str) -> tuple[str, SettingValue]:
    """Read `name=value` as typed by a person; raises `InvalidSetting`."""
    name, sign, text = (part.strip() for part in assignment.partition("="))
    words = setting_words(name)
    declared = str(next(each.type for each in fields(Settings) if each.name == name))
    is_any_text = not words.choices and not any(kind in declared for kind in ("int", "float", "bool"))
    if not sign or not (text or is_any_text):
        raise InvalidSetting(f"“{assignment}” sets nothing.", f"Write --set {name}=VALUE.")
    try:
        return name, _convert(text, declared)
    except (ValueError, KeyError) as error:
        raise InvalidSetting(f"{name}={text} cannot be read.", _range_words(name, words)) from error


def _convert(text: str, declared: str) -> SettingValue:
    if "None" in declared and text.lower() in {"auto", "none"}:
        return None
    if "bool" in declared:
        return {
            "on": True,
            "true": True,
            "yes": True,
            "1": True,
            "off": False,
            "false": False,
            "no": False,
            "0": False,
        }[text.lower()]
    if "float" in declared:
        return float(text)
    if "int" in declared:
        return int(text.replace("_", "").replace(",", ""), 0)
    return text


def _check(declared: "Field[SettingValue]", value: SettingValue) -> None:
    words = cast(SettingWords, declared.metadata["words"])
    if value is None and declared.default is None:
        return
    if (words.choices and value not in words.choices) or not _is_of_kind(value, str(declared.type)):
        raise InvalidSetting(f"{declared.name} is “{value}”.", _range_words(declared.name, words))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        is_low = words.low is not None and value < words.low
        is_high = words.high is not None and value > words.high
        if is_low or is_high or math.isnan(value):
            raise InvalidSetting(f"{declared.name} is {value}.", _range_words(declared.name, words))


def _is_of_kind(value: SettingValue, declared: str) -> bool:
    if "bool" in declared:
        return isinstance(value, bool)
    if "float" in declared:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if "int" in declared:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str)


def _range_words(name: str, words: SettingWords) -> str:
    if words.choices:
        return f"{name} is one of: {', '.join(words.choices)}."
    if words.low is not None and words.high is not None:
        return f"{name} is a number from {words.low:,.10g} to {words.high:,.10g}."
    return f"{name} is on or off."
