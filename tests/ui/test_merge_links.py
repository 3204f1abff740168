"""The workbench of duplicates and the window that edits an entity, from the keyboard to the project and back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import open_project
from graphrag_desktop.storage import entity_edits, graph
from graphrag_desktop.storage.check import find_problems
from graphrag_desktop.ui.entity_edit_window import EntityEditWindow
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.window import MainWindow
from tests.pipeline.test_editing import TOWN, write

_WAIT = 60_000


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in which one man is written in two ways."""
    place = tmp_path_factory.mktemp("town")
    folder = write(place / "town", TOWN)
    with start_project(place / "town.graphrag", folder) as project:
        build_index(project, folder, RunControl())
    return place / "town.graphrag"


@pytest.fixture
def path(town: Path, tmp_path: Path) -> Path:
    copied = tmp_path / "town.graphrag"
    copied.write_bytes(town.read_bytes())
    return copied


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, path: Path) -> Iterator[MainWindow]:
    window = MainWindow(ActiveTheme(qapp, Choice.LIGHT))
    qtbot.addWidget(window)
    window.show()
    window.appearance.set_still(is_still=True)
    with qtbot.waitSignals([window.session.view_loaded, window.reading.library.tables_loaded], timeout=_WAIT):
        window.open_path(path)
    yield window
    window.close()


def looked(qtbot: QtBot, window: MainWindow) -> None:
    """The workbench is in front, with what was found."""
    with qtbot.waitSignal(window.merging.loaded, timeout=_WAIT):
        window.commands["show_duplicates"].trigger()


def carried_out(qtbot: QtBot, window: MainWindow, action: QAction) -> None:
    """A command that changes the entities, until the index is up to date and shown again."""
    with qtbot.waitSignals([window.merging.editing.carried_out, window.session.view_loaded], timeout=_WAIT):
        action.trigger()
    qtbot.waitUntil(lambda: not window.session.is_indexing and not window.merging.editing.is_waiting, timeout=_WAIT)


def titles(path: Path) -> set[str]:
    with open_project(path, for_writing=False) as project:
        assert not find_problems(project.database)
        return {each.title for each in graph.entities(project.database)}


def test_that_a_pair_is_merged_and_undone_by_the_keyboard(qtbot: QtBot, opened: MainWindow, path: Path) -> None:
    looked(qtbot, opened)
    panel = opened.desk.duplicates
    pair = panel.pair
    assert pair is not None
    assert {pair.one.title, pair.other.title} == {"Karl Osterman", "Karl Ostermann"}
    with qtbot.waitSignals([opened.merging.editing.carried_out, opened.session.view_loaded], timeout=_WAIT):
        qtbot.keyClick(panel._list, Qt.Key.Key_M)
    assert panel.pair is None
    assert not {"Karl Osterman", "Karl Ostermann"} <= titles(path)
    qtbot.waitUntil(lambda: opened.edits.can_undo, timeout=_WAIT)
    assert opened.edits.undo_words == "Merge entities"
    qtbot.waitUntil(lambda: not opened.session.is_indexing, timeout=_WAIT)
    carried_out(qtbot, opened, opened.commands["undo"])
    assert {"Karl Osterman", "Karl Ostermann"} <= titles(path)
    qtbot.waitUntil(lambda: len(panel.pairs) == 1, timeout=_WAIT)  # suggested again
    carried_out(qtbot, opened, opened.commands["redo"])
    assert not {"Karl Osterman", "Karl Ostermann"} <= titles(path)


def test_that_both_sides_are_shown_with_words_that_lead_to_their_documents(qtbot: QtBot, opened: MainWindow) -> None:
    looked(qtbot, opened)
    panel = opened.desk.duplicates
    texts = [side._text for side in panel._sides]
    qtbot.waitUntil(lambda: all(each.toPlainText() for each in texts), timeout=_WAIT)
    for text, title, path in zip(texts, ("Karl Osterman", "Karl Ostermann"), ("bank.txt", "weir.md"), strict=True):
        words = text.toPlainText()
        assert title in words
        assert path in words
        assert "Sentences" in words


