"""The table of entities: sorted, filtered, in step with the selection."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QTableView
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.ui.entity_panel import EntityPanel
from graphrag_desktop.ui.theme import ActiveTheme
from tests.ui.mill import Mill


def _many(count: int) -> tuple[Entity, ...]:
    titles = [f"Name {n:05}" for n in range(count)]
    return tuple(
        Entity(entity_id(title), n + 1, title, "person" if n % 2 else "place", "", n % 97, n % 7, n % 31)
        for n, title in enumerate(titles)
    )


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot) -> EntityPanel:
    shown = EntityPanel(active)
    shown.resize(640, 500)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def _table(panel: EntityPanel) -> QTableView:
    found = panel.findChild(QTableView, "entityTable")
    assert isinstance(found, QTableView)
    return found


def _titles(panel: EntityPanel) -> list[str]:
    model = _table(panel).model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_that_the_best_connected_come_first_until_a_header_is_clicked(panel: EntityPanel, mill: Mill) -> None:
    panel.show_entities(mill.entities)
    assert _titles(panel) == [each.title for each in mill.entities]
    _table(panel).sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert _titles(panel) == sorted(each.title for each in mill.entities)
    _table(panel).sortByColumn(4, Qt.SortOrder.DescendingOrder)
    degrees = [int(str(_table(panel).model().index(row, 4).data())) for row in range(len(mill.entities))]
    assert degrees == sorted(degrees, reverse=True)


def test_that_words_and_type_narrow_the_table(panel: EntityPanel, mill: Mill, qtbot: QtBot) -> None:
    panel.show_entities(mill.entities)
    kinds = panel.findChild(QComboBox)
    assert isinstance(kinds, QComboBox)
    kinds.setCurrentIndex(kinds.findData("person"))
    kinds.activated.emit(kinds.currentIndex())
    assert set(_titles(panel)) == {"Edith Vane", "Tom Hale"}
    field = panel.findChild(QLineEdit)
    qtbot.keyClicks(field, "HALE tom")
    qtbot.waitUntil(lambda: _titles(panel) == ["Tom Hale"])
    assert any("1 of 10 entities" in each.text() for each in panel.findChildren(QLabel))


def test_that_an_entity_is_found_by_what_it_is_also_called(panel: EntityPanel, mill: Mill, qtbot: QtBot) -> None:
    panel.show_entities(mill.entities)
    qtbot.keyClicks(panel.findChild(QLineEdit), "the ouse")
    qtbot.waitUntil(lambda: _titles(panel) == ["River Ouse"])


def test_that_a_choice_is_told_and_one_from_outside_is_not(panel: EntityPanel, mill: Mill, qtbot: QtBot) -> None:
    told: list[int] = []
    panel.entity_chosen.connect(told.append)
    panel.show_entities(mill.entities)
    panel.choose(mill.entities[3].number)
    assert told == [] and _table(panel).currentIndex().row() == 3
    _table(panel).setFocus()
    qtbot.keyClick(_table(panel), Qt.Key.Key_Up)
    assert told == [mill.entities[2].number]


def test_that_the_choice_stays_through_sorting(panel: EntityPanel, mill: Mill) -> None:
    panel.show_entities(mill.entities)
    panel.choose(mill.entities[3].number)
    _table(panel).sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert _table(panel).currentIndex().data() == mill.entities[3].title


def test_that_twenty_thousand_entities_are_all_there(panel: EntityPanel) -> None:
    entities = _many(20_000)
    panel.show_entities(entities)
    _table(panel).sortByColumn(2, Qt.SortOrder.DescendingOrder)
    panel.choose(entities[19_999].number)
    assert len(_titles(panel)) == 20_000
    assert _table(panel).currentIndex().data() == "Name 19999"


def test_that_columns_give_way_where_it_is_narrow(panel: EntityPanel, mill: Mill, qtbot: QtBot) -> None:
    panel.show_entities(mill.entities)
    panel.resize(292, 500)
    qtbot.waitUntil(lambda: _table(panel).isColumnHidden(1))
    assert not _table(panel).isColumnHidden(0) and not _table(panel).isColumnHidden(4)
    assert not _table(panel).horizontalScrollBar().isVisible()


def test_that_all_of_a_row_is_spoken(panel: EntityPanel, mill: Mill) -> None:
    panel.show_entities([replace(mill.entities[0], title="河" * 500)])
    spoken = _table(panel).model().index(0, 0).data(int(Qt.ItemDataRole.AccessibleTextRole))
    assert "河" * 500 in str(spoken) and "mention" in str(spoken)


def test_that_an_empty_table_offers_to_open_a_folder(panel: EntityPanel, qtbot: QtBot) -> None:
    panel.show_entities(())
    assert any("No entities yet" in each.text() for each in panel.findChildren(QLabel) if each.isVisible())
