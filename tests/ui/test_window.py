"""The window as an analyst uses it: open, index, stop, change the level, drill down, ask."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QSlider, QTextBrowser, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.events import Stage, StageFinished
from graphrag_desktop.explore.hierarchy import CommunityRow
from graphrag_desktop.project import open_project
from graphrag_desktop.storage.journal import keep_fact
from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.session import Session
from graphrag_desktop.ui.window import MainWindow

_LONG = 120_000  # milliseconds; a limit for a machine that is busy, not an expectation


@pytest.fixture(autouse=True)
def documents_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Projects of the window's own choosing go into a folder of the test."""
    monkeypatch.setattr("graphrag_desktop.ui.window.default_path", lambda folder: tmp_path / f"{folder.name}.graphrag")
    return tmp_path


def _opened(qtbot: QtBot, window: MainWindow, project: Path) -> Session:
    with qtbot.waitSignal(window.session.view_loaded, timeout=_LONG):
        window.open_path(project)
    return window.session


def _start(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    """Open a folder, look at its plan, and start."""
    with qtbot.waitSignal(window.reading.library.plan_loaded, timeout=_LONG):
        window.open_path(folder)
    qtbot.mouseClick(_child(window, QPushButton, "startButton"), Qt.MouseButton.LeftButton)


def _child(window: QWidget, kind: type[QWidget], name: str) -> QWidget:
    found = window.findChild(kind, name)
    assert isinstance(found, kind), f"{name} is missing"
    return found


def test_that_everything_automation_relies_on_has_its_name_and_is_spoken(window: MainWindow) -> None:
    for name in (
        "graphCanvas levelSlider communityTree reportView sourceView questionEdit levelSelector askButton stopButton"
        " answerView activityPanel indexButton pauseButton cancelButton"
    ).split():
        widget = _child(window, QWidget, name)
        assert widget.accessibleName() or getattr(widget, "text", str)(), f"{name} has no name to be spoken"


def test_that_a_project_opens_with_its_tree_its_map_and_its_levels(
    qtbot: QtBot, window: MainWindow, indexed_sample: Path
) -> None:
    _opened(qtbot, window, indexed_sample)
    tree, canvas = _child(window, QTreeView, "communityTree"), _child(window, GraphCanvas, "graphCanvas")
    slider = _child(window, QSlider, "levelSlider")
    assert isinstance(tree, QTreeView) and tree.model().rowCount() > 1
    assert isinstance(canvas, GraphCanvas) and len(canvas.community_colours) > 1
    assert isinstance(slider, QSlider) and slider.maximum() >= 1
    assert "sample" in window.windowTitle()


def test_that_a_folder_is_indexed_while_its_stages_are_shown(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    for file in sorted(resource("sample").iterdir())[:3]:
        if file.suffix in {".txt", ".md"}:
            shutil.copy(file, folder)
    finished: list[Stage] = []
    window.session.index_progressed.connect(
        lambda event: finished.append(event.stage) if isinstance(event, StageFinished) else None
    )
    with qtbot.waitSignals([window.session.index_finished, window.session.view_loaded], timeout=_LONG):
        _start(qtbot, window, folder)
    assert finished == list(Stage)
    assert (tmp_path / "letters.graphrag").exists()


def test_that_stop_keeps_what_is_finished_and_the_project_opens_again(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    window.open_path(resource("sample"))
    qtbot.waitUntil(lambda: window.session.is_indexing, timeout=_LONG)
    with qtbot.waitSignal(window.session.index_stopped, timeout=_LONG):
        qtbot.mouseClick(_child(window, QPushButton, "cancelButton"), Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(window.session.index_finished, timeout=_LONG):
        window.open_path(resource("sample"))


def test_that_a_folder_with_nothing_to_read_is_said_and_leaves_no_project(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    folder = tmp_path / "nothing"
    folder.mkdir()
    with qtbot.waitSignal(window.plan.failed, timeout=_LONG) as told:
        window.open_path(folder)
    assert told.args is not None
    assert "is empty" in told.args[0] and told.args[1]
    assert any("is empty" in label.text() for label in window.findChildren(QLabel) if label.isVisible())
    assert not (tmp_path / "nothing.graphrag").exists()


def test_that_slider_map_and_question_share_one_level(qtbot: QtBot, window: MainWindow, indexed_sample: Path) -> None:
    _opened(qtbot, window, indexed_sample)
    slider, canvas = _child(window, QSlider, "levelSlider"), _child(window, GraphCanvas, "graphCanvas")
    assert isinstance(slider, QSlider) and isinstance(canvas, GraphCanvas)
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert canvas.level == 1
    assert window.navigation.level == 1
    qtbot.keyClick(canvas, Qt.Key.Key_1)
    assert slider.value() == 0


def test_that_a_report_leads_down_to_its_communities_and_to_the_words(
    qtbot: QtBot, window: MainWindow, indexed_sample: Path
) -> None:
    session = _opened(qtbot, window, indexed_sample)
    parents = [row for row in _rows(window) if row.children]
    assert parents, "the sample has no community that splits"
    with qtbot.waitSignal(session.report_loaded, timeout=_LONG):
        window.navigation.go_to_community(parents[0].number)
    report = _child(window, QTextBrowser, "reportView")
    assert isinstance(report, QTextBrowser)
    with qtbot.waitSignal(session.report_loaded, timeout=_LONG) as told:
        report.anchorClicked.emit(QUrl(f"community:{parents[0].children[0]}"))
    assert told.args is not None and told.args[0].row.number == parents[0].children[0]
    with qtbot.waitSignal(window.reading.library.source_loaded, timeout=_LONG) as found:
        report.anchorClicked.emit(QUrl("citation:0"))
    assert found.args is not None
    passage, text = found.args[0].passage, found.args[0].source.text
    assert text[passage.span.start : passage.span.end] == passage.quote
    source = _child(window, QTextBrowser, "sourceView")
    assert isinstance(source, QTextBrowser) and passage.quote.split()[0] in source.toPlainText()


def test_that_a_question_is_answered_with_citations_that_open(
    qtbot: QtBot, window: MainWindow, indexed_sample: Path
) -> None:
    session = _opened(qtbot, window, indexed_sample)
    question = _child(window, QPlainTextEdit, "questionEdit")
    title = next(row.title for row in _rows(window) if not row.is_unconnected)
    qtbot.keyClicks(question, f"What is said about {title}?")
    with qtbot.waitSignal(session.answer_finished, timeout=_LONG) as told:
        qtbot.keyClick(question, Qt.Key.Key_Return)
    assert told.args is not None
    answer = told.args[0]
    assert isinstance(answer, Answer) and answer.is_answered and answer.citations
    shown = _child(window, QTextBrowser, "answerView")
    assert isinstance(shown, QTextBrowser)
    assert "citation:0" in shown.toHtml()


def test_that_nothing_can_be_asked_before_there_is_an_index(qtbot: QtBot, window: MainWindow) -> None:
    button = _child(window, QPushButton, "askButton")
    qtbot.keyClicks(_child(window, QPlainTextEdit, "questionEdit"), "What?")
    assert not button.isEnabled()


def test_that_a_file_that_is_no_project_is_refused_in_plain_words(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    other = tmp_path / "notes.graphrag"
    other.write_text("just notes " * 50, encoding="utf-8")
    with qtbot.waitSignal(window.session.opening_failed, timeout=_LONG) as told:
        window.open_path(other)
    assert told.args is not None and "not a GraphRAG Desktop project" in told.args[0]
    assert other.read_text(encoding="utf-8") == "just notes " * 50


def _rows(window: MainWindow) -> list[CommunityRow]:
    hierarchy = window.navigation.hierarchy
    assert hierarchy is not None
    return list(hierarchy.rows.values())


def test_that_a_project_whose_folder_is_gone_can_be_read_and_says_so(
    qtbot: QtBot, window: MainWindow, indexed_sample: Path, tmp_path: Path
) -> None:
    project = Path(shutil.copy(indexed_sample, tmp_path / "moved.graphrag"))
    with open_project(project) as opened:
        keep_fact(opened.database, "folder", str(tmp_path / "no such folder"))
    with qtbot.waitSignals([window.session.view_loaded, window.reading.library.tables_loaded], timeout=_LONG):
        window.open_path(project)
    row = window.desk.documents.file_named("memo")
    assert row is not None and row.document is not None
    with qtbot.waitSignal(window.reading.library.source_loaded, timeout=_LONG):
        window.navigation.go_to_document(row.document.id)
    said = [each.text() for each in window.desk.source.findChildren(QLabel)]
    assert any("no longer in its folder" in each for each in said)
    with qtbot.waitSignal(window.session.index_failed, timeout=_LONG) as told:
        window.commands["index_again"].trigger()
    assert told.args is not None and "no such folder" in told.args[0] and told.args[1]
    assert window.session.view is not None, "what was indexed stays open"
