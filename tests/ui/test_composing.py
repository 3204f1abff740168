"""Input methods of East Asian scripts: Enter that chooses signs does nothing else (field case 100)."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.ui.ask_panel import AskPanel
from graphrag_desktop.ui.conversation_page import ConversationPage
from graphrag_desktop.ui.filter_field import FilterField
from graphrag_desktop.ui.theme import ActiveTheme
from tests.ui.test_ask_panel import LEVELS


def compose(field: QWidget, signs: str) -> None:
    QApplication.sendEvent(field, QInputMethodEvent(signs, []))


def commit(field: QWidget, signs: str) -> None:
    event = QInputMethodEvent()
    event.setCommitString(signs)
    QApplication.sendEvent(field, event)


def test_100_that_enter_while_composing_sends_nothing_and_the_next_one_does(active: ActiveTheme, qtbot: QtBot) -> None:
    panel = AskPanel(active)
    qtbot.addWidget(panel)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.show_levels(LEVELS)
    question = panel.findChild(QPlainTextEdit, "questionEdit")
    assert isinstance(question, QPlainTextEdit)
    compose(question, "tao yuan")
    with qtbot.assertNotEmitted(panel.question_asked):
        qtbot.keyClick(question, Qt.Key.Key_Return)
    commit(question, "桃园在哪里？")
    assert question.toPlainText() == "桃园在哪里？"
    with qtbot.waitSignal(panel.question_asked) as told:
        qtbot.keyClick(question, Qt.Key.Key_Return)
    assert told.args == ["桃园在哪里？", 0, Mode.GLOBAL]


def test_100_that_a_follow_up_is_not_sent_by_the_enter_that_chooses_signs(active: ActiveTheme, qtbot: QtBot) -> None:
    page = ConversationPage(active, QWidget())
    qtbot.addWidget(page)
    field = page.findChild(QLineEdit, "followUpEdit")
    assert isinstance(field, QLineEdit)
    commit(field, "桃园在")
    compose(field, "nali")
    with qtbot.assertNotEmitted(page.follow_wanted):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    commit(field, "哪里？")
    with qtbot.waitSignal(page.follow_wanted) as told:
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told.args == ["桃园在哪里？"]


def test_100_that_a_filter_waits_for_what_is_composed(active: ActiveTheme, qtbot: QtBot) -> None:
    field = FilterField(active, "Filter")
    qtbot.addWidget(field)
    compose(field, "ha")
    with qtbot.assertNotEmitted(field.left_downwards):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    commit(field, "하")
    with qtbot.waitSignal(field.left_downwards):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "하"
