"""Many items, several workers: as they finish, never too many at a time, failures beside results."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.fan_out import fan_out
from graphrag_desktop.domain.run_control import RunControl

SOON = 10.0


def inverse(number: int) -> float:
    return 1 / number


@contextmanager
def threads(count: int) -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(count) as executor:
        yield executor


def test_that_one_failing_item_stands_beside_the_results_of_the_others() -> None:
    with threads(3) as executor:
        found = dict(fan_out(inverse, [2, 0, 4], executor, RunControl()))
    assert (found[2], found[4]) == (0.5, 0.25)
    assert isinstance(found[0], ZeroDivisionError)


def test_that_results_come_as_they_finish() -> None:
    second_is_done = threading.Event()

    def first_waits(name: str) -> str:
        if name == "first":
            assert second_is_done.wait(SOON)
        return name

    order = []
    with threads(2) as executor:
        for name, _ in fan_out(first_waits, ["first", "second"], executor, RunControl()):
            order.append(name)
            second_is_done.set()
    assert order == ["second", "first"]


def test_that_no_more_than_allowed_are_handed_in() -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(20):
            taken.append(number)
            yield number

    with threads(2) as executor:
        done = 0
        for _ in fan_out(str, numbers(), executor, RunControl(), in_flight=3):
            done += 1
            assert len(taken) - done <= 2
    assert done == 20


def test_that_cancel_withdraws_what_waits_and_raises() -> None:
    control = RunControl()
    go_on = threading.Event()
    begun: list[int] = []

    def wait_for_it(number: int) -> int:
        begun.append(number)
        assert go_on.wait(SOON)
        return number

    def run() -> None:
        with threads(1) as executor:
            try:
                for _ in fan_out(wait_for_it, range(100), executor, control, in_flight=8):
                    pytest.fail("nothing can have finished")
            finally:
                go_on.set()

    threading.Timer(0.05, control.cancel).start()
    with pytest.raises(Cancelled):
        run()
    assert len(begun) == 1


def test_that_a_run_cancelled_before_does_nothing() -> None:
    control = RunControl()
    control.cancel()
    with threads(1) as executor, pytest.raises(Cancelled):
        list(fan_out(inverse, [1], executor, control))


def test_that_a_held_run_yields_what_finishes_and_hands_in_nothing_new() -> None:
    control = RunControl()
    started: list[int] = []
    with threads(1) as executor:
        running = fan_out(started.append, range(6), executor, control, in_flight=2)
        next(running)
        control.hold()
        threading.Timer(0.3, control.resume).start()
        rest = [item for item, _ in running]
    assert sorted([0, *rest]) == list(range(6))
    assert started == list(range(6))


def test_that_leaving_early_withdraws_what_waits() -> None:
    go_on = threading.Event()
    begun: list[int] = []

    def second_waits(number: int) -> int:
        begun.append(number)
        if number:
            assert go_on.wait(SOON)
        return number

    with threads(1) as executor:
        running = fan_out(second_waits, range(50), executor, RunControl(), in_flight=8)
        assert next(running) == (0, 0)
        running.close()  # type: ignore[attr-defined]  # it is a generator
        go_on.set()
    assert len(begun) <= 2


@given(st.lists(st.integers(0, 5), max_size=30), st.integers(1, 9))
def test_that_every_item_comes_back_once(items: list[int], in_flight: int) -> None:
    with threads(2) as executor:
        found = list(fan_out(inverse, items, executor, RunControl(), in_flight=in_flight))
    assert sorted(item for item, _ in found) == sorted(items)
    for item, outcome in found:
        assert isinstance(outcome, ZeroDivisionError) if item == 0 else outcome == 1 / item


def test_that_an_item_that_waits_for_others_is_asked_for_again_once_one_is_done() -> None:
    done: list[int] = []

    def numbers() -> Iterator[int | None]:
        yield 1
        yield 2
        while len(done) < 2:
            yield None
        yield sum(done)

    with threads(2) as executor:
        for item, outcome in fan_out(float, numbers(), executor, RunControl()):
            assert outcome == item
            done.append(item)
    assert done[-1] == 3
