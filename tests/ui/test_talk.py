"""Asking in the window: what is suggested, what it is restricted to, what follows, and what is asked again and again."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QTableView,
)
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.restriction import EVERYTHING, Restriction, Selected, SelectedKind
from graphrag_desktop.ui.mode_selector import ModeSelector
from graphrag_desktop.ui.restriction_words import restriction_words
from graphrag_desktop.ui.window import MainWindow
from graphrag_desktop.ui.workspaces import DOCUMENTS, ENTITIES, Workspace

_WATER = "What does Norden Paper discharge?"
_RIVER = Restriction((Selected(SelectedKind.DOCUMENT, "letters/river.txt", "letters/river.txt"),))


@pytest.fixture
def asking(opened: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window with room for an answer."""
    opened.resize(1500, 1000)
    opened.desk.choose(Workspace.ASK)
    qtbot.waitUntil(opened.desk.ask.isVisible)
    return opened


def _asked(window: MainWindow, qtbot: QtBot, question: str = _WATER, mode: Mode = Mode.LOCAL) -> Answer:
    with qtbot.waitSignal(window.session.answer_finished, timeout=60_000) as told:
        window.desk.ask.set_question(question, mode)
        _button(window, "askButton").click()
    (answer,) = told.args
    assert isinstance(answer, Answer)
    qtbot.waitUntil(lambda: not window.session.is_asking)
    return answer


def _button(window: MainWindow, name: str) -> QPushButton:
    found = window.desk.ask.findChild(QPushButton, name)
    assert isinstance(found, QPushButton)
    return found


def _field(window: MainWindow) -> QLineEdit:
    found = window.desk.ask.findChild(QLineEdit, "followUpEdit")
    assert isinstance(found, QLineEdit)
    return found


def _turns(window: MainWindow) -> QListWidget:
    found = window.desk.ask.findChild(QListWidget, "conversationList")
    assert isinstance(found, QListWidget)
    return found


def _labels(window: MainWindow) -> list[str]:
    return [each.text() for each in window.desk.ask.findChildren(QLabel) if each.isVisible()]


def _suggested(window: MainWindow) -> list[QPushButton]:
    talk = window.desk.ask.talk
    return [each for each in talk.findChildren(QPushButton) if each.toolTip().endswith("?") and each.isVisible()]


def test_that_auto_says_which_way_it_takes_and_why_before_it_asks(asking: MainWindow, qtbot: QtBot) -> None:
    modes = asking.desk.ask.findChild(QComboBox, "modeSelector")
    assert isinstance(modes, ModeSelector)
    assert modes.itemText(0) == "Auto"
    asking.desk.ask.head.composer.set_mode(None)
    asking.desk.ask.set_question(_WATER)
    qtbot.waitUntil(lambda: any("Around entities" in each and "Norden Paper" in each for each in _labels(asking)))
    with qtbot.waitSignal(asking.session.answer_finished, timeout=60_000) as told:
        _button(asking, "askButton").click()
    assert told.args[0].mode is Mode.LOCAL
    modes.choose(Mode.BASIC)  # always overridable
    modes.activated.emit(modes.currentIndex())
    assert asking.desk.ask.head.composer.mode is Mode.BASIC


def test_that_auto_asks_once_the_suggestion_is_there_however_fast_one_types(asking: MainWindow, qtbot: QtBot) -> None:
    asking.desk.ask.head.composer.set_mode(None)
    with qtbot.waitSignal(asking.session.answer_finished, timeout=60_000) as told:
        asking.desk.ask.set_question("What are the main themes?")
        _button(asking, "askButton").click()
    assert (told.args[0].mode, told.args[0].level) == (Mode.GLOBAL, 0)


def test_that_a_chosen_document_restricts_the_next_question_and_can_be_taken_away(
    asking: MainWindow, qtbot: QtBot
) -> None:
    desk = asking.desk
    desk.show(DOCUMENTS)
    table = desk.documents.findChild(QTableView, "documentTable")
    assert isinstance(table, QTableView)
    row = next(at for at in range(table.model().rowCount()) if "river" in str(table.model().index(at, 0).data()))
    table.selectRow(row)
    table.setFocus()
    asking.commands["ask_about_selection"].trigger()
    assert desk.ask.head.restriction == _RIVER
    assert QApplication.focusWidget() is desk.ask.findChild(QPlainTextEdit, "questionEdit")
    qtbot.waitUntil(lambda: any("inside" in each for each in _labels(asking)))
    answer = _asked(asking, qtbot)
    assert answer.restriction == _RIVER
    assert {each.path for citation in answer.citations for each in citation.evidence} <= {"letters/river.txt"}
    assert any("of letters/river.txt" in each for each in _labels(asking))
    (chip,) = desk.ask.head.bar.chips
    assert chip.focusPolicy() & Qt.FocusPolicy.TabFocus
    chip.setFocus()
    qtbot.keyClick(chip, Qt.Key.Key_Space)
    assert desk.ask.head.restriction == EVERYTHING
    assert desk.ask.head.bar.isHidden()
    assert _asked(asking, qtbot).restriction == EVERYTHING


