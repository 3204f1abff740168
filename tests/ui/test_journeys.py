"""The journeys of an analyst from end to end, with the keyboard alone."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QTextBrowser, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.assets import SAMPLE_QUESTION, resource
from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.ui.level_picker import LevelCell
from graphrag_desktop.ui.window import MainWindow

_LONG = 120_000
_MOST_TABS = 30
_CONTROL, _ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
_NONE = Qt.KeyboardModifier.NoModifier


class Keyboard:
    """Presses keys where the keyboard is, as a hand would; there is no mouse."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self._qtbot, self._window = qtbot, window
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)

    @property
    def place(self) -> QWidget:
        return QApplication.focusWidget() or self._window

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = _NONE) -> None:
        QTest.keyClick(self.place, key, modifier)

    def write(self, words: str) -> None:
        self._qtbot.keyClicks(self.place, words)

    def tab_to(self, is_there: Callable[[QWidget], bool]) -> QWidget:
        """Press Tab until the keyboard is where it is wanted; a trap or a gap fails."""
        for _ in range(_MOST_TABS):
            if is_there(self.place):
                return self.place
            self.press(Qt.Key.Key_Tab)
        pytest.fail("Tab does not lead there")

    def pane_with(self, widget: QWidget) -> None:
        """Press F6 until the keyboard is in the panel of a widget, then Tab until it is on it."""
        for _ in range(12):
            if self.place is widget or self.place.window() is not self._window:
                break
            if any(self.place in each.findChildren(QWidget) for each in _panels_around(widget)):
                break
            self.press(Qt.Key.Key_F6)
        self.tab_to(lambda each: each is widget)


def _panels_around(widget: QWidget) -> list[QWidget]:
    found, each = [], widget.parentWidget()
    while each is not None and not each.objectName().endswith("Dock") and each.window() is not each:
        found.append(each)
        each = each.parentWidget()
    return found[-1:]


@pytest.fixture(autouse=True)
def documents_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Projects of the window's own choosing go into a folder of the test."""
    monkeypatch.setattr("graphrag_desktop.ui.window.default_path", lambda folder: tmp_path / f"{folder.name}.graphrag")
    return tmp_path


def _follow_a_citation(keyboard: Keyboard, qtbot: QtBot, window: MainWindow) -> None:
    """From a text with chips to the words in the document: Tab to a chip, Enter."""
    source = window.desk.source.findChild(QTextBrowser, "sourceView")
    assert isinstance(source, QTextBrowser)
    with qtbot.waitSignal(window.reading.library.source_loaded, timeout=_LONG) as found:
        for _ in range(6):
            keyboard.press(Qt.Key.Key_Tab)
            keyboard.press(Qt.Key.Key_Return)
            if window.desk.is_shown("source") and source.toPlainText():
                break
    assert found.args is not None
    passage, text = found.args[0].passage, found.args[0].source.text
    assert text[passage.span.start : passage.span.end] == passage.quote
    assert passage.quote.split()[0] in source.toPlainText()


def test_j1_the_sample_and_its_answer_are_one_key_away(
    qtbot: QtBot, window: MainWindow, indexed_sample: Path, tmp_path: Path
) -> None:
    shutil.copy(indexed_sample, tmp_path / f"{resource('sample').name}.graphrag")  # what the first start would make
    keyboard = Keyboard(qtbot, window)
    assert "sample" in keyboard.place.accessibleName().lower(), "the first key press opens the sample"
    told: list[Answer] = []
    trouble: list[tuple[str, str]] = []
    window.session.answer_finished.connect(told.append)
    for signal in (window.session.answer_failed, window.session.index_failed, window.session.opening_failed):
        signal.connect(lambda reason, hint: trouble.append((reason, hint)))
    keyboard.press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(told or trouble), timeout=_LONG)
    assert trouble == []
    assert told[0].question == SAMPLE_QUESTION
    assert told[0].citations
    answer = window.desk.ask.findChild(QTextBrowser, "answerView")
    assert isinstance(answer, QTextBrowser)
    keyboard.press(Qt.Key.Key_3, _CONTROL)  # the Ask workspace
    keyboard.pane_with(answer)
    _follow_a_citation(keyboard, qtbot, window)


