"""Notices stand in a strip, the latest about each matter."""

from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.notices import Notice, NoticeStrip
from graphrag_desktop.ui.panels import MessageBar, Offer
from graphrag_desktop.ui.theme import ActiveTheme


def made(qtbot: QtBot, active: ActiveTheme) -> NoticeStrip:
    strip = NoticeStrip(active)
    qtbot.addWidget(strip)
    return strip


def test_that_a_strip_without_notices_takes_no_room(qtbot: QtBot, active: ActiveTheme) -> None:
    strip = made(qtbot, active)
    assert strip.isHidden()
    strip.tell(Notice("Something.", matter="one"))
    assert not strip.isHidden()
    strip.withdraw("one")
    assert strip.isHidden()


def test_that_the_latest_notice_about_a_matter_stands_for_it(qtbot: QtBot, active: ActiveTheme) -> None:
    strip = made(qtbot, active)
    strip.tell(Notice("Being copied.", matter="copy"))
    strip.tell(Notice("Read only.", matter="read only"))
    strip.tell(Notice("Copied.", matter="copy"))
    assert strip.texts == ("Read only.", "Copied.")


def test_that_of_many_notices_the_oldest_give_way(qtbot: QtBot, active: ActiveTheme) -> None:
    strip = made(qtbot, active)
    for number in range(5):
        strip.tell(Notice(f"Notice {number}."))
    assert strip.texts == ("Notice 2.", "Notice 3.", "Notice 4.")


def test_that_taking_up_an_offer_takes_its_notice_away(qtbot: QtBot, active: ActiveTheme) -> None:
    strip, taken = made(qtbot, active), []
    strip.tell(Notice("The run was broken off.", offer=Offer("Go on", lambda: taken.append("yes"))))
    next(each for each in strip.findChildren(QPushButton) if each.text() == "Go on").click()
    assert taken == ["yes"] and strip.texts == ()


def test_that_a_notice_can_be_dismissed(qtbot: QtBot, active: ActiveTheme) -> None:
    strip = made(qtbot, active)
    strip.tell(Notice("Something."))
    next(each for each in strip.findChildren(QToolButton) if each.accessibleName() == "Dismiss").click()
    assert strip.texts == ()


def test_that_details_can_be_read_and_copied_without_secrets(qtbot: QtBot, active: ActiveTheme) -> None:
    bar = MessageBar(active)
    qtbot.addWidget(bar)
    bar.tell("The key was refused.", details="POST /v1 Authorization: Bearer abcdefgh12345678\nValueError")
    (view,) = bar.findChildren(QPlainTextEdit)
    assert view.isHidden() and view.isReadOnly()
    next(each for each in bar.findChildren(QPushButton) if each.text() == "Details").click()
    assert not view.isHidden()
    assert "ValueError" in bar.details and "abcdefgh12345678" not in bar.details
