"""A run with models in the window: its plan with money, a trial, what it costs while it goes on, what failed, the cap."""

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtWidgets import QProgressBar, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.estimates import RunForecast
from graphrag_desktop.domain.events import ModelAsked, RunBegan
from graphrag_desktop.domain.index import PAUSED, Failure
from graphrag_desktop.domain.model_checks import ModelSpeed
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.prices import PriceList, RunTerms, TokenPrice
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.ui.activity_foot import ActivityFoot
from graphrag_desktop.ui.activity_panel import ActivityPanel
from graphrag_desktop.ui.failure_list import FailureList
from graphrag_desktop.ui.number_box import NumberBox
from graphrag_desktop.ui.panels import Offer
from graphrag_desktop.ui.run_cost import RunCost
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow
from tests.pipeline.model_projects import write_folder
from tests.scripted_behaviour import FINE, Fault
from tests.scripted_server import ScriptedServer
from tests.ui.model_windows import box, button, radio, soon, words_in

_LONG = 120_000


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    with ScriptedServer() as running:
        yield running
    keyring.set_keyring(before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "papers", documents=8, sentences=10)


def number(window: MainWindow, name: str) -> NumberBox:
    found = window.pages.plan.findChild(NumberBox, name)
    assert isinstance(found, NumberBox)
    return found


def planned(qtbot: QtBot, window: MainWindow, folder: Path, base_url: str) -> str:
    """The words of the plan of a folder, to be read by the models of a server."""
    place = ModelPlace(base_url, "scripted-model", prompt_price=1.0, completion_price=4.0)
    vectors = ModelPlace(base_url, "scripted-embedding", prompt_price=0.1)
    window.tools.models.remember(ModelChoice(place, embeddings=vectors))
    window.plan.look_at(folder, folder.parent / "p.graphrag")
    soon(qtbot, lambda: window.plan._forecast is not None)
    return words_in(window.pages.plan)


def offer(widget: QWidget, words: str) -> QPushButton:
    """What a message offers."""
    return next(each for each in widget.findChildren(QPushButton) if each.text() == words and each.isVisibleTo(widget))


def forecast(window: MainWindow) -> RunForecast:
    found = window.plan._forecast
    assert found is not None
    return found


def test_that_a_plan_with_models_says_calls_tokens_money_and_where_text_goes(
    qtbot: QtBot, window: MainWindow, folder: Path
) -> None:
    words = planned(qtbot, window, folder, "https://api.example.com/v1")
    assert all(
        each in words for each in ("Text units", "Calls", "Tokens", "Cost", "not known before a test or a trial")
    )
    assert "scripted-model at api.example.com" in words
    assert "To api.example.com: the text of your documents" in words
    before = forecast(window).money
    assert before is not None and 0 < before.low < before.high
    number(window, "planPromptPrice").setValue(10.0)
    soon(qtbot, lambda: forecast(window).money != before)
    after = forecast(window).money
    assert after is not None and after.low > before.low
    radio(window.pages.plan, "planBuiltinButton").click()
    assert "none, on this computer" in words_in(window.pages.plan)
    assert "opens no connection" in words_in(window.pages.plan)


def test_that_a_trial_is_measured_then_the_rest_is_read_and_nothing_is_paid_for_twice(
    qtbot: QtBot, window: MainWindow, folder: Path, server: ScriptedServer
) -> None:
    planned(qtbot, window, folder, server.base_url)
    with qtbot.waitSignal(window.session.index_finished, timeout=_LONG):
        button(window.pages.plan, "trialButton").click()
    activity = window.desk.activity
    soon(qtbot, lambda: "A trial on 5 documents" in words_in(activity))
    assert "Trial made" in words_in(activity)
    first = server.counts.tasks["extract"]
    offer(activity, "See the plan").click()
    soon(qtbot, lambda: window.plan._forecast is not None and window.plan._forecast.measured_units > 0)
    soon(qtbot, button(window.pages.plan, "startButton").isEnabled)
    words = words_in(window.pages.plan)
    assert "Measured on" in words and "not known before a test or a trial" not in words
    assert "5 documents" in words and "3 documents" in words
    with qtbot.waitSignal(window.session.index_finished, timeout=_LONG) as told:
        button(window.pages.plan, "startButton").click()
    assert told.args[0].counts.documents == 8
    assert server.counts.tasks["extract"] == first + told.args[0].readings_done
    assert "expected)" in words_in(activity)  # the cost beside what was reckoned
    soon(qtbot, lambda: "tokens, cost" in window._status.words("spent"))
    assert window._status.words("engine") == "scripted-model on this machine"
    repeated = [each for each in server.counts.requests if each.repeat > 1 and each.task not in {"models", "embed"}]
    assert repeated == []


def test_that_a_cap_pauses_the_run_and_is_raised_on_the_plan(
    qtbot: QtBot, window: MainWindow, folder: Path, server: ScriptedServer
) -> None:
    planned(qtbot, window, folder, server.base_url)
    box(window.pages.plan, "capKind").setCurrentText("calls")
    number(window, "capAmount").setValue(4)
    with qtbot.waitSignal(window.session.index_finished, timeout=_LONG) as told:
        button(window.pages.plan, "startButton").click()
    activity = window.desk.activity
    assert server.counts.calls <= 4
    assert told.args[0].pause.startswith(PAUSED)
    assert "Paused at the cap" in words_in(activity)
    assert "the cap of 4 calls is reached" in words_in(activity)
    offer(activity, "Change the cap").click()
    soon(qtbot, button(window.pages.plan, "startButton").isEnabled)
    assert number(window, "capAmount").number == 4
    number(window, "capAmount").show_number(None)
    with qtbot.waitSignal(window.session.index_finished, timeout=_LONG) as told:
        button(window.pages.plan, "startButton").click()
    assert told.args[0].is_complete