def test_j2_a_folder_is_planned_indexed_paused_and_done(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    for name in ("05-courier-land-deals.md", "06-savings-bank-memo.txt"):
        shutil.copy(resource("sample") / name, folder)
    keyboard = Keyboard(qtbot, window)
    with qtbot.waitSignal(window.reading.library.plan_loaded, timeout=_LONG):
        window.open_path(folder)  # the system's own dialog gives the folder
    start = window.findChild(QPushButton, "startButton")
    keyboard.tab_to(lambda each: each is start)
    with qtbot.waitSignal(window.session.index_started, timeout=_LONG):
        keyboard.press(Qt.Key.Key_Space)
    with qtbot.waitSignals(
        [window.session.index_finished, window.session.view_loaded, window.reading.library.tables_loaded], timeout=_LONG
    ):
        window.commands["pause_index"].trigger()
        assert window.commands["pause_index"].isChecked()
        keyboard.press(Qt.Key.Key_Space, _CONTROL | Qt.KeyboardModifier.ShiftModifier)
        assert not window.commands["pause_index"].isChecked()
    assert window.desk.documents.file_named("memo") is not None
    assert window.session.view is not None and window.session.view.counts.entities > 0


def test_j3_browsing_by_tree_level_palette_and_back(qtbot: QtBot, window: MainWindow, indexed_sample: Path) -> None:
    with qtbot.waitSignals([window.session.view_loaded, window.reading.library.tables_loaded], timeout=_LONG):
        window.open_path(indexed_sample)
    keyboard, go, canvas = Keyboard(qtbot, window), window.navigation, window.desk.map.canvas
    window.appearance.set_still(is_still=True)
    tree = window.findChild(QTreeView, "communityTree")
    assert isinstance(tree, QTreeView)
    assert keyboard.place is tree, "a project that was opened has the keyboard on its communities"
    with qtbot.waitSignal(window.session.report_loaded, timeout=_LONG):
        keyboard.press(Qt.Key.Key_Home)
        keyboard.press(Qt.Key.Key_Down)
        keyboard.press(Qt.Key.Key_Return)
    first = go.community
    assert first is not None
    before = canvas.camera
    keyboard.press(Qt.Key.Key_K, _CONTROL)  # any community is two keys and its name away
    other = next(row for row in go.hierarchy.rows.values() if row.number != first.number and not row.is_unconnected)  # type: ignore[union-attr]
    with qtbot.waitSignal(window.session.report_loaded, timeout=_LONG):
        keyboard.write(other.title)
        qtbot.waitUntil(lambda: not window.tools.palette.is_searching, timeout=_LONG)
        keyboard.press(Qt.Key.Key_Return)
    assert go.community is not None and go.community.title == other.title
    keyboard.press(Qt.Key.Key_M, _CONTROL)
    assert keyboard.place is canvas
    keyboard.press(Qt.Key.Key_2)
    assert go.level == 1
    keyboard.press(Qt.Key.Key_Plus)
    moved = canvas.camera
    assert moved != before
    with qtbot.waitSignal(window.session.report_loaded, timeout=_LONG):
        keyboard.press(Qt.Key.Key_Left, _ALT)
        keyboard.press(Qt.Key.Key_Left, _ALT)
    assert go.community is not None and go.community.number == first.number
    assert canvas.camera.scale == pytest.approx(before.scale, rel=1e-3), "the view that was left comes back"
    report = window.desk.report.findChild(QTextBrowser, "reportView")
    assert isinstance(report, QTextBrowser)
    keyboard.pane_with(report)
    _follow_a_citation(keyboard, qtbot, window)


def test_j4_a_question_at_a_level_and_its_sources(qtbot: QtBot, window: MainWindow, indexed_sample: Path) -> None:
    with qtbot.waitSignals([window.session.view_loaded, window.reading.library.history_loaded], timeout=_LONG):
        window.open_path(indexed_sample)
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_L, _CONTROL)
    question = window.desk.ask.findChild(QPlainTextEdit, "questionEdit")
    assert keyboard.place is question
    keyboard.tab_to(lambda each: isinstance(each, LevelCell))
    keyboard.press(Qt.Key.Key_Right)
    keyboard.press(Qt.Key.Key_L, _CONTROL)
    with qtbot.waitSignal(window.session.answer_finished, timeout=_LONG) as told:
        keyboard.write("What are the main disputes?")
        keyboard.press(Qt.Key.Key_Return)
    assert told.args is not None and told.args[0].level == 1
    assert window.navigation.level == 1, "the map shows the level that was asked"
    answer = window.desk.ask.findChild(QTextBrowser, "answerView")
    assert isinstance(answer, QTextBrowser)
    keyboard.pane_with(answer)
    _follow_a_citation(keyboard, qtbot, window)
