"""Every file of the folder, with what became of it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QTableView
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.explore.documents import FileRow
from graphrag_desktop.ui.document_panel import DocumentPanel
from graphrag_desktop.ui.file_words import file_words
from graphrag_desktop.ui.theme import ActiveTheme
from tests.projects import MILL, document_of
from tests.ui.mill import Mill


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot, mill: Mill) -> DocumentPanel:
    shown = DocumentPanel(active)
    shown.resize(980, 500)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.show_files(mill.files)
    return shown


def _table(panel: DocumentPanel) -> QTableView:
    found = panel.findChild(QTableView, "documentTable")
    assert isinstance(found, QTableView)
    return found


def _paths(panel: DocumentPanel) -> list[str]:
    model = _table(panel).model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_that_no_file_is_left_unaccounted_for(panel: DocumentPanel) -> None:
    assert _paths(panel) == ["council.txt", "fair.txt", "letters/river.txt", "scan.pdf"]
    words = [each.text() for each in panel.findChildren(QLabel)]
    assert "4 files · 3 read · 1 unreadable" in words


def test_that_a_row_has_what_is_known_of_the_file(panel: DocumentPanel) -> None:
    model = _table(panel).model()
    row = [str(model.index(0, column).data()) for column in range(model.columnCount())]
    assert row == ["council.txt", "read", "en", "2", f"{len(MILL.texts['council.txt'])}", "2", "utf-8", ""]
    assert str(model.index(3, 7).data()) == "It holds pictures only."


def test_that_files_are_narrowed_by_state_and_words(panel: DocumentPanel, qtbot: QtBot) -> None:
    states = panel.findChild(QComboBox)
    assert isinstance(states, QComboBox)
    states.setCurrentIndex(states.findData(DocumentState.READ))
    states.activated.emit(states.currentIndex())
    assert len(_paths(panel)) == 3
    qtbot.keyClicks(panel.findChild(QLineEdit), "river")
    qtbot.waitUntil(lambda: _paths(panel) == ["letters/river.txt"])


def test_that_a_choice_tells_the_file(panel: DocumentPanel, qtbot: QtBot) -> None:
    _table(panel).setFocus()
    with qtbot.waitSignal(panel.file_chosen) as told:
        qtbot.keyClick(_table(panel), Qt.Key.Key_Down)
    assert told.args is not None
    assert isinstance(told.args[0], FileRow) and told.args[0].path in _paths(panel)


def test_that_a_document_chosen_elsewhere_is_marked(panel: DocumentPanel) -> None:
    told: list[object] = []
    panel.file_chosen.connect(told.append)
    panel.choose(document_of(MILL, "fair.txt"))
    assert _table(panel).currentIndex().row() == 1 and told == []


def test_that_where_it_is_narrow_a_file_takes_two_lines(panel: DocumentPanel, qtbot: QtBot) -> None:
    high = _table(panel).verticalHeader().defaultSectionSize()
    panel.resize(292, 500)
    qtbot.waitUntil(lambda: _table(panel).verticalHeader().defaultSectionSize() > high)
    assert not _table(panel).horizontalHeader().isVisible()
    assert not panel.grab().isNull()


@pytest.mark.parametrize("state", list(DocumentState))
def test_that_every_state_can_be_shown_and_said(panel: DocumentPanel, state: DocumentState) -> None:
    row = FileRow("a/" + "x" * 500 + ".pdf", state, "" if state is DocumentState.READ else "A reason.")
    panel.show_files([row])
    assert not panel.grab().isNull()
    assert row.path in file_words(row)


def test_that_while_a_first_run_goes_on_it_is_said_that_files_are_being_read(panel: DocumentPanel) -> None:
    panel.show_files(())
    panel.expect("/case")
    panel.show_files(())
    words = " ".join(each.text() for each in panel.findChildren(QLabel) if each.isVisible())
    assert "Reading documents" in words and "/case" in words
    panel.expect("")
    words = " ".join(each.text() for each in panel.findChildren(QLabel) if each.isVisible())
    assert "No documents yet" in words
