"""The plan before a run: every file with what would be done with it."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.plan import IndexPlan, PlannedFile, Verdict
from graphrag_desktop.ui.plan_estimate import estimate_reading
from graphrag_desktop.ui.plan_panel import PlanPanel
from graphrag_desktop.ui.theme import ActiveTheme

FILES = (
    PlannedFile("a.txt", "text", 4_000_000, Verdict.NEW),
    PlannedFile("b.pdf", "pdf", 2_000_000, Verdict.NEW),
    PlannedFile("c.txt", "text", 90, Verdict.KNOWN),
    PlannedFile("copy.txt", "text", 90, Verdict.DUPLICATE, "The same content as c.txt."),
    PlannedFile("x.jpg", "", 0, Verdict.SKIPPED, "JPG files are not read."),
)
PLAN = IndexPlan("/cases/mill", 4, 6_000_090, 2, 1, (), FILES)


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot) -> PlanPanel:
    shown = PlanPanel(active)
    shown.resize(1_400, 800)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.expect(Path("/cases/mill"), Path("/kept/mill.graphrag"))
    return shown


def _table(panel: PlanPanel) -> QTableView:
    found = panel.findChild(QTableView, "planTable")
    assert isinstance(found, QTableView)
    return found


def _paths(panel: PlanPanel) -> list[str]:
    model = _table(panel).model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def _labels(panel: PlanPanel) -> list[str]:
    return [each.text() for each in panel.findChildren(QLabel) if each.isVisible()]


def _start(panel: PlanPanel) -> QPushButton:
    found = panel.findChild(QPushButton, "startButton")
    assert isinstance(found, QPushButton)
    return found


def test_that_nothing_starts_before_the_plan_is_there(panel: PlanPanel) -> None:
    assert not _start(panel).isEnabled()
    assert "Looking at mill" in _labels(panel)


def test_that_a_plan_names_files_sizes_time_and_place(panel: PlanPanel) -> None:
    panel.show_plan(PLAN, Settings())
    words = _labels(panel)
    assert "Plan for 5 files" in words
    assert "/cases/mill · 6.0 MB · what is new is not read yet" in words
    panel.show_plan(replace(PLAN, known_documents=0), Settings())
    assert "/cases/mill · 6.0 MB · nothing has been done yet" in _labels(panel)
    panel.show_plan(replace(PLAN, new_documents=0), Settings())
    assert "/cases/mill · 6.0 MB · nothing is new" in _labels(panel)
    assert "2 documents" in words and "none, on this computer" in words
    assert any(each.endswith("min") or each.endswith("s") for each in words)
    assert "/kept/mill.graphrag" in words
    assert _paths(panel) == [each.path for each in FILES]


def test_that_start_tells_folder_and_project(panel: PlanPanel, qtbot: QtBot) -> None:
    panel.show_plan(PLAN, Settings())
    panel.set_project(Path("/other/m.graphrag"))
    with qtbot.waitSignal(panel.start_wanted) as told:
        _start(panel).click()
    assert told.args == [str(Path("/cases/mill")), str(Path("/other/m.graphrag"))]


def test_that_files_are_narrowed_by_verdict_and_words(panel: PlanPanel, qtbot: QtBot) -> None:
    panel.show_plan(PLAN, Settings())
    skipped = next(each for each in panel.findChildren(QPushButton) if each.text() == "1 skipped")
    skipped.click()
    assert _paths(panel) == ["x.jpg"]
    skipped.click()
    qtbot.keyClicks(panel.findChild(QLineEdit), "copy")
    qtbot.waitUntil(lambda: _paths(panel) == ["copy.txt"])


def test_that_cancel_and_options_are_told(panel: PlanPanel, qtbot: QtBot) -> None:
    panel.show_plan(PLAN, Settings())
    buttons = {each.accessibleName(): each for each in panel.findChildren(QPushButton)}
    with qtbot.waitSignal(panel.cancel_wanted):
        buttons["Cancel"].click()
    with qtbot.waitSignal(panel.options_wanted):
        buttons["Options"].click()
    with qtbot.waitSignal(panel.place_wanted) as told:
        buttons["Another place"].click()
    assert told.args == [str(Path("/kept/mill.graphrag"))]


def test_that_settings_that_matter_are_shown(panel: PlanPanel) -> None:
    panel.show_plan(PLAN, Settings().changed({"left_out": "*.bak"}))
    assert any("Text unit: 600 tokens" in each and "Left out: *.bak" in each for each in _labels(panel))


def test_that_what_was_read_before_costs_no_time() -> None:
    known = [PlannedFile("c.txt", "text", 10**9, Verdict.KNOWN)]
    assert estimate_reading(known).high < 60
    assert estimate_reading(FILES).low > estimate_reading(known).high


def test_that_a_pdf_counts_for_less_than_text_of_its_size() -> None:
    text = estimate_reading([PlannedFile("a.txt", "text", 10**7, Verdict.NEW)])
    pdf = estimate_reading([PlannedFile("a.pdf", "pdf", 10**7, Verdict.NEW)])
    assert pdf.high < text.low
