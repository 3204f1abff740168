"""Two answers of the history side by side."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QListView, QMenu
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import AnswerHead, Mode
from graphrag_desktop.explore.comparison import compare_answers
from graphrag_desktop.storage.answers import keep_answer
from graphrag_desktop.ui.ask_panel import AskPanel
from graphrag_desktop.ui.comparison_sheet import ComparisonSheet
from graphrag_desktop.ui.comparison_text import comparison_citations, comparison_facts
from graphrag_desktop.ui.history_list import HistoryList
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow
from tests.ui.mill import QUOTE, answer, citation

FIRST = answer()
SECOND = replace(
    answer("a2", f"{QUOTE} [Data: Sources (1)] The council met on Monday. [Data: Sources (1)]", citation(), citation()),
    level=0, model_calls=3, prompt_tokens=1_200, completion_tokens=300, asked_at="2025-03-02T10:00:00.000+00:00",
)  # fmt: skip


def _text(sheet: ComparisonSheet) -> Prose:
    found = sheet.findChild(Prose, "comparisonView")
    assert isinstance(found, Prose)
    return found


def test_that_what_both_say_and_what_one_says_stand_apart(active: ActiveTheme, qtbot: QtBot) -> None:
    sheet = ComparisonSheet(active)
    qtbot.addWidget(sheet)
    sheet.resize(560, 700)
    sheet.show()
    sheet.show_comparison(compare_answers(FIRST, SECOND))
    words = _text(sheet).toPlainText()
    both, first, second = (words.index(each) for each in ("In both", "Only in the first", "Only in the second"))
    assert both < words.index(QUOTE) < first < words.index("One thing.") < second < words.index("The council met")
    labels = [each.text() for each in sheet.findChildren(QLabel)]
    assert "C1" in labels
    assert "C0" in labels
    assert "3 calls · 1,500 tokens" in labels
    assert "1 document in both, 1 passage in both" in labels


def test_that_every_chip_is_that_of_its_own_statement(active: ActiveTheme, qtbot: QtBot) -> None:
    sheet = ComparisonSheet(active)
    qtbot.addWidget(sheet)
    comparison = compare_answers(FIRST, SECOND)
    sheet.show_comparison(comparison)
    told = [(each.kind.value, each.number, each.status.value) for each in comparison_citations(comparison)]
    assert told == [("report", 4, "ok"), ("source", 1, "ok"), ("report", 9, "unknown"), ("source", 1, "ok")]
    with qtbot.waitSignal(sheet.citation_wanted) as wanted:
        _text(sheet).link_followed.emit("citation:1")
    assert wanted.args[0] is FIRST.citations[1]
    with qtbot.assertNotEmitted(sheet.citation_wanted):
        _text(sheet).link_followed.emit("citation:2")


def test_that_a_comparison_is_copied_with_its_table(active: ActiveTheme, qtbot: QtBot) -> None:
    sheet = ComparisonSheet(active)
    qtbot.addWidget(sheet)
    sheet.show_comparison(compare_answers(FIRST, SECOND))
    sheet._copy_clicked()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(f"# {FIRST.question}\n\n|  | First | Second |\n")
    assert "| Level | C1 | C0 |" in copied
    assert "may be wrong" in copied


def test_that_the_open_answer_is_compared_with_none_but_another(active: ActiveTheme, qtbot: QtBot) -> None:
    panel = AskPanel(active)
    qtbot.addWidget(panel)
    panel.resize(600, 700)
    panel.show()
    heads = [AnswerHead(each.id, each.question, each.mode, each.level, each.asked_at, 2) for each in (SECOND, FIRST)]
    panel.show_history(heads)
    panel.turn_to_history()
    history = panel.findChild(HistoryList)
    assert isinstance(history, HistoryList)
    assert not history._compare.isEnabled()
    panel.show_answer(FIRST)
    rows = history.findChild(QListView, "historyList")
    assert isinstance(rows, QListView)
    assert not history._compare.isEnabled()
    rows.setCurrentIndex(rows.model().index(0, 0))
    panel.turn_to_history()
    with qtbot.waitSignal(panel.compare_wanted) as told:
        qtbot.mouseClick(history._compare, Qt.MouseButton.LeftButton)
    assert told.args == [FIRST, "a2"]
    menu = QMenu()
    panel.history.fill(menu)
    same = next(each for each in menu.actions() if each.text() == "Ask the same again at C0")
    with qtbot.waitSignal(panel.question_asked) as asked:
        same.trigger()
    assert asked.args == [SECOND.question, 0, Mode.GLOBAL]


def test_that_the_same_is_asked_again_in_its_own_way(active: ActiveTheme, qtbot: QtBot) -> None:
    panel = AskPanel(active)
    qtbot.addWidget(panel)
    panel.show_history([AnswerHead("a3", "Who?", Mode.BASIC, 0, SECOND.asked_at, 2)])
    history = panel.findChild(HistoryList)
    assert isinstance(history, HistoryList)
    history.choose("a3")
    menu = QMenu()
    panel.history.fill(menu)
    same = next(each for each in menu.actions() if each.text() == "Ask the same again: Nearest passages")
    with qtbot.waitSignal(panel.question_asked) as asked:
        same.trigger()
    assert asked.args == ["Who?", 0, Mode.BASIC]


def test_that_answers_asked_in_other_ways_are_compared_by_name() -> None:
    facts = comparison_facts(compare_answers(FIRST, replace(SECOND, mode=Mode.BASIC, parts=(), reports=())))
    assert ("Level", "C1", "–") in facts
    assert ("Way of asking", "Whole collection", "Nearest passages") in facts
    assert ("Reports read, used", "2, 1", "–") in facts


def test_that_the_window_compares_with_a_kept_answer(opened: MainWindow, qtbot: QtBot) -> None:
    task = opened.session.read(lambda project, _: keep_answer(project.database, SECOND, ()))
    assert task is not None
    with qtbot.waitSignal(task.finished):
        pass
    opened.desk.ask.show_answer(FIRST)
    with qtbot.waitSignal(opened.reading.library.compared):
        opened.desk.ask.compare_wanted.emit(FIRST, "a2")
    sheet = opened.desk.ask.findChild(ComparisonSheet)
    assert isinstance(sheet, ComparisonSheet)
    assert sheet.comparison is not None
    assert len(sheet.comparison.shared) == 1