def test_that_what_failed_is_listed_by_kind_with_the_reply_and_asked_for_again(
    qtbot: QtBot, window: MainWindow, folder: Path, server: ScriptedServer
) -> None:
    server.behave(
        faults=lambda asked: Fault(refusal="I will not.") if asked.task == "extract" and asked.number < 8 else FINE
    )
    planned(qtbot, window, folder, server.base_url)
    with qtbot.waitSignal(window.session.index_finished, timeout=_LONG) as told:
        button(window.pages.plan, "startButton").click()
    failed = told.args[0].failures
    assert failed
    activity = window.desk.activity
    shown = activity._failures
    assert shown.kinds == (
        f"The model declined, or a filter stopped it ({len(failed)}) · Find names and what connects them",
    )
    shown.choose(failed[0].item)
    assert "The model wrote:\nI will not." in shown.reply
    assert failed[0].item.split(",")[0].endswith(".txt")
    server.behave(faults=lambda asked: FINE)
    server.forget()
    qtbot.waitUntil(lambda: not window.session.is_indexing)  # the run has told what it did, and then it ends
    with qtbot.waitSignal(window.session.index_finished, timeout=_LONG) as told:
        offer(activity, "Try those again").click()
    assert told.args[0].is_complete
    assert server.counts.tasks["extract"] == len(failed)


def test_that_cost_is_told_against_the_cap_while_a_run_goes_on(active: ActiveTheme, qtbot: QtBot) -> None:
    cost = RunCost(active)
    qtbot.addWidget(cost)
    cost.begin()
    assert not cost.isVisible() and cost.short_text == ""
    cost.follow(RunBegan(RunTerms(PriceList({"m": TokenPrice(1.0, 4.0)}), cap_money=2.0)))
    for _ in range(10):
        cost.follow(ModelAsked("extract", "m", 60_000, 10_000))
    cost.follow(ModelAsked("extract", "m", 0, 0, is_stored=True))
    cost.tell(5.0)
    assert cost.text == "1.00 of 2.00 · 10 calls · 2.0 a second"
    bar = cost.findChild(QProgressBar, "capBar")
    assert isinstance(bar, QProgressBar)
    assert bar.value() == bar.maximum() // 2
    assert cost.short_text == "700k tokens, 1.00 of 2.00"
    assert "1 reply was kept" in words_in(cost)


def test_that_failures_of_one_kind_stand_together(active: ActiveTheme, qtbot: QtBot) -> None:
    shown = FailureList(active)
    qtbot.addWidget(shown)
    shown.show_failures(
        [
            Failure("extraction", "a.txt, at 0", "It was cut off. Raise the room.", "Half a rep"),
            Failure("reports", "report 4", "It is not of the form asked for: no title. Look at it."),
            Failure("extraction", "b.txt, at 10", "It was cut off. Raise the room."),
        ]
    )
    assert [each.partition(" · ")[0].rpartition(" ")[2] for each in shown.kinds] == ["(2)", "(1)"]
    shown.choose("a.txt, at 0")
    assert shown.reply == "It was cut off. Raise the room.\n\nThe model wrote:\nHalf a rep"
    shown.show_failures([])
    assert not shown.isVisible()


def test_that_the_activity_stays_within_a_narrow_panel(active: ActiveTheme, qtbot: QtBot) -> None:
    panel = ActivityPanel(active)
    qtbot.addWidget(panel)
    panel.resize(262, 700)
    panel.show()
    panel.begin("papers")
    (foot,) = panel.findChildren(ActivityFoot)
    for each in foot.findChildren(QPushButton):
        assert each.width() >= each.sizeHint().width()
    long = "Paused: the cap of 0.05 in money is reached. Raise the cap and run again; everything finished is kept."
    panel._bar.tell(long, "warn", offer=Offer("Change the cap", lambda: None))
    (area,) = (each for each in panel.findChildren(QScrollArea) if each.widget() is not None)
    content = area.widget()
    assert content is not None
    qtbot.waitUntil(lambda: content.width() <= area.viewport().width())
    change = offer(panel, "Change the cap")
    assert change.mapTo(area.viewport(), change.rect().topRight()).x() < area.viewport().width()


def test_that_caps_of_settings_are_those_of_the_plan(qtbot: QtBot, window: MainWindow) -> None:
    caps = window.pages.plan.terms._caps
    caps.show_values(Settings().changed({"cap_tokens": 500_000}))
    assert box(window.pages.plan, "capKind").currentText() == "tokens"
    assert caps.values == {"cap_money": None, "cap_tokens": 500_000, "cap_minutes": None, "cap_calls": None}
    box(window.pages.plan, "capKind").setCurrentText("cost")
    number(window, "capAmount").setValue(2.5)
    assert caps.values["cap_money"] == 2.5
    assert Settings().changed(dict(caps.values)).cap_tokens == 500_000


def test_that_the_time_of_a_plan_goes_by_the_speed_that_a_test_found(
    qtbot: QtBot, window: MainWindow, folder: Path
) -> None:
    planned(qtbot, window, folder, "https://api.example.com/v1")
    assert forecast(window).minutes is None
    usual = window.tools.models.usual
    assert usual is not None
    window.tools.models.note_speed(usual.extraction, ModelSpeed(2.0, 100))
    soon(qtbot, lambda: forecast(window).minutes is not None)
    assert "not known before" not in words_in(window.pages.plan)
