"""Numbers are read however they are written."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.language.number_values import written_numbers


def values(text: str) -> list[str]:
    return [f"{each.value.normalize():f}{'%' if each.is_percentage else ''}" for each in written_numbers(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,200 people, 1200 people, 1.2 thousand people", ["1200", "1200", "1200"]),
        ("$3.5bn, 40k and 2 million", ["3500000000", "40000", "2000000"]),
        ("twelve hundred, twenty-one, two hundred and fifty", ["1200", "21", "250"]),
        ("a hundred million; three thousand two hundred", ["100000000", "3200"]),
        ("12 %, 21 percent, 7 per cent", ["12%", "21%", "7%"]),
        ("one of the two men, zero sum", ["2"]),
        ("3만 5천 명과 35,000명", ["35000", "35000"]),
        ("1억 2,000만 원, 7퍼센트", ["120000000", "7%"]),
        ("삼만 오천 명, 이천 명", ["35000", "2000"]),
        ("이만 하면 됐다. 사천은 도시다.", []),
        ("三万五千人，3.5万人，二十三", ["35000", "35000", "23"]),
        ("百分之十二，1億2000万円", ["12%", "120000000"]),
        ("Room B12 and version 1.2.3", []),
        ("", []),
    ],
)
def test_that_a_number_comes_to_what_it_says(text: str, expected: list[str]) -> None:
    assert values(text) == expected


@given(st.integers(min_value=0, max_value=10**12))
def test_that_groups_of_three_do_not_change_a_number(number: int) -> None:
    assert [each.value for each in written_numbers(f"so {number:,} it is")] == [Decimal(number)]


@given(st.text(alphabet="0123456789 ,.만억천백十百千万亿三五twohundred%-", max_size=60))
def test_that_numbers_lie_in_the_text_one_after_the_other(text: str) -> None:
    end = 0
    for each in written_numbers(text):
        assert end <= each.span.start < each.span.end <= len(text)
        end = each.span.end