def test_that_a_pair_told_apart_is_not_suggested_again_and_that_can_be_undone(
    qtbot: QtBot, opened: MainWindow, path: Path
) -> None:
    looked(qtbot, opened)
    panel = opened.desk.duplicates
    qtbot.keyClick(panel._list, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: not panel.pairs, timeout=_WAIT)
    with open_project(path, for_writing=False) as project:
        assert len(entity_edits.not_same(project.database)) == 1
    qtbot.waitUntil(lambda: opened.edits.undo_words == "Tell entities apart", timeout=_WAIT)
    with qtbot.waitSignal(opened.merging.loaded, timeout=_WAIT):
        opened.commands["undo"].trigger()
    assert len(panel.pairs) == 1


def test_that_a_pair_decided_later_stays(qtbot: QtBot, opened: MainWindow) -> None:
    looked(qtbot, opened)
    panel = opened.desk.duplicates
    before = list(panel.pairs)
    qtbot.keyClick(panel._list, Qt.Key.Key_L)
    assert list(panel.pairs) == before


def edited(qtbot: QtBot, window: MainWindow, path: Path, title: str) -> EntityEditWindow:
    """The window that edits an entity, open on it."""
    with open_project(path, for_writing=False) as project:
        number = next(each.number for each in graph.entities(project.database) if each.title == title)
    window.navigation.go_to_entity(number)
    window.commands["edit_entity"].trigger()
    qtbot.waitUntil(lambda: window.findChild(EntityEditWindow) is not None, timeout=_WAIT)
    found = window.findChild(EntityEditWindow)
    assert found is not None
    qtbot.waitUntil(found.isVisible, timeout=_WAIT)
    return found


def button(window: EntityEditWindow, words: str) -> QPushButton:
    return next(each for each in window.findChildren(QPushButton) if each.text().strip() == words)


def test_that_an_entity_is_renamed_in_the_window_that_edits_it(qtbot: QtBot, opened: MainWindow, path: Path) -> None:
    window = edited(qtbot, opened, path, "Anna Berg")
    field = window.findChild(QLineEdit, "entityTitle")
    assert field is not None
    field.setText("Anna Maria Berg")
    with qtbot.waitSignal(opened.merging.editing.carried_out, timeout=_WAIT):
        button(window, "Rename").click()
    assert "Anna Maria Berg" in titles(path)
    qtbot.waitUntil(lambda: "Anna Maria Berg" in window.windowTitle(), timeout=_WAIT)


def test_that_what_stands_in_one_document_is_split_off(qtbot: QtBot, opened: MainWindow, path: Path) -> None:
    window = edited(qtbot, opened, path, "Anna Berg")
    field = window.findChild(QLineEdit, "splitTitle")
    assert field is not None
    assert not button(window, "Split off").isEnabled()
    next(each for each in window.findChildren(QCheckBox) if "weir.md" in each.text()).click()
    field.setText("Anna Berg of the weir")
    with qtbot.waitSignal(opened.merging.editing.carried_out, timeout=_WAIT):
        button(window, "Split off").click()
    assert {"Anna Berg", "Anna Berg of the weir"} <= titles(path)


def test_that_an_edit_that_cannot_be_is_refused_where_it_was_wanted(
    qtbot: QtBot, opened: MainWindow, path: Path
) -> None:
    window = edited(qtbot, opened, path, "Anna Berg")
    field = window.findChild(QLineEdit, "entityTitle")
    assert field is not None
    field.setText("Jonas Berg")
    button(window, "Rename").click()
    qtbot.waitUntil(lambda: "is an entity already" in window._bar.text, timeout=_WAIT)
    button(window, "Merge").click()
    assert "Choose one" in window._bar.text
    assert "Anna Berg" in titles(path)


def test_that_two_chosen_on_the_map_are_merged(qtbot: QtBot, opened: MainWindow, path: Path) -> None:
    with open_project(path, for_writing=False) as project:
        numbers = [each.number for each in graph.entities(project.database) if each.title.startswith("Karl")]
    with qtbot.waitSignal(opened.merging.editing.carried_out, timeout=_WAIT):
        opened.desk.map.canvas.merge_wanted.emit(*numbers)
    assert len({each for each in titles(path) if each.startswith("Karl")}) == 1
