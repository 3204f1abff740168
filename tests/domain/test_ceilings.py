"""A ceiling of money: no call is begun that would go beyond it."""

import threading

import pytest

from graphrag_desktop.domain.ceilings import Ceiling
from graphrag_desktop.domain.errors import CapReached
from graphrag_desktop.domain.events import CallBegins, Event, ModelAsked
from graphrag_desktop.domain.prices import PriceList, TokenPrice
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.usage import CountingControl

PRICES = PriceList({"m": TokenPrice(1.0, 2.0)})
CALL = CallBegins("map", "m", 1_000, 500)  # 0.002
DONE = ModelAsked("map", "m", 1_000, 500)


def test_that_a_call_that_would_go_beyond_it_is_not_begun() -> None:
    ceiling = Ceiling(0.005, PRICES)
    for _ in range(2):
        ceiling.begin(CALL)
        ceiling.end(DONE)
    assert ceiling.spent == pytest.approx(0.004)
    assert not ceiling.has_refused
    with pytest.raises(CapReached) as refused:
        ceiling.begin(CALL)
    assert "0.005" in refused.value.message
    assert refused.value.hint
    assert ceiling.has_refused
    assert ceiling.spent == pytest.approx(0.004)


def test_that_calls_under_way_count_by_what_is_expected_of_them() -> None:
    ceiling = Ceiling(0.005, PRICES)
    other = threading.Thread(target=ceiling.begin, args=(CALL,))
    other.start()
    other.join()
    ceiling.begin(CALL)
    ceiling.end(DONE)
    with pytest.raises(CapReached):
        ceiling.begin(CALL)


def test_that_what_costs_nothing_is_always_begun() -> None:
    Ceiling(0.0, PRICES).begin(CallBegins("map", "unpriced", 1_000, 500))
    Ceiling(0.0, PriceList({})).begin(CALL)


def test_that_a_stored_reply_costs_nothing() -> None:
    ceiling = Ceiling(0.001, PRICES)
    ceiling.end(ModelAsked("map", "m", 0, 0, is_stored=True))
    assert ceiling.spent == 0


def test_that_a_control_refuses_under_each_of_its_ceilings_and_tells_what_it_hears() -> None:
    heard: list[Event] = []
    wide, narrow = Ceiling(1.0, PRICES), Ceiling(0.003, PRICES)
    control = CountingControl(CountingControl(RunControl(heard.append), (narrow,)), (wide,))
    control.emit(CALL)
    control.emit(DONE)
    with pytest.raises(CapReached):
        control.emit(CALL)
    assert heard == [CALL, DONE]
    assert wide.spent == pytest.approx(0.002)
    assert narrow.spent == pytest.approx(0.002)
