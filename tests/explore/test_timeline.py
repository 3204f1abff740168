"""What the documents date: read, put in order, counted by day, month or year, and narrowed to a range."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.timeline import Step, Timeline, step_for, timeline
from graphrag_desktop.language.dates import placed_dates
from graphrag_desktop.project import Project
from graphrag_desktop.storage import graph
from tests.projects import MILL, document_of, make_project

DATED = replace(
    MILL,
    texts={
        **MILL.texts,
        "diary.txt": (
            "Norden Paper opened its mill on the River Ouse in 1987.\n"
            "On 3 March 2001 the Harwick Council wrote to Norden Paper.\n"
            "In April 2001 and again on 5 May 2001 Edith Vane saw the River Ouse turn brown.\n"
            "Norden Paper sold 1,900 tonnes and 2000 tonnes in two years.\n"
            "2003年，哈里克议会关闭了工厂。\n"
        ),
    },
)  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path / "dated.graphrag", DATED) as made:
        yield made


@pytest.fixture
def read(project: Project) -> Timeline:
    return timeline(project, RunControl())


def _day(year: int, month: int = 1, day: int = 1) -> int:
    return date(year, month, day).toordinal()


def test_that_every_date_with_a_year_is_there_in_order_and_no_amount_is(read: Timeline) -> None:
    told = [(each.start, each.words[:12]) for each in read.records]
    assert told == [
        ((1987, 0, 0), "Norden Paper"),
        ((1998, 0, 0), "Tom Hale ope"),
        ((2001, 3, 3), "On 3 March 2"),
        ((2001, 4, 0), "In April 200"),
        ((2001, 5, 5), "In April 200"),
        ((2003, 0, 0), "2003年，哈里克议会关"),
    ]
    assert read.span == (_day(1987), _day(2003, 12, 31))


def test_that_a_record_leads_to_its_very_words(read: Timeline) -> None:
    for each in read.records:
        text = DATED.texts[each.evidence.path]
        assert text[each.evidence.span.start : each.evidence.span.end] == each.words == each.evidence.quote


@pytest.mark.parametrize(
    ("row", "years"),
    [
        ("files[93]: file: a.txt; tokens: 1596; chars: 8430", []),
        ("Name: Norden Paper; Year: 1987; Staff: 1750", [1987]),
        ("Staff: 1750", []),
        ("The year was: 1987 and it rained", [1987]),
    ],
)
def test_that_a_number_of_a_table_is_a_year_only_under_such_a_heading(row: str, years: list[int]) -> None:
    assert [each.year for each in placed_dates(row)] == years


def test_that_a_range_leaves_what_is_known_to_lie_in_it(project: Project, read: Timeline) -> None:
    spring = read.narrowed(_day(2001, 3, 1), _day(2001, 4, 30))
    assert [each.start for each in spring.records] == [(2001, 3, 3), (2001, 4, 0)]
    titles = {each.number: each.title for each in graph.entities(project.database)}
    assert {titles[each] for each in spring.entities} == {"Harwick Council", "Norden Paper", "Edith Vane", "River Ouse"}
    assert spring.documents == {document_of(DATED, "diary.txt")}
    assert spring.communities <= {4, 5}
    assert spring.communities
    inside_a_year = read.narrowed(_day(1998, 2, 1), _day(1998, 3, 1))
    assert not inside_a_year.records, "a year alone may be any of its days"


def test_that_bars_count_each_record_once_and_say_what_is_too_coarse(read: Timeline) -> None:
    assert read.span is not None
    years = read.bars(*read.span, step=Step.YEAR)
    assert years.sentences.sum() == 6
    assert (years.count, years.coarse) == (17, 0)
    months = read.bars(_day(1998), _day(2001, 12, 31), step=Step.MONTH)
    assert months.sentences.sum() == 3
    assert months.coarse == 1
    days = read.bars(_day(2001, 3, 1), _day(2001, 5, 10), step=Step.DAY)
    assert (int(days.sentences.sum()), days.coarse) == (2, 1)
    assert days.sentences[2] == 1
    assert read.bars(*read.span).step is Step.YEAR, "half of these dates are years alone"
    decades = read.bars(*read.span, step=Step.DECADE)
    assert decades.sentences.tolist() == [1, 1, 4]


@pytest.mark.parametrize(
    ("days", "step"), [(30, Step.DAY), (400, Step.MONTH), (365 * 20, Step.MONTH), (365 * 230, Step.YEAR), (365 * 500, Step.DECADE)]
)  # fmt: skip
def test_that_the_step_suits_the_span(days: int, step: Step) -> None:
    assert step_for(_day(1800), _day(1800) + days - 1) is step


def test_that_a_period_is_in_every_range_that_it_touches(read: Timeline) -> None:
    claim = replace(
        read.records[0], kind=Kind.CLAIM, first=_day(1990), last=_day(1995, 12, 31), is_period=True, start=(1990, 0, 0), end=(1995, 0, 0)
    )  # fmt: skip
    assert claim.lies_in(_day(1995), _day(2005))
    assert not claim.lies_in(_day(1996), _day(2005))
    bars = Timeline((claim,)).bars(_day(1988), _day(2000), step=Step.YEAR)
    assert bars.claims.sum() == 1
    assert bars.sentences.sum() == 0


def test_that_a_project_without_dates_has_an_empty_timeline(tmp_path: Path) -> None:
    bare = replace(MILL, texts={path: text.replace("1998", "spring") for path, text in MILL.texts.items()})
    with make_project(tmp_path / "bare.graphrag", bare) as project:
        assert timeline(project, RunControl()) == Timeline(())
        assert Timeline(()).span is None
