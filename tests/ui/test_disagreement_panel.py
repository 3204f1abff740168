"""Disagreements side by side, each leading to its words."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.disagreements import ClaimMark, Difference, Disagreement, Disagreements, Statement
from graphrag_desktop.ui.disagreement_panel import DisagreementPanel
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow
from tests.explore.test_disagreements import APART, SAYS
from tests.projects import make_project
from tests.ui.mill import QUOTE, evidence

FOUND = Disagreements(
    tuple(
        Disagreement(
            f"Norden Paper {at}", "POLLUTION", Difference.STATUS,
            (
                Statement(Kind.CLAIM, 1, "TRUE", "It pollutes the river.", (evidence(),)),
                Statement(Kind.SOURCE, 2, "FALSE", QUOTE, (evidence(),)),
            ),
        )
        for at in range(70)
    ),
    {1: ClaimMark(1, is_contradicted=True), 2: ClaimMark(2, is_contradicted=False)}, claims=2, sentences=12,
)  # fmt: skip


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot) -> DisagreementPanel:
    shown = DisagreementPanel(active)
    shown.resize(412, 600)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def _buttons(panel: DisagreementPanel) -> list[QPushButton]:
    return [each for each in panel.findChildren(QPushButton) if each.accessibleName().startswith(("TRUE:", "FALSE:"))]


def test_that_statements_stand_beside_each_other_and_below_where_it_is_narrow(
    panel: DisagreementPanel, qtbot: QtBot
) -> None:
    panel.show_disagreements(FOUND)
    one, other = _buttons(panel)[:2]
    assert one.y() == other.y()
    assert one.x() < other.x()
    panel.resize(250, 600)
    qtbot.waitUntil(lambda: one.y() < other.y())
    assert one.width() == other.width()


def test_that_it_says_what_was_compared_and_what_is_not_shown(panel: DisagreementPanel) -> None:
    panel.show_disagreements(FOUND)
    words = [each.text() for each in panel.findChildren(QLabel) if each.isVisibleTo(panel)]
    assert (
        "12 sentences with figures were compared; 2 claims were compared by subject and kind: 1 stand in a single document,"
        " 1 are contradicted." in words
    )
    assert "10 more are not shown." in words
    assert len(_buttons(panel)) == 120


def test_that_where_nothing_is_found_that_is_said_with_its_limits(panel: DisagreementPanel) -> None:
    panel.show_disagreements(Disagreements((), {}, 0, 40))
    words = " ".join(each.text() for each in panel.findChildren(QLabel) if each.isVisible())
    assert "40 sentences with figures were compared. What is worded otherwise is not found." in words


def test_that_a_statement_leads_to_its_words(panel: DisagreementPanel, qtbot: QtBot) -> None:
    panel.show_disagreements(FOUND)
    with qtbot.waitSignal(panel.passage_wanted) as told:
        qtbot.mouseClick(_buttons(panel)[1], Qt.MouseButton.LeftButton)
    assert told.args == [evidence()]


def test_that_the_window_compares_when_the_panel_is_seen(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    make_project(tmp_path / "apart.graphrag", APART).close()
    window.appearance.set_still(is_still=True)
    with qtbot.waitSignal(window.session.view_loaded, timeout=60_000):
        window.open_path(tmp_path / "apart.graphrag")
    window.commands["show_disagreements"].trigger()
    panel = window.desk.disagreements
    qtbot.waitUntil(lambda: bool(panel._cards), timeout=60_000)
    button = next(each for each in panel.findChildren(QPushButton) if SAYS in each.accessibleName())
    with qtbot.waitSignal(window.reading.library.source_loaded):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.desk.source.passage is not None
    assert window.desk.source.passage.quote == SAYS
