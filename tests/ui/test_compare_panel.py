"""One question in several ways: columns that are written side by side, each stopped alone, under one ceiling."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.restriction import Restriction, Selected, SelectedKind
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.query.comparing import Way
from graphrag_desktop.ui.compare_column import CompareColumn
from graphrag_desktop.ui.compare_panel import ComparePanel
from graphrag_desktop.ui.number_box import ChoiceBox, NumberBox
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow
from tests.ui.gated_models import FIRST, REST, GatedModel, model_project, open_with
from tests.ui.level_estimates import LEVELS
from tests.ui.model_windows import button, soon, words_in

QUESTION = "What does Norden Paper discharge?"


def _reply(request: ChatRequest) -> str:
    if request.task == "map":
        return json.dumps({"answer": "It told them [Data: Reports (1)].", "score": 60, "reports": []})
    return f"{FIRST}{REST}"


@pytest.fixture
def model() -> Iterator[GatedModel]:
    gated = GatedModel(_reply)
    yield gated
    gated.gate.set()


@pytest.fixture
def shown(qtbot: QtBot, window: MainWindow, model: GatedModel, tmp_path: Path) -> MainWindow:
    """A window in which basic and local search are about to be compared."""
    open_with(qtbot, window, model_project(tmp_path / "mill.graphrag"), model)
    window.desk.ask.set_question(QUESTION)
    window.commands["compare_ways"].trigger()
    for column, mode in zip(_panel(window).columns, (Mode.BASIC, Mode.LOCAL), strict=True):
        _choose(column, Way(mode))
    return window


def _panel(window: MainWindow) -> ComparePanel:
    return window.desk.compare


def _choose(column: CompareColumn, way: Way) -> None:
    box = column.findChild(ChoiceBox)
    assert isinstance(box, ChoiceBox)
    box.setCurrentIndex([each.way for each in column._offers].index(way))


def _text(column: CompareColumn) -> str:
    found = column.findChild(Prose)
    assert isinstance(found, Prose)
    return found.toPlainText()


def _compare(window: MainWindow) -> None:
    button(_panel(window), "compareButton").click()


def test_that_columns_are_written_side_by_side_and_then_compared(
    qtbot: QtBot, shown: MainWindow, model: GatedModel
) -> None:
    panel = _panel(shown)
    assert shown.pages.is_compare
    assert "All together:" in words_in(panel)
    _compare(shown)
    soon(qtbot, lambda: all(FIRST.strip() in _text(each) for each in panel.columns))
    assert panel.is_busy
    assert all("Monday" not in _text(each) for each in panel.columns)
    with qtbot.waitSignal(shown.compare.compared, timeout=20_000):
        model.gate.set()
    assert not panel.is_busy
    assert all("Monday" in _text(each) for each in panel.columns)
    assert panel.compared is not None
    assert panel.compared.names == ("basic", "local")
    assert len(panel.compared.comparison.shared) == 3
    assert "Statements: 3 shared, 0 only here" in words_in(panel.columns[0])
    assert "Context: 100% text" in words_in(panel.columns[0])
    soon(qtbot, lambda: len(shown.desk.ask.history._model.records) == 2)
    assert {each.mode for each in shown.desk.ask.history._model.records} == {Mode.BASIC, Mode.LOCAL}


def test_that_one_column_is_stopped_and_keeps_what_it_has_while_the_other_goes_on(
    qtbot: QtBot, shown: MainWindow, model: GatedModel
) -> None:
    panel = _panel(shown)
    _compare(shown)
    soon(qtbot, lambda: all(FIRST.strip() in _text(each) for each in panel.columns))
    button(panel.columns[0], "compareStop1").click()
    soon(qtbot, lambda: not panel.columns[0].is_busy)
    assert panel.columns[1].is_busy
    stopped = panel.columns[0].answer
    assert stopped is not None
    assert (stopped.is_stopped, stopped.text.strip()) == (True, FIRST.strip())
    assert stopped.money is not None
    assert stopped.money > 0
    assert "Stopped" in words_in(panel.columns[0])
    with qtbot.waitSignal(shown.compare.compared, timeout=20_000):
        model.gate.set()
    whole = panel.columns[1].answer
    assert whole is not None
    assert whole.is_whole
    soon(qtbot, lambda: len(shown.desk.ask.history._model.records) == 2)
    head = next(each for each in shown.desk.ask.history._model.records if each.mode is Mode.BASIC)
    assert (head.is_stopped, head.money) == (True, stopped.money)


def test_that_the_key_that_stops_stops_all_columns(qtbot: QtBot, shown: MainWindow) -> None:
    panel = _panel(shown)
    assert not shown.commands["stop_question"].isEnabled()
    _compare(shown)
    soon(qtbot, lambda: all(FIRST.strip() in _text(each) for each in panel.columns))
    assert shown.commands["stop_question"].isEnabled()
    with qtbot.waitSignal(shown.compare.compared, timeout=20_000):
        shown.commands["stop_question"].trigger()
    assert all(each.answer is not None and each.answer.is_stopped for each in panel.columns)
    assert not shown.commands["stop_question"].isEnabled()


def test_that_a_ceiling_over_all_is_held_and_said(qtbot: QtBot, shown: MainWindow, model: GatedModel) -> None:
    model.gate.set()
    panel = _panel(shown)
    ceiling = panel.findChild(NumberBox, "compareCeiling")
    assert isinstance(ceiling, NumberBox)
    assert ceiling.isVisibleTo(panel)
    ceiling.setValue(0.0001)
    with qtbot.waitSignal(shown.compare.compared, timeout=20_000):
        _compare(shown)
    assert all("ceiling of 0.0001" in words_in(each) for each in panel.columns)
    assert not [each for each in model.requests if each.task == "answer"]
    ceiling.show_number(None)
    with qtbot.waitSignal(shown.compare.compared, timeout=20_000):
        _compare(shown)
    assert all(each.answer is not None and each.answer.is_whole for each in panel.columns)


def test_that_a_comparison_is_copied_and_saved_as_markdown_and_as_a_table(
    qtbot: QtBot, shown: MainWindow, model: GatedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.gate.set()
    panel = _panel(shown)
    with qtbot.waitSignal(shown.compare.compared, timeout=20_000):
        _compare(shown)
    panel._copy_clicked()
    assert QGuiApplication.clipboard().text().startswith(f"# {QUESTION}\n")
    for name, kind, begins in (
        ("c", "Markdown (*.md)", f"# {QUESTION}"), ("t", "Table (*.csv)", ",basic,local"), ("u.csv", "", ",basic"),
    ):  # fmt: skip
        monkeypatch.setattr(
            QFileDialog, "getSaveFileName", lambda *_, name=name, kind=kind: (str(tmp_path / name), kind)
        )
        panel._save_clicked()
        (written,) = [each for each in tmp_path.iterdir() if each.stem == name.partition(".")[0]]
        assert written.read_text(encoding="utf-8").startswith(begins)


def test_that_it_is_used_by_keyboard_alone(qtbot: QtBot, shown: MainWindow, model: GatedModel) -> None:
    model.gate.set()
    panel = _panel(shown)
    field = panel.findChild(QPlainTextEdit, "compareQuestion")
    assert isinstance(field, QPlainTextEdit)
    assert field.hasFocus()
    assert field.toPlainText() == QUESTION
    with qtbot.waitSignal(shown.compare.compared, timeout=20_000):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    visited = []
    for _ in range(14):
        qtbot.keyClick(QGuiApplication.focusObject(), Qt.Key.Key_Tab)
        visited.append(QGuiApplication.focusObject().objectName())
    named = list(dict.fromkeys(each for each in visited if each.startswith("compare")))
    assert named[:4] == ["compareButton", "compareCeiling", "compareMore", "compareWay1"]


def test_that_the_workspaces_lead_back_and_the_answers_stay(qtbot: QtBot, shown: MainWindow, model: GatedModel) -> None:
    model.gate.set()
    with qtbot.waitSignal(shown.compare.compared, timeout=20_000):
        _compare(shown)
    shown.commands["workspace_ask"].trigger()
    assert shown.pages.is_desk
    shown.commands["compare_ways"].trigger()
    assert shown.pages.is_compare
    assert _panel(shown).compared is not None
    shown.session.close_project()
    soon(qtbot, lambda: not shown.pages.is_compare)
    assert _panel(shown).columns == ()


def test_that_all_ways_are_asked_of_what_the_question_is_restricted_to(qtbot: QtBot, opened: MainWindow) -> None:
    only = Restriction((Selected(SelectedKind.DOCUMENT, "council.txt", "council.txt"),))
    opened.desk.ask.head.restrict(only)
    opened.desk.ask.set_question(QUESTION)
    opened.commands["compare_ways"].trigger()
    assert "council.txt" in words_in(_panel(opened))
    with qtbot.waitSignal(opened.compare.compared, timeout=20_000):
        _compare(opened)
    answers = [each.answer for each in _panel(opened).columns]
    assert all(each is not None and each.restriction == only for each in answers)


def test_that_another_way_comes_beside_and_one_can_be_left_out(active: ActiveTheme, qtbot: QtBot) -> None:
    panel = ComparePanel(active)
    qtbot.addWidget(panel)
    panel.resize(1268, 700)
    panel.show()
    panel.show_offers(LEVELS, {})
    offered = [each.offer.short for each in panel.columns if each.offer]
    assert offered == ["C0", "C1"]
    more = button(panel, "compareMore")
    more.click()
    assert [each.offer.short for each in panel.columns if each.offer] == ["C0", "C1", "C3"]  # C2 is the same as C1
    assert not more.isEnabled()
    assert all(each.width() >= 380 for each in panel.columns)
    _choose(panel.columns[1], Way(Mode.GLOBAL, 3))
    assert "twice" in words_in(panel)
    assert not button(panel, "compareButton").isEnabled()
    panel.columns[2].remove_wanted.emit()
    assert len(panel.columns) == 2
    assert not [each for each in panel.findChildren(QPushButton) if each.text() == "Leave this way out"]
