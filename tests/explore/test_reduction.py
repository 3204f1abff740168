"""How parts are reduced to an answer, recomputed for any budget from what is kept."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Answer, ReportUse, ScoredPart, Use
from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView
from graphrag_desktop.explore.reduction import Fate, budget_of, not_asked, reduction, whole_budget
from tests.explore.test_answers import ANSWER

CASES = json.loads((Path(__file__).parent.parent / "data/method/reduce.json").read_text())
WORKED = next(case for case in CASES if case["budget"] == 250 and "table" in case)


def _answer(case: dict[str, object]) -> Answer:
    rows = case["rows"]
    assert isinstance(rows, list)
    parts = tuple(
        ScoredPart(number, (number,), score, tokens, is_kept=name in case["keep"])  # type: ignore[operator]
        for number, (name, score, tokens) in enumerate(rows, start=1)
    )
    reports = tuple(
        ReportUse(number, name, score, Use.READ if score else Use.ZERO)
        for number, (name, score, _) in enumerate(rows, start=1)
    )
    return replace(ANSWER, parts=parts, reports=reports)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['source']} {case['budget']}")
def test_that_the_budget_cuts_where_the_answer_would_be_cut(case: dict[str, object]) -> None:
    shown = reduction(_answer(case), case["budget"])  # type: ignore[arg-type]
    assert [row.reports[0].title for row in shown.rows if row.fate is Fate.INSIDE] == case["keep"]
    assert shown.tokens == case["used"]
    assert shown.is_as_answered


def test_that_the_table_of_the_paper_comes_out_and_a_larger_budget_adds_the_next() -> None:
    answer = _answer(WORKED)
    shown = reduction(answer, 250)
    words = {Fate.INSIDE: "in", Fate.OVER: "over budget"}
    table = [
        [row.reports[0].title, row.part.score, row.part.tokens, row.total, words[row.fate]]
        for row in shown.rows
        if row.rank is not None
    ]
    assert table == WORKED["table"]
    assert [(row.reports[0].title, row.total) for row in shown.rows if row.fate is Fate.ZERO] == [("L4", None)]
    larger = reduction(answer, 265)
    assert [row.reports[0].title for row in larger.rows if row.fate is Fate.INSIDE] == ["L6", "L2", "L1"]
    assert not larger.is_as_answered
    assert whole_budget(answer) == 380


def test_that_a_failed_part_stands_last_and_is_never_inside() -> None:
    failed = ScoredPart(2, (5,), 90, 10, is_kept=False, failure="The server hung up.")
    shown = reduction(replace(ANSWER, parts=(*ANSWER.parts, failed)), 1_000)
    assert [row.fate for row in shown.rows] == [Fate.INSIDE, Fate.FAILED]
    assert (shown.inside, shown.helpful) == (1, 1)


def test_that_the_budget_is_the_one_that_was_noted_else_what_was_used() -> None:
    assert budget_of(replace(ANSWER, reduce_budget=8_000)) == 8_000
    assert budget_of(ANSWER) == 12


def test_that_communities_whose_report_was_not_read_are_named() -> None:
    rows = {
        number: CommunityRow(number, 1, None, (), f"C {number}", 3, 1.0, 9, has_report, is_single)
        for number, has_report, is_single in ((4, True, False), (5, True, False), (6, False, False), (7, True, True))
    }
    hierarchy = HierarchyView(rows, ((4, 5, 6, 7), (4, 5, 6, 7)))
    assert [row.number for row in not_asked(ANSWER, hierarchy)] == [6]
    assert not_asked(replace(ANSWER, level=7), hierarchy) == ()
