"""Passwords for locked files: taken, told, and forgotten."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.ui.passwords_window import PasswordsWindow
from graphrag_desktop.ui.theme import ActiveTheme


@pytest.fixture
def shown(active: ActiveTheme, qtbot: QtBot) -> Iterator[PasswordsWindow]:
    parent = QWidget()
    qtbot.addWidget(parent)
    window = PasswordsWindow(parent, active)
    window.ask()
    yield window
    window.close()


def field(window: PasswordsWindow) -> QLineEdit:
    found = window.findChild(QLineEdit, "passwordField")
    assert isinstance(found, QLineEdit)
    return found


def button(window: PasswordsWindow, words: str) -> QPushButton:
    return next(each for each in window.findChildren(QPushButton) if each.accessibleName() == words)


def test_that_several_passwords_are_told_at_once_and_never_shown(shown: PasswordsWindow, qtbot: QtBot) -> None:
    assert field(shown).echoMode() is QLineEdit.EchoMode.Password
    assert not button(shown, "Try them").isEnabled()
    qtbot.keyClicks(field(shown), "first")
    button(shown, "And another").click()
    qtbot.keyClicks(field(shown), "second")
    words = [each.text() for each in shown.findChildren(QLabel)]
    assert "2 passwords to be tried" in words and not any("first" in each for each in words)
    with qtbot.waitSignal(shown.passwords_given) as told:
        qtbot.keyClick(field(shown), Qt.Key.Key_Return)
    assert told.args == [Passwords(("first", "second"))]
    assert not shown.isVisible() and field(shown).text() == ""


def test_that_nothing_stays_of_what_was_not_given(shown: PasswordsWindow, qtbot: QtBot) -> None:
    qtbot.keyClicks(field(shown), "first")
    button(shown, "And another").click()
    button(shown, "Cancel").click()
    assert not shown.isVisible()
    shown.ask()
    with qtbot.waitSignal(shown.passwords_given) as told:
        qtbot.keyClicks(field(shown), "other")
        button(shown, "Try them").click()
    assert told.args == [Passwords(("other",))]
