"""Dates are read however they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.language.dates import Day, WrittenDate, day_told, first_day, written_dates, year_in


def dates(text: str) -> list[tuple[int | None, int | None, int | None]]:
    return [(each.year, each.month, each.day) for each in written_dates(text)]


def one(text: str) -> WrittenDate:
    (found,) = written_dates(text)
    return found


@pytest.mark.parametrize(
    "text",
    ["3 March 2021", "the 3rd of March, 2021", "March 3, 2021", "Mar. 3 2021", "2021-03-03", "2021년 3월 3일", "2021年3月3日",
     "二〇二一年三月三日", "3.3.2021"],
)  # fmt: skip
def test_that_one_day_is_the_same_however_written(text: str) -> None:
    assert dates(f"On {text}, it rained.") == [(2021, 3, 3)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in March 2021 and in 1849", [(2021, 3, None), (1849, None, None)]),
        ("on May 3 and on the 5th of June", [(None, 5, 3), (None, 6, 5)]),
        ("12/25/2020 and 25/12/2020", [(2020, 12, 25), (2020, 12, 25)]),
        ("2021년 3월, 2021年3月", [(2021, 3, None), (2021, 3, None)]),
        ("1,849 men, $1849, 1849%, 3849", []),
        ("the 41 of March 2021", [(2021, 3, None)]),
    ],
)
def test_that_what_is_not_said_is_left_open(
    text: str, expected: list[tuple[int | None, int | None, int | None]]
) -> None:
    assert dates(text) == expected


def test_that_a_date_agrees_with_one_that_says_as_much() -> None:
    assert one("in 2021").agrees_with(one("3 March 2021"))
    assert not one("3 March 2021").agrees_with(one("in 2021"))
    assert not one("4 March 2021").agrees_with(one("3 March 2021"))


def test_that_a_date_in_figures_agrees_in_either_order() -> None:
    assert one("03/04/2021").agrees_with(one("3 April 2021"))
    assert one("03/04/2021").agrees_with(one("March 4, 2021"))
    assert not one("03/04/2021").agrees_with(one("5 April 2021"))


@given(st.text(alphabet="0123456789 ,./-年月日년월일MarchyJune", max_size=60))
def test_that_dates_lie_in_the_text_one_after_the_other(text: str) -> None:
    end = 0
    for each in written_dates(text):
        assert end <= each.span.start < each.span.end <= len(text)
        end = each.span.end


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The council met on 9 June 2015 in the Guildhall.", (2015, 6, 9)),
        ("On March 3, 2017 the crane fell.", (2017, 3, 3)),
        ("Night: 2017-03-04; Where: Ketter Shoal", (2017, 3, 4)),
        ("In February 2018 the lease was signed, and in May 2016 the first gift was paid.", (2016, 5, 0)),
        ("2018년 3월 21일에는 크레인이 쓰러졌다.", (2018, 3, 21)),
        ("2018年2月谈判终止。", (2018, 2, 0)),
        ("It has been so since 1904.", (1904, 0, 0)),
        ("They carried 1800 tonnes in 30 days.", None),
        ("Nothing happened.", None),
    ],
)
def test_that_the_earliest_whole_day_of_a_sentence_is_found(text: str, day: Day | None) -> None:
    assert first_day(text) == day


def test_that_a_year_in_the_name_of_a_file_is_found() -> None:
    assert [year_in(name) for name in ("1842-Tyler.txt", "report.pdf", "scan_20180101.pdf")] == [1842, 0, 0]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("In May 2016 the board signed the lease.", (2016, 5, 0)),
        ("On 3 June 2016 the board met, which had been founded in 1897.", (2016, 6, 3)),
        ("The ferry, which has crossed the bay since 1897, would end.", None),
        ("Anna Berg, who left the bank in 2015, now teaches.", None),
        ("She asked whether the date could be moved to March 2016.", None),
    ],
)
def test_that_a_sentence_tells_of_the_day_of_its_main_clause(text: str, day: Day | None) -> None:
    assert day_told(text) == day
