"""Work on other threads, and how the window hears of it."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from graphrag_desktop.domain.errors import ProjectDamaged
from graphrag_desktop.domain.events import AnswerGrew, Event, Stage, StageAdvanced
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.ui.tasks import TaskRunner


@pytest.fixture
def runner(qapp: QApplication) -> Iterator[TaskRunner]:
    runner = TaskRunner()
    yield runner
    runner.shut_down()


@pytest.fixture
def panel(qtbot: QtBot) -> QWidget:
    panel = QWidget()
    qtbot.addWidget(panel)
    return panel


def is_window_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def test_that_a_result_arrives_in_the_thread_of_the_window(runner: TaskRunner, panel: QWidget, qtbot: QtBot) -> None:
    seen: list[bool] = []
    given: list[int] = []

    def add(one: int, other: int, control: RunControl) -> int:
        seen.append(is_window_thread())
        return one + other

    task = runner.start(add, 1, 2, parent=panel)
    task.result.connect(lambda _: seen.append(is_window_thread()))
    task.result.connect(given.append)
    with qtbot.waitSignals([task.result, task.finished], order="strict"):
        pass
    assert seen == [False, True]
    assert given == [3]


def test_that_an_error_arrives_whole(runner: TaskRunner, panel: QWidget, qtbot: QtBot) -> None:
    def work(control: RunControl) -> None:
        raise ProjectDamaged("cut off", "Restore the backup.")

    task = runner.start(work, parent=panel)
    with qtbot.waitSignal(task.failed) as failed:
        pass
    assert failed.args is not None
    assert isinstance(failed.args[0], ProjectDamaged)
    assert failed.args[0].hint == "Restore the backup."
    assert failed.args[0].__traceback__ is not None


def test_that_events_keep_their_order_and_none_is_lost(runner: TaskRunner, panel: QWidget, qtbot: QtBot) -> None:
    def work(control: RunControl) -> None:
        for number in range(20_000):
            control.emit(StageAdvanced(Stage.EXTRACTION, number))

    events: list[StageAdvanced] = []
    task = runner.start(work, parent=panel)
    task.progressed.connect(events.append)
    with qtbot.waitSignal(task.finished, timeout=20_000):
        pass
    assert [each.done for each in events] == list(range(20_000))


def test_that_the_window_gets_its_turn_between_bursts(runner: TaskRunner, panel: QWidget, qtbot: QtBot) -> None:
    posted = threading.Event()

    def work(control: RunControl) -> None:
        for _ in range(60):
            control.emit(AnswerGrew("word "))
        posted.set()

    def show(happened: Event) -> None:
        sum(range(60_000))  # a millisecond or more of the window's own work

    turns: list[int] = []
    timer = QTimer(panel, interval=0)
    timer.timeout.connect(lambda: turns.append(1))
    task = runner.start(work, parent=panel)
    task.progressed.connect(show)
    posted.wait(10)
    timer.start()
    with qtbot.waitSignal(task.finished, timeout=20_000):
        pass
    assert len(turns) >= 3


def test_that_a_cancelled_task_says_only_that_it_finished(runner: TaskRunner, panel: QWidget, qtbot: QtBot) -> None:
    started = threading.Event()

    def work(control: RunControl) -> None:
        started.set()
        while True:
            control.emit(StageAdvanced(Stage.REPORTS, 1))
            control.wait(0.001)

    said: list[str] = []
    task = runner.start(work, parent=panel)
    started.wait(10)
    task.cancel()
    for name in ("progressed", "result", "failed"):
        getattr(task, name).connect(lambda *_, name=name: said.append(name))
    with qtbot.waitSignal(task.finished):
        pass
    assert task.is_cancelled
    assert said == []


def test_that_a_held_task_waits_and_goes_on(runner: TaskRunner, panel: QWidget, qtbot: QtBot) -> None:
    done: list[int] = []
    is_held = threading.Event()

    def work(control: RunControl) -> None:
        is_held.wait(10)
        control.emit(StageAdvanced(Stage.REPORTS, 1))
        control.checkpoint()
        done.append(2)

    task = runner.start(work, parent=panel)
    task.hold()
    assert task.is_held
    with qtbot.waitSignal(task.progressed):
        is_held.set()
    assert done == []
    with qtbot.waitSignal(task.finished):
        task.resume()
    assert done == [2]
    assert not task.is_held


def test_that_a_held_task_can_be_cancelled(runner: TaskRunner, panel: QWidget, qtbot: QtBot) -> None:
    def work(control: RunControl) -> None:
        while True:
            control.checkpoint()

    task = runner.start(work, parent=panel)
    task.hold()
    with qtbot.waitSignal(task.finished):
        task.cancel()


class ListeningPanel(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.heard = 0

    def hear(self, happened: Event) -> None:
        assert not self.isVisible()  # touches what Qt has destroyed, if it has
        self.heard += 1


@pytest.mark.parametrize("repetition", range(30))
def test_that_a_panel_may_die_while_its_task_runs(runner: TaskRunner, qtbot: QtBot, repetition: int) -> None:
    panel = ListeningPanel()
    stopped = threading.Event()

    def work(control: RunControl) -> None:
        try:
            while True:
                control.emit(StageAdvanced(Stage.EXTRACTION, 1))
                control.wait(0.0002)
        finally:
            stopped.set()

    runner.start(work, parent=panel).progressed.connect(panel.hear)
    qtbot.waitUntil(lambda: panel.heard > repetition)
    panel.deleteLater()
    qtbot.waitUntil(stopped.is_set)
    qtbot.waitUntil(lambda: not runner.is_busy)


def test_that_a_slot_may_delete_its_own_panel(runner: TaskRunner, qtbot: QtBot) -> None:
    panel = QWidget()
    task = runner.start(lambda control: 1, parent=panel)
    task.result.connect(lambda _: Shiboken.delete(panel))
    qtbot.waitUntil(lambda: not runner.is_busy)
    assert not Shiboken.isValid(task)


def test_that_shutting_down_stops_what_runs_and_waits_for_it(qapp: QApplication) -> None:
    runner, owner = TaskRunner(), QObject()
    started, ended = threading.Event(), threading.Event()

    def work(control: RunControl) -> None:
        started.set()
        try:
            control.wait(3_600)
        finally:
            ended.set()

    said: list[str] = []
    runner.start(work, parent=owner).finished.connect(lambda: said.append("finished"))
    started.wait(10)
    runner.shut_down()
    assert ended.is_set()
    assert not any(thread.name.startswith("task") for thread in threading.enumerate())
    qapp.processEvents()
    assert said == []


def test_that_shutting_down_wakes_what_is_held(qapp: QApplication) -> None:
    runner, owner = TaskRunner(), QObject()

    def work(control: RunControl) -> None:
        while True:
            control.checkpoint()

    runner.start(work, parent=owner).hold()
    runner.shut_down()
    assert not runner.is_busy


def test_that_many_tasks_run_and_leave_nothing(runner: TaskRunner, panel: QWidget, qtbot: QtBot) -> None:
    done: list[int] = []
    for number in range(300):
        runner.start(lambda number, control: number, number, parent=panel).result.connect(done.append)
    qtbot.waitUntil(lambda: len(done) == 300, timeout=20_000)
    qtbot.waitUntil(lambda: not runner.is_busy)
    assert sorted(done) == list(range(300))
    qtbot.waitUntil(lambda: not panel.children())


def test_that_a_short_task_does_not_wait_behind_long_ones(runner: TaskRunner, panel: QWidget, qtbot: QtBot) -> None:
    def long(control: RunControl) -> None:
        control.wait(3_600)

    for _ in range(6):
        runner.start(long, parent=panel)
    with qtbot.waitSignal(runner.start(lambda control: "answer", parent=panel).result):
        pass


def test_that_nothing_of_the_window_is_handed_to_a_thread(runner: TaskRunner, panel: QWidget) -> None:
    with pytest.raises(TypeError, match="QWidget belongs to the window"):
        runner.start(panel.repaint, parent=panel)
    with pytest.raises(TypeError, match="QWidget belongs to the window"):
        runner.start(lambda widget, control: None, panel, parent=panel)
    assert not runner.is_busy


class PanelInACycle(QWidget):
    def __init__(self, deaths: list[bool]) -> None:
        super().__init__()
        self.myself = self
        weakref.finalize(self, lambda: deaths.append(is_window_thread()))


def test_that_a_widget_in_a_cycle_is_collected_by_the_window(runner: TaskRunner, panel: QWidget, qtbot: QtBot) -> None:
    """Python's own collector would run in the worker, which allocates most, and take the widget apart there."""
    deaths: list[bool] = []

    def litter(control: RunControl) -> None:
        for _ in range(200_000):
            cycle: list[object] = []
            cycle.append(cycle)

    gc.collect()
    PanelInACycle(deaths)
    task = runner.start(litter, parent=panel)
    with qtbot.waitSignal(task.finished, timeout=20_000):
        pass
    qtbot.waitUntil(lambda: deaths == [True], timeout=20_000)


def test_that_collecting_is_given_back_to_python(qapp: QApplication) -> None:
    runner = TaskRunner()
    assert not gc.isenabled()
    runner.shut_down()
    assert gc.isenabled()


def test_that_nothing_is_started_once_everything_was_shut_down(qtbot: QtBot, qapp: QApplication) -> None:
    runner = TaskRunner(qapp)
    runner.shut_down()
    ran: list[object] = []
    task = runner.start(ran.append, parent=qapp)
    qtbot.wait(20)
    assert (ran, runner.is_busy, task.is_cancelled) == ([], False, False)
    task.deleteLater()
