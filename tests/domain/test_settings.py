"""Settings: what is refused, and in which words."""

import pytest

from graphrag_desktop.domain.errors import InvalidSetting
from graphrag_desktop.domain.settings import Settings, SettingValue, parse_setting, setting_words


def test_that_the_defaults_are_those_of_the_paper_and_the_design() -> None:
    settings = Settings()
    assert (settings.unit_tokens, settings.overlap_tokens, settings.encoding) == (600, 100, "o200k_base")
    assert (settings.report_data_tokens, settings.map_data_tokens, settings.reduce_data_tokens) == (8000, 8000, 8000)
    assert settings.seed == 0xDEADBEEF
    assert settings.join_components


@pytest.mark.parametrize(
    ("assignment", "expected"),
    [
        ("unit_tokens=1200", ("unit_tokens", 1200)),
        (" unit_tokens = 1_200 ", ("unit_tokens", 1200)),
        ("seed=0xDEADBEEF", ("seed", 0xDEADBEEF)),
        ("resolution=0.7", ("resolution", 0.7)),
        ("resolution=auto", ("resolution", None)),
        ("max_cluster_size=none", ("max_cluster_size", None)),
        ("join_components=off", ("join_components", False)),
        ("join_components=Yes", ("join_components", True)),
        ("encoding=cl100k_base", ("encoding", "cl100k_base")),
    ],
)
def test_that_an_assignment_is_read_as_typed(assignment: str, expected: tuple[str, SettingValue]) -> None:
    assert parse_setting(assignment) == expected
    Settings().changed(dict([expected]))


@pytest.mark.parametrize(
    "assignment",
    ["unit_tokens", "unit_tokens=", "unit_tokens=many", "unit_tokens=none", "join_components=maybe", "resolution=x"],
)
def test_that_an_assignment_that_cannot_be_read_says_what_can(assignment: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        parse_setting(assignment)
    assert caught.value.hint


def test_that_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InvalidSetting, match="no setting “size”") as caught:
        parse_setting("size=3")
    assert "unit_tokens" in caught.value.hint
    with pytest.raises(InvalidSetting):
        Settings().changed({"size": 3})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("unit_tokens", 49),
        ("unit_tokens", 8001),
        ("unit_tokens", 600.5),
        ("unit_tokens", "600"),
        ("unit_tokens", True),
        ("unit_tokens", None),
        ("resolution", 0.0),
        ("resolution", float("nan")),
        ("resolution", float("inf")),
        ("seed", -1),
        ("encoding", "p50k_base"),
        ("encoding", None),
        ("join_components", 1),
        ("join_components", None),
    ],
)
def test_that_a_value_out_of_range_or_of_another_kind_is_refused(name: str, value: SettingValue) -> None:
    with pytest.raises(InvalidSetting, match=name) as caught:
        Settings().changed({name: value})
    assert name in caught.value.hint


@pytest.mark.parametrize(("size", "overlap"), [(100, 100), (60, 90)])
def test_that_an_overlap_as_large_as_the_unit_is_refused_with_its_reason(size: int, overlap: int) -> None:
    with pytest.raises(InvalidSetting, match="would start before the last one ended and never get further") as caught:
        Settings(unit_tokens=size, overlap_tokens=overlap)
    assert caught.value.hint == "Make overlap_tokens smaller than unit_tokens, for example 100 and 600."


def test_that_every_setting_has_words_and_takes_its_default() -> None:
    for name, value in Settings().as_dict().items():
        words = setting_words(name)
        assert words.label
        assert words.explanation.endswith(".")
        assert words.stale in {"units", "communities", "reports", "answers", "nothing", "extraction"}
        assert Settings().changed({name: value}) == Settings()
