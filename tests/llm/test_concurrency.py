"""How many requests a server has at a time."""

import heapq
import threading
from collections.abc import Callable

import pytest

from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.concurrency import Gate
from graphrag_desktop.llm.pace import Pace
from tests.llm.clocks import Clock

MOST = 25


def limits(calls: int, service: Callable[[], float], at_once: int = 10**9) -> list[int]:
    """The limit after each reply of a server that serves so many at a time, each within the seconds of `service`."""
    now, limit, pace = 0.0, 4, Pace()
    under_way: list[tuple[float, int, float]] = []
    queue: list[tuple[int, float]] = []
    entered = in_flight = 0
    found: list[int] = []
    while len(found) < calls:
        while in_flight < limit:
            entered, in_flight = entered + 1, in_flight + 1
            queue.append((entered, now))
        while queue and len(under_way) < at_once:
            number, since = queue.pop(0)
            heapq.heappush(under_way, (now + service(), number, since))
        now, number, since = heapq.heappop(under_way)
        in_flight -= 1
        changed = limit if limit == MOST else pace.limit_after(number, now - since, limit, MOST, now)
        if changed != limit:
            limit = changed
            pace.restart(entered + 1)
        found.append(limit)
    return found


def test_that_a_server_with_room_soon_gets_all() -> None:
    found = limits(200, lambda: 0.5)
    assert found[0] == 4
    assert found.index(MOST) < 60


def test_that_a_server_that_serves_one_at_a_time_ends_at_one() -> None:
    found = limits(60, lambda: 1.0, at_once=1)
    assert found[38:58].count(1) >= 15
    assert max(found) <= 8


def test_that_a_server_that_serves_four_at_a_time_ends_at_four() -> None:
    found = limits(70, lambda: 1.0, at_once=4)
    assert found[45:60] == [4] * 15


def test_that_haste_halves_once_for_all_that_were_under_way() -> None:
    gate = Gate(MOST, Clock())
    control = RunControl()
    tickets = []
    for _ in range(4):
        with gate.slot(control) as ticket:
            tickets.append(ticket)
    for ticket in tickets:
        gate.struggled(ticket)
    assert gate.limit == 2
    with gate.slot(control) as ticket:
        gate.struggled(ticket)
    assert gate.limit == 1
    gate.struggled(ticket)
    assert gate.limit == 1


def test_that_no_more_are_let_through_than_the_limit() -> None:
    gate = Gate(3, Clock())
    inside, most, lock = 0, 0, threading.Lock()

    def work() -> None:
        nonlocal inside, most
        with gate.slot(RunControl()) as ticket:
            with lock:
                inside += 1
                most = max(most, inside)
            gate.served(ticket)
            with lock:
                inside -= 1

    threads = [threading.Thread(target=work) for _ in range(40)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert most <= 3


def test_that_who_waits_is_woken_by_a_stop() -> None:
    gate = Gate(1, Clock())
    control = RunControl()
    ended: list[type[BaseException]] = []

    def wait() -> None:
        try:
            with gate.slot(control):
                pass
        except Cancelled as error:
            ended.append(type(error))

    with gate.slot(RunControl()):
        waiting = threading.Thread(target=wait)
        waiting.start()
        control.cancel()
        waiting.join(10)
    assert ended == [Cancelled]


@pytest.mark.parametrize("limit", [4, 16])
def test_that_one_at_a_time_is_for_good(limit: int) -> None:
    gate = Gate(limit, Clock())
    gate.serve_one_at_a_time()
    for _ in range(100):
        with gate.slot(RunControl()) as ticket:
            gate.served(ticket)
    assert gate.limit == 1
