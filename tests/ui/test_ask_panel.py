"""Asking: what it costs, the answer as it grows and as it stands, and what was asked before."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QListView,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QTextBrowser,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import AnswerHead, Citation, CitationStatus, LevelEstimate, Mode
from graphrag_desktop.domain.asking import QuestionEstimate
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.events import AnswerGrew, PartFailed, PartScored, Stage, Warned
from graphrag_desktop.ui.ask_panel import AskPanel
from graphrag_desktop.ui.level_picker import LevelPicker
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.theme import ActiveTheme
from tests.ui.mill import QUOTE, answer

LEVELS = (LevelEstimate(0, 2, 1, 900, 1), LevelEstimate(1, 3, 1, 1_500, 2), LevelEstimate(2, 3, 1, 1_500, 2, same_as=1))


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot) -> AskPanel:
    shown = AskPanel(active)
    shown.resize(620, 800)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.show_levels(LEVELS)
    return shown


def _question(panel: AskPanel) -> QPlainTextEdit:
    found = panel.findChild(QPlainTextEdit, "questionEdit")
    assert isinstance(found, QPlainTextEdit)
    return found


def _push(panel: AskPanel, name: str) -> QPushButton:
    found = panel.findChild(QPushButton, name)
    assert isinstance(found, QPushButton)
    return found


def _view(panel: AskPanel) -> Prose:
    found = panel.findChild(QTextBrowser, "answerView")
    assert isinstance(found, Prose)
    return found


def _labels(panel: AskPanel) -> list[str]:
    return [each.text() for each in panel.findChildren(QLabel) if each.isVisible()]


def _tool(panel: AskPanel, name: str) -> QToolButton:
    return next(each for each in panel.findChildren(QToolButton) if each.accessibleName() == name)


def test_that_the_price_of_every_level_stands_there_before_asking(panel: AskPanel) -> None:
    picker = panel.findChild(LevelPicker, "levelSelector")
    assert isinstance(picker, LevelPicker)
    assert any("Reads 2 reports in 1 part" in each and "free" in each for each in _labels(panel))
    panel.set_level(1)
    assert any("Reads 3 reports in 2 parts" in each for each in _labels(panel))
    modes = panel.findChild(QComboBox, "modeSelector")
    assert isinstance(modes, QComboBox)
    assert [modes.itemText(row) for row in range(modes.count())] == ["Auto", "Whole collection"]


def test_that_enter_asks_and_shift_enter_does_not(panel: AskPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(_question(panel), "Who?")
    with qtbot.assertNotEmitted(panel.question_asked):
        qtbot.keyClick(_question(panel), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    with qtbot.waitSignal(panel.question_asked) as told:
        qtbot.keyClick(_question(panel), Qt.Key.Key_Return)
    assert told.args == ["Who?", 0, Mode.GLOBAL]


@pytest.mark.parametrize("text", ["", "  \n "])
def test_that_nothing_cannot_be_asked(panel: AskPanel, text: str) -> None:
    panel.set_question(text)
    assert not _push(panel, "askButton").isEnabled()


def test_that_without_levels_it_says_what_is_missing(panel: AskPanel, qtbot: QtBot) -> None:
    panel.show_levels(())
    qtbot.keyClicks(_question(panel), "Who?")
    assert not _push(panel, "askButton").isEnabled()
    assert any("index a folder first" in each for each in _labels(panel))


def test_that_stop_takes_the_place_of_ask_while_one_is_answered(panel: AskPanel, qtbot: QtBot) -> None:
    panel.set_question("Who?")
    panel.begin()
    assert not _push(panel, "askButton").isVisible() and _push(panel, "stopButton").isVisible()
    with qtbot.waitSignal(panel.stop_wanted):
        _push(panel, "stopButton").click()
    panel.stopped()
    assert _push(panel, "askButton").isVisible() and not _push(panel, "stopButton").isVisible()


def test_that_an_answer_grows_by_whole_sentences(panel: AskPanel, qtbot: QtBot) -> None:
    panel.begin()
    panel.follow(AnswerGrew("It is so. And th"))
    qtbot.waitUntil(lambda: "It is so." in _view(panel).toPlainText())
    assert "And th" not in _view(panel).toPlainText()
    panel.follow(AnswerGrew("en more.\n"))
    qtbot.waitUntil(lambda: "And then more." in _view(panel).toPlainText())


def test_that_what_goes_on_is_told(panel: AskPanel) -> None:
    panel.begin()
    panel.follow(PartScored(2, 4, 60))
    assert "Part 2 of 4 read: helpfulness 60 of 100" in _labels(panel)
    panel.follow(PartFailed(3, 4, "cut off"))
    assert "Part 3 could not be read" in _labels(panel)
    panel.follow(Warned(Stage.REPORTS, "C1", "2 have no report."))
    assert "C1: 2 have no report." in _labels(panel)


def test_that_stop_keeps_what_there_is(panel: AskPanel) -> None:
    panel.begin()
    panel.follow(AnswerGrew("It is so. And more."))
    panel.stopped()
    assert "It is so." in _view(panel).toPlainText()
    assert "Stopped. What is written stays." in _labels(panel)


def test_that_a_finished_answer_says_its_cost_and_counts_its_chips(panel: AskPanel) -> None:
    panel.begin()
    panel.show_answer(answer())
    words = " | ".join(_labels(panel)).replace("\N{NO-BREAK SPACE}", " ")
    assert "C1 · 2 of 2 reports read, 1 used · 1 part · 1.3 s · by hand" in words
    assert "2 word for word" in words and "1 not found" in words
    assert "close match" not in words
    assert QUOTE in _view(panel).toPlainText()
    assert "1 citation names no record." in _view(panel).toPlainText()


def test_that_chips_lead_to_the_words_but_those_of_no_record(panel: AskPanel, qtbot: QtBot) -> None:
    panel.show_answer(answer())
    with qtbot.waitSignal(panel.citation_wanted) as told:
        _view(panel).link_followed.emit("citation:1")
    assert told.args is not None and told.args[0].number == 1
    with qtbot.assertNotEmitted(panel.citation_wanted):
        _view(panel).link_followed.emit("citation:2")


def test_that_an_answer_is_copied_and_saved_as_markdown(panel: AskPanel, qtbot: QtBot) -> None:
    panel.show_answer(answer())
    _tool(panel, "Copy").click()
    text = QGuiApplication.clipboard().text()
    assert text.startswith("# Who pollutes the Ouse?\n")
    assert f"“{QUOTE}” – council.txt" in text and "Report 9 (not found)" in text
    with qtbot.waitSignal(panel.save_wanted) as told:
        _tool(panel, "Save").click()
    assert told.args == [text, "Who pollutes the Ouse"]


def test_that_it_is_asked_again_at_another_level(panel: AskPanel, qtbot: QtBot) -> None:
    panel.show_answer(answer())
    again = next(each for each in panel.findChildren(QPushButton) if each.accessibleName() == "Another level")
    menu = again.menu()
    assert menu is not None
    assert [each.isEnabled() for each in menu.actions()] == [True, True, False]
    with qtbot.waitSignal(panel.question_asked) as told:
        menu.actions()[0].trigger()
    assert told.args == ["Who pollutes the Ouse?", 0, Mode.GLOBAL]


def test_that_a_failure_is_said_in_place(panel: AskPanel) -> None:
    panel.begin()
    panel.failed("The index was changed.", "Ask again.")
    assert "The index was changed. Ask again." in _labels(panel)
    assert _push(panel, "askButton").isVisible()


def test_that_where_it_is_low_only_the_question_is_there(panel: AskPanel, qtbot: QtBot) -> None:
    panel.resize(900, 150)
    qtbot.waitUntil(lambda: not _view(panel).isVisible())
    assert _question(panel).isVisible() and _push(panel, "askButton").isVisible()
    panel.resize(620, 800)
    qtbot.waitUntil(panel._tabs.pages.isVisible)


def test_that_folded_chips_unfold(panel: AskPanel) -> None:
    citations = tuple(Citation("So.", Kind.REPORT, n, CitationStatus.OK) for n in range(1, 8))
    panel.show_answer(answer("a9", "So. [Data: Reports (1, 2, 3, 4, 5, 6, 7)]", *citations))
    assert "[Reports: 6]" in _view(panel).accessibleDescription(), "a copy has them all"
    before = _view(panel).toPlainText().count("\N{OBJECT REPLACEMENT CHARACTER}")
    _view(panel).link_followed.emit("more:0")
    assert _view(panel).toPlainText().count("\N{OBJECT REPLACEMENT CHARACTER}") == before + 1


# history


def _heads(count: int) -> list[AnswerHead]:
    return [
        AnswerHead(
            f"a{n}", f"Question {n} " + "long " * (n % 50), Mode.GLOBAL, n % 3, "2025-03-01T10:00:00.000+00:00", 1
        )
        for n in range(count)
    ]


def _list(panel: AskPanel) -> QListView:
    found = panel.findChild(QListView, "historyList")
    assert isinstance(found, QListView)
    return found


def _tab_bar(panel: AskPanel) -> QTabBar:
    found = panel.findChild(QTabBar)
    assert isinstance(found, QTabBar)
    return found


def test_that_ten_thousand_answers_are_listed_and_searched(panel: AskPanel, qtbot: QtBot) -> None:
    panel.show_history(_heads(10_000))
    panel.turn_to_history()
    assert _list(panel).model().rowCount() == 10_000
    assert _tab_bar(panel).tabText(2) == "History (10,000)"
    with qtbot.waitSignal(panel.search_wanted) as told:
        qtbot.keyClicks(panel.history._field, "mill")
    assert told.args == ["mill"]
    panel.show_history(_heads(2))
    assert _tab_bar(panel).tabText(2) == "History (10,000)", "what was found is not all there is"
    assert "2 answers found" in _labels(panel)


def test_that_an_answer_of_the_past_is_opened_asked_again_and_deleted_by_keyboard(
    panel: AskPanel, qtbot: QtBot
) -> None:
    panel.show_history(_heads(3))
    panel.turn_to_history()
    _list(panel).setFocus()
    qtbot.keyClick(_list(panel), Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.answer_wanted) as opened:
        qtbot.keyClick(_list(panel), Qt.Key.Key_Return)
    with qtbot.waitSignal(panel.delete_wanted) as deleted:
        qtbot.keyClick(_list(panel), Qt.Key.Key_Delete)
    assert opened.args == deleted.args and opened.args is not None
    panel.history.choose(_heads(3)[2].id)
    menu = QMenu()
    panel.history.fill(menu)
    menu.actions()[1].trigger()
    assert _question(panel).toPlainText() == _heads(3)[2].question
    assert panel._composer.level == 1, "a level that is the same as another gives way to it"


def test_that_a_deleted_answer_can_be_brought_back(panel: AskPanel, qtbot: QtBot) -> None:
    panel.turn_to_history()
    panel.tell_deleted()
    undo = next(each for each in panel.findChildren(QPushButton) if each.text() == "Undo" and each.isVisible())
    with qtbot.waitSignal(panel.undo_wanted):
        undo.click()


def test_that_an_answer_of_an_earlier_index_is_said_to_be(panel: AskPanel) -> None:
    panel.set_version(2)
    panel.show_history([_heads(1)[0], replace(_heads(1)[0], id="later", index_version=2)])
    model = panel.history._model
    said = [panel.history._said(model.index(row)).facts for row in range(2)]
    assert ["of an earlier index" in each for each in said] == [True, False]


def test_that_all_of_it_can_be_drawn_large_and_dark(panel: AskPanel, active: ActiveTheme) -> None:
    panel.show_history(_heads(20))
    panel.show_answer(answer())
    for scale in (0.8, 1.6):
        active.set_scale(scale)
        assert not panel.grab().isNull()
    active.set_scale(1.0)


_MODES = {
    Mode.BASIC: QuestionEstimate(Mode.BASIC, None, 6_000, 1),
    Mode.SOURCE_TEXT: QuestionEstimate(Mode.SOURCE_TEXT, None, 90_000, 13, money=(0.02, 0.05)),
}


def _modes(panel: AskPanel) -> QComboBox:
    found = panel.findChild(QComboBox, "modeSelector")
    assert isinstance(found, QComboBox)
    return found


def test_that_another_way_of_asking_has_no_levels_and_says_when_to_use_it_and_what_it_takes(
    panel: AskPanel, qtbot: QtBot
) -> None:
    panel.show_modes(_MODES)
    modes, picker = _modes(panel), panel.findChild(LevelPicker, "levelSelector")
    assert [modes.itemText(row) for row in range(modes.count())] == [
        "Auto",
        "Whole collection",
        "Nearest passages",
        "All text",
    ]
    assert isinstance(picker, LevelPicker)
    assert picker.isVisible()
    qtbot.keyClick(modes, Qt.Key.Key_Down)
    assert not picker.isVisible()
    assert any("single fact" in each and "6.0k tokens" in each and "free" in each for each in _labels(panel))
    panel.set_question("Who?")
    with qtbot.waitSignal(panel.question_asked) as told:
        _push(panel, "askButton").click()
    assert told.args == ["Who?", 0, Mode.BASIC]
    panel.show_levels(LEVELS, "a model")
    panel.set_question("Who?", Mode.SOURCE_TEXT)
    assert any("13 calls" in each and "with a model" in each for each in _labels(panel))
    panel.show_modes({})
    assert picker.isVisible()


def test_that_an_answer_without_levels_names_its_way_and_is_offered_the_whole_collection(
    panel: AskPanel, qtbot: QtBot
) -> None:
    panel.show_modes(_MODES)
    panel.show_answer(replace(answer(), mode=Mode.BASIC, reports=(), parts=()))
    assert any(each.startswith("Nearest passages · ") and "reports" not in each for each in _labels(panel))
    assert not _tool(panel, "Scores").isVisible()
    again = next(each for each in panel.findChildren(QPushButton) if each.text() == "Whole collection")
    menu = again.menu()
    assert menu is not None
    with qtbot.waitSignal(panel.question_asked) as told:
        menu.actions()[1].trigger()
    assert told.args == ["Who pollutes the Ouse?", 1, Mode.GLOBAL]
    panel.show_answer(answer())
    assert _tool(panel, "Scores").isVisible()
    assert again.text() == "Another level"
