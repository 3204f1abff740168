"""The tree of communities: sorted, filtered, with the scores of an answer."""

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import Use
from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView
from graphrag_desktop.ui.answer_heat import answer_heat
from graphrag_desktop.ui.community_model import NUMBER_ROLE, SCORE_ROLE, USE_ROLE, CommunityOrder
from graphrag_desktop.ui.community_panel import CommunityPanel, CommunityTree
from graphrag_desktop.ui.theme import ActiveTheme
from tests.ui.mill import Mill, answer


def _row(
    number: int, title: str, entities: int, rating: float, parent: int | None = None, *children: int
) -> CommunityRow:
    level = 0 if parent is None else 1
    return CommunityRow(
        number, level, parent, children, title, entities, rating, 10, has_report=True, is_unconnected=False
    )


VIEW = HierarchyView(
    {
        1: _row(1, "Mill and river", 9, 2.0, None, 4, 5),
        2: _row(2, "Fair", 7, 8.0),
        4: _row(4, "River", 5, 1.0, 1),
        5: _row(5, "Council", 4, 3.0, 1),
        6: CommunityRow(6, 0, None, (), "Old Lighthouse", 1, 0.0, 0, has_report=False, is_unconnected=True),
    },
    ((1, 2, 6), (4, 5, 2, 6)),
)


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot) -> CommunityPanel:
    shown = CommunityPanel(active)
    shown.resize(292, 600)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.show_hierarchy(VIEW)
    return shown


def _titles(panel: CommunityPanel, parent: QModelIndex | None = None) -> list[str]:
    tree = _tree(panel)
    above = QModelIndex() if parent is None else parent
    model = tree.model()
    return [str(model.index(row, 0, above).data()) for row in range(model.rowCount(above))]


def _tree(panel: CommunityPanel) -> CommunityTree:
    found = panel.findChild(CommunityTree, "communityTree")
    assert isinstance(found, CommunityTree)
    return found


def _index(panel: CommunityPanel, number: int) -> QModelIndex:
    return panel._model.index_of(number)


def test_that_an_empty_navigator_offers_to_open_a_folder(active: ActiveTheme, qtbot: QtBot) -> None:
    empty = CommunityPanel(active)
    qtbot.addWidget(empty)
    assert any("No communities yet" in each.text() for each in empty.findChildren(QLabel))


@pytest.mark.parametrize(
    ("order", "titles"),
    [
        (CommunityOrder.SIZE, ["Mill and river", "Fair", "Unconnected"]),
        (CommunityOrder.RATING, ["Fair", "Mill and river", "Unconnected"]),
        (CommunityOrder.NAME, ["Fair", "Mill and river", "Unconnected"]),
    ],
)
def test_that_siblings_are_sorted_and_the_unconnected_come_last(
    panel: CommunityPanel, order: CommunityOrder, titles: list[str]
) -> None:
    panel._order_chosen(order)
    assert _titles(panel) == titles


def test_that_sorting_keeps_what_was_open_and_chosen(panel: CommunityPanel) -> None:
    panel.choose(5)
    assert _tree(panel).isExpanded(_index(panel, 1))
    panel._order_chosen(CommunityOrder.NAME)
    assert _tree(panel).isExpanded(_index(panel, 1))
    assert _tree(panel).currentIndex().data(NUMBER_ROLE) == 5
    assert _titles(panel, _index(panel, 1)) == ["Council", "River"]


def test_that_a_filter_leaves_matches_and_the_way_to_them(panel: CommunityPanel, qtbot: QtBot) -> None:
    field = panel.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    qtbot.keyClicks(field, "council")
    qtbot.waitUntil(lambda: _titles(panel) == ["Mill and river"])
    assert _titles(panel, _index(panel, 1)) == ["Council"]
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert len(_titles(panel)) == 3


def test_that_a_choice_is_told_once_and_one_from_outside_never(panel: CommunityPanel, qtbot: QtBot) -> None:
    told: list[int] = []
    panel.community_chosen.connect(told.append)
    panel.choose(2)
    assert told == []
    _tree(panel).setFocus()
    qtbot.keyClick(_tree(panel), Qt.Key.Key_Up)
    assert told == [1]


def test_that_the_keyboard_opens_a_community(panel: CommunityPanel, qtbot: QtBot) -> None:
    panel.choose(1)
    with qtbot.waitSignal(panel.community_opened) as told:
        qtbot.keyClick(_tree(panel), Qt.Key.Key_Return)
    assert told.args == [1]
    assert _tree(panel).isExpanded(_index(panel, 1))


def test_that_unconnected_entities_are_folded_and_can_be_chosen(panel: CommunityPanel, qtbot: QtBot) -> None:
    fold = _tree(panel).model().index(2, 0)
    assert _titles(panel, fold) == ["Old Lighthouse"]
    with qtbot.waitSignal(panel.community_chosen) as told:
        _tree(panel).setCurrentIndex(_tree(panel).model().index(0, 0, fold))
    assert told.args == [6]


def test_that_scores_stand_in_place_of_sizes_and_rise_to_those_above(panel: CommunityPanel) -> None:
    panel.show_heat(answer_heat(answer(), VIEW.rows))
    assert (_index(panel, 4).data(SCORE_ROLE), _index(panel, 4).data(USE_ROLE)) == (80, Use.CITED)
    assert (_index(panel, 5).data(SCORE_ROLE), _index(panel, 5).data(USE_ROLE)) == (10, Use.READ)
    assert (_index(panel, 1).data(SCORE_ROLE), _index(panel, 1).data(USE_ROLE)) == (80, Use.CITED)
    assert _index(panel, 2).data(SCORE_ROLE) is None
    assert panel._foot.text() == "2 of 2 reports read · 1 in the answer"
    assert "score 80 of 100" in str(_index(panel, 4).data(int(Qt.ItemDataRole.AccessibleTextRole)))
    assert "cited" in str(_index(panel, 4).data(int(Qt.ItemDataRole.AccessibleTextRole)))
    assert "read, not cited" in str(_index(panel, 5).data(int(Qt.ItemDataRole.ToolTipRole)))
    assert "not asked" in str(_index(panel, 2).data(int(Qt.ItemDataRole.AccessibleTextRole)))
    panel.show_heat(None)
    assert panel._foot.text() == "2 overview communities · 17 entities"


def test_that_every_row_can_be_drawn_at_any_size_of_text(
    panel: CommunityPanel, active: ActiveTheme, mill: Mill
) -> None:
    panel.show_hierarchy(mill.hierarchy)
    for scale in (0.8, 1.0, 1.6):
        active.set_scale(scale)
        panel.show_heat(answer_heat(answer(), mill.hierarchy.rows))
        assert not panel.grab().isNull()
        assert _tree(panel).sizeHintForRow(0) >= 22
    active.set_scale(1.0)
