"""How long a run will still take."""

import pytest

from graphrag_desktop.domain.events import Stage, StageAdvanced, StageFinished, StageStarted
from graphrag_desktop.ui.run_estimate import RunEstimate


def _reading(share: float, seconds: float, kept: int = 0) -> RunEstimate:
    estimate = RunEstimate(0.0)
    for stage in (Stage.DOCUMENTS, Stage.TEXT_UNITS):
        estimate.follow(StageStarted(stage, 10), 0.0)
        estimate.follow(StageFinished(stage), 0.5)
    estimate.follow(StageStarted(Stage.EXTRACTION, 100), 1.0)
    estimate.follow(StageAdvanced(Stage.EXTRACTION, kept), 1.0)
    estimate.follow(StageAdvanced(Stage.EXTRACTION, int(share * 100)), seconds)
    return estimate


def test_that_nothing_is_said_before_anything_is_known() -> None:
    assert RunEstimate(0.0).left(10.0) is None
    assert _reading(0.2, 2.0).left(2.0) is None


def test_that_the_time_left_shrinks_and_its_spread_with_it() -> None:
    early, late = _reading(0.2, 20.0).left(20.0), _reading(0.9, 90.0).left(90.0)
    assert early is not None and late is not None
    assert late.low < late.high < early.low < early.high
    assert late.high / late.low < early.high / early.low


def test_that_the_middle_of_the_spread_follows_the_rate() -> None:
    left = _reading(0.5, 50.0).left(50.0)
    assert left is not None and left.low < 50.0 < left.high


def test_that_what_was_kept_from_before_does_not_make_it_faster() -> None:
    fresh, resumed = _reading(0.5, 50.0).left(50.0), _reading(0.5, 50.0, kept=40).left(50.0)
    assert fresh is not None and resumed is not None and resumed.low > 3 * fresh.low


def test_that_a_pause_takes_no_time() -> None:
    paused = _reading(0.5, 50.0)
    before = paused.left(50.0)
    paused.hold(50.0)
    assert paused.left(80.0) == before
    paused.resume(90.0)
    assert paused.left(90.0) == before


def test_that_a_rate_counts_what_this_run_did() -> None:
    assert _reading(0.5, 11.0).rate(Stage.EXTRACTION, 11.0) == pytest.approx(5.0)
    assert _reading(0.5, 11.0, kept=30).rate(Stage.EXTRACTION, 11.0) == pytest.approx(2.0)
    assert _reading(0.5, 11.0).rate(Stage.LAYOUT, 11.0) is None


def test_that_a_whole_run_is_done() -> None:
    estimate = RunEstimate(0.0)
    for stage in Stage:
        estimate.follow(StageFinished(stage), 1.0)
    assert estimate.progress == pytest.approx(1.0)
