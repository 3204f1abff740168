"""Every setting once: its type, default, range and words, and what it makes stale."""

import math
from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields, replace
from typing import cast

from graphrag_desktop.domain.errors import InvalidSetting

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


def _setting(default: SettingValue, label: str, explanation: str, stale: str, **limits: float) -> SettingValue:
    words = SettingWords(label, explanation, stale, limits.get("low"), limits.get("high"))
    return field(default=default, metadata={"words": words})


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a project. None means: what suits the engine and the size of the collection."""

    left_out: str = field(
        default="",
        metadata={
            "words": SettingWords(
                "Left out", "Files and folders not to be read: names or paths with * and ?, parted by commas.", "units"
            )
        },
    )
    codecs: str = field(
        default="",
        metadata={
            "words": SettingWords(
                "Encodings of files",
                "For text files whose encoding was guessed wrongly: name or path = encoding, as in letters/*.txt=cp949.",
                "units",
            )
        },
    )
    unit_tokens: int = cast(
        int,
        _setting(
            600,
            "Text unit",
            "Tokens in a text unit; 600 finds about twice the entities of 2,400.",
            "units",
            low=50,
            high=8_000,
        ),
    )
    overlap_tokens: int = cast(
        int, _setting(100, "Overlap", "Tokens that a text unit shares with the one before.", "units", low=0, high=4_000)
    )
    encoding: str = field(
        default="o200k_base",
        metadata={
            "words": SettingWords("Encoding", "How tokens are counted.", "units", choices=("o200k_base", "cl100k_base"))
        },
    )
    max_cluster_size: int | None = cast(
        int | None,
        _setting(
            None,
            "Largest community",
            "A community with more entities is split further.",
            "communities",
            low=2,
            high=10_000,
        ),
    )
    root_resolution: float | None = cast(
        float | None,
        _setting(
            None, "Resolution, overview", "Higher gives more communities at C0.", "communities", low=0.01, high=100
        ),
    )
    resolution: float | None = cast(
        float | None,
        _setting(
            None,
            "Resolution, below",
            "Higher gives more communities at deeper levels.",
            "communities",
            low=0.01,
            high=100,
        ),
    )
    seed: int = cast(
        int,
        _setting(
            0xDEADBEEF,
            "Seed",
            "The same seed gives the same communities and the same shuffles.",
            "communities",
            low=0,
            high=2**32 - 1,
        ),
    )
    join_components: bool = cast(
        bool,
        _setting(
            True,  # noqa: FBT003 - the default of the setting
            "Join components",
            "Entities without a path between them but with a shared text unit may share a community.",
            "communities",
        ),
    )
    report_data_tokens: int = cast(
        int,
        _setting(
            8_000,
            "Data for a report",
            "Tokens of records that a report is written from.",
            "reports",
            low=200,
            high=1_000_000,
        ),
    )
    report_tokens: int = cast(
        int, _setting(700, "Length of a report", "Tokens that a report may have.", "reports", low=100, high=8_000)
    )
    map_data_tokens: int = cast(
        int,
        _setting(
            8_000, "Data for a part", "Tokens of reports that one map call reads.", "answers", low=200, high=1_000_000
        ),
    )
    reduce_data_tokens: int = cast(
        int,
        _setting(
            8_000,
            "Data for an answer",
            "Tokens of parts that the final answer is written from.",
            "answers",
            low=200,
            high=1_000_000,
        ),
    )

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
