"""The pace at which a server is asked."""

import pytest

from graphrag_desktop.domain.errors import CapReached, ModelUnavailable
from graphrag_desktop.domain.events import WaitingForServer
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.models import Usage
from graphrag_desktop.llm.rates import Rates
from graphrag_desktop.llm.retries import RetryPolicy, refuse_long_wait
from graphrag_desktop.llm.usage import Allowance, Caps, Price
from tests.llm.clocks import Clock, WaitingControl


def test_that_requests_keep_to_so_many_a_minute() -> None:
    clock = Clock()
    control = WaitingControl(clock)
    rates = Rates(60, None, clock)
    begun = clock.now
    for _ in range(130):
        rates.wait(1, control)
    assert clock.now - begun == pytest.approx(130 - 1 - 6, abs=1)  # the first six seconds' worth may come at once
    assert len(control.waits) <= 130  # each waits once, for its own moment


def test_that_tokens_keep_to_so_many_a_minute_and_are_corrected_by_what_was_used() -> None:
    clock = Clock()
    control = WaitingControl(clock)
    rates = Rates(None, 6_000, clock)
    begun = clock.now
    for _ in range(20):
        rates.wait(1_000, control)
        rates.correct(1_000, 500)
    assert clock.now - begun == pytest.approx((19 * 500 - 600) / 100, abs=10)


def test_that_without_limits_nobody_waits() -> None:
    clock = Clock()
    control = WaitingControl(clock)
    rates = Rates(None, None, clock)
    for _ in range(100):
        rates.wait(1_000_000, control)
    assert control.waits == []


def test_that_a_server_that_asks_to_wait_holds_everybody_back_and_is_told_once() -> None:
    clock = Clock()
    control = WaitingControl(clock)
    rates = Rates(None, None, clock)
    for _ in range(25):
        rates.hold(50, "it asks to wait", control)
    until = clock.now + 50
    for _ in range(3):
        rates.wait(10, control)
    assert clock.now == until
    assert control.events == [WaitingForServer(50, "it asks to wait")]


def test_that_waits_between_attempts_grow_to_a_limit_and_differ() -> None:
    policy = RetryPolicy(first=0.5, longest=30)
    waits = [policy.wait(attempt) for attempt in range(1, 11)]
    assert all(0.25 * 2**at <= wait <= 0.5 * 2**at for at, wait in enumerate(waits[:6]))
    assert all(15 <= wait <= 30 for wait in waits[7:])
    assert len({policy.wait(1) for _ in range(20)}) > 10


def test_that_advice_is_obeyed_and_nobody_comes_back_early() -> None:
    policy = RetryPolicy()
    assert all(7 <= policy.advised(7) <= 7.7 for _ in range(50))


def test_that_a_wait_nobody_sits_out_pauses_the_run() -> None:
    refuse_long_wait(600, "http://a")
    with pytest.raises(ModelUnavailable, match="asks to wait 3 hours"):
        refuse_long_wait(3 * 3600, "http://a")


@pytest.mark.parametrize(
    ("caps", "words"),
    [
        (Caps(calls=3), "3 calls"),
        (Caps(tokens=250), "250 tokens"),
        (Caps(money=0.25), "0.25 in money"),
        (Caps(minutes=3), "3 minutes"),
    ],
)
def test_that_a_cap_ends_the_calls(caps: Caps, words: str) -> None:
    clock = Clock()
    allowance = Allowance(caps, clock)
    run, other = RunControl(), RunControl()
    for _ in range(3):
        allowance.begin_call(run)
        allowance.end_call(run, Usage(80, 20), Price(1_000, 500))
        clock.now += 60
    with pytest.raises(CapReached, match=words):
        allowance.begin_call(run)
    allowance.begin_call(other)


def test_that_a_price_is_for_a_million_tokens() -> None:
    assert Price(0.15, 0.60).of(Usage(2_000_000, 500_000)) == pytest.approx(0.60)
