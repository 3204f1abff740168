"""Every command has its one place, its keys and its access key."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QKeySequenceEdit, QLabel, QMainWindow, QPushButton, QTreeWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.action_set import ActionSet, words_of
from graphrag_desktop.ui.actions import COMMANDS, MENUS, Command, Needs, Standard, command_keys
from graphrag_desktop.ui.memory import Memory
from graphrag_desktop.ui.shortcuts_window import ShortcutsWindow
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow

UNDO, ASK = (next(each for each in COMMANDS if each.name == name) for name in ("undo", "write_question"))
EVERYWHERE = Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive


@pytest.fixture
def memory(qapp: QApplication) -> Memory:
    return Memory.forgetful()


@pytest.fixture
def frame(qtbot: QtBot) -> QMainWindow:
    frame = QMainWindow()
    qtbot.addWidget(frame)
    return frame


def made(frame: QMainWindow, active: ActiveTheme, memory: Memory) -> ActionSet:
    return ActionSet(frame, active, memory, {each.name: lambda: None for each in COMMANDS})


def test_that_each_command_stands_once_and_in_a_menu() -> None:
    assert [name for name, count in Counter(each.name for each in COMMANDS).items() if count > 1] == []
    assert {each.menu for each in COMMANDS} == set(MENUS)


def test_that_no_two_commands_have_the_same_keys(qapp: QApplication) -> None:
    keys = Counter(key.toString() for each in COMMANDS for key in command_keys(each))
    assert [key for key, count in keys.items() if count > 1] == []


def test_that_no_two_commands_of_a_menu_have_the_same_access_key() -> None:
    for menu in MENUS:
        marked = [each.words.partition("&")[2][:1].lower() for each in COMMANDS if each.menu == menu]
        assert [mark for mark, count in Counter(marked).items() if mark and count > 1] == [], menu


def test_that_commands_the_system_has_keys_for_use_them(qapp: QApplication) -> None:
    standard = {each.name: each.standard for each in COMMANDS}
    assert standard["open_project"] is Standard.Open
    assert standard["undo"] is Standard.Undo
    assert standard["redo"] is Standard.Redo
    assert standard["find"] is Standard.Find
    assert standard["make_larger"] is Standard.ZoomIn
    assert standard["preferences"] is Standard.Preferences
    assert standard["quit"] is Standard.Quit
    for each in COMMANDS:
        if each.standard is not None:
            assert command_keys(each), f"{each.name} has no keys here"


def test_that_menus_know_what_macos_puts_elsewhere() -> None:
    roles = {each.name: each.role for each in COMMANDS}
    assert roles["preferences"] is QAction.MenuRole.PreferencesRole
    assert roles["about"] is QAction.MenuRole.AboutRole
    assert roles["quit"] is QAction.MenuRole.QuitRole
    assert sum(role is not QAction.MenuRole.NoRole for role in roles.values()) == 3


def test_that_every_command_of_the_window_is_in_its_menus(window: MainWindow) -> None:
    in_menus = {action.objectName() for menu in MENUS for action in window.commands.menu(menu).actions()}
    assert {each.name for each in COMMANDS} <= in_menus


def test_that_what_does_not_make_sense_is_off_and_says_why(
    frame: QMainWindow, active: ActiveTheme, memory: Memory
) -> None:
    actions = made(frame, active, memory)
    assert not actions["write_question"].isEnabled()
    assert actions["write_question"].toolTip() == "Open a project first."
    actions.set_given({Needs.PROJECT})
    assert actions["write_question"].isEnabled()
    assert actions["write_question"].toolTip() == "Ask a question"
    for need in Needs:
        assert any(each.needs is need for each in COMMANDS), f"no command needs {need}"


def test_that_keys_can_be_changed_and_are_remembered(frame: QMainWindow, active: ActiveTheme, memory: Memory) -> None:
    made(frame, active, memory).set_keys(ASK, QKeySequence("Ctrl+Alt+A"))
    again = made(frame, active, memory)
    assert again.keys_of("write_question") == "Ctrl+Alt+A"
    assert not again.has_usual_keys(ASK)
    again.usual_keys(ASK)
    assert again.keys_of("write_question") == "Ctrl+L"
    assert made(frame, active, memory).has_usual_keys(ASK)


def test_that_keys_given_to_one_command_are_taken_from_the_other(
    frame: QMainWindow, active: ActiveTheme, memory: Memory
) -> None:
    actions = made(frame, active, memory)
    taken = QKeySequence("Ctrl+Z")
    conflict = actions.conflict(ASK, taken)
    assert conflict is not None and conflict.command is UNDO
    actions.set_keys(ASK, taken)
    assert taken not in actions["undo"].shortcuts()
    assert actions.conflict(UNDO, taken) is not None
    actions.usual_keys(UNDO)
    assert taken not in actions["undo"].shortcuts(), "the key would mean two things"


def test_that_keys_remembered_wrongly_are_none(frame: QMainWindow, active: ActiveTheme, memory: Memory) -> None:
    memory.keep("shortcuts/write_question", "no such key")
    assert made(frame, active, memory)["write_question"].shortcuts() == []


def test_that_undo_names_the_deed(frame: QMainWindow, active: ActiveTheme, memory: Memory) -> None:
    actions = made(frame, active, memory)
    actions.name("undo", "Hide 3 entities")
    assert actions["undo"].text() == "&Undo Hide 3 entities"
    actions.name("undo", "")
    assert actions["undo"].text() == "&Undo"


def test_that_words_outside_menus_have_no_marks() -> None:
    assert words_of(Command("any", MENUS[0], "Open a &project…")) == "Open a project"


def test_that_the_list_of_keys_changes_one_and_says_whose_it_takes(qtbot: QtBot, window: MainWindow) -> None:
    window.commands["show_shortcuts"].trigger()
    (shown,) = window.findChildren(ShortcutsWindow)
    tree = shown.findChild(QTreeWidget, "shortcutList")
    assert isinstance(tree, QTreeWidget)
    (item,) = tree.findItems("Ask a question", EVERYWHERE)
    tree.setCurrentItem(item)
    shown.findChildren(QKeySequenceEdit)[0].setKeySequence(QKeySequence("Ctrl+K"))
    assert any("is taken by “Search or run anything”" in each.text() for each in shown.findChildren(QLabel))
    next(each for each in shown.findChildren(QPushButton) if each.text() == "Change").click()
    assert item.text(1) == "Ctrl+K"
    assert window.commands.keys_of("search_anything") == "Ctrl+Shift+P"
    assert any(each.text(1).startswith("F") for each in tree.findItems("Whole map", EVERYWHERE))
