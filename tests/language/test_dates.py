"""Days as sentences write them."""

import pytest

from graphrag_desktop.language.dates import Day, first_day, year_in


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
