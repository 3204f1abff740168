"""A project that is checked, repaired and made smaller from the menus."""

import sqlite3
from contextlib import closing
from pathlib import Path

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.panels import MessageBar
from graphrag_desktop.ui.window import MainWindow

_LONG = 60_000


def damage(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM sentences_fts_data WHERE id > 10")


def told(qtbot: QtBot, window: MainWindow, words: str) -> None:
    qtbot.waitUntil(lambda: any(words in text for text in window.notices.texts), timeout=_LONG)


def test_that_a_sound_project_is_said_to_be_sound(qtbot: QtBot, opened: MainWindow) -> None:
    opened.commands["check_project"].trigger()
    told(qtbot, opened, "is sound")


def test_that_what_is_wrong_is_told_and_repaired_and_the_project_opened_again(
    qtbot: QtBot, opened: MainWindow, mill_project: Path
) -> None:
    damage(mill_project)
    opened.commands["check_project"].trigger()
    told(qtbot, opened, "wrong with the project")
    (bar,) = [each for each in opened.notices.findChildren(MessageBar) if "wrong" in each.text]
    with qtbot.waitSignal(opened.session.view_loaded, timeout=_LONG):
        next(each for each in bar.findChildren(QPushButton) if each.text() == "Repair").click()
    told(qtbot, opened, "was repaired")
    assert opened.session.project_path == mill_project
    assert mill_project.with_name("mill.graphrag.damaged").exists()
    opened.commands["check_project"].trigger()
    told(qtbot, opened, "is sound")


def test_that_a_file_is_made_smaller(qtbot: QtBot, opened: MainWindow, mill_project: Path) -> None:
    opened.commands["compact_project"].trigger()
    told(qtbot, opened, "before it had")
