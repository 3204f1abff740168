"""How levels are called."""

from graphrag_desktop.domain.answers import LevelEstimate
from graphrag_desktop.ui.level_words import cost_words, level_name, same_words
from tests.ui.level_estimates import LEVELS


def test_that_levels_are_named_from_overview_to_detail() -> None:
    assert [level_name(level, 4) for level in range(4)] == ["C0 overview", "C1", "C2", "C3 detail"]
    assert level_name(0, 1) == "C0 overview"


def test_that_costs_are_told_in_reports_tokens_and_calls() -> None:
    assert cost_words(LEVELS[1]) == ("34 reports", "25k tokens", "4 + 1 calls")
    assert cost_words(LevelEstimate(0, 1, 0, 120, 1)) == ("1 report", "120 tokens", "1 + 1 calls")
    assert cost_words(LevelEstimate(0, 0, 5, 0, 0)) == ("0 reports", "0 tokens", "no calls")


def test_that_a_level_that_changes_nothing_says_so() -> None:
    assert [same_words(level) for level in LEVELS] == ["", "", "same as C1", ""]
