"""What a run is doing, and how to pause, stop and retry it."""

import pytest
from PySide6.QtWidgets import QLabel, QListWidget, QProgressBar, QPushButton, QTreeWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.events import Stage, StageAdvanced, StageFinished, StageStarted, Warned
from graphrag_desktop.domain.index import Failure, IndexCounts, RunSummary
from graphrag_desktop.ui.activity_panel import ActivityPanel
from graphrag_desktop.ui.theme import ActiveTheme

COUNTS = IndexCounts(3, 4, 50, 1_200, 40, 0, 1, 1)
FAILURES = (Failure("extraction", "a.pdf", "It was cut off."),)


def _summary(failures: tuple[Failure, ...] = ()) -> RunSummary:
    return RunSummary("p.graphrag", "by hand", COUNTS, (), failures, 3, 0, 12.0)


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot) -> ActivityPanel:
    shown = ActivityPanel(active)
    shown.resize(440, 760)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def _labels(panel: ActivityPanel) -> list[str]:
    return [each.text() for each in panel.findChildren(QLabel) if each.isVisible()]


def _bar(panel: ActivityPanel, name: str) -> QProgressBar:
    return next(each for each in panel.findChildren(QProgressBar) if each.accessibleName() == name)


def _button(panel: ActivityPanel, name: str) -> QPushButton:
    found = panel.findChild(QPushButton, name)
    assert isinstance(found, QPushButton)
    return found


def _offer(panel: ActivityPanel, words: str) -> QPushButton:
    return next(each for each in panel.findChildren(QPushButton) if each.text() == words and each.isVisible())


def test_that_before_any_run_it_offers_to_open_a_folder(panel: ActivityPanel, qtbot: QtBot) -> None:
    assert "No index run yet" in _labels(panel)
    assert not _button(panel, "cancelButton").isVisible()
    offer = next(each for each in panel.findChildren(QPushButton) if each.accessibleName() == "Open a folder")
    with qtbot.waitSignal(panel.folder_wanted):
        offer.click()


def test_that_every_stage_is_there_with_its_count(panel: ActivityPanel, qtbot: QtBot) -> None:
    panel.begin("/case")
    assert _labels(panel).count("waits") == len(Stage)
    panel.follow(StageStarted(Stage.EXTRACTION, 1_930))
    panel.follow(StageAdvanced(Stage.EXTRACTION, 1_370))
    qtbot.waitUntil(lambda: "1,370 of 1,930" in _labels(panel))
    bar = _bar(panel, "Find names and what connects them")
    assert (bar.value(), bar.maximum()) == (1_370, 1_930)
    panel.follow(StageFinished(Stage.DOCUMENTS, reused=True))
    assert "kept from before" in _labels(panel)
    assert _bar(panel, "Read documents").property("tone") == "ok"


def test_that_pause_and_stop_say_what_is_kept(panel: ActivityPanel, qtbot: QtBot) -> None:
    panel.begin("/case")
    assert any("Pause keeps all" in each and "Stop keeps all that is finished" in each for each in _labels(panel))
    assert "kept" in _button(panel, "cancelButton").toolTip()
    with qtbot.waitSignal(panel.pause_wanted) as told:
        _button(panel, "pauseButton").click()
    assert told.args == [True]
    panel.paused(is_paused=True)
    assert _button(panel, "pauseButton").accessibleName() == "Resume"
    assert any(each.startswith("Paused.") and "kept" in each for each in _labels(panel))
    panel.paused(is_paused=False)
    assert _button(panel, "pauseButton").accessibleName() == "Pause"
    with qtbot.waitSignal(panel.stop_wanted):
        _button(panel, "cancelButton").click()


def test_that_a_run_that_was_stopped_can_go_on(panel: ActivityPanel, qtbot: QtBot) -> None:
    panel.begin("/case")
    panel.follow(StageStarted(Stage.GRAPH, 0))
    panel.stopped()
    assert _bar(panel, "Build the graph").maximum() > 0, "nothing moves any more"
    with qtbot.waitSignal(panel.retry_wanted):
        _offer(panel, "Go on").click()


def test_that_failures_are_listed_with_their_reasons_and_tried_again(panel: ActivityPanel, qtbot: QtBot) -> None:
    panel.begin("/case")
    panel.end(_summary(FAILURES))
    listed = panel.findChild(QTreeWidget, "failureList")
    assert isinstance(listed, QTreeWidget) and listed.isVisible()
    kind = listed.topLevelItem(0)
    assert kind is not None and kind.text(0) == "It was cut off (1) · Find names and what connects them"
    item = kind.child(0)
    assert item is not None and item.text(0) == "a.pdf"
    assert "Index has gaps" in _labels(panel)
    with qtbot.waitSignal(panel.retry_wanted):
        _offer(panel, "Try those again").click()


def test_that_a_run_that_broke_off_says_why(panel: ActivityPanel, qtbot: QtBot) -> None:
    panel.begin("/case")
    panel.failed("The disk is full.", "Free some space.")
    assert "The disk is full. Free some space." in _labels(panel)
    with qtbot.waitSignal(panel.retry_wanted):
        _offer(panel, "Try again").click()


def test_that_thousands_of_warnings_stay_countable(panel: ActivityPanel) -> None:
    panel.begin("/case")
    for n in range(3_000):
        panel.follow(Warned(Stage.DOCUMENTS, f"{n}.txt", "empty"))
    listed = panel.findChild(QListWidget, "warningList")
    assert isinstance(listed, QListWidget) and listed.count() == 501


def test_that_the_end_is_said_in_figures(panel: ActivityPanel, qtbot: QtBot) -> None:
    panel.begin("/case")
    with qtbot.waitSignal(panel.progressed) as told:
        panel.end(_summary())
    assert told.args == [""]
    assert "3 documents, 1,200 entities, 40 relationships, 1 community in 12\N{NO-BREAK SPACE}s." in _labels(panel)


def test_that_a_project_that_was_opened_shows_what_its_last_run_left(panel: ActivityPanel) -> None:
    panel.show_idle("3 documents", FAILURES)
    assert {"Index has gaps", "3 documents"} <= set(_labels(panel))
    panel.show_idle("3 documents", ())
    assert "Index up to date" in _labels(panel)


def test_that_stages_of_a_run_in_another_project_are_not_shown(panel: ActivityPanel) -> None:
    panel.begin("/case")
    panel.follow(StageStarted(Stage.EXTRACTION, 29))
    panel.stopped()
    panel.show_idle("3 documents", ())
    assert "0 of 29" not in _labels(panel)
    assert "waits" not in _labels(panel)
    panel.begin("/case")
    assert _labels(panel).count("waits") == len(Stage)


def test_that_what_pause_and_stop_keep_has_a_line_of_its_own(panel: ActivityPanel) -> None:
    panel.resize(340, 760)
    panel.begin("/case")
    words = next(each for each in panel.findChildren(QLabel) if each.text().startswith("Pause keeps"))
    assert words.width() > 250
