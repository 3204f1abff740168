"""Pause, go on, stop: from any thread."""

import threading
from collections.abc import Callable

import pytest

from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.events import AnswerGrew, Event
from graphrag_desktop.domain.run_control import RunControl

SOON = 10.0  # seconds after which a thread that should end has not


def in_thread(function: Callable[[], None]) -> tuple[threading.Thread, list[BaseException]]:
    raised: list[BaseException] = []

    def run() -> None:
        try:
            function()
        except BaseException as error:  # noqa: BLE001  # looked at by the test
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, raised


def test_that_a_checkpoint_passes_where_nothing_was_asked() -> None:
    control = RunControl()
    control.checkpoint()
    assert not control.is_cancelled
    assert not control.is_held


def test_that_events_reach_who_listens() -> None:
    heard: list[Event] = []
    RunControl(heard.append).emit(AnswerGrew("text"))
    assert heard == [AnswerGrew("text")]


def test_that_a_cancelled_run_stops_at_its_next_checkpoint() -> None:
    control = RunControl()
    control.cancel()
    control.cancel()
    with pytest.raises(Cancelled):
        control.checkpoint()
    with pytest.raises(Cancelled):
        control.wait(60)


def test_that_a_held_run_goes_on_after_resume() -> None:
    control = RunControl()
    control.hold()
    thread, raised = in_thread(control.checkpoint)
    assert control.is_held
    control.resume()
    thread.join(SOON)
    assert not thread.is_alive()
    assert raised == []


def test_that_a_held_run_can_be_cancelled() -> None:
    control = RunControl()
    control.hold()
    thread, raised = in_thread(control.checkpoint)
    control.cancel()
    thread.join(SOON)
    assert [type(error) for error in raised] == [Cancelled]


def test_that_cancel_ends_a_wait() -> None:
    control = RunControl()
    thread, raised = in_thread(lambda: control.wait(3600))
    control.cancel()
    thread.join(SOON)
    assert [type(error) for error in raised] == [Cancelled]


def test_that_a_wait_ends_by_itself() -> None:
    RunControl().wait(0.01)


def test_that_a_hold_prolongs_a_wait() -> None:
    control = RunControl()
    control.hold()
    thread, raised = in_thread(lambda: control.wait(0.01))
    thread.join(0.1)
    assert thread.is_alive()
    control.resume()
    thread.join(SOON)
    assert raised == []


def test_that_callbacks_run_once_on_cancel_and_not_when_taken_back() -> None:
    control = RunControl()
    called: list[str] = []
    control.on_cancel(lambda: called.append("kept"))
    forget = control.on_cancel(lambda: called.append("taken back"))
    forget()
    forget()
    control.cancel()
    control.cancel()
    assert called == ["kept"]
    forget_late = control.on_cancel(lambda: called.append("late"))
    forget_late()
    assert called == ["kept", "late"]
