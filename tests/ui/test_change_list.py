"""What a change of the folder did, as the window shows it."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.changes import ChangedThing, ChangeSummary, DocumentChanges, PathChange
from graphrag_desktop.ui.change_list import ChangeList
from graphrag_desktop.ui.theme import ActiveTheme

CHANGE = ChangeSummary(
    4,
    "2025-03-01T10:00:00.000+00:00",
    DocumentChanges(edited=("council.txt",), moved=(PathChange("fair.txt", "old/fair.txt"),)),
    entities_appeared=(ChangedThing(7, "Norden Paper"),),
    entities_vanished=(ChangedThing(3, "Old Lighthouse"),),
    communities_changed=(ChangedThing(4, "The mill"), ChangedThing(5, "The council")),
    communities_kept=12,
    reports_kept=11,
)


@pytest.fixture
def shown(active: ActiveTheme, qtbot: QtBot) -> ChangeList:
    made = ChangeList(active)
    qtbot.addWidget(made)
    return made


def row(shown: ChangeList, top: int, child: int = 0) -> QTreeWidgetItem:
    parent = shown._tree.topLevelItem(top)
    assert parent is not None
    found = parent.child(child)
    assert found is not None
    return found


def test_that_each_kind_of_change_is_a_row_with_its_number(shown: ChangeList) -> None:
    shown.show_change(CHANGE)
    assert shown.kinds == (
        "Edited documents (1)",
        "Moved documents (1)",
        "Entities that appeared (1)",
        "Entities that vanished (1)",
        "Communities with other members (2)",
    )
    assert "12 communities, 11 reports" in shown._kept.text()
    assert not shown.isHidden()


def test_that_a_click_leads_to_what_changed(shown: ChangeList, qtbot: QtBot) -> None:
    shown.show_change(CHANGE)
    with qtbot.waitSignal(shown.entity_wanted) as wanted:
        shown._tree.itemActivated.emit(row(shown, 2), 0)
    assert wanted.args == [7]
    with qtbot.waitSignal(shown.community_wanted) as wanted:
        shown._tree.itemActivated.emit(row(shown, 4, 1), 0)
    assert wanted.args == [5]


def test_that_names_of_what_is_gone_stay_as_long_as_the_window_knows_them(shown: ChangeList) -> None:
    shown.show_change(CHANGE)
    kept = replace(CHANGE, entities_vanished=(ChangedThing(3),))  # as it is read from the project
    shown.show_change(kept)
    assert row(shown, 3).text(0) == "Old Lighthouse"
    shown.show_nothing()
    shown.show_change(kept)
    assert row(shown, 3).text(0) == "Number 3, gone"


def test_that_it_says_when_finding_all_communities_anew_would_gain(shown: ChangeList, qtbot: QtBot) -> None:
    shown.show_change(None, 0.02)
    assert shown.isHidden()
    shown.show_change(None, 0.034)
    assert not shown.isHidden()
    assert "+0.034" in shown._bar.text
    with qtbot.waitSignal(shown.rebuild_wanted):
        shown._bar._act.click()
