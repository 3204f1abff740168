"""The palette finds every command and everything a project holds."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.command_palette import CommandPalette
from graphrag_desktop.ui.palette_entries import Entry, Kind, command_entries, match_rank, recent_first
from graphrag_desktop.ui.palette_list import EntryList
from graphrag_desktop.ui.window import MainWindow


def field_of(window: MainWindow) -> QLineEdit:
    found = window.tools.palette.findChild(QLineEdit, "paletteEdit")
    assert isinstance(found, QLineEdit)
    return found


def listed(palette: CommandPalette) -> list[Entry]:
    entries = palette.findChildren(EntryList)[0].entries
    return [each for row in range(entries.rowCount()) if (each := entries.entry(row)) is not None]


def search(qtbot: QtBot, window: MainWindow, words: str) -> list[Entry]:
    """Type into the palette, and wait for what the project has to say."""
    window.commands["search_anything"].trigger()
    field_of(window).clear()
    qtbot.keyClicks(field_of(window), words)
    qtbot.waitUntil(lambda: not window.tools.palette.is_searching)
    return listed(window.tools.palette)


def test_that_words_are_found_by_their_beginnings_in_any_order() -> None:
    assert match_rank("op pro", "Open a project", "File") == 1
    assert match_rank("open a", "Open a project", "File") == 0
    assert match_rank("file open", "Open a project", "File") == 2
    assert match_rank("ject", "Open a project", "File") is None
    assert match_rank("", "Open a project") == 0


def test_that_entries_chosen_lately_come_first_of_their_kind() -> None:
    one, two = (Entry(Kind.ENTITY, key, f"entity {key}") for key in ("1", "2"))
    command = Entry(Kind.COMMAND, "quit", "Quit")
    assert recent_first([one, two, command], [two]) == (command, two, one)


def test_that_only_commands_that_make_sense_are_offered(window: MainWindow) -> None:
    offered = {entry.key for entry in command_entries(window.commands, "")}
    assert "open_folder" in offered
    assert not offered & {"write_question", "stop_index", "search_anything"}


def test_that_the_palette_finds_everything_a_project_holds(qtbot: QtBot, opened: MainWindow) -> None:
    found = search(qtbot, opened, "paper")
    assert {each.kind for each in found} >= {Kind.COMMUNITY, Kind.ENTITY, Kind.PASSAGE}
    assert any(each.kind is Kind.DOCUMENT for each in search(qtbot, opened, "council"))


def test_that_an_entity_is_opened_by_its_name_alone(qtbot: QtBot, opened: MainWindow) -> None:
    entity = next(each for each in search(qtbot, opened, "norden paper") if each.kind is Kind.ENTITY)
    palette_list = opened.tools.palette.findChildren(EntryList)[0]
    while palette_list.chosen != entity:
        qtbot.keyClick(field_of(opened), Qt.Key.Key_Down)
    qtbot.keyClick(field_of(opened), Qt.Key.Key_Return)
    assert opened.tools.palette.isHidden()
    assert opened.navigation.place.entity == int(entity.key)


def test_that_a_sentence_opens_its_document_at_its_place(qtbot: QtBot, opened: MainWindow) -> None:
    passage = next(each for each in search(qtbot, opened, "waste water") if each.kind is Kind.PASSAGE)
    with qtbot.waitSignal(opened.reading.library.source_loaded) as told:
        opened.tools.palette.wanted.emit(passage)
    assert told.args is not None and told.args[0].passage == passage.passage


def test_that_a_command_is_run_and_offered_first_the_next_time(qtbot: QtBot, window: MainWindow) -> None:
    window.commands["search_anything"].trigger()
    qtbot.keyClicks(field_of(window), "dark")
    qtbot.keyClick(field_of(window), Qt.Key.Key_Return)
    assert window.commands["show_dark"].isChecked()
    window.commands["search_anything"].trigger()
    assert listed(window.tools.palette)[0].key == "show_dark"
    assert sum(each.key == "show_dark" for each in listed(window.tools.palette)) == 1


def test_that_every_entry_of_a_command_shows_its_keys(window: MainWindow) -> None:
    shown = {entry.key: entry.keys for entry in command_entries(window.commands, "")}
    assert shown["open_project"] == "Ctrl+O"


def test_that_escape_gives_the_keyboard_back(qtbot: QtBot, opened: MainWindow) -> None:
    opened.desk.map.take_focus()
    before = QApplication.focusWidget()
    opened.commands["search_anything"].trigger()
    assert QApplication.focusWidget() is field_of(opened)
    qtbot.keyClick(field_of(opened), Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is before


def test_that_the_palette_stays_within_a_small_window(qtbot: QtBot, opened: MainWindow) -> None:
    opened.resize(700, 420)
    search(qtbot, opened, "p")
    assert opened.rect().contains(opened.tools.palette.geometry())


def test_that_nothing_found_is_said(qtbot: QtBot, opened: MainWindow) -> None:
    assert search(qtbot, opened, "zzzz qqqq") == []
    assert "Nothing here has that name" in opened.tools.palette.words


def test_that_a_slash_on_the_map_opens_the_palette(qtbot: QtBot, opened: MainWindow) -> None:
    opened.activateWindow()
    opened.desk.map.take_focus()
    qtbot.keyClick(opened.desk.map.canvas, Qt.Key.Key_Slash)
    assert opened.tools.palette.isVisible()


def test_that_commands_of_the_map_are_found_too(qtbot: QtBot, opened: MainWindow) -> None:
    found = search(qtbot, opened, "lasso")
    assert [each.note for each in found if each.kind is Kind.COMMAND] == ["Map"]


def test_that_a_panel_that_comes_to_the_front_does_not_cover_it(qtbot: QtBot, opened: MainWindow) -> None:
    opened.tools.open_palette()
    dock = opened.desk.docks.dock("entities")
    with qtbot.waitSignal(opened.desk.docks.arranged):
        opened.desk.show("entities")
    order = opened.children()  # the last lies on top
    assert order.index(opened.tools.palette) > order.index(dock)
