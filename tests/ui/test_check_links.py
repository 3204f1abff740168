"""An answer checked in the window: what it takes is said first, it runs in the background, and each statement gets a mark."""

import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answer_checks import Verdict
from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.run import build_index
from graphrag_desktop.project import open_project
from graphrag_desktop.ui.check_bar import CheckBar
from graphrag_desktop.ui.prose_blocks import plain_text
from graphrag_desktop.ui.window import MainWindow
from tests.planted_case import DOCUMENTS, PLANTED, QUESTION, SAID, PlantedModel, asked_case, take_model
from tests.ui.model_windows import soon


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return asked_case(tmp_path_factory.mktemp("checked"))


@pytest.fixture
def model() -> PlantedModel:
    return PlantedModel()


@pytest.fixture
def shown(window: MainWindow, qtbot: QtBot, made: Path, tmp_path: Path) -> MainWindow:
    """A window on a copy of the project, with its answer in sight; the built-in engine reads."""
    copy = tmp_path / "papers.graphrag"
    copy.write_bytes((made / "papers.graphrag").read_bytes())
    window.session.open_project(copy)
    soon(qtbot, lambda: window.desk.ask.answer is not None)
    return window


@pytest.fixture
def with_model(shown: MainWindow, model: PlantedModel) -> MainWindow:
    opened = shown.session._open
    assert opened is not None
    take_model(opened.project, model)
    return shown


def _bar(window: MainWindow) -> CheckBar:
    return window.desk.ask.check


def _offer(window: MainWindow, words: str) -> QPushButton:
    return next(each for each in _bar(window).findChildren(QPushButton) if each.text() == words)


def _text(window: MainWindow) -> str:
    return plain_text(window.desk.ask._sheet._blocks())


def _begin(window: MainWindow, qtbot: QtBot) -> None:
    check = window.desk.ask.findChild(QToolButton, "checkButton")
    assert check is not None
    check.click()
    soon(qtbot, lambda: "would be checked" in _bar(window).text)
    _offer(window, "Check").click()


def _checked(window: MainWindow) -> Answer:
    answer = window.desk.ask.answer
    assert answer is not None
    return answer


def test_that_what_it_takes_is_said_before_anything_is_asked(
    with_model: MainWindow, model: PlantedModel, qtbot: QtBot
) -> None:
    with_model.checks.check_what_is_seen()
    soon(qtbot, lambda: bool(_bar(with_model).text))

    assert _bar(with_model).text.startswith("12 statements would be checked: ")
    assert "no price is known" in _bar(with_model).text
    assert model.asked == []


def test_that_every_statement_gets_its_mark_and_faults_are_said_below(with_model: MainWindow, qtbot: QtBot) -> None:
    _begin(with_model, qtbot)
    soon(qtbot, lambda: _checked(with_model).check is not None)

    check = _checked(with_model).check
    assert check is not None
    assert not _bar(with_model).text
    text = _text(with_model)
    assert (text.count("(Supported)"), text.count("(Not supported)")) == (8, 4)
    assert f"{SAID[0][1]}\N{NO-BREAK SPACE} (Supported) [Reports: " in text
    (report,) = {each.number for each in _checked(with_model).citations if each.text == PLANTED}
    assert f"Not supported, entered in: Report {report}. None of it." in text
    assert "Not supported, entered when the answer was written. None of it." in text
    with_model.desk.ask._sheet._text_view.link_followed.emit("verdict:0")
    assert "Part 1 – supported: “" in _text(with_model)
    assert f" – supported: “{SAID[0][1]}”" in _text(with_model)
    with_model.desk.ask._sheet._text_view.link_followed.emit("verdict:0")
    assert _text(with_model) == text
    with qtbot.waitSignal(with_model.desk.ask.community_wanted) as wanted:
        with_model.desk.ask._sheet._text_view.link_followed.emit(f"community:{report}")
    assert wanted.args == [report]


def test_that_stopping_keeps_the_marks_that_are_there(
    with_model: MainWindow, model: PlantedModel, qtbot: QtBot
) -> None:
    model.gate = threading.Event()
    _begin(with_model, qtbot)
    soon(qtbot, lambda: _bar(with_model).text == "Checked 11 of 12 statements")

    _offer(with_model, "Stop").click()
    model.gate.set()
    soon(qtbot, lambda: _checked(with_model).check is not None)

    check = _checked(with_model).check
    assert check is not None
    assert check.is_stopped
    assert [each.text for each in check.statements if each.verdict is Verdict.UNCHECKED] == [SAID[4][1].rstrip(".")]
    assert "Not checked. Stopped before it was checked." in _text(with_model)
    assert not _bar(with_model).text


def test_that_a_failed_call_is_said_at_its_statement(with_model: MainWindow, model: PlantedModel, qtbot: QtBot) -> None:
    model.failing = "dead fish"
    _begin(with_model, qtbot)
    soon(qtbot, lambda: _checked(with_model).check is not None)

    assert "Not checked. It is not of the form asked for" in _text(with_model)


def test_that_with_the_built_in_engine_it_says_that_a_model_is_needed(shown: MainWindow, qtbot: QtBot) -> None:
    shown.checks.check_what_is_seen()
    soon(qtbot, lambda: bool(_bar(shown).text))

    assert "needs a model" in _bar(shown).text


def test_that_a_copy_of_a_checked_answer_says_what_was_found(with_model: MainWindow, qtbot: QtBot) -> None:
    from graphrag_desktop.ui.answer_markdown import answer_markdown

    _begin(with_model, qtbot)
    soon(qtbot, lambda: _checked(with_model).check is not None)

    copied = answer_markdown(_checked(with_model))
    assert "## Checked with a model" in copied
    assert f"- “{PLANTED}”: Not supported, entered in: Report" in copied


def test_that_an_answer_of_an_earlier_index_shows_what_it_cited_and_leads_to_no_wrong_place(
    window: MainWindow, made: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        changed = f"Long before all this there was a mill. {text}" if name == "3 mill.txt" else text
        (folder / name).write_text(changed + "\n", encoding="utf-8")
    copy = tmp_path / "papers.graphrag"
    copy.write_bytes((made / "papers.graphrag").read_bytes())
    with open_project(copy) as project:
        take_model(project, PlantedModel())
        build_index(project, folder, RunControl())

    window.session.open_project(copy)
    soon(qtbot, lambda: window.desk.ask.answer is not None)

    bar = window.desk.ask._sheet.age._bar
    soon(qtbot, lambda: not bar.isHidden())
    assert bar.text.startswith("The index has changed since")
    mill = next(each for each in _checked(window).citations if "40,000" in each.text)
    assert mill.evidence[0].quote == SAID[3][1]
    window.desk.ask.citation_wanted.emit(mill)
    soon(qtbot, lambda: window.desk.source._page is not None)
    page = window.desk.source._page
    assert page is not None
    assert (page.source.is_kept, page.source.text) == (True, SAID[3][1])
    ferry = _checked(window).citations[0]
    window.desk.ask.citation_wanted.emit(ferry)
    soon(qtbot, lambda: window.desk.source._page is not page)
    there = window.desk.source._page
    assert there is not None
    assert (there.source.is_kept, there.source.text) == (False, f"{DOCUMENTS['1 ferry.txt']}\n")
    with qtbot.waitSignal(window.desk.ask.question_asked) as asked:
        next(each for each in bar.findChildren(QPushButton) if each.text() == "Ask again").click()
    assert asked.args == [QUESTION, 0, Mode.GLOBAL]
