"""Every file of the folder, with what became of it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QMenu, QTableView
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.explore.documents import FileRow
from graphrag_desktop.language.packs import JAPANESE, KOREAN
from graphrag_desktop.ui.document_panel import DocumentPanel
from graphrag_desktop.ui.file_words import file_words
from graphrag_desktop.ui.panels import MessageBar
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


def _bars(panel: DocumentPanel) -> list[str]:
    return [each.text for each in panel.findChildren(MessageBar) if each.isVisible()]


def _menu(panel: DocumentPanel) -> dict[str, QAction]:
    menu = panel.findChild(QMenu)
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    return {each.text(): each for each in menu.actions()}


def test_that_near_duplicates_are_named_and_counted(panel: DocumentPanel, mill: Mill) -> None:
    rows = [replace(each, copy_of="council.txt") if each.path == "fair.txt" else each for each in mill.files]
    panel.show_files(rows)
    assert any("1 near-duplicate" in each.text() for each in panel.findChildren(QLabel))
    assert str(_table(panel).model().index(1, 7).data()).startswith("Nearly the same as council.txt")
    assert "Nearly the same as council.txt" in file_words(rows[1])


def test_that_the_pack_that_would_read_better_is_named(panel: DocumentPanel) -> None:
    panel.show_packs((KOREAN, JAPANESE))
    (words,) = _bars(panel)
    assert words.startswith("Korean and Japanese: a language pack") and "graphrag-desktop[ko,ja]" in words
    panel.show_packs(())
    assert _bars(panel) == []


def test_that_locked_files_ask_for_a_password_once(panel: DocumentPanel, qtbot: QtBot, mill: Mill) -> None:
    locked = FileRow("a.pdf", DocumentState.NEEDS_PASSWORD, "The PDF is protected by a password.")
    panel.show_files([locked, *mill.files])
    assert _bars(panel) == ["1 file needs a password."]
    panel._locks.hide()  # the analyst took it away
    panel.show_files([locked, *mill.files])
    assert _bars(panel) == []
    _table(panel).selectRow(0)
    with qtbot.waitSignal(panel.passwords_wanted):
        _menu(panel)["Give a password"].trigger()


def test_that_the_menu_offers_what_can_be_done_with_the_chosen_file(panel: DocumentPanel, qtbot: QtBot) -> None:
    assert not _menu(panel)["No file chosen"].isEnabled()
    _table(panel).selectRow(0)
    with qtbot.waitSignal(panel.preview_wanted) as told:
        _menu(panel)["Look inside the file, choose its encoding"].trigger()
    assert told.args is not None and told.args[0].path == "council.txt"
    with qtbot.waitSignal(panel.file_chosen):
        _menu(panel)["Show its text"].trigger()
    panel.show_files([FileRow("a.zip › b.txt", DocumentState.READ, "")])
    _table(panel).selectRow(0)
    assert not _menu(panel)["Look inside the file, choose its encoding"].isEnabled()