def test_that_an_entity_is_added_to_what_is_asked_of(asking: MainWindow, qtbot: QtBot) -> None:
    desk = asking.desk
    desk.ask.head.restrict(_RIVER)
    desk.show(ENTITIES)
    table = desk.entities.findChild(QTableView, "entityTable")
    assert isinstance(table, QTableView)
    row = next(at for at in range(table.model().rowCount()) if table.model().index(at, 0).data() == "Residents League")
    table.selectRow(row)
    table.setFocus()
    asking.commands["ask_about_selection"].trigger()
    assert [each.title for each in desk.ask.head.restriction.selected] == ["letters/river.txt", "Residents League"]
    assert len(desk.ask.head.bar.chips) == 2


def test_that_nothing_inside_is_said_where_the_restriction_stands_and_in_the_answer(
    asking: MainWindow, qtbot: QtBot
) -> None:
    asking.desk.ask.head.restrict(Restriction(_RIVER.selected, until="1850"))
    qtbot.waitUntil(lambda: any("Nothing here lies inside" in each for each in _labels(asking)))
    asking.desk.ask.set_question(_WATER, Mode.LOCAL)
    with qtbot.waitSignal(asking.session.answer_failed, timeout=60_000) as told:
        _button(asking, "askButton").click()
    assert "Nothing here lies inside" in told.args[0]


def test_that_a_follow_up_is_asked_by_keyboard_and_shown_in_full(asking: MainWindow, qtbot: QtBot) -> None:
    first = _asked(asking, qtbot)
    asking.commands["follow_up"].trigger()
    assert QApplication.focusWidget() is _field(asking)
    qtbot.keyClicks(_field(asking), "Who complains of it?")
    with qtbot.waitSignal(asking.session.answer_finished, timeout=60_000) as told:
        qtbot.keyClick(_field(asking), Qt.Key.Key_Return)
    second = told.args[0]
    assert (second.question, second.parent) == ("Who complains of Norden Paper?", first.id)
    assert any(
        "“Who complains of it?” was asked as: Who complains of Norden Paper?" in each for each in _labels(asking)
    )
    qtbot.waitUntil(lambda: _turns(asking).count() == 2 and _turns(asking).isVisible())
    with qtbot.waitSignal(asking.desk.ask.answer_shown) as shown:
        _turns(asking).setCurrentRow(0)
        qtbot.keyClick(_turns(asking), Qt.Key.Key_Return)
    assert shown.args[0].id == first.id


def test_that_an_edited_question_is_a_branch_and_the_answer_stays(asking: MainWindow, qtbot: QtBot) -> None:
    first = _asked(asking, qtbot)
    _button(asking, "editButton").click()
    assert _field(asking).text() == first.question
    qtbot.keyClick(_field(asking), Qt.Key.Key_Escape)
    assert _field(asking).text() == ""
    _button(asking, "editButton").click()
    _field(asking).setText("Who opened the Spring Fair?")
    with qtbot.waitSignal(asking.session.answer_finished, timeout=60_000) as told:
        _button(asking, "followUpButton").click()
    assert (told.args[0].parent, told.args[0].thread) == ("", first.id)
    qtbot.waitUntil(lambda: _turns(asking).count() == 2)
    assert [_turns(asking).item(row).text() for row in range(2)] == [first.question, "Who opened the Spring Fair?"]


def test_that_suggested_questions_are_asked_in_the_conversation(asking: MainWindow, qtbot: QtBot) -> None:
    first = _asked(asking, qtbot)
    qtbot.waitUntil(lambda: bool(_suggested(asking)))
    button = _suggested(asking)[0]
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    question = button.toolTip()
    with qtbot.waitSignal(asking.session.answer_finished, timeout=60_000) as told:
        button.click()
    assert (told.args[0].question, told.args[0].parent) == (question, first.id)


def test_that_a_standing_question_is_kept_by_its_menu_and_asked_again(asking: MainWindow, qtbot: QtBot) -> None:
    answer = _asked(asking, qtbot)
    history, library = asking.desk.ask.history, asking.reading.library
    qtbot.waitUntil(lambda: _menu_of(asking, answer) is not None)
    menu = _menu_of(asking, answer)
    assert menu is not None
    keep = next(each for each in menu.actions() if each.text() == "Keep as a standing question")
    assert not keep.isChecked()
    with qtbot.waitSignal(library.history_loaded, timeout=60_000) as told:
        keep.trigger()
    assert [each.is_standing for each in told.args[0]] == [True]
    qtbot.waitUntil(lambda: any(each.accessibleName() == "Ask standing again" for each in _shown(asking)))
    asking.commands["ask_standing"].trigger()
    qtbot.waitUntil(lambda: any("Nothing was indexed since" in each for each in _labels(asking)), timeout=60_000)
    asked_of = restriction_words(answer.restriction)
    assert asked_of == ""
    history.changes_wanted.emit(answer.id)
    qtbot.waitUntil(lambda: any("was asked once" in each for each in _labels(asking)), timeout=60_000)


def _menu_of(window: MainWindow, answer: Answer) -> QMenu | None:
    menu = QMenu(window)
    window.desk.ask.history.choose(answer.id)
    window.desk.ask.history.fill(menu)
    return menu if len(menu.actions()) > 1 else None


def _shown(window: MainWindow) -> list[QPushButton]:
    window.desk.ask.turn_to_history()
    return [each for each in window.desk.ask.history.findChildren(QPushButton) if each.isVisible()]
