"""Where the analyst is, with what lies beside it."""

import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.breadcrumb import Breadcrumb
from graphrag_desktop.ui.theme import ActiveTheme
from tests.ui.mill import Mill


@pytest.fixture
def crumbs(active: ActiveTheme, qtbot: QtBot) -> Breadcrumb:
    shown = Breadcrumb(active)
    shown.resize(800, 34)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def _buttons(crumbs: Breadcrumb) -> dict[str, QToolButton]:
    return {each.accessibleName(): each for each in crumbs.findChildren(QToolButton) if not each.isHidden()}


def test_that_the_way_leads_from_the_project_to_what_is_chosen(crumbs: Breadcrumb, mill: Mill) -> None:
    crumbs.show_place("mill", mill.hierarchy, 4, "River Ouse")
    names = [mill.hierarchy.rows[number].title for number in (1, 4)]
    assert list(_buttons(crumbs)) == ["Back", "Forward", "mill", *names, "River Ouse"]


def test_that_each_step_can_be_gone_to(crumbs: Breadcrumb, mill: Mill, qtbot: QtBot) -> None:
    crumbs.show_place("mill", mill.hierarchy, 4)
    with qtbot.waitSignal(crumbs.overview_wanted):
        _buttons(crumbs)["mill"].click()
    with qtbot.waitSignal(crumbs.community_wanted) as told:
        _buttons(crumbs)[mill.hierarchy.rows[1].title].click()
    assert told.args == [1]


def test_that_a_menu_has_those_beside_it(crumbs: Breadcrumb, mill: Mill, qtbot: QtBot) -> None:
    crumbs.show_place("mill", mill.hierarchy, 4)
    menu = _buttons(crumbs)[mill.hierarchy.rows[4].title].menu()
    assert menu is not None
    menu.aboutToShow.emit()
    words = [each.text().partition("\t")[0] for each in menu.actions()]
    assert words == [mill.hierarchy.rows[number].title for number in (4, 5)]
    with qtbot.waitSignal(crumbs.community_wanted) as told:
        menu.actions()[1].trigger()
    assert told.args == [5]


def test_that_back_and_forward_are_there_when_there_is_somewhere_to_go(crumbs: Breadcrumb, qtbot: QtBot) -> None:
    assert not _buttons(crumbs)["Back"].isEnabled()
    crumbs.set_history(has_past=True, has_future=True)
    with qtbot.waitSignal(crumbs.back_wanted):
        _buttons(crumbs)["Back"].click()
    with qtbot.waitSignal(crumbs.forward_wanted):
        _buttons(crumbs)["Forward"].click()


@pytest.mark.parametrize("width", [160, 400, 1_600])
def test_that_long_names_share_the_room(crumbs: Breadcrumb, mill: Mill, width: int, qtbot: QtBot) -> None:
    crumbs.show_place("名前" * 250, mill.hierarchy, 4, "x" * 500)
    crumbs.resize(width, 34)
    qtbot.wait(10)
    shown = list(_buttons(crumbs).values())
    assert crumbs.width() == width
    assert all(each.width() <= 300 for each in shown)
    assert not crumbs.grab().isNull()
